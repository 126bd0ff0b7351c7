//! Where the function as a whole leaves a question open: seeds and paths.
//!
//! Only paths follow pointers inside data and allocation. An input that gets there answers the question; that none was found
//! says nothing.

use super::{Asked, Found, Inquiry, Question};
use crate::ahead::Ahead;
use crate::objectives::Objectives;
use crate::seeds::Seeds;
use crate::walk::{Cut, End, Guide};
use exec::Policy;
use ir::{Event, Func, Trap};

/// Inputs tried before any path is walked.
const SEEDS: u32 = 1000;
/// Turns of loops in the walks, each with more than the last.
const TURNS: [u32; 5] = [3, 12, 48, 192, 768];

impl Inquiry<'_> {
    /// Looks for an input by trying some and by walking paths.
    pub(super) fn look_around(&mut self, question: &Question) -> Option<Found> {
        self.try_seeds(question).or_else(|| self.walk_there(question))
    }

    fn try_seeds(&mut self, question: &Question) -> Option<Found> {
        let globals = world::input_globals(self.program);
        let mut seeds = Seeds::new(self.world, &self.objectives.funcs, globals, 1);
        let n_seeds = if seeds.possible() { SEEDS } else { 0 };
        for _ in 0..n_seeds {
            if (self.stop)() {
                return None;
            }
            let input = seeds.make();
            if let Some(run) = self.sees(question, &input) {
                return Some(self.seen(input, run));
            }
        }
        None
    }

    fn walk_there(&mut self, question: &Question) -> Option<Found> {
        for turns in TURNS {
            let mut walk = self.walk(turns, Policy::INITIAL).ok()?;
            let mut deeper = false;
            loop {
                let guide = Towards { question, objectives: &self.objectives, ahead: &self.ahead };
                let Some(leaf) = walk.next(&guide) else { break };
                deeper |= matches!(leaf.end, End::Cut(Cut::Turns(..) | Cut::Recursion(..)));
                if let Some(input) = leaf.input
                    && let Some(run) = self.sees(question, &input)
                {
                    return Some(self.seen(input, run));
                }
            }
            if !deeper || (self.stop)() {
                return None;
            }
        }
        None
    }

    fn seen(&mut self, input: ir::input::Input, run: crate::confirm::Confirmed) -> Found {
        match self.answer(input, run) {
            Asked::Answered(found) => found,
            Asked::Open(..) => unreachable!("an input that was seen to get there is an answer"),
        }
    }
}

/// Wants one outcome; where the question is a place, every path may lead there.
struct Towards<'a> {
    question: &'a Question,
    objectives: &'a Objectives,
    ahead: &'a Ahead,
}

impl Guide for Towards<'_> {
    fn wants(&self, event: Event) -> bool {
        matches!(self.question, Question::Aim(_)) && !self.objectives.concerned(event).is_empty()
    }

    fn worth(&self, frames: &mut dyn Iterator<Item = (Func, exec::Pc)>) -> bool {
        !matches!(self.question, Question::Aim(_)) || self.ahead.any(frames, |_| true)
    }

    fn wants_trap(&self, trap: Trap, _: &mut dyn Iterator<Item = Event>) -> bool {
        matches!(self.question, Question::Trap(wanted) if *wanted == trap)
    }
}
