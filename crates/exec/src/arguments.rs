//! What a program is given: `argc` strings, a null pointer behind them, and nothing else.
//!
//! Strings lie apart and end with the array that they are in; which of the vector's pointers is the null one is told by `argc`.

use crate::known::Choice;
use crate::leaf::Site;
use crate::memory::{ObjId, Origin, Rest};
use crate::{Algebra, Bin, Memory, Policy, Target, Val};
use ir::{Shape, ShapeId};
use world::{AccessPath, Gap, Preference, Premise, Quantity};

/// The parameter that is the vector; the one before it says how many strings there are.
const VECTOR: u32 = 1;

/// Bytes of the longest string whose end is looked for.
const LONGEST: u64 = 1 << 13;

impl<A: Algebra> Memory<'_, A> {
    /// Is an object the vector of strings that a program is given?
    pub fn is_vector(&self, object: ObjId) -> bool {
        self.world.takes_arguments && self.state.objects[object].origin == Origin::Param(VECTOR)
    }

    /// The vector, as the argument that leads to it.
    pub(crate) fn vector(&mut self, alg: &mut A, index: u32) -> Val<A::Word> {
        let param = &self.program.funcs[self.func].params[index as usize];
        let Shape::Pointer { to: Some(to), .. } = self.program.shapes[param.shape] else {
            unreachable!("a vector of strings should be a pointer");
        };
        let vector = self.new_object(alg, &param.name, to, Site::Param(index), false);
        let count = self.n_given(alg);
        let (zero, one) = (alg.constant(64, 0), alg.constant(64, 1));
        let named = alg.bin(Bin::Sle, one, count);
        if self.policy.prefers(Preference::ProgramNamed) {
            self.bound(named, Premise::ProgramNamed);
        } else {
            let possible = alg.bin(Bin::Sle, zero, count);
            self.assume(possible);
        }
        let length = alg.bin(Bin::Add, count, one);
        let bytes = alg.constant(64, u128::from(self.program.target.pointer_bytes));
        let size = alg.bin(Bin::Mul, length, bytes);
        self.set_size(vector, size);
        let most = self.policy.max_length;
        if most < Policy::UNBOUNDED.max_length {
            let limit = alg.constant(64, u128::from(most));
            let short = alg.bin(Bin::Ule, length, limit);
            let of = AccessPath::of_param(index);
            self.bound(short, Premise::Most(Quantity::Length(of), most));
        }
        Val::Ptr(self.state.pointer_to(alg, Target::Object(vector), 0))
    }

    /// How many strings there are.
    fn n_given(&mut self, alg: &mut A) -> A::Word {
        let Some(&Val::Word(count)) = self.args.first() else {
            unreachable!("a vector of strings should have a count before it");
        };
        alg.sext_to(count, 64)
    }

    /// A pointer of the vector: the null one behind the last string, or a string of its own.
    pub(crate) fn given(
        &mut self,
        alg: &mut A,
        name: &str,
        (vector, offset): (ObjId, u64),
    ) -> Val<A::Word> {
        if let Some(&known) = self.input_pointers.get(&(vector, offset)) {
            return known;
        }
        let site = Site::Cell(vector, offset);
        let index = offset / u64::from(self.program.target.pointer_bytes);
        let start = alg.constant(64, 0);
        let string = Target::Object(self.new_string(alg, name, site));
        let choices =
            [Target::Null, string].map(|target| Choice { target, offset: start, moved: None });
        let val = self.selector(alg, name, site, &choices, true);
        if let Val::Ptr(ptr) = val {
            let null = self.state.alts(ptr)[0].guard;
            let count = self.n_given(alg);
            let last = alg.eq_const(count, u128::from(index));
            let told = alg.eq(null, last);
            self.assume(told);
        }
        if self.is_merging() {
            self.input_pointers.insert((vector, offset), val);
        }
        val
    }

    /// A string: an array of characters.
    fn new_string(&mut self, alg: &mut A, name: &str, site: Site) -> ObjId {
        let Site::Cell(vector, _) = site else {
            unreachable!("a string should stand in the vector")
        };
        let Rest::Input(pointer) = self.state.objects[vector].rest else {
            unreachable!("the vector should be an input");
        };
        let Shape::Pointer { to: Some(character), .. } = self.program.shapes[pointer] else {
            unreachable!("the vector should be one of pointers");
        };
        let string = self.new_object(alg, name, character, site, false);
        // How long it is was chosen by who calls the program, not by what the program needs.
        self.state.objects[string].elastic = false;
        string
    }

    /// Is an object a string that a program is given, of which nobody has looked at a character yet?
    pub(crate) fn is_unread_string(&self, object: ObjId) -> bool {
        let data = &self.state.objects[object];
        let is_given = |vector| self.is_vector(vector);
        matches!(data.origin, Origin::Node(vector, _) if is_given(vector)) && data.cells.is_empty()
    }

    /// The last of the characters is the terminator, whatever stands before it.
    pub(crate) fn terminate(&mut self, alg: &mut A, string: ObjId, character: ShapeId) {
        let (most, size) = (self.policy.max_length, self.state.objects[string].size);
        if most > LONGEST {
            return self.unsupported(Gap::ManyValues);
        }
        for at in 0..most {
            self.materialise_leaf(alg, string, character, at, None);
            let cell = self.state.objects[string].cells.get(&at);
            let Some(Val::Word(byte)) = cell.map(|it| it.val) else { continue };
            let (is_last, ends) = (alg.eq_const(size, u128::from(at) + 1), alg.eq_const(byte, 0));
            let ends = alg.implies(is_last, ends);
            self.assume(ends);
        }
    }
}
