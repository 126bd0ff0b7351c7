//! `malloc` and its kin, and `free`: objects that the run makes and ends by itself, or that the caller made for it.
//!
//! What a pointer of the input leads to was allocated by the caller, so it can be freed from its start; what an aggregate
//! argument holds and globals cannot. An allocation finds no memory where no object of its size can exist and, if the policy
//! says so, wherever an input of its own decides; both are guards of the null pointer, not forks.
//!
//! Where paths are merged, an object made on one of them is one that the others know nothing of. Which allocation of a run
//! fails is told by its number, which merged paths do not agree on: there allocations do not fail, or are not followed.

use super::string::length;
use crate::inputs::LeafValue;
use crate::memory::{Cell, Life, ObjId, Object, Origin, Rest};
use crate::{Algebra, Alt, Bin, Machine, PtrId, Target, Val};
use ir::{Shape, TrapKind, Type, Value};
use std::collections::BTreeMap;
use world::{Gap, Preference, Premise, Quantity};

/// Largest block, where its size depends on inputs; a bound of our own choice.
const MOST_BYTES: u128 = 1 << 20;

/// The functions of this file.
const NAMES: &[&str] =
    &["malloc", "calloc", "realloc", "reallocarray", "free", "strdup", "strndup"];

/// Does a library function allocate or free?
pub(super) fn is_about_the_heap(name: &str) -> bool {
    NAMES.contains(&name)
}

/// How many bytes are asked for, and when they are more than their type can tell.
struct Size<W> {
    bytes: W,
    overflows: W,
}

impl<A: Algebra> Machine<'_, A> {
    /// Calls a function that allocates or frees.
    pub(super) fn heap_function(
        &mut self,
        alg: &mut A,
        name: &str,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Val<A::Word> {
        match (name, args) {
            ("malloc", [size]) => {
                let size = self.bytes(alg, *size);
                self.allocate(alg, &size, Rest::Uninit)
            }
            ("calloc", [count, size]) => {
                let size = self.product(alg, *count, *size);
                self.allocate(alg, &size, Rest::Zero)
            }
            ("realloc", [Val::Ptr(old), size]) => {
                let size = self.bytes(alg, *size);
                self.resize(alg, *old, &size, inst)
            }
            ("reallocarray", [Val::Ptr(old), count, size]) => {
                let size = self.product(alg, *count, *size);
                self.resize(alg, *old, &size, inst)
            }
            ("free", [Val::Ptr(ptr)]) => {
                for alt in self.possible_alts(alg, *ptr) {
                    if alt.target != Target::Null {
                        self.free(alg, &alt, inst);
                    }
                }
                Val::Uninit
            }
            ("strdup", [Val::Ptr(text)]) => self.duplicate(alg, *text, None, inst),
            ("strndup", [Val::Ptr(text), most]) => {
                let most = self.word_of(alg, *most);
                let most = alg.zext_to(most, 64);
                self.duplicate(alg, *text, Some(most), inst)
            }
            _ => {
                self.unsupported(Gap::AllocationArguments);
                Val::Opaque(Gap::AllocationArguments)
            }
        }
    }

    // -- sizes

    fn bytes(&mut self, alg: &mut A, size: Val<A::Word>) -> Size<A::Word> {
        let word = self.word_of(alg, size);
        Size { bytes: alg.zext_to(word, 64), overflows: alg.no() }
    }

    fn product(&mut self, alg: &mut A, count: Val<A::Word>, size: Val<A::Word>) -> Size<A::Word> {
        let (count, size) = (self.word_of(alg, count), self.word_of(alg, size));
        let width = alg.width(count);
        // In twice the width nothing is lost.
        let (wide_count, wide_size) = (alg.zext_to(count, 2 * width), alg.zext_to(size, 2 * width));
        let product = alg.bin(Bin::Mul, wide_count, wide_size);
        let upper = alg.extract(product, width, width);
        let fits = alg.eq_const(upper, 0);
        let lower = alg.bin(Bin::Mul, count, size);
        Size { bytes: alg.zext_to(lower, 64), overflows: alg.not(fits) }
    }

    /// When an allocation finds no memory. Counts the allocation.
    fn fails(&mut self, alg: &mut A, size: &Size<A::Word>) -> A::Word {
        let largest = u64::MAX >> (65 - 8 * self.program.target.pointer_bytes);
        let largest = alg.constant(64, u128::from(largest));
        let too_large = alg.bin(Bin::Ult, largest, size.bytes);
        let impossible = alg.or(too_large, size.overflows);
        let most = alg.constant(64, MOST_BYTES);
        let small = alg.bin(Bin::Ule, size.bytes, most);
        let decided = alg.or(small, impossible);
        if !alg.is_yes(decided) {
            self.bound(decided, Premise::Most(Quantity::Allocated, MOST_BYTES as u64));
        }
        if self.policy.prefers(Preference::AllocationSucceeds) {
            return impossible;
        }
        let leaves = self.state.leaves.iter();
        let number = leaves.filter(|leaf| matches!(leaf.value, LeafValue::Fails(_))).count() as u32;
        let name = format!("failure of allocation {}", number + 1);
        let chosen = self.leaf(alg, name, Type::Int(8), LeafValue::Fails(number), None);
        let chosen = alg.eq_const(chosen, 1);
        alg.or(impossible, chosen)
    }

    // -- blocks

    fn new_block(&mut self, size: A::Word, rest: Rest) -> ObjId {
        let block = self.state.objects.push(Object {
            name: "allocated".to_owned(),
            origin: Origin::Heap,
            size,
            life: Life::Alive,
            read_only: false,
            elastic: false,
            rest,
            cells: BTreeMap::new(),
        });
        // A stretch that makes a block and leaves it empty knows it all the same.
        self.state.set_life(block, Life::Alive);
        block
    }

    fn allocate(&mut self, alg: &mut A, size: &Size<A::Word>, rest: Rest) -> Val<A::Word> {
        let fails = self.fails(alg, size);
        let block = self.new_block(size.bytes, rest);
        let succeeds = alg.not(fails);
        self.one_of(alg, &[(succeeds, Target::Object(block)), (fails, Target::Null)])
    }

    /// A pointer to the start of one of several objects.
    fn one_of(&mut self, alg: &mut A, targets: &[(A::Word, Target)]) -> Val<A::Word> {
        let offset = alg.constant(64, 0);
        let possible = targets.iter().filter(|(guard, _)| !alg.is_no(*guard));
        let alts: Vec<_> = possible
            .map(|&(guard, target)| Alt { guard, target, offset, chosen: false, moved: None })
            .collect();
        Val::Ptr(self.state.pointer(&alts))
    }

    /// Was an object allocated, by the run or by its caller?
    pub(crate) fn is_allocated(&self, object: ObjId) -> bool {
        match self.state.objects[object].origin {
            Origin::Heap | Origin::Node(..) => true,
            Origin::Param(index) => {
                let func = self.state.frames.first().expect("the function under test stays").func;
                let shape = self.program.funcs[func].params[index as usize].shape;
                matches!(self.program.shapes[shape], Shape::Pointer { .. })
            }
            Origin::Global(_) | Origin::Local(_) => false,
        }
    }

    fn lives(&self, alg: &mut A, object: ObjId) -> A::Word {
        match self.state.objects[object].life {
            Life::Alive => alg.yes(),
            Life::Dead => alg.no(),
            Life::When(lives) => lives,
        }
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
        let lives = self.lives(alg, object);
        let dead = alg.not(lives);
        let twice = alg.and(alt.guard, dead);
        self.check(alg, TrapKind::DoubleFree, twice, inst);
        let at_start = alg.eq_const(alt.offset, 0);
        let inside = alg.not(at_start);
        let wrong = alg.and(alt.guard, inside);
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
        let (lives, spared) = (self.lives(alg, object), alg.not(when));
        let lives = alg.and(lives, spared);
        let life = if alg.is_no(lives) { Life::Dead } else { Life::When(lives) };
        self.state.set_life(object, life);
    }

    // -- resizing

    /// Every block that the pointer may lead to has a successor of its own; null is followed by a new block. As with the GNU C
    /// library a block without bytes is asked for in order to free the old one.
    fn resize(
        &mut self,
        alg: &mut A,
        old: PtrId,
        size: &Size<A::Word>,
        inst: Value,
    ) -> Val<A::Word> {
        let alts = self.possible_alts(alg, old);
        let fails = self.fails(alg, size);
        let empty = alg.eq_const(size.bytes, 0);
        let fits = alg.not(size.overflows);
        let empty = alg.and(empty, fits);
        let (mut targets, mut none) = (Vec::new(), alg.no());
        for alt in alts {
            let (rest, fails) = if alt.target == Target::Null {
                (Rest::Uninit, fails)
            } else {
                let Some(object) = self.freeable(alg, &alt, inst) else { continue };
                let succeeds = alg.not(fails);
                let ends = alg.or(succeeds, empty);
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

    /// Makes the cells of a block that moved: those of its predecessor, initialised as far as that reached.
    pub(crate) fn materialise_moved(
        &mut self,
        alg: &mut A,
        (block, from): (ObjId, ObjId),
        offset: u64,
        len: u64,
    ) {
        self.materialise(alg, from, offset, len);
        for (at, cell) in self.state.objects[from].overlapping(offset, len) {
            self.inherit(alg, (block, from), at, cell);
        }
        for at in offset..offset + len {
            let cell = self.byte_at(alg, from, at);
            self.inherit(alg, (block, from), at, cell);
        }
    }

    /// Puts a cell of the predecessor into a block unless something already stands there.
    fn inherit(
        &mut self,
        alg: &mut A,
        (block, from): (ObjId, ObjId),
        at: u64,
        cell: Cell<A::Word>,
    ) {
        let len = u64::from(cell.len);
        let taken = !self.state.objects[block].overlapping(at, len).is_empty();
        if taken || matches!(cell.val, Val::Uninit) {
            return;
        }
        let end = alg.constant(64, u128::from(at + len));
        let existed = alg.bin(Bin::Ule, end, self.state.objects[from].size);
        let init = cell.init.map_or(existed, |init| alg.and(init, existed));
        let init = (!alg.is_yes(init)).then_some(init);
        self.state.set_cell(block, at, Cell { init, ..cell });
    }

    // -- strings

    /// A copy of a string, or of at most so many bytes of it.
    fn duplicate(
        &mut self,
        alg: &mut A,
        text: PtrId,
        most: Option<A::Word>,
        inst: Value,
    ) -> Val<A::Word> {
        let text = self.string(alg, text, most, inst);
        let len = length(alg, &text, most);
        let one = alg.constant(64, 1);
        let size = Size { bytes: alg.bin(Bin::Add, len, one), overflows: alg.no() };
        let Val::Ptr(copy) = self.allocate(alg, &size, Rest::Uninit) else {
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
