//! Where pointers lead in the plain world: to the start of what they are declared to lead to or are converted to, to such places
//! of what others lead to, and to null where the code asks for it.

use super::heap::{Field, Heap, Lead, Made, New};
use super::{Entry, Extent};
use ir::input::Scalar;
use ir::{Shape, ShapeId};

impl Heap<'_> {
    /// Null, a place that was met, or a way into a new node. An argument that must not be null leads somewhere even if there is
    /// no room; what a restricted pointer leads to, no other one does.
    pub(super) fn plain_leads(&self, extent: &Extent, field: Field, shape: ShapeId) -> Vec<Lead> {
        let Shape::Pointer { to, restrict, .. } = self.plan.program.shapes[shape] else {
            return Vec::new();
        };
        let null = self.may_be_null(field).then_some(Scalar::Null);
        let part = match (field, to) {
            (Field::Arg(index), Some(to)) => Some((index, to)),
            _ => None,
        };
        let known = if restrict { Vec::new() } else { self.known(extent, to, part) };
        let mut leads: Vec<Lead> = null.into_iter().chain(known).map(Lead::Met).collect();
        let mut entries = self.plan.leads.entries(to);
        if let (Some((index, to)), false) = (part, restrict || extent.frees) {
            let around = self.plan.leads.around(to, extent.stepped[index]).into_iter();
            entries.extend(around.filter(|it| !it.is_among(&entries)).collect::<Vec<_>>());
        }
        if self.n_nodes < extent.nodes || leads.is_empty() {
            leads.extend(entries.into_iter().map(|entry| self.plain_new(extent, entry)));
        }
        leads
    }

    fn plain_new(&self, extent: &Extent, Entry { shape, at, bare }: Entry) -> Lead {
        let length = if self.is_record(shape) { 1 } else { extent.length };
        Lead::New(New { made: Made { header: None, shape, length }, at, bare })
    }

    pub(super) fn is_record(&self, shape: ShapeId) -> bool {
        matches!(self.plan.program.shapes[shape], Shape::Record { .. })
    }

    /// The places met so far where a pointer may lead; an argument that leads to a number is one of `part`. Of what is no record
    /// only the start counts.
    fn known(
        &self,
        extent: &Extent,
        to: Option<ShapeId>,
        part: Option<(usize, ShapeId)>,
    ) -> Vec<Scalar> {
        let program = self.plan.program;
        let is_number = |to| matches!(program.shapes[to], Shape::Int { .. } | Shape::Float { .. });
        let part = part.filter(|&(_, to)| is_number(to));
        let places = |shape| match part {
            Some(_) if extent.frees && self.is_record(shape) => Vec::new(),
            Some((index, to)) if extent.stepped[index] && self.is_record(shape) => {
                self.plan.leads.elements(shape, to)
            }
            _ => self.plan.leads.places(shape, to),
        };
        let mut known = Vec::new();
        for (&obj, made) in self.objects.iter().filter(|(obj, _)| !self.apart.contains(obj)) {
            known.extend(places(made.shape).into_iter().map(|at| Scalar::Object(obj, at)));
        }
        for &global in extent.globals.iter().filter(|_| !extent.frees) {
            let shape = program.globals[global].shape.expect("an input global has a shape");
            known.extend(places(shape).into_iter().map(|at| Scalar::Global(global, at)));
        }
        known
    }
}
