//! What is not modelled: each gap has a name here and one sentence, and nobody compares sentences.

use ir::{Func, Inst, Program, Value};
use std::fmt;

macro_rules! gaps {
    ($($(#[$doc:meta])* $name:ident = $sentence:literal;)*) => {
        /// Something that executors do not model.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Gap {
            $(#[doc = $sentence] $name,)*
            /// What the front end could not express, at an instruction.
            Construct(Func, Value),
            /// A call of a function that is not modelled.
            Call(Func),
            /// A call of a function without a body that takes a pointer.
            TakesPointer(Func),
            /// A call of a function without a body that returns a pointer.
            ReturnsPointer(Func),
        }

        impl Gap {
            /// The sentence of a gap that names nothing of the program.
            fn plain(self) -> Option<&'static str> {
                match self {
                    $(Self::$name => Some($sentence),)*
                    _ => None,
                }
            }
        }
    };
}

gaps! {
    ForeignConstant = "a constant that is defined elsewhere";
    InputType = "an input of a type that is not modelled";
    MixedUnion = "a union of a pointer and a number";
    AllocationArguments = "an allocation with arguments that are not modelled";
    NoAllocation = "the successor of what is no allocation";
    Format = "text that is printed or read by a format that is not modelled";
    JumpMerged = "setjmp where paths are merged";
    JumpOut = "a longjmp to where the caller was";
    LibraryOperand = "a library function on something that is no pointer";
    LongBlock = "a block of memory that there was no time or room for";
    LibraryPointerBytes = "bytes of a pointer in a library function";
    LivesSometimes = "a local that lives on some paths only";
    ReturnedSometimes = "a value that is not always returned";
    PointerUsedAsInteger = "a pointer used as an integer";
    VariableArguments = "variable arguments";
    Callee = "a call through a function pointer that is not modelled";
    OpenCallee = "a call through a function pointer that depends on inputs";
    NanBits = "the sign and payload of a NaN that was computed";
    SignOfZero = "the sign of `fmin` or `fmax` of zeros of both signs";
    OddLongDouble = "a pattern of `long double` that no computation gives";
    IntegerMadePointer = "an integer made a pointer";
    PointerMadeInteger = "a pointer made an integer";
    MadeByLoop = "an object that a loop makes anew";
    ChangedByLoop = "a pointer that a loop changes";
    ManyLogged = "more accesses to an array of any length than are followed";
    NoElement = "an access to an array of any length that is none of an element";
    PointerBytes = "a pointer read byte by byte";
    PassedAsInteger = "a pointer passed as an integer";
    ManyValues = "an index with too many possible values";
    BitsNoInteger = "a bit-field that is no integer";
    OpenBlock = "a block of memory whose place depends on inputs";
    NoFunction = "a function pointer of the input whose type no function here has";
    BeyondObjects = "a pointer inside input data, beyond the objects we make";
    ManyPlaces = "a pointer of the input that may lead to too many places";
    LeadsNowhere = "a pointer that leads nowhere";
    NoCell = "an access to no cell";
    IntegerReadAsPointer = "integer bytes read as a pointer";
    PointerReadAsInteger = "a pointer read as an integer";
    Padding = "what stands between the members of a structure of the input";
    MathErrno = "`errno` after a function of <math.h>";
    LastDigits = "the last digits of a function such as `sin` or `exp`, in which libraries differ";
    SamePlace = "whether a block lies where one lay before";
    MixedData = "memory that holds different kinds of data depending on inputs";
    NoResult = "a call without a result used as a pointer";
    PointerSometimes = "a pointer that is not always returned";
    IntegerUsedAsPointer = "an integer used as a pointer";
    StubWrites = "a function that is defined elsewhere writes what is no number";
    KeptPointer = "a pointer that a static variable keeps from call to call";
    FixedAddress = "memory at a fixed address";
    OpenRegion = "device memory beyond what the code shows of it: say how large it is in [region.NAME]";
    NumberAsPointer = "a pointer of the input that is a number in disguise, as `(void *)-1`";
}

impl Gap {
    /// Could a walk over paths go on where merged execution cannot?
    pub fn may_be_walked(self) -> bool {
        matches!(self, Self::MixedUnion | Self::OpenCallee | Self::JumpMerged)
    }

    /// Its sentence.
    pub fn said(self, program: &Program) -> impl fmt::Display {
        let name = |func: Func| &program.funcs[func].name;
        match self {
            Self::Construct(func, inst) => match &program.body(func).insts[inst] {
                Inst::Unsupported(reason) => reason.clone(),
                other => unreachable!("{other:?} is supported"),
            },
            Self::Call(func) => format!("call of `{}`, which is not modelled", name(func)),
            Self::TakesPointer(func) => {
                format!("call of `{}`, which has no body and takes a pointer", name(func))
            }
            Self::ReturnsPointer(func) => {
                format!("call of `{}`, which has no body and returns a pointer", name(func))
            }
            plain => plain.plain().expect("the others have a sentence of their own").to_owned(),
        }
    }
}
