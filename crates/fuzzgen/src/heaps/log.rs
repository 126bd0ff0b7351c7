//! What a run looked at: the places that it read, and the allocations that it made.
//!
//! A run shows the values of instructions. Those that only store through a pointer or compare it do not look at what it leads to;
//! functions of the library may look at everything from there on.

use super::heap::{Field, Heap, Home};
use interp::{Observer, Seen};
use ir::input::Scalar;
use ir::{Callee, Func, Inst, Program, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Through which values the code of a program looks at memory.
pub(super) struct Looks {
    /// All of them count where nothing is said.
    at: Option<BTreeMap<(Func, Value), Look>>,
}

/// How far something is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    Scalar,
    Beyond,
}

impl Looks {
    /// Whatever an address is made of may be looked at.
    pub(super) fn everywhere() -> Self {
        Self { at: None }
    }

    pub(super) fn of(program: &Program) -> Self {
        let mut at = BTreeMap::new();
        for (func, data) in program.funcs.iter() {
            for inst in data.body.iter().flat_map(|body| body.insts.values()) {
                for (value, look) in looks(program, inst) {
                    let known = at.entry((func, value)).or_insert(look);
                    *known = look.max(*known);
                }
            }
        }
        Self { at: Some(at) }
    }

    fn at(&self, func: Func, value: Value) -> Option<Look> {
        match &self.at {
            Some(at) => at.get(&(func, value)).copied(),
            None => Some(Look::Scalar),
        }
    }
}

fn looks(program: &Program, inst: &Inst) -> Vec<(Value, Look)> {
    match inst {
        Inst::Load { addr, .. } | Inst::LoadBits { addr, .. } | Inst::StoreBits { addr, .. } => {
            vec![(*addr, Look::Scalar)]
        }
        Inst::Copy { src, .. } => vec![(*src, Look::Beyond)],
        Inst::Call { callee: Callee::Direct(callee), args }
            if program.funcs[*callee].body.is_none() =>
        {
            args.iter().map(|&arg| (arg, Look::Beyond)).collect()
        }
        _ => Vec::new(),
    }
}

/// Which places of the input a run looked at, in order.
pub(super) struct Log<'a> {
    program: &'a Program,
    looks: &'a Looks,
    places: Vec<(Home, u64, Look)>,
    seen: BTreeSet<(Home, u64, Look)>,
    n_allocations: u32,
}

impl Observer for Log<'_> {
    fn value(&mut self, func: Func, inst: Value, value: Seen) {
        self.n_allocations += u32::from(self.allocates(func, inst));
        let Some(look) = self.looks.at(func, inst) else { return };
        let place = match value {
            Seen::Scalar(Scalar::Object(obj, offset)) => (Home::Object(obj), offset, look),
            Seen::Scalar(Scalar::Global(global, offset)) => (Home::Global(global), offset, look),
            _ => return,
        };
        if self.seen.insert(place) {
            self.places.push(place);
        }
    }
}

impl<'a> Log<'a> {
    pub(super) fn new(program: &'a Program, looks: &'a Looks) -> Self {
        Self { program, looks, places: Vec::new(), seen: BTreeSet::new(), n_allocations: 0 }
    }

    fn allocates(&self, func: Func, inst: Value) -> bool {
        let body = self.program.funcs[func].body.as_ref();
        let Some(Inst::Call { callee: Callee::Direct(callee), .. }) =
            body.and_then(|body| body.insts.get(inst))
        else {
            return false;
        };
        let allocators = ["malloc", "calloc", "realloc"];
        allocators.contains(&self.program.funcs[*callee].name.as_str())
    }

    /// The fields that were looked at.
    pub(super) fn fields(self, heap: &Heap<'_>) -> Vec<Field> {
        let fails = (0..self.n_allocations).map(Field::Fails);
        let mut fields: Vec<Field> = Vec::new();
        for &(home, offset, look) in &self.places {
            match home {
                // A table may be copied as a whole: all of a global counts where its address was taken.
                Home::Global(_) if self.looks.at.is_none() => {
                    fields.extend(heap.fields_from(home, 0));
                }
                _ if look == Look::Beyond => fields.extend(heap.fields_from(home, offset)),
                _ => fields.extend(heap.fields_at(home, offset)),
            }
        }
        fields.into_iter().chain(fails).collect()
    }
}
