//! Functions that are defined elsewhere: how they are declared, what stands in for them, and what that takes for granted.

use crate::TypeId;

/// A function without a body that the harness defines to return chosen values.
#[derive(Clone, Debug, PartialEq)]
pub struct Stub {
    /// Its name in C.
    pub name: String,
    /// What it returns.
    pub returns: TypeId,
    /// Its parameter types.
    pub params: Vec<TypeId>,
    /// Whether its prototype ends in an ellipsis.
    pub variadic: bool,
    /// Whether it never returns.
    pub noreturn: bool,
    /// The same types in the words of its declaration, where they are known.
    pub spelled: Option<Spelled>,
}

/// How the names of stubs begin that models of functions of elsewhere tell of a call.
pub const CALL_TOLD: &str = "probant_called_";

impl Stub {
    /// The function whose calls tests see where this one is called: that of the model that calls it, or itself.
    pub fn told(&self) -> &str {
        self.name.strip_prefix(CALL_TOLD).unwrap_or(&self.name)
    }
}

/// Types of a prototype as C spells them without a name: `volatile char *`, `int (*)(int)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// What it returns.
    pub returns: String,
    /// Its parameters.
    pub params: Vec<String>,
}

/// A function that stands for reads or writes of a volatile place: in tests that need it, calls of it stand where the source has the
/// place alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// The function: a stub like others, given what is there or what is written.
    pub function: String,
    /// The place as the source has it.
    pub place: String,
    /// What is done.
    pub access: DeviceAccess,
}

/// What is done to a volatile place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceAccess {
    /// It is read: a test says what it shows, and where it says no more it shows what is there.
    Read,
    /// It is written, which tests see.
    Write,
    /// No access: the result of a call before the last of a sequence.
    Result,
}

/// What stands in for a function of elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// The function.
    pub function: String,
    /// Its definition in C.
    pub lines: Vec<ModelLine>,
}

/// A line of what stands in for functions of elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelLine {
    /// C text, with its indentation.
    pub text: String,
    /// Which test files have it.
    pub wanted: Wanted,
}

/// Which test files have a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All.
    Always,
    /// Those in which some test lets this function return something else than zero.
    With(String),
    /// The others: there nobody needs the function.
    Without(String),
    /// Those in which some test expects calls of this function.
    Told(String),
}

/// Something that what stands in for a function of elsewhere does not do, although the function could.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Granted {
    /// The function.
    pub function: String,
    /// What it does not do.
    pub what: Restraint,
}

/// What a function of elsewhere could do, and what stands in for it does not. Parameters are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Restraint {
    /// Writing through a parameter to what has no type here.
    ThroughUntyped(u32),
    /// Writing all of what a parameter leads to: pointers, members of unions and what is too large stay as they are.
    ThroughInPart(u32),
    /// Writing anything but numbers through a parameter, or another number of bytes than the next one says.
    Bytes(u32),
    /// Writing some global variable, or all of it.
    Global(String),
    /// Writing any global variable: there are too many.
    Globals,
    /// Writing what it was not given, other than global variables.
    Elsewhere,
    /// Returning anything but NULL, what it was given, and one object of its own.
    OtherResults,
    /// Returning anything but NULL and what it was given.
    NewResults,
}
