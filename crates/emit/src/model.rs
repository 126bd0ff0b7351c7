//! Functions without a body as C: what they leave behind is made of numbers that tests choose.
//!
//! Such a function may write through each pointer that is not to `const`, as many elements as are there, and through a `void *` as
//! many bytes as the parameter behind it says; may write the global
//! variables that others can see; returns a structure number by number; and as pointer returns NULL, what it was given, or an
//! object of its own. Each number comes from a function without a body and without parameters, a *piece*, which a test can tell
//! what to return. What a function could do beyond that is said with it.
//!
//! There are two texts of one meaning. The unit under test has calls of [`COUNT`] and [`WRITE`], which the engines know; for
//! compiled code [`MACROS`] stand in their places. Test files have loops that people read, without what no test of the file makes
//! use of.

mod library;
mod result;
mod trim;
mod write;

pub use library::{LibraryUse, library_model};
pub(crate) use trim::{text, trimmed};

use crate::declarator::{declare, declare_spelled, type_name};
use std::fmt::Write;
use suite::{
    CALL_TOLD, CType, External, Granted, ModelLine, Restraint, Stub, TypeId, Types, Wanted,
};

/// Says how many elements are written: `count(to, size, least, more)`.
const COUNT: &str = "__probant_count";
/// Says how many bytes are written to a buffer: `bytes(to, most, fewer)`.
const BYTES: &str = "__probant_bytes";
/// Writes one number of each element: `write(to, at, stride, n, value)`.
const WRITE: &str = "__probant_write";

/// Their prototypes, for the unit under test; the parentheses keep macros of the same names away.
pub const DECLARATIONS: &str = "\
unsigned long (__probant_count)(void *, unsigned long, unsigned long, void *);
unsigned long (__probant_bytes)(void *, unsigned long, void *);
void (__probant_write)(void *, unsigned long, unsigned long, unsigned long, void *);
void (__probant_beyond)(void);
";

/// What they are in compiled code, where the script of a test never says more than there is room for.
pub const MACROS: &str = r"
#define __probant_beyond() ((void)0)
#define __probant_count(to, size, least, more) \
    ((to) ? (unsigned long)((int)(least) + more()) : 0UL)
#define __probant_bytes(to, most, fewer) ((to) ? (most) - fewer() : 0UL)
#define __probant_write(to, at, stride, n, value) \
    do { \
        unsigned long __probant_i; \
        for (__probant_i = 0; __probant_i < (n); __probant_i++) \
            *(__typeof__(value()) *)((char *)(to) + (at) + __probant_i * (stride)) = value(); \
    } while (0)
";

/// What stands in for a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// C text for the unit under test.
    pub text: String,
    /// The same for test files.
    pub lines: Vec<ModelLine>,
    /// Prototypes of the functions that it calls, which tests define.
    pub pieces: String,
    /// What it does not do.
    pub granted: Vec<Granted>,
}

/// What surrounds the functions that models stand for.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The global variables that they may write.
    pub globals: &'a [External],
    /// Whether the code frees memory: what they return is then allocated.
    pub frees: bool,
    /// Whether tests look at how they are called.
    pub told: bool,
    /// What is known of blocks of memory that the function gives or takes.
    pub memory: Memory,
    /// Whether the code looks at `errno`, which each function of elsewhere may set.
    pub errno: bool,
}

/// What a function does with blocks of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Nothing that is known.
    Untold,
    /// Each call returns another block; of how many bytes a parameter says, if one does.
    Gives(Option<usize>),
    /// It frees the block that this parameter leads to.
    Takes(usize),
}

/// A model of a function, if it needs one and there is one.
pub fn model(types: &Types, stub: &Stub, around: Surroundings<'_>) -> Option<Model> {
    // What is passed in memory, or leads there, is nothing that a plain result could stand for.
    let is_plain =
        |ty: &TypeId| matches!(types.get(*ty), CType::Void | CType::Int(_) | CType::Float { .. });
    let needs_none = is_plain(&stub.returns)
        && around.globals.is_empty()
        && !around.errno
        && stub.params.iter().all(is_plain);
    if needs_none {
        return None;
    }
    written_model(types, stub, around)
}

/// A model of a function of the C library that nothing else is known of.
pub fn system_model(types: &Types, stub: &Stub, errno: bool) -> Option<Model> {
    let memory = Memory::Untold;
    let around = Surroundings { globals: &[], frees: false, told: false, memory, errno };
    written_model(types, stub, around)
}

fn written_model(types: &Types, stub: &Stub, around: Surroundings<'_>) -> Option<Model> {
    // Declared without a prototype, it may be called with anything.
    if stub.noreturn || (stub.variadic && stub.params.is_empty()) {
        return None;
    }
    let mut writer = Writer {
        types,
        stub,
        allocates: around.frees || matches!(around.memory, Memory::Gives(_)),
        size: match around.memory {
            Memory::Gives(size) => size,
            Memory::Untold | Memory::Takes(_) => None,
        },
        pieces: Vec::new(),
        unit: String::new(),
        lines: Vec::new(),
        granted: Vec::new(),
    };
    if around.told {
        writer.tell();
    }
    if around.errno {
        writer.errno();
    }
    for (index, &param) in stub.params.iter().enumerate() {
        writer.parameter(index, param);
    }
    for global in around.globals {
        writer.global(global);
    }
    writer.grant(Restraint::Elsewhere);
    if let Memory::Takes(param) = around.memory {
        writer.both("extern void free(void *);");
        writer.both(&format!("free(a{param});"));
    }
    writer.result()?;
    Some(writer.finish())
}

struct Writer<'a> {
    types: &'a Types,
    stub: &'a Stub,
    /// Is an object that is returned allocated?
    allocates: bool,
    /// The parameter that says how large it is.
    size: Option<usize>,
    /// Prototypes of the functions that numbers come from.
    pieces: Vec<String>,
    unit: String,
    lines: Vec<ModelLine>,
    granted: Vec<Granted>,
}

impl Writer<'_> {
    /// A line of both texts.
    fn both(&mut self, line: &str) {
        self.in_unit(line);
        self.in_tests(Wanted::Always, line);
    }

    fn in_unit(&mut self, line: &str) {
        writeln!(self.unit, "    {line}").expect("writing to a string succeeds");
    }

    fn in_tests(&mut self, wanted: Wanted, line: &str) {
        self.lines.push(ModelLine { text: format!("    {line}"), wanted });
    }

    /// Tests look at what the function is given.
    fn tell(&mut self) {
        let (stub, name) = (self.stub, &self.stub.name);
        let params =
            if stub.params.is_empty() { vec!["void".to_owned()] } else { params(self.types, stub) };
        self.pieces.push(format!("void {CALL_TOLD}{name}({});", params.join(", ")));
        let given: Vec<String> = (0..stub.params.len()).map(|index| format!("a{index}")).collect();
        let line = format!("{CALL_TOLD}{name}({});", given.join(", "));
        self.in_unit(&line);
        self.in_tests(Wanted::Told(name.clone()), &line);
    }

    /// `errno` is set to what a test says, if it says something.
    fn errno(&mut self) {
        let piece = self.decision("errno");
        for line in set_errno(&piece, ERRNO_IN_UNIT) {
            self.in_unit(&line);
        }
        for line in set_errno(&piece, "errno") {
            self.in_tests(Wanted::With(piece.clone()), &line);
        }
    }

    fn grant(&mut self, what: Restraint) {
        self.granted.push(Granted { function: self.stub.name.clone(), what });
    }

    /// A function that gives a number of this type.
    fn piece(&mut self, place: &str, ty: TypeId) -> String {
        self.piece_of(place, &type_name(self.types, ty))
    }

    /// A function that decides something: zero unless a test says otherwise.
    fn decision(&mut self, what: &str) -> String {
        self.piece_of(what, "int")
    }

    fn piece_of(&mut self, place: &str, spelling: &str) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: Vec<&str> =
            place.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
        let name = format!("{}_{}", self.stub.name, words.join("_"));
        self.pieces.push(format!("{spelling} {name}(void);"));
        name
    }

    fn finish(self) -> Model {
        let name = &self.stub.name;
        let comment =
            format!("/* {name} has no body here: what it sets and returns, each test says. */");
        let head = head(self.types, self.stub);
        let text = format!("{head}\n{{\n{}}}\n", self.unit);
        let line = |text: &str| ModelLine { text: text.to_owned(), wanted: Wanted::Always };
        let mut lines = vec![line(&comment), line(&head), line("{")];
        lines.extend(self.lines);
        lines.push(line("}"));
        let pieces = self.pieces.join("\n") + "\n";
        Model { text, lines, pieces, granted: self.granted }
    }
}

/// `errno` is no macro any more where models stand.
const ERRNO_IN_UNIT: &str = "*__errno_location()";

/// A function sets `errno` to what a piece says; no function sets it to zero.
fn set_errno(piece: &str, errno: &str) -> [String; 4] {
    [
        "{".to_owned(),
        format!("    int error = {piece}();"),
        format!("    if (error > 0) {errno} = error;"),
        "}".to_owned(),
    ]
}

/// The parameters of a function, called `a0`, `a1`, …
fn params(types: &Types, stub: &Stub) -> Vec<String> {
    let spelled = |index: usize| Some(&stub.spelled.as_ref()?.params[index]);
    let declared = |(index, &ty): (usize, &TypeId)| match spelled(index) {
        Some(spelling) => declare_spelled(spelling, &format!("a{index}")),
        None => declare(types, ty, &format!("a{index}")),
    };
    stub.params.iter().enumerate().map(declared).collect()
}

/// The head of a function's definition, its parameters called `a0`, `a1`, …
pub(crate) fn head(types: &Types, stub: &Stub) -> String {
    let mut params = params(types, stub);
    let is_old = stub.variadic && params.is_empty();
    if stub.variadic && !is_old {
        params.push("...".into());
    }
    let params = match params.as_slice() {
        // Declared without a prototype, or not at all.
        [] if is_old => String::new(),
        [] => "void".into(),
        _ => params.join(", "),
    };
    let named = format!("{}({params})", stub.name);
    match &stub.spelled {
        Some(spelled) => declare_spelled(&spelled.returns, &named),
        None => declare(types, stub.returns, &named),
    }
}

#[cfg(test)]
mod tests;
