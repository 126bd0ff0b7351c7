//! Where a pointer of the input may lead: to data of its type, or into what the code makes of it.
//!
//! A link leads into the node around it (`container_of`), a base into what begins with it, `void *` to whatever it is converted
//! to, a pointer to a pointer to a link of a structure, an argument to a member of what others lead to. This is written a second time for the judge, from the text that users
//! read; it knows nothing of how engines choose.

use ir::{Func, Program, Shape, ShapeId, View};

/// A byte of a new object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// What the object is.
    pub(super) shape: ShapeId,
    /// The byte that the pointer leads to.
    pub(super) at: u64,
    /// Does the code take more for granted around it than there is? Callers that pass it make a mistake; what goes wrong then
    /// is theirs, what goes well counts.
    pub(super) bare: bool,
}

impl Entry {
    pub(super) fn is_among(&self, others: &[Self]) -> bool {
        others.iter().any(|other| (other.shape, other.at) == (self.shape, self.at))
    }
}

/// What is known of the pointers of a program.
pub(super) struct Leads<'a> {
    program: &'a Program,
    views: Vec<View>,
    /// May a pointer to a pointer lead to a link of a structure?
    links: bool,
}

impl<'a> Leads<'a> {
    pub(super) fn new(program: &'a Program, links: bool) -> Self {
        let bodies = program.funcs.values().filter(|data| !data.system);
        let bodies = bodies.filter_map(|data| data.body.as_ref());
        let views = bodies.flat_map(|body| body.views.iter().copied());
        // A pointer to whatever may lead to any byte where it is only compared, and so to those.
        let views = views.filter(|view| !view.compared).collect();
        Self { program, views, links }
    }

    /// The ways into a new object that a pointer to `to` may take.
    pub(super) fn entries(&self, to: Option<ShapeId>) -> Vec<Entry> {
        let taken = self.taken_for(to);
        let Some(to) = to else { return self.entries_of_void(&taken) };
        let larger = taken.iter().copied().filter(|&shape| self.bytes(shape) > self.bytes(to));
        let mut entries = Vec::new();
        for shape in larger.filter(|&shape| self.is_record(shape)) {
            let places = self.places(shape, Some(to));
            let first = (places.is_empty() && self.begins_with(shape, to)).then_some(0);
            let entry = |at| Entry { shape, at, bare: false };
            entries.extend(places.into_iter().chain(first).map(entry));
        }
        let bare = self.is_record(to) && !entries.is_empty();
        entries.push(Entry { shape: to, at: 0, bare });
        if self.links {
            entries.extend(self.links_behind(to));
        }
        entries
    }

    /// The bytes of data of a shape where a pointer to `to` may lead: parts of that kind; for `void *` the start, where it is
    /// taken for such a thing.
    pub(super) fn places(&self, shape: ShapeId, to: Option<ShapeId>) -> Vec<u64> {
        let Some(to) = to else {
            let taken = self.taken_for(None);
            let suits = taken.iter().any(|&taken| self.is_same(taken, shape));
            return if suits { vec![0] } else { Vec::new() };
        };
        self.parts(shape, to).into_iter().map(|(at, _)| at).collect()
    }

    /// The bytes of data of a shape where elements of arrays of `to` are.
    pub(super) fn elements(&self, shape: ShapeId, to: ShapeId) -> Vec<u64> {
        self.parts(shape, to).into_iter().filter(|it| it.1).map(|(at, _)| at).collect()
    }

    /// The ways to a part of something new that other pointers may lead to as a whole.
    pub(super) fn around(&self, to: ShapeId, elements_only: bool) -> Vec<Entry> {
        let mut wholes: Vec<ShapeId> = Vec::new();
        for shape in self.program.shapes.values() {
            let Shape::Pointer { to, restrict: false, .. } = shape else { continue };
            for Entry { shape, .. } in self.entries(*to) {
                if self.is_record(shape) && !wholes.iter().any(|&it| self.is_same(it, shape)) {
                    wholes.push(shape);
                }
            }
        }
        let parts = |shape| {
            let found = self.parts(shape, to).into_iter();
            found.filter(|&(_, is_element)| is_element || !elements_only)
        };
        let larger = wholes.into_iter().filter(|&shape| !self.is_same(shape, to));
        larger
            .flat_map(|shape| parts(shape).map(move |(at, _)| Entry { shape, at, bare: false }))
            .collect()
    }

    /// Where data of a shape has parts of another, and whether these are elements of arrays.
    fn parts(&self, shape: ShapeId, to: ShapeId) -> Vec<(u64, bool)> {
        let mut found = Vec::new();
        let mut open = vec![(0, shape, false)];
        while let Some((base, shape, is_element)) = open.pop() {
            if self.is_same(shape, to) {
                found.push((base, is_element));
                continue;
            }
            match &self.program.shapes[shape] {
                Shape::Array { elem, len } => {
                    let size = self.bytes(*elem);
                    let starts = (0..*len).rev().map(|index| base + index * size);
                    open.extend(starts.map(|at| (at, *elem, true)));
                }
                Shape::Record { fields, .. } => {
                    let fields = fields.iter().rev().filter(|field| field.bits.is_none());
                    open.extend(fields.map(|field| (base + field.offset, field.shape, is_element)));
                }
                _ => {}
            }
        }
        found
    }

    /// The functions of the unit that a pointer to a function may lead to.
    pub(super) fn functions(&self, shape: ShapeId) -> Vec<Func> {
        let Shape::Code { sig, params, .. } = &self.program.shapes[shape] else {
            return Vec::new();
        };
        let funcs = self.program.funcs.iter();
        let is_same = |&param: &ShapeId, other: &ir::Param| {
            let shapes = &self.program.shapes;
            matches!(
                (&shapes[param], &shapes[other.shape]),
                (Shape::Pointer { to: None, .. }, Shape::Pointer { to: None, .. })
            ) || self.is_same(param, other.shape)
        };
        let suits = |data: &ir::FuncData| {
            let mut pairs = params.iter().zip(&data.params);
            data.body.is_some()
                && !data.system
                && data.sig == *sig
                && pairs.all(|(param, other)| is_same(param, other))
        };
        funcs.filter(|(_, data)| suits(data)).map(|(func, _)| func).collect()
    }

    fn entries_of_void(&self, taken: &[ShapeId]) -> Vec<Entry> {
        let begins = |short: ShapeId| {
            let longer = taken.iter().filter(|&&long| !self.is_same(short, long));
            longer.into_iter().any(|&long| self.is_record(long) && self.begins_with(long, short))
        };
        let entry = |&shape: &ShapeId| Entry { shape, at: 0, bare: begins(shape) };
        taken.iter().map(entry).collect()
    }

    fn links_behind(&self, to: ShapeId) -> Vec<Entry> {
        let Shape::Pointer { to: Some(record), .. } = self.program.shapes[to] else {
            return Vec::new();
        };
        if !matches!(self.program.shapes[record], Shape::Record { union: false, .. }) {
            return Vec::new();
        }
        let places = self.places(record, Some(to));
        let around = self.entries(Some(record)).into_iter();
        around
            .flat_map(|entry| places.iter().map(move |at| Entry { at: entry.at + at, ..entry }))
            .collect()
    }

    /// What pointers to `to` are converted to, also by way of others.
    pub(super) fn taken_for(&self, to: Option<ShapeId>) -> Vec<ShapeId> {
        let mut found = Vec::new();
        let mut open = vec![to];
        while let Some(from) = open.pop() {
            for view in &self.views {
                let applies = match (view.from, from) {
                    (Some(a), Some(b)) => self.is_same(a, b),
                    (None, None) => true,
                    _ => false,
                };
                if applies && !found.iter().any(|&known| self.is_same(known, view.to)) {
                    found.push(view.to);
                    open.push(Some(view.to));
                }
            }
        }
        found.retain(|&shape| !to.is_some_and(|to| self.is_same(to, shape)));
        found
    }

    /// Does data of one shape begin with what the other one is? Every one begins with characters.
    fn begins_with(&self, long: ShapeId, short: ShapeId) -> bool {
        let scalars = |shape| {
            let leaves = super::leaves(self.program, shape, 1).into_iter();
            leaves.map(|(at, leaf)| (at, self.program.shapes[leaf].scalar()))
        };
        let is_character = self.bytes(short) == 1;
        let of_long: Vec<_> = scalars(long).collect();
        is_character || scalars(short).all(|leaf| of_long.contains(&leaf))
    }

    /// What pointers of the program lead to, each once.
    pub(super) fn pointees(&self) -> Vec<ShapeId> {
        let mut found: Vec<ShapeId> = Vec::new();
        for shape in self.program.shapes.values() {
            let Shape::Pointer { to: Some(to), .. } = shape else { continue };
            if !found.iter().any(|&known| self.is_same(known, *to)) {
                found.push(*to);
            }
        }
        found
    }

    /// Is it the same type, but for its spelling and sign?
    pub(super) fn is_same(&self, a: ShapeId, b: ShapeId) -> bool {
        match (&self.program.shapes[a], &self.program.shapes[b]) {
            _ if a == b => true,
            (Shape::Int { ty: a, .. }, Shape::Int { ty: b, .. }) => a == b,
            (Shape::Record { spelling: a, .. }, Shape::Record { spelling: b, .. }) => a == b,
            (Shape::Pointer { to: Some(a), .. }, Shape::Pointer { to: Some(b), .. }) => {
                // Spelled out, since types may lead back to themselves.
                let is_named = self.is_record(*a) || self.is_record(*b);
                a == b || (is_named && self.spelling(*a) == self.spelling(*b))
            }
            (Shape::Pointer { to: None, .. }, Shape::Pointer { to: None, .. }) => true,
            _ => false,
        }
    }

    fn spelling(&self, shape: ShapeId) -> Option<&str> {
        match &self.program.shapes[shape] {
            Shape::Record { spelling, .. } => Some(spelling),
            _ => None,
        }
    }

    fn bytes(&self, shape: ShapeId) -> u64 {
        self.program.shape_bytes(shape)
    }

    fn is_record(&self, shape: ShapeId) -> bool {
        matches!(self.program.shapes[shape], Shape::Record { .. })
    }
}
