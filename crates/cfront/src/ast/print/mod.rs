//! The tree as text: S-expressions, statements and items on lines of their own.
//!
//! Printing works off a stack of things still to print, so its depth does not follow the depth of the tree.
//! The text has no spans and is not read back; it is for people and for tests.

mod decl;
mod expr;
mod logic;
mod stmt;

use super::{
    Ast, AttributeId, ContractId, DeclId, DeclaratorId, ExprId, FunctionId, InitId, Item,
    LogicDefId, LogicId, SpecsId, StaticAssertId, StmtId, TypeNameId,
};
use crate::names::Symbol;
use std::borrow::Cow;

/// Prints all items, one after the other.
pub fn print(ast: &Ast) -> String {
    let mut printer = Printer { ast, out: String::new(), indent: 0, todo: Vec::new() };
    for &item in &ast.items {
        printer.todo.push(Todo::Item(item));
        printer.drain();
        printer.out.push('\n');
    }
    printer.out
}

/// Prints one expression.
pub fn print_expr(ast: &Ast, id: ExprId) -> String {
    let todo = vec![Todo::Expr(id)];
    let mut printer = Printer { ast, out: String::new(), indent: 0, todo };
    printer.drain();
    printer.out
}

/// Deeper than this nobody sees the indentation, and a chain of ten thousand `else if` would print a triangle.
const MAX_INDENT: usize = 60;

/// Something still to print.
enum Todo {
    Item(Item),
    Expr(ExprId),
    Stmt(StmtId),
    Decl(DeclId),
    Function(FunctionId),
    StaticAssert(StaticAssertId),
    Specs(SpecsId),
    Declarator(DeclaratorId),
    TypeName(TypeNameId),
    Init(InitId),
    Attribute(AttributeId),
    Contract(ContractId),
    Logic(LogicId),
    LogicDef(LogicDefId),
    Name(Symbol),
    /// A word, with a space before it where needed.
    Word(Cow<'static, str>),
    /// `(word`
    Open(Cow<'static, str>),
    /// `)`
    Close,
    /// A new line, one level deeper.
    Deeper,
    /// Back one level.
    Shallower,
    /// A new line.
    Line,
}

struct Printer<'a> {
    ast: &'a Ast,
    out: String,
    indent: usize,
    todo: Vec<Todo>,
}

impl Printer<'_> {
    fn drain(&mut self) {
        while let Some(todo) = self.todo.pop() {
            match todo {
                Todo::Item(item) => self.item(item),
                Todo::Expr(id) => self.expr(id),
                Todo::Stmt(id) => self.stmt(id),
                Todo::Decl(id) => self.decl(id),
                Todo::Function(id) => self.function(id),
                Todo::StaticAssert(id) => self.static_assert(id),
                Todo::Specs(id) => self.specs(id),
                Todo::Declarator(id) => self.declarator(id),
                Todo::TypeName(id) => self.type_name(id),
                Todo::Init(id) => self.init(id),
                Todo::Attribute(id) => self.attribute(id),
                Todo::Contract(id) => self.contract(id),
                Todo::Logic(id) => self.logic(id),
                Todo::LogicDef(id) => self.logic_def(id),
                Todo::Name(name) => self.word(&self.ast.names[name]),
                Todo::Word(word) => self.word(&word),
                Todo::Open(word) => self.word(&format!("({word}")),
                Todo::Close => self.out.push(')'),
                Todo::Deeper => self.indent += 1,
                Todo::Shallower => self.indent -= 1,
                Todo::Line => self.line(),
            }
        }
    }

    fn item(&mut self, item: Item) {
        self.push(match item {
            Item::Declaration(id) => Todo::Decl(id),
            Item::Function(id) => Todo::Function(id),
            Item::StaticAssert(id) => Todo::StaticAssert(id),
            Item::Asm(_) => Todo::Word("(asm)".into()),
            Item::Logic(id) => Todo::LogicDef(id),
        });
    }

    fn word(&mut self, word: &str) {
        if !self.out.is_empty() && !self.out.ends_with(['(', ' ', '\n']) {
            self.out.push(' ');
        }
        self.out.push_str(word);
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.indent.min(MAX_INDENT)));
    }

    fn push(&mut self, todo: Todo) {
        self.todo.push(todo);
    }

    /// Schedules `(head parts…)`.
    fn list(&mut self, head: impl Into<Cow<'static, str>>, parts: Vec<Todo>) {
        self.todo.push(Todo::Close);
        self.todo.extend(parts.into_iter().rev());
        self.todo.push(Todo::Open(head.into()));
    }

    /// Schedules things one after the other.
    fn sequence(&mut self, parts: Vec<Todo>) {
        self.todo.extend(parts.into_iter().rev());
    }
}

/// Parts on lines of their own, one level deeper.
fn block(parts: impl IntoIterator<Item = Todo>) -> Vec<Todo> {
    let mut out = vec![Todo::Deeper];
    for part in parts {
        out.extend([Todo::Line, part]);
    }
    out.push(Todo::Shallower);
    out
}

fn word(text: impl Into<Cow<'static, str>>) -> Todo {
    Todo::Word(text.into())
}
