//! `qsort` and `bsearch`: models that call back into the program.
//!
//! They are written as tasks that say which comparison they want next, so that comparisons run in frames of their own and no
//! recursion of ours follows the program's. Sorting is a merge from the bottom up, which is stable as glibc's is.

use super::{Arg, Call, Model, Next, Reply, Stop, Task};
use crate::pointer::{NULL, Word};
use crate::world::World;
use ir::{TrapKind, Type};

pub(super) const MODELS: &[Model] = &[
    Model { name: "qsort", sig: "vpzzp", run: qsort },
    Model { name: "bsearch", sig: "pppzzp", run: bsearch },
];

/// An array of elements and the function that compares two of them.
#[derive(Clone, Copy)]
struct Array {
    base: Word,
    count: u64,
    size: u64,
    compare: Word,
}

impl Array {
    fn new(world: &World, args: &[Arg]) -> Result<Self, Stop> {
        let [base, count, size, compare] = args else {
            unreachable!("the signature should have been checked")
        };
        let (base, count, size) = (base.pointer(), count.size(), size.size());
        let bytes = count.checked_mul(size).ok_or(TrapKind::OutOfBounds)?;
        if size == 0 {
            return Err(TrapKind::LibraryMisuse.into());
        }
        if bytes > 0 {
            world.memory.readable(base, bytes)?;
        }
        Ok(Self { base, count, size, compare: compare.pointer() })
    }

    fn element(&self, index: u64) -> Word {
        self.base + index * self.size
    }

    fn ask(&self, a: Word, b: Word) -> Next {
        let arg = |pointer: Word| Arg { ty: Type::Ptr, bits: pointer as u128 };
        Next::Call(Call { pointer: self.compare, args: vec![arg(a), arg(b)], ret: Some(Type::I32) })
    }
}

fn qsort(world: &mut World, args: &[Arg]) -> Reply {
    let array = Array::new(world, args)?;
    if array.count < 2 {
        return Ok(0);
    }
    let order = (0..array.count).collect();
    Err(Stop::Task(Box::new(Sort {
        array,
        order,
        merged: Vec::new(),
        width: 1,
        start: 0,
        left: 0,
        right: 0,
        asked: false,
    })))
}

/// A merge sort of indices; the elements move once, at the end.
struct Sort {
    array: Array,
    /// Indices of elements, in runs of `width` that are sorted.
    order: Vec<u64>,
    /// The pair of runs that is being merged, as far as it is.
    merged: Vec<u64>,
    width: usize,
    /// Where the pair starts, and how much of either run has been taken.
    start: usize,
    left: usize,
    right: usize,
    /// Has a comparison been asked for?
    asked: bool,
}

impl Task for Sort {
    fn step(&mut self, world: &mut World, answer: u128) -> Result<Next, Stop> {
        if std::mem::take(&mut self.asked) {
            self.take(answer as i32 > 0);
        }
        while self.width < self.order.len() {
            let (left, right) = self.runs();
            if self.left < left && self.right < right {
                self.asked = true;
                let (a, b) = self.heads();
                return Ok(self.array.ask(self.array.element(a), self.array.element(b)));
            }
            if self.left < left || self.right < right {
                self.take(self.left == left);
            } else {
                self.finish_pair();
            }
        }
        self.rearrange(world)?;
        Ok(Next::Done(0))
    }
}

impl Sort {
    /// Lengths of the two runs.
    fn runs(&self) -> (usize, usize) {
        let rest = self.order.len() - self.start;
        (self.width.min(rest), rest.saturating_sub(self.width).min(self.width))
    }

    fn heads(&self) -> (u64, u64) {
        (self.order[self.start + self.left], self.order[self.start + self.width + self.right])
    }

    fn take(&mut self, from_right: bool) {
        let at = if from_right {
            self.right += 1;
            self.start + self.width + self.right - 1
        } else {
            self.left += 1;
            self.start + self.left - 1
        };
        self.merged.push(self.order[at]);
    }

    fn finish_pair(&mut self) {
        let end = self.start + self.merged.len();
        self.order[self.start..end].copy_from_slice(&self.merged);
        self.merged.clear();
        (self.left, self.right, self.start) = (0, 0, end);
        if end == self.order.len() {
            (self.start, self.width) = (0, self.width * 2);
        }
    }

    /// Puts the elements in their order, uninitialised bytes and all.
    fn rearrange(&self, world: &mut World) -> Result<(), Stop> {
        let Array { base, count, size, .. } = self.array;
        let copy = world.memory.allocate(count * size, crate::memory::Kind::Local)?;
        for (to, &from) in self.order.iter().enumerate() {
            world.memory.copy(copy + to as u64 * size, self.array.element(from), size)?;
        }
        world.memory.copy(base, copy, count * size)?;
        world.memory.kill(copy);
        Ok(())
    }
}

fn bsearch(world: &mut World, args: &[Arg]) -> Reply {
    let array = Array::new(world, &args[1..])?;
    let high = array.count;
    Err(Stop::Task(Box::new(Search { array, key: args[0].pointer(), low: 0, high, asked: None })))
}

struct Search {
    array: Array,
    key: Word,
    /// The key can only be in `low..high`.
    low: u64,
    high: u64,
    asked: Option<u64>,
}

impl Task for Search {
    fn step(&mut self, _: &mut World, answer: u128) -> Result<Next, Stop> {
        if let Some(middle) = self.asked.take() {
            match (answer as i32).cmp(&0) {
                std::cmp::Ordering::Less => self.high = middle,
                std::cmp::Ordering::Greater => self.low = middle + 1,
                std::cmp::Ordering::Equal => {
                    return Ok(Next::Done(self.array.element(middle) as u128));
                }
            }
        }
        if self.low >= self.high {
            return Ok(Next::Done(NULL as u128));
        }
        let middle = self.low.midpoint(self.high);
        self.asked = Some(middle);
        Ok(self.array.ask(self.key, self.array.element(middle)))
    }
}
