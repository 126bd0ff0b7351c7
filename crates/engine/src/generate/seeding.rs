//! Inputs that are tried before anything is solved, and inputs whose arrays are too short for what comes after a prefix.

use super::Search;
use crate::confirm::{Confirmed, Ending};
use crate::limits::{self, Limit};
use crate::scalars::scalars;
use crate::verdict::is_beyond;
use ir::input::{Cell, Input, Obj, Scalar};
use ir::logic::Logic;
use ir::{Func, Program, Shape, Type};
use std::collections::BTreeSet;

impl Search<'_> {
    /// Runs inputs made of the constants of the code.
    pub(super) fn try_seeds(&mut self) {
        let Some(mut seeds) = self.scene.seeds() else { return };
        let mut steps = 0;
        for number in 0..self.scene.options.seeds {
            let is_all_covered = self.ledger.n_covered() == self.scene.objectives.len();
            if steps > limits::SEED_STEPS {
                return self.ledger.hit(Limit::SeedSteps);
            }
            if self.is_over() || is_all_covered {
                return;
            }
            let input = seeds.make();
            steps += n_words(&input) as u64 * limits::WORD_STEPS;
            if self.judge.admits(&input) == Some(true) {
                let run = self.judge.run_briefly(&input, limits::SEED_RUN);
                steps += run.steps;
                if is_cut_short(&run) && self.long.len() < limits::LONG_RUNS {
                    self.long.push(number);
                }
                if !blames_the_seed(&run.ending) {
                    self.ledger.keep_if_new(self.scene, input, run);
                }
            }
        }
    }

    /// Runs lists and rings that are as long as the code has constants. What they run into is for others to look for: they are kept
    /// for what they reach.
    pub(super) fn try_links(&mut self) {
        let (mut seeds, mut steps) = (self.scene.linked_seeds(), 0);
        for links in seeds.links() {
            if self.is_over() || !self.is_any_wanted() || steps > limits::SEED_STEPS {
                return;
            }
            let input = seeds.make_linked(links);
            steps += n_words(&input) as u64 * limits::WORD_STEPS;
            if self.judge.admits(&input) == Some(true) {
                let run = self.judge.run_briefly(&input, limits::SEED_RUN);
                steps += run.steps;
                if matches!(run.ending, Ending::Returned(_)) {
                    self.ledger.keep_if_new(self.scene, input, run);
                }
            }
        }
    }

    /// Runs seeds again that take long, with ever more patience: what depends on no input costs the interpreter least.
    pub(super) fn run_long_seeds(&mut self) {
        let (mut waiting, mut spent) = (std::mem::take(&mut self.long), 0);
        for most in limits::LONG_RUN {
            let Some(mut seeds) = self.scene.seeds().filter(|_| !waiting.is_empty()) else {
                return;
            };
            let last = waiting.iter().max().map_or(0, |it| it + 1);
            for number in 0..last {
                let input = seeds.make();
                if !waiting.contains(&number) {
                    continue;
                }
                if spent > limits::LONG_STEPS || self.is_over() || !self.is_any_wanted() {
                    return;
                }
                let run = self.judge.run_briefly(&input, most);
                spent += run.steps;
                if !is_cut_short(&run) {
                    waiting.retain(|&it| it != number);
                    if !blames_the_seed(&run.ending) {
                        self.ledger.keep_if_new(self.scene, input, run);
                    }
                }
            }
        }
    }

    /// What became of an input of a prefix after that: its arrays are as long as the prefix needs. Where longer ones help, what
    /// lies outside of these is no finding.
    pub(super) fn keep_beyond_cut(&mut self, input: Input, run: Confirmed) {
        let scene = self.scene;
        if blames_the_seed(&run.ending) && !self.fixes_lengths() {
            for length in limits::LONGER {
                let longer = lengthened(scene.program, scene.func, &input, length);
                let other = self.judge.run_briefly(&longer, limits::JUDGED_STEPS);
                if other.ending != run.ending && self.judge.admits(&longer) != Some(false) {
                    if !blames_the_seed(&other.ending) {
                        self.ledger.keep_if_new(scene, longer, other);
                    }
                    return;
                }
            }
        }
        self.ledger.keep_if_new(scene, input, run);
    }

    /// Does a contract say how long something is?
    fn fixes_lengths(&self) -> bool {
        let clauses =
            self.scene.program.funcs[self.scene.func].contract.iter().flat_map(|it| &it.requires);
        let is_valid = |node: &Logic| matches!(node, Logic::Valid { .. });
        clauses.into_iter().any(|clause| {
            let meaning = clause.meaning.as_ref();
            meaning.map_or(true, |formula| formula.nodes.values().any(is_valid))
        })
    }
}

/// Did a run take longer than it had time for?
fn is_cut_short(run: &Confirmed) -> bool {
    matches!(run.ending, Ending::Limit(interp::Limit::Steps))
}

/// Words that an input gives.
pub(super) fn n_words(input: &Input) -> usize {
    let objects = input.objects.values().map(|object| object.cells.len());
    let globals = input.globals.iter().map(|(_, cells)| cells.len());
    input.args.len() + objects.sum::<usize>() + globals.sum::<usize>()
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
pub(super) fn blames_the_seed(ending: &Ending) -> bool {
    matches!(ending, Ending::Trapped(trap) if is_beyond(trap.kind))
}
