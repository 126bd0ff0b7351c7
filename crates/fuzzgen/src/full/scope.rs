//! Names in scope, and places among them.

use super::Gen;
use super::types::{Field, Scalar};

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Var {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Loop counters and inputs of a helper's bound are only read.
    pub(super) writable: bool,
}

/// What a variable is. Pointers always lead to something alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Scalar(Scalar),
    Array(Scalar, usize),
    Matrix(Scalar, usize, usize),
    Record(usize),
    Pointer(Scalar),
    RecordPointer(usize),
}

/// Something that can be read or assigned.
pub(super) struct Place {
    pub(super) text: String,
    pub(super) scalar: Scalar,
    pub(super) bits: Option<u32>,
    /// Its bytes can be read as another type.
    pub(super) in_union: bool,
}

impl Place {
    /// Its value and the type that this has as an operand. A wide bit-field has a type of its own with gcc, which only computes
    /// in fewer bits.
    pub(super) fn load(self) -> (String, Scalar) {
        match self.bits {
            None => (self.text, self.scalar),
            Some(width) if width < 32 => (self.text, Scalar::Int),
            Some(32) => (format!("({}){}", self.scalar.spelling(), self.text), self.scalar),
            Some(_) => (self.text, self.scalar),
        }
    }
}

impl Gen<'_> {
    /// A place in scope, if there is any.
    pub(super) fn place(&mut self, to_write: bool) -> Option<Place> {
        let fit: Vec<Var> =
            self.scope.iter().filter(|var| var.writable || !to_write).cloned().collect();
        if fit.is_empty() {
            return None;
        }
        // The latest are the most interesting.
        let at = self.rng.below(fit.len()).max(self.rng.below(fit.len()));
        let var = fit[at].clone();
        let plain = |text: String, scalar| Place { text, scalar, bits: None, in_union: false };
        Some(match var.kind {
            Kind::Scalar(scalar) => plain(var.name, scalar),
            Kind::Array(scalar, n) => {
                let index = self.index(n);
                plain(format!("{}[{index}]", var.name), scalar)
            }
            Kind::Matrix(scalar, n, m) => {
                let (row, column) = (self.index(n), self.index(m));
                plain(format!("{}[{row}][{column}]", var.name), scalar)
            }
            Kind::Pointer(scalar) => plain(format!("(*{})", var.name), scalar),
            Kind::Record(record) => self.member(format!("{}.", var.name), record),
            Kind::RecordPointer(record) => self.member(format!("{}->", var.name), record),
        })
    }

    /// A scalar member of a record, however deep.
    pub(super) fn member(&mut self, path: String, record: usize) -> Place {
        let fields = self.records[record].fields.clone();
        let in_union = self.records[record].is_union;
        let at = self.rng.below(fields.len());
        let text = format!("{path}m{at}");
        match fields[at] {
            Field::Scalar(scalar) => Place { text, scalar, bits: None, in_union },
            Field::Bits(scalar, width) => Place { text, scalar, bits: Some(width), in_union },
            Field::Array(scalar, n) => {
                let index = self.index(n);
                Place { text: format!("{text}[{index}]"), scalar, bits: None, in_union }
            }
            Field::Record(inner) => self.member(format!("{text}."), inner),
        }
    }

    /// An index below `n`, or now and then none where carelessness is allowed.
    pub(super) fn index(&mut self, n: usize) -> String {
        if self.rng.one_in(3) {
            return self.rng.below(n).to_string();
        }
        let value = self.small_value();
        if self.careless(12) {
            return format!("(int)(({value}) & {})", 2 * n - 1);
        }
        format!("((unsigned)({value}) % {n})")
    }

    /// An integer of variables and constants only: an index inside an index inside an index would never end.
    fn small_value(&mut self) -> String {
        let wanted = |var: &Var| matches!(var.kind, Kind::Scalar(scalar) if !scalar.is_float());
        let Some(var) = self.find(wanted) else { return self.constant(Scalar::Int) };
        let op = *self.rng.pick(&["+", "^", "-", "*"]);
        let by = self.constant(Scalar::UInt);
        format!("{} {op} {by}", var.name)
    }

    /// Declares a variable; its name.
    pub(super) fn declare(&mut self, kind: Kind, writable: bool) -> String {
        let name = self.fresh("v");
        self.scope.push(Var { name: name.clone(), kind, writable });
        name
    }

    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.n_names += 1;
        format!("{stem}{}", self.n_names)
    }

    /// A variable of a kind that `wanted` accepts.
    pub(super) fn find(&mut self, wanted: impl Fn(&Var) -> bool) -> Option<Var> {
        let fit: Vec<Var> = self.scope.iter().filter(|var| wanted(var)).cloned().collect();
        if fit.is_empty() { None } else { Some(self.rng.pick(&fit).clone()) }
    }
}
