//! What models look like, for the unit and for test files.

use super::*;

const AROUND: Surroundings<'_> =
    Surroundings { globals: &[], frees: false, told: false, memory: Memory::Untold, errno: false };

fn stub(returns: TypeId, params: Vec<TypeId>) -> Stub {
    Stub { name: "f".to_owned(), returns, params, variadic: false, noreturn: false, spelled: None }
}

fn lines(model: &Model) -> String {
    let mark = |line: &ModelLine| match &line.wanted {
        Wanted::Always => "  ",
        Wanted::With(_) => "+ ",
        Wanted::Without(_) => "- ",
        Wanted::Told(_) => "! ",
    };
    model.lines.iter().flat_map(|line| [mark(line), line.text.as_str(), "\n"]).collect()
}

#[test]
fn what_is_written_comes_from_functions_of_numbers() {
    let mut types = Types::new();
    let int = types.int("int", 32, true);
    let pointer = types.pointer(int);
    let model = model(&types, &stub(int, vec![pointer, int]), AROUND).expect("a model");
    assert_eq!(
        model.text,
        "int f(int *a0, int a1)\n{\n    {\n        \
         unsigned long n = __probant_count((void *)a0, sizeof *(a0), 1, f_a0_more);\n        \
         __probant_write((void *)a0, 0, sizeof *(a0), n, f_a0);\n    }\n    \
         (void)a1;\n    return f_result();\n}\n"
    );
    assert_eq!(model.pieces, "int f_a0_more(void);\nint f_a0(void);\nint f_result(void);\n");
    assert_eq!(
        lines(&model),
        "  /* f has no body here: what it sets and returns, each test says. */
  int f(int *a0, int a1)
  {
+     {
+         unsigned long i, n = a0 ? 1 + f_a0_more() : 0;
+         for (i = 0; i < n; i++) {
+             a0[i] = f_a0();
+         }
+     }
-     if (a0) {
-         *a0 = f_a0();
-     }
      (void)a1;
      return f_result();
  }
"
    );
    let granted: Vec<&Restraint> = model.granted.iter().map(|it| &it.what).collect();
    assert_eq!(granted, [&Restraint::Elsewhere]);
}

#[test]
fn numbers_alone_need_none_and_what_has_no_type_is_left_alone() {
    let mut types = Types::new();
    let (int, void) = (types.int("int", 32, true), types.add(CType::Void));
    let anything = types.pointer(void);
    assert_eq!(model(&types, &stub(int, vec![int]), AROUND), None);
    let model = model(&types, &stub(int, vec![anything]), AROUND).expect("a model");
    assert_eq!(model.granted[0].what, Restraint::ThroughUntyped(1));
}

#[test]
fn exported_variables_are_written_where_a_test_says_so() {
    let mut types = Types::new();
    let (int, void) = (types.int("int", 32, true), types.add(CType::Void));
    let ready = External { name: "ready".to_owned(), ty: int, is_const: false, is_volatile: false };
    let model = model(&types, &stub(void, vec![]), Surroundings { globals: &[ready], ..AROUND })
        .expect("a model");
    assert_eq!(
        lines(&model),
        "  /* f has no body here: what it sets and returns, each test says. */
  void f(void)
  {
+     if (f_sets_ready()) {
+         ready = f_ready();
+     }
  }
"
    );
}

#[test]
fn a_pointer_that_was_given_may_be_returned() {
    let mut types = Types::new();
    let char = types.add(CType::Int(suite::IntType {
        spelling: "char".to_owned(),
        bits: 8,
        signed: true,
        is_char: true,
        names: Vec::new(),
    }));
    let text = types.add(CType::Pointer { to: char, to_const: true });
    let model = model(&types, &stub(text, vec![text]), AROUND).expect("a model");
    assert!(model.text.contains("if (f_returns_a0())\n        return a0;"), "{}", model.text);
    assert!(model.text.contains("__probant_count(object + 1, 1, 0, f_length)"), "{}", model.text);
}
