//! What a function can get to: the functions that it calls or names, and the globals that these name.

use ir::{
    BinOp, Body, Callee, CastOp, CodeView, Func, Global, InitValue, Inst, Program, Value, View,
};
use std::collections::BTreeSet;

/// What tells by its result whether something could be written to a stream.
const WRITING: [&str; 13] = [
    "fflush",
    "fprintf",
    "fputc",
    "fputs",
    "fwrite",
    "printf",
    "putc",
    "putchar",
    "puts",
    "setvbuf",
    "vfprintf",
    "vprintf",
    "putchar_unlocked",
];

/// Functions of the library that allocate.
const ALLOCATORS: &[&str] = &["malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup"];
/// Functions of `<math.h>` that may set `errno`, without the letter for their type.
const SETTING_ERRNO: &[&str] = &[
    "sqrt",
    "fmod",
    "remainder",
    "remquo",
    "ldexp",
    "scalbn",
    "scalbln",
    "fdim",
    "fma",
    "nextafter",
    "nexttoward",
    "lrint",
    "llrint",
    "lround",
    "llround",
    "ilogb",
    "logb",
];
/// Those that give memory back.
const RELEASERS: &[&str] = &["free", "realloc", "reallocarray"];

/// A function and what it calls or names, all the way down. A call through a pointer may lead to every function of the unit.
pub fn reachable(program: &Program, func: Func) -> Vec<Func> {
    let mut reached = vec![func];
    let mut seen = BTreeSet::from([func]);
    let mut next = 0;
    while let Some(&func) = reached.get(next) {
        next += 1;
        let Some(body) = &program.funcs[func].body else { continue };
        reached.extend(body.insts.values().filter_map(mentioned).filter(|&it| seen.insert(it)));
        if body.insts.values().any(calls_through_pointer) {
            reached.extend(program.funcs.keys().filter(|&it| seen.insert(it)));
        }
    }
    reached
}

/// A function and what it calls or names, all the way down, with all that tables of the program name: where no pointer comes from
/// outside, a call through a pointer leads to no other.
pub(crate) fn named_functions(program: &Program, func: Func) -> Vec<Func> {
    let cells = program.globals.values().filter_map(|global| global.init.as_ref()).flatten();
    let tabled = cells.filter_map(|cell| match cell.value {
        InitValue::Func(func) => Some(func),
        _ => None,
    });
    let mut seen = BTreeSet::from([func]);
    let mut reached = vec![func];
    reached.extend(tabled.filter(|&it| seen.insert(it)));
    let mut next = 0;
    while let Some(&func) = reached.get(next) {
        next += 1;
        let Some(body) = &program.funcs[func].body else { continue };
        reached.extend(body.insts.values().filter_map(mentioned).filter(|&it| seen.insert(it)));
    }
    reached
}

fn calls_through_pointer(inst: &Inst) -> bool {
    matches!(inst, Inst::Call { callee: Callee::Indirect(..), .. })
}

/// The function that an instruction calls or names.
pub fn mentioned(inst: &Inst) -> Option<Func> {
    match inst {
        Inst::Call { callee: Callee::Direct(func), .. } | Inst::AddrFunc(func) => Some(*func),
        _ => None,
    }
}

/// The global that an instruction names.
pub fn named(inst: &Inst) -> Option<Global> {
    match inst {
        Inst::AddrGlobal(global) => Some(*global),
        _ => None,
    }
}

/// The globals that a function, or what it calls, names.
pub fn named_globals(program: &Program, func: Func) -> BTreeSet<Global> {
    Reach::of(program, func).globals()
}

/// The code that a function under test can get to.
pub struct Reach<'p> {
    /// The program.
    pub program: &'p Program,
    /// The function under test.
    pub func: Func,
    /// It and what it calls or names, in the order in which they are met.
    pub funcs: Vec<Func>,
}

impl<'p> Reach<'p> {
    pub(crate) fn of(program: &'p Program, func: Func) -> Self {
        Self { program, func, funcs: reachable(program, func) }
    }

    /// The functions that have a body.
    pub fn bodies(&self) -> impl Iterator<Item = (Func, &'p Body)> {
        let program = self.program;
        self.funcs.iter().filter_map(move |&func| Some((func, program.funcs[func].body.as_ref()?)))
    }

    /// All instructions.
    pub fn insts(&self) -> impl Iterator<Item = &'p Inst> {
        self.bodies().flat_map(|(_, body)| body.insts.values())
    }

    /// Functions that are defined elsewhere, of the library or not.
    pub fn foreign(&self) -> impl Iterator<Item = Func> {
        self.funcs.iter().copied().filter(|&func| self.program.funcs[func].body.is_none())
    }

    fn names_one_of(&self, names: &[&str]) -> bool {
        self.foreign().any(|func| names.contains(&self.program.funcs[func].name.as_str()))
    }

    /// Is memory given back?
    pub fn frees(&self) -> bool {
        self.names_one_of(RELEASERS)
    }

    /// Is memory allocated?
    pub fn allocates(&self) -> bool {
        self.names_one_of(ALLOCATORS)
    }

    /// The globals that are named.
    pub fn globals(&self) -> BTreeSet<Global> {
        self.insts().filter_map(named).collect()
    }

    /// The globals that the user's code names, not what stands in for functions of elsewhere.
    pub(crate) fn own_globals(&self) -> BTreeSet<Global> {
        let own = self.bodies().filter(|(func, _)| !self.program.funcs[*func].system);
        own.flat_map(|(_, body)| body.insts.values()).filter_map(named).collect()
    }

    /// The conversions of pointers.
    pub(crate) fn views(&self) -> Vec<View> {
        let views = self.bodies().flat_map(|(_, body)| body.views.iter().copied());
        let found: BTreeSet<View> = views.collect();
        found.into_iter().collect()
    }

    /// The conversions into pointers to functions.
    pub(crate) fn code_views(&self) -> Vec<CodeView> {
        let views = self.bodies().flat_map(|(_, body)| body.code_views.iter().copied());
        let found: BTreeSet<CodeView> = views.collect();
        found.into_iter().collect()
    }

    /// May it be told whether a function of the library found an error: is `errno` looked at?
    pub(crate) fn asks_errno(&self) -> bool {
        self.calls(|name| matches!(name, "__errno_location" | "__errno" | "__error"))
    }

    /// Does it call functions of `<math.h>` that may set `errno`, which no model of them does?
    pub(crate) fn calls_math(&self) -> bool {
        self.calls(|name| SETTING_ERRNO.contains(&name.strip_suffix(['f', 'l']).unwrap_or(name)))
    }

    /// Is it looked at whether something could be written to a stream?
    pub(crate) fn asks_output(&self) -> bool {
        let is_writer = |inst: &Inst| match inst {
            Inst::Call { callee: Callee::Direct(func), .. } => {
                WRITING.contains(&self.program.funcs[*func].name.as_str())
            }
            _ => false,
        };
        self.bodies().any(|(_, body)| {
            let mut used = body.insts.values().flat_map(Inst::operands);
            used.any(|value| is_writer(&body.insts[value]))
        })
    }

    /// Does it call a function of such a name?
    fn calls(&self, is_one: impl Fn(&str) -> bool) -> bool {
        self.insts().any(|inst| match inst {
            Inst::Call { callee: Callee::Direct(func), .. } => {
                is_one(&self.program.funcs[*func].name)
            }
            _ => false,
        })
    }

    /// The sizes of elements that pointers are moved by.
    pub(crate) fn strides(&self) -> BTreeSet<u64> {
        let strides = self.insts().filter_map(|inst| match inst {
            Inst::PtrAdd { size, .. } => Some(*size),
            _ => None,
        });
        strides.collect()
    }

    /// Are pointers compared where there are some that were made of numbers other than zero, such as `(void *)-1`?
    pub(crate) fn compares_with_numbers(&self) -> bool {
        let is_made = |body: &Body, inst: &Inst| match inst {
            Inst::Cast(CastOp::IntToPtr, _, of) => {
                constant(body, *of).is_some_and(|bits| bits != 0)
            }
            _ => false,
        };
        let makes = |(_, body): (Func, &Body)| body.insts.values().any(|inst| is_made(body, inst));
        let compares = |inst: &Inst| matches!(inst, Inst::Binary(op, ..) if op.compares_pointers());
        self.bodies().any(makes) && self.insts().any(compares)
    }

    /// Are pointers ordered or subtracted? Then they lead into one object, or the run is wrong.
    pub(crate) fn orders_pointers(&self) -> bool {
        self.insts().any(|inst| {
            matches!(inst, Inst::PtrDiff { .. } | Inst::Binary(BinOp::PtrLt | BinOp::PtrLe, ..))
        })
    }

    /// The functions in whose place another file may have its own: those that are called, and those that need not be there where
    /// their address is looked at.
    pub(crate) fn weak(&self) -> BTreeSet<Func> {
        let data = |func: Func| &self.program.funcs[func];
        let named = self.insts().filter_map(|inst| match *inst {
            Inst::Call { callee: Callee::Direct(func), .. } => {
                Some((func, data(func).body.is_some()))
            }
            Inst::AddrFunc(func) => Some((func, true)),
            _ => None,
        });
        let replaced = named.filter(|&(func, is_told)| is_told && data(func).weak);
        replaced.map(|(func, _)| func).filter(|&func| func != self.func).collect()
    }

    /// The last element that some pointer is moved to by a constant.
    pub(crate) fn last_named_element(&self) -> u64 {
        let indices = self.bodies().flat_map(|(_, body)| {
            let index = |inst: &Inst| match inst {
                // Those that are larger may be below zero.
                Inst::PtrAdd { index, .. } => constant(body, *index).filter(|&it| it < 1 << 31),
                _ => None,
            };
            body.insts.values().filter_map(index)
        });
        indices.max().unwrap_or(0) as u64
    }
}

/// The bits of the number that a value is, before it was made wider.
fn constant(body: &Body, value: Value) -> Option<u128> {
    match body.insts[value] {
        Inst::Int(_, bits) => Some(bits),
        Inst::Cast(CastOp::Sext | CastOp::Zext, _, of) => constant(body, of),
        _ => None,
    }
}
