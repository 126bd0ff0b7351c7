//! Pointers as guarded sets of places: their arithmetic, their comparison, and what an access through them must not do.
//!
//! No fork: what is asked of a pointer is asked of each place under its guard. What stands there is for `load` and `store`.

use crate::candidates::outside;
use crate::limits::FIRST_PAGE;
use crate::memory::{Life, ObjId, Origin};
use crate::{Algebra, Alt, Bin, Memory, PtrId, Target, Val};
use ir::{BinOp, Shape, TrapKind, Value};
use world::Gap;

impl<A: Algebra> Memory<'_, A> {
    // -- pointer arithmetic

    pub(crate) fn pointer_add(
        &mut self,
        alg: &mut A,
        (base, index, size): (Val<A::Word>, A::Word, u64),
        accessed: bool,
        inst: Value,
    ) -> Val<A::Word> {
        let outside = if accessed { TrapKind::OutOfBounds } else { TrapKind::PointerArithmetic };
        let size = alg.constant(64, size as u128);
        let step = alg.bin(Bin::Mul, index, size);
        let too_far = alg.bin(Bin::MulOverflow, index, size);
        let Val::Ptr(ptr) = base else { return self.no_pointer(base) };
        let mut alts = self.state.alts(ptr).to_vec();
        for alt in &mut alts {
            self.check_arithmetic(alg, alt, (step, too_far), outside, inst);
            alt.offset = alg.bin(Bin::Add, alt.offset, step);
            alt.moved = alt.moved.map(|moved| alg.bin(Bin::Add, moved, step));
            self.check_moved(alg, alt);
        }
        Val::Ptr(self.state.pointer(&alts))
    }

    /// Arithmetic must stay inside the object or one past it; a nonzero step from null is none. A step that is `too_far` for
    /// the width of an address has wrapped round and only looks near.
    fn check_arithmetic(
        &mut self,
        alg: &mut A,
        alt: &Alt<A::Word>,
        (step, too_far): (A::Word, A::Word),
        kind: TrapKind,
        inst: Value,
    ) {
        match alt.target {
            Target::Null => {
                let zero = alg.eq_const(step, 0);
                let moved = alg.not(zero);
                let moved = alg.or(moved, too_far);
                let when = alg.and(alt.guard, moved);
                self.check(alg, TrapKind::NullPointer, when, inst);
            }
            Target::Object(object) => {
                // What is no more has no bounds.
                let guard = match self.state.objects[object].life {
                    Life::Alive => alt.guard,
                    Life::Dead => return,
                    Life::When(lives) => alg.and(alt.guard, lives),
                };
                let to = alg.bin(Bin::Add, alt.offset, step);
                let outside = self.outside_of(alg, object, to, 0);
                let outside = alg.or(outside, too_far);
                let alt = Alt { guard, ..*alt };
                self.check_inside(alg, &alt, object, to, (outside, too_far), kind, inst);
            }
            Target::Func(_) | Target::Raw => {}
            Target::Unmade(_) => self.beyond(alg, alt.guard),
        }
    }

    pub(crate) fn pointer_field(
        &mut self,
        alg: &mut A,
        base: Val<A::Word>,
        offset: u64,
        inst: Value,
    ) -> Val<A::Word> {
        let Val::Ptr(ptr) = base else { return self.no_pointer(base) };
        let mut alts = self.possible_alts(alg, ptr);
        let step = alg.constant(64, offset as u128);
        for alt in &mut alts {
            if alt.target == Target::Null {
                self.check(alg, TrapKind::NullPointer, alt.guard, inst);
            }
            alt.offset = alg.bin(Bin::Add, alt.offset, step);
            alt.moved = alt.moved.map(|moved| alg.bin(Bin::Add, moved, step));
        }
        // Null has no members, and that has just been said: whoever uses the result need not ask again.
        if alts.iter().any(|alt| alt.target != Target::Null) {
            alts.retain(|alt| alt.target != Target::Null);
        }
        Val::Ptr(self.state.pointer(&alts))
    }

    pub(crate) fn pointer_diff(
        &mut self,
        alg: &mut A,
        a: Val<A::Word>,
        b: Val<A::Word>,
        size: u64,
        inst: Value,
    ) -> Val<A::Word> {
        let (Val::Ptr(p), Val::Ptr(q)) = (a, b) else {
            return self.no_pointer(a);
        };
        let bytes =
            self.over_pairs(alg, p, q, inst, |alg, x, y| alg.bin(Bin::Sub, x.offset, y.offset));
        let size = alg.constant(64, size.max(1) as u128);
        Val::Word(alg.bin(Bin::Sdiv, bytes, size))
    }

    pub(crate) fn compare_pointers(
        &mut self,
        alg: &mut A,
        op: BinOp,
        a: Val<A::Word>,
        b: Val<A::Word>,
        inst: Value,
    ) -> Val<A::Word> {
        let (Val::Ptr(p), Val::Ptr(q)) = (a, b) else {
            return self.no_pointer(a);
        };
        Val::Word(match op {
            BinOp::PtrLt => {
                self.over_pairs(alg, p, q, inst, |alg, x, y| alg.bin(Bin::Slt, x.offset, y.offset))
            }
            BinOp::PtrLe => {
                self.over_pairs(alg, p, q, inst, |alg, x, y| alg.bin(Bin::Sle, x.offset, y.offset))
            }
            BinOp::PtrNe => {
                let same = self.same_pointer(alg, p, q);
                alg.not(same)
            }
            _ => self.same_pointer(alg, p, q),
        })
    }

    pub(crate) fn same_pointer(&mut self, alg: &mut A, p: PtrId, q: PtrId) -> A::Word {
        let (p, q) = (self.state.alts(p).to_vec(), self.state.alts(q).to_vec());
        let mut same = alg.no();
        for x in &p {
            for y in q.iter().filter(|y| x.target == y.target) {
                let both = alg.and(x.guard, y.guard);
                let place =
                    if x.target == Target::Null { alg.yes() } else { alg.eq(x.offset, y.offset) };
                let case = alg.and(both, place);
                same = alg.or(same, case);
            }
        }
        self.leave_unmade_open(alg, &p, &q);
        let anew = self.may_lie_anew(alg, &p, &q);
        self.open_when(alg, anew, same, Gap::SamePlace)
    }

    /// Two objects that were not made may be the same one.
    fn leave_unmade_open(&mut self, alg: &mut A, p: &[Alt<A::Word>], q: &[Alt<A::Word>]) {
        let is_unmade = |alt: &&Alt<A::Word>| matches!(alt.target, Target::Unmade(_));
        for x in p.iter().filter(is_unmade) {
            for y in q.iter().filter(is_unmade).filter(|y| x.target != y.target) {
                let both = alg.and(x.guard, y.guard);
                self.beyond(alg, both);
            }
        }
    }

    /// A block may lie where one lay that is gone: that is the allocator's to say. Where may these pointers be equal for that alone?
    fn may_lie_anew(&self, alg: &mut A, p: &[Alt<A::Word>], q: &[Alt<A::Word>]) -> A::Word {
        let mut anew = alg.no();
        for (x, y) in p.iter().flat_map(|x| q.iter().map(move |y| (x, y))) {
            let (Target::Object(one), Target::Object(other)) = (x.target, y.target) else {
                continue;
            };
            if one == other || !self.is_allocated(one) || !self.is_allocated(other) {
                continue;
            }
            let lives = [one, other].map(|it| self.state.objects[it].life.word(alg));
            let both = alg.and(x.guard, y.guard);
            for (lives, other) in [(lives[0], other), (lives[1], one)] {
                if self.state.objects[other].origin == Origin::Heap {
                    let is_gone = alg.and_not(both, lives);
                    anew = alg.or(anew, is_gone);
                }
            }
        }
        anew
    }

    /// A function of two offsets into one object; pairs of places in different objects trap.
    fn over_pairs(
        &mut self,
        alg: &mut A,
        p: PtrId,
        q: PtrId,
        inst: Value,
        of: impl Fn(&mut A, &Alt<A::Word>, &Alt<A::Word>) -> A::Word,
    ) -> A::Word {
        let (p, q) = (self.possible_alts(alg, p), self.possible_alts(alg, q));
        let mut result = None;
        for x in &p {
            for y in &q {
                let both = alg.and(x.guard, y.guard);
                if x.target == y.target {
                    let case = of(alg, x, y);
                    result = Some(result.map_or(case, |other| alg.ite(both, case, other)));
                } else {
                    self.check(alg, TrapKind::PointerCompare, both, inst);
                }
            }
        }
        // Without a common object the checks above have trapped, or this is no input: any word of the right width will do.
        let (target, guard, offset) = (Target::Null, alg.no(), alg.constant(64, 0));
        let nowhere = Alt { guard, target, offset, moved: None };
        result.unwrap_or_else(|| of(alg, &nowhere, &nowhere))
    }

    /// The alternatives of a pointer that what is known now does not exclude, of those that were made. Looking into others would
    /// make input that nobody can reach.
    pub(crate) fn possible_alts(&mut self, alg: &mut A, ptr: PtrId) -> Vec<Alt<A::Word>> {
        let alts = self.state.alts(ptr).to_vec();
        if alts.len() == 1 {
            return alts;
        }
        let is_possible = |alt: &Alt<A::Word>| {
            alg.range(alt.guard).hi != 0 && !matches!(alt.target, Target::Unmade(_))
        };
        let (possible, excluded): (Vec<_>, Vec<_>) = alts.into_iter().partition(is_possible);
        let mut left_out = alg.no();
        for alt in excluded {
            left_out = alg.or(left_out, alt.guard);
        }
        self.beyond(alg, left_out);
        possible
    }

    pub(crate) fn no_pointer(&mut self, val: Val<A::Word>) -> Val<A::Word> {
        let gap = match val {
            Val::Opaque(why) => why,
            Val::Uninit => Gap::NoResult,
            Val::Maybe(_) => Gap::PointerSometimes,
            Val::Part(..) => Gap::PointerBytes,
            Val::Word(_) | Val::Ptr(_) => Gap::IntegerUsedAsPointer,
        };
        self.unsupported(gap);
        Val::Opaque(gap)
    }

    // -- checks

    /// An address must be a multiple of `align`. Objects begin at multiples of 16, so that only what is added to that counts.
    pub(crate) fn check_alignment(
        &mut self,
        alg: &mut A,
        addr: Val<A::Word>,
        align: u8,
        inst: Value,
    ) {
        // What is no pointer is said of the access.
        let Val::Ptr(ptr) = addr else { return };
        let mut astray = alg.no();
        for alt in self.possible_alts(alg, ptr) {
            if matches!(alt.target, Target::Null | Target::Func(_)) {
                continue;
            }
            let low = alg.extract(alt.offset, 0, align.trailing_zeros());
            let even = alg.eq_const(low, 0);
            let when = alg.and_not(alt.guard, even);
            astray = alg.or(astray, when);
        }
        self.check(alg, TrapKind::Misaligned, astray, inst);
    }

    /// Was an object allocated, by the run or by its caller?
    pub(crate) fn is_allocated(&self, object: ObjId) -> bool {
        match self.state.objects[object].origin {
            Origin::Heap | Origin::Node(..) => true,
            Origin::Param(index) => {
                let shape = self.program.funcs[self.func].params[index as usize].shape;
                matches!(self.program.shapes[shape], Shape::Pointer { .. })
            }
            Origin::Global(_) | Origin::Local(_) | Origin::Library => false,
        }
    }

    /// `offset .. offset + len` must lie in a live object.
    pub(crate) fn check_access(
        &mut self,
        alg: &mut A,
        alt: &Alt<A::Word>,
        len: u64,
        inst: Value,
    ) -> Option<ObjId> {
        let object = match alt.target {
            Target::Object(object) => object,
            Target::Unmade(_) => {
                self.beyond(alg, alt.guard);
                return None;
            }
            Target::Raw if alg.range_always(alt.offset).lo >= FIRST_PAGE => {
                self.unsupported(Gap::FixedAddress);
                return None;
            }
            Target::Null | Target::Func(_) | Target::Raw => {
                let is_null = alt.target == Target::Null;
                let kind = if is_null { TrapKind::NullPointer } else { TrapKind::OutOfBounds };
                self.check(alg, kind, alt.guard, inst);
                return None;
            }
        };
        let gone =
            if self.is_allocated(object) { TrapKind::UseAfterFree } else { TrapKind::Dangling };
        match self.state.objects[object].life {
            Life::Alive => {}
            Life::Dead => {
                self.check(alg, gone, alt.guard, inst);
                return None;
            }
            Life::When(lives) => {
                let when = alg.and_not(alt.guard, lives);
                self.check(alg, gone, when, inst);
            }
        }
        let outside = self.outside_of(alg, object, alt.offset, len);
        let kind = TrapKind::OutOfBounds;
        let no = alg.no();
        self.check_inside(alg, alt, object, alt.offset, (outside, no), kind, inst);
        // What certainly traps touches nothing.
        let before = alg.as_const(alt.offset).is_some_and(|offset| offset >> 63 != 0);
        (!before && !alg.is_yes(outside)).then_some(object)
    }

    /// Does an access leave its object?
    fn outside_of(&self, alg: &mut A, object: ObjId, offset: A::Word, len: u64) -> A::Word {
        let len = alg.constant(64, u128::from(len));
        outside(alg, offset, len, self.state.objects[object].size)
    }

    /// The trap of an access at an offset that is outside its object, or out of reach whatever the object's length.
    pub(crate) fn check_inside(
        &mut self,
        alg: &mut A,
        &Alt { guard, .. }: &Alt<A::Word>,
        object: ObjId,
        offset: A::Word,
        (outside, out_of_reach): (A::Word, A::Word),
        kind: TrapKind,
        inst: Value,
    ) {
        if !self.state.objects[object].elastic {
            let when = alg.and(guard, outside);
            return self.check(alg, kind, when, inst);
        }
        // The length is ours to choose: choose it long enough. Only what lies before the start cannot be helped.
        let zero = alg.constant(64, 0);
        let before = alg.bin(Bin::Slt, offset, zero);
        let before = alg.or(before, out_of_reach);
        let when = alg.and(guard, before);
        self.check(alg, kind, when, inst);
        let inside = alg.not(outside);
        let long_enough = alg.implies(guard, inside);
        if !alg.is_yes(long_enough) {
            self.fits(long_enough);
        }
    }
}
