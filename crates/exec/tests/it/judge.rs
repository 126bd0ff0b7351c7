//! The machine over concrete words against the interpreter: same inputs, same answers.
//!
//! The machine chooses its inputs as it asks for them. What it asked for is then given to the interpreter, and both must end
//! alike, show the same events, and leave the same memory behind.

use crate::concrete::{Concrete, Word};
use crate::sample;
use cfront::target::Target as Model;
use exec::{
    Beyond, LeafValue, Machine, Merged, ObjId, Origin, Pause, Policy, PtrId, Site, Target,
    Unfolding, Val,
};
use fuzzgen::Rng;
use interp::{Base, Limits, Outcome, Seen};
use ir::input::{Cell, Input, Obj, Object, Scalar};
use ir::{CondSite, Event, Func, Program, SwitchSite, TrapKind, Type};
use std::collections::BTreeMap;
use world::{Preference, Preferences, World};

/// Instructions after which a run is not followed any further.
const MOST_STEPS: u64 = 20_000;
/// Frames of one function that may be active.
const MOST_FRAMES: u32 = 60;
/// How far loops and calls are followed where paths are merged.
const UNFOLDING: Unfolding = Unfolding {
    turns: 40,
    of_loop: BTreeMap::new(),
    calls: MOST_FRAMES,
    steps: MOST_STEPS,
    words: usize::MAX,
    objects: 32,
    longer: 1,
    beyond: Beyond::Cut,
};
/// Inputs larger than this are not built.
const MOST_BYTES: u128 = 1 << 16;

/// How a run of the machine ended.
#[derive(Clone, PartialEq, Debug)]
enum End {
    Returned(Option<Val<Word>>),
    /// It returned, and memory is again what it was.
    Rewound,
    Trapped(TrapKind),
    /// An access leaves an array of the length that was drawn.
    Short,
    /// It is none of ours: the input is excluded, or something is not modelled.
    Dropped,
}

/// How many runs were compared, and how many there were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) compared: u64,
    pub(crate) runs: u64,
}

struct Judge<'w> {
    world: &'w World<'w>,
    machine: Machine<'w, Concrete>,
    words: Concrete,
    events: Vec<Event>,
    input: Input,
    objects: BTreeMap<ObjId, Obj>,
}

/// Runs a function once on inputs drawn from a seed; false if there was nothing to compare.
pub(crate) fn run_once(world: &World<'_>, seed: u64, relaxed: Preferences) -> Result<bool, String> {
    let mut words = Concrete { rng: Rng::new(seed) };
    let policy = Policy::INITIAL.relaxing(relaxed);
    let machine = Machine::new(world, policy, &mut words);
    let (input, objects) = (Input::default(), BTreeMap::new());
    let mut judge = Judge { world, machine, words, events: Vec::new(), input, objects };
    let end = judge.follow();
    if end == End::Dropped || judge.give_input().is_none() {
        return Ok(false);
    }
    judge.compare(&end).map_err(|why| format!("seed {seed}: {why}\ninput: {:?}", judge.input))
}

/// The same for a run that would merge paths: with words that have one value it follows one of them, by other means.
fn run_merged(world: &World<'_>, seed: u64, relaxed: Preferences) -> Result<bool, String> {
    let mut words = Concrete { rng: Rng::new(seed) };
    let policy = Policy::INITIAL.relaxing(relaxed);
    let mut merged = Merged::new(world, policy, UNFOLDING, &mut words);
    merged.run(&mut words);
    let happens = |when: Word, wrong: Word| when.bits == 1 && wrong.bits == 0;
    let events = merged.occurrences.iter().filter(|it| happens(it.when, it.wrong));
    let events = events.map(|it| it.event).collect();
    let trap = merged.traps.iter().find(|it| happens(it.when, it.wrong));
    let holds = merged.facts.iter().chain(merged.bounds.iter().map(|(word, _)| word));
    let end = match trap {
        _ if merged.cuts.iter().any(|it| happens(it.when, it.wrong)) => End::Dropped,
        _ if holds.into_iter().any(|word| word.bits == 0) => End::Dropped,
        Some(it) => End::Trapped(it.trap.kind),
        None if merged.wrong.bits == 1 => End::Short,
        None => End::Rewound,
    };
    let (input, objects) = (Input::default(), BTreeMap::new());
    let mut judge = Judge { world, machine: merged.machine, words, events, input, objects };
    if end == End::Dropped || judge.give_input().is_none() {
        return Ok(false);
    }
    judge.compare(&end).map_err(|why| format!("merged {seed}: {why}\ninput: {:?}", judge.input))
}

impl Judge<'_> {
    fn follow(&mut self) -> End {
        loop {
            let pause = self.machine.run(&mut self.words);
            if let Some(end) = self.react(pause) {
                return end;
            }
            if self.machine.steps > MOST_STEPS {
                return End::Dropped;
            }
        }
    }

    fn react(&mut self, pause: Pause<Word>) -> Option<End> {
        let func = self.machine.active();
        match pause {
            Pause::Branch { cond, event } => {
                let truth = cond.bits == 1;
                self.events.extend(event.map(|cond| Event::Cond(CondSite { func, cond }, truth)));
                self.machine.take(truth);
            }
            Pause::Switch { guards, event } => {
                let chosen = guards.iter().filter(|guard| guard.bits == 1).count();
                assert_eq!(chosen, 1, "one target of a switch should be the one");
                let at = guards.iter().position(|guard| guard.bits == 1)? as u32;
                let site = event.map(|switch| SwitchSite { func, switch });
                self.events.extend(site.map(|site| Event::Switch(site, at)));
                self.machine.take_target(at);
            }
            Pause::Settle(_) => unreachable!("every word is known"),
            Pause::Trapped { kind, .. } => return Some(End::Trapped(kind)),
            Pause::Check { kind, when, .. } => {
                return (when.bits == 1).then_some(End::Trapped(kind));
            }
            Pause::Fits(holds) => return (holds.bits == 0).then_some(End::Short),
            Pause::Assume(holds) | Pause::Bound(holds, _) => {
                return (holds.bits == 0).then_some(End::Dropped);
            }
            Pause::Beyond(fails) => return (fails.bits == 1).then_some(End::Dropped),
            Pause::Recursion(_, depth) => return (depth > MOST_FRAMES).then_some(End::Dropped),
            Pause::Turn(..) => {}
            Pause::Returned(val) => return Some(End::Returned(val)),
            Pause::Unsupported(_) => return Some(End::Dropped),
        }
        None
    }

    /// The words that were drawn, as an input.
    fn give_input(&mut self) -> Option<()> {
        let program = self.world.program;
        let hidden = program.n_hidden_params(self.world.func);
        for (index, arg) in self.machine.args().to_vec().into_iter().enumerate() {
            let ty = program.funcs[self.world.func].sig.params[hidden + index];
            let scalar = self.scalar(arg, ty)?;
            self.input.args.push(scalar);
        }
        for leaf in self.machine.leaves().to_vec() {
            let bits = Scalar::Bits(leaf.ty, leaf.word.bits);
            match leaf.value {
                LeafValue::Cell(object, at) => self.put(object, at, bits)?,
                LeafValue::Pointer(Site::Cell(object, at), ptr) => {
                    let scalar = self.pointer(ptr)?;
                    self.put(object, at, scalar)?;
                }
                LeafValue::Stub(func) if leaf.when.is_none_or(|it| it.bits == 1) => {
                    self.input.stubs.push((func, bits));
                }
                LeafValue::Fails(nth) if leaf.word.bits == 1 => self.input.failing.push(nth),
                _ => {}
            }
        }
        Some(())
    }

    fn put(&mut self, object: ObjId, offset: u64, value: Scalar) -> Option<()> {
        let cell = Cell { offset, value };
        if let (Origin::Global(global), ..) = self.machine.object(object) {
            match self.input.globals.iter_mut().find(|(it, _)| *it == global) {
                Some((_, cells)) => cells.push(cell),
                None => self.input.globals.push((global, vec![cell])),
            }
        } else {
            let obj = self.object(object)?;
            self.input.objects[obj].cells.push(cell);
        }
        Some(())
    }

    fn object(&mut self, object: ObjId) -> Option<Obj> {
        if let Some(&obj) = self.objects.get(&object) {
            return Some(obj);
        }
        let (_, name, size) = self.machine.object(object);
        let (shape, read_only) = self.machine.input_data(object)?;
        let (name, elem, cells) = (name.to_owned(), Some(shape), Vec::new());
        let size = u64::try_from(size.bits).ok().filter(|&it| u128::from(it) <= MOST_BYTES)?;
        let obj = self.input.objects.push(Object { name, size, cells, read_only, elem });
        self.objects.insert(object, obj);
        Some(obj)
    }

    fn scalar(&mut self, val: Val<Word>, ty: Type) -> Option<Scalar> {
        match val {
            Val::Word(word) => Some(Scalar::Bits(ty, word.bits)),
            Val::Ptr(ptr) => self.pointer(ptr),
            Val::Part(..) | Val::Uninit | Val::Maybe(_) | Val::Opaque(_) => None,
        }
    }

    fn pointer(&mut self, ptr: PtrId) -> Option<Scalar> {
        let alts = self.machine.alternatives(ptr);
        let alt = *alts.iter().find(|alt| alt.guard.bits == 1)?;
        let offset = alt.offset.bits as u64;
        match alt.target {
            Target::Null => Some(Scalar::Null),
            Target::Func(func) => Some(Scalar::Func(func)),
            Target::Raw | Target::Unmade(_) => None,
            Target::Object(object) => match self.machine.object(object).0 {
                Origin::Global(global) => Some(Scalar::Global(global, offset)),
                _ => Some(Scalar::Object(self.object(object)?, offset)),
            },
        }
    }

    /// Does the interpreter see the same?
    fn compare(&mut self, end: &End) -> Result<bool, String> {
        let limits = Limits { steps: 10 * MOST_STEPS, ..Limits::UNIT };
        let mut judge = interp::Machine::new(self.world.program);
        let run = judge.run(self.world.func, &self.input, &limits);
        match (end, &run.outcome) {
            (_, Outcome::Unsupported { .. } | Outcome::Limit(_) | Outcome::Exited { .. }) => {
                return Ok(false);
            }
            _ if run.saw_addresses => return Ok(false),
            (End::Trapped(kind), Outcome::Trapped(trap)) if *kind == trap.kind => {}
            (End::Short, Outcome::Trapped(_)) | (End::Rewound, Outcome::Returned(_)) => {}
            (End::Returned(val), Outcome::Returned(seen)) => {
                let val = val.and_then(|val| self.returned(val));
                if val.is_some_and(|val| Some(Seen::Scalar(val)) != *seen) {
                    return Err(format!("the machine returns {val:?}, the interpreter {seen:?}"));
                }
                self.compare_memory(&judge)?;
            }
            (end, outcome) => {
                return Err(format!("the machine ends with {end:?}, the interpreter {outcome:?}"));
            }
        }
        if self.events == run.events {
            return Ok(true);
        }
        Err(format!("events {:?}\nbut {:?}", self.events, run.events))
    }

    /// What is returned, as far as both can tell.
    fn returned(&mut self, val: Val<Word>) -> Option<Scalar> {
        let ty = self.world.program.funcs[self.world.func].sig.ret?;
        match val {
            Val::Ptr(ptr) if self.leads_elsewhere(ptr) => None,
            val => self.scalar(val, ty),
        }
    }

    fn leads_elsewhere(&self, ptr: PtrId) -> bool {
        let made =
            |object| matches!(self.machine.object(object).0, Origin::Local(_) | Origin::Heap);
        self.machine.alternatives(ptr).iter().any(|alt| match alt.target {
            Target::Object(object) => made(object),
            _ => false,
        })
    }

    /// What the run left in globals and in the objects of the input.
    fn compare_memory(&self, judge: &interp::Machine<'_>) -> Result<(), String> {
        for object in self.machine.objects() {
            let base = match (self.machine.object(object).0, self.objects.get(&object)) {
                (Origin::Global(global), _) => Base::Global(global),
                (_, Some(&obj)) if !judge.was_freed(obj) => Base::Object(obj),
                _ => continue,
            };
            for (at, len, val) in self.machine.cells(object) {
                let Val::Word(word) = val else { continue };
                if u64::from(word.width) != 8 * len {
                    continue;
                }
                let seen = judge.read(base, at, Type::Int(word.width as u8));
                // A number written over a part of a pointer looks like another pointer.
                if seen == Seen::Elsewhere {
                    continue;
                }
                if seen != Seen::Scalar(Scalar::Bits(Type::Int(word.width as u8), word.bits)) {
                    let name = self.machine.object(object).1;
                    return Err(format!("byte {at} of {name}: {word:?}, but {seen:?}"));
                }
            }
        }
        Ok(())
    }
}

/// Preferences that one run may be without.
const RELAXED: [&[Preference]; 4] = [
    &[],
    &[Preference::StartsArray],
    &[Preference::Apart, Preference::NotInside],
    &[Preference::AllocationSucceeds, Preference::StartsArray, Preference::Apart],
];

/// Runs a function on many inputs.
#[track_caller]
pub(crate) fn judge(program: &Program, func: Func, text: &str, runs: u64, tally: &mut Tally) {
    let world = World::of(program, func);
    for seed in 0..runs {
        let relaxed = RELAXED[seed as usize % RELAXED.len()].iter();
        let relaxed = relaxed.fold(Preferences::NONE, |all, &it| all.with(it));
        for run in [run_once, run_merged] {
            tally.runs += 1;
            match run(&world, seed, relaxed) {
                Ok(compared) => tally.compared += u64::from(compared),
                Err(why) => panic!("{}: {why}\n{text}", program.funcs[func].name),
            }
        }
    }
}

/// Judges a function of a random unit, unless it is one that is refused.
fn judge_unit(text: &str, name: &str, model: Model, tally: &mut Tally) {
    let Ok(program) = sample::lowered_for(text, model) else { return };
    judge(&program, sample::func(&program, name), text, 12, tally);
}

#[test]
fn filetests_end_as_the_interpreter_says() {
    let mut tally = Tally::default();
    for below in ["run", "gen", "heap", "regress"] {
        let dir = format!("{}/../../filetests/{below}", env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<_> = std::fs::read_dir(&dir)
            .expect("the directory should be there")
            .map(|entry| entry.expect("it should be readable").path())
            .filter(|path| path.extension().is_some_and(|it| it == "c"))
            .collect();
        files.sort();
        for path in files {
            let text = std::fs::read_to_string(&path).expect("a file should be text");
            let Ok(program) = sample::lowered(&text) else { continue };
            for (func, data) in program.funcs.iter().filter(|(_, data)| data.body.is_some()) {
                let told = format!("{}: {}", path.display(), data.name);
                judge(&program, func, &told, 4, &mut tally);
            }
        }
    }
    assert!(tally.compared * 3 > 2 * tally.runs, "too little can be compared: {tally:?}");
}

fn random_units(units: u64, model: Model) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..units {
        let rng = &mut Rng::new(seed);
        let profile = fuzzgen::Profile::swarm(rng).trapping();
        let program = fuzzgen::generate(rng, &profile);
        let name = fuzzgen::print::entry_name(&program, "");
        let mut judge = |text: &str, name: &str| judge_unit(text, name, model, &mut tally);
        judge(&fuzzgen::print::unit(&program, ""), &name);
        judge(&fuzzgen::heap::sample(rng).text, "f");
        judge(&fuzzgen::idioms::sample(rng).text, "f");
        judge(&fuzzgen::overlap::sample(rng).text, "f");
        judge(&fuzzgen::views::sample(rng), "f");
        let kind = *rng.pick(&fuzzgen::worlds::Kind::ALL);
        judge(&fuzzgen::worlds::sample(rng, kind).with_script(), "f");
        let full = fuzzgen::full::unit(rng, fuzzgen::full::Care::Careless, "");
        judge(&format!("{}{full}", fuzzgen::full::PRELUDE), "run");
    }
    tally
}

/// More of them: `EXEC_UNITS=6000 cargo test --release -p exec random_units`.
#[test]
fn random_units_end_as_the_interpreter_says() {
    let units = std::env::var("EXEC_UNITS").ok().and_then(|it| it.parse().ok());
    let tally = random_units(units.unwrap_or(60), Model::LP64);
    assert!(tally.compared * 3 > tally.runs, "too little can be compared: {tally:?}");
}

/// Data models that nothing here runs: the two meanings of a program are each other's only judges.
#[test]
fn random_units_end_so_on_other_targets() {
    let units = std::env::var("EXEC_UNITS").ok().and_then(|it| it.parse().ok());
    for model in [Model::IP16, Model::ILP32BE, Model::LP64BE] {
        let tally = random_units(units.unwrap_or(20), model);
        // Fewer functions of the library are known where an int has 16 bits.
        assert!(tally.compared * 4 > tally.runs, "too little can be compared: {tally:?}");
    }
}
