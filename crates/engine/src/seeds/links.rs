//! Seeds for what is linked: lists and rings as long as the code has constants.
//!
//! A list of a thousand nodes is a thousand decisions for a walk, and one input for whoever knows the number.

use super::Seeds;
use crate::limits;
use crate::scalars::contains_pointer;
use ir::input::{Input, Obj, Scalar};
use ir::{Program, Shape, ShapeId};

/// How the nodes of a list hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Links {
    /// How many there are.
    pub(crate) length: u64,
    /// Does the last one lead to the first again?
    pub(crate) ring: bool,
    /// Do links but the first of each node lead back to the node before, and not to null?
    pub(crate) both_ways: bool,
}

impl Seeds<'_> {
    /// All that is tried, if there are lists at all: lengths that the code names, the shortest first.
    pub(crate) fn links(&self) -> Vec<Links> {
        let program = self.program;
        let params = program.funcs[self.func].params.iter().map(|param| param.shape);
        let globals = self.globals.iter().filter_map(|&global| program.globals[global].shape);
        if !params.chain(globals).any(|shape| leads_to_list(program, shape, 0)) {
            return Vec::new();
        }
        let lengths = self.constants.iter().filter_map(|&it| u64::try_from(it).ok());
        let lengths = lengths.filter(|it| (2..=limits::SEED_LINKS).contains(it));
        lengths.flat_map(Links::all_of).collect()
    }

    /// The next input, with lists of this kind where there may be lists, and nothing else behind pointers inside data.
    pub(crate) fn make_linked(&mut self, links: Links) -> Input {
        let mut input = self.make();
        for obj in input.objects.keys().collect::<Vec<Obj>>() {
            match input.objects[obj].elem {
                Some(shape) if !links_of(self.program, shape).is_empty() => {
                    if input.objects[obj].size == 0 {
                        self.give_element(&mut input, obj, shape);
                    }
                    self.grow(&mut input, obj, shape, links);
                }
                Some(_) => self.fill_object(&mut input, obj, links),
                None => {}
            }
        }
        for at in 0..input.globals.len() {
            let Some(shape) = self.program.globals[input.globals[at].0].shape else { continue };
            for (offset, to) in pointers_in(self.program, shape, 0) {
                let list = self.list(&mut input, to, links);
                let mut cells = input.globals[at].1.iter_mut();
                cells.find(|cell| cell.offset == offset).into_iter().for_each(|it| it.value = list);
            }
        }
        input
    }

    fn give_element(&mut self, input: &mut Input, obj: Obj, shape: ShapeId) {
        input.objects[obj].size = self.program.shape_bytes(shape);
        input.objects[obj].cells = self.cells(shape, 1);
    }

    /// Pointers inside an object that may lead to lists do.
    fn fill_object(&mut self, input: &mut Input, obj: Obj, links: Links) {
        let Some(shape) = input.objects[obj].elem else { return };
        let bytes = self.program.shape_bytes(shape).max(1);
        for index in 0..input.objects[obj].size / bytes {
            for (offset, to) in pointers_in(self.program, shape, index * bytes) {
                let list = self.list(input, to, links);
                lead(input, obj, offset, list);
            }
        }
    }

    /// A list of structures that have links, or null.
    fn list(&mut self, input: &mut Input, shape: ShapeId, links: Links) -> Scalar {
        if links_of(self.program, shape).is_empty() {
            return Scalar::Null;
        }
        let name = self.unused_name(input);
        let first = self.object(input, &name, shape, 1, false);
        if let Scalar::Object(obj, _) = first {
            self.grow(input, obj, shape, links);
        }
        first
    }

    /// The rest of a list whose first node there is.
    fn grow(&mut self, input: &mut Input, first: Obj, shape: ShapeId, links: Links) {
        let offsets = links_of(self.program, shape);
        let mut before = first;
        for _ in 1..links.length {
            let name = self.unused_name(input);
            let node = self.object(input, &name, shape, 1, false);
            lead(input, before, offsets[0], node);
            let Scalar::Object(obj, _) = node else { return };
            if links.both_ways {
                let back = Scalar::Object(before, 0);
                offsets[1..].iter().for_each(|&offset| lead(input, obj, offset, back));
            }
            before = obj;
        }
        if links.ring {
            lead(input, before, offsets[0], Scalar::Object(first, 0));
            if links.both_ways {
                let back = Scalar::Object(before, 0);
                offsets[1..].iter().for_each(|&offset| lead(input, first, offset, back));
            }
        }
    }

    /// A name that nothing else has: numbers are given in order, and no parameter or global is called so.
    fn unused_name(&self, input: &Input) -> String {
        let is_taken = |name: &String| {
            self.program.funcs[self.func].params.iter().any(|param| param.name == *name)
                || self.program.globals.values().any(|global| global.name == *name)
        };
        let mut name = format!("n{}", input.objects.len());
        while is_taken(&name) {
            name.push('_');
        }
        name
    }
}

impl Links {
    fn all_of(length: u64) -> impl Iterator<Item = Self> {
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        ways.into_iter().map(move |(ring, both_ways)| Self { length, ring, both_ways })
    }
}

fn lead(input: &mut Input, obj: Obj, offset: u64, to: Scalar) {
    let mut cells = input.objects[obj].cells.iter_mut();
    cells.find(|cell| cell.offset == offset).into_iter().for_each(|cell| cell.value = to);
}

/// The offsets of the pointers in a structure that lead to structures of its own kind.
fn links_of(program: &Program, shape: ShapeId) -> Vec<u64> {
    let all = pointers_in(program, shape, 0).into_iter();
    all.filter(|&(_, to)| to == shape).map(|(offset, _)| offset).collect()
}

/// The pointers in data of a shape, the first ones of arrays: where each stands, and what it leads to.
fn pointers_in(program: &Program, shape: ShapeId, base: u64) -> Vec<(u64, ShapeId)> {
    match &program.shapes[shape] {
        Shape::Pointer { to: Some(to), .. } => vec![(base, *to)],
        Shape::Record { fields, union: false, .. } => fields
            .iter()
            .flat_map(|field| pointers_in(program, field.shape, base + field.offset))
            .collect(),
        Shape::Array { elem, len } if contains_pointer(program, *elem) => {
            let size = program.shape_bytes(*elem);
            let first = 0..(*len).min(limits::SEED_HEADS);
            first.flat_map(|at| pointers_in(program, *elem, base + at * size)).collect()
        }
        _ => Vec::new(),
    }
}

/// May a list hang on data of a shape?
fn leads_to_list(program: &Program, shape: ShapeId, depth: u32) -> bool {
    pointers_in(program, shape, 0).into_iter().any(|(_, to)| {
        !links_of(program, to).is_empty() || depth < 1 && leads_to_list(program, to, depth + 1)
    })
}
