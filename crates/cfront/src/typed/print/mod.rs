//! The typed tree as text: S-expressions for expressions, one statement a line. For `inspect` and for tests.
//!
//! Printing works off a stack of pieces still to print, so its depth does not follow that of the tree.
//! Types are shown where they change: at casts, literals other than `int`, loads of bit-fields, declarations.

mod expr;
mod logic;
mod stmt;

pub(crate) use expr::{binary_text, compare_text};

use super::{
    Callee, ConstValue, Definition, ExprId, FuncId, Global, GlobalId, InitId, Linkage, LocalId,
    StmtId, Unit,
};
use crate::logic::{PredId, TermId};

/// Prints everything: records, objects, functions.
pub fn print(unit: &Unit) -> String {
    let mut printer = Printer::new(unit);
    for (_, record) in unit.records.iter().filter(|(_, record)| record.complete) {
        printer.record(record);
    }
    for id in unit.globals.keys() {
        printer.global(id);
    }
    for id in unit.funcs.keys() {
        printer.func(id);
    }
    printer.out
}

/// Prints one function.
pub fn print_func(unit: &Unit, func: FuncId) -> String {
    let mut printer = Printer::new(unit);
    printer.func(func);
    printer.out
}

/// Prints one expression.
pub fn print_expr(unit: &Unit, expr: ExprId) -> String {
    let mut printer = Printer::new(unit);
    printer.run(vec![Piece::Expr(expr)]);
    printer.out
}

/// Prints one predicate.
pub fn print_pred(unit: &Unit, pred: PredId) -> String {
    let mut printer = Printer::new(unit);
    printer.run(vec![Piece::Pred(pred)]);
    printer.out
}

/// Deeper than this nobody sees the indentation.
const MAX_INDENT: usize = 40;

/// Something still to print.
enum Piece {
    Expr(ExprId),
    Stmt(StmtId),
    Init(InitId),
    Term(TermId),
    Pred(PredId),
    Text(String),
    /// A new line at the current indentation.
    Line,
    Deeper,
    Shallower,
}

struct Printer<'u> {
    unit: &'u Unit,
    out: String,
    indent: usize,
    todo: Vec<Piece>,
}

impl<'u> Printer<'u> {
    fn new(unit: &'u Unit) -> Self {
        Self { unit, out: String::new(), indent: 0, todo: Vec::new() }
    }

    /// Prints these pieces, and what they are made of, in order.
    fn run(&mut self, pieces: Vec<Piece>) {
        self.push(pieces);
        while let Some(piece) = self.todo.pop() {
            match piece {
                Piece::Expr(id) => self.expr(id),
                Piece::Stmt(id) => self.stmt(id),
                Piece::Init(id) => self.init(id),
                Piece::Term(id) => self.term(id),
                Piece::Pred(id) => self.pred(id),
                Piece::Text(text) => self.out.push_str(&text),
                Piece::Line => {
                    self.out.push('\n');
                    let width = 2 * self.indent.min(MAX_INDENT);
                    self.out.extend(std::iter::repeat_n(' ', width));
                }
                Piece::Deeper => self.indent += 1,
                Piece::Shallower => self.indent -= 1,
            }
        }
    }

    fn say(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Puts pieces in front of what is still to print.
    fn push(&mut self, pieces: Vec<Piece>) {
        self.todo.extend(pieces.into_iter().rev());
    }

    /// `(head part part)`.
    fn form(&mut self, head: impl Into<String>, parts: Vec<Piece>) {
        let mut pieces = vec![text("("), Piece::Text(head.into())];
        for part in parts {
            pieces.push(text(" "));
            pieces.push(part);
        }
        pieces.push(text(")"));
        self.push(pieces);
    }

    fn record(&mut self, record: &crate::types::Record) {
        let name = record.tag.as_deref().or(record.typedef_name.as_deref()).unwrap_or("unnamed");
        self.say(&format!("record {name}: size {}, align {}\n", record.size, record.align));
        for field in &record.fields {
            let name = field.name.as_deref().unwrap_or("");
            let declaration = self.unit.spell_as(field.ty, name, field.alias.as_ref());
            let bits = field
                .bits
                .map_or_else(String::new, |bits| format!(" bits {}+{}", bits.offset, bits.width));
            self.say(&format!("  {declaration} at {}{bits}\n", field.offset));
        }
    }

    fn global(&mut self, id: GlobalId) {
        let global = &self.unit.globals[id];
        let declaration = self.unit.spell_as(global.ty, &global.name, global.alias.as_ref());
        self.say(&format!("global {id} {}{declaration}", linkage(global)));
        if let Some(init) = &global.init {
            let cells: Vec<_> = init.cells.iter().map(|cell| self.static_cell(cell)).collect();
            self.say(&format!(" = {{{}}}", cells.join(", ")));
        }
        self.out.push('\n');
    }

    fn static_cell(&self, cell: &super::StaticCell) -> String {
        let bits =
            cell.bits.map_or_else(String::new, |bits| format!(":{}+{}", bits.offset, bits.width));
        format!("{}{bits}: {}", cell.offset, self.constant(&cell.value))
    }

    fn constant(&self, value: &ConstValue) -> String {
        match value {
            ConstValue::Int(value) => value.to_string(),
            ConstValue::Float(bits) => format!("0x{:x}f", bits.0),
            ConstValue::Addr(base, offset) => {
                let base = match base {
                    super::AddrBase::Global(id) => &self.unit.globals[*id].name,
                    super::AddrBase::Func(id) => &self.unit.funcs[*id].name,
                    super::AddrBase::Label(id) => &self.unit.labels[*id].name,
                };
                if *offset == 0 { format!("&{base}") } else { format!("&{base}{offset:+}") }
            }
            ConstValue::Bytes(bytes) => format!("\"{}\"", bytes.escape_ascii()),
        }
    }

    fn func(&mut self, id: FuncId) {
        let func = &self.unit.funcs[id];
        let declaration = self.unit.spell(crate::types::QualTy::plain(func.ty), &func.name);
        let words = [
            (func.linkage == Linkage::Internal, "static "),
            (func.inline, "inline "),
            (func.noreturn, "noreturn "),
            (func.weak, "weak "),
            (func.around_main, "around-main "),
            (func.implicit, "implicit "),
        ];
        let words: String = words.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
        self.say(&format!("func {id} {words}{declaration}"));
        self.indent += 1;
        if let Some(contract) = &func.contract {
            self.contract(contract);
        }
        if let Some(body) = func.body {
            let params: Vec<_> = func.params.iter().map(|&local| self.local(local)).collect();
            self.run(vec![Piece::Line, Piece::Text(format!("params {}", params.join(" ")))]);
            self.run(vec![Piece::Line, Piece::Stmt(body)]);
        }
        self.indent -= 1;
        self.out.push('\n');
    }

    /// How a local is referred to: by its id where the name alone would not do.
    fn local(&self, id: LocalId) -> String {
        let name = &self.unit.locals[id].name;
        if name.is_empty() || name.starts_with('.') { format!("{id}{name}") } else { name.clone() }
    }

    fn callee(&self, callee: Callee) -> Piece {
        match callee {
            Callee::Direct(id) => Piece::Text(self.unit.funcs[id].name.clone()),
            Callee::Pointer(expr) => Piece::Expr(expr),
        }
    }
}

fn text(text: &str) -> Piece {
    Piece::Text(text.to_owned())
}

fn linkage(global: &Global) -> &'static str {
    match (global.linkage, global.definition) {
        (Linkage::Internal | Linkage::None, _) => "static ",
        (Linkage::External, Definition::Extern) => "extern ",
        (Linkage::External, Definition::Tentative) => "tentative ",
        (Linkage::External, Definition::Defined) => "",
    }
}
