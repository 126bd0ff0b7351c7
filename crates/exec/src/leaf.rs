//! Words of input: what they are, where pointers of the input stand, and which element one leads to.

use crate::memory::{ObjId, Origin, Rest};
use crate::value::word_width;
use crate::{Algebra, Bin, Memory, PtrId};
use ir::{Func, Shape, ShapeId, Type};
use world::{AccessPath, Inside, Places, Preference, Premise, Quantity, Root, alike, hosts};

/// One word of input.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf<W> {
    /// What to call it: `x`, `t1[2]`, `p->next`.
    pub name: String,
    /// The word that stands for it.
    pub word: W,
    /// Its machine type.
    pub ty: Type,
    /// What it is.
    pub value: LeafValue,
    /// When it is asked for, if that depends on more than the way to it: then it is there for all worlds, and given in few.
    pub when: Option<W>,
    /// Where it stands, if that depends on inputs (64 bits).
    pub at: Option<W>,
}

/// What a word of input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafValue {
    /// The n-th argument.
    Param(u32),
    /// Which alternative of this pointer is the one, by its number; see [`crate::Machine::alternatives`].
    Pointer(Site, PtrId),
    /// The number of the element that a pointer leads to, where the elements begin at a byte and have so many bytes (64 bits).
    Element(Site, u64, u64),
    /// Bytes of an object from this offset.
    Cell(ObjId, u64),
    /// Bytes of an object from where the leaf stands.
    Somewhere(ObjId),
    /// The number of elements of an object (64 bits).
    Length(ObjId),
    /// The result of a call of a function without a body.
    Stub(Func),
    /// Whether the n-th allocation, counted from 0, finds no memory: it does not where this is 1.
    Fails(u32),
}

/// Where a pointer of the input stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// It is the n-th argument.
    Param(u32),
    /// It stands at a byte of an object.
    Cell(ObjId, u64),
}

/// The greatest number of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Last {
    /// There are no more, or more show nothing new.
    Known(u64),
    /// A bound of our own choice.
    Chosen(u64),
}

impl Last {
    /// The last byte of the last element, where each has so many.
    pub(crate) fn of_bytes(self, size: u64) -> Last {
        let last = |element: u64| element.saturating_mul(size) + (size.max(1) - 1);
        match self {
            Last::Known(element) => Last::Known(last(element)),
            Last::Chosen(element) => Last::Chosen(last(element)),
        }
    }
}

impl<A: Algebra> Memory<'_, A> {
    /// A new word of input. A `_Bool` is assumed to be 0 or 1.
    pub(crate) fn leaf(
        &mut self,
        alg: &mut A,
        name: String,
        ty: Type,
        value: LeafValue,
        shape: Option<ShapeId>,
    ) -> A::Word {
        let width = word_width(ty).expect("a word of input should not be a pointer");
        let word = alg.fresh(&name, width);
        if let Some(Shape::Int { boolean: true, .. }) =
            shape.map(|shape| &self.program.shapes[shape])
        {
            let one = alg.constant(width, 1);
            let valid = alg.bin(crate::Bin::Ule, word, one);
            self.assume(valid);
        }
        self.leaves.push(Leaf { name, word, ty, value, when: None, at: None });
        word
    }

    /// The access path of an object of the input; none of what a run makes.
    pub fn input_path(&self, object: ObjId) -> Option<AccessPath> {
        match self.state.objects[object].origin {
            Origin::Param(index) => Some(AccessPath::of_param(index)),
            Origin::Global(global) => {
                Some(AccessPath { root: Root::Global(global), steps: Vec::new() })
            }
            Origin::Node(of, byte) => Some(self.path_of(of).then(byte as i64)),
            Origin::Local(_) | Origin::Heap | Origin::Library => None,
        }
    }

    pub(crate) fn path_of(&self, object: ObjId) -> AccessPath {
        self.input_path(object).expect("what a run makes is no input")
    }

    /// The access path of what the pointer at a place leads to.
    pub(crate) fn path_behind(&self, site: Site) -> AccessPath {
        match site {
            Site::Param(index) => AccessPath::of_param(index),
            Site::Cell(object, byte) => self.path_of(object).then(byte as i64),
        }
    }

    /// Gives an object a number of elements.
    pub(crate) fn set_length(&mut self, alg: &mut A, object: ObjId, length: A::Word, elem: u64) {
        let elem = alg.constant(64, elem as u128);
        self.state.objects[object].size = alg.bin(crate::Bin::Mul, length, elem);
    }

    /// The offset of some element of a run of places; where there is no telling how many there are, of those up to some last one.
    pub(crate) fn element_offset(
        &mut self,
        alg: &mut A,
        name: &str,
        site: Site,
        Places { base, stride, count }: Places,
        last: Last,
    ) -> A::Word {
        if stride == 0 || count == 1 {
            return alg.constant(64, base as u128);
        }
        let value = LeafValue::Element(site, base, stride);
        let index = self.leaf(alg, format!("element of {name}"), Type::I64, value, None);
        // Behind the last of several there is one more place to lead to, though nothing to look at.
        let last = if count == 0 { last } else { Last::Known(count) };
        let (Last::Known(most) | Last::Chosen(most)) = last;
        let most_word = alg.constant(64, most as u128);
        let fits = alg.bin(Bin::Ule, index, most_word);
        match last {
            Last::Known(_) => self.assume(fits),
            Last::Chosen(_) => {
                let of = self.path_behind(site);
                self.bound(fits, Premise::Most(Quantity::Element(of), most));
            }
        }
        if count > 0 && self.policy.prefers(Preference::StartsArray) {
            let end = alg.constant(64, count as u128);
            let before_end = alg.bin(Bin::Ult, index, end);
            let of = self.path_behind(site);
            self.bound(before_end, Premise::BeforeEnd(of));
        }
        // Where paths are merged, nothing but the word itself tells how large it may be.
        let index = if self.is_merging() {
            let mask = alg.constant(64, u128::from((most + 1).next_power_of_two() - 1));
            alg.bin(Bin::And, index, mask)
        } else {
            index
        };
        let (stride, base) = (alg.constant(64, stride as u128), alg.constant(64, base as u128));
        let distance = alg.bin(Bin::Mul, index, stride);
        alg.bin(Bin::Add, distance, base)
    }

    /// What the parameter at a place may lead to a part of.
    pub(crate) fn insides_of(&self, site: Site) -> impl Iterator<Item = &Inside> {
        let index = match site {
            Site::Param(index) => Some(index),
            Site::Cell(..) => None,
        };
        self.insides.iter().filter(move |inside| Some(inside.param) == index)
    }

    /// Is a shape what a pointer leads to?
    pub(crate) fn is_element(&self, shape: ShapeId, to: Option<ShapeId>) -> bool {
        match to {
            Some(to) => alike(self.program, shape, to),
            None => hosts(self.program, &self.world.views, None)
                .iter()
                .any(|host| alike(self.program, host.shape, shape)),
        }
    }

    /// All elements of an array.
    pub(crate) fn all_elements(&self, array: ObjId) -> Option<Places> {
        let Rest::Input(shape) = self.state.objects[array].rest else { return None };
        Some(Places { base: 0, stride: self.program.shape_bytes(shape), count: 0 })
    }
}
