//! Objectives as a report shows them: where they stand in the source, what they ask for, what became of them.

use super::conclude::Conclusion;
use crate::boundary;
use crate::describe::{describe_event, place_of};
use crate::objectives::{Aim, Objective};
use crate::options::Criterion;
use entity::EntityRef;
use ir::Event;
use source::SourceMap;
use std::collections::BTreeMap;
use suite::{Outcome, Verdict};

impl Conclusion<'_> {
    pub(super) fn describe_objectives(
        &self,
        map: &SourceMap,
        covered: &BTreeMap<Objective, String>,
    ) -> Vec<suite::Objective> {
        let scene = self.scene;
        let verdict = |objective: Objective| {
            if let Some(test) = covered.get(&objective) {
                return Verdict::Covered { test: test.clone() };
            }
            let mut said = scene.describe().verdict(&self.ledger.verdict(scene, objective));
            if let Verdict::Infeasible { because, .. } = &mut said {
                *because = self.because(map, objective);
            }
            said
        };
        self.scene
            .objectives
            .all()
            .map(|objective| self.describe_objective(map, objective, verdict(objective)))
            .collect()
    }

    /// The outcomes that together exclude an objective, for people.
    fn because(&self, map: &SourceMap, objective: Objective) -> Vec<String> {
        if self.scene.options.criterion == Criterion::UniqueCause {
            return Vec::new();
        }
        if let Aim::Decisive(site, truth) = *self.scene.objectives.aim(objective) {
            let event = Event::Cond(site, truth);
            if self
                .ledger
                .candidates()
                .iter()
                .any(|candidate| candidate.run.events.contains(&event))
            {
                return vec!["another condition always masks it".to_owned()];
            }
        }
        let events = self.ledger.because(objective).iter();
        let own = events.filter(|&&event| boundary::probe(self.scene.probes, event).is_none());
        own.map(|&event| describe_event(self.scene.program, map, event)).collect()
    }

    fn describe_objective(
        &self,
        map: &SourceMap,
        objective: Objective,
        verdict: Verdict,
    ) -> suite::Objective {
        let aim = self.scene.objectives.aim(objective);
        let span = aim.span(self.scene.program);
        let (file, line, col) = place_of(map, span);
        let (outcome, text) = self.asked_for(map, aim);
        let main_file = place_of(map, self.scene.program.funcs[self.scene.func].span).0;
        suite::Objective {
            id: self.scene.objectives.ids[objective.index()].clone(),
            kind: self.scene.options.criterion.kind(),
            in_function: self.scene.program.funcs[aim.func()].name.clone(),
            file: file.filter(|file| Some(file) != main_file.as_ref()),
            line,
            col,
            text,
            outcome,
            verdict,
        }
    }

    /// The outcome that an objective asks for, and the text of what it is an outcome of.
    fn asked_for(&self, map: &SourceMap, aim: &Aim) -> (Outcome, String) {
        let span = aim.span(self.scene.program);
        if let Aim::Event(event) = *aim
            && let Some(probe) = boundary::probe(self.scene.probes, event)
        {
            return (Outcome::Named(probe.text.clone()), map.original(span));
        }
        match *aim {
            Aim::Event(Event::Cond(_, truth))
            | Aim::Decided(_, truth)
            | Aim::Decisive(_, truth) => (Outcome::Truth(truth), map.original(span)),
            Aim::Evaluated(_) => (Outcome::Reached, map.original(span)),
            Aim::Place(..) => (Outcome::Reached, line_around(map, span.lo)),
            Aim::Event(Event::Switch(site, target)) => {
                let data = &self.scene.program.body(site.func).switches[site.switch];
                let target = &data.targets[target as usize];
                let name = if target.implicit {
                    "default (implicit)".to_owned()
                } else {
                    map.original(target.span)
                };
                (Outcome::Named(name), map.original(data.span))
            }
        }
    }
}

/// The line of preprocessed text around a place.
fn line_around(map: &SourceMap, at: u32) -> String {
    let (before, after) = map.text.split_at((at as usize).min(map.text.len()));
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let rest = after.split('\n').next().unwrap_or_default();
    format!("{}{rest}", &before[start..]).trim().to_owned()
}
