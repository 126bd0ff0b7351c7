//! Pointers inside one structure that lead into one array, as the choices of a machine.
//!
//! Which members these are is told by the world; where each of them leads is a word of the input.

use crate::leaf::Last;
use crate::leaf::Site;
use crate::limits::MOST_BEFORE;
use crate::memory::{ObjId, Rest};
use crate::{Algebra, LeafValue, Memory, PtrId, Target, Val};
use ir::{Shape, ShapeId, Type};
use std::collections::BTreeSet;
use world::{Preference, Siblings, Source, Together, alike, leaf_at};

/// A pointer that the code compares with the one in question, and how the two lie: that one first.
type Sibling = (Site, Option<Together>);

impl<A: Algebra> Memory<'_, A> {
    /// The last element of its new array that a pointer may lead to, where others inside data may lead to what lies before.
    pub(crate) fn last_before(&self, site: Site) -> Option<Last> {
        (!self.siblings_of(site).is_empty()).then_some(Last::Chosen(MOST_BEFORE))
    }

    /// The arrays that pointers lead to which the code compares with the one at a place.
    pub(crate) fn arrays_of_siblings(&self, site: Site, to: Option<ShapeId>) -> Vec<ObjId> {
        let Some(to) = to else { return Vec::new() };
        let pointers = self.known_siblings(site).into_iter().map(|(ptr, _)| ptr);
        pointers.flat_map(|ptr| self.arrays_behind(ptr, to)).collect()
    }

    /// Does a pointer inside data lead where others lead already?
    pub(crate) fn is_end_of_range(&self, site: Site, to: Option<ShapeId>) -> bool {
        let together_only = self.policy.prefers(Preference::OneArray);
        together_only
            && self.known_siblings(site).into_iter().any(|(ptr, together)| {
                together.is_some() && to.is_some_and(|to| !self.arrays_behind(ptr, to).is_empty())
            })
    }

    fn arrays_behind(&self, ptr: PtrId, to: ShapeId) -> BTreeSet<ObjId> {
        let arrays = self.state.alts(ptr).iter().filter_map(|alt| match alt.target {
            Target::Object(array) => Some(array),
            _ => None,
        });
        let suits = |&array: &ObjId| match self.state.objects[array].rest {
            Rest::Input(shape) => alike(self.program, shape, to),
            Rest::Uninit | Rest::Zero | Rest::Image(_) | Rest::Moved(_) | Rest::Variadic => false,
        };
        arrays.filter(suits).collect()
    }

    /// The pointers that the code compares with the one at a place, as far as they have been looked at.
    pub(crate) fn known_siblings(&self, site: Site) -> Vec<(PtrId, Option<Together>)> {
        let siblings = self.siblings_of(site);
        if siblings.is_empty() {
            return Vec::new();
        }
        let leaves = self.leaves.iter().filter_map(|leaf| {
            let LeafValue::Pointer(site @ Site::Cell(..), ptr) = leaf.value else { return None };
            let known = siblings.iter().find(|(place, _)| *place == site)?;
            Some((ptr, known.1))
        });
        let args = siblings.iter().filter_map(|&(site, together)| match site {
            Site::Param(index) => match self.args.get(index as usize) {
                Some(&Val::Ptr(ptr)) => Some((ptr, together)),
                _ => None,
            },
            Site::Cell(..) => None,
        });
        args.chain(leaves).collect()
    }

    /// Does the code step along what a pointer leads to? Structures that it does not step over are nodes.
    fn leads_to_elements(&self, shape: ShapeId) -> bool {
        let Shape::Pointer { to: Some(to), restrict: false, .. } = self.program.shapes[shape]
        else {
            return false;
        };
        match self.program.shapes[to] {
            Shape::Int { .. } | Shape::Float { .. } => true,
            Shape::Record { size, .. } => self.world.strides.contains(&size),
            _ => false,
        }
    }

    /// The shape of the pointer at a place, and where the code takes it from.
    fn source(&self, site: Site) -> Option<(ShapeId, Source)> {
        match site {
            Site::Param(index) => {
                let param = &self.program.funcs[self.func].params[index as usize];
                Some((param.shape, Source::Param(index)))
            }
            Site::Cell(object, at) => {
                let Rest::Input(shape) = self.state.objects[object].rest else { return None };
                let within = at % self.program.shape_bytes(shape).max(1);
                let leaf = leaf_at(self.program, shape, within, Some(Type::Ptr))?;
                Some((leaf.shape?, Source::Member(within)))
            }
        }
    }

    fn siblings_of(&self, site: Site) -> Vec<Sibling> {
        let found = self.source(site).filter(|&(shape, _)| self.leads_to_elements(shape));
        let Some((_, own)) = found else { return Vec::new() };
        let others = self.world.siblings.iter().filter_map(|&pair| {
            let Siblings { first, second, together } = pair;
            match own {
                _ if own == second => Some((first, together)),
                _ if own == first => Some((second, together.map(Together::turned))),
                _ => None,
            }
        });
        let place = |(other, together): (Source, Option<Together>)| match (other, own, site) {
            (Source::Param(index), ..) => (Site::Param(index), together),
            (Source::Member(other), Source::Member(own), Site::Cell(object, at)) => {
                (Site::Cell(object, at - own + other), together)
            }
            // A member of which structure is not known yet; a parameter is made before it.
            (Source::Member(_), ..) => (site, together),
        };
        others.map(place).collect()
    }
}
