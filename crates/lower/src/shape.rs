//! Shapes of C types: what a test must construct, in the words of the declaration.

use crate::machine::storage_unit;
use crate::unit::UnitCx;
use cfront::types::{Alias, ArrayLen, QualTy, Quals, RecordId, RecordKind, Ty, Type};
use ir::{Field, Shape, ShapeId, View};

/// Elements for which there is room behind a structure that ends in an array of one or none.
const ROOM: u64 = 8;

/// Equal keys have equal shapes: the type, its qualifiers, and the typedef name it goes by.
pub(crate) type ShapeKey = (QualTy, Option<(String, u32)>);

impl UnitCx<'_> {
    /// The shape of a declared type; `alias` is the typedef name it was declared with.
    pub(crate) fn shape(&mut self, ty: QualTy, alias: Option<&Alias>) -> ShapeId {
        let (ty, alias) = self.essence(ty, alias);
        let key = (ty, alias.map(|alias| (alias.name.clone(), alias.depth)));
        if let Some(&id) = self.shapes.get(&key) {
            return id;
        }
        // Entered before its parts are made, so that recursive types meet themselves.
        let placeholder = Shape::Opaque { spelling: String::new(), size: 0 };
        let id = self.program.shapes.push(placeholder);
        self.shapes.insert(key, id);
        let shape = self.make_shape(ty, alias);
        self.program.shapes[id] = shape;
        id
    }

    /// A structure, and the same with room for more elements of the array that it ends in.
    pub(crate) fn lengthened(&mut self, ty: Ty, elem: QualTy) -> View {
        let (from, elem_shape) =
            (self.shape(QualTy::plain(ty), None), self.shape(QualTy::plain(elem.ty), None));
        let more = self.unit().spell_as(QualTy::plain(elem.ty), &format!("more[{ROOM}]"), None);
        let spelling = format!("struct {{ {} head; {more}; }}", self.program.spelling(from));
        let size = self.program.shape_bytes(from);
        let known = self.program.shapes.iter().find_map(|(id, shape)| match shape {
            Shape::Record { spelling: known, .. } if *known == spelling => Some(id),
            _ => None,
        });
        let to = known.unwrap_or_else(|| {
            let array = Shape::Array { elem: elem_shape, len: ROOM };
            let array = self.program.shapes.push(array);
            let whole = size + self.program.shape_bytes(array);
            let field = |name: &str, offset, shape| {
                let name = name.to_owned();
                Field { name, offset, bits: None, shape }
            };
            let fields = vec![field("head", 0, from), field("more", size, array)];
            self.program.shapes.push(Shape::Record { spelling, union: false, fields, size: whole })
        });
        View { from: Some(from), to, compared: false }
    }

    /// What makes a difference: `restrict` is the only qualifier that a shape shows, and a record has one shape whatever
    /// typedef names it, so that pointers to it meet.
    fn essence<'a>(&self, ty: QualTy, alias: Option<&'a Alias>) -> (QualTy, Option<&'a Alias>) {
        let record = self.unit().types.record(ty.ty).is_some();
        let restrict = ty.quals.contains(Quals::RESTRICT);
        let quals = if restrict { Quals::RESTRICT } else { Quals::NONE };
        (QualTy { ty: ty.ty, quals }, alias.filter(|_| !record))
    }

    fn make_shape(&mut self, ty: QualTy, alias: Option<&Alias>) -> Shape {
        let unit = self.unit();
        match &unit.types[ty.ty] {
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Error => self.int_shape(ty.ty, alias),
            Type::Float(_) => match self.machine.scalar(ty.ty) {
                Some(scalar) => Shape::Float { spelling: self.spelling(ty.ty, alias), ty: scalar },
                None => self.opaque_shape(ty.ty, alias),
            },
            Type::Pointer(to) => self.pointer_shape(ty, *to, alias),
            Type::Array(elem, len) => {
                let alias = alias.and_then(Alias::peel);
                let elem = self.shape(*elem, alias.as_ref());
                match len {
                    ArrayLen::Known(len) => Shape::Array { elem, len: *len },
                    ArrayLen::Incomplete => Shape::Array { elem, len: 0 },
                    ArrayLen::Vla(_) | ArrayLen::Star => self.opaque_shape(ty.ty, alias.as_ref()),
                }
            }
            Type::Record(record) if unit.records[*record].reversed => {
                self.opaque_shape(ty.ty, alias)
            }
            Type::Record(record) => self.record_shape(*record),
            Type::Void | Type::Complex(_) | Type::Function(_) | Type::VaList | Type::Vector(..) => {
                self.opaque_shape(ty.ty, alias)
            }
        }
    }

    fn int_shape(&self, ty: Ty, alias: Option<&Alias>) -> Shape {
        let unit = self.unit();
        let names = match unit.types[ty] {
            Type::Enum(id) => unit.enums[id].constants.clone(),
            _ => Vec::new(),
        };
        Shape::Int {
            spelling: self.spelling(ty, alias),
            ty: self.machine.scalar(ty).expect("integers should be scalars"),
            signed: self.machine.signed(ty),
            character: ty == Ty::CHAR,
            boolean: ty == Ty::BOOL,
            names,
        }
    }

    fn pointer_shape(&mut self, ty: QualTy, to: QualTy, alias: Option<&Alias>) -> Shape {
        let unit = self.unit();
        let spelling = self.spelling(ty.ty, alias);
        if matches!(unit.types[to.ty], Type::Function(_)) {
            let params = self.parameter_shapes(to.ty);
            return Shape::Code { sig: self.signature(to.ty), params, spelling };
        }
        let complete = match unit.types[to.ty] {
            Type::Void => false,
            Type::Array(_, ArrayLen::Incomplete) => true,
            _ => unit.size_of(to.ty, &self.machine.target).is_some(),
        };
        let pointee_alias = alias.and_then(Alias::peel);
        Shape::Pointer {
            to: complete.then(|| self.shape(to, pointee_alias.as_ref())),
            read_only: self.machine.is_const(to),
            restrict: ty.quals.contains(Quals::RESTRICT),
            spelling,
        }
    }

    /// What the parameters of a function type are; of one without a prototype that is not known.
    pub(crate) fn parameter_shapes(&mut self, ty: Ty) -> Vec<ShapeId> {
        let function = self.unit().types.function(ty);
        let function = function.filter(|function| function.prototyped);
        let params = function.map(|function| function.params.clone()).unwrap_or_default();
        params.into_iter().map(|param| self.shape(QualTy::plain(param), None)).collect()
    }

    fn record_shape(&mut self, record: RecordId) -> Shape {
        let unit = self.unit();
        let data = &unit.records[record];
        let mut fields = Vec::new();
        for field in &data.fields {
            let shape = self.shape(field.ty, field.alias.as_ref());
            let bits = field.bits.and_then(|bits| storage_unit(field.offset, bits, data.size));
            fields.push(Field {
                name: field.name.clone().unwrap_or_default(),
                offset: bits.map_or(field.offset, |bits| bits.offset),
                bits: bits.map(|bits| (bits.first, bits.width)),
                shape,
            });
        }
        Shape::Record {
            spelling: unit.record_text(record),
            union: data.kind == RecordKind::Union,
            fields,
            size: data.size,
        }
    }

    fn opaque_shape(&self, ty: Ty, alias: Option<&Alias>) -> Shape {
        Shape::Opaque { spelling: self.spelling(ty, alias), size: self.machine.size(ty) }
    }

    fn spelling(&self, ty: Ty, alias: Option<&Alias>) -> String {
        self.unit().spell_as(QualTy::plain(ty), "", alias)
    }
}
