//! The end of a path: the witness becomes an input that is short, and that satisfies every quantified clause.

use super::constrain::Found;
use super::{Cut, End, Leaf, Walk};
use crate::limits;

use crate::formula::formula;
use crate::range::values;
use exec::Origin;
use ir::input::Input;
use term::Term;

impl Walk<'_> {
    /// Makes a leaf of where the walk stands.
    pub(super) fn finish(&mut self, end: End) {
        // Where arrays have no cells, no inputs can be built.
        let built = (!self.extent.logged).then(|| self.complete_input());
        let (end, input) = match (end, built) {
            (end, None) => (end, None),
            (end, Some(Ok(input))) => (end, Some(input)),
            (End::Returned | End::Trapped(_), Some(Err(cut))) => (End::Cut(cut), None),
            (end @ (End::Cut(_) | End::Unsupported(_)), Some(Err(_))) => (end, None),
        };
        let returned = end == End::Returned;
        let more = match &input {
            Some(input) if returned && self.options.tests_per_path > 1 => self.more_inputs(input),
            _ => Vec::new(),
        };
        let formula = (returned && self.options.predicates).then(|| {
            let (program, conditions) = (self.program, &self.conditions);
            formula(program, &self.machine, &self.words.pool, conditions, self.returned)
        });
        let left = if self.along.is_empty() { Vec::new() } else { self.inputs_left() };
        let (events, steps) = (self.trace.all().to_vec(), self.path_steps);
        self.ready.push_back(Leaf { events, end, input, more, formula, left, steps });
    }

    /// What propagation leaves of each input.
    fn inputs_left(&self) -> Vec<(String, String)> {
        let bounds = |word: Term| self.words.known.solver.bounds(&self.words.pool, word);
        let leaves = self.machine.leaves().iter();
        leaves.map(|leaf| (leaf.name.clone(), values(leaf.ty, &bounds(leaf.word)))).collect()
    }

    /// More inputs that follow the path, each unlike those before it.
    fn more_inputs(&mut self, first: &Input) -> Vec<Input> {
        let wanted = self.options.tests_per_path as usize - 1;
        let mut found: Vec<Input> = Vec::new();
        self.words.known.solver.push();
        // Words may differ where inputs do not, as the length of what is never built.
        for _ in 0..wanted * 4 {
            let unlike = self.unlike_witness();
            if found.len() == wanted || self.post(unlike) != Found::Yes {
                break;
            }
            match self.complete_input() {
                Ok(input) if input != *first && !found.contains(&input) => found.push(input),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        self.words.known.solver.pop();
        found
    }

    /// Some word of input has another value than the witness gives it.
    fn unlike_witness(&mut self) -> Term {
        let words: Vec<Term> = self.machine.leaves().iter().map(|leaf| leaf.word).collect();
        let mut unlike = self.words.pool.constant(1, 0);
        for word in words {
            let value = self.witness.value(&self.words.pool, word);
            let pool = &mut self.words.pool;
            let value = pool.constant(pool.width(word), value);
            let same = pool.eq(word, value);
            let other = pool.not(same);
            unlike = pool.or(unlike, other);
        }
        unlike
    }

    /// The witness as an input. Quantified clauses are instantiated as far as its arrays reach before it is believed.
    fn complete_input(&mut self) -> Result<Input, Cut> {
        self.words.known.solver.push();
        let lazy = self.entry.mark();
        // At a trap other checks may be pending; they do not matter to an input that stops before them.
        let mark = (!self.machine.has_pending()).then(|| self.machine.mark());
        let n_shortened = self.shorten();
        let complete = self.instantiate_all();
        let input = match complete {
            Found::Yes => self
                .witness
                .input(self.program, &self.machine, &self.words.pool, None)
                .map_err(Cut::Input),
            Found::No | Found::Unknown => Err(Cut::Undecided),
        };
        if let Some(mark) = mark {
            self.machine.undo_to(&mark);
        }
        for _ in 0..=n_shortened {
            self.words.known.solver.pop();
        }
        self.entry.back_to(&lazy);
        input
    }

    /// Moves the witness to short arrays where it has long ones and the path allows: a solver picks lengths at random, and the
    /// longest are too long to build. The number of solver levels that hold it there.
    fn shorten(&mut self) -> usize {
        let mut levels = 0;
        for object in self.machine.objects() {
            let (Origin::Param(_) | Origin::Node(..), _, size) = self.machine.object(object) else {
                continue;
            };
            if self.witness.value(&self.words.pool, size) <= limits::SHORT_BYTES {
                continue;
            }
            let limit = self.words.pool.constant(64, limits::SHORT_BYTES);
            let short = exec::Algebra::bin(&mut self.words, exec::Bin::Ule, size, limit);
            self.words.known.solver.push();
            if self.post(short) == Found::Yes {
                levels += 1;
            } else {
                self.words.known.solver.pop();
            }
        }
        levels
    }

    fn instantiate_all(&mut self) -> Found {
        for _ in 0..limits::INSTANCE_ROUNDS {
            let Some(wanted) = self.entry.missing(&mut self.witness, &self.words.pool) else {
                return Found::Yes;
            };
            match self.instantiate_to(&wanted) {
                Found::Yes => {}
                other => return other,
            }
        }
        Found::Unknown
    }
}
