//! `malloc` and its kin, and `free`: objects that the run makes and ends by itself, or that the caller made for it.
//!
//! What a pointer of the input leads to was allocated by the caller, so it can be freed from its start; what an aggregate
//! argument holds and globals cannot. An allocation finds no memory where no object of its size can exist and, if the policy
//! says so, wherever an input of its own decides; both are guards of the null pointer, not forks.
//!
//! Where paths are merged, an object made on one of them is one that the others know nothing of. Which allocation of a run
//! fails is told by its number, which merged paths do not agree on: there allocations do not fail, or are not followed.

use super::string::length;
use crate::leaf::LeafValue;
use crate::limits::LARGEST_KNOWN;
use crate::memory::{Cell, Life, ObjId, Object, Origin, Rest};
use crate::{Algebra, Alt, Bin, Memory, PtrId, Target, Val};
use ir::{TrapKind, Type, Value};
use world::{Gap, Preference, Premise, Quantity};

/// What `errno` says where there is no memory.
const ENOMEM: u128 = 12;

/// How many bytes are asked for, and when they are more than their type can tell.
struct Size<W> {
    bytes: W,
    overflows: W,
}

impl<A: Algebra> Memory<'_, A> {
    /// Ends the block that a pointer leads to, if it leads to one.
    pub(super) fn free_block(&mut self, alg: &mut A, ptr: PtrId, inst: Value) -> Val<A::Word> {
        for alt in self.possible_alts(alg, ptr) {
            if alt.target != Target::Null {
                self.free(alg, &alt, inst);
            }
        }
        Val::Uninit
    }

    /// When an allocation finds no memory. Counts the allocation.
    fn fails(&mut self, alg: &mut A, size: &Size<A::Word>) -> A::Word {
        let largest = u64::MAX >> (65 - 8 * self.program.target.pointer_bytes);
        let largest = alg.constant(64, u128::from(largest));
        let too_large = alg.bin(Bin::Ult, largest, size.bytes);
        let impossible = alg.or(too_large, size.overflows);
        // What has one length is no matter of choice, as long as a run has room for it.
        let known = alg.as_const(size.bytes).filter(|&it| it <= LARGEST_KNOWN);
        let largest = self.policy.largest_block.max(known.unwrap_or(0) as u64);
        let most = alg.constant(64, u128::from(largest));
        let small = alg.bin(Bin::Ule, size.bytes, most);
        let decided = alg.or(small, impossible);
        if !alg.is_yes(decided) {
            self.bound(decided, Premise::Most(Quantity::Allocated, largest));
        }
        let fails = self.chosen_to_fail(alg, impossible);
        if self.world.asks_errno {
            self.set_errno(alg, fails, ENOMEM);
        }
        fails
    }

    /// Where an allocation fails that could not but fail here.
    fn chosen_to_fail(&mut self, alg: &mut A, impossible: A::Word) -> A::Word {
        if self.policy.prefers(Preference::AllocationSucceeds) {
            return impossible;
        }
        let leaves = self.leaves.iter();
        let number = leaves.filter(|leaf| matches!(leaf.value, LeafValue::Fails(_))).count() as u32;
        let name = format!("failure of allocation {}", number + 1);
        let chosen = self.leaf(alg, name, Type::Int(8), LeafValue::Fails(number), None);
        let chosen = alg.eq_const(chosen, 1);
        alg.or(impossible, chosen)
    }

    // -- blocks

    fn new_block(&mut self, size: A::Word, rest: Rest) -> ObjId {
        let block = Object::new("allocated", Origin::Heap, size, rest);
        let block = self.state.objects.push(block);
        // A stretch that makes a block and leaves it empty knows it all the same.
        self.state.set_life(block, Life::Alive);
        block
    }

    /// A new block of as many bytes as a call asks for.
    pub(super) fn allocate(&mut self, alg: &mut A, sizes: &[A::Word], rest: Rest) -> Val<A::Word> {
        let size = size_of(alg, sizes);
        let fails = self.fails(alg, &size);
        let block = self.new_block(size.bytes, rest);
        let succeeds = alg.not(fails);
        self.one_of(alg, &[(succeeds, Target::Object(block)), (fails, Target::Null)])
    }

    /// A pointer to the start of one of several objects.
    fn one_of(&mut self, alg: &mut A, targets: &[(A::Word, Target)]) -> Val<A::Word> {
        let offset = alg.constant(64, 0);
        let possible = targets.iter().filter(|(guard, _)| !alg.is_no(*guard));
        let alts: Vec<_> =
            possible.map(|&(guard, target)| Alt { guard, target, offset, moved: None }).collect();
        Val::Ptr(self.state.pointer(&alts))
    }

    /// The block that a pointer leads to if it can be freed; says when it cannot.
    fn freeable(&mut self, alg: &mut A, alt: &Alt<A::Word>, inst: Value) -> Option<ObjId> {
        let object = match alt.target {
            Target::Object(object) if self.is_allocated(object) => object,
            _ => {
                self.check(alg, TrapKind::BadFree, alt.guard, inst);
                return None;
            }
        };
        let lives = self.state.objects[object].life.word(alg);
        let twice = alg.and_not(alt.guard, lives);
        self.check(alg, TrapKind::DoubleFree, twice, inst);
        let at_start = alg.eq_const(alt.offset, 0);
        let wrong = alg.and_not(alt.guard, at_start);
        let wrong = alg.and(wrong, lives);
        self.check(alg, TrapKind::BadFree, wrong, inst);
        Some(object)
    }

    fn free(&mut self, alg: &mut A, alt: &Alt<A::Word>, inst: Value) {
        if let Some(object) = self.freeable(alg, alt, inst) {
            self.end(alg, object, alt.guard);
        }
    }

    /// A block ends where a condition holds.
    fn end(&mut self, alg: &mut A, object: ObjId, when: A::Word) {
        let (lives, spared) = (self.state.objects[object].life.word(alg), alg.not(when));
        let lives = alg.and(lives, spared);
        let life = if alg.is_no(lives) { Life::Dead } else { Life::When(lives) };
        self.state.set_life(object, life);
    }

    // -- resizing

    /// Every block that the pointer may lead to has a successor of its own; null is followed by a new block. As with the GNU C
    /// library a block without bytes is asked for in order to free the old one.
    pub(super) fn resize(
        &mut self,
        alg: &mut A,
        old: PtrId,
        sizes: &[A::Word],
        inst: Value,
    ) -> Val<A::Word> {
        let size = &size_of(alg, sizes);
        let alts = self.possible_alts(alg, old);
        let fails = self.fails(alg, size);
        let empty = alg.eq_const(size.bytes, 0);
        let empty = alg.and_not(empty, size.overflows);
        let (mut targets, mut none) = (Vec::new(), alg.no());
        for alt in alts {
            let (rest, fails) = if alt.target == Target::Null {
                (Rest::Uninit, fails)
            } else {
                let Some(object) = self.freeable(alg, &alt, inst) else { continue };
                let ends = alg.implies(fails, empty);
                let ends = alg.and(alt.guard, ends);
                self.end(alg, object, ends);
                (Rest::Moved(object), alg.or(fails, empty))
            };
            let succeeds = alg.not(fails);
            let (some, fails) = (alg.and(alt.guard, succeeds), alg.and(alt.guard, fails));
            none = alg.or(none, fails);
            if !alg.is_no(some) {
                targets.push((some, Target::Object(self.new_block(size.bytes, rest))));
            }
        }
        targets.push((none, Target::Null));
        if targets.iter().all(|(guard, _)| alg.is_no(*guard)) {
            // What is not freeable has trapped.
            return Val::Opaque(Gap::NoAllocation);
        }
        self.one_of(alg, &targets)
    }

    // -- strings

    /// A copy of a string, or of at most so many bytes of it.
    pub(super) fn duplicate(
        &mut self,
        alg: &mut A,
        text: PtrId,
        most: Option<A::Word>,
        inst: Value,
    ) -> Val<A::Word> {
        let text = self.string(alg, text, most, inst);
        let len = length(alg, &text, most);
        let one = alg.constant(64, 1);
        let size = alg.bin(Bin::Add, len, one);
        let Val::Ptr(copy) = self.allocate(alg, &[size], Rest::Uninit) else {
            unreachable!("an allocation should give a pointer")
        };
        for (index, seen) in (0u64..).zip(&text) {
            let index = alg.constant(64, u128::from(index));
            self.put(alg, copy, index, seen.when, Cell::full(1, Val::Word(seen.byte)));
        }
        if most.is_some() {
            let (zero, always) = (alg.constant(8, 0), alg.yes());
            self.put(alg, copy, len, always, Cell::full(1, Val::Word(zero)));
        }
        Val::Ptr(copy)
    }
}

/// How many bytes are asked for: a number of bytes, or a number of elements and the size of each.
fn size_of<A: Algebra>(alg: &mut A, sizes: &[A::Word]) -> Size<A::Word> {
    let &[count, size] = sizes else {
        return Size { bytes: alg.zext_to(sizes[0], 64), overflows: alg.no() };
    };
    let width = alg.width(count);
    // In twice the width nothing is lost.
    let (wide_count, wide_size) = (alg.zext_to(count, 2 * width), alg.zext_to(size, 2 * width));
    let product = alg.bin(Bin::Mul, wide_count, wide_size);
    let upper = alg.extract(product, width, width);
    let fits = alg.eq_const(upper, 0);
    let lower = alg.bin(Bin::Mul, count, size);
    Size { bytes: alg.zext_to(lower, 64), overflows: alg.not(fits) }
}
