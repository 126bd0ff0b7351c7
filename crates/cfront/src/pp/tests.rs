//! The judge of alignment: every token of the preprocessed text against what a person would point at.

use super::*;
use source::Span;

/// Preprocessed text with its original; `find` is a piece of the preprocessed text, which must map to `expect`.
#[track_caller]
fn check(original: &str, preprocessed: &str, finds: &[(&str, &str)]) {
    let text = format!("# 1 \"t.c\"\n{preprocessed}");
    let unit = read(text, &|name| (name == "t.c").then(|| original.to_owned()));
    for (find, expect) in finds {
        let lo = unit.map.text.rfind(find).expect("the text should be there") as u32;
        let span = Span::new(lo, lo + find.len() as u32);
        assert_eq!(unit.map.original(span), *expect, "of `{find}` in {:#?}", unit.map.origins);
    }
}

#[test]
fn lines_as_they_are() {
    check("int x;\nint y;\n", "int x;\nint y;\n", &[("x", "x"), ("int y;", "int y;")]);
}

#[test]
fn an_object_macro() {
    check(
        "#define N 5\nint a[N], b;\n",
        "#define N 5\nint a[5], b;\n",
        &[("a[5]", "a[N]"), ("5]", "N]"), ("b", "b"), ("int a[5], b;", "int a[N], b;")],
    );
}

#[test]
fn a_macro_with_arguments() {
    check(
        "#define MAX(a,b) ((a)>(b)?(a):(b))\nint m = MAX(x, y + 1) + z;\n",
        "#define MAX(a,b) ((a)>(b)?(a):(b))\nint m = ((x)>(y + 1)?(x):(y + 1)) + z;\n",
        &[
            ("y + 1))", "MAX(x, y + 1)"),
            ("z", "z"),
            ("(x)>(y + 1)?(x):(y + 1)) + z", "MAX(x, y + 1) + z"),
        ],
    );
}

#[test]
fn nested_macros() {
    check(
        "#define A B(1)\n#define B(x) (x + C)\n#define C 2\nint a = A, b = B(A);\n",
        "#define A B(1)\n#define B(x) (x + C)\n#define C 2\nint a = (1 + 2), b = ((1 + 2) + 2);\n",
        &[("= (1 + 2),", "= A,"), ("b =", "b ="), (" + 2);", "B(A);")],
    );
}

#[test]
fn a_macro_of_statements() {
    check(
        "#define TWO x = 1; \\\n  y = 2\nvoid f(void) {\n  TWO; z = 3;\n}\n",
        "#define TWO x = 1; y = 2\n\nvoid f(void) {\n  x = 1; y = 2; z = 3;\n}\n",
        &[("y = 2;", "TWO;"), ("x = 1;", "TWO"), ("z = 3;", "z = 3;")],
    );
}

#[test]
fn an_invocation_of_several_lines() {
    check(
        "#define MAX(a,b) ((a)>(b)?(a):(b))\nint f(int x, int y) {\n  return MAX(x,\n     y) + 1;\n}\nint g;\n",
        "#define MAX(a,b) ((a)>(b)?(a):(b))\nint f(int x, int y) {\n  return ((x)>(y)?(x):(y))\n        + 1;\n}\nint g;\n",
        &[
            ("(y))", "MAX(x, y)"),
            ("1;", "1;"),
            ("int g", "int g"),
            ("return ((x)>(y)?(x):(y))\n        + 1", "return MAX(x, y) + 1"),
        ],
    );
}

#[test]
fn a_continued_line() {
    check(
        "#define N 5\nint a = N + \\\n  b; int c;\nint d;\n",
        "#define N 5\nint a = 5 + b; int c;\n\nint d;\n",
        &[("5 + b", "N + \\ b"), ("c", "c"), ("d", "d")],
    );
}

#[test]
fn macros_of_system_headers() {
    // gcc marks their tokens with flag 3 in the middle of the line.
    check(
        "void *p = NULL, *q;\nint after;\n",
        "#define NULL ((void *)0)\n# 1 \"t.c\"\nvoid *p = \n# 1 \"t.c\" 3 4\n         ((void *)0)\n# 1 \"t.c\"\n             , *q;\nint after;\n",
        &[("((void *)0)\n", "NULL"), ("*q", "*q"), ("after", "after")],
    );
}

#[test]
fn computed_names_and_strings() {
    check(
        "#define T(x) #x, __LINE__\nint a = f(T(a + b)), c;\n",
        "#define T(x) #x, __LINE__\nint a = f(\"a + b\", 2), c;\n",
        &[("\"a + b\"", "T(a + b)"), ("2)", "T(a + b))"), ("c;", "c;")],
    );
}

#[test]
fn expansions_that_we_cannot_follow() {
    check(
        "int a = ODD(1, 2) + b; int c;\n",
        "int a = x y z 1 2 3 + b; int c;\n",
        &[("b;", "b;"), ("c;", "c;"), ("int a", "int a")],
    );
}

#[test]
fn an_empty_macro() {
    check(
        "#define API\nAPI int f(void) API;\n",
        "#define API\n int f(void) ;\n",
        &[("int", "int"), ("f", "f"), ("int f(void)", "int f(void)")],
    );
}

#[test]
fn an_empty_macro_of_several_lines() {
    check(
        "#define TRACE(x)\nvoid f(void) {\n  TRACE((err,\n    \"text\",\n    x)); y();\n}\n",
        "#define TRACE(x)\nvoid f(void) {\n \n\n          ; y();\n}\n",
        &[("y()", "y()"), ("; y", "; y")],
    );
}

#[test]
fn a_string_of_several_lines() {
    check(
        "#define N 5\nchar *s = \"one\\\ntwo\"; int n = N, k;\nint m;\n",
        "#define N 5\nchar *s = \"onetwo\"; int n = 5, k;\n\nint m;\n",
        &[("n = 5", "n = N"), ("k", "k"), ("m;", "m;")],
    );
}

#[test]
fn a_definition_with_a_long_comment() {
    check(
        "#define A 1 /* one\n   line */\n#define HAS(x,p) (((x) & (p)) != 0)\nint f(int x) {\n  if (HAS(x, A) && x) { y(); }\n  z();\n}\n",
        "#define A 1 /* one\n   line */\n\n#define HAS(x,p) (((x) & (p)) != 0)\nint f(int x) {\n  if ((((x) & (1 /* one\n   line */)) != 0) && x) { y(); }\n# 6 \"t.c\"\n  z();\n}\n",
        &[("y()", "y()"), ("!= 0) && x", "HAS(x, A) && x"), ("z", "z")],
    );
}

#[test]
fn a_contract_beside_a_macro() {
    check(
        "#define N 5\nint a[N]; /*@ requires x > N;\n  requires y; */ int f(int x);\n",
        "#define N 5\nint a[5]; /*@ requires x > N;\n  requires y; */ int f(int x);\n",
        &[
            ("requires x > N;", "requires x > N;"),
            ("requires y;", "requires y;"),
            ("int f", "int f"),
        ],
    );
}

#[test]
fn files_and_system_headers() {
    let text = "# 0 \"t.c\"\n# 1 \"/usr/include/x.h\" 1 3 4\nint x;\n# 2 \"t.c\" 2\nint y;\n# 1 \"own.h\" 1\nint z;\n# 4 \"t.c\" 2\nint w;\n";
    let original = "#include <x.h>\nint y;\n#include \"own.h\"\nint w;\n";
    let unit = read(text.to_owned(), &|name| match name {
        "t.c" => Some(original.to_owned()),
        "own.h" => Some("int z;\n".to_owned()),
        _ => None,
    });
    let at = |what: &str| {
        let lo = unit.map.text.rfind(what).expect("there") as u32;
        let loc = unit.map.locate(lo).expect("located");
        let file = &unit.map.files[loc.file];
        format!("{}:{}:{} {}", file.name, loc.line, loc.col, file.system)
    };
    assert_eq!(at("x;"), "/usr/include/x.h:1:5 true");
    assert_eq!(at("y;"), "t.c:2:5 false");
    assert_eq!(at("z;"), "own.h:1:5 false");
    assert_eq!(at("w;"), "t.c:4:5 false");
}

#[test]
fn rubbish_is_no_problem() {
    for text in [
        "",
        "#",
        "# 1",
        "# 1 \"",
        "# 99999999999 \"x\"\n",
        "/* open",
        "#define",
        "#define (",
        "\"open\n# 1 \"a\" 3\nx",
    ] {
        let unit = read(text.to_owned(), &|_| Some("a b c /* \n#".to_owned()));
        assert_eq!(unit.map.text, text);
    }
}
