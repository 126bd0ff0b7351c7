//! The verifier: what every reader of the IR may take for granted.
//!
//! The rules are the variants of [`Rule`]; each says in one sentence what should hold, and each is broken by a test of its own.
//! A violation names its rule and the entity that breaks it. Nothing is repaired and nothing panics, however broken the
//! program: ids that lead nowhere are reported before anything is looked up through them.
//!
//! What the verifier does not know: whether the program means what its C meant.

mod body;
mod inst;
mod logic;
mod program;

use crate::{Func, Program};
use std::fmt::{self, Display};

macro_rules! rules {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal,)*) => {
        /// What should hold of a program.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule { $($(#[doc = $doc])* $variant,)* }

        impl Rule {
            /// Every rule.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Its name in messages.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

rules! {
    // -- program
    /// A pointer takes 4 or 8 bytes.
    Target = "target",
    /// Alignments are powers of two, and integer types have 1, 8, 16, 32, 64 or 128 bits.
    Layout = "layout",
    /// Initial cells of a global lie inside it, in order, without overlap, and lead to globals and functions that exist.
    Init = "init",
    /// A shape leads to shapes that exist, and contains itself only through pointers; its scalar type suits its kind.
    Shape = "shape",
    /// In a formula operands stand before their node and have the kind that the node asks for; the root is the last node and a
    /// truth value; parameters and globals exist and have the type that the node says; `\result` occurs only in `ensures` of
    /// a function that has one.
    Formula = "formula",
    /// A bound variable is used only in the body of its quantifier, and has one quantifier.
    Bound = "bound",

    // -- the tree of regions
    /// Every instruction stands in exactly one place of one region.
    Place = "place",
    /// Every region is the root or belongs to exactly one instruction.
    Region = "region",
    /// Nothing follows a terminator in its region.
    Terminator = "terminator",
    /// `leave` names a block around it, and every label belongs to at most one block.
    Label = "label",
    /// `next` and `turn` name a loop around them, and every loop of the table has at most one instruction.
    Loop = "loop",

    // -- values and types
    /// Every id leads to an entry of its table.
    Id = "id",
    /// An operand is defined earlier in the same region or in one around it.
    Scope = "scope",
    /// Instructions that yield have a type, statements have none, and operands are instructions that yield.
    Yield = "yield",
    /// Operands have the types that the operation asks for.
    Operand = "operand",
    /// The result has the type that the operation gives.
    Result = "result",
    /// A constant has no bits above its width.
    Constant = "constant",
    /// `get` and `set` are for registers, `addr.local`, `dead` and `live.sized` for objects.
    Register = "register",
    /// A bit-field has at least one bit and lies within its unit, which is an integer of at least 8 bits.
    Bits = "bits",
    /// `variadic` stands in a function that takes variable arguments.
    Variadic = "variadic",
    /// The stride of pointer arithmetic is at least 1.
    Stride = "stride",

    // -- functions
    /// The parameters of a body are distinct registers with the types of the signature.
    Params = "params",
    /// A call passes what the signature asks for (and more only if it is variadic) and yields only what it gives.
    Call = "call",
    /// `return` gives the type of the signature or nothing.
    Return = "return",

    // -- tables
    /// The conditions in the tree of a decision are those that name it, each once.
    Decision = "decision",
    /// The arms of a switch are sorted, disjoint, not empty and lead to its targets; the targets are blocks around it, as
    /// many as its entry in the table has.
    Switch = "switch",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Which rule.
    pub rule: Rule,
    /// In which function, unless it is about the program.
    pub func: Option<Func>,
    /// The entity, as the text format spells it.
    pub entity: String,
    /// What should hold and does not.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(func) = self.func {
            write!(f, "{func} ")?;
        }
        write!(f, "{}: {} [{}]", self.entity, self.message, self.rule)
    }
}

/// All violations in a program, in the order of its text.
pub fn verify(program: &Program) -> Vec<Violation> {
    let mut report = Report::default();
    program::check(program, &mut report);
    for func in program.funcs.keys() {
        report.func = Some(func);
        body::check(program, func, &mut report);
    }
    report.violations
}

/// Where violations are gathered.
#[derive(Default)]
struct Report {
    func: Option<Func>,
    violations: Vec<Violation>,
}

impl Report {
    fn add(&mut self, rule: Rule, entity: impl Copy + Display, message: impl Into<String>) {
        self.violations.push(Violation {
            rule,
            func: self.func,
            entity: entity.to_string(),
            message: message.into(),
        });
    }

    /// Adds a violation unless the condition holds; returns the condition.
    fn check(
        &mut self,
        holds: bool,
        rule: Rule,
        entity: impl Copy + Display,
        message: impl FnOnce() -> String,
    ) -> bool {
        if !holds {
            self.add(rule, entity, message());
        }
        holds
    }
}

#[cfg(test)]
mod tests;
