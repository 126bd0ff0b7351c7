//! What a walk does at each pause of the machine. How a choice is remembered and taken back is not its business.

use super::constrain::Found;
use super::{Cut, End, Guide, Walk};
use crate::verdict::on_going_on;
use exec::Pause;
use ir::{Trap, TrapKind, Value};
use term::Term;
use world::Premise;

/// How a walk goes on after a pause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// With the next instruction.
    On,
    /// Not: no input goes further, or nothing wanted lies there.
    Abandoned,
    /// Not: the path ends here.
    Ended(End),
}

impl Walk<'_> {
    /// Runs to the next place where control could go elsewhere, and deals with what is said until then.
    pub(super) fn go_on(&mut self, guide: &dyn Guide) -> Flow {
        loop {
            match self.go_to_pause(guide) {
                (Flow::On, true) => {}
                (flow, _) => return flow,
            }
        }
    }

    /// Runs to the next pause and deals with it; true if it was only about what holds from there on.
    fn go_to_pause(&mut self, guide: &dyn Guide) -> (Flow, bool) {
        let before = self.machine.steps;
        let pause = self.machine.run(&mut self.words);
        self.path_steps += self.machine.steps - before;
        self.learn();
        if self.path_steps > self.extent.steps {
            return (Flow::Ended(End::Cut(Cut::Steps(self.extent.steps))), false);
        }
        let is_fact = matches!(
            pause,
            Pause::Assume(_) | Pause::Fits(_) | Pause::Bound(..) | Pause::Beyond(_)
        );
        let flow = match self.instantiate() {
            Found::Yes => self.react(pause, guide),
            found => self.unless_found(found),
        };
        (flow, is_fact)
    }

    /// Inside a precondition branches are no events and loops turn as they like, and an input on which it traps is not admitted.
    fn react(&mut self, pause: Pause<Term>, guide: &dyn Guide) -> Flow {
        let before = self.machine.in_precondition();
        self.admitted |= !before && !matches!(pause, Pause::Assume(_));
        match pause {
            Pause::Branch { .. } | Pause::Switch { .. } | Pause::Settle(_)
                if self.machine.has_pending() =>
            {
                Flow::On
            }
            Pause::Branch { cond, event } => {
                let sides = self.truth_sides(cond, event.filter(|_| !before));
                self.choose(sides, guide)
            }
            Pause::Switch { guards, event } => {
                let sides = self.target_sides(&guards, event.filter(|_| !before));
                self.choose(sides, guide)
            }
            Pause::Settle(word) => {
                let sides = self.value_sides(word);
                self.choose(sides, guide)
            }
            Pause::Check { when, .. } if before => {
                let fine = self.words.pool.not(when);
                let found = self.post(fine);
                self.unless_found(found)
            }
            Pause::Check { kind, when, inst } => self.trap_side(kind, when, inst, guide),
            Pause::Trapped { .. } if before => Flow::Abandoned,
            Pause::Trapped { kind, inst } => {
                let (func, inst) = self.machine.blamed(inst);
                let trap = Trap { kind, func, inst };
                Flow::Ended(End::Trapped(trap))
            }
            Pause::Turn(..) if before => Flow::On,
            Pause::Beyond(word) => {
                self.leave_out(word);
                Flow::On
            }
            Pause::Assume(word) | Pause::Fits(word) => {
                let found = self.post(word);
                self.unless_found(found)
            }
            // Nothing else is left here: what was found until now is worth a run.
            Pause::Bound(word, Premise::Lacks(gap)) if self.refuted(word) => {
                Flow::Ended(End::Unsupported(gap))
            }
            Pause::Bound(word, premise) => {
                let label = self.label(premise);
                let found = self.assume(label, word);
                self.unless_found(found)
            }
            Pause::Turn(id, turns) => {
                let idles = self.idles();
                match self.extent.turns {
                    Some(most) if turns > most || idles => {
                        Flow::Ended(End::Cut(Cut::Turns(self.machine.active(), id, most)))
                    }
                    _ => Flow::On,
                }
            }
            Pause::Recursion(func, depth) if depth > self.extent.recursion() => {
                Flow::Ended(End::Cut(Cut::Recursion(func, self.extent.recursion())))
            }
            Pause::Recursion(..) => Flow::On,
            Pause::Returned(_) if before => {
                unreachable!("the function under test waits for its precondition")
            }
            Pause::Returned(value) => {
                self.returned = value;
                Flow::Ended(End::Returned)
            }
            Pause::Unsupported(gap) => Flow::Ended(End::Unsupported(gap)),
        }
    }

    /// Goes on if there is a witness of what was posted last.
    fn unless_found(&mut self, found: Found) -> Flow {
        match found {
            Found::Yes => Flow::On,
            Found::No => {
                self.counts.infeasible += 1;
                Flow::Abandoned
            }
            Found::Unknown => Flow::Ended(End::Cut(Cut::Undecided)),
        }
    }

    /// The trapping side is a leaf of its own; the walk goes on without it.
    fn trap_side(&mut self, kind: TrapKind, when: Term, inst: Value, guide: &dyn Guide) -> Flow {
        if self.refuted(when) {
            return Flow::On;
        }
        let (func, inst) = self.machine.blamed(inst);
        let trap = Trap { kind, func, inst };
        if guide.wants_trap(trap, &mut self.trace.different()) {
            self.ask_trap(trap, when);
        }
        let fine = self.words.pool.not(when);
        self.conditions.push(fine);
        let found = match on_going_on(kind) {
            Some(premise) => {
                let label = self.label(premise);
                self.assume(label, fine)
            }
            None => self.post(fine),
        };
        self.unless_found(found)
    }

    fn ask_trap(&mut self, trap: Trap, when: Term) {
        self.witness.set_aside();
        self.words.known.solver.push();
        match self.post(when) {
            Found::Yes => self.finish(End::Trapped(trap)),
            Found::No => self.counts.infeasible += 1,
            Found::Unknown => self.finish(End::Cut(Cut::Undecided)),
        }
        self.words.known.solver.pop();
        self.witness.take_back();
    }
}
