//! A concrete input that a symbolic run is given: which value each word of input has in it.
//!
//! Words of input come up one by one, and which objects of the input the machine's stand for shows only while pointers are
//! followed. What is not in the input is zero. Nothing is run here, and no path is chosen.

use crate::facts::Words;
use crate::scalars::number_at;
use exec::{LeafValue, Machine, ObjId, Origin, Site, Target, Val};
use ir::input::{Cell, Input, Obj, Scalar};
use ir::{Func, Type};
use term::{Evaluator, Pool};

/// An input, and what the words of a run have to do with it.
pub(crate) struct Given {
    input: Input,
    /// Does a pointer of the input lead where the machine makes no object any more?
    pub(crate) lost: bool,
    /// The leaves that have their values.
    n_leaves: usize,
    /// Objects of the input that pointers were seen to lead to, each with the leaf that said so.
    objects: Vec<(usize, ObjId, Obj)>,
    /// Functions without a body that were asked for a result, each with its leaf.
    asked: Vec<(usize, Func)>,
}

/// Where words of input are, and who keeps their values.
pub(crate) struct To<'a, 'p> {
    pub(crate) machine: &'a Machine<'p, Words<'p>>,
    pub(crate) pool: &'a Pool,
    pub(crate) evaluator: &'a mut Evaluator,
}

impl Given {
    pub(crate) fn new(input: Input) -> Self {
        Self { input, lost: false, n_leaves: 0, objects: Vec::new(), asked: Vec::new() }
    }

    pub(crate) fn input(&self) -> &Input {
        &self.input
    }

    /// Forgets what was said of leaves that are no more.
    pub(crate) fn back_to(&mut self, n_leaves: usize) {
        self.n_leaves = self.n_leaves.min(n_leaves);
        self.objects.retain(|&(leaf, ..)| leaf < n_leaves);
        self.asked.retain(|&(leaf, _)| leaf < n_leaves);
    }

    /// Gives new words of input their values; pointers before the others, since they tell which objects those belong to.
    pub(crate) fn learn(&mut self, to: &mut To<'_, '_>) {
        let leaves = to.machine.leaves();
        // Elements of arguments are known without, and tell places of one object apart.
        let rank = |value: LeafValue| match value {
            LeafValue::Element(Site::Param(_), ..) => 0,
            LeafValue::Pointer(..) => 1,
            LeafValue::Somewhere(_) => 3,
            _ => 2,
        };
        let mut new: Vec<usize> = (self.n_leaves..leaves.len()).collect();
        new.sort_by_key(|&number| rank(leaves[number].value));
        for number in new {
            let leaf = &leaves[number];
            // What is not asked for takes nothing from the script.
            let is_asked = leaf.when.is_none_or(|when| to.evaluator.holds(to.pool, when));
            let value = if is_asked { self.value_of(to, number) } else { 0 };
            if let Some(var) = to.pool.as_var(leaf.word) {
                to.evaluator.set(var, value);
            }
        }
        self.n_leaves = leaves.len();
    }

    fn value_of(&mut self, to: &mut To<'_, '_>, number: usize) -> u128 {
        let leaf = &to.machine.leaves()[number];
        match leaf.value {
            LeafValue::Param(index) => bits(self.input.args.get(index as usize).copied()),
            LeafValue::Pointer(site, ptr) => self.selected(to, number, (site, ptr)),
            LeafValue::Element(site, base, stride) => self.element(to, site, (base, stride)),
            LeafValue::Cell(object, offset) => self.cell(to, object, offset, leaf.ty),
            LeafValue::Somewhere(object) => {
                let at = leaf.at.map_or(0, |at| to.evaluator.value(to.pool, at) as u64);
                self.cell(to, object, at, leaf.ty)
            }
            LeafValue::Length(object) => self.length(to.machine, object),
            LeafValue::Fails(number) => u128::from(self.input.failing.contains(&number)),
            LeafValue::Stub(func) => {
                let before = self.asked.iter().filter(|(_, of)| *of == func).count();
                self.asked.push((number, func));
                let results = self.input.stubs.iter().filter(|(of, _)| *of == func);
                bits(results.map(|(_, value)| *value).nth(before))
            }
        }
    }

    /// Which alternative of a pointer of the input is the one; a new object is what no known one is.
    fn selected(
        &mut self,
        to: &mut To<'_, '_>,
        number: usize,
        (site, ptr): (Site, exec::PtrId),
    ) -> u128 {
        let scalar = self.at(to.machine, site);
        let alts = to.machine.alternatives(ptr);
        let known = alts.iter().position(|alt| self.is_known(to, alt, (site, scalar)));
        let new = || alts.iter().position(|alt| self.is_new(to, alt, (site, scalar)));
        let chosen = known.or_else(new);
        if let (None, Some(chosen), Some(Scalar::Object(obj, _))) = (known, chosen, scalar)
            && let Target::Object(object) = alts[chosen].target
        {
            self.objects.push((number, object, obj));
        }
        self.lost |= chosen.is_none();
        chosen.unwrap_or(0) as u128
    }

    /// What stands at a place of the input.
    fn at(&self, machine: &Machine<'_, Words<'_>>, site: Site) -> Option<Scalar> {
        match site {
            Site::Param(index) => self.input.args.get(index as usize).copied(),
            Site::Cell(object, offset) => {
                let cells = self.contents(machine, object).iter();
                cells.clone().find(|cell| cell.offset == offset).map(|cell| cell.value)
            }
        }
    }

    /// The number of the element where a pointer of the input leads.
    fn element(&self, to: &To<'_, '_>, site: Site, (base, stride): (u64, u64)) -> u128 {
        match self.at(to.machine, site) {
            Some(Scalar::Object(_, offset) | Scalar::Global(_, offset)) => {
                u128::from(offset.saturating_sub(base) / stride)
            }
            _ => 0,
        }
    }

    fn is_known(
        &self,
        to: &mut To<'_, '_>,
        alt: &exec::Alt<term::Term>,
        (site, scalar): (Site, Option<Scalar>),
    ) -> bool {
        match (alt.target, scalar) {
            (Target::Null, None | Some(Scalar::Null)) => true,
            (Target::Func(func), Some(Scalar::Func(other))) => func == other,
            (Target::Object(object), Some(Scalar::Object(obj, at))) => {
                self.object(to.machine, object) == Some(obj) && is_there(to, alt, site, at)
            }
            (Target::Object(object), Some(Scalar::Global(global, at))) => {
                to.machine.object(object).0 == Origin::Global(global) && is_there(to, alt, site, at)
            }
            _ => false,
        }
    }

    /// Is it the object made for the pointer at this site, if it leads to what that is?
    fn is_new(
        &self,
        to: &mut To<'_, '_>,
        alt: &exec::Alt<term::Term>,
        (site, scalar): (Site, Option<Scalar>),
    ) -> bool {
        let (Target::Object(object), Some(Scalar::Object(obj, at))) = (alt.target, scalar) else {
            return false;
        };
        if !is_there(to, alt, site, at) {
            return false;
        }
        let shape = to.machine.input_data(object).map(|(shape, _)| shape);
        if self.input.objects[obj].elem.is_some_and(|elem| Some(elem) != shape) {
            return false;
        }
        // What has a place already is not new: then the machine has no such alternative.
        let is_argument =
            self.input.args.iter().any(|arg| matches!(arg, Scalar::Object(of, _) if *of == obj));
        if matches!(site, Site::Cell(..))
            && (is_argument || self.objects.iter().any(|&(.., of)| of == obj))
        {
            return false;
        }
        match (to.machine.object(object).0, site) {
            (Origin::Param(of), Site::Param(index)) => of == index,
            (Origin::Node(of, at), Site::Cell(holder, offset)) => (of, at) == (holder, offset),
            _ => false,
        }
    }

    /// What a number in the input is. Unions may hold it in other members.
    fn cell(&self, to: &To<'_, '_>, object: ObjId, offset: u64, ty: Type) -> u128 {
        let cells = self.contents(to.machine, object).iter();
        let near = cells.filter(|cell| cell.offset.abs_diff(offset) < 16);
        let near = near.map(|cell| (cell.offset, cell.value)).collect();
        number_at(to.machine.program(), &near, offset, ty).unwrap_or(0)
    }

    fn contents(&self, machine: &Machine<'_, Words<'_>>, object: ObjId) -> &[Cell] {
        let cells = match machine.object(object).0 {
            Origin::Global(global) => {
                self.input.globals.iter().find(|(of, _)| *of == global).map(|(_, cells)| cells)
            }
            _ => self.object(machine, object).map(|obj| &self.input.objects[obj].cells),
        };
        cells.map_or(&[], Vec::as_slice)
    }

    /// The object of the input that stands for one of the machine's. An argument that could be nothing else has no selector.
    pub(crate) fn object(&self, machine: &Machine<'_, Words<'_>>, object: ObjId) -> Option<Obj> {
        if let Some(&(_, _, obj)) = self.objects.iter().find(|(_, of, _)| *of == object) {
            return Some(obj);
        }
        let Origin::Param(index) = machine.object(object).0 else { return None };
        match *self.input.args.get(index as usize)? {
            Scalar::Object(obj, _) if !has_selector(machine, index) => Some(obj),
            Scalar::Null => self.led_to_by_others(machine, object),
            _ => None,
        }
    }

    /// The array of a parameter that is null, where another leads nowhere but into it.
    fn led_to_by_others(&self, machine: &Machine<'_, Words<'_>>, object: ObjId) -> Option<Obj> {
        let leads_there = |val: &Val<term::Term>| match *val {
            Val::Ptr(ptr) => {
                let alts = machine.alternatives(ptr);
                alts.len() == 1 && alts[0].target == Target::Object(object)
            }
            _ => false,
        };
        let args = machine.args().iter().zip(&self.input.args);
        args.filter(|(val, _)| leads_there(val)).find_map(|(_, scalar)| match *scalar {
            Scalar::Object(obj, _) => Some(obj),
            _ => None,
        })
    }

    fn length(&self, machine: &Machine<'_, Words<'_>>, object: ObjId) -> u128 {
        let Some((shape, _)) = machine.input_data(object) else { return 0 };
        let size = self.object(machine, object).map_or(0, |obj| self.input.objects[obj].size);
        u128::from(size / machine.program().shape_bytes(shape).max(1))
    }
}

/// Does an alternative lead to this byte of its object? Inside data, an offset that is not fixed is that of any element.
fn is_there(to: &mut To<'_, '_>, alt: &exec::Alt<term::Term>, site: Site, at: u64) -> bool {
    let is_any = matches!(site, Site::Cell(..)) && to.pool.as_const(alt.offset).is_none();
    is_any || to.evaluator.value(to.pool, alt.offset) == u128::from(at)
}

fn has_selector(machine: &Machine<'_, Words<'_>>, param: u32) -> bool {
    let of_param = |leaf: &exec::Leaf<term::Term>| matches!(leaf.value, LeafValue::Pointer(Site::Param(of), _) if of == param);
    machine.leaves().iter().any(of_param)
}

fn bits(scalar: Option<Scalar>) -> u128 {
    match scalar {
        Some(Scalar::Bits(_, bits)) => bits,
        _ => 0,
    }
}
