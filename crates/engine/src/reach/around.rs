//! Where the function as a whole leaves a question open: seeds and paths.
//!
//! Only paths follow pointers inside data and allocation. An input that gets there answers the question; that none was found
//! says nothing.

use super::{Inquiry, Question, Reached};
use crate::limits;
use crate::scene::Scene;
use crate::walk::{Cut, End, Guide};
use ir::{Event, Func, Trap};
use world::Preferences;

impl Inquiry<'_> {
    /// Looks for an input by trying some and by walking paths.
    pub(super) fn look_around(&mut self, question: &Question) -> Option<Reached> {
        self.try_seeds(question).or_else(|| self.walk_there(question))
    }

    fn try_seeds(&mut self, question: &Question) -> Option<Reached> {
        let mut seeds = self.scene.seeds()?;
        for _ in 0..limits::REACH_SEEDS {
            if (self.stop)() {
                return None;
            }
            let input = seeds.make();
            if let Some(run) = self.sees(question, &input) {
                return Some(self.answer(&input, &run));
            }
        }
        None
    }

    fn walk_there(&mut self, question: &Question) -> Option<Reached> {
        for turns in limits::REACH_TURNS {
            let extent = self.extent(turns, Preferences::NONE);
            let mut walk = self.scene.walk(&extent, self.stop).ok()?;
            let mut deeper = false;
            loop {
                let guide = Towards { question, scene: self.scene };
                let Some(leaf) = walk.next(&guide) else { break };
                deeper |= matches!(leaf.end, End::Cut(Cut::Turns(..) | Cut::Recursion(..)));
                if let Some(input) = leaf.input
                    && let Some(run) = self.sees(question, &input)
                {
                    return Some(self.answer(&input, &run));
                }
            }
            if !deeper || (self.stop)() {
                return None;
            }
        }
        None
    }
}

/// Wants one outcome; where the question is a place, every path may lead there.
struct Towards<'a> {
    question: &'a Question,
    scene: &'a Scene<'a>,
}

impl Guide for Towards<'_> {
    fn wants(&self, event: Event) -> bool {
        matches!(self.question, Question::Aim(_))
            && !self.scene.objectives.concerned(event).is_empty()
    }

    fn worth(&self, frames: &mut dyn Iterator<Item = (Func, exec::Pc)>) -> bool {
        !matches!(self.question, Question::Aim(_)) || self.scene.ahead.any(frames, |_| true)
    }

    fn wants_trap(&self, trap: Trap, _: &mut dyn Iterator<Item = Event>) -> bool {
        matches!(self.question, Question::Trap(wanted) if *wanted == trap)
    }
}
