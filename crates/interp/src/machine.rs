//! The machine: a program made ready, its memory, and the way in and out for values.

use crate::address::Layout;
use crate::code::{Code, Slot, is_wide};
use crate::compile::compile;
use crate::library::{self, Model};
use crate::memory::{Kind, Memory};
use crate::outcome::{Limit, Limits, Nobody, Observer, Outcome, Run, Seen};
use crate::pointer::{self, NULL, SLOT_GLOBALS, Word};
use crate::run::Engine;
use crate::script::{self, Scripted};
use crate::shown;
use crate::world::World;
use entity::{EntityRef, SecondaryMap};
use ir::input::{Cell, Input, Obj, Scalar};
use ir::{Func, Global, InitValue, Program, Shape, Type, Value};
use std::cell::OnceCell;

/// Bytes that are looked at together by who looks for what is not zero.
const BLOCK: usize = 4096;

/// A program ready to run.
pub struct Machine<'p> {
    pub(crate) shared: Shared<'p>,
    pub(crate) world: World,
    pub(crate) inputs: InputObjects,
    regs: Vec<u64>,
    /// What the last run returned, if that may be a pointer.
    result: Option<Word>,
}

/// What does not change from run to run.
pub(crate) struct Shared<'p> {
    pub(crate) program: &'p Program,
    pub(crate) globals: SecondaryMap<Global, Word>,
    pub(crate) models: SecondaryMap<Func, Option<&'static Model>>,
    /// What models of functions that are defined elsewhere ask of the script.
    pub(crate) scripted: SecondaryMap<Func, Option<Scripted>>,
    /// Which functions are defined elsewhere, so that calls of them are told.
    pub(crate) told: SecondaryMap<Func, bool>,
    /// Do functions that nobody knows return what the input says?
    pub(crate) stubs: bool,
    plain: Vec<OnceCell<Code>>,
    observed: Vec<OnceCell<Code>>,
}

/// The slots of the objects of the current input.
#[derive(Clone, Copy)]
pub(crate) struct InputObjects {
    first: usize,
    count: usize,
}

/// An object that outsiders can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// An object of the input.
    Object(Obj),
    /// A global.
    Global(Global),
}

/// Does our library have a function without a body, by its name and signature?
pub fn has_model(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    data.body.is_none() && library::find(&data.name, &data.sig, program.target).is_some()
}

impl<'p> Machine<'p> {
    /// Makes a verified program ready; bodies are compiled when they are first called.
    pub fn new(program: &'p Program) -> Self {
        let mut memory = Memory::new(program.target);
        let (globals, streams) = add_globals(program, &mut memory);
        let n = program.funcs.len();
        let (mut models, mut scripted) = (SecondaryMap::new(), SecondaryMap::new());
        for (func, data) in program.funcs.iter().filter(|(_, data)| data.body.is_none()) {
            models[func] = library::find(&data.name, &data.sig, program.target);
            scripted[func] = script::find(program, func);
        }
        let cells = || (0..n).map(|_| OnceCell::new()).collect();
        let (stubs, plain, observed) = (true, cells(), cells());
        let told = shown::told(program);
        let shared = Shared { program, globals, models, scripted, told, stubs, plain, observed };
        let first = SLOT_GLOBALS + program.globals.len();
        let inputs = InputObjects { first, count: 0 };
        let world = World::new(memory, program.target, streams);
        Self { shared, world, inputs, regs: Vec::new(), result: None }
    }

    /// The same for whole programs: a call of a function that neither the program nor our library has is unsupported, where
    /// a unit under test would be given a stub; there are files, in memory; and a number that is printed as a shorter one is
    /// noted, and does not end the run.
    #[must_use]
    pub fn without_stubs(mut self) -> Self {
        self.shared.stubs = false;
        self.world.forgives = true;
        let program = self.shared.program;
        for (func, data) in program.funcs.iter().filter(|(_, data)| data.body.is_none()) {
            let found = library::find_file(&data.name, &data.sig, program.target);
            self.shared.models[func] = self.shared.models[func].or(found);
        }
        self
    }

    /// Runs a function that has a body.
    pub fn run(&mut self, func: Func, input: &Input, limits: &Limits) -> Run {
        self.go(func, input, limits, &mut Nobody, false)
    }

    /// Runs a function and shows the value of every instruction that yields one.
    pub fn run_observed(
        &mut self,
        func: Func,
        input: &Input,
        limits: &Limits,
        observer: &mut impl Observer,
    ) -> Run {
        self.go(func, input, limits, observer, true)
    }

    /// Where objects are to lie, as far as programs can see, in the runs to come.
    pub fn lay_out(&mut self, layout: Layout) {
        self.world.memory.lay_out(layout);
    }

    /// What the last run printed.
    pub fn stdout(&self) -> &[u8] {
        &self.world.stdout
    }

    /// What the last run printed to standard error.
    pub fn stderr(&self) -> &[u8] {
        &self.world.stderr
    }

    /// The scalar of a type at a byte offset of an object, as the last run left it.
    pub fn read(&self, base: Base, offset: u64, ty: Type) -> Seen {
        let place = match base {
            Base::Global(global) => self.shared.globals[global],
            Base::Object(obj) => self.inputs.pointer(obj),
        };
        let Ok(offset) = u32::try_from(offset) else {
            return Seen::Nothing;
        };
        let pointer = place + offset as u64;
        // The padding of an extended float holds nothing.
        let bytes = if ty == Type::F80 { 10 } else { self.shared.program.bytes(ty) };
        match self.world.memory.number(pointer, bytes) {
            Ok(_) if ty == Type::Ptr && self.world.memory.is_mixed(pointer) => Seen::Elsewhere,
            Ok(address) if ty == Type::Ptr => {
                let pointer = self.world.memory.resolve(address as u64);
                self.seen(ty, pointer as u128)
            }
            Ok(_) if self.world.memory.holds_address(pointer, bytes) => Seen::Elsewhere,
            Ok(number) => self.seen(ty, number),
            Err(_) => Seen::Nothing,
        }
    }

    /// The present contents of places given by cells: same offsets, same types.
    pub fn read_like(&self, base: Base, cells: &[Cell]) -> Vec<(u64, Seen)> {
        let ty = |scalar| if let Scalar::Bits(ty, _) = scalar { ty } else { Type::Ptr };
        cells
            .iter()
            .map(|cell| (cell.offset, self.read(base, cell.offset, ty(cell.value))))
            .collect()
    }

    /// Where words of so many bytes, 16 at most, stand in a global that are not zero.
    pub fn words_in(&self, global: Global, len: u64) -> Vec<u64> {
        let size = self.shared.program.globals[global].size;
        let bytes = self.world.memory.bytes_at(self.shared.globals[global], size);
        let is_filled = |part: &[u8]| part.iter().fold(0, |any, byte| any | byte) != 0;
        let mut found = Vec::new();
        // Most of it is zero, and many bytes are looked at as fast as one.
        for (block, part) in (0u64..).step_by(BLOCK).zip(bytes.chunks(BLOCK)) {
            if is_filled(part) {
                let words = (block..).step_by(len as usize).zip(part.chunks(len as usize));
                found.extend(words.filter(|(_, word)| is_filled(word)).map(|(at, _)| at));
            }
        }
        found
    }

    /// Was an object of the input freed in the last run, or to be moved where there was no more memory?
    pub fn was_freed(&self, obj: Obj) -> bool {
        let pointer = self.inputs.pointer(obj);
        !self.world.memory.is_alive(pointer) || self.world.memory.is_given_back(pointer)
    }

    /// Where the last run allocated what it neither freed nor left within anyone's reach when it returned: not through its
    /// result, nor a global, nor an object of the input.
    pub fn leaks(&self) -> Vec<(Func, Value)> {
        self.world.memory.leaks(self.result)
    }

    /// Did the last run return a pointer to what it had allocated?
    pub fn returned_allocation(&self) -> bool {
        self.result.is_some_and(|pointer| self.world.memory.is_new_block(pointer))
    }

    fn go(
        &mut self,
        func: Func,
        input: &Input,
        limits: &Limits,
        observer: &mut impl Observer,
        observed: bool,
    ) -> Run {
        let entered = self.enter(input, limits);
        self.hand_over_aggregates(func, input);
        let args = match entered.and_then(|args| self.with_result_place(func, args)) {
            Ok(args) => args,
            Err(limit) => {
                return Run {
                    outcome: Outcome::Limit(limit),
                    events: Vec::new(),
                    steps: 0,
                    saw_addresses: false,
                    script: Vec::new(),
                    shown: Vec::new(),
                    n_more: 0,
                    n_cramped: 0,
                    forgiven: None,
                };
            }
        };
        let mut engine = Engine::new(
            &self.shared,
            self.inputs,
            &mut self.world,
            input,
            *limits,
            observer,
            observed,
        );
        let outcome = engine.run(&mut self.regs, func, &args);
        self.result = engine.result;
        let saw_addresses = engine.world.memory.addresses_were_seen();
        let (steps, n_cramped) = (engine.steps(), engine.n_cramped);
        let n_more = engine.n_shown.saturating_sub(limits.shown);
        let (events, script, shown) = (engine.events, engine.script, engine.shown);
        let forgiven = engine.forgiven;
        Run { outcome, events, steps, saw_addresses, script, shown, n_more, n_cramped, forgiven }
    }

    /// A result that is returned in memory needs a place, which callers pass before the arguments.
    fn with_result_place(&mut self, func: Func, mut args: Vec<u128>) -> Result<Vec<u128>, Limit> {
        let program = self.shared.program;
        let data = &program.funcs[func];
        // Functions of text formats have no C parameters.
        if data.sig.variadic && !data.params.is_empty() {
            args.truncate(data.params.len());
        }
        let Some(shape) = data.ret.filter(|_| args.len() + 1 == data.sig.params.len()) else {
            return Ok(args);
        };
        let size = program.shape_bytes(shape);
        let place = self.world.memory.allocate(size, Kind::Local).map_err(|_| Limit::Memory)?;
        Ok(std::iter::once(u128::from(place)).chain(args).collect())
    }

    /// Aggregate arguments are copies that belong to the function.
    fn hand_over_aggregates(&mut self, func: Func, input: &Input) {
        let program = self.shared.program;
        for (param, arg) in program.funcs[func].params.iter().zip(&input.args) {
            let aggregate =
                matches!(program.shapes[param.shape], Shape::Record { .. } | Shape::Array { .. });
            if let (true, Scalar::Object(obj, _)) = (aggregate, *arg) {
                self.world.memory.hand_over(self.inputs.pointer(obj));
            }
        }
    }

    /// Sets memory up for an input; gives the words of the arguments.
    pub(crate) fn enter(&mut self, input: &Input, limits: &Limits) -> Result<Vec<u128>, Limit> {
        self.world.reset(limits);
        self.world.let_fail(&input.failing);
        self.inputs.count = input.objects.len();
        for object in input.objects.values() {
            let (memory, size) = (&mut self.world.memory, object.size);
            let made = match object.elem.map(|shape| &self.shared.program.shapes[shape]) {
                Some(Shape::Record { .. } | Shape::Array { .. }) => {
                    memory.allocate_structures(size)
                }
                _ => memory.allocate(size, Kind::Input),
            };
            made.map_err(|_| Limit::Memory)?;
        }
        for (obj, object) in input.objects.iter() {
            let base = self.inputs.pointer(obj);
            self.write_cells(base, &object.cells)?;
            if object.read_only {
                self.world.memory.seal(base);
            }
        }
        for (global, cells) in &input.globals {
            self.write_cells(self.shared.globals[*global], cells)?;
        }
        Ok(input.args.iter().map(|&arg| self.shared.word(self.inputs, arg)).collect())
    }

    fn write_cells(&mut self, base: Word, cells: &[Cell]) -> Result<(), Limit> {
        for cell in cells {
            let word = self.shared.word(self.inputs, cell.value);
            let (memory, place) = (&mut self.world.memory, base + cell.offset);
            let written = if let Scalar::Bits(ty, bits) = cell.value {
                let bytes = memory.bytes_of(bits, self.shared.program.bytes(ty) as usize);
                memory.initialise(place, &bytes)
            } else {
                let bytes = memory.pointer_bytes(word as Word).map_err(|_| Limit::Memory)?;
                memory.initialise_pointer(place, word as Word, &bytes)
            };
            written.expect("the cells of an input should lie inside their object");
        }
        Ok(())
    }

    pub(crate) fn seen(&self, ty: Type, word: u128) -> Seen {
        self.shared.seen(self.inputs, ty, word)
    }
}

impl Shared<'_> {
    /// The code of a function that has a body.
    pub(crate) fn code(&self, func: Func, observed: bool) -> &Code {
        let cells = if observed { &self.observed } else { &self.plain };
        cells[func.index()]
            .get_or_init(|| compile(self.program, self.program.body(func), &self.globals, observed))
    }

    /// The word of a scalar.
    pub(crate) fn word(&self, inputs: InputObjects, scalar: Scalar) -> u128 {
        match scalar {
            Scalar::Bits(_, bits) => bits,
            Scalar::Null => NULL as u128,
            Scalar::Object(obj, offset) => (inputs.pointer(obj) + offset) as u128,
            Scalar::Global(global, offset) => (self.globals[global] + offset) as u128,
            Scalar::Func(func) => pointer::of_func(func) as u128,
        }
    }

    /// A word as outsiders see it.
    pub(crate) fn seen(&self, inputs: InputObjects, ty: Type, word: u128) -> Seen {
        if ty != Type::Ptr {
            return Seen::Scalar(Scalar::Bits(ty, word));
        }
        let pointer = word as Word;
        let (slot, offset) = (pointer::slot_of(pointer), pointer::offset_of(pointer) as u64);
        let first_generation = pointer::tag_of(pointer) == pointer::tag(slot, 0);
        let n_globals = self.program.globals.len();
        if pointer == NULL {
            Seen::Scalar(Scalar::Null)
        } else if let Some(index) = pointer::func_index(pointer) {
            Seen::Scalar(Scalar::Func(Func::from_index(index)))
        } else if first_generation && (SLOT_GLOBALS..SLOT_GLOBALS + n_globals).contains(&slot) {
            Seen::Scalar(Scalar::Global(Global::from_index(slot - SLOT_GLOBALS), offset))
        } else if first_generation && (inputs.first..inputs.first + inputs.count).contains(&slot) {
            Seen::Scalar(Scalar::Object(Obj::from_index(slot - inputs.first), offset))
        } else {
            Seen::Elsewhere
        }
    }
}

impl InputObjects {
    fn pointer(self, obj: Obj) -> Word {
        pointer::pack(pointer::tag(self.first + obj.index(), 0), 0)
    }
}

/// Puts the globals of a program into memory with their initial contents, and the streams of the library behind them.
fn add_globals(program: &Program, memory: &mut Memory) -> (SecondaryMap<Global, Word>, [Word; 3]) {
    let mut globals = SecondaryMap::new();
    for (id, global) in program.globals.iter() {
        globals[id] = memory.add_global(global.size, global.constant).unwrap_or(pointer::DEAD);
    }
    let named = |name: &str| program.globals.iter().find(|(_, data)| data.name == name);
    let streams = ir::STREAMS
        .map(|name| named(&format!("*{name}")).map_or(pointer::DEAD, |(id, _)| globals[id]));
    for (id, global) in program.globals.iter() {
        for cell in global.init.iter().flatten() {
            let place = globals[id] + cell.offset;
            match &cell.value {
                InitValue::Bytes(bytes) => {
                    // A global too large to exist is not alive; reading it says so.
                    let _ = memory.initialise(place, bytes);
                }
                InitValue::Global(to, offset) => {
                    let to = globals[*to].wrapping_add(*offset as u64);
                    initialise(memory, place, to);
                }
                InitValue::Func(func) => initialise(memory, place, pointer::of_func(*func)),
            }
        }
    }
    memory.freeze_globals();
    (globals, streams)
}

/// Puts a pointer into a global, if that exists.
fn initialise(memory: &mut Memory, place: Word, pointer: Word) {
    if let Ok(bytes) = memory.pointer_bytes(pointer) {
        let _ = memory.initialise_pointer(place, pointer, &bytes);
    }
}

/// The words of a value of a type in a window, low first.
pub(crate) fn get(window: &[u64], slot: u32, ty: Type) -> u128 {
    let low = window[slot as usize] as u128;
    if is_wide(ty) { low | (window[slot as usize + 1] as u128) << 64 } else { low }
}

/// Puts a value of a type into a window.
pub(crate) fn put(window: &mut [u64], slot: Slot, ty: Type, word: u128) {
    window[slot as usize] = word as u64;
    if is_wide(ty) {
        window[slot as usize + 1] = (word >> 64) as u64;
    }
}
