//! Functions of the C library whose results come from outside the program: files, the clock, chance. They are scripted as
//! functions of elsewhere are, but what they can return and write is narrower than their types, and is told here in C.
//!
//! `library.c` has a paragraph for each: its name, the functions that numbers come from, and its body, whose parameters are
//! `a0`, `a1` and so on. `READ(to, most, length, byte)` reads `n` bytes; `BEYOND` is where the model ends. A line `WITH_UNGETC` is there
//! where the code puts characters back. A function that is
//! `like` another has its body, with names of its own; one that `calls back` is given functions that run later, which is not tried.

use super::{COUNT, ERRNO_IN_UNIT, Model, WRITE, head, set_errno};
use suite::{Granted, ModelLine, Restraint, Stub, Types, Wanted};

const TEXT: &str = include_str!("library.c");

/// A paragraph of the library, with the names of its function.
struct Paragraph {
    pieces: Vec<String>,
    body: Vec<String>,
    /// Is it given functions that run later?
    calls_back: bool,
}

/// What the code uses besides a function, so that the function does something about it.
#[derive(Clone, Copy, Debug)]
pub struct LibraryUse {
    /// It looks at `errno`.
    pub errno: bool,
    /// It puts characters back into streams.
    pub ungetc: bool,
}

impl LibraryUse {
    /// A line as it stands if nothing is said of when it is there.
    fn kept(self, line: &str) -> Option<String> {
        match line.split_once("WITH_UNGETC ") {
            Some((indent, rest)) => self.ungetc.then(|| format!("{indent}{rest}")),
            None => Some(line.to_owned()),
        }
    }
}

/// The model of a library function that is scripted in a way of its own.
pub fn library_model(types: &Types, stub: &Stub, used: LibraryUse) -> Option<Model> {
    let Paragraph { mut pieces, body, calls_back } = paragraph(&stub.name)?;
    let body: Vec<String> = body.iter().filter_map(|line| used.kept(line)).collect();
    let (head, name) = (head(types, stub), &stub.name);
    let unused = (0..stub.params.len()).map(|index| format!("    (void)a{index};"));
    let first_statement = body.iter().position(|line| !is_declaration(line)).unwrap_or(0);
    let mut first: Vec<String> = body[..first_statement].to_vec();
    first.extend(unused);
    let rest = &body[first_statement..];
    let text = |lines: &[String]| lines.iter().map(|line| in_unit(line)).collect::<String>();
    let (mut in_unit, mut in_test) = (text(&first), as_read(&first));
    // What never fails, as `rand`, has nothing to say of it.
    if used.errno && body.iter().any(|line| line.contains("-1;") || line.contains("return 0")) {
        let piece = format!("{name}_errno");
        pieces.push(format!("int {piece}(void);"));
        in_unit.extend(set_errno(&piece, ERRNO_IN_UNIT).map(|line| format!("    {line}\n")));
        let wanted = Wanted::With(piece.clone());
        let line = |line| ModelLine { text: format!("    {line}"), wanted: wanted.clone() };
        in_test.extend(set_errno(&piece, "errno").map(line));
    }
    in_unit.push_str(&text(rest));
    in_test.extend(as_read(rest));
    let comment = match pieces.as_slice() {
        [] => format!("/* {name} as tests have it. */"),
        _ => format!("/* {name} of the library is scripted: each test says what comes of it. */"),
    };
    let mut lines = vec![always(comment), always(head.clone()), always("{".to_owned())];
    lines.extend(in_test);
    lines.push(always("}".to_owned()));
    let pieces = pieces.iter().flat_map(|piece| [piece.as_str(), "\n"]).collect();
    // What it was given to call may run at any time, and change anything.
    let what = Restraint::Globals;
    let granted = if calls_back { vec![Granted { function: name.clone(), what }] } else { vec![] };
    Some(Model { text: format!("{head}\n{{\n{in_unit}}}\n"), lines, pieces, granted })
}

fn always(text: String) -> ModelLine {
    ModelLine { text, wanted: Wanted::Always }
}

/// Lines as people read them.
fn as_read(lines: &[String]) -> Vec<ModelLine> {
    lines.iter().flat_map(|line| in_tests(line)).map(always).collect()
}

/// Is a line of a body one of the declarations that it begins with?
fn is_declaration(line: &str) -> bool {
    let words = ["extern ", "static ", "unsigned ", "char ", "long ", "int ", "__builtin_va_list "];
    words.iter().any(|word| line.trim_start().starts_with(word))
}

fn paragraph(name: &str) -> Option<Paragraph> {
    let mut paragraphs = TEXT.split("\n\n");
    let text = paragraphs.find(|text| text.split_whitespace().next() == Some(name))?;
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if let Some((_, other)) = first.split_once(" like ") {
        return alike(name, other.trim());
    }
    let is_body = |line: &&str| line.starts_with(' ');
    let of = |wanted: bool| {
        let lines = rest.lines().filter(|line| !line.is_empty() && is_body(line) == wanted);
        lines.map(str::to_owned).collect()
    };
    let calls_back = first.ends_with(" calls back");
    Some(Paragraph { pieces: of(false), body: of(true), calls_back })
}

/// The paragraph of another function under a new name, and with other parameters if that is said, one change after the other.
fn alike(name: &str, other: &str) -> Option<Paragraph> {
    let mut words = other.split(' ');
    let (other, changes) = (words.next()?, words.filter_map(|change| change.split_once('=')));
    let changes: Vec<(&str, &str)> = changes.collect();
    let Paragraph { pieces, body, calls_back } = paragraph(other)?;
    let renamed = |line: &String| {
        let line = line.replace(&format!("{other}_"), &format!("{name}_"));
        changes.iter().fold(line, |line, (from, to)| line.replace(from, to))
    };
    Some(Paragraph {
        pieces: pieces.iter().map(renamed).collect(),
        body: body.iter().map(renamed).collect(),
        calls_back,
    })
}

/// A line as engines read it.
fn in_unit(line: &str) -> String {
    if let Some([to, most, length, byte]) = reading(line) {
        return format!(
            "    n = {COUNT}((void *){to}, 1, 0, {length});\n    \
             if (n > (unsigned long)({most}))\n        n = (unsigned long)({most});\n    \
             {WRITE}((void *){to}, 0, 1, n, {byte});\n"
        );
    }
    format!("{}\n", line.replace("BEYOND", "__probant_beyond();"))
}

/// The same as people read it.
fn in_tests(line: &str) -> Vec<String> {
    if let Some([to, most, length, byte]) = reading(line) {
        return vec![
            format!("    n = {to} ? (unsigned long){length}() : 0;"),
            format!("    if (n > (unsigned long)({most}))"),
            format!("        n = (unsigned long)({most});"),
            "    {".to_owned(),
            "        unsigned long i;".to_owned(),
            "        for (i = 0; i < n; i++)".to_owned(),
            format!("            ((char *){to})[i] = {byte}();"),
            "    }".to_owned(),
        ];
    }
    vec![line.replace("BEYOND", ";")]
}

fn reading(line: &str) -> Option<[&str; 4]> {
    let args = line.trim().strip_prefix("READ(")?.strip_suffix(')')?;
    let args: Vec<&str> = args.split(", ").collect();
    args.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use suite::CType;

    const NOTHING: LibraryUse = LibraryUse { errno: false, ungetc: false };

    #[test]
    fn a_function_that_is_like_another_has_names_of_its_own() {
        let mut types = Types::new();
        let int = types.int("int", 32, true);
        let void = types.add(CType::Void);
        let stream = types.pointer(void);
        let stub = Stub {
            name: "getc".to_owned(),
            returns: int,
            params: vec![stream],
            variadic: false,
            noreturn: false,
            spelled: None,
        };
        let model = library_model(&types, &stub, NOTHING).expect("it is in the library");
        assert_eq!(model.pieces, "int getc_more(void);\nunsigned char getc_byte(void);\n");
        assert_eq!(
            model.text,
            "int getc(void *a0)\n{\n    (void)a0;\n    if (!getc_more())\n        return -1;\n    \
             return getc_byte();\n}\n"
        );
        assert!(
            library_model(&types, &Stub { name: "fgetcs".to_owned(), ..stub }, NOTHING).is_none()
        );
    }
}
