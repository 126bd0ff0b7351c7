//! Pointers of the input: each is a selector over null, the objects known when it is first looked at, and one new object.
//!
//! Objects are numbered by first use, so every heap that the run can tell apart is one choice of selectors, and no two choices
//! are the same heap with other names (address mapping: Gotlieb, Denmat and Botella's late aliases, with the choice left to
//! the solver). Equality and inequality of pointers constrain selectors and decide nothing.
//!
//! Pointers to void, into the middle of objects and to functions are not made here.

use crate::inputs::{InputObject, LeafValue, Site};
use crate::memory::{ObjId, Origin, Rest};
use crate::{Algebra, Alt, Bin, Machine, Policy, Target, Val};
use ir::logic::Logic;
use ir::{BinOp, Callee, Func, Inst, Program, Shape, ShapeId, Type, Value};

/// Bits of a selector.
const SELECTOR_BITS: u32 = 8;

impl<A: Algebra> Machine<'_, A> {
    /// The pointer that stands at a place of the input, seen for the first time.
    pub(crate) fn input_pointer(
        &mut self,
        alg: &mut A,
        name: &str,
        shape: ShapeId,
        site: Site,
        null: bool,
    ) -> Val<A::Word> {
        let Shape::Pointer { to, read_only, restrict, .. } = &self.program.shapes[shape] else {
            return Val::Opaque("a function pointer inside input data");
        };
        let Some(to) = *to else { return Val::Opaque("a pointer to void inside input data") };
        if matches!(site, Site::Cell(..)) && self.state.input_cells.is_some() {
            return Val::Opaque("a pointer inside input data");
        }
        let known = if *restrict { Vec::new() } else { self.known_objects(to, site) };
        let room = self.has_room();
        let mut targets = Vec::new();
        if room {
            targets.push(Target::Object(self.new_object(alg, name, to, site, *read_only)));
        }
        if null {
            // A structure ends where it can; an argument leads somewhere where it can.
            let first = if matches!(site, Site::Cell(..)) { 0 } else { targets.len() };
            targets.insert(first, Target::Null);
        }
        targets.extend(known.into_iter().map(Target::Object));
        match (&targets[..], room) {
            ([], _) => Val::Opaque("a pointer inside input data, beyond the objects we make"),
            ([target], true) => Val::Ptr(self.pointer_to(alg, *target, 0)),
            _ => self.selector(alg, name, site, &targets, room),
        }
    }

    fn selector(
        &mut self,
        alg: &mut A,
        name: &str,
        site: Site,
        targets: &[Target],
        room: bool,
    ) -> Val<A::Word> {
        let word = alg.fresh(&format!("what {name} leads to"), SELECTOR_BITS);
        let alts: Vec<_> = (0..)
            .zip(targets)
            .map(|(number, &target)| Alt {
                guard: alg.eq_const(word, number),
                target,
                offset: alg.constant(64, 0),
            })
            .collect();
        let last = alg.constant(SELECTOR_BITS, targets.len() as u128 - 1);
        let exists = alg.bin(Bin::Ule, word, last);
        if room {
            self.assume(exists);
        } else {
            let most = self.policy.max_nodes;
            self.bound(exists, format!("objects behind pointers inside data <= {most}"));
        }
        let ptr = self.state.pointer(&alts);
        let value = LeafValue::Pointer(site, ptr);
        let ty = Type::Int(SELECTOR_BITS as u8);
        self.state.leaves.push(crate::Leaf { name: name.to_owned(), word, ty, value });
        Val::Ptr(ptr)
    }

    fn has_room(&self) -> bool {
        let nodes = self.state.objects.values();
        nodes.filter(|object| matches!(object.origin, Origin::Node(..))).count()
            < self.policy.max_nodes
    }

    /// The object that a pointer leads to if it leads to nothing known: an array whose length is an input.
    fn new_object(
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
        let name = name.to_owned();
        // A pointer to const may lead to a structure that another pointer may write.
        let read_only = read_only && !matches!(self.program.shapes[shape], Shape::Record { .. });
        let made = InputObject { name, origin, size, shape, read_only, elastic: true };
        let object = self.input_object(made);
        self.choose_length(alg, object, shape);
        object
    }

    fn choose_length(&mut self, alg: &mut A, object: ObjId, shape: ShapeId) {
        let name = self.state.objects[object].name.clone();
        let length =
            self.leaf(alg, format!("length of {name}"), Type::I64, LeafValue::Length(object), None);
        let elem = self.program.shape_bytes(shape);
        self.set_length(alg, object, length, elem);
        let limit = alg.constant(64, self.policy.max_length as u128);
        let short = alg.bin(Bin::Ule, length, limit);
        if self.policy.max_length == Policy::UNBOUNDED.max_length {
            self.assume(short);
        } else {
            self.bound(short, format!("length of {name} <= {}", self.policy.max_length));
        }
        if matches!(self.state.objects[object].origin, Origin::Node(..)) {
            // A node that nobody looks into still has an address of its own.
            let one = alg.constant(64, 1);
            let some = alg.bin(Bin::Ule, one, length);
            self.assume(some);
        }
    }

    /// The objects of the input that a pointer to a shape may lead to.
    fn known_objects(&self, to: ShapeId, site: Site) -> Vec<ObjId> {
        let aliases = match site {
            Site::Param(_) => matches!(self.program.shapes[to], Shape::Record { .. }),
            Site::Cell(..) => true,
        };
        if !aliases {
            return Vec::new();
        }
        self.state
            .objects
            .iter()
            .filter(|(_, object)| match (object.rest, object.origin) {
                (Rest::Input(shape), Origin::Param(_)) => object.elastic && self.alike(shape, to),
                (Rest::Input(shape), Origin::Global(_) | Origin::Node(..)) => self.alike(shape, to),
                _ => false,
            })
            .map(|(id, _)| id)
            .collect()
    }

    /// Can data of one shape be looked at as the other? Spellings do not matter.
    fn alike(&self, a: ShapeId, b: ShapeId) -> bool {
        alike(self.program, a, b)
    }
}

fn alike(program: &Program, a: ShapeId, b: ShapeId) -> bool {
    if a == b {
        return true;
    }
    match (&program.shapes[a], &program.shapes[b]) {
        (Shape::Int { ty: a, .. }, Shape::Int { ty: b, .. })
        | (Shape::Float { ty: a, .. }, Shape::Float { ty: b, .. }) => a == b,
        // What they lead to is looked at when they are followed.
        (Shape::Pointer { .. }, Shape::Pointer { .. })
        | (Shape::Code { .. }, Shape::Code { .. }) => true,
        (Shape::Array { elem: a, len: n }, Shape::Array { elem: b, len: m }) => {
            n == m && alike(program, *a, *b)
        }
        (
            Shape::Record { fields: a, union: x, size: n, .. },
            Shape::Record { fields: b, union: y, size: m, .. },
        ) => {
            let same = |(a, b): (&ir::Field, &ir::Field)| {
                a.name == b.name
                    && a.offset == b.offset
                    && a.bits == b.bits
                    && alike(program, a.shape, b.shape)
            };
            x == y && n == m && a.len() == b.len() && a.iter().zip(b).all(same)
        }
        _ => false,
    }
}

/// How many calls deep a parameter is followed.
const MAX_CALLS: u32 = 4;

/// Is null worth trying for a parameter? Yes where the contract or the code compares it with null, here or in a function that it
/// is handed on to; for a structure where any pointer at all is compared: the code walks along links then, and the first may be
/// the end.
pub(crate) fn may_be_null(program: &Program, func: Func, index: u32) -> bool {
    asked_by_contract(program, func, index) || asked_by_code(program, func, index, MAX_CALLS)
}

fn asked_by_contract(program: &Program, func: Func, index: u32) -> bool {
    let index = program.n_hidden_params(func) as u32 + index;
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.requires);
    clauses.filter_map(|clause| clause.meaning.as_ref().ok()).any(|formula| {
        let nodes = &formula.nodes;
        let is_param = |node| matches!(nodes[node], Logic::ParamPtr { index: i } if i == index);
        let is_null = |node| matches!(nodes[node], Logic::Null);
        nodes.values().any(|node| match *node {
            Logic::PtrCmp(_, a, b) => is_param(a) && is_null(b) || is_null(a) && is_param(b),
            _ => false,
        })
    })
}

fn asked_by_code(program: &Program, func: Func, index: u32, calls: u32) -> bool {
    let data = &program.funcs[func];
    let record = match &program.shapes[data.params[index as usize].shape] {
        Shape::Pointer { to: Some(to), .. } => matches!(program.shapes[*to], Shape::Record { .. }),
        _ => false,
    };
    let Some(body) = &data.body else { return false };
    let param = body.params[program.n_hidden_params(func) + index as usize];
    let is_param = |value: Value| matches!(body.insts[value], Inst::Get(local) if local == param);
    let is_null = |value: Value| matches!(body.insts[value], Inst::Null);
    body.insts.values().any(|inst| match inst {
        Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) => {
            (record || is_param(*a)) && is_null(*b) || is_null(*a) && (record || is_param(*b))
        }
        Inst::Call { callee: Callee::Direct(callee), args } if calls > 0 => {
            let named = args.iter().skip(program.n_hidden_params(*callee));
            let params = program.funcs[*callee].params.len();
            named.take(params).enumerate().any(|(at, &arg)| {
                is_param(arg) && asked_by_code(program, *callee, at as u32, calls - 1)
            })
        }
        _ => false,
    })
}
