//! `malloc`, `calloc` and `free`: objects that the run makes and ends by itself.
//!
//! Allocation succeeds. What the caller gave was not allocated here, so freeing it is a mistake, as it is to the interpreter.
//! Merged execution does not come here: an object made on one of several paths is not yet joined with the others.

use crate::memory::{Life, Object, Origin, Rest};
use crate::{Algebra, Alt, Bin, Machine, PtrId, Target, Val};
use ir::{TrapKind, Value};
use std::collections::BTreeMap;

/// Largest block, where its size depends on inputs; a bound of our own choice.
const MOST_BYTES: u128 = 1 << 20;

impl<A: Algebra> Machine<'_, A> {
    /// A block of `size` bytes, of zeros or of nothing.
    pub(super) fn allocate(&mut self, alg: &mut A, size: A::Word, zeroed: bool) -> Val<A::Word> {
        let size = alg.zext_to(size, 64);
        if alg.as_const(size).is_none() {
            let most = alg.constant(64, MOST_BYTES);
            let small = alg.bin(Bin::Ule, size, most);
            self.bound(small, format!("bytes allocated at once <= {MOST_BYTES}"));
        }
        let object = self.state.objects.push(Object {
            name: "allocated".to_owned(),
            origin: Origin::Heap,
            size,
            life: Life::Alive,
            read_only: false,
            elastic: false,
            rest: if zeroed { Rest::Zero } else { Rest::Uninit },
            cells: BTreeMap::new(),
        });
        Val::Ptr(self.pointer_to(alg, Target::Object(object), 0))
    }

    /// A block of `count` elements of `size` bytes, all zeros.
    pub(super) fn allocate_array(
        &mut self,
        alg: &mut A,
        count: A::Word,
        size: A::Word,
    ) -> Val<A::Word> {
        let most = alg.constant(alg.width(count), MOST_BYTES);
        for factor in [count, size] {
            let small = alg.bin(Bin::Ule, factor, most);
            if !alg.is_yes(small) {
                self.bound(small, format!("elements and their bytes <= {MOST_BYTES}"));
            }
        }
        let bytes = alg.bin(Bin::Mul, count, size);
        self.allocate(alg, bytes, true)
    }

    /// Ends the block that a pointer leads to; null is nothing to end.
    pub(super) fn free(&mut self, alg: &mut A, ptr: PtrId, inst: Value) {
        for alt in self.state.alts(ptr).to_vec() {
            if alt.target != Target::Null {
                self.free_one(alg, &alt, inst);
            }
        }
    }

    fn free_one(&mut self, alg: &mut A, alt: &Alt<A::Word>, inst: Value) {
        let object = match alt.target {
            Target::Object(object) if self.state.objects[object].origin == Origin::Heap => object,
            _ => return self.check(alg, TrapKind::BadFree, alt.guard, inst),
        };
        let alive = match self.state.objects[object].life {
            Life::Alive => alg.yes(),
            Life::Dead => alg.no(),
            Life::When(lives) => lives,
        };
        let at_start = alg.eq_const(alt.offset, 0);
        let fine = alg.and(alive, at_start);
        let wrong = alg.not(fine);
        let wrong = alg.and(alt.guard, wrong);
        self.check(alg, TrapKind::BadFree, wrong, inst);
        let spared = alg.not(alt.guard);
        let lives = alg.and(alive, spared);
        let life = if alg.is_no(lives) { Life::Dead } else { Life::When(lives) };
        self.state.set_life(object, life);
    }
}
