//! Where pointers lead if they lead to any place that C allows: to an element of an array with others before and after it, one
//! past the end, behind a header, to a member or an element of what others lead to, back to where they stand, to a global that
//! others can know, to something new, to null.
//!
//! This is written from the text that users read; it knows nothing of how engines choose, or of what the code asks for.

use super::heap::{Field, Heap, Lead, Made, New, leaves};
use ir::input::Scalar;
use ir::{Global, Shape, ShapeId};

/// How large the worlds are in which pointers lead anywhere.
#[derive(Clone, Debug)]
pub struct Anywhere {
    /// Objects of all types together.
    pub nodes: usize,
    /// Elements of an array of numbers or pointers; a pointer leads to any of them, or past the last.
    pub length: u64,
    /// The same for arrays of records.
    pub records: u64,
    /// Values of a number.
    pub values: Vec<i128>,
    /// Runs at most.
    pub runs: u64,
    /// The globals that are inputs.
    pub inputs: Vec<Global>,
    /// The globals that pointers of the input may lead to.
    pub targets: Vec<Global>,
    /// Allocations that may fail, from the first on.
    pub allocations: u32,
    /// Bits that arguments that lead to records carry as a mark, where the code takes them off: these may be set.
    pub marks: u64,
}

impl Heap<'_> {
    /// An argument leads to something new first, all else to null first: what nobody looks at makes no nodes then.
    pub(super) fn leads_anywhere(
        &self,
        anywhere: &Anywhere,
        field: Field,
        shape: ShapeId,
    ) -> Vec<Lead> {
        let Shape::Pointer { to, restrict, read_only, .. } = self.plan.program.shapes[shape] else {
            return Vec::new();
        };
        let is_argument = matches!(field, Field::Arg(_));
        let mut met = vec![Lead::Met(Scalar::Null)];
        if !restrict {
            met.extend(self.met(anywhere, to, read_only).into_iter().map(Lead::Met));
        }
        let mut new = Vec::new();
        if self.n_nodes < anywhere.nodes {
            new = match to {
                Some(to) => self.new_places(anywhere, to, is_argument),
                None => self.new_places_of_void(anywhere),
            };
        }
        if is_argument {
            self.marked(anywhere, to, [new, met].concat())
        } else {
            [met, new].concat()
        }
    }

    /// The same places with each mark that pointers to records may carry.
    fn marked(&self, anywhere: &Anywhere, to: Option<ShapeId>, mut leads: Vec<Lead>) -> Vec<Lead> {
        if to.is_none_or(|to| !self.is_record(to)) {
            return leads;
        }
        for mark in 1..=anywhere.marks {
            let with_mark = |lead: Lead| match lead {
                Lead::Met(Scalar::Object(obj, at)) => {
                    Some(Lead::Met(Scalar::Object(obj, at + mark)))
                }
                Lead::New(new) => Some(Lead::New(New { at: new.at + mark, ..new })),
                Lead::Met(_) | Lead::Opaque => None,
            };
            let plain = leads.iter().copied().filter(|lead| !is_marked(anywhere, *lead));
            leads.extend(plain.filter_map(with_mark).collect::<Vec<_>>());
        }
        leads
    }

    /// Places in what others lead to, and in globals.
    fn met(&self, anywhere: &Anywhere, to: Option<ShapeId>, read_only: bool) -> Vec<Scalar> {
        let mut met = Vec::new();
        for (&obj, made) in self.objects.iter().filter(|(obj, _)| !self.apart.contains(obj)) {
            let header = made.header.map_or(0, |header| self.plan.program.shape_bytes(header));
            let in_header = made.header.map_or(Vec::new(), |header| self.spots(header, 1, to));
            let behind = self.spots(made.shape, made.length, to).into_iter();
            let spots = in_header.into_iter().chain(behind.map(|at| header + at));
            met.extend(spots.map(|at| Scalar::Object(obj, at)));
        }
        for (obj, _) in self.input.objects.iter().filter(|(obj, _)| self.is_opaque(*obj)) {
            met.extend(to.is_none().then_some(Scalar::Object(obj, 0)));
        }
        for &global in &anywhere.targets {
            let data = &self.plan.program.globals[global];
            let Some(shape) = data.shape.filter(|_| read_only || !data.constant) else { continue };
            let spots = self.spots_of_global(shape, to);
            met.extend(spots.into_iter().map(|at| Scalar::Global(global, at)));
        }
        met
    }

    fn is_opaque(&self, obj: ir::input::Obj) -> bool {
        self.input.objects[obj].elem.is_none()
    }

    fn spots_of_global(&self, shape: ShapeId, to: Option<ShapeId>) -> Vec<u64> {
        match self.plan.program.shapes[shape] {
            Shape::Array { elem, len } => self.spots(elem, len, to),
            _ => self.spots(shape, 1, to),
        }
    }

    /// The bytes of an array where a pointer may lead: parts of its kind, and the end of an array of that kind. `void *` that
    /// nobody converts leads to any scalar.
    fn spots(&self, shape: ShapeId, length: u64, to: Option<ShapeId>) -> Vec<u64> {
        let leads = &self.plan.leads;
        let size = self.plan.program.shape_bytes(shape);
        let anything = to.is_none() && leads.taken_for(None).is_empty();
        let parts: Vec<u64> = if anything {
            leaves(self.plan.program, shape, 1).into_iter().map(|(at, _)| at).collect()
        } else {
            leads.places(shape, to)
        };
        let ends = to.map_or_else(Vec::new, |to| ends(&parts, self.plan.program.shape_bytes(to)));
        let parts: Vec<u64> = parts.into_iter().chain(ends).collect();
        let starts = (0..length).map(|index| index * size);
        let mut spots: Vec<u64> =
            starts.flat_map(|start| parts.iter().map(move |at| start + at)).collect();
        let is_array = length > 1 && to.is_none_or(|to| leads.is_same(shape, to));
        spots.extend(is_array.then_some(length * size));
        spots
    }

    /// Places in new objects for a pointer to something that is known.
    fn new_places(&self, anywhere: &Anywhere, to: ShapeId, is_argument: bool) -> Vec<Lead> {
        let leads = &self.plan.leads;
        let mut entries = leads.entries(Some(to));
        if is_argument {
            let around = leads.around(to, false).into_iter();
            entries.extend(around.filter(|it| !it.is_among(&entries)).collect::<Vec<_>>());
        }
        let is_own = |shape| leads.is_same(shape, to);
        let others = entries.into_iter().filter(|entry| !is_own(entry.shape)).map(|entry| {
            let made = Made { header: None, shape: entry.shape, length: 1 };
            Lead::New(New { made, at: entry.at, bare: false })
        });
        self.elements(anywhere, to)
            .into_iter()
            .chain(self.behind_headers(anywhere, to))
            .chain(others)
            .collect()
    }

    /// Any element of a new array, and its end.
    fn elements(&self, anywhere: &Anywhere, shape: ShapeId) -> Vec<Lead> {
        let size = self.plan.program.shape_bytes(shape);
        let length = if self.is_record(shape) { anywhere.records } else { anywhere.length };
        let made = Made { header: None, shape, length };
        // The first choice is a place with neighbours on both sides, so that few runs go far.
        let middle = length / 2;
        let end = if length > 1 { length } else { 0 };
        let others = (0..=end).filter(|&index| index != middle);
        let new = |index| Lead::New(New { made, at: index * size, bare: false });
        std::iter::once(middle).chain(others).map(new).collect()
    }

    /// The first element behind a structure that pointers to numbers are converted to.
    fn behind_headers(&self, anywhere: &Anywhere, to: ShapeId) -> Vec<Lead> {
        let program = self.plan.program;
        let is_number = matches!(program.shapes[to], Shape::Int { .. });
        let taken = self.plan.leads.taken_for(Some(to)).into_iter();
        let headers = taken.filter(|&shape| is_number && self.is_record(shape));
        let new = |header| {
            let made = Made { header: Some(header), shape: to, length: anywhere.length };
            Lead::New(New { made, at: program.shape_bytes(header), bare: false })
        };
        headers.map(new).collect()
    }

    /// Places in what `void *` is converted to; if it is never, in what any pointer leads to, and something apart.
    fn new_places_of_void(&self, anywhere: &Anywhere) -> Vec<Lead> {
        let taken = self.plan.leads.taken_for(None);
        let (shapes, opaque) = if taken.is_empty() {
            (self.plan.leads.pointees(), Some(Lead::Opaque))
        } else {
            (taken, None)
        };
        let places = shapes.into_iter().flat_map(|shape| self.elements(anywhere, shape));
        opaque.into_iter().chain(places).collect()
    }
}

/// Just behind several parts that lie side by side: the end of an array inside of something.
fn ends(parts: &[u64], size: u64) -> Vec<u64> {
    let is_last = |at: &u64| !parts.contains(&(at + size));
    let has_neighbour = |at: &u64| at.checked_sub(size).is_some_and(|it| parts.contains(&it));
    parts.iter().filter(|at| is_last(at) && has_neighbour(at)).map(|at| at + size).collect()
}

fn is_marked(anywhere: &Anywhere, lead: Lead) -> bool {
    let at = match lead {
        Lead::Met(Scalar::Object(_, at)) => at,
        Lead::New(new) => new.at,
        Lead::Met(_) | Lead::Opaque => 0,
    };
    at & anywhere.marks != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::explore_anywhere;
    use filetests::front;

    /// How many outcomes all small worlds show of a condition on some parameters, where all globals are known to others.
    fn check(before: &str, params: &str, condition: &str, n_outcomes: usize) {
        let text =
            format!("{before}\nint f({params})\n{{ if ({condition}) return 1; return 0; }}\n");
        let unit = front::lower_text(&text).expect("the unit should be C");
        let func = unit.program.find_func("f").expect("the unit should have a function `f`");
        let globals: Vec<Global> = unit.program.globals.keys().collect();
        let anywhere = Anywhere {
            nodes: 3,
            length: 3,
            records: 2,
            values: vec![0, 1],
            runs: 4_000,
            inputs: globals.clone(),
            targets: globals,
            allocations: 2,
            marks: 0,
        };
        let explored = explore_anywhere(&unit.program, func, &anywhere);
        assert_eq!(explored.truth.covered.len(), n_outcomes, "{text}");
    }

    #[test]
    fn elements_stand_before_a_pointer() {
        check("", "const char *s", "s[-1] == 1", 2);
        check("", "int *p", "p[-1] > p[-2]", 2);
        check("struct s { int k; };", "struct s *p", "p[-1].k == 1", 2);
        check("", "int *p, int *end", "p == end && end[-1] == 1", 4);
        check("", "int *p, int *end", "p < end && p + 1 != end", 4);
    }

    #[test]
    fn headers_stand_before_data() {
        let header = "struct h { unsigned len, cap; };";
        let before = "((struct h *)(s - sizeof(struct h)))";
        check(header, "char *s", &format!("{before}->len > {before}->cap"), 2);
        check(header, "char *s", "((struct h *)s)[-1].len == *s", 2);
    }

    #[test]
    fn pointers_of_no_type_equal_anything() {
        check("", "void *p, int *q", "p == q", 2);
        check("", "int *q, void *p", "p == q + 1", 2);
        check("", "void **pp", "*pp == (void *)pp", 2);
        check("int g;", "void *ctx", "ctx == &g", 2);
        check("struct o { void *self; int x; };", "struct o *s", "s->self == s", 2);
        check("struct o { void *at; int x; };", "struct o *s", "s->at == &s->x", 2);
    }

    #[test]
    fn data_leads_back() {
        let list = "struct l { struct l *next, *prev; };";
        check(list, "struct l *h", "h->next == h", 2);
        check(list, "struct l *h", "h->next->prev == h", 2);
        check(&format!("{list} struct l root;"), "struct l *h", "h->next == &root", 2);
        check("struct s { int *at; };", "struct s *s, int *p", "s->at == p + 1", 2);
    }

    #[test]
    fn contracts_exclude_what_they_say_and_no_more() {
        let list = "struct l { struct l *next, *prev; };";
        let valid = format!("{list}\n/*@ requires \\valid(h); */");
        check(&valid, "struct l *h", "h->next == h", 2);
        let acyclic = format!("{list}\n/*@ requires \\acyclic(h, next); */");
        check(&acyclic, "struct l *h", "h->next == h", 1);
        let apart = |range: &str| {
            let there = "\\valid(p + (0 .. 1)) && \\valid(q)";
            format!("/*@ requires {there} && \\separated({range}, q); */")
        };
        check(&apart("p"), "int *p, int *q", "p + 1 == q", 2);
        check(&apart("p + (0 .. 1)"), "int *p, int *q", "p + 1 == q", 1);
    }

    #[test]
    fn anything_is_null_whether_or_not_somebody_asks() {
        check("", "int *restrict p, int *restrict q", "p == q", 2);
        check("", "int *p", "p != 0", 2);
    }

    #[test]
    fn low_bits_of_addresses_are_as_the_type_allows() {
        let number = "typedef unsigned long uintptr_t;";
        check(number, "const char *p", "(uintptr_t)p & 1", 2);
        check(number, "const char *p", "((uintptr_t)p & 3) == 3", 2);
        check(number, "int *p", "((uintptr_t)p & 7) == 4", 2);
        check(number, "int *p", "(uintptr_t)p & 3", 1);
    }

    #[test]
    fn allocations_fail() {
        let malloc = "void *malloc(unsigned long);";
        check(malloc, "void", "malloc(4) == 0", 2);
        check(malloc, "void", "malloc(1) != 0 && malloc(4) == 0", 4);
    }
}
