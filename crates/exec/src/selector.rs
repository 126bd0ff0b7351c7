//! Pointers of the input: each is a selector over null, the places known when it is first looked at, and one new object.
//!
//! Objects are numbered by first use, so every heap that the run can tell apart is one choice of selectors, and no two choices
//! are the same heap with other names (address mapping: Gotlieb, Denmat and Botella's late aliases, with the choice left to
//! the solver). Equality and inequality of pointers constrain selectors and decide nothing.
//!
//! What types a new object may have is told by `host`, what suits among those there are by `known`, which parameters may lead
//! into the middle of another's array by `shared`, and which to a part of something by `inside`. Pointers inside data lead to
//! the start of what other pointers lead to, but for those of `siblings`.

use crate::known::Choice;
use crate::leaf::Last;
use crate::leaf::{LeafValue, Site};
use crate::limits::{MOST_BEFORE, MOST_CHOICES, SELECTOR_BITS};
use crate::memory::{ObjId, Object, Origin, Rest};
use crate::{Algebra, Alt, Bin, Memory, Target, Val};
use ir::{Func, Program, Shape, ShapeId, Type};
use world::{Gap, Host, Inside, Premise, Quantity, Whole, alike, functions_of, hosts, pointers_at};

impl<A: Algebra> Memory<'_, A> {
    /// The pointer that stands at a place of the input; the same one on every path where paths are merged.
    pub(crate) fn input_pointer(
        &mut self,
        alg: &mut A,
        name: &str,
        shape: ShapeId,
        site: Site,
        null: bool,
    ) -> Val<A::Word> {
        let Site::Cell(object, offset) = site else {
            return self.new_input_pointer(alg, name, shape, site, null);
        };
        if let Some(&known) = self.input_pointers.get(&(object, offset)) {
            return known;
        }
        if self.is_number_elsewhere(alg, object, offset) {
            return Val::Opaque(Gap::MixedUnion);
        }
        let val = self.new_input_pointer(alg, name, shape, site, null);
        self.note_link(alg, object, offset, val);
        if self.is_merging() {
            self.input_pointers.insert((object, offset), val);
        }
        val
    }

    /// Did some other path look at these bytes of the input as a number?
    fn is_number_elsewhere(&self, alg: &A, object: ObjId, offset: u64) -> bool {
        let Some(cells) = &self.input_cells else { return false };
        let before = cells
            .range((object, 0)..(object, offset + u64::from(self.program.target.pointer_bytes)));
        let mut ends = before.map(|(&(_, at), &word)| at + u64::from(alg.width(word)).div_ceil(8));
        ends.any(|end| end > offset)
    }

    /// Did some other path look at these bytes of the input as a pointer?
    pub(crate) fn is_pointer_elsewhere(&self, object: ObjId, offset: u64, len: u64) -> bool {
        let first = offset.saturating_sub(u64::from(self.program.target.pointer_bytes) - 1);
        self.input_pointers.range((object, first)..(object, offset + len)).next().is_some()
    }

    /// The pointer that stands at a place of the input, seen for the first time.
    fn new_input_pointer(
        &mut self,
        alg: &mut A,
        name: &str,
        shape: ShapeId,
        site: Site,
        null: bool,
    ) -> Val<A::Word> {
        let pointers = self.pointers(site, shape);
        let Some((functions, called)) = self.functions(&pointers) else {
            return Val::Opaque(Gap::NoFunction);
        };
        let room = self.has_room();
        let (mut choices, mut known) = (Vec::new(), Vec::new());
        for &shape in &pointers {
            if let Shape::Pointer { to, restrict: false, .. } = self.program.shapes[shape] {
                known.extend(self.known_places(alg, name, to, site));
            }
        }
        for &shape in pointers.iter().filter(|_| room) {
            if let Shape::Pointer { to, read_only, .. } = self.program.shapes[shape] {
                choices.extend(self.new_places(alg, name, to, site, read_only));
            }
        }
        choices.extend(code_places(alg, &functions));
        self.with_null(alg, &mut choices, site, null);
        choices.extend(known);
        choices.extend(code_places(alg, &called));
        let is_data = |&it: &ShapeId| matches!(self.program.shapes[it], Shape::Pointer { .. });
        let is_whole = room || !pointers.iter().any(is_data);
        let val = self.select(alg, name, site, &choices, is_whole);
        if let (Val::Ptr(ptr), Some(_)) = (val, self.last_before(site)) {
            self.settle_siblings(alg, site, ptr);
        }
        let is_part = self.insides_of(site).next().is_some();
        if let (Val::Ptr(ptr), true) = (val, is_part) {
            self.put_all_inside(alg, ptr);
        }
        val
    }

    /// The pointers, to data or to functions, that one may be which stands at a place: of a union each may be the one that counts.
    fn pointers(&self, site: Site, shape: ShapeId) -> Vec<ShapeId> {
        let mut pointers = vec![shape];
        if let Site::Cell(object, offset) = site
            && let Rest::Input(whole) = self.state.objects[object].rest
        {
            let program = self.program;
            let at = offset % program.shape_bytes(whole).max(1);
            for other in pointers_at(program, whole, at) {
                if !pointers.iter().any(|&known| same_pointer(program, known, other)) {
                    pointers.push(other);
                }
            }
        }
        pointers
    }

    /// The functions that such pointers may lead to by their types, and because they are called all the same; none where no
    /// function has one of these types.
    fn functions(&self, pointers: &[ShapeId]) -> Option<(Vec<Func>, Vec<Func>)> {
        let (mut functions, mut called) = (Vec::new(), Vec::new());
        for &shape in pointers {
            if matches!(self.program.shapes[shape], Shape::Code { .. }) {
                functions.push(functions_of(self.program, shape));
            }
            called.extend(self.world.functions_behind(shape));
        }
        let is_whole = functions.iter().chain(&called).all(|of_type| !of_type.is_empty());
        let (functions, mut called) = (functions.concat(), called.concat());
        called.retain(|func| !functions.contains(func));
        is_whole.then_some((functions, called))
    }

    /// The new objects that a pointer may lead to.
    fn new_places(
        &mut self,
        alg: &mut A,
        name: &str,
        to: Option<ShapeId>,
        site: Site,
        read_only: bool,
    ) -> Vec<Choice<A::Word>> {
        if self.has_no_array(site) || self.is_end_of_range(site, to) {
            return Vec::new();
        }
        let program = self.program;
        // A place for a pointer is not part of what is freed through it: callers would lose it.
        let is_link =
            |host: &Host| Some(host.shape) != to && self.gives_back() && is_pointer(program, to);
        let hosts = hosts(program, &self.world.views, to).into_iter().filter(|host| !is_link(host));
        let mut choices = Vec::new();
        for host in hosts.collect::<Vec<_>>() {
            let target = Target::Object(self.new_object(alg, name, host.shape, site, read_only));
            let offset = self.entry(alg, name, host, site);
            let moved = self.not_moved(alg, target);
            choices.push(Choice { target, offset, moved });
        }
        self.around_new(alg, name, site, &mut choices);
        choices
    }

    /// New data that a parameter leads to a part of, where others may lead to the whole of it later.
    fn around_new(
        &mut self,
        alg: &mut A,
        name: &str,
        site: Site,
        choices: &mut Vec<Choice<A::Word>>,
    ) {
        let insides = self.insides_of(site).filter(|inside| inside.is_met_later);
        for Inside { whole, places, .. } in insides.cloned().collect::<Vec<_>>() {
            let Whole::Behind(shape) = whole else { continue };
            let around = format!("around {name}");
            let target = Target::Object(self.new_object(alg, &around, shape, site, false));
            for places in places {
                let last = Last::Chosen(MOST_BEFORE);
                let offset = self.element_offset(alg, name, site, places, last);
                choices.push(Choice { target, offset, moved: None });
            }
        }
    }

    fn with_null(&self, alg: &mut A, choices: &mut Vec<Choice<A::Word>>, site: Site, null: bool) {
        if null {
            // A structure ends where it can; an argument leads somewhere where it can.
            let first = if matches!(site, Site::Cell(..)) { 0 } else { choices.len() };
            let offset = alg.constant(64, 0);
            choices.insert(first, Choice { target: Target::Null, offset, moved: None });
        }
    }

    fn select(
        &mut self,
        alg: &mut A,
        name: &str,
        site: Site,
        choices: &[Choice<A::Word>],
        room: bool,
    ) -> Val<A::Word> {
        match (choices, room) {
            ([], _) => Val::Opaque(Gap::BeyondObjects),
            ([choice], true) => {
                let alt = choice.under(alg.yes());
                Val::Ptr(self.state.pointer(&[alt]))
            }
            _ if choices.len() > MOST_CHOICES => Val::Opaque(Gap::ManyPlaces),
            _ => self.selector(alg, name, site, choices, room),
        }
    }

    pub(crate) fn selector(
        &mut self,
        alg: &mut A,
        name: &str,
        site: Site,
        choices: &[Choice<A::Word>],
        room: bool,
    ) -> Val<A::Word> {
        let word = alg.fresh(&format!("what {name} leads to"), SELECTOR_BITS);
        let mut alts: Vec<_> = (0..)
            .zip(choices)
            .map(|(number, choice)| choice.under(alg.eq_const(word, number)))
            .collect();
        let last = alg.constant(SELECTOR_BITS, choices.len() as u128 - 1);
        let exists = alg.bin(Bin::Ule, word, last);
        if room {
            self.assume(exists);
        } else {
            let most = self.policy.max_nodes;
            self.bound(exists, Premise::Most(Quantity::Objects, most as u64));
            // What is refuted without the bound is refuted of what it excludes, too: whoever looks there says so.
            let target = Target::Unmade(self.leaves.len() as u32);
            let (guard, offset) = (alg.not(exists), alg.constant(64, 0));
            alts.push(Alt { guard, target, offset, moved: None });
        }
        let ptr = self.state.pointer(&alts);
        let value = LeafValue::Pointer(site, ptr);
        let ty = Type::Int(SELECTOR_BITS as u8);
        let name = name.to_owned();
        self.leaves.push(crate::Leaf { name, word, ty, value, when: None, at: None });
        Val::Ptr(ptr)
    }

    fn has_room(&self) -> bool {
        let nodes = self.state.objects.values();
        nodes.filter(|object| matches!(object.origin, Origin::Node(..))).count()
            < self.policy.max_nodes
    }

    /// The object that a pointer leads to if it leads to nothing known: an array whose length is an input.
    pub(crate) fn new_object(
        &mut self,
        alg: &mut A,
        name: &str,
        shape: ShapeId,
        site: Site,
        read_only: bool,
    ) -> ObjId {
        let origin = match site {
            Site::Param(index) => Origin::Param(index),
            Site::Cell(object, offset) => Origin::Node(object, offset),
        };
        let size = alg.constant(64, 0);
        // A pointer to const may lead to what another pointer may write.
        let read_only = read_only
            && !matches!(self.program.shapes[shape], Shape::Record { .. })
            && !self.may_be_written_elsewhere(shape, site);
        let object = Object::new(name, origin, size, Rest::Input(shape));
        let object = self.state.objects.push(Object { read_only, elastic: true, ..object });
        self.choose_length(alg, object, shape);
        object
    }

    /// May pointers lead to the same that are not to const: those of other parameters, or those inside data?
    fn may_be_written_elsewhere(&self, shape: ShapeId, site: Site) -> bool {
        let shapes = &self.program.shapes;
        let writes = |pointer: ShapeId| match shapes[pointer] {
            Shape::Pointer { to, read_only: false, restrict: false, .. } => {
                to.is_none_or(|to| alike(self.program, to, shape))
            }
            _ => false,
        };
        let params = &self.program.funcs[self.func].params;
        let mut partners = self.overlaps.iter().filter_map(|it| match site {
            Site::Param(index) if it.first == index => Some(it.second),
            _ => None,
        });
        let inside = |shape: &Shape| match shape {
            Shape::Record { fields, .. } => fields.iter().any(|field| writes(field.shape)),
            Shape::Array { elem, .. } => writes(*elem),
            Shape::Pointer { to: Some(to), .. } => writes(*to),
            _ => false,
        };
        let globals = self.program.globals.values().filter_map(|data| data.shape);
        partners.any(|index| writes(params[index as usize].shape))
            || globals.into_iter().any(writes)
            || shapes.values().any(inside)
    }

    fn choose_length(&mut self, alg: &mut A, object: ObjId, shape: ShapeId) {
        let name = self.state.objects[object].name.clone();
        let length =
            self.leaf(alg, format!("length of {name}"), Type::I64, LeafValue::Length(object), None);
        let elem = self.program.shape_bytes(shape);
        self.set_length(alg, object, length, elem);
        let (Last::Known(most) | Last::Chosen(most)) = self.longest(object);
        let limit = alg.constant(64, most as u128);
        let short = alg.bin(Bin::Ule, length, limit);
        match self.longest(object) {
            Last::Known(_) => self.assume(short),
            Last::Chosen(_) => {
                let of = self.path_of(object);
                self.bound(short, Premise::Most(Quantity::Length(of), most));
            }
        }
        let least = match self.state.objects[object].origin {
            // A node that nobody looks into still has an address of its own.
            Origin::Node(..) => 1,
            Origin::Param(index) => {
                let data = &self.program.funcs[self.func];
                data.elements_passed(&data.params[index as usize]).min(most)
            }
            _ => 0,
        };
        if least > 0 {
            let least = alg.constant(64, least as u128);
            let enough = alg.bin(Bin::Ule, least, length);
            self.assume(enough);
        }
    }
}

fn code_places<A: Algebra>(alg: &mut A, functions: &[Func]) -> Vec<Choice<A::Word>> {
    let offset = alg.constant(64, 0);
    let place = |&func: &Func| Choice { target: Target::Func(func), offset, moved: None };
    functions.iter().map(place).collect()
}

/// Do pointers lead to the same kind of thing?
fn same_pointer(program: &Program, a: ShapeId, b: ShapeId) -> bool {
    let pointee = |shape: ShapeId| match program.shapes[shape] {
        Shape::Pointer { to, .. } => Some(to),
        _ => None,
    };
    match (pointee(a), pointee(b)) {
        (Some(Some(a)), Some(Some(b))) => alike(program, a, b) && alike(program, b, a),
        (Some(a), Some(b)) => a == b,
        (None, None) => a == b,
        _ => false,
    }
}

fn is_pointer(program: &Program, shape: Option<ShapeId>) -> bool {
    shape.is_some_and(|shape| matches!(program.shapes[shape], Shape::Pointer { .. }))
}
