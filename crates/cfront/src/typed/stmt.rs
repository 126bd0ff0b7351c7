//! Statements and annotations of the typed tree.

use super::{ExprId, InitId, LabelId, LocalId, StmtId};
use crate::logic::PredId;
use source::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its text.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`, or what an error left.
    Null,
    /// An expression whose value is not used.
    Expr(ExprId),
    /// A local comes to life, and is initialised if it has an initialiser. `static` and `extern` ones leave no statement.
    Decl {
        /// The variable; its scope is the enclosing compound or `for`.
        local: LocalId,
        /// Its initial value.
        init: Option<InitId>,
    },
    /// `{ … }`.
    Compound {
        /// Locals declared directly in it, in order.
        scope: Vec<LocalId>,
        /// Its statements.
        stmts: Vec<StmtId>,
    },
    /// `if`.
    If {
        /// The condition.
        cond: ExprId,
        /// The statement run if it holds.
        then: StmtId,
        /// The one run if not.
        other: Option<StmtId>,
    },
    /// `while`.
    While {
        /// The condition.
        cond: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do … while`.
    DoWhile {
        /// The body.
        body: StmtId,
        /// The condition.
        cond: ExprId,
    },
    /// `for`.
    For {
        /// Locals declared in its head.
        scope: Vec<LocalId>,
        /// What runs first.
        init: Vec<StmtId>,
        /// The condition; none means true.
        cond: Option<ExprId>,
        /// What runs after each turn.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch`.
    Switch {
        /// The promoted value.
        value: ExprId,
        /// The body.
        body: StmtId,
        /// Its case labels in order of the text.
        cases: Vec<SwitchCase>,
        /// Its [`StmtKind::Default`] statement.
        default: Option<StmtId>,
    },
    /// `case v:` before a statement; the values are in the enclosing [`StmtKind::Switch`].
    Case(StmtId),
    /// `default:` before a statement.
    Default(StmtId),
    /// `name:` before a statement.
    Label {
        /// The label.
        label: LabelId,
        /// The statement.
        body: StmtId,
    },
    /// `goto name;`.
    Goto(LabelId),
    /// `goto *p;`.
    ComputedGoto(ExprId),
    /// `break;`.
    Break,
    /// `continue;`.
    Continue,
    /// `return;` or `return v;`, `v` converted to the result type.
    Return(Option<ExprId>),
    /// `asm`: not modelled, except that an empty template is a barrier to the optimiser and does nothing.
    Asm {
        /// The template.
        template: String,
        /// Lvalues that it writes.
        outputs: Vec<ExprId>,
        /// Values (or lvalues, for memory operands) that it reads.
        inputs: Vec<ExprId>,
        /// Does each output keep its value where the template does nothing (`+r`)?
        keeps: bool,
        /// May it jump to labels?
        jumps: bool,
    },
    /// `//@ assert P;` and the like.
    Annotation(Annotation),
    /// What we do not model (a nested function, for one).
    Unsupported(String),
}

/// One case label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchCase {
    /// First value, in the type of the switch's value.
    pub lo: i128,
    /// Last value; equal to `lo` unless it is a GNU range.
    pub hi: i128,
    /// The [`StmtKind::Case`] statement.
    pub target: StmtId,
    /// The label's text, from `case` to the value.
    pub span: Span,
}

/// An annotation in a body.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// What it asks.
    pub kind: AnnotationKind,
    /// The predicate; its [`crate::logic::PredKind::Unsupported`] says why it could not be typed.
    pub pred: PredId,
    /// Its text.
    pub text: String,
}

/// Kinds of annotation in a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnnotationKind {
    /// `assert P;`: holds here.
    Assert,
    /// `loop invariant P;`: holds at each turn of the loop that follows.
    LoopInvariant,
    /// Anything else; always unsupported.
    Other,
}
