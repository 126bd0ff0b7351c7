//! Structs, unions and enums: definitions and references by tag.

use super::Checker;
use super::attr::Attrs;
use super::declarator::Declared;
use super::scope::{Entity, Tag};
use super::spec::{Specified, Standing};
use crate::ast;
use crate::codes;
use crate::consteval;
use crate::layout::{self, MemberBits};
use crate::names::Symbol;
use crate::types::{
    ArrayLen, Enum, EnumId, Field, IntKind, Record, RecordId, RecordKind, Ty, Type, Types,
};
use source::{Diagnostic, Span};
use std::collections::HashMap;

/// Members on their way to a layout: unnamed bit-fields have no field.
#[derive(Default)]
struct Members {
    placed: Vec<layout::Member>,
    fields: Vec<Option<Field>>,
    names: HashMap<String, Span>,
    flexible: bool,
    packed: bool,
    limit: Option<u64>,
}

impl Checker<'_> {
    pub(super) fn record_specifier(&mut self, id: ast::RecordId, standing: Standing) -> Ty {
        let spec = &self.ast.records[id];
        let kind = match spec.kind {
            ast::RecordKind::Struct => RecordKind::Struct,
            ast::RecordKind::Union => RecordKind::Union,
        };
        let here = spec.members.is_some() || standing == Standing::Alone;
        let record = self.record_tagged(kind, spec.tag, here, spec.span);
        if let Some(members) = &spec.members {
            let record = self.fresh_if_complete(record, kind, spec);
            let attrs = self.attrs(&spec.attributes);
            self.deeper(spec.span, (), |cx| cx.define_record(record, members, spec.layout, &attrs));
            return self.unit.types.intern(Type::Record(record));
        }
        self.unit.types.intern(Type::Record(record))
    }

    /// The record of a tag, made if it is new; `here` looks in the innermost scope only.
    fn record_tagged(
        &mut self,
        kind: RecordKind,
        tag: Option<ast::Ident>,
        here: bool,
        span: Span,
    ) -> RecordId {
        let Some(tag) = tag else { return self.new_record(kind, None, span) };
        let known = if here {
            self.scopes.lookup_tag_here(tag.name)
        } else {
            self.scopes.lookup_tag(tag.name)
        };
        match known {
            Some(Tag::Record(record)) if self.unit.records[record].kind == kind => record,
            Some(_) => {
                let message = format!("`{}` is another kind of tag", self.name(tag.name));
                self.error(codes::REDECLARED, tag.span, message);
                self.new_record(kind, Some(tag.name), span)
            }
            None => {
                let record = self.new_record(kind, Some(tag.name), span);
                self.scopes.declare_tag(tag.name, Tag::Record(record));
                record
            }
        }
    }

    fn new_record(&mut self, kind: RecordKind, tag: Option<Symbol>, span: Span) -> RecordId {
        self.unit.records.push(Record {
            kind,
            tag: tag.map(|tag| self.ast.names[tag].to_owned()),
            typedef_name: None,
            fields: Vec::new(),
            complete: false,
            size: 0,
            align: 1,
            flexible: false,
            transparent: false,
            reversed: false,
            span,
        })
    }

    fn fresh_if_complete(
        &mut self,
        record: RecordId,
        kind: RecordKind,
        spec: &ast::Record,
    ) -> RecordId {
        if !self.unit.records[record].complete {
            return record;
        }
        let message = format!("`{}` is defined twice", self.unit.record_text(record));
        let first = self.unit.records[record].span;
        let diagnostic = Diagnostic::error(codes::REDECLARED, spec.span, message);
        self.diags.push(diagnostic.note(first, "first definition"));
        self.new_record(kind, spec.tag.map(|tag| tag.name), spec.span)
    }

    fn define_record(
        &mut self,
        id: RecordId,
        members: &[ast::Member],
        layout: ast::Layout,
        attrs: &Attrs,
    ) {
        let mut all = Members { packed: attrs.packed, limit: layout.pack, ..Members::default() };
        for member in members {
            match member {
                ast::Member::StaticAssert(assert) => self.static_assert(*assert),
                ast::Member::Fields { span, specs, fields } => {
                    self.member_declaration(*span, *specs, fields, &mut all);
                }
            }
        }
        let (kind, span) = (self.unit.records[id].kind, self.unit.records[id].span);
        let Some(placed) = layout::place(kind, &all.placed, attrs.aligned.unwrap_or(1)) else {
            self.error(codes::BAD_SIZE, span, "this type is larger than memory");
            self.unit.records[id].complete = true;
            return;
        };
        let record = &mut self.unit.records[id];
        for (field, (offset, bits)) in all.fields.into_iter().zip(placed.members) {
            record.fields.extend(field.map(|field| Field { offset, bits, ..field }));
        }
        record.size = placed.size;
        record.align = placed.align;
        record.flexible = all.flexible;
        record.transparent = attrs.transparent;
        record.reversed = attrs.reversed || layout.reversed;
        record.complete = true;
    }

    fn member_declaration(
        &mut self,
        span: Span,
        specs: ast::SpecsId,
        fields: &[ast::Field],
        all: &mut Members,
    ) {
        let specs = self.specifiers(specs, Standing::WithDeclarators);
        if fields.is_empty() {
            self.anonymous_member(&specs, span, all);
        }
        for field in fields {
            self.field(&specs, *field, all);
        }
    }

    fn anonymous_member(&mut self, specs: &Specified, span: Span, all: &mut Members) {
        let Type::Record(inner) = self.unit.types[specs.ty.ty] else {
            self.warn(codes::BAD_DECLARATION, span, "this declaration declares nothing");
            return;
        };
        if self.unit.records[inner].tag.is_some() {
            self.warn(codes::BAD_DECLARATION, span, "this declaration declares no member");
            return;
        }
        for (name, at) in self.reachable_names(inner) {
            self.enter_member_name(&name, at, all);
        }
        let field = Field { name: None, ty: specs.ty, offset: 0, bits: None, alias: None, span };
        self.add_member(specs.ty.ty, field, specs, &specs.attrs.clone(), all);
    }

    /// Names of a record's members, through anonymous ones.
    fn reachable_names(&self, record: RecordId) -> Vec<(String, Span)> {
        let (mut names, mut todo) = (Vec::new(), vec![record]);
        while let Some(record) = todo.pop() {
            for field in &self.unit.records[record].fields {
                match (&field.name, &self.unit.types[field.ty.ty]) {
                    (Some(name), _) => names.push((name.clone(), field.span)),
                    (None, Type::Record(inner)) => todo.push(*inner),
                    (None, _) => {}
                }
            }
        }
        names
    }

    fn enter_member_name(&mut self, name: &str, span: Span, all: &mut Members) {
        if let Some(&first) = all.names.get(name) {
            let diagnostic =
                Diagnostic::error(codes::REDECLARED, span, format!("two members are `{name}`"));
            self.diags.push(diagnostic.note(first, "the first"));
        }
        all.names.insert(name.to_owned(), span);
    }

    fn field(&mut self, specs: &Specified, field: ast::Field, all: &mut Members) {
        let declared = self.declarator(specs, field.declarator);
        if let Some(name) = declared.name {
            self.enter_member_name(self.name(name.name), name.span, all);
        }
        match field.width {
            Some(width) => self.bit_field(specs, &declared, width, all),
            None => self.plain_field(specs, &declared, all),
        }
    }

    fn plain_field(&mut self, specs: &Specified, declared: &Declared, all: &mut Members) {
        if all.flexible {
            self.error(
                codes::BAD_DECLARATION,
                declared.span,
                "no member can follow a flexible array",
            );
            return;
        }
        let mut ty = declared.ty;
        match self.unit.types[ty.ty] {
            Type::Array(elem, ArrayLen::Incomplete) => {
                all.flexible = true;
                // It takes no room: laid out as an array of no elements.
                let empty = self.unit.types.array(elem, ArrayLen::Known(0));
                let field = self.new_field(declared);
                self.add_member(empty, field, specs, &declared.attrs, all);
                return;
            }
            _ if self.is_variable(ty.ty) => {
                let help = "use a pointer, or a constant length";
                let message = "a member cannot have a variable length".to_owned();
                self.error_with(codes::BAD_DECLARATION, declared.span, message, help);
                ty.ty = Ty::ERROR;
            }
            _ if !self.is_complete(ty.ty) => {
                let message = format!("a member cannot have type `{}`", self.show(ty.ty));
                self.error(codes::INCOMPLETE, declared.span, message);
                ty.ty = Ty::ERROR;
            }
            _ => {}
        }
        let field = Field { ty, ..self.new_field(declared) };
        self.add_member(ty.ty, field, specs, &declared.attrs, all);
    }

    fn new_field(&self, declared: &Declared) -> Field {
        Field {
            name: declared.name.map(|name| self.name(name.name).to_owned()),
            ty: declared.ty,
            offset: 0,
            bits: None,
            alias: declared.alias.clone(),
            span: declared.span,
        }
    }

    fn add_member(
        &mut self,
        laid_out: Ty,
        field: Field,
        specs: &Specified,
        attrs: &Attrs,
        all: &mut Members,
    ) {
        let natural = self.unit.align_of(laid_out, self.target);
        all.placed.push(layout::Member {
            size: self.unit.size_of(laid_out, self.target).unwrap_or(0),
            align: specs
                .typedef_align
                .filter(|_| self.derives_by_arrays(&field))
                .unwrap_or(natural),
            asked_align: attrs.aligned.max(specs.align),
            packed: all.packed || attrs.packed,
            limit: all.limit,
            bits: None,
        });
        all.fields.push(Some(field));
    }

    /// An aligned typedef governs the member if nothing but arrays lies between.
    fn derives_by_arrays(&self, field: &Field) -> bool {
        let (mut ty, mut depth) =
            (field.ty.ty, field.alias.as_ref().map_or(0, |alias| alias.depth));
        while depth > 0 {
            let Type::Array(elem, _) = self.unit.types[ty] else { return false };
            (ty, depth) = (elem.ty, depth - 1);
        }
        true
    }

    fn bit_field(
        &mut self,
        specs: &Specified,
        declared: &Declared,
        width: ast::ExprId,
        all: &mut Members,
    ) {
        let ty = declared.ty.ty;
        let Some((width, kind)) = self.bit_field_width(declared, width) else { return };
        let named = declared.name.is_some();
        let signed = ty != Ty::BOOL && self.target.is_signed(kind);
        all.placed.push(layout::Member {
            size: self.target.int_size(kind),
            align: specs.typedef_align.unwrap_or(self.target.int_align(kind)),
            asked_align: declared.attrs.aligned.max(specs.align),
            packed: all.packed || declared.attrs.packed,
            limit: all.limit,
            bits: Some(MemberBits { width, signed, named }),
        });
        all.fields.push(named.then(|| self.new_field(declared)));
    }

    fn bit_field_width(
        &mut self,
        declared: &Declared,
        width: ast::ExprId,
    ) -> Option<(u32, IntKind)> {
        let ty = declared.ty.ty;
        let value = self.value(width);
        if ty == Ty::ERROR || self.is_error(value) {
            return None;
        }
        let span = declared.span;
        let Some(kind) = self.int_kind(ty) else {
            let message = format!("a bit-field cannot have type `{}`", self.show(ty));
            self.error(codes::BAD_BIT_FIELD, span, message);
            return None;
        };
        let most = if ty == Ty::BOOL { 1 } else { self.target.int_bits(kind) };
        match consteval::required_int(&self.unit, value) {
            None => self.error(
                codes::NOT_CONSTANT,
                self.span_of(value),
                "the width of a bit-field must be a constant",
            ),
            Some(0) if declared.name.is_some() => {
                self.error(
                    codes::BAD_BIT_FIELD,
                    span,
                    "a bit-field of width zero cannot have a name",
                );
            }
            Some(width) if width < 0 || width > i128::from(most) => {
                let ty = self.show(ty);
                self.error(
                    codes::BAD_BIT_FIELD,
                    span,
                    format!("`{ty}` has no bit-field of {width} bits"),
                );
            }
            Some(width) => return Some((width as u32, kind)),
        }
        None
    }

    pub(super) fn enum_specifier(&mut self, id: ast::EnumId) -> Ty {
        let spec = &self.ast.enums[id];
        let id = self.enum_tagged(spec);
        if let Some(enumerators) = &spec.enumerators {
            let packed = self.attrs(&spec.attributes).packed;
            self.define_enum(id, enumerators, packed);
        }
        self.unit.types.intern(Type::Enum(id))
    }

    fn enum_tagged(&mut self, spec: &ast::EnumSpec) -> EnumId {
        let Some(tag) = spec.tag else { return self.new_enum(None, spec.span) };
        let known = if spec.enumerators.is_some() {
            self.scopes.lookup_tag_here(tag.name)
        } else {
            self.scopes.lookup_tag(tag.name)
        };
        match known {
            Some(Tag::Enum(id)) if spec.enumerators.is_none() || !self.unit.enums[id].complete => {
                id
            }
            Some(_) => {
                let name = self.name(tag.name);
                self.error(
                    codes::REDECLARED,
                    tag.span,
                    format!("the tag `{name}` is defined twice"),
                );
                self.new_enum(Some(tag.name), spec.span)
            }
            None => {
                let id = self.new_enum(Some(tag.name), spec.span);
                self.scopes.declare_tag(tag.name, Tag::Enum(id));
                id
            }
        }
    }

    fn new_enum(&mut self, tag: Option<Symbol>, span: Span) -> EnumId {
        self.unit.enums.push(Enum {
            tag: tag.map(|tag| self.name(tag).to_owned()),
            typedef_name: None,
            constants: Vec::new(),
            repr: IntKind::UInt,
            complete: false,
            span,
        })
    }

    fn define_enum(&mut self, id: EnumId, enumerators: &[ast::Enumerator], packed: bool) {
        let mut next = 0_i128;
        for enumerator in enumerators {
            let value = enumerator.value.and_then(|value| self.enumerator_value(value));
            let value = value.unwrap_or(next);
            let ident = enumerator.name;
            if self.scopes.lookup_here(ident.name).is_some() {
                let message = format!("`{}` is declared twice", self.name(ident.name));
                self.error(codes::REDECLARED, ident.span, message);
            }
            let ty = self.constant_type(value);
            self.scopes.declare(ident.name, Entity::EnumConst(value, ty), ident.span);
            let name = self.name(ident.name).to_owned();
            self.unit.enums[id].constants.push((name, value));
            next = value.wrapping_add(1);
        }
        self.unit.enums[id].repr = self.enum_repr(id, packed);
        self.unit.enums[id].complete = true;
    }

    fn enumerator_value(&mut self, expr: ast::ExprId) -> Option<i128> {
        let value = self.value(expr);
        if self.is_error(value) {
            return None;
        }
        let constant = consteval::required_int(&self.unit, value);
        if constant.is_none() || !self.unit.types.is_integer(self.ty_of(value)) {
            self.error(
                codes::NOT_CONSTANT,
                self.span_of(value),
                "an enumerator needs a constant integer",
            );
        }
        constant
    }

    fn constant_type(&self, value: i128) -> Ty {
        let kinds = [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::LLong];
        let fitting = kinds.into_iter().find(|&kind| self.target.fits(value, kind));
        Types::int(fitting.unwrap_or(IntKind::ULLong))
    }

    /// The type gcc stores an enum in: unsigned if no constant is negative, as wide as needed.
    fn enum_repr(&self, id: EnumId, packed: bool) -> IntKind {
        let constants = &self.unit.enums[id].constants;
        let negative = constants.iter().any(|(_, value)| *value < 0);
        let (signed, unsigned) = (
            [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LLong],
            [IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULong, IntKind::ULLong],
        );
        let kinds = if negative { signed } else { unsigned };
        let first = if packed { 0 } else { 2 };
        let holds_all =
            |kind: &IntKind| constants.iter().all(|(_, value)| self.target.fits(*value, *kind));
        kinds[first..].iter().copied().find(holds_all).unwrap_or(kinds[4])
    }
}
