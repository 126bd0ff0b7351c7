//! Arrays that several parameters lead into: where in them, and how long they are.
//!
//! Which parameters these are is told by `overlap`. Before the first of them there is nothing in the array that no run can
//! reach, so that no two inputs are the same but for that; where a contract says how long all of them are, there is nothing behind
//! the last one either. Nothing here knows of contracts.

use crate::leaf::{Last, Site};
use crate::limits::{BYTES_BEFORE, FAR, MOST_BEFORE};
use crate::memory::{ObjId, Object, Origin, Rest};
use crate::{Algebra, Alt, Bin, LeafValue, Memory, Pause, Policy, PtrId, Target, Val};
use ir::{Shape, ShapeId};
use std::collections::BTreeMap;
use world::{AccessPath, Host, Overlap, Places, Preference, Premise, Quantity, Together};

/// A parameter that may lead into an array, and when and where it does.
struct Tenant<W> {
    index: u32,
    alt: Alt<W>,
}

impl<A: Algebra> Memory<'_, A> {
    /// Where a pointer enters the new object that it leads to: at its place there, or, where another pointer may lead to what
    /// lies before, at any element.
    pub(crate) fn entry(&mut self, alg: &mut A, name: &str, host: Host, site: Site) -> A::Word {
        let stride = self.program.shape_bytes(host.shape);
        let places = Places { base: 0, stride, count: 0 };
        let last = self.last_before_pair(site).or_else(|| self.last_before(site));
        let last = last.or_else(|| self.last_in_middle(site, host.shape));
        match last {
            Some(last) if host.places.base == 0 => {
                self.element_offset(alg, name, site, places, last)
            }
            _ => self.element_offset(alg, name, site, host.places, Last::Known(0)),
        }
    }

    /// The last element of its array that a pointer may lead to where it need not lead to the start and a run can tell.
    fn last_in_middle(&self, site: Site, shape: ShapeId) -> Option<Last> {
        let stride = self.program.shape_bytes(shape);
        let param = match site {
            Site::Param(index) => Some(self.world.params[index as usize]),
            Site::Cell(..) => None,
        };
        let tells = param.map_or(self.world.data_steps_back || self.world.data_addressed, |it| {
            it.steps_back || it.addressed
        });
        let is_fixed = param.is_some_and(|it| it.fixed_start);
        let tells = tells || !is_fixed && self.world.tells_elements(shape);
        let most = (BYTES_BEFORE / stride.max(1)).max(MOST_BEFORE);
        let is_asked = param.is_some_and(|it| it.asked_before);
        let is_free = is_asked || tells && !self.policy.prefers(Preference::StartsArray);
        // Without cells nothing is enumerated, and the place need not have a bound.
        let last = if self.policy.logged { Last::Known(FAR) } else { Last::Chosen(most) };
        is_free.then_some(last)
    }

    /// The last element of its array that a parameter may lead to, where another may lead to what lies before.
    fn last_before_pair(&self, site: Site) -> Option<Last> {
        let Site::Param(index) = site else { return None };
        let mut owned = self.overlaps.iter().filter(|it| it.first == index);
        owned.find(|it| it.together != Some(Together::Before))?;
        Some(match self.last_of_owner(index) {
            Last::Chosen(most) if self.policy.prefers(Preference::Apart) => {
                Last::Chosen(most.min(MOST_BEFORE))
            }
            last => last,
        })
    }

    /// The last element of an object that a parameter may lead to.
    pub(crate) fn last_element(&self, object: ObjId) -> Last {
        match self.state.objects[object].origin {
            Origin::Param(owner) if self.is_array_of(object, owner) => self.last_of_owner(owner),
            _ => Last::Chosen(self.longest_shared()),
        }
    }

    /// Where arrays meet each access may touch many elements, so that even where lengths have no bound this has one.
    fn longest_shared(&self) -> u64 {
        self.policy.max_length.min(Policy::INITIAL.max_length)
    }

    fn last_of_owner(&self, owner: u32) -> Last {
        let owned = || self.overlaps.iter().filter(|it| it.first == owner);
        let least = owned().map(|it| it.least).max().unwrap_or(0);
        if !self.is_near(owner) {
            return Last::Chosen(self.longest_shared().max(least));
        }
        let before = if self.starts_anywhere(owner) { self.most_moved(owner) } else { 0 };
        Last::Known(self.furthest(owner) + before)
    }

    /// How far apart all pointers into the array of a parameter may lie, where all distances are tried.
    fn furthest(&self, owner: u32) -> u64 {
        let owned = || self.overlaps.iter().filter(|it| it.first == owner);
        let least = owned().map(|it| it.least).max().unwrap_or(0);
        self.policy.max_length.max((2 * least + 1) * owned().count() as u64)
    }

    /// May there be elements before the first of the pointers into the array of a parameter, so that a run can tell?
    fn starts_anywhere(&self, owner: u32) -> bool {
        let others = self.overlaps.iter().filter(|it| it.first == owner).map(|it| it.second);
        let is_free = !self.policy.prefers(Preference::StartsArray);
        others.chain([owner]).map(|index| index as usize).any(|index| {
            let param = self.world.params[index];
            param.asked_before || is_free && (param.steps_back || param.addressed)
        })
    }

    /// Are all distances tried that the run can tell apart, in the array of a parameter, as long as no pointer is moved too far?
    /// Where arrays overlap, each of them is near enough to another for what is touched through the two to meet.
    fn is_near(&self, owner: u32) -> bool {
        let mut owned = self.overlaps.iter().filter(|it| it.first == owner).peekable();
        !self.policy.prefers(Preference::Apart) && owned.peek().is_some() && owned.all(|it| it.near)
    }

    /// How many elements pointers into the array of a parameter may be moved, either way, for that.
    fn most_moved(&self, owner: u32) -> u64 {
        let others = self.overlaps.iter().filter(|it| it.first == owner).count() as u64;
        (self.furthest(owner) / others.max(1)).saturating_sub(1) / 2
    }

    /// The greatest length of a new object.
    pub(crate) fn longest(&self, object: ObjId) -> Last {
        let most = self.policy.max_length;
        let Origin::Param(owner) = self.state.objects[object].origin else {
            return Last::Chosen(most);
        };
        if most == Policy::UNBOUNDED.max_length {
            return Last::Known(most);
        }
        let owned = || self.overlaps.iter().filter(|it| it.first == owner);
        if owned().next().is_none() || !self.is_array_of(object, owner) {
            return Last::Chosen(most);
        }
        let least = owned().map(|it| it.least).max().unwrap_or(0);
        match self.last_of_owner(owner) {
            // Behind what is touched nobody misses anything but a contract.
            Last::Known(last) if !owned().any(|it| it.counted) => {
                Last::Known(last + self.most_moved(owner).max(least) + 1)
            }
            Last::Known(last) | Last::Chosen(last) => Last::Chosen(last + least),
        }
    }

    /// The count of a pointer's moves that starts where it leads to, if it is to be counted.
    pub(crate) fn not_moved(&self, alg: &mut A, target: Target) -> Option<A::Word> {
        let Target::Object(object) = target else { return None };
        let Origin::Param(owner) = self.state.objects[object].origin else { return None };
        let is_counted = self.is_array_of(object, owner) && self.is_near(owner);
        is_counted.then(|| alg.constant(64, 0))
    }

    /// Is an object an array of what a parameter leads to? It is none where that leads to a part of it.
    fn is_array_of(&self, object: ObjId, owner: u32) -> bool {
        let Rest::Input(shape) = self.state.objects[object].rest else { return false };
        let params = &self.program.funcs[self.func].params;
        match self.program.shapes[params[owner as usize].shape] {
            Shape::Pointer { to, .. } => self.is_element(shape, to),
            _ => false,
        }
    }

    /// Says that a pointer is not moved further than distances are tried for.
    pub(crate) fn check_moved(&mut self, alg: &mut A, alt: &Alt<A::Word>) {
        let (Some(moved), Target::Object(object)) = (alt.moved, alt.target) else { return };
        let object = &self.state.objects[object];
        let (Origin::Param(owner), Rest::Input(shape)) = (object.origin, object.rest) else {
            return;
        };
        let most = self.most_moved(owner);
        let bytes = i128::from(most * self.program.shape_bytes(shape).max(1));
        let (low, high) = (alg.constant(64, -bytes as u128), alg.constant(64, bytes as u128));
        let (above, below) = (alg.bin(Bin::Sle, low, moved), alg.bin(Bin::Sle, moved, high));
        let near = alg.and(above, below);
        let near = alg.implies(alt.guard, near);
        if !alg.is_yes(near) {
            self.bound(near, Premise::Most(Quantity::Moved(AccessPath::of_param(owner)), most));
        }
    }

    /// The pair of the owner of an array and a parameter that may lead into it too.
    pub(crate) fn pair_within(&self, index: u32, object: ObjId) -> Option<Overlap> {
        let Origin::Param(owner) = self.state.objects[object].origin else { return None };
        self.overlaps.iter().copied().find(|it| (it.first, it.second) == (owner, index))
    }

    /// Does a parameter lead into the array of another one in every input?
    pub(crate) fn has_no_array(&self, site: Site) -> bool {
        let Site::Param(index) = site else { return false };
        if !self.policy.prefers(Preference::OneArray) {
            return false;
        }
        let leads_somewhere = |&arg: &Val<A::Word>| {
            let Val::Ptr(ptr) = arg else { return false };
            self.state.alts(ptr).iter().any(|alt| matches!(alt.target, Target::Object(_)))
        };
        self.overlaps.iter().any(|it| {
            it.second == index
                && it.together.is_some()
                && self.args.get(it.first as usize).is_some_and(leads_somewhere)
        })
    }

    /// Says how parameters lie that lead into one array.
    pub(crate) fn settle_shared(&mut self, alg: &mut A) {
        for object in self.shared_arrays() {
            self.start_with_first(alg, object);
        }
        for pair in self.overlaps.clone() {
            let args = [pair.first, pair.second].map(|index| self.args[index as usize]);
            if let ([Val::Ptr(p), Val::Ptr(q)], Some(together)) = (args, pair.together) {
                let nulls = [p, q].map(|ptr| self.is_null(alg, ptr));
                let unless = alg.or(nulls[0], nulls[1]);
                let premise = Premise::OneArray(pair.first, pair.second);
                self.keep_together(alg, (p, q), together, unless, premise);
            }
        }
    }

    /// Says how a pointer lies to others that the code takes for ends of the same range.
    pub(crate) fn settle_siblings(&mut self, alg: &mut A, site: Site, ptr: PtrId) {
        self.put_all_inside(alg, ptr);
        for (other, together) in self.known_siblings(site) {
            if let Some(together) = together {
                let nulls = [other, ptr].map(|ptr| self.is_null(alg, ptr));
                let unless = alg.and(nulls[0], nulls[1]);
                let premise = Premise::Range(self.path_behind(site));
                self.keep_together(alg, (other, ptr), together, unless, premise);
            }
        }
    }

    /// Nothing lies before what a parameter leads to, unless a run can tell, and none leads further than just behind the end.
    fn start_with_first(&mut self, alg: &mut A, object: ObjId) {
        let (mut anyone, mut starts) = (alg.no(), alg.no());
        let size = self.state.objects[object].size;
        for Tenant { alt, .. } in self.tenants(object) {
            self.put_inside(alg, &alt, size);
            let at_start = alg.eq_const(alt.offset, 0);
            let case = alg.and(alt.guard, at_start);
            (anyone, starts) = (alg.or(anyone, alt.guard), alg.or(starts, case));
        }
        let is_free = match self.state.objects[object].origin {
            Origin::Param(owner) => self.starts_anywhere(owner),
            _ => false,
        };
        if !is_free {
            let nobody = alg.not(anyone);
            let word = alg.or(nobody, starts);
            self.assume(word);
        }
    }

    /// When a pointer is null.
    pub(crate) fn is_null(&self, alg: &mut A, ptr: PtrId) -> A::Word {
        let nulls = self.state.alts(ptr).iter().filter(|alt| alt.target == Target::Null);
        nulls.fold(alg.no(), |any, alt| alg.or(any, alt.guard))
    }

    /// Says how two pointers lie that lead into one array unless they do not: a premise, unless that is relaxed.
    pub(crate) fn keep_together(
        &mut self,
        alg: &mut A,
        (p, q): (PtrId, PtrId),
        together: Together,
        unless: A::Word,
        premise: Premise,
    ) {
        if !self.policy.prefers(Preference::OneArray) {
            return;
        }
        let (p, q) = (self.state.alts(p).to_vec(), self.state.alts(q).to_vec());
        let mut holds = unless;
        for x in &p {
            for y in q.iter().filter(|y| x.target == y.target && x.target != Target::Null) {
                let (low, high) = if together == Together::After { (y, x) } else { (x, y) };
                let both = alg.and(x.guard, y.guard);
                let case = match together {
                    Together::Anyhow => both,
                    Together::Before | Together::After => {
                        let in_order = alg.bin(Bin::Ule, low.offset, high.offset);
                        alg.and(both, in_order)
                    }
                };
                holds = alg.or(holds, case);
            }
        }
        self.bound(holds, premise);
    }

    /// The arrays that more than their owner may lead into.
    pub(crate) fn shared_arrays(&self) -> Vec<ObjId> {
        let params = &self.program.funcs[self.func].params;
        let is_shared = |data: &Object<A::Word>| {
            let (Origin::Param(owner), Rest::Input(shape)) = (data.origin, data.rest) else {
                return false;
            };
            let shapes = &self.program.shapes;
            let Shape::Pointer { to, .. } = shapes[params[owner as usize].shape] else {
                return false;
            };
            // What a pointer leads into the middle of is no array of what it leads to.
            data.elastic
                && self.is_element(shape, to)
                && self.overlaps.iter().any(|it| it.first == owner)
        };
        let objects = self.state.objects.iter();
        objects.filter(|(_, data)| is_shared(data)).map(|(id, _)| id).collect()
    }

    fn tenants(&self, object: ObjId) -> Vec<Tenant<A::Word>> {
        let mut tenants = Vec::new();
        for (index, &arg) in (0..).zip(&self.args) {
            let Val::Ptr(ptr) = arg else { continue };
            let alts = self.state.alts(ptr).iter().copied();
            let there = alts.filter(|alt| alt.target == Target::Object(object));
            tenants.extend(there.map(|alt| Tenant { index, alt }));
        }
        tenants
    }

    /// Lets an array end where the last of those does that lead into it, by the numbers of elements known of them. One that is
    /// always in the array of another may be a place in it and no more; if nothing is known of any other, the array stays as
    /// long as we choose.
    pub(crate) fn fix_shared_length(
        &mut self,
        alg: &mut A,
        object: ObjId,
        elem: u64,
        lengths: &BTreeMap<u32, A::Word>,
    ) {
        let tenants = self.tenants(object);
        let is_place =
            |index: u32| self.overlaps.iter().any(|it| it.second == index && it.together.is_some());
        let is_known = |index: u32| lengths.contains_key(&index);
        if !tenants.iter().any(|it| is_known(it.index))
            || tenants.iter().any(|it| !is_known(it.index) && !is_place(it.index))
        {
            return;
        }
        let mut size = alg.constant(64, 0);
        for Tenant { index, alt } in &tenants {
            let Some(&length) = lengths.get(index) else { continue };
            let end = self.end_of(alg, alt.offset, length, elem);
            let longer = alg.bin(Bin::Ult, size, end);
            let longer = alg.and(alt.guard, longer);
            size = alg.ite(longer, end, size);
        }
        self.set_size(object, size);
        for Tenant { alt, .. } in tenants {
            self.put_inside(alg, &alt, size);
        }
    }

    fn end_of(&self, alg: &mut A, offset: A::Word, length: A::Word, elem: u64) -> A::Word {
        let elem = alg.constant(64, elem as u128);
        let bytes = alg.bin(Bin::Mul, length, elem);
        alg.bin(Bin::Add, offset, bytes)
    }

    /// From here on an object has this many bytes: a length of our own choice, and the bound on it, are no more.
    pub(crate) fn set_size(&mut self, object: ObjId, size: A::Word) {
        self.leaves.retain(|leaf| leaf.value != LeafValue::Length(object));
        let of = self.path_of(object);
        let is_bound = |premise: &Premise| matches!(premise, Premise::Most(Quantity::Length(path), _) if *path == of);
        self.pending
            .retain(|pause| !matches!(pause, Pause::Bound(_, premise) if is_bound(premise)));
        self.state.objects[object].elastic = false;
        self.state.objects[object].size = size;
    }

    /// A pointer leads into its array or just behind it.
    pub(crate) fn put_inside(&mut self, alg: &mut A, alt: &Alt<A::Word>, size: A::Word) {
        let inside = alg.bin(Bin::Ule, alt.offset, size);
        let word = alg.implies(alt.guard, inside);
        if !alg.is_yes(word) {
            self.assume(word);
        }
    }

    /// The same for every place that a pointer may lead to.
    pub(crate) fn put_all_inside(&mut self, alg: &mut A, ptr: PtrId) {
        for alt in self.state.alts(ptr).to_vec() {
            if let Target::Object(object) = alt.target {
                let size = self.state.objects[object].size;
                self.put_inside(alg, &alt, size);
            }
        }
    }
}
