//! Where a pointer of the input may lead among what is known already: the objects that other pointers lead to, and parts of them.
//!
//! Types say what suits; what callers would not do is left out, as to free a global. New objects are for `selector`.

use crate::leaf::Site;
use crate::memory::{ObjId, Origin, Rest};
use crate::{Algebra, Alt, Memory, Target};
use ir::{Program, Shape, ShapeId};
use world::{Inside, Places, Preference, Whole, alike, hosts, places};

/// One place where a pointer of the input may lead.
pub(crate) struct Choice<W> {
    pub(crate) target: Target,
    pub(crate) offset: W,
    /// Where it counts how far the pointer is moved from there: no bytes yet.
    pub(crate) moved: Option<W>,
}

impl<W: Copy> Choice<W> {
    /// The alternative of a pointer that leads there under a condition.
    pub(crate) fn under(&self, guard: W) -> Alt<W> {
        let Self { target, offset, moved } = *self;
        Alt { guard, target, offset, moved }
    }
}

impl<A: Algebra> Memory<'_, A> {
    /// The places of the input that a pointer may lead to.
    pub(crate) fn known_places(
        &mut self,
        alg: &mut A,
        name: &str,
        to: Option<ShapeId>,
        site: Site,
    ) -> Vec<Choice<A::Word>> {
        let mut objects = self.known_objects(site);
        // What is given back was allocated: it is no global.
        objects.retain(|&object| {
            !self.gives_back() || !matches!(self.state.objects[object].origin, Origin::Global(_))
        });
        let siblings = self.arrays_of_siblings(site, to);
        let mut choices = Vec::new();
        for object in objects {
            let most = self.last_element(object);
            let all = siblings.contains(&object).then(|| self.all_elements(object)).flatten();
            let places = all.map_or_else(|| self.places_within(object, to, site), |it| vec![it]);
            for places in places {
                let offset = self.element_offset(alg, name, site, places, most);
                let target = Target::Object(object);
                let moved = self.not_moved(alg, target);
                choices.push(Choice { target, offset, moved });
            }
        }
        choices
    }

    /// Is memory given back, so that what pointers lead to was allocated apart?
    pub(crate) fn gives_back(&self) -> bool {
        self.world.frees && self.policy.prefers(Preference::Allocated)
    }

    fn places_within(&self, object: ObjId, to: Option<ShapeId>, site: Site) -> Vec<Places> {
        let Some(shape) = self.entry_shape(object) else { return Vec::new() };
        let program = self.program;
        if let Site::Param(index) = site
            && self.pair_within(index, object).is_some()
            && self.is_element(shape, to)
        {
            return self.all_elements(object).into_iter().collect();
        }
        let Some(to) = to else {
            return self.places_of_whatever(object, shape);
        };
        // Numbers behind parameters lie apart from others unless somebody can tell.
        if let (Site::Param(index), true) = (site, is_scalar(program, to)) {
            return self.parts_within(object, index);
        }
        if self.may_be_any_element(object, (shape, to), site) {
            return self.all_elements(object).into_iter().collect();
        }
        let found = places(program, shape, to);
        if !found.is_empty() {
            return found;
        }
        // What begins like `to` without containing it, and is made of such pointers.
        let hosts = hosts(program, &self.world.views, Some(to)).into_iter();
        let mut hosts = hosts.filter(|host| alike(program, host.shape, shape));
        hosts.next().map(|host| host.places).into_iter().collect()
    }

    /// Where a pointer to whatever may lead inside of an object: to its start, or, where it is only compared, to any byte.
    fn places_of_whatever(&self, object: ObjId, shape: ShapeId) -> Vec<Places> {
        let start = Places { base: 0, stride: 0, count: 1 };
        let mut views = self.world.views.iter().filter(|view| !view.compared);
        let is_taken = views.any(|view| view.from.is_none());
        if is_taken || !self.world.equates {
            return if self.is_element(shape, None) { vec![start] } else { Vec::new() };
        }
        let size = self.program.shape_bytes(shape);
        let is_array = self.state.objects[object].elastic;
        vec![Places { base: 0, stride: 1, count: if is_array { 0 } else { size.max(1) } }]
    }

    /// May a pointer found in data lead to any element of an array that others lead to?
    fn may_be_any_element(
        &self,
        object: ObjId,
        (shape, to): (ShapeId, ShapeId),
        site: Site,
    ) -> bool {
        matches!(site, Site::Cell(..))
            && !self.policy.prefers(Preference::StartsArray)
            && self.state.objects[object].elastic
            && alike(self.program, shape, to)
            && self.world.tells_elements(to)
    }

    /// The objects of the input that pointers may lead to. Arguments passed by value are nobody else's; arrays whose length a
    /// contract fixes are led into like others.
    fn known_objects(&self, site: Site) -> Vec<ObjId> {
        let known = self.state.objects.iter().filter(|(_, object)| match object.origin {
            Origin::Param(index) => object.is_input() && !self.is_passed_by_value(index),
            Origin::Global(global) => match site {
                Site::Param(index) => self.world.leads_to_global(index, global),
                Site::Cell(..) => self.world.data_leads_to_global(global),
            },
            Origin::Node(..) => object.is_input(),
            Origin::Local(_) | Origin::Heap | Origin::Library => false,
        });
        known.map(|(id, _)| id).collect()
    }

    /// What stands in an object when the function is called, as its type says.
    fn entry_shape(&self, object: ObjId) -> Option<ShapeId> {
        let data = &self.state.objects[object];
        match (data.rest, data.origin) {
            (Rest::Input(shape), _) => Some(shape),
            (_, Origin::Global(global)) => self.program.globals[global].shape,
            _ => None,
        }
    }

    /// Is a parameter a structure itself, and no pointer to one?
    fn is_passed_by_value(&self, index: u32) -> bool {
        let shape = self.program.funcs[self.func].params[index as usize].shape;
        !matches!(self.program.shapes[shape], Shape::Pointer { .. })
    }

    /// The parts of an object that a parameter may lead to.
    pub(crate) fn parts_within(&self, object: ObjId, index: u32) -> Vec<Places> {
        let data = &self.state.objects[object];
        let Some(shape) = self.entry_shape(object) else { return Vec::new() };
        if let Origin::Param(other) = data.origin
            && self.is_restrict(other)
        {
            return Vec::new();
        }
        let suits = |inside: &&Inside| match (inside.whole, data.origin) {
            (Whole::Global(global), Origin::Global(of)) => global == of,
            (Whole::Behind(_), Origin::Global(_)) | (Whole::Global(_), _) => false,
            (Whole::Behind(whole), _) => alike(self.program, whole, shape),
        };
        let found = self.insides_of(Site::Param(index)).find(suits);
        found.map_or_else(Vec::new, |inside| inside.places.clone())
    }

    /// Is a parameter a pointer to what is found under no other name?
    pub(crate) fn is_restrict(&self, index: u32) -> bool {
        let shape = self.program.funcs[self.func].params[index as usize].shape;
        matches!(self.program.shapes[shape], Shape::Pointer { restrict: true, .. })
    }
}

fn is_scalar(program: &Program, shape: ShapeId) -> bool {
    matches!(program.shapes[shape], Shape::Int { .. } | Shape::Float { .. })
}
