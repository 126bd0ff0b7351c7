//! Runs over terms, followed along the path that some numbers take.
//!
//! A run of a function without conditions has only one path, and then its words tell what it does on every input at once.

use crate::sample;
use exec::{Knowledge, Machine, Pause, Policy, PtrId, Target, Terms, Val};
use ir::Program;
use solver::Solver;
use term::{Domain, Evaluator, Pool, Term};
use world::World;

/// What was said so far, and what follows of it without any search.
pub(crate) struct Said(Solver<'static>);

impl Knowledge for Said {
    fn domain(&mut self, pool: &Pool, term: Term) -> Domain {
        self.0.estimate(pool, term)
    }
}

pub(crate) type Words = Terms<Said>;

pub(crate) fn words() -> Words {
    Terms { pool: Pool::new(), known: Said(Solver::new()) }
}

/// Arrays have this many elements where nothing else is asked.
const LENGTH: u128 = 4;

/// One run, with all that was said on its way.
pub(crate) struct Trip<'w> {
    pub(crate) world: &'w World<'w>,
    pub(crate) machine: Machine<'w, Words>,
    pub(crate) words: Words,
    values: Evaluator,
    given: Vec<(String, i128)>,
    /// Premises under which it went on.
    pub(crate) premises: Vec<String>,
    /// Questions where control divides that no constant answered.
    pub(crate) n_open: usize,
    /// What it returned, if it did.
    pub(crate) returned: Option<Val<Term>>,
}

impl<'w> Trip<'w> {
    /// Numbers are given by the names of inputs: `i=3 a[1]=-1`.
    pub(crate) fn new(world: &'w World<'w>, policy: Policy, given: &str) -> Self {
        let mut words = words();
        let machine = Machine::new(world, policy, &mut words);
        let mut trip = Self {
            world,
            machine,
            words,
            values: Evaluator::new(),
            given: Vec::new(),
            premises: Vec::new(),
            n_open: 0,
            returned: None,
        };
        trip.given = given.split_whitespace().map(number).collect();
        trip
    }

    /// Runs to the end, and says how that is.
    pub(crate) fn end(&mut self) -> String {
        loop {
            if let Some(end) = self.next() {
                return end;
            }
        }
    }

    /// Runs to the next pause and goes on as the numbers say.
    pub(crate) fn next(&mut self) -> Option<String> {
        let pause = self.machine.run(&mut self.words);
        self.give();
        match pause {
            Pause::Branch { cond, .. } => {
                self.n_open += usize::from(self.words.pool.as_const(cond).is_none());
                let truth = self.holds(cond);
                self.machine.take(truth);
            }
            Pause::Switch { guards, .. } => {
                self.n_open += 1;
                let at = guards.iter().position(|&guard| self.holds(guard));
                self.machine.take_target(at.expect("one target should be the one") as u32);
            }
            Pause::Settle(word) => {
                self.n_open += 1;
                let value = self.values.value(&self.words.pool, word);
                let pool = &mut self.words.pool;
                let constant = pool.constant(pool.width(word), value);
                let same = pool.eq(word, constant);
                self.words.known.0.assert(pool, same);
                self.machine.settle_as(&mut self.words, value);
            }
            Pause::Check { kind, when, .. } => {
                return self.holds(when).then(|| format!("traps {}", kind.name()));
            }
            Pause::Trapped { kind, .. } => return Some(format!("traps {}", kind.name())),
            Pause::Bound(holds, premise) => {
                self.premises.push(premise.said(self.world.program, self.world.func).to_string());
                return self.go_on_if(holds, "leaves a bound");
            }
            Pause::Assume(holds) => return self.go_on_if(holds, "is no input"),
            Pause::Fits(holds) => return self.go_on_if(holds, "is too short"),
            Pause::Beyond(fails) => return self.holds(fails).then(|| "was left out".to_owned()),
            Pause::Turn(..) | Pause::Recursion(..) => {}
            Pause::Unsupported(gap) => return Some(gap.said(self.world.program).to_string()),
            Pause::Returned(val) => {
                self.returned = val;
                return Some(match val {
                    Some(val) => format!("returns {}", self.show(val)),
                    None => "returns".to_owned(),
                });
            }
        }
        None
    }

    /// From here on it is known to hold, unless it does not.
    fn go_on_if(&mut self, holds: Term, otherwise: &str) -> Option<String> {
        if !self.holds(holds) {
            return Some(otherwise.to_owned());
        }
        self.words.known.0.assert(&mut self.words.pool, holds);
        None
    }

    /// Gives the inputs that were made their numbers.
    fn give(&mut self) {
        for leaf in self.machine.leaves() {
            let given = self.given.iter().find(|(name, _)| *name == leaf.name);
            let length = leaf.name.starts_with("length of ");
            let value = match given {
                Some((_, value)) => *value as u128,
                None if length => LENGTH,
                None => 0,
            };
            if let Some(var) = self.words.pool.as_var(leaf.word) {
                self.values.set(var, value & term::mask(self.words.pool.width(leaf.word)));
            }
        }
    }

    pub(crate) fn holds(&mut self, word: Term) -> bool {
        self.values.holds(&self.words.pool, word)
    }

    fn show(&mut self, val: Val<Term>) -> String {
        match val {
            Val::Word(word) => {
                let unused = 128 - self.words.pool.width(word);
                let value = self.values.value(&self.words.pool, word);
                ((value << unused) as i128 >> unused).to_string()
            }
            Val::Ptr(ptr) => self.place(ptr),
            Val::Part(..) | Val::Uninit | Val::Maybe(_) | Val::Opaque(_) => format!("{val:?}"),
        }
    }

    /// Where a pointer leads with these numbers.
    fn place(&mut self, ptr: PtrId) -> String {
        let alts = self.machine.alternatives(ptr).to_vec();
        let alt = alts.into_iter().find(|alt| self.values.holds(&self.words.pool, alt.guard));
        let alt = alt.expect("one of the places should be the one");
        let offset = self.values.value(&self.words.pool, alt.offset) as u64 as i64;
        match alt.target {
            Target::Object(object) => format!("{} + {offset}", self.machine.object(object).1),
            Target::Func(func) => self.world.program.funcs[func].name.clone(),
            other => format!("{other:?}"),
        }
    }

    /// The places that a pointer may lead to, by name.
    pub(crate) fn places(&self, ptr: PtrId) -> Vec<String> {
        let name = |target: Target| match target {
            Target::Object(object) => self.machine.object(object).1.to_owned(),
            Target::Func(func) => self.world.program.funcs[func].name.clone(),
            Target::Unmade(_) => "one that is not made".to_owned(),
            Target::Null | Target::Raw => format!("{target:?}"),
        };
        self.machine.alternatives(ptr).iter().map(|alt| name(alt.target)).collect()
    }

    /// Is what was returned the same on every input of this path?
    pub(crate) fn returned_constant(&self) -> Option<u128> {
        match self.returned {
            Some(Val::Word(word)) => self.words.pool.as_const(word),
            _ => None,
        }
    }

    /// The names of the inputs that were asked for.
    pub(crate) fn inputs(&self) -> Vec<&str> {
        self.machine.leaves().iter().map(|leaf| leaf.name.as_str()).collect()
    }
}

fn number(text: &str) -> (String, i128) {
    let (name, value) = text.split_once('=').expect("a number should be given as name=value");
    (name.replace('~', " "), value.parse().expect("it should be a number"))
}

/// The program of a text and the world of its function `f`.
#[track_caller]
pub(crate) fn with_world<T>(text: &str, look: impl FnOnce(&World<'_>) -> T) -> T {
    let program = program(text);
    look(&World::of(&program, sample::func(&program, "f")))
}

/// What a text means that should mean something. Its functions of the script are the ones that models use.
#[track_caller]
pub(crate) fn program(text: &str) -> Program {
    let mut program = sample::lowered(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    for data in program.funcs.values_mut() {
        data.system |=
            [ir::SCRIPT_BYTES, ir::SCRIPT_COUNT, ir::SCRIPT_WRITE].contains(&data.name.as_str());
    }
    program
}

/// How `f` ends on some inputs: all preferences hold.
#[track_caller]
pub(crate) fn check(text: &str, cases: &[(&str, &str)]) {
    check_under(text, Policy::INITIAL, cases);
}

/// How `f` ends on some inputs.
#[track_caller]
pub(crate) fn check_under(text: &str, policy: Policy, cases: &[(&str, &str)]) {
    with_world(text, |world| {
        for (given, expect) in cases {
            let mut trip = Trip::new(world, policy, given);
            assert_eq!(trip.end(), *expect, "{given} of {text}, inputs {:?}", trip.inputs());
        }
    });
}

/// The same of a function that one run without any question tells all of.
#[track_caller]
pub(crate) fn check_at_once(text: &str, cases: &[(&str, &str)]) {
    check(text, cases);
    with_world(text, |world| {
        let mut trip = Trip::new(world, Policy::INITIAL, cases[0].0);
        let _ = trip.end();
        assert_eq!(trip.n_open, 0, "{text} should not divide");
    });
}
