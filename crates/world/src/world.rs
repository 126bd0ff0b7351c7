//! The world around one function, looked at once.

use crate::apart::{asks_before, fixes_start, makes_valid};
use crate::callback::called_as;
use crate::escape::Escape;
use crate::host::has_part;
use crate::image::{Images, Words, is_image};
use crate::inside::insides;
use crate::null::may_be_null;
use crate::overlap::overlaps;
use crate::reachable::named_functions;
use crate::siblings::siblings;
use crate::statics::{first_values, is_volatile, stubs};
use crate::uses::Uses;
use crate::written::{begins_program, is_input, takes_arguments};
use crate::{
    AccessPath, Gap, Insides, Outside, Overlap, Preference, Preferences, Premise, Reach, Siblings,
};
use crate::{alike, functions_of, is_character, is_other};
use entity::Column;
use ir::{CodeView, Func, Global, Program, Restraint, Shape, ShapeId, View};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a function may meet when it is called.
pub struct World<'p> {
    /// The program.
    pub program: &'p Program,
    /// The function under test.
    pub func: Func,
    /// The code that it can get to.
    pub reach: Reach<'p>,
    /// The conversions of pointers in that code.
    pub views: Vec<View>,
    /// The conversions of pointers into pointers to functions of some type.
    pub code_views: Vec<CodeView>,
    /// The globals that the user's code names.
    pub named: BTreeSet<Global>,
    /// Sizes of the elements that pointers are moved by.
    pub strides: BTreeSet<u64>,
    /// The last element that a constant of the code names: an array of which that is asked has so many.
    pub last_named_element: u64,
    /// May pointers be compared with such that were made of numbers?
    compares_with_numbers: bool,
    /// May pointers be ordered that were found in data and converted, so that they may lead into the middle of what others lead to?
    /// No such world is tried.
    orders_converted: bool,
    /// Is `errno` looked at?
    pub asks_errno: bool,
    /// Is it looked at whether something could be written to a stream?
    asks_output: bool,
    /// Is memory given back?
    pub frees: bool,
    /// Is memory allocated?
    pub allocates: bool,
    /// Parameters whose arrays may lie in one object so that a run can tell.
    pub overlaps: Vec<Overlap>,
    /// What parameters may lead to a part of, and what of that is not tried.
    pub insides: Insides,
    /// Members of structures that are compared with each other or with parameters.
    pub siblings: Vec<Siblings>,
    /// What is known of each parameter.
    pub params: Vec<Param>,
    /// Is it a program that is given strings?
    pub takes_arguments: bool,
    /// Are pointers compared with each other?
    pub equates: bool,
    /// May pointers found in data be moved to what lies before them?
    pub data_steps_back: bool,
    /// May their address be looked at?
    pub data_addressed: bool,
    escape: Escape,
    /// What large globals hold at first, as far as it was asked for.
    images: Images,
    /// Shapes that pointers inside data lead to, where a run can tell the elements of an array of them.
    pub(crate) elements: BTreeSet<ShapeId>,
    /// Those of them that are parts of structures, where a run can tell which element of an array of structures has the part. The
    /// first alone is tried.
    in_first: BTreeSet<ShapeId>,
}

/// What is known of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Is null worth trying?
    pub nullable: bool,
    /// Does the code or the contract itself compare it with null?
    pub null_asked: bool,
    /// Does the code step along what it leads to? That is an array then.
    pub stepped: bool,
    /// May it be moved to what lies before it?
    pub steps_back: bool,
    /// Is its address looked at?
    pub addressed: bool,
    /// Does the contract say where its array begins?
    pub fixed_start: bool,
    /// May the contract ask for elements before it? Wherever it leads, it is no start then.
    pub asked_before: bool,
}

impl<'p> World<'p> {
    /// Looks at a function and all that it can get to.
    pub fn of(program: &'p Program, func: Func) -> Self {
        let (reach, escape) = (Reach::of(program, func), Escape::of(program));
        let (views, uses, strides) = (reach.views(), Uses::of(&reach), reach.strides());
        let code_views = reach.code_views();
        let last_named_element = reach.last_named_element();
        let compares_with_numbers = reach.compares_with_numbers();
        // What is only compared is looked at as what it is said to lead to.
        let converted: Vec<View> = views.iter().copied().filter(|it| !it.compared).collect();
        let pairs = overlaps(&reach, &converted, &uses);
        let mut insides = insides(&reach, (&converted, &escape), &uses, &pairs);
        insides.left_out.extend(untyped_parts(&reach, &converted, &uses));
        let params = 0..program.funcs[func].params.len() as u32;
        let contract = program.funcs[func].contract.as_ref();
        let takes_arguments = takes_arguments(program, func);
        let param = |it: u32| {
            let fixed_start =
                takes_arguments || contract.is_some_and(|contract| fixes_start(contract, it));
            let null_asked = !takes_arguments && may_be_null(program, func, &pairs, it);
            Param {
                nullable: null_asked || !takes_arguments && uses.is_null_tested(it),
                null_asked,
                stepped: is_stepped_along(program, func, &uses, it),
                steps_back: uses.steps_back(it) && !fixed_start,
                addressed: uses.is_addressed(it) && !fixed_start,
                fixed_start,
                asked_before: contract.is_some_and(|contract| asks_before(contract, it)),
            }
        };
        let params = params.map(param).collect();
        let pointees = data_pointees(&reach, &escape);
        let tells = |shape: &ShapeId| {
            let is_stepped = strides.contains(&program.shape_bytes(*shape));
            let is_string = takes_arguments && is_character(program, *shape);
            is_stepped && !is_string && uses.can_tell_elements(program.shapes[*shape].scalar())
        };
        let orders_converted =
            !converted.is_empty() && !pointees.is_empty() && reach.orders_pointers();
        let elements = pointees.iter().flatten().copied().filter(tells).collect();
        let in_first = told_parts(&reach, &uses, &pointees, &strides);
        Self {
            takes_arguments,
            siblings: siblings(&reach),
            named: reach.own_globals(),
            frees: reach.frees(),
            asks_errno: reach.asks_errno(),
            asks_output: reach.asks_output(),
            allocates: reach.allocates(),
            escape,
            equates: uses.equates(),
            data_steps_back: !pointees.is_empty() && uses.data_steps_back(),
            data_addressed: !pointees.is_empty() && uses.data_is_addressed(),
            params,
            program,
            func,
            reach,
            views,
            code_views,
            strides,
            last_named_element,
            compares_with_numbers,
            orders_converted,
            overlaps: pairs,
            insides,
            images: Images::default(),
            elements,
            in_first,
        }
    }

    /// Is a global part of the input?
    pub fn is_input(&self, global: Global) -> bool {
        is_input(self.program, &self.escape, self.func, global)
    }

    /// Is what a global holds at first looked up rather than listed?
    pub fn is_image(&self, global: Global) -> bool {
        is_image(&self.program.globals[global])
    }

    /// Words of such a global, as many as there are whole.
    pub fn first_words(&self, global: Global, words: Words) -> Option<Arc<Column>> {
        self.images.words(self.program, global, words)
    }

    /// The globals that are part of the input.
    pub fn input_globals(&self) -> Vec<Global> {
        self.program.globals.keys().filter(|&global| self.is_input(global)).collect()
    }

    /// The functions that a pointer may lead to since the code calls it as one to such functions; those of each type.
    pub fn functions_behind(&self, pointer: ShapeId) -> Vec<Vec<Func>> {
        let types = called_as(self.program, (&self.views, &self.code_views), pointer);
        types.into_iter().map(|it| functions_of(self.program, it)).collect()
    }

    /// May a global have another value than its first, when the function is called or while it runs?
    pub(crate) fn changes(&self, global: Global) -> bool {
        let data = &self.program.globals[global];
        if data.constant { data.init.is_none() } else { self.escape.is_written(global) }
    }

    /// May a parameter lead to a global so that a run can tell? Constants are told by their address alone.
    pub fn leads_to_global(&self, index: u32, global: Global) -> bool {
        self.escape.reaches_param(self.program, (self.func, index), global)
            && (self.is_input(global) || self.is_compared(global))
    }

    /// The same of pointers found in data.
    pub fn data_leads_to_global(&self, global: Global) -> bool {
        self.escape.reaches_data(global) && (self.is_input(global) || self.is_compared(global))
    }

    /// Is a global a constant that others can name, with an address that the code may compare?
    fn is_compared(&self, global: Global) -> bool {
        let data = &self.program.globals[global];
        data.constant && !data.hidden && self.equates && self.named.contains(&global)
    }

    /// May what two parameters lead to overlap, or be a part of other data, as far as a run can tell that touches no more than
    /// the contract makes valid?
    pub fn may_meet(&self) -> bool {
        self.overlaps.iter().any(|pair| !pair.apart) || !self.insides.tried.is_empty()
    }

    /// What is taken for granted besides where more is touched than there is: what lies before an array, and what the contract
    /// keeps apart only as far as it makes it valid.
    pub fn granted_beyond(&self, relaxed: Preferences) -> Vec<Premise> {
        let mut granted = Vec::new();
        if !relaxed.contains(Preference::Apart) {
            let apart = self.overlaps.iter().filter(|pair| pair.together.is_none() && pair.apart);
            granted.extend(apart.map(|pair| Premise::Apart(pair.first, pair.second)));
        }
        if !relaxed.contains(Preference::StartsArray) {
            granted.extend(self.starts(|it| it.steps_back));
            granted.extend(self.data_steps_back.then_some(Premise::DataStartsArrays));
        }
        if let Some(contract) = &self.program.funcs[self.func].contract {
            let params = 0..self.program.funcs[self.func].params.len() as u32;
            let valid = params.filter(|&index| makes_valid(contract, index));
            granted.extend(valid.map(Premise::OnlyValid));
        }
        granted
    }

    /// That some of the parameters start their arrays.
    fn starts(&self, is_one: impl Fn(&Param) -> bool) -> Vec<Premise> {
        let params = (0..).zip(&self.params);
        let starting = params
            .filter(|(index, it)| is_one(it) && !it.asked_before && self.leads_to_data(*index));
        starting.map(|(index, _)| Premise::StartsArray(AccessPath::of_param(index))).collect()
    }

    /// May a run tell which element of an array of such data a pointer found in data leads to?
    pub fn tells_elements(&self, of: ShapeId) -> bool {
        self.elements.iter().any(|&shape| alike(self.program, shape, of))
    }

    /// What every refutation takes for granted without naming it, where these preferences are relaxed: a run could tell, and no
    /// other world is tried.
    pub fn granted(&self, relaxed: Preferences) -> Vec<Premise> {
        let mut granted = Vec::new();
        let holds = |preference| !relaxed.contains(preference);
        if self.orders_converted {
            granted.push(Premise::DataStartsArrays);
        }
        granted.extend(self.in_first.iter().map(|&shape| Premise::NoElement(shape)));
        if self.asks_errno && self.reach.calls_math() {
            granted.push(Premise::Lacks(Gap::MathErrno));
        }
        if self.reach.globals().into_iter().any(|it| self.program.globals[it].open) {
            granted.push(Premise::Lacks(Gap::OpenRegion));
        }
        if self.compares_with_numbers {
            granted.push(Premise::Lacks(Gap::NumberAsPointer));
        }
        if holds(Preference::StartsArray) {
            granted.extend(self.starts(|it| it.addressed));
            granted.extend(self.data_addressed.then_some(Premise::DataStartsArrays));
            granted.extend(self.elements.iter().map(|&shape| Premise::NoElement(shape)));
        }
        if self.asks_output && holds(Preference::OutputSucceeds) {
            granted.push(Premise::OutputSucceeds);
        }
        if holds(Preference::WeakAsHere) {
            granted.extend(self.reach.weak().into_iter().map(Premise::WeakAsHere));
        }
        if holds(Preference::Apart) {
            let apart = self.overlaps.iter().filter(|pair| pair.together.is_none() && !pair.apart);
            granted.extend(apart.map(|pair| Premise::Apart(pair.first, pair.second)));
        }
        if holds(Preference::OneArray) {
            let together = self.overlaps.iter().filter(|pair| pair.together.is_some());
            granted.extend(together.map(|pair| Premise::OneArray(pair.first, pair.second)));
        }
        granted.extend(self.insides.left_out.iter().map(|&outside| Premise::NotInside(outside)));
        if holds(Preference::NotInside) {
            granted.extend(self.insides.tried.iter().map(|it| Premise::NotAnyPart(it.param)));
        }
        if holds(Preference::Allocated) && self.frees && self.has_pointers() {
            granted.push(Premise::Allocated);
        }
        if holds(Preference::AllocationSucceeds) && self.allocates {
            granted.push(Premise::AllocationSucceeds);
        }
        if holds(Preference::ProgramNamed) && self.takes_arguments {
            granted.push(Premise::ProgramNamed);
        }
        if holds(Preference::FirstCall) {
            granted.extend(self.changed_before().into_iter().map(Premise::FirstCall));
        }
        if holds(Preference::OneInterrupt) {
            granted.extend(self.interrupts_left().into_iter().map(Premise::OneInterrupt));
        }
        if holds(Preference::VolatileStill) && is_volatile(&self.reach) {
            granted.push(Premise::VolatileStill);
        }
        granted.extend(stubs(&self.reach).into_iter().map(Premise::StubWritesNothing));
        granted.extend(self.restraints());
        granted.sort();
        granted.dedup();
        granted
    }

    /// What the models of functions that are defined elsewhere leave out, as far as they can be called.
    fn restraints(&self) -> impl Iterator<Item = Premise> {
        let called =
            self.program.restraints.iter().filter(|(func, _)| self.reach.funcs.contains(func));
        // What a function was not given is nobody's but that of pointers.
        let params = &self.program.funcs[self.func].params;
        let is_pointer = |it: &ir::Param| {
            matches!(self.program.shapes[it.shape], Shape::Pointer { .. } | Shape::Code { .. })
        };
        let leads_out = params.iter().any(is_pointer);
        let concerns = move |what: Restraint| what != Restraint::Elsewhere || leads_out;
        // Only a pointer that comes from outside leads to functions that nobody here names.
        let gives_pointers = self.is_given_pointers();
        let is_met = move |func: Func| gives_pointers || !is_other(self.program, func);
        called
            .filter(move |(func, what)| is_met(*func) && concerns(*what))
            .map(|&(func, what)| Premise::Restrained(func, what))
    }

    /// Is there a pointer in parameters or in globals of the input, or does a function of elsewhere give or take any?
    fn is_given_pointers(&self) -> bool {
        let program = self.program;
        let holds = |shape: &ShapeId| holds_pointer(program, *shape);
        let params = |func: Func| program.funcs[func].params.iter().map(|param| param.shape);
        let mut passed = params(self.func);
        let named = self.reach.globals();
        let input = named.into_iter().filter(|&global| self.is_input(global));
        let mut kept = input.map(|global| program.globals[global].shape);
        let is_outside = |func: &Func| {
            let data = &program.funcs[*func];
            data.system || data.body.is_none()
        };
        let mut outside = named_functions(program, self.func).into_iter().filter(is_outside);
        passed.any(|shape| holds(&shape))
            || kept.any(|shape| shape.as_ref().is_none_or(holds))
            || outside.any(|func| {
                let data = &program.funcs[func];
                let is_given = data.sig.variadic || params(func).any(|shape| holds(&shape));
                is_given || data.ret.as_ref().is_some_and(holds)
            })
    }

    fn leads_to_data(&self, index: u32) -> bool {
        let shape = self.program.funcs[self.func].params[index as usize].shape;
        matches!(self.program.shapes[shape], Shape::Pointer { .. })
    }

    /// Parameters that are not null because nobody asks.
    pub fn not_null(&self) -> impl Iterator<Item = Premise> {
        let pointers = (0..).zip(&self.params).filter(|(index, _)| self.leads_to_data(*index));
        let is_unasked = |it: &Param| !it.nullable && !self.takes_arguments;
        pointers.filter(move |(_, it)| is_unasked(it)).map(|(index, _)| Premise::NotNull(index))
    }

    fn has_pointers(&self) -> bool {
        let n_params = self.program.funcs[self.func].params.len() as u32;
        (0..n_params).any(|index| self.leads_to_data(index))
    }

    /// Static variables of functions that calls before this one may have changed.
    pub fn changed_before(&self) -> Vec<Global> {
        if begins_program(self.program, self.func) {
            return Vec::new();
        }
        let mut kept = first_values(&self.reach, &self.escape);
        let is_level = |global| self.program.globals[global].name == ir::INTERRUPT_LEVEL;
        kept.retain(|&global| !is_left(self.program, global) && !is_level(global));
        kept
    }

    /// How often interrupts may still run their handlers.
    pub fn interrupts_left(&self) -> Vec<Global> {
        let mut left = first_values(&self.reach, &self.escape);
        left.retain(|&global| is_left(self.program, global));
        left
    }
}

fn is_left(program: &Program, global: Global) -> bool {
    program.globals[global].name.starts_with(ir::INTERRUPTS_LEFT)
}

/// Is data of this shape a pointer, or has it one inside?
fn holds_pointer(program: &Program, shape: ShapeId) -> bool {
    match &program.shapes[shape] {
        Shape::Pointer { .. } | Shape::Code { .. } | Shape::Opaque { .. } => true,
        Shape::Record { fields, .. } => {
            fields.iter().any(|field| holds_pointer(program, field.shape))
        }
        Shape::Array { elem, .. } => holds_pointer(program, *elem),
        Shape::Int { .. } | Shape::Float { .. } => false,
    }
}

/// Does the code step along what a parameter leads to? That is an array then.
fn is_stepped_along(program: &Program, func: Func, uses: &Uses, index: u32) -> bool {
    match program.shapes[program.funcs[func].params[index as usize].shape] {
        Shape::Pointer { to: Some(to), .. } => {
            uses.is_stepped_along(index, program.shape_bytes(to))
        }
        _ => false,
    }
}

/// Pointers to whatever that the code takes for data of some type, and compares: that they lead inside of something is not tried.
fn untyped_parts(reach: &Reach<'_>, views: &[View], uses: &Uses) -> Vec<Outside> {
    let program = reach.program;
    let params = (0..).zip(&program.funcs[reach.func].params);
    let is_record = |shape| matches!(program.shapes[shape], Shape::Record { .. });
    let is_taken = views.iter().any(|view| view.from.is_none() && !is_record(view.to));
    let untyped = params.filter(|(index, param)| {
        let is_untyped = matches!(program.shapes[param.shape], Shape::Pointer { to: None, .. });
        is_untyped && is_taken && uses.is_equated(*index)
    });
    untyped.map(|(index, _)| Outside::OfBytes(index)).collect()
}

/// What pointers inside data lead to that is part of a structure, where a run can tell in which element of an array of such
/// structures: they are ordered, or the code goes from one structure to the next and looks.
fn told_parts(
    reach: &Reach<'_>,
    uses: &Uses,
    pointees: &BTreeSet<Option<ShapeId>>,
    strides: &BTreeSet<u64>,
) -> BTreeSet<ShapeId> {
    let program = reach.program;
    let params = program.funcs[reach.func].params.iter();
    let behind = params.filter_map(|param| match program.shapes[param.shape] {
        Shape::Pointer { to, .. } => to,
        _ => None,
    });
    let is_record = |it: &ShapeId| matches!(program.shapes[*it], Shape::Record { .. });
    let records: BTreeSet<ShapeId> =
        behind.chain(pointees.iter().flatten().copied()).filter(is_record).collect();
    let tells = |part: &ShapeId| {
        let looks = uses.can_tell_elements(program.shapes[*part].scalar());
        let goes_on = |it: ShapeId| looks && strides.contains(&program.shape_bytes(it));
        let mut wholes = records.iter().filter(|it| !alike(program, **it, *part));
        wholes.any(|&it| (uses.orders_data() || goes_on(it)) && has_part(program, it, *part))
    };
    pointees.iter().flatten().copied().filter(tells).collect()
}

/// What pointers inside the data of the input lead to; none for those to whatever.
fn data_pointees(reach: &Reach<'_>, escape: &Escape) -> BTreeSet<Option<ShapeId>> {
    let program = reach.program;
    let params = program.funcs[reach.func].params.iter().map(|param| (param.shape, false));
    let named = reach.globals();
    let is_one = |it: &Global| is_input(program, escape, reach.func, *it) && named.contains(it);
    let globals = program.globals.keys().filter(is_one);
    let globals = globals.filter_map(|global| Some((program.globals[global].shape?, true)));
    let mut open: Vec<(ShapeId, bool)> = params.chain(globals).collect();
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some((shape, inside)) = open.pop() {
        if !seen.insert((shape, inside)) {
            continue;
        }
        match &program.shapes[shape] {
            Shape::Record { fields, .. } => open.extend(fields.iter().map(|it| (it.shape, true))),
            Shape::Array { elem, .. } => open.push((*elem, true)),
            Shape::Pointer { to, .. } => {
                found.extend(inside.then_some(*to));
                open.extend(to.map(|to| (to, true)));
            }
            Shape::Code { .. } | Shape::Opaque { .. } => {}
            Shape::Int { .. } | Shape::Float { .. } => {}
        }
    }
    found
}
