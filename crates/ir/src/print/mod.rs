//! The text format, writing: one declaration or instruction a line, indentation by region.
//!
//! Tables come in the order of their ids, so the text needs few ids of its own: functions and globals are written `@name`
//! where the name is unambiguous and `f3` or `g3` where it is not. A yielding instruction is `v3 = add.s i32 v1, v2`;
//! a statement has an id too, but it is written (`v5: store v1, v2`) only where the reader would not number it alike:
//! statements get the ids that no yielding instruction has, in the order in which their text ends.
//!
//! Spans are a side table and are not written; with a [`SourceMap`] the C text of conditions, decisions and switches is
//! added as comments. What the printer writes the parser reads, and prints the same again. Broken programs print too.

mod body;
mod cfg;
mod logic;
mod names;

use crate::logic::Clause;
use crate::{
    ByteOrder, Field, FuncData, GlobalData, InitValue, Linkage, Program, Shape, ShapeId, Signature,
};
pub use cfg::{print_cfg, print_cfg_dot};
pub(crate) use logic::{arith_word, cmp_word};
use names::Names;
use source::{SourceMap, Span};
use std::fmt::Write;

/// The text of a program.
pub fn print(program: &Program) -> String {
    Printer::new(program, None).program()
}

/// The text of a program, with the C text that its tables stand for in comments.
pub fn print_with_source(program: &Program, source: &SourceMap) -> String {
    Printer::new(program, Some(source)).program()
}

/// The text of one function, with the C text that its tables stand for in comments.
pub fn print_func(program: &Program, func: crate::Func, source: Option<&SourceMap>) -> String {
    let mut printer = Printer::new(program, source);
    printer.func(&program.funcs[func]);
    printer.out
}

/// Appends formatted text.
macro_rules! put {
    ($printer:expr, $($arg:tt)*) => {{
        let text = format!($($arg)*);
        $printer.out.push_str(&text);
    }};
}
use put;

struct Printer<'a> {
    program: &'a Program,
    source: Option<&'a SourceMap>,
    names: Names,
    out: String,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, source: Option<&'a SourceMap>) -> Self {
        Self { program, source, names: Names::of(program), out: String::new() }
    }

    fn program(mut self) -> String {
        let program = self.program;
        let target = program.target;
        let int = if target.int_bytes == 4 {
            String::new()
        } else {
            format!(" int {}", target.int_bytes)
        };
        let order = if target.order == ByteOrder::Big { " big" } else { "" };
        put!(self, "target ptr {}{int}{order}\n", target.pointer_bytes);
        for (id, shape) in program.shapes.iter() {
            put!(self, "shape {id} = ");
            self.shape(shape);
            self.out.push('\n');
        }
        for global in program.globals.values() {
            self.global(global);
        }
        for func in program.funcs.values() {
            self.out.push('\n');
            self.func(func);
        }
        self.out
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Int { spelling, ty, signed, character, boolean, names } => {
                put!(self, "int {ty}");
                self.flags(&[
                    (*signed, "signed"),
                    (*character, "character"),
                    (*boolean, "boolean"),
                ]);
                put!(self, " {}", quote(spelling));
                if !names.is_empty() {
                    let list = names.iter().map(|(name, value)| format!("{} {value}", quote(name)));
                    put!(self, " {{ {} }}", list.collect::<Vec<_>>().join(", "));
                }
            }
            Shape::Float { spelling, ty } => put!(self, "float {ty} {}", quote(spelling)),
            Shape::Pointer { to, read_only, restrict, spelling } => {
                put!(self, "pointer");
                if let Some(to) = to {
                    put!(self, " to {to}");
                }
                self.flags(&[(*read_only, "const"), (*restrict, "restrict")]);
                put!(self, " {}", quote(spelling));
            }
            Shape::Code { sig, params, spelling } => {
                put!(self, "code {}", signature_text(sig));
                if !params.is_empty() {
                    let list: Vec<String> = params.iter().map(ToString::to_string).collect();
                    put!(self, " of {{ {} }}", list.join(", "));
                }
                put!(self, " {}", quote(spelling));
            }
            Shape::Array { elem, len } => put!(self, "array {elem} {len}"),
            Shape::Record { spelling, union, fields, size } => {
                let word = if *union { "union" } else { "record" };
                let fields = fields.iter().map(field_text).collect::<Vec<_>>().join(", ");
                put!(self, "{word} {size} {} {{ {fields} }}", quote(spelling));
            }
            Shape::Opaque { spelling, size } => put!(self, "opaque {size} {}", quote(spelling)),
        }
    }

    fn flags(&mut self, flags: &[(bool, &str)]) {
        for (_, word) in flags.iter().filter(|(set, _)| *set) {
            put!(self, " {word}");
        }
    }

    fn global(&mut self, global: &GlobalData) {
        put!(self, "global {} size {} align {}", at(&global.name), global.size, global.align);
        self.flags(&[
            (global.linkage == Linkage::Internal, "internal"),
            (global.constant, "const"),
            (global.volatile, "volatile"),
            (global.hidden, "hidden"),
            (global.open, "open"),
        ]);
        self.shape_of("shape", global.shape);
        if let Some(cells) = &global.init {
            put!(self, " {{");
            for cell in cells {
                put!(self, "\n    {}: ", cell.offset);
                self.init_value(&cell.value);
            }
            put!(self, "{}", if cells.is_empty() { " }" } else { "\n}" });
        }
        self.comment(global.span);
        self.out.push('\n');
    }

    fn shape_of(&mut self, word: &str, shape: Option<ShapeId>) {
        if let Some(shape) = shape {
            put!(self, " {word} {shape}");
        }
    }

    fn init_value(&mut self, value: &InitValue) {
        match value {
            InitValue::Bytes(bytes) => {
                put!(self, "bytes \"");
                for byte in bytes {
                    put!(self, "{byte:02x}");
                }
                self.out.push('"');
            }
            InitValue::Global(global, offset) => {
                put!(self, "global {} {offset}", self.names.global(*global));
            }
            InitValue::Func(func) => put!(self, "func {}", self.names.func(*func)),
        }
    }

    fn func(&mut self, func: &FuncData) {
        put!(self, "func {}{}", at(&func.name), signature_text(&func.sig));
        let internal = func.linkage == Linkage::Internal;
        self.flags(&[
            (internal, "internal"),
            (func.system, "system"),
            (func.linked, "linked"),
            (func.noreturn, "noreturn"),
            (func.weak, "weak"),
        ]);
        self.shape_of("shape", func.ret);
        self.out.push_str(" {");
        self.comment(func.span);
        self.out.push('\n');
        for param in &func.params {
            put!(self, "    param {} {}", param.shape, quote(&param.name));
            if param.elements != 1 {
                put!(self, " elements {}", param.elements);
            }
            put!(self, "\n");
        }
        if let Some(contract) = &func.contract {
            put!(self, "    contract\n");
            contract.requires.iter().for_each(|clause| self.clause("requires", clause));
            contract.ensures.iter().for_each(|clause| self.clause("ensures", clause));
        }
        if let Some(body) = &func.body {
            self.body(body);
        }
        put!(self, "}}\n");
    }

    fn clause(&mut self, word: &str, clause: &Clause) {
        put!(self, "    {word} {}", quote(&clause.text));
        match &clause.meaning {
            Ok(formula) => self.formula(formula),
            Err(reason) => {
                let code = clause.code.map_or(String::new(), |func| format!(" by {func}"));
                put!(self, " unknown {}{code}\n", quote(reason));
            }
        }
    }

    /// The C text of a span as a comment, if we have the source.
    fn comment(&mut self, span: Span) {
        if let Some(source) = self.source.filter(|_| !span.is_none()) {
            put!(self, "  ; {}", source.original(span));
        }
    }
}

fn field_text(field: &Field) -> String {
    let bits = field.bits.map_or(String::new(), |(at, width)| format!(" bits {at} {width}"));
    format!("{}{bits} {} {}", field.offset, field.shape, quote(&field.name))
}

fn signature_text(sig: &Signature) -> String {
    let mut params: Vec<String> = sig.params.iter().map(ToString::to_string).collect();
    if sig.variadic {
        params.push("...".to_owned());
    }
    let ret = sig.ret.map_or(String::new(), |ty| format!(" -> {ty}"));
    format!("({}){ret}", params.join(", "))
}

/// A name after `@`: bare if it is an identifier, quoted otherwise.
fn at(name: &str) -> String {
    if is_identifier(name) { format!("@{name}") } else { format!("@{}", quote(name)) }
}

fn is_identifier(name: &str) -> bool {
    let head = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(head) && name.chars().all(|c| head(c) || c.is_ascii_digit())
}

/// A string literal of the text format: printable ASCII as is, the rest escaped.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            ' '..='~' => out.push(c),
            _ => write!(out, "\\u{{{:x}}}", c as u32).expect("writing to a string should not fail"),
        }
    }
    out.push('"');
    out
}
