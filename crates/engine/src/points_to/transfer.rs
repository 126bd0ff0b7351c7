//! What each instruction does to where pointers may lead, and how states flow through regions, jumps and calls.
//!
//! Calls of functions with a body are followed in place, so that each is looked at in the context it is called from (Emami,
//! Ghiya and Hendren's invocation graph, unfolded); a function that is active already is not, and gives everything away.

use super::state::{Off, Place, Places, Root, State, Sure, certain, join, possible};
use super::{Seen, What};
use ir::{
    Callee, CastOp, Func, Global, InitValue, Inst, Label, LocalKind, LoopId, Program, Region,
    Shape, ShapeId, Type, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// Instructions looked at before everything that follows is given up.
const MOST_STEPS: u64 = 500_000;
/// Turns of a loop before everything in it is given up.
const MOST_TURNS: usize = 60;
/// Bytes of the longest scalar.
const LONGEST: u64 = 16;
/// Scalars of a shape that are looked at when all of it is asked for.
const MOST_LEAVES: u64 = 4096;

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
            inputs: exec::input_globals(program).into_iter().collect(),
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
            if turn > MOST_TURNS || self.steps > MOST_STEPS {
                head.lost = true;
            }
        }
        // Control comes out of a loop only by a jump to the end of a block around it.
        None
    }

    fn call(&mut self, inst: Value, callee: &Callee, args: &[Value], state: State) -> Next {
        let passed: Vec<Places> = args.iter().map(|&arg| self.value(arg)).collect();
        let funcs: Vec<Option<Func>> = match callee {
            Callee::Direct(func) => vec![Some(*func)],
            Callee::Indirect(pointer, _) => {
                let code = |place: &Place| match place {
                    Place::Code(func) => Some(Some(*func)),
                    Place::Unknown => Some(None),
                    Place::Null | Place::In(..) => None,
                };
                self.value(*pointer).keys().filter_map(code).collect()
            }
        };
        let mut after: Option<(State, Places)> = None;
        for func in funcs {
            let came = match func {
                Some(func) => self.call_function(inst, func, &passed, state.clone()),
                None => Some(given_away(state.clone())),
            };
            after = match (after, came) {
                (Some((mut state, mut value)), Some((other, more))) => {
                    state.join(&other);
                    join(&mut value, &more);
                    Some((state, value))
                }
                (one, other) => one.or(other),
            };
        }
        let (state, value) = after?;
        self.define(inst, value);
        Some(state)
    }

    fn call_function(
        &mut self,
        inst: Value,
        func: Func,
        args: &[Places],
        state: State,
    ) -> Option<(State, Places)> {
        let is_active = self.active.iter().any(|frame| frame.func == func);
        if self.program.funcs[func].body.is_none() {
            return Some(self.library(inst, func, args, state));
        }
        if is_active || self.steps > MOST_STEPS {
            return Some(given_away(state));
        }
        self.enter(func, args, state)
    }

    /// Functions of the C library; whatever else has no body may do anything with what it is given.
    fn library(
        &self,
        inst: Value,
        func: Func,
        args: &[Places],
        mut state: State,
    ) -> (State, Places) {
        let data = &self.program.funcs[func];
        let first = args.first().cloned().unwrap_or_default();
        let value = match data.name.as_str() {
            "malloc" | "calloc" | "strdup" | "strndup" => {
                possible([Place::Null, Place::In(Root::Heap(self.func(), inst), Off::At(0))])
            }
            "realloc" => {
                let new = Place::In(Root::Heap(self.func(), inst), Off::At(0));
                let held = self.load_all(&state, &first);
                state.write(
                    &possible([Place::In(Root::Heap(self.func(), inst), Off::Any)]),
                    &held,
                    LONGEST,
                );
                possible([Place::Null, new])
            }
            "memcpy" | "memmove" => {
                let from = args.get(1).cloned().unwrap_or_default();
                let held = self.load_all(&state, &from);
                state.write(&anywhere(&first), &held, LONGEST);
                first
            }
            "memset" | "strcpy" | "strncpy" | "strcat" | "strncat" => {
                state.write(&anywhere(&first), &possible([Place::Null, Place::Unknown]), LONGEST);
                first
            }
            "strchr" | "strrchr" | "strstr" | "strpbrk" | "memchr" => {
                let mut found = anywhere(&first);
                found.insert(Place::Null, Sure::Possible);
                found
            }
            _ if exec::is_modelled(self.program, func) => possible([Place::Unknown]),
            _ => return given_away(state),
        };
        (state, value)
    }

    // -- instructions that control passes through

    fn simple(&mut self, inst: Value, data: &Inst, mut state: State) -> State {
        let func = self.func();
        match data {
            Inst::Null => self.define(inst, certain(Place::Null)),
            Inst::AddrLocal(local) => {
                self.define(inst, certain(Place::In(Root::Local(func, *local), Off::At(0))));
            }
            Inst::AddrGlobal(global) => {
                self.define(inst, certain(Place::In(Root::Global(*global), Off::At(0))));
            }
            Inst::AddrFunc(func) => self.define(inst, certain(Place::Code(*func))),
            Inst::Get(local) => {
                let places = state.registers.get(&(func, *local)).cloned().unwrap_or_default();
                self.define(inst, places);
            }
            Inst::Set(local, value) => {
                let places = self.value(*value);
                state.registers.insert((func, *local), places);
            }
            Inst::Cast(op, ..) => {
                let unknown = matches!(op, CastOp::IntToPtr);
                let places = if unknown { possible([Place::Unknown]) } else { Places::new() };
                self.define(inst, places);
            }
            Inst::PtrAdd { base, index, size, .. } => {
                let by = self.constant(*index).and_then(|index| {
                    i64::try_from(*size).ok().and_then(|size| index.checked_mul(size))
                });
                let places = moved(&self.value(*base), by);
                self.define(inst, places);
            }
            Inst::PtrField { base, offset } => {
                let mut places = moved(&self.value(*base), i64::try_from(*offset).ok());
                // Null has no members: that traps.
                places.remove(&Place::Null);
                self.define(inst, places);
            }
            Inst::Load { ty: Type::Ptr, addr, .. } => {
                let through = self.value(*addr);
                let places = self.load(&state, &through);
                self.note(inst, What::Use(through));
                self.define(inst, places);
            }
            Inst::Load { addr, .. } | Inst::LoadBits { addr, .. } => {
                self.note(inst, What::Use(self.value(*addr)));
            }
            Inst::Store { addr, value, .. } => {
                let (through, ty) = (self.value(*addr), self.program.body(func).types[*value]);
                let places = match ty {
                    Some(Type::Ptr) => self.value(*value),
                    // A number that is read as a pointer later, or a byte of one.
                    _ => possible([Place::Unknown]),
                };
                let len = ty.map_or(LONGEST, |ty| self.program.bytes(ty));
                state.write(&through, &places, len);
                self.note(inst, What::Definition(through));
            }
            Inst::StoreBits { addr, unit, .. } => {
                let len = self.program.bytes(*unit);
                state.write(&self.value(*addr), &possible([Place::Unknown]), len);
            }
            Inst::Copy { dst, src, .. } => {
                let held = self.load_all(&state, &self.value(*src));
                let through = anywhere(&self.value(*dst));
                state.write(&through, &held, LONGEST);
                self.note(inst, What::Definition(through));
            }
            Inst::Zero { dst, .. } => {
                state.write(&anywhere(&self.value(*dst)), &possible([Place::Null]), LONGEST);
            }
            Inst::Live(local) | Inst::LiveSized(local, _) => {
                state.registers.remove(&(func, *local));
                if let LocalKind::Object { .. } = self.program.body(func).locals[*local].kind {
                    state.renew(Root::Local(func, *local));
                }
            }
            Inst::Variadic => self.define(inst, possible([Place::Unknown])),
            Inst::Unsupported(_) => state.lost = true,
            _ => {}
        }
        state
    }

    fn value(&self, value: Value) -> Places {
        self.values.get(&(self.func(), value)).cloned().unwrap_or_default()
    }

    fn define(&mut self, inst: Value, places: Places) {
        let func = self.func();
        if self.program.body(func).types[inst] != Some(Type::Ptr) {
            return;
        }
        match self.seen.entry((func, inst)).or_default().yields.as_mut() {
            Some(known) => drop(join(known, &places)),
            None => self.seen.entry((func, inst)).or_default().yields = Some(places.clone()),
        }
        self.values.insert((func, inst), places);
    }

    /// Remembers what an access goes through.
    fn note(&mut self, inst: Value, what: What) {
        let seen = self.seen.entry((self.func(), inst)).or_default();
        match (&mut seen.through, what) {
            (Some(What::Use(known)), What::Use(more))
            | (Some(What::Definition(known)), What::Definition(more)) => drop(join(known, &more)),
            (none, what) => *none = Some(what),
        }
    }

    fn constant(&self, value: Value) -> Option<i64> {
        match self.program.body(self.func()).insts[value] {
            Inst::Int(ty, bits) => {
                let width = u32::try_from(8 * self.program.bytes(ty)).ok()?;
                let shift = 128u32.checked_sub(width)?;
                i64::try_from(((bits << shift).cast_signed()) >> shift).ok()
            }
            _ => None,
        }
    }

    // -- reading

    /// What a pointer read through these places may be.
    fn load(&self, state: &State, through: &Places) -> Places {
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
    fn load_all(&self, state: &State, through: &Places) -> Places {
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
                _ if n_leaves > MOST_LEAVES => return possible([Place::Unknown]),
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

/// Code that nobody knows may have done anything.
fn given_away(mut state: State) -> (State, Places) {
    state.lost = true;
    (state, possible([Place::Unknown]))
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

/// The same objects at any byte.
fn anywhere(places: &Places) -> Places {
    moved(places, None)
}

/// Pointers so many bytes on; somewhere in their objects if that is not known.
fn moved(places: &Places, by: Option<i64>) -> Places {
    let mut found = Places::new();
    for (&place, &sure) in places {
        let place = match place {
            Place::In(root, off) => {
                let at = match (off, by) {
                    (Off::At(at), Some(by)) => at.checked_add_signed(by).map(Off::At),
                    _ => None,
                };
                Place::In(root, at.unwrap_or(Off::Any))
            }
            other => other,
        };
        let known = found.entry(place).or_insert(sure);
        *known = (*known).min(sure);
    }
    found
}
