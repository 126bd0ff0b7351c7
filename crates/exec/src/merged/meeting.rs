//! Where states meet: ends of blocks, heads of loops, returns of calls.
//!
//! A jump brings its state to the meeting it names and control ends there; when the place itself is reached, the states that
//! came are joined by ite and the path goes on where one of them did. Loops unfold here, turn by turn.

use super::path::conjunction;
use super::{Beyond, Flow, Merged, Reason, Step};
use crate::Mark;
use crate::delta::Delta;
use crate::join::Side;
use crate::{Algebra, Pause, Val};
use ir::{Label, LoopId, Region, Value};

/// Where states meet.
pub(crate) struct Meeting<W> {
    at: Place,
    mark: Mark,
    /// Conjuncts of the path when the place was entered.
    pub(super) n_path: usize,
    /// How often the loop has come round.
    turn: u32,
    pub(crate) arrivals: Vec<Arrival<W>>,
    /// Did a jump from inside go further out, or control get lost?
    pub(crate) crossed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    End(Label),
    Head(LoopId),
    Return,
}

/// A state that came to a meeting, with the conjuncts of its path since.
pub(crate) struct Arrival<W> {
    pub(crate) path: Vec<Step<W>>,
    pub(crate) delta: Delta<W>,
    pub(super) value: Val<W>,
}

impl<A: Algebra> Merged<'_, A> {
    pub(crate) fn meet(&mut self, at: Place, turn: u32) {
        let mark = self.machine.mark();
        let n_path = self.path.len();
        self.meetings.push(Meeting {
            at,
            mark,
            n_path,
            turn,
            arrivals: Vec::new(),
            crossed: false,
        });
    }

    pub(crate) fn jump(&mut self, to: Place) -> Flow {
        self.arrive(to, Val::Uninit)
    }

    /// The present state comes to a meeting, and control ends here.
    pub(super) fn arrive(&mut self, to: Place, value: Val<A::Word>) -> Flow {
        let at = self
            .meetings
            .iter()
            .rposition(|meeting| meeting.at == to)
            .expect("a jump should lead to an enclosing place");
        for inner in &mut self.meetings[at + 1..] {
            inner.crossed = true;
        }
        let (mark, n_path) = (self.meetings[at].mark, self.meetings[at].n_path);
        let arrival =
            Arrival { path: self.path[n_path..].to_vec(), delta: self.delta(&mark), value };
        self.meetings[at].arrivals.push(arrival);
        Flow::Ended
    }

    /// Ends the innermost meeting: the state is the join of all that came, the guard says that one did.
    fn part(&mut self, alg: &mut A) -> Option<Val<A::Word>> {
        let meeting = self.meetings.pop().expect("a meeting should have begun");
        self.machine.rewind(&meeting.mark);
        self.back_to(meeting.n_path);
        if meeting.arrivals.is_empty() {
            if !meeting.crossed {
                self.lose_control();
            }
            return None;
        }
        if meeting.crossed {
            let paths: Vec<_> =
                meeting.arrivals.iter().map(|arrival| arrival.path.clone()).collect();
            self.enter_any(alg, &paths);
        }
        let (mut sides, mut values) = (Vec::new(), Vec::new());
        for arrival in meeting.arrivals {
            let when = conjunction(alg, &arrival.path);
            sides.push(Side { when, delta: arrival.delta });
            values.push((when, arrival.value));
        }
        self.join(alg, &meeting.mark, sides);
        Some(self.machine.choose_register(alg, values))
    }

    pub(super) fn block(&mut self, alg: &mut A, label: Label, body: Region) -> Flow {
        self.meet(Place::End(label), 0);
        if self.region(alg, body) == Flow::On {
            let _ = self.jump(Place::End(label));
        }
        if self.part(alg).is_some() { Flow::On } else { Flow::Ended }
    }

    pub(super) fn repeat(&mut self, alg: &mut A, inst: Value, id: LoopId, body: Region) -> Flow {
        let func = self.machine.active();
        let turns = self.unfolding.turns_of(func, id);
        // One turn more than allowed: the last one is cut where it begins, after the loop's condition.
        let most = turns.saturating_add(1);
        for turn in 1.. {
            if turn > turns && self.unfolding.beyond == Beyond::AnyTurn {
                return self.any_turn(alg, inst, id, body);
            }
            if turn > most {
                return self.cut(alg, Some(inst), Reason::Turns(func, id));
            }
            self.meet(Place::Head(id), turn);
            if self.region(alg, body) == Flow::On {
                let _ = self.jump(Place::Head(id));
            }
            // A loop is only left by jumps across its head.
            self.meetings.last_mut().expect("the turn's own").crossed = true;
            if self.part(alg).is_none() {
                break;
            }
        }
        Flow::Ended
    }

    pub(super) fn turn(&mut self, alg: &mut A, inst: Value, id: LoopId) -> Flow {
        let func = self.machine.active();
        let meeting = self.meetings.iter().rfind(|meeting| meeting.at == Place::Head(id));
        let turn = meeting.expect("a turn should stand inside its loop").turn;
        if turn > self.unfolding.turns_of(func, id) {
            return self.cut(alg, Some(inst), Reason::Turns(func, id));
        }
        Flow::On
    }

    /// The machine has entered a function: executes it and comes back.
    pub(super) fn call(&mut self, alg: &mut A, inst: Value, pause: Option<Pause<A::Word>>) -> Flow {
        let func = self.machine.active();
        let depth = match pause.or_else(|| self.machine.pending.pop_front()) {
            Some(Pause::Recursion(_, depth)) => depth,
            _ => 1,
        };
        if depth > self.unfolding.calls {
            self.machine.stack.forget_marks_of_frame();
            self.machine.stack.pop_frame();
            return self.cut(alg, Some(inst), Reason::Calls(func));
        }
        self.n_calls += 1;
        self.calls.push(self.n_calls);
        self.meet(Place::Return, 0);
        let root = self.body().root;
        if self.region(alg, root) == Flow::On {
            let _ = self.jump(Place::Return);
        }
        let value = self.part(alg);
        self.calls.pop();
        self.machine.stack.forget_marks_of_frame();
        if let Some(value) = value {
            // What no path returns is missed where it is used.
            let returned = (!matches!(value, Val::Uninit)).then_some(value);
            let missed = self.machine.leave(returned);
            self.machine.pending.extend(missed);
            self.machine.miss_sometimes(alg, inst);
            return self.listen(alg, Some(inst));
        }
        self.machine.stack.pop_frame();
        Flow::Ended
    }

    /// Merges states; cells of the input that only some of them had looked at may be made on that occasion.
    pub(super) fn join(&mut self, alg: &mut A, mark: &Mark, sides: Vec<Side<A::Word>>) {
        self.machine.join(alg, mark, sides);
        self.settle(alg);
    }

    pub(super) fn delta(&self, mark: &Mark) -> Delta<A::Word> {
        let base = self.machine.stack.top().base;
        let n_locals = self.body().locals.len() as u32;
        self.machine.delta_since(mark, &(base..base + n_locals))
    }
}
