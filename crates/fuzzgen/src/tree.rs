//! A random program as a tree, close enough to C to be printed and small enough to be shrunk.
//!
//! Names are indices: of functions, globals, and locals of a function (its parameters come first).
//! The tree says what is an integer, a pointer or a structure, so that no rule of C's typing has to be checked.
//! Whoever builds it sees to it that no two effects are unsequenced, no order of evaluation matters and every loop ends.

/// An integer type.
#[allow(missing_docs, reason = "the names are C's")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Int {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
}

impl Int {
    /// C's spelling.
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Bool => "_Bool",
            Self::Char => "char",
            Self::SChar => "signed char",
            Self::UChar => "unsigned char",
            Self::Short => "short",
            Self::UShort => "unsigned short",
            Self::Int => "int",
            Self::UInt => "unsigned int",
            Self::Long => "long",
            Self::ULong => "unsigned long",
            Self::LLong => "long long",
            Self::ULLong => "unsigned long long",
        }
    }

    /// Least and greatest value on LP64.
    pub fn limits(self) -> (i128, i128) {
        let signed = |bits: u32| (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
        let unsigned = |bits: u32| (0, (1i128 << bits) - 1);
        match self {
            Self::Bool => unsigned(1),
            Self::Char | Self::SChar => signed(8),
            Self::UChar => unsigned(8),
            Self::Short => signed(16),
            Self::UShort => unsigned(16),
            Self::Int => signed(32),
            Self::UInt => unsigned(32),
            Self::Long | Self::LLong => signed(64),
            Self::ULong | Self::ULLong => unsigned(64),
        }
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    /// An integer type by its own name.
    Int(Int),
    /// An integer type by a name of the program.
    Typedef(usize),
    /// An enumeration.
    Enum(usize),
    /// A structure.
    Struct(usize),
    /// An array.
    Array(Box<Ty>, u32),
    /// A pointer.
    Ptr(Box<Ty>),
}

/// A translation unit with one function under test.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// Names for integer types.
    pub typedefs: Vec<Int>,
    /// Values of the constants of each enumeration.
    pub enums: Vec<Vec<i64>>,
    /// Members of each structure.
    pub structs: Vec<Vec<Ty>>,
    /// Global variables.
    pub globals: Vec<GlobalVar>,
    /// Functions; each calls only earlier ones and itself. The last is under test.
    pub funcs: Vec<Function>,
}

/// A global variable.
#[derive(Clone, PartialEq, Debug)]
pub struct GlobalVar {
    /// Its type.
    pub ty: Ty,
    /// Its initialiser: constants.
    pub init: Init,
    /// What it is to the function under test.
    pub role: Role,
}

/// What a global is to the function under test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An integer input in this range.
    Input(i128, i128),
    /// Always as initialised on entry.
    State,
    /// Never written.
    Const,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its result, an integer.
    pub ret: Ty,
    /// How many of the locals are parameters.
    pub n_params: usize,
    /// Ranges of the parameters, for the function under test.
    pub ranges: Vec<(i128, i128)>,
    /// Types of locals.
    pub locals: Vec<Ty>,
    /// Does it write anything that outlives it?
    pub effects: bool,
    /// What it does.
    pub body: Block,
}

/// Statements between braces.
pub type Block = Vec<Stmt>;

/// An initialiser.
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    /// An integer.
    Int(Expr),
    /// A pointer.
    Ptr(Ptr),
    /// A copy of a structure.
    Copy(Place),
    /// Elements or members in order; fewer than there are leave zeros.
    List(Vec<Init>),
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// An expression for its effect.
    Expr(Expr),
    /// A local comes to life.
    Decl {
        /// Which.
        local: usize,
        /// `static`: the initialiser is constant and it is never written.
        fixed: bool,
        /// Its initialiser.
        init: Option<Init>,
    },
    /// A pointer is assigned.
    SetPtr(Place, Ptr),
    /// A structure is assigned.
    SetStruct(Place, Place),
    /// `if`.
    If(Expr, Block, Option<Block>),
    /// A loop of few turns.
    Loop(Box<Loop>),
    /// `switch`.
    Switch(Expr, Vec<Group>),
    /// Out of the innermost loop or switch.
    Break,
    /// To the next turn of the innermost loop.
    Continue,
    /// To the end of an enclosing [`Stmt::Labelled`].
    Goto(usize),
    /// A block with a label at its end.
    Labelled(usize, Block),
    /// Leaves the function.
    Return(Expr),
}

/// A loop that a counter of its own ends at last.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// Its form.
    pub kind: LoopKind,
    /// The counter: an `int` local that nothing else writes.
    pub counter: usize,
    /// The most turns: small for every input.
    pub bound: Expr,
    /// What else must hold for another turn.
    pub cond: Option<Expr>,
    /// Is that asked before the counter is?
    pub cond_first: bool,
    /// Entered in the middle by a goto if this holds: the label, and before which statement of the body it stands.
    pub entry: Option<(Expr, usize, usize)>,
    /// What is repeated.
    pub body: Block,
}

/// The forms of loops.
#[allow(missing_docs, reason = "the names are C's")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    For,
    While,
    Do,
}

/// Labels of a switch and what follows them.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// `case` values; `None` is `default`.
    pub labels: Vec<Option<i64>>,
    /// What they lead to.
    pub body: Block,
    /// Does it run on into the next group?
    pub falls: bool,
}

/// A unary operator.
#[allow(missing_docs, reason = "the names are C's")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnOp {
    Plus,
    Minus,
    Complement,
    Not,
}

/// A binary operator.
#[allow(missing_docs, reason = "the names are C's")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    LogicAnd,
    LogicOr,
}

impl BinOp {
    /// C's spelling.
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::LogicAnd => "&&",
            Self::LogicOr => "||",
        }
    }
}

/// An expression of integer type.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A constant of a type no narrower than `int`.
    Const(i128, Int),
    /// A character constant.
    Char(u8),
    /// A constant of an enumeration.
    Named(usize, usize),
    /// The value of a variable, element or member.
    Load(Place),
    /// A unary operation.
    Unary(UnOp, Box<Expr>),
    /// A binary operation.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `?:`.
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A conversion.
    Cast(Ty, Box<Expr>),
    /// `=`, or `+=` and its kin.
    Assign(Place, Option<BinOp>, Box<Expr>),
    /// `++` or `--`, before or after.
    Step {
        /// What is stepped.
        place: Place,
        /// Up or down?
        up: bool,
        /// Is the value the one before?
        after: bool,
    },
    /// `,`.
    Comma(Box<Expr>, Box<Expr>),
    /// A call of an earlier function or of itself.
    Call(usize, Vec<Arg>),
    /// A comparison of pointers.
    Compare(BinOp, Ptr, Ptr),
    /// A difference of pointers.
    Distance(Ptr, Ptr),
    /// `sizeof`.
    SizeOf(Ty),
}

/// An argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// An integer.
    Int(Expr),
    /// A pointer.
    Ptr(Ptr),
    /// A structure by value.
    Struct(Place),
}

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Var {
    /// A global.
    Global(usize),
    /// A local of the function at hand.
    Local(usize),
}

/// Something that has an address.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// A variable.
    Var(Var),
    /// A member of a structure.
    Member(Box<Place>, usize),
    /// An element of an array.
    Element(Box<Place>, Box<Expr>),
    /// What a pointer leads to.
    Target(Box<Ptr>),
}

/// An expression of pointer type.
#[derive(Clone, PartialEq, Debug)]
pub enum Ptr {
    /// The null pointer.
    Null,
    /// An address.
    Of(Place),
    /// The value of a pointer variable.
    Load(Place),
    /// An array that decays.
    Decay(Place),
    /// Pointer arithmetic.
    Plus(Box<Ptr>, Box<Expr>),
}

impl Program {
    /// The function under test.
    pub fn entry(&self) -> &Function {
        self.funcs.last().expect("a program should have a function under test")
    }

    /// The integer type behind a type, if it is one.
    pub fn int(&self, ty: &Ty) -> Option<Int> {
        match ty {
            Ty::Int(int) => Some(*int),
            Ty::Typedef(index) => Some(self.typedefs[*index]),
            // gcc gives an enumeration an unsigned type unless a constant is negative.
            Ty::Enum(index) if self.enums[*index].iter().any(|&value| value < 0) => Some(Int::Int),
            Ty::Enum(_) => Some(Int::UInt),
            Ty::Struct(_) | Ty::Array(..) | Ty::Ptr(_) => None,
        }
    }
}
