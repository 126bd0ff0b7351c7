//! What is known of an objective that no test reaches, as a function of what its exclusion rests on.
//!
//! Here and nowhere else is it decided what a refutation is worth: *infeasible* where it rests on C and on what the user asked,
//! *unknown* where a preference or a gap is among its premises. Sentences are made at the very end, for the report.

use crate::walk::{Cut, End};
use crate::witness::NoInput;
use exec::{Reason, Unfolding};
use ir::{Func, Program, TrapKind};
use std::collections::BTreeSet;
use suite::{Bounds, Scope};
use world::{Gap, Kind, Preference, Preferences, Premise, Quantity, World};

/// What is known of an objective that no test reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Verdict {
    /// No input reaches it.
    Infeasible(Exclusion),
    /// Neither reached nor excluded.
    Unknown(Open),
}

/// What was excluded, by which proof, and what that rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Exclusion {
    /// What it rests on beyond C itself.
    pub premises: BTreeSet<Premise>,
    /// How it was shown.
    pub proof: Proof,
    /// The turns of every loop that were asked for, if any.
    pub turns: Option<u32>,
}

/// How something was excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// The solver refuted it of the whole function.
    Refutation,
    /// Every path that could lead there was walked.
    Walk,
    /// All admissible inputs were run.
    Exhaustion(u64),
    /// The path was followed.
    Path,
    /// One of every two evaluations that would show it is impossible.
    Pairs,
}

/// Why nothing more is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Open {
    /// It is excluded only while preferences hold.
    Excluded(Exclusion),
    /// It is excluded only because something on the way is not modelled, and while the rest holds.
    Lacks(Gap, Exclusion),
    /// A limit of a walk.
    Cut(Cut),
    /// The time was up; where an earlier walk came to its end, what kept that one from more.
    Budget(Option<Cut>),
    /// Not every path was walked.
    NotWalked,
    /// The solver did not decide.
    Solver(solver::Why),
    /// No input could be built.
    NoInput(NoInput),
    /// Only inputs were found that the precondition refuses.
    Refused,
    /// A model was no run.
    NoRun,
    /// The input that should get there runs longer than the interpreter may.
    TooLong,
    /// No input is admitted.
    NothingAdmitted,
    /// A path was not followed to its end.
    NotFollowed(End),
    /// There are too many evaluations of a decision.
    ManyEvaluations,
    /// Judges disagree about a run of this function: what was excluded may be excluded by our mistake.
    Distrusted,
}

impl Open {
    /// The same as a verdict.
    pub(crate) fn verdict(self) -> Verdict {
        Verdict::Unknown(self)
    }

    /// The preferences without which more may be reached.
    pub(crate) fn preferences(&self) -> Preferences {
        match self {
            Self::Excluded(exclusion) | Self::Lacks(_, exclusion) => exclusion.preferences(),
            _ => Preferences::NONE,
        }
    }
}

/// What an exclusion on these premises is worth, where the user asked for some preferences.
pub(crate) fn judge(exclusion: Exclusion, asked: Preferences) -> Verdict {
    let gap = exclusion.premises.iter().find_map(|premise| match premise {
        Premise::Lacks(gap) => Some(*gap),
        _ => None,
    });
    let is_preferred = |premise: &Premise| premise.kind(asked) == Kind::Preferred;
    match gap {
        Some(gap) => Verdict::Unknown(Open::Lacks(gap, exclusion)),
        None if exclusion.premises.iter().any(is_preferred) => {
            Verdict::Unknown(Open::Excluded(exclusion))
        }
        None => Verdict::Infeasible(exclusion),
    }
}

impl Exclusion {
    /// Something excluded by a proof that names these premises, together with what every proof takes for granted in a world
    /// where some preferences are relaxed.
    pub(crate) fn new(
        world: &World<'_>,
        named: BTreeSet<Premise>,
        proof: Proof,
        relaxed: Preferences,
    ) -> Self {
        let is_about = |premise: &Premise| match premise {
            Premise::StubWritesNothing(func) => !interp::has_model(world.program, *func),
            _ => true,
        };
        let granted = world.granted(relaxed).into_iter().filter(is_about);
        Self { premises: named.into_iter().chain(granted).collect(), proof, turns: None }
    }

    /// Does it rest on a maximum of our own choice?
    pub(crate) fn is_bounded(&self) -> bool {
        self.premises.iter().any(|premise| matches!(premise, Premise::Most(..)))
    }

    /// The preferences that it rests on, maxima apart.
    pub(crate) fn preferences(&self) -> Preferences {
        let named = self.premises.iter().filter_map(Premise::preference);
        named.filter(|&it| it != Preference::Enough).collect()
    }
}

/// Why merged execution was not followed further, as a premise.
pub(crate) fn not_cut(reason: Reason, unfolding: &Unfolding) -> Premise {
    let most = |quantity, most: u64| Premise::Most(quantity, most);
    match reason {
        Reason::Turns(func, id) => {
            most(Quantity::Turns(func, id), unfolding.turns_of(func, id).into())
        }
        Reason::Calls(func) => most(Quantity::Calls(func), unfolding.calls.into()),
        Reason::Steps => most(Quantity::Steps, unfolding.steps),
        Reason::Unsupported(gap) => Premise::Lacks(gap),
        Reason::Refuted => unreachable!("what is known should be proved, not assumed"),
    }
}

/// Does something of this kind go wrong where more is touched than is valid?
pub(crate) fn is_beyond(kind: TrapKind) -> bool {
    matches!(kind, TrapKind::OutOfBounds | TrapKind::PointerArithmetic)
}

/// What an exclusion rests on that takes for granted that nothing of this kind has gone wrong on the way: many machines go on
/// behind a misaligned access as if nothing were, and so does code that is written for these.
pub(crate) fn on_going_on(kind: TrapKind) -> Option<Premise> {
    (kind == TrapKind::Misaligned).then_some(Premise::Aligned)
}

/// Verdicts as reports have them.
pub(crate) struct Describe<'a> {
    pub(crate) program: &'a Program,
    /// The function under test.
    pub(crate) func: Func,
    /// The preferences that the user asked for.
    pub(crate) asked: Preferences,
}

impl Describe<'_> {
    pub(crate) fn verdict(&self, verdict: &Verdict) -> suite::Verdict {
        match verdict {
            Verdict::Infeasible(exclusion) => suite::Verdict::Infeasible {
                scope: match exclusion.turns {
                    Some(turns) => {
                        Scope::Bounded(vec![("turns of every loop".to_owned(), turns.into())])
                    }
                    None => Scope::Unconditional,
                },
                assumes: exclusion.premises.iter().map(|it| self.sentence(it)).collect(),
                proof: proof(exclusion.proof),
                because: Vec::new(),
            },
            Verdict::Unknown(open) => self.open(open),
        }
    }

    fn sentence(&self, premise: &Premise) -> String {
        premise.said(self.program, self.func).to_string()
    }

    fn open(&self, open: &Open) -> suite::Verdict {
        let unknown = |reason: String, within: Bounds| suite::Verdict::Unknown {
            reason,
            excluded_within: within,
            excluded_while: Vec::new(),
        };
        match open {
            Open::Excluded(exclusion) => self.excluded(exclusion),
            Open::Cut(cut) => {
                let (reason, within) = self.cut(cut);
                unknown(reason, within.into_iter().collect())
            }
            Open::Budget(Some(cut)) => {
                let (why, within) = self.cut(cut);
                unknown(format!("the budget ran out: {why}"), within.into_iter().collect())
            }
            other => unknown(self.reason(other), Vec::new()),
        }
    }

    fn reason(&self, open: &Open) -> String {
        let text = match open {
            Open::Lacks(gap, _) => {
                return format!("paths meet what is not modelled: {}", gap.said(self.program));
            }
            Open::NoInput(why) => return why.said(self.program),
            Open::NotFollowed(end) => {
                return format!("the path was not followed to its end: {end:?}");
            }
            Open::Solver(why) => why.text(),
            Open::Budget(_) => "the budget ran out",
            Open::NotWalked => "not every path was walked",
            Open::Refused => "only inputs were found that the precondition refuses",
            Open::NoRun => "a model was no run",
            Open::TooLong => "the input that should get there runs longer than the interpreter may",
            Open::NothingAdmitted => "no input is admitted",
            Open::ManyEvaluations => "its decision has too many evaluations",
            Open::Distrusted => "excluded, but probant contradicts itself about another run here",
            Open::Excluded(_) | Open::Cut(_) => unreachable!("these say more than a reason"),
        };
        text.to_owned()
    }

    /// Excluded only while preferences hold: maxima are bounds, the others have their sentence and what would make them the user's.
    fn excluded(&self, exclusion: &Exclusion) -> suite::Verdict {
        let preferred =
            || exclusion.premises.iter().filter(|it| it.kind(self.asked) == Kind::Preferred);
        let said = preferred().map(|premise| premise.said(self.program, self.func));
        let excluded_within: Bounds = said.filter_map(|said| said.bound()).collect();
        let others = preferred().filter(|it| !matches!(it, Premise::Most(..)));
        let excluded_while: Vec<suite::Premise> = others.map(|it| self.premise(it)).collect();
        let reason = match excluded_while.first() {
            Some(first) => format!("excluded only while {}", first.sentence),
            None => "not within what was tried".to_owned(),
        };
        suite::Verdict::Unknown { reason, excluded_within, excluded_while }
    }

    fn premise(&self, premise: &Premise) -> suite::Premise {
        let said = premise.said(self.program, self.func);
        suite::Premise {
            name: premise.name().to_owned(),
            kind: premise.kind(self.asked).name().to_owned(),
            sentence: said.to_string(),
            ask: said.ask(),
        }
    }

    /// Why prefixes were not followed, and the bound that it was if it was one.
    pub(crate) fn cut(&self, cut: &Cut) -> (String, Option<(String, u64)>) {
        let (reason, quantity) = match cut {
            Cut::Turns(_, _, most) => (
                "a loop would have to turn more often".to_owned(),
                Some((Quantity::AnyTurns, u64::from(*most))),
            ),
            Cut::Recursion(func, most) => {
                let name = &self.program.funcs[*func].name;
                let reason = format!("`{name}` would have to call itself more often");
                (reason, Some((Quantity::Calls(*func), u64::from(*most))))
            }
            Cut::Events(most) => {
                ("a path has too many branches".to_owned(), Some((Quantity::Events, *most as u64)))
            }
            Cut::Steps(most) => {
                ("a path is too long".to_owned(), Some((Quantity::PathSteps, *most)))
            }
            Cut::Input(why) => {
                (format!("an input could not be built: {}", why.said(self.program)), None)
            }
            Cut::Undecided => ("the solver did not decide".to_owned(), None),
            Cut::Run => ("a run ends in a way that is not modelled".to_owned(), None),
        };
        let bound = quantity.and_then(|(quantity, most)| {
            Premise::Most(quantity, most).said(self.program, self.func).bound()
        });
        (reason, bound)
    }
}

fn proof(proof: Proof) -> String {
    match proof {
        Proof::Refutation => "a refutation of the whole function".to_owned(),
        Proof::Walk => "walking every path that could lead there".to_owned(),
        Proof::Exhaustion(inputs) => format!("running all {inputs} admissible inputs"),
        Proof::Path => "following the path".to_owned(),
        Proof::Pairs => {
            "one of every two evaluations that differ in it alone is impossible".to_owned()
        }
    }
}
