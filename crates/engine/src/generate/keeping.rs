//! Inputs that were run, and which of them are worth keeping; among them the seeds, which are tried before anything is solved.

use super::{Candidate, Criterion, JUDGED_STEPS, MOST_CANDIDATES, SEED_STEPS, Search, Stop};
use crate::confirm::{Confirmed, Ending};
use crate::objectives::Objective;
use crate::plain::broken_premise;
use crate::reach::is_written;
use crate::scalars::scalars;
use crate::seeds::Seeds;
use entity::EntitySet;
use ir::input::{Cell, Input, Obj, Scalar};
use ir::logic::Logic;
use ir::{Func, Program, Shape, Trap, TrapKind, Type};
use std::collections::BTreeSet;
use world::Premise;

/// Elements that arrays get which are too short for what comes after a prefix.
const LONGER: [u64; 2] = [64, 4096];

impl Search<'_> {
    pub(super) fn try_seeds(&mut self, stop: Stop<'_>) {
        let globals = world::input_globals(self.program);
        let mut seeds = Seeds::new(self.world, &self.objectives.funcs, globals, self.options.seed);
        if !seeds.possible() {
            return;
        }
        let mut steps = 0;
        for _ in 0..self.options.seeds {
            if steps > SEED_STEPS {
                return;
            }
            if stop(&self.progress()) || self.covered.borrow().len() == self.objectives.len() {
                return;
            }
            let input = seeds.make();
            if self.judge.admits(&input) == Some(true) {
                let run = self.judge.run_briefly(&input, SEED_STEPS / 100);
                steps += run.steps;
                if !blames_the_seed(&run.ending) {
                    self.keep_if_new(input, run);
                }
            }
        }
    }

    /// What became of an input of a prefix after that: its arrays are as long as the prefix needs. Where longer ones help, what
    /// lies outside of these is no finding.
    pub(super) fn keep_beyond_cut(&mut self, input: Input, run: Confirmed) {
        let Ending::Trapped(trap) = run.ending else { return self.keep_if_new(input, run) };
        if blames_the_seed(&run.ending) && !self.fixes_lengths() {
            for length in LONGER {
                let longer = lengthened(self.program, self.func, &input, length);
                let other = self.judge.run_briefly(&longer, JUDGED_STEPS);
                let is_same = matches!(other.ending, Ending::Trapped(other) if other == trap);
                if !is_same && self.judge.admits(&longer) != Some(false) {
                    if !blames_the_seed(&other.ending) {
                        self.keep_if_new(longer, other);
                    }
                    return;
                }
            }
        }
        self.keep_if_new(input, run);
    }

    /// Does a contract say how long something is?
    fn fixes_lengths(&self) -> bool {
        let clauses = self.program.funcs[self.func].contract.iter().flat_map(|it| &it.requires);
        let is_valid = |node: &Logic| matches!(node, Logic::Valid { .. });
        clauses.into_iter().any(|clause| {
            let meaning = clause.meaning.as_ref();
            meaning.map_or(true, |formula| formula.nodes.values().any(is_valid))
        })
    }

    pub(super) fn keep_if_new(&mut self, input: Input, run: Confirmed) {
        let reached = self.objectives.reached(self.program, &run);
        match run.ending {
            Ending::Returned(_) => {
                let news =
                    reached.iter().any(|objective| !self.covered.borrow().contains(objective));
                let leak = run.leaks.iter().any(|site| !self.leaks.contains_key(site));
                if news || leak || self.is_the_only_one() || self.is_a_choice(&reached) {
                    self.keep(input, run);
                }
            }
            Ending::Trapped(trap) => {
                let news = self.note_trapped(&reached);
                let is_better = self.note_duty(trap, &input);
                if self.found_traps.borrow_mut().insert(trap) || is_better {
                    self.traps.insert(trap, self.candidates.len());
                } else if !news {
                    return;
                }
                self.candidates.push(Candidate::new(input, run, reached));
            }
            Ending::Limit(_) | Ending::Other(_) => {}
        }
    }

    /// Remembers whose business a trap is; true if an input is the first plain one that runs into it.
    fn note_duty(&mut self, trap: Trap, input: &Input) -> bool {
        let broken = self.broken_premise(input).filter(|_| !is_written(trap.kind));
        match broken {
            Some(premise) => {
                self.duties.entry(trap).or_insert(premise);
                false
            }
            None => self.plain_traps.insert(trap),
        }
    }

    fn broken_premise(&self, input: &Input) -> Option<Premise> {
        broken_premise(self.world, self.options.relaxed, input)
    }

    /// Is this the first run of a function without objectives? It is called once all the same.
    fn is_the_only_one(&self) -> bool {
        let returns = |other: &Candidate| matches!(other.run.ending, Ending::Returned(_));
        self.objectives.is_empty() && !self.candidates.iter().any(returns)
    }

    /// Could a suite be smaller with a test that reaches all this? With several conditions to a decision it often is.
    fn is_a_choice(&self, reached: &EntitySet<Objective>) -> bool {
        let inside = |other: &Candidate| {
            matches!(other.run.ending, Ending::Returned(_))
                && reached.iter().all(|objective| other.reached.contains(objective))
        };
        matches!(self.options.criterion, Criterion::Mcdc | Criterion::UniqueCause)
            && self.candidates.len() < MOST_CANDIDATES
            && !self.candidates.iter().any(inside)
    }

    /// Remembers what a run reached before it trapped; true if something is new.
    fn note_trapped(&mut self, reached: &EntitySet<Objective>) -> bool {
        let mut on_the_way = self.reached_before_traps.borrow_mut();
        let fresh: Vec<_> =
            reached.iter().filter(|&objective| on_the_way.insert(objective)).collect();
        let covered = self.covered.borrow();
        fresh.into_iter().any(|objective| !covered.contains(objective))
    }

    pub(super) fn keep(&mut self, input: Input, mut run: Confirmed) {
        // Where an allocation failed, what is lost is not the point.
        if self.broken_premise(&input).is_some() {
            run.leaks.clear();
        }
        let reached = self.objectives.reached(self.program, &run);
        for objective in reached.iter() {
            self.covered.borrow_mut().insert(objective);
        }
        for &site in &run.leaks {
            self.leaks.entry(site).or_insert(self.candidates.len());
        }
        self.candidates.push(Candidate::new(input, run, reached));
    }
}

/// The same input with more elements, all zero, behind pointers.
fn lengthened(program: &Program, func: Func, input: &Input, length: u64) -> Input {
    let mut longer = input.clone();
    let by_value: BTreeSet<Obj> = (program.funcs[func].params.iter().zip(&input.args))
        .filter(|(param, _)| !matches!(program.shapes[param.shape], Shape::Pointer { .. }))
        .filter_map(|(_, arg)| match arg {
            Scalar::Object(obj, _) => Some(*obj),
            _ => None,
        })
        .collect();
    for obj in input.objects.keys() {
        let object = &mut longer.objects[obj];
        let Some(elem) = object.elem.filter(|_| !by_value.contains(&obj)) else { continue };
        let bytes = program.shape_bytes(elem).max(1);
        for index in object.size / bytes..length {
            scalars(program, elem, index * bytes, &mut |offset, kind| {
                let value = match kind.ty {
                    Type::Ptr => Scalar::Null,
                    ty => Scalar::Bits(ty, 0),
                };
                object.cells.push(Cell { offset, value });
            });
        }
        object.size = object.size.max(length * bytes);
    }
    longer
}

/// Does a run trap only because the seed's arrays are too short? No finding: a length that fits could have been chosen.
fn blames_the_seed(ending: &Ending) -> bool {
    match ending {
        Ending::Trapped(trap) => {
            matches!(trap.kind, TrapKind::OutOfBounds | TrapKind::PointerArithmetic)
        }
        Ending::Returned(_) | Ending::Limit(_) | Ending::Other(_) => false,
    }
}
