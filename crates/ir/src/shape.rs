//! How data in memory is built up: what a test must construct and a report must show.
//!
//! Shapes carry C spellings as plain strings; nothing here interprets them.

use crate::{ShapeId, Signature, Type};
use source::Span;

/// A parameter of a function under test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its C name, or `argN`.
    pub name: String,
    /// What it is.
    pub shape: ShapeId,
    /// The elements that are written between its brackets, as in `int a[2]`: callers pass as many. 1 if there are none.
    pub elements: u64,
    /// Where it is declared.
    pub span: Span,
}

/// A description of data in memory. Recursive types meet themselves through [`ShapeId`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// An integer, `_Bool` or enumeration.
    Int {
        /// C spelling: `unsigned int`, `uint8_t`, `enum colour`.
        spelling: String,
        /// Its type in memory.
        ty: Type,
        /// Is it signed?
        signed: bool,
        /// A character type, to be shown as such.
        character: bool,
        /// `_Bool`: only 0 and 1 are values.
        boolean: bool,
        /// Names of enumeration constants.
        names: Vec<(String, i128)>,
    },
    /// A floating-point number.
    Float {
        /// C spelling.
        spelling: String,
        /// Its type in memory.
        ty: Type,
    },
    /// A pointer to data.
    Pointer {
        /// What it leads to; none for `void *` and incomplete types.
        to: Option<ShapeId>,
        /// Is the pointee const?
        read_only: bool,
        /// Declared `restrict`?
        restrict: bool,
        /// C spelling.
        spelling: String,
    },
    /// A pointer to a function.
    Code {
        /// How such a function is called.
        sig: Signature,
        /// What its parameters are, as the user wrote them; nothing if that is not known.
        params: Vec<ShapeId>,
        /// C spelling.
        spelling: String,
    },
    /// A fixed number of elements.
    Array {
        /// The element.
        elem: ShapeId,
        /// How many.
        len: u64,
    },
    /// A structure or union.
    Record {
        /// C spelling: `struct node`, or a typedef's name.
        spelling: String,
        /// Is it a union?
        union: bool,
        /// Members in order.
        fields: Vec<Field>,
        /// Bytes.
        size: u64,
    },
    /// Something we cannot build: a VLA type, complex numbers.
    Opaque {
        /// C spelling.
        spelling: String,
        /// Bytes.
        size: u64,
    },
}

/// A member of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; empty for an anonymous record, whose members read as the outer one's.
    pub name: String,
    /// Byte offset; for a bit-field, of its storage unit.
    pub offset: u64,
    /// Bits of the unit before it, as they lie in memory, and width, for a bit-field.
    pub bits: Option<(u8, u8)>,
    /// What it is.
    pub shape: ShapeId,
}

impl Field {
    /// The bytes of the record that the storage unit of a bit-field takes. Units of neighbours may share bytes.
    pub fn unit(&self) -> Option<std::ops::Range<u64>> {
        let (shift, width) = self.bits?;
        let bytes = (u64::from(shift) + u64::from(width)).div_ceil(8).next_power_of_two();
        Some(self.offset..self.offset + bytes)
    }
}

impl Shape {
    /// The scalar type, if it is a scalar.
    pub fn scalar(&self) -> Option<Type> {
        match self {
            Self::Int { ty, .. } | Self::Float { ty, .. } => Some(*ty),
            Self::Pointer { .. } | Self::Code { .. } => Some(Type::Ptr),
            Self::Array { .. } | Self::Record { .. } | Self::Opaque { .. } => None,
        }
    }
}

impl crate::Program {
    /// How many parameters come before those that the user wrote: one, the place of the result, where it is returned in memory.
    pub fn n_hidden_params(&self, func: crate::Func) -> usize {
        let data = &self.funcs[func];
        data.sig.params.len().saturating_sub(data.params.len())
    }

    /// A shape in the words of C, but for arrays, which C writes around a name.
    pub fn spelling(&self, shape: ShapeId) -> String {
        match &self.shapes[shape] {
            Shape::Int { spelling, .. }
            | Shape::Float { spelling, .. }
            | Shape::Pointer { spelling, .. }
            | Shape::Code { spelling, .. }
            | Shape::Record { spelling, .. }
            | Shape::Opaque { spelling, .. } => spelling.clone(),
            Shape::Array { elem, len } => format!("{}[{len}]", self.spelling(*elem)),
        }
    }

    /// Is there a structure with a member of this name?
    pub fn has_member(&self, name: &str) -> bool {
        let named = |shape: &Shape| match shape {
            Shape::Record { fields, .. } => fields.iter().any(|field| field.name == name),
            _ => false,
        };
        self.shapes.values().any(named)
    }

    /// Bytes that data of this shape takes.
    pub fn shape_bytes(&self, shape: ShapeId) -> u64 {
        match &self.shapes[shape] {
            Shape::Array { elem, len } => self.shape_bytes(*elem) * len,
            Shape::Record { size, .. } | Shape::Opaque { size, .. } => *size,
            scalar => self.bytes(scalar.scalar().expect("what is no aggregate should be a scalar")),
        }
    }
}
