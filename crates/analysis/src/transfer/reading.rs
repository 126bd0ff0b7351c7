//! What pointers in memory may be: what was written there, or what was there on entry.

use super::Flow;
use super::effects::anywhere;
use crate::limits;
use crate::state::{Off, Place, Places, Root, State, Sure, join, possible};
use ir::{Global, InitValue, Shape, ShapeId};

impl Flow<'_> {
    /// What a pointer read through these places may be.
    pub(super) fn load(&self, state: &State, through: &Places) -> Places {
        let mut found = Places::new();
        let only = through.len() == 1 && through.values().all(|sure| *sure == Sure::Definite);
        if state.lost {
            found.insert(Place::Unknown, Sure::Possible);
        }
        for &place in through.keys() {
            let more = match place {
                Place::In(root, off) => self.held(state, root, off),
                Place::Unknown => possible([Place::Unknown]),
                Place::Null | Place::Code(_) => Places::new(),
            };
            if only && !state.lost {
                return more;
            }
            join(&mut found, &more);
        }
        found.values_mut().for_each(|sure| *sure = Sure::Possible);
        found
    }

    /// What pointers stand anywhere in the objects that these places are in.
    pub(super) fn load_all(&self, state: &State, through: &Places) -> Places {
        self.load(state, &anywhere(through))
    }

    fn held(&self, state: &State, root: Root, off: Off) -> Places {
        let (exact, elsewhere) = state.written(root, off);
        let replaced =
            exact.as_ref().is_some_and(|places| places.values().any(|s| *s == Sure::Definite));
        if let (Some(exact), true, true) = (&exact, replaced, elsewhere.is_empty()) {
            return exact.clone();
        }
        let mut found = exact.unwrap_or_default();
        join(&mut found, &elsewhere);
        if !replaced {
            join(&mut found, &self.initial(root, off));
        }
        found.values_mut().for_each(|sure| *sure = Sure::Possible);
        found
    }

    /// What stands in an object before anything is written to it.
    fn initial(&self, root: Root, off: Off) -> Places {
        match root {
            Root::Local(..) => Places::new(),
            Root::Heap(..) => possible([Place::Null]),
            Root::Input(shape) => self.initial_input(shape, off),
            Root::Global(global) if self.inputs.contains(&global) => {
                self.initial_input(self.program.globals[global].shape, off)
            }
            Root::Global(global) => self.initial_global(global, off),
        }
    }

    fn initial_global(&self, global: Global, off: Off) -> Places {
        let data = &self.program.globals[global];
        let mut found = possible([Place::Null]);
        if data.init.is_none() {
            found.insert(Place::Unknown, Sure::Possible);
        }
        for cell in
            data.init.iter().flatten().filter(|cell| off == Off::Any || off == Off::At(cell.offset))
        {
            let place = match &cell.value {
                InitValue::Bytes(_) => Place::Unknown,
                InitValue::Global(to, addend) => {
                    let at = u64::try_from(*addend).map_or(Off::Any, Off::At);
                    Place::In(Root::Global(*to), at)
                }
                InitValue::Func(func) => Place::Code(*func),
            };
            found.insert(place, Sure::Possible);
        }
        found
    }

    /// What the pointers in input data may be: those at this byte of an element, or all of them.
    fn initial_input(&self, shape: Option<ShapeId>, off: Off) -> Places {
        let Some(shape) = shape else { return possible([Place::Unknown]) };
        let at = match off {
            Off::At(at) => Some(at % self.program.shape_bytes(shape).max(1)),
            Off::Any => None,
        };
        let mut found = Places::new();
        let mut stack = vec![(shape, at)];
        let mut n_leaves = 0;
        while let Some((shape, at)) = stack.pop() {
            n_leaves += 1;
            match &self.program.shapes[shape] {
                _ if n_leaves > limits::LEAVES => return possible([Place::Unknown]),
                Shape::Array { elem, .. } => {
                    let size = self.program.shape_bytes(*elem).max(1);
                    stack.push((*elem, at.map(|at| at % size)));
                }
                Shape::Record { fields, .. } => stack.extend(fields.iter().filter_map(|field| {
                    let Some(at) = at else { return Some((field.shape, None)) };
                    let within = at.checked_sub(field.offset)?;
                    let size = self.program.shape_bytes(field.shape);
                    (within < size).then_some((field.shape, Some(within)))
                })),
                Shape::Pointer { .. } | Shape::Code { .. } if at.is_none_or(|at| at == 0) => {
                    join(&mut found, &self.input(shape));
                }
                // Bytes that are no pointer may be read as one.
                _ => drop(found.insert(Place::Unknown, Sure::Possible)),
            }
        }
        found
    }
}
