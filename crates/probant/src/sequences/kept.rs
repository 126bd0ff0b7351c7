//! Static variables that calls keep within limits, and who writes them.
//!
//! A variable counts if its address is used to read and write it and for nothing else: then all changes happen in calls of the
//! functions that write it. Others may call these again only where control leaves the file; a function is followed if it does not
//! look at such variables both before and after that.

use super::api::{is_callable, keeps_state};
use ir::{Callee, Func, Global, InitValue, Inst, Program, Region, Shape};
use std::collections::BTreeSet;
use world::{World, reachable};

/// What ends a program, and so no call that anybody goes on from.
const ENDING: [&str; 5] = ["exit", "abort", "_Exit", "_exit", "quick_exit"];
/// What leaves a call without returning.
const LEAVING: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// Integer variables that outlive calls.
pub(super) struct Kept {
    pub(super) statics: Vec<Static>,
    /// The functions that write them.
    pub(super) writers: Vec<Func>,
}

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Static {
    pub(super) global: Global,
    pub(super) first: i128,
    /// The least and the greatest value of its type.
    pub(super) range: (i128, i128),
}

impl Kept {
    /// What a function finds that calls before it have left; none if there is no such thing, or somebody who changes it cannot be
    /// followed.
    pub(super) fn of(program: &Program, func: Func) -> Option<Kept> {
        if !keeps_state(program, func) {
            return None;
        }
        let changed = World::of(program, func).changed_before();
        let statics: Vec<Static> =
            changed.into_iter().filter_map(|it| Static::of(program, it)).collect();
        let globals: BTreeSet<Global> = statics.iter().map(|it| it.global).collect();
        let writes = |func: &Func| {
            accesses(program, *func).any(|(it, is_store)| is_store && globals.contains(&it))
        };
        let writers: Vec<Func> = program.funcs.keys().filter(writes).collect();
        let follows =
            |&func: &Func| is_callable(program, func) && is_followed(program, func, &globals);
        let is_known = writers.iter().chain([&func]).all(follows);
        (is_known && !statics.is_empty()).then_some(Kept { statics, writers })
    }
}

impl Static {
    fn of(program: &Program, global: Global) -> Option<Static> {
        let data = &program.globals[global];
        let Shape::Int { ty, signed, .. } = &program.shapes[data.shape?] else { return None };
        let bits = program.bytes(*ty) * 8;
        if bits > 64 || data.volatile || !is_plain(program, global) {
            return None;
        }
        let range = match (*signed, bits) {
            (true, bits) => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
            (false, bits) => (0, (1_i128 << bits) - 1),
        };
        let as_value = |bytes: u128| {
            let value = bytes as i128 & ((1_i128 << bits) - 1);
            if value > range.1 { value - (1_i128 << bits) } else { value }
        };
        let cell = data.init.as_ref()?.iter().find(|cell| cell.offset == 0);
        let first = match cell.map(|cell| &cell.value) {
            None => 0,
            Some(InitValue::Bytes(bytes)) => as_value(program.number(bytes)),
            Some(InitValue::Global(..) | InitValue::Func(_)) => return None,
        };
        Some(Static { global, first, range })
    }

    /// What the user calls it.
    pub(super) fn name<'p>(&self, program: &'p Program) -> &'p str {
        let name = &program.globals[self.global].name;
        name.split_once('.').map_or(name, |(_, name)| name)
    }
}

/// Is the address of a global used to read and write it, and for nothing else?
fn is_plain(program: &Program, global: Global) -> bool {
    let inits = program.globals.values().filter_map(|data| data.init.as_ref()).flatten();
    let is_there = |value: &InitValue| matches!(value, InitValue::Global(it, _) if *it == global);
    if inits.into_iter().any(|cell| is_there(&cell.value)) {
        return false;
    }
    program.funcs.values().filter_map(|data| data.body.as_ref()).all(|body| {
        let is_address = |value: ir::Value| body.insts[value] == Inst::AddrGlobal(global);
        body.insts.values().all(|inst| match inst {
            Inst::Load { .. } => true,
            Inst::Store { value, .. } => !is_address(*value),
            other => !other.operands().into_iter().any(is_address),
        })
    })
}

/// The globals that a function itself reads and writes by name; whether it writes.
fn accesses(program: &Program, func: Func) -> impl Iterator<Item = (Global, bool)> {
    let body = program.funcs[func].body.as_ref();
    body.into_iter().flat_map(|body| {
        body.insts.values().filter_map(|inst| {
            let (addr, is_store) = match inst {
                Inst::Load { addr, .. } => (addr, false),
                Inst::Store { addr, .. } => (addr, true),
                _ => return None,
            };
            match body.insts[*addr] {
                Inst::AddrGlobal(global) => Some((global, is_store)),
                _ => None,
            }
        })
    })
}

/// Do calls of a function end, or end everything, and do others that it calls find the variables, and leave them, as calls do?
fn is_followed(program: &Program, func: Func, globals: &BTreeSet<Global>) -> bool {
    let ends_well = |&it: &Func| {
        let data = &program.funcs[it];
        let name = data.name.as_str();
        let calls_by_pointer = data.body.as_ref().is_some_and(|body| {
            let is_open =
                |inst: &Inst| matches!(inst, Inst::Call { callee: Callee::Indirect(..), .. });
            body.insts.values().any(is_open)
        });
        let may_leave = data.body.is_none() && data.noreturn && !ENDING.contains(&name);
        !calls_by_pointer && !may_leave && !LEAVING.contains(&name)
    };
    let walk = Walk { program, func, globals };
    reachable(program, func).iter().all(ends_well)
        && walk.region(program.body(func).root).is_some_and(|events| !straddles(&events))
}

/// What an instruction does that matters to variables that others may change meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    /// It looks at one, or changes it.
    Access,
    /// Control leaves the file.
    Leaves,
}

/// Is something accessed both before and after control leaves the file?
fn straddles(events: &[Event]) -> bool {
    let first = events.iter().position(|it| *it == Event::Access);
    let last = events.iter().rposition(|it| *it == Event::Access);
    let (Some(first), Some(last)) = (first, last) else { return false };
    events[first..last].contains(&Event::Leaves)
}

/// The body of a function in the order of its text.
struct Walk<'a> {
    program: &'a Program,
    func: Func,
    globals: &'a BTreeSet<Global>,
}

impl Walk<'_> {
    /// The events of a region; none if one thing is both.
    fn region(&self, region: Region) -> Option<Vec<Event>> {
        let body = self.program.body(self.func);
        let mut events = Vec::new();
        for &inst in &body.regions[region] {
            match &body.insts[inst] {
                Inst::If { then, els, .. } => {
                    events.extend(self.region(*then)?);
                    events.extend(self.region(*els)?);
                }
                Inst::Block { body, .. } => events.extend(self.region(*body)?),
                Inst::Loop { body, .. } => {
                    let inside = self.region(*body)?;
                    let is_both =
                        inside.contains(&Event::Access) && inside.contains(&Event::Leaves);
                    events.extend((!is_both).then_some(inside)?);
                }
                other => events.extend(self.event(other)?),
            }
        }
        Some(events)
    }

    /// What one instruction does; none if it is both.
    fn event(&self, inst: &Inst) -> Option<Vec<Event>> {
        let body = self.program.body(self.func);
        let is_ours = |addr: &ir::Value| matches!(body.insts[*addr], Inst::AddrGlobal(global) if self.globals.contains(&global));
        match inst {
            Inst::Load { addr, .. } | Inst::Store { addr, .. } if is_ours(addr) => {
                Some(vec![Event::Access])
            }
            Inst::Call { callee: Callee::Direct(other), .. } => {
                let all = reachable(self.program, *other);
                let leaves = all.iter().any(|&it| is_elsewhere(self.program, it));
                let accesses = all.iter().any(|&it| {
                    accesses(self.program, it).any(|(it, _)| self.globals.contains(&it))
                });
                match (accesses, leaves) {
                    (true, true) => None,
                    (true, false) => Some(vec![Event::Access]),
                    (false, true) => Some(vec![Event::Leaves]),
                    (false, false) => Some(Vec::new()),
                }
            }
            _ => Some(Vec::new()),
        }
    }
}

/// May a function, of another file than this and of no library, call functions of the file?
fn is_elsewhere(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    let is_library = data.system && data.body.is_none();
    !data.is_own() && !is_library && !ir::is_device(&data.name) && !data.linked
}
