//! How states flow through regions, jumps and calls, and what each instruction does to where pointers may lead.
//!
//! Calls of functions with a body are followed in place, so that each is looked at in the context it is called from (Emami,
//! Ghiya and Hendren's invocation graph, unfolded); a function that is active already is not, and gives everything away.

mod calls;
mod effects;
mod reading;

use super::Seen;
use super::state::{Off, Place, Places, Root, State, certain, join, possible};
use crate::limits;
use ir::{Func, Global, Inst, Label, LoopId, Program, Region, Shape, ShapeId, Value};
use std::collections::{BTreeMap, BTreeSet};

/// One analysis.
pub(super) struct Flow<'p> {
    pub(super) program: &'p Program,
    pub(super) seen: BTreeMap<(Func, Value), Seen>,
    inputs: BTreeSet<Global>,
    values: BTreeMap<(Func, Value), Places>,
    active: Vec<Frame>,
    steps: u64,
}

/// A call that is being followed.
struct Frame {
    func: Func,
    ends: BTreeMap<Label, State>,
    heads: BTreeMap<LoopId, State>,
    returned: Option<(State, Places)>,
}

/// What follows an instruction: the state there, or nothing if control does not come there.
type Next = Option<State>;

impl<'p> Flow<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self {
            program,
            seen: BTreeMap::new(),
            inputs: world::input_globals(program).into_iter().collect(),
            values: BTreeMap::new(),
            active: Vec::new(),
            steps: 0,
        }
    }

    /// Follows a function called with inputs.
    pub(super) fn start(&mut self, func: Func) {
        let data = &self.program.funcs[func];
        let hidden = self.program.n_hidden_params(func);
        let mut args = vec![possible([Place::Unknown]); hidden];
        args.extend(data.params.iter().map(|param| self.input(param.shape)));
        let _ = self.enter(func, &args, State::default());
    }

    /// What a pointer of the input may be; nothing for other things.
    fn input(&self, shape: ShapeId) -> Places {
        match &self.program.shapes[shape] {
            Shape::Pointer { to, .. } => {
                let like = |global: &Global| {
                    let shape = self.program.globals[*global].shape;
                    to.is_none() || shape.is_some_and(|shape| self.holds(shape, *to))
                };
                let others = self.inputs.iter().copied().filter(like);
                let others = others.map(|global| Place::In(Root::Global(global), Off::Any));
                let own = [Place::Null, Place::In(Root::Input(*to), Off::At(0))];
                possible(own.into_iter().chain(others))
            }
            Shape::Code { .. } => possible([Place::Null, Place::Unknown]),
            Shape::Record { .. } | Shape::Array { .. } => {
                certain(Place::In(Root::Input(Some(shape)), Off::At(0)))
            }
            Shape::Int { .. } | Shape::Float { .. } | Shape::Opaque { .. } => Places::new(),
        }
    }

    /// Is something of this shape, or an element or member of it, of another?
    fn holds(&self, shape: ShapeId, wanted: Option<ShapeId>) -> bool {
        let mut stack = vec![shape];
        while let Some(shape) = stack.pop() {
            if Some(shape) == wanted {
                return true;
            }
            match &self.program.shapes[shape] {
                Shape::Array { elem, .. } => stack.push(*elem),
                Shape::Record { fields, .. } => {
                    stack.extend(fields.iter().map(|field| field.shape));
                }
                _ => {}
            }
        }
        false
    }

    /// Executes a call; the state after it and what it returns, if it does.
    fn enter(&mut self, func: Func, args: &[Places], mut state: State) -> Option<(State, Places)> {
        let body = self.program.body(func);
        for (&local, places) in body.params.iter().zip(args) {
            state.registers.insert((func, local), places.clone());
        }
        let frame = Frame { func, ends: BTreeMap::new(), heads: BTreeMap::new(), returned: None };
        self.active.push(frame);
        let end = self.region(body.root, state);
        if let Some(state) = end {
            self.leave(state, Places::new());
        }
        self.active.pop().expect("this call's own frame").returned
    }

    fn leave(&mut self, state: State, value: Places) {
        let frame = self.frame();
        match &mut frame.returned {
            Some((known, places)) => {
                known.join(&state);
                join(places, &value);
            }
            none => *none = Some((state, value)),
        }
    }

    fn frame(&mut self) -> &mut Frame {
        self.active.last_mut().expect("a function is active")
    }

    fn func(&self) -> Func {
        self.active.last().expect("a function is active").func
    }

    // -- control

    fn region(&mut self, region: Region, state: State) -> Next {
        let program = self.program;
        let mut state = state;
        for &inst in &program.body(self.func()).regions[region] {
            state = self.inst(inst, state)?;
        }
        Some(state)
    }

    fn inst(&mut self, inst: Value, state: State) -> Next {
        let program = self.program;
        self.steps += 1;
        match &program.body(self.func()).insts[inst] {
            Inst::If { then, els, .. } => {
                let sides = (self.region(*then, state.clone()), self.region(*els, state));
                either(sides.0, sides.1)
            }
            Inst::Loop { id, body } => self.repeat(*id, *body, state),
            Inst::Block { label, body } => {
                let around = self.frame().ends.remove(label);
                let end = self.region(*body, state);
                let jumped = self.frame().ends.remove(label);
                if let Some(around) = around {
                    self.frame().ends.insert(*label, around);
                }
                either(end, jumped)
            }
            Inst::Leave(label) => {
                arrive(&mut self.frame().ends, *label, state);
                None
            }
            Inst::Next(id) => {
                arrive(&mut self.frame().heads, *id, state);
                None
            }
            Inst::Switch { targets, .. } => {
                for &label in targets {
                    arrive(&mut self.frame().ends, label, state.clone());
                }
                None
            }
            Inst::Return(value) => {
                let value = value.map_or_else(Places::new, |value| self.value(value));
                self.leave(state, value);
                None
            }
            Inst::Trap(_) => None,
            Inst::Call { callee, args } => self.call(inst, callee, args, state),
            other => Some(self.simple(inst, other, state)),
        }
    }

    /// The body again and again, until what comes round brings nothing new.
    fn repeat(&mut self, id: LoopId, body: Region, state: State) -> Next {
        let mut head = state;
        for turn in 0.. {
            self.frame().heads.remove(&id);
            let end = self.region(body, head.clone());
            let round = either(end, self.frame().heads.remove(&id));
            let Some(round) = round else { break };
            if !head.join(&round) {
                break;
            }
            if turn > limits::TURNS || self.steps > limits::STEPS {
                head.lost = true;
            }
        }
        // Control comes out of a loop only by a jump to the end of a block around it.
        None
    }
}

fn either(a: Next, b: Next) -> Next {
    match (a, b) {
        (Some(mut a), Some(b)) => {
            a.join(&b);
            Some(a)
        }
        (one, other) => one.or(other),
    }
}

fn arrive<K: Ord>(at: &mut BTreeMap<K, State>, key: K, state: State) {
    match at.get_mut(&key) {
        Some(known) => drop(known.join(&state)),
        None => drop(at.insert(key, state)),
    }
}
