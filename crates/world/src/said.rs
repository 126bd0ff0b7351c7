//! The one sentence of every premise, and what would make it the user's.

use crate::premise::Quantity;
use crate::{Outside, Premise};
use ir::{Func, LoopId, Program, Restraint};
use std::fmt;

/// A premise as people read it.
pub struct Said<'a> {
    program: &'a Program,
    /// The function under test.
    func: Func,
    premise: &'a Premise,
}

impl Premise {
    /// As people read it, of a function under test.
    pub fn said<'a>(&'a self, program: &'a Program, func: Func) -> Said<'a> {
        Said { program, func, premise: self }
    }
}

impl fmt::Display for Said<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (param, name) = (|index: u32| self.param(index), |func: Func| self.function(func));
        match self.premise {
            Premise::Clause(number) => write!(f, "{}", self.clause(*number)),
            Premise::Precondition(pre) => write!(f, "{} does not return 0", name(*pre)),
            Premise::Most(quantity, most) => write!(f, "{} <= {most}", self.counted(quantity)),
            Premise::StartsArray(path) => {
                write!(f, "{} leads to the start of an array", path.name(self.program, self.func))
            }
            Premise::BeforeEnd(path) => {
                let name = path.name(self.program, self.func);
                write!(f, "{name} does not lead just behind an array inside of other data")
            }
            Premise::NotNull(p) => write!(f, "{} is not NULL", param(*p)),
            Premise::DataStartsArrays => {
                write!(f, "pointers inside data lead to the start of an array")
            }
            Premise::Apart(p, q) => write!(f, "{} and {} lie apart", param(*p), param(*q)),
            Premise::NotInside(outside) => self.outside(f, *outside),
            Premise::NotAnyPart(p) => write!(f, "{} leads to no part of other data", param(*p)),
            Premise::NoElement(shape) => {
                let name = self.program.spelling(*shape);
                write!(f, "pointers inside data to {name} lead to the start of an array")
            }
            Premise::OneArray(p, q) => {
                write!(f, "{} and {} lead into one array", param(*p), param(*q))
            }
            Premise::Range(path) => {
                let name = path.name(self.program, self.func);
                write!(f, "{name} and what it is compared with lead into one array")
            }
            Premise::Allocated => write!(f, "what pointers of the input lead to was allocated"),
            Premise::AllocationSucceeds => write!(f, "allocation succeeds"),
            Premise::OutputSucceeds => write!(f, "what is written to streams arrives"),
            Premise::WeakAsHere(func) => match self.program.funcs[*func].body {
                Some(_) => write!(f, "weak {} is the one of this file", name(*func)),
                None => write!(f, "weak {} is there", name(*func)),
            },
            Premise::ProgramNamed => write!(f, "the program is given its own name"),
            Premise::FirstCall(global) => {
                let name = &self.program.globals[*global].name;
                match name.split_once('.') {
                    Some((func, name)) => {
                        write!(f, "static {name} of {func} has its initial value")
                    }
                    None => write!(f, "static {name} has its initial value"),
                }
            }
            Premise::OneInterrupt(left) => {
                let name = &self.program.globals[*left].name;
                let handler = name.strip_prefix(ir::INTERRUPTS_LEFT).unwrap_or(name);
                write!(f, "{handler} runs at most once")
            }
            Premise::VolatileStill => write!(f, "volatile memory stands still"),
            Premise::StubWritesNothing(func) => write!(f, "{} writes nothing", name(*func)),
            Premise::Restrained(func, what) => self.restrained(f, *func, *what),
            Premise::OnlyValid(p) => {
                write!(f, "{} has no elements but those of `\\valid`", param(*p))
            }
            Premise::Aligned => write!(f, "accesses are aligned for their types"),
            Premise::Lacks(gap) => write!(f, "{}", gap.said(self.program)),
        }
    }
}

impl Said<'_> {
    /// The bound that it is, if it is one: what is counted, and how far.
    pub fn bound(&self) -> Option<(String, u64)> {
        match self.premise {
            Premise::Most(quantity, most) => Some((self.counted(quantity), *most)),
            _ => None,
        }
    }

    /// What to write to make it the user's: a clause where one says it, else the option.
    pub fn ask(&self) -> String {
        match self.premise {
            Premise::NotNull(p) => format!("requires \\valid({});", self.param(*p)),
            Premise::Clause(_) | Premise::Precondition(_) | Premise::Lacks(_) => String::new(),
            _ => format!("--assume {}", self.premise.name()),
        }
    }

    fn param(&self, index: u32) -> &str {
        &self.program.funcs[self.func].params[index as usize].name
    }

    fn function(&self, func: Func) -> &str {
        &self.program.funcs[func].name
    }

    fn clause(&self, number: u32) -> &str {
        let contract = self.program.funcs[self.func].contract.as_ref();
        &contract.expect("a clause should be one of a contract").requires[number as usize].text
    }

    fn counted(&self, quantity: &Quantity) -> String {
        let path = |path: &crate::AccessPath| path.name(self.program, self.func);
        match quantity {
            Quantity::Length(of) => format!("length of {}", path(of)),
            Quantity::Before(of) => format!("elements before {}", path(of)),
            Quantity::Element(of) => format!("element of {}", path(of)),
            Quantity::Moved(of) => format!("elements used of {} and what overlaps it", path(of)),
            Quantity::Asked(index) => format!("elements of {}", self.param(*index)),
            Quantity::Objects => "objects behind pointers inside data".to_owned(),
            Quantity::Linked => "linked objects that a clause asks for".to_owned(),
            Quantity::Allocated => "bytes allocated at once".to_owned(),
            Quantity::Scanned => "bytes that a library function looks at".to_owned(),
            Quantity::Written(func) => format!("length of {}()", self.function(*func)),
            Quantity::Turns(func, id) => format!("turns of {}", self.a_loop(*func, *id)),
            Quantity::AnyTurns => "turns of a loop".to_owned(),
            Quantity::Calls(func) => format!("active calls of {}", self.function(*func)),
            Quantity::Steps => "steps of the whole function".to_owned(),
            Quantity::Events => "branches of a path".to_owned(),
            Quantity::PathSteps => "steps of a path".to_owned(),
            Quantity::ClauseTurns(func) => format!("turns of a loop of `{}`", self.function(*func)),
            Quantity::ClauseCalls(func) => format!("active calls of `{}`", self.function(*func)),
            Quantity::ClauseTerms(func) => format!("terms of `{}`", self.function(*func)),
        }
    }

    /// A loop by its place among those that are written in a function.
    fn a_loop(&self, func: Func, id: LoopId) -> String {
        let loops = &self.program.body(func).loops;
        let written = || loops.iter().filter(|(_, data)| data.source);
        let name = self.function(func);
        match written().position(|(other, _)| other == id) {
            Some(_) if written().count() == 1 => format!("the loop in {name}"),
            Some(before) => format!("loop {} in {name}", before + 1),
            None => format!("a jump back in {name}"),
        }
    }

    fn restrained(&self, f: &mut fmt::Formatter<'_>, func: Func, what: Restraint) -> fmt::Result {
        let name = self.function(func);
        match what {
            Restraint::ThroughUntyped(param) => {
                write!(f, "{name} writes nothing through its parameter {param}")
            }
            Restraint::ThroughInPart(param) => {
                write!(f, "{name} writes numbers only through its parameter {param}")
            }
            Restraint::Bytes(param) => write!(
                f,
                "{name} writes numbers only through its parameter {param}, as many bytes as parameter {} says",
                param + 1
            ),
            Restraint::Global(global) => {
                let global = &self.program.globals[global].name;
                write!(f, "{name} does not change all of {global}")
            }
            Restraint::Globals => write!(f, "{name} writes no global variable"),
            Restraint::Elsewhere => {
                write!(f, "{name} writes nothing but global variables and what it is given")
            }
            Restraint::OtherResults => {
                write!(f, "{name} returns NULL, what it is given, or one object of its own")
            }
            Restraint::NewResults => write!(f, "{name} returns NULL or what it is given"),
        }
    }

    fn outside(&self, f: &mut fmt::Formatter<'_>, outside: Outside) -> fmt::Result {
        let param = |index: u32| self.param(index);
        match outside {
            Outside::OfParam(part, whole) => {
                write!(f, "{} leads to no member of what {} leads to", param(part), param(whole))
            }
            Outside::OfData(part, whole) => {
                let whole = self.program.spelling(whole);
                write!(f, "{} leads to no member of a {whole} behind pointers", param(part))
            }
            Outside::OfBytes(part) => {
                write!(f, "{} leads to no bytes of other types", param(part))
            }
            Outside::OfGlobals(part) => write!(f, "{} leads to no global", param(part)),
        }
    }
}
