//! Declarations, types and initialisers.

use super::expr::designator;
use super::{Printer, Todo, block, word};
use crate::ast::{
    Alignas, ArraySize, AttributeArg, AttributeId, DeclId, DeclaratorId, Derivation, EnumId,
    FunctionId, Ident, InitId, InitKind, Member, Params, Qualifiers, RecordId, RecordKind, SpecsId,
    StaticAssertId, Storage, TypeNameId, TypeSpecifier, Variadic,
};

impl Printer<'_> {
    pub(super) fn decl(&mut self, id: DeclId) {
        let decl = &self.ast.decls[id];
        let mut parts = vec![Todo::Specs(decl.specs)];
        for item in &decl.declarators {
            match item.init {
                None => parts.push(Todo::Declarator(item.declarator)),
                Some(init) => parts.extend([
                    Todo::Open("init".into()),
                    Todo::Declarator(item.declarator),
                    Todo::Init(init),
                    Todo::Close,
                ]),
            }
        }
        parts.extend(decl.contract.into_iter().flat_map(|id| block([Todo::Contract(id)])));
        self.list("declare", parts);
    }

    pub(super) fn function(&mut self, id: FunctionId) {
        let function = &self.ast.functions[id];
        let mut parts = vec![Todo::Specs(function.specs), Todo::Declarator(function.declarator)];
        let inner = function
            .contract
            .map(Todo::Contract)
            .into_iter()
            .chain(function.old_params.iter().map(|&id| Todo::Decl(id)))
            .chain([Todo::Stmt(function.body)]);
        parts.extend(block(inner));
        self.list("function", parts);
    }

    pub(super) fn static_assert(&mut self, id: StaticAssertId) {
        let assert = self.ast.static_asserts[id];
        let mut parts = vec![Todo::Expr(assert.cond)];
        parts.extend(assert.message.map(|id| word(self.literal(id))));
        self.list("static-assert", parts);
    }

    pub(super) fn specs(&mut self, id: SpecsId) {
        let specs = &self.ast.specs[id];
        let mut parts = Vec::new();
        parts.extend(specs.storage.map(|storage| word(storage_word(storage))));
        let flags = [
            (specs.thread_local, "thread-local"),
            (specs.inline, "inline"),
            (specs.noreturn, "noreturn"),
        ];
        parts.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, name)| word(name)));
        parts.extend(qualifiers(specs.qualifiers));
        for alignas in &specs.alignas {
            let of = match *alignas {
                Alignas::Type(id) => Todo::TypeName(id),
                Alignas::Expr(id) => Todo::Expr(id),
            };
            parts.extend([Todo::Open("alignas".into()), of, Todo::Close]);
        }
        parts.extend(self.type_specifier(specs.ty));
        parts.extend(attributes(&specs.attributes));
        self.sequence(parts);
    }

    fn type_specifier(&self, ty: TypeSpecifier) -> Vec<Todo> {
        let of = |head: &'static str, part| vec![Todo::Open(head.into()), part, Todo::Close];
        match ty {
            TypeSpecifier::Basic(basic) => vec![word(format!("{basic:?}"))],
            TypeSpecifier::Complex(basic) => of("complex", word(format!("{basic:?}"))),
            TypeSpecifier::Name(name) => vec![Todo::Name(name)],
            TypeSpecifier::Record(id) => self.record(id),
            TypeSpecifier::Enum(id) => self.enumeration(id),
            TypeSpecifier::TypeofExpr(id) => of("typeof", Todo::Expr(id)),
            TypeSpecifier::TypeofType(id) => of("typeof", Todo::TypeName(id)),
            TypeSpecifier::Atomic(id) => of("atomic", Todo::TypeName(id)),
            TypeSpecifier::Auto => vec![word("auto-type")],
            TypeSpecifier::Error => vec![word("(error)")],
        }
    }

    fn record(&self, id: RecordId) -> Vec<Todo> {
        let record = &self.ast.records[id];
        let head = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        let mut parts = vec![Todo::Open(head.into())];
        parts.extend(record.tag.map(name));
        for member in record.members.iter().flatten() {
            match member {
                Member::StaticAssert(id) => parts.push(Todo::StaticAssert(*id)),
                Member::Fields { specs, fields, .. } => {
                    parts.extend([Todo::Open("field".into()), Todo::Specs(*specs)]);
                    for field in fields {
                        parts.push(Todo::Declarator(field.declarator));
                        parts.extend(field.width.into_iter().flat_map(|id| {
                            [Todo::Open("bits".into()), Todo::Expr(id), Todo::Close]
                        }));
                    }
                    parts.push(Todo::Close);
                }
            }
        }
        if record.members.as_ref().is_some_and(|members| members.is_empty()) {
            parts.push(word("()"));
        }
        parts.extend(attributes(&record.attributes));
        parts.extend(record.layout.pack.map(|bytes| word(format!("pack:{bytes}"))));
        parts.push(Todo::Close);
        parts
    }

    fn enumeration(&self, id: EnumId) -> Vec<Todo> {
        let spec = &self.ast.enums[id];
        let mut parts = vec![Todo::Open("enum".into())];
        parts.extend(spec.tag.map(name));
        for enumerator in spec.enumerators.iter().flatten() {
            parts.push(Todo::Open("const".into()));
            parts.push(name(enumerator.name));
            parts.extend(enumerator.value.map(Todo::Expr));
            parts.extend(attributes(&enumerator.attributes));
            parts.push(Todo::Close);
        }
        parts.extend(attributes(&spec.attributes));
        parts.push(Todo::Close);
        parts
    }

    pub(super) fn type_name(&mut self, id: TypeNameId) {
        let ty = self.ast.type_names[id];
        self.list("type", vec![Todo::Specs(ty.specs), Todo::Declarator(ty.declarator)]);
    }

    /// `name` and its derivations; a bare name stands alone, nothing at all prints nothing
    pub(super) fn declarator(&mut self, id: DeclaratorId) {
        let declarator = &self.ast.declarators[id];
        let mut parts = Vec::new();
        for derivation in &declarator.derivations {
            parts.extend(derivation_parts(derivation));
        }
        parts.extend(attributes(&declarator.attributes));
        parts.extend(declarator.asm_label.map(|id| word(format!("asm:{}", self.literal(id)))));
        match declarator.name {
            Some(ident) if parts.is_empty() => self.push(name(ident)),
            Some(ident) => self.list(self.ast.names[ident.name].to_owned(), parts),
            None => self.sequence(parts),
        }
    }

    pub(super) fn init(&mut self, id: InitId) {
        match &self.ast.inits[id].kind {
            InitKind::Expr(id) => self.push(Todo::Expr(*id)),
            InitKind::List(items) => {
                let mut parts = Vec::new();
                for item in items {
                    parts.extend(item.designators.iter().flat_map(designator));
                    parts.push(Todo::Init(item.init));
                }
                self.list("list", parts);
            }
        }
    }

    pub(super) fn attribute(&mut self, id: AttributeId) {
        let attribute = &self.ast.attributes[id];
        let mut parts = vec![Todo::Name(attribute.name)];
        for arg in &attribute.args {
            parts.push(match *arg {
                AttributeArg::Expr(id) => Todo::Expr(id),
                AttributeArg::Type(id) => Todo::TypeName(id),
                AttributeArg::Text(_) => word("…"),
            });
        }
        self.list("attr", parts);
    }
}

fn name(ident: Ident) -> Todo {
    Todo::Name(ident.name)
}

pub(super) fn attributes(ids: &[AttributeId]) -> impl Iterator<Item = Todo> + '_ {
    ids.iter().map(|&id| Todo::Attribute(id))
}

fn derivation_parts(derivation: &Derivation) -> Vec<Todo> {
    let mut parts = Vec::new();
    match derivation {
        Derivation::Pointer(quals, attrs) => {
            parts.push(Todo::Open("ptr".into()));
            parts.extend(qualifiers(*quals));
            parts.extend(attributes(attrs));
        }
        Derivation::Array { size, qualifiers: quals, at_least } => {
            parts.push(Todo::Open("array".into()));
            parts.extend(at_least.then(|| word("static")));
            parts.extend(qualifiers(*quals));
            match *size {
                ArraySize::Unspecified => {}
                ArraySize::Star => parts.push(word("*")),
                ArraySize::Expr(id) => parts.push(Todo::Expr(id)),
            }
        }
        Derivation::Function(Params::OldStyle(names)) => {
            parts.push(Todo::Open("fn-old".into()));
            parts.extend(names.iter().copied().map(name));
        }
        Derivation::Function(Params::Prototype(params, variadic)) => {
            parts.push(Todo::Open("fn".into()));
            for param in params {
                parts.push(Todo::Open("param".into()));
                parts.extend([Todo::Specs(param.specs), Todo::Declarator(param.declarator)]);
                parts.push(Todo::Close);
            }
            parts.extend((*variadic == Variadic::Yes).then(|| word("...")));
        }
    }
    parts.push(Todo::Close);
    parts
}

fn qualifiers(quals: Qualifiers) -> impl Iterator<Item = Todo> {
    let flags = [
        (quals.constant, "const"),
        (quals.volatile, "volatile"),
        (quals.restrict, "restrict"),
        (quals.atomic, "atomic"),
    ];
    flags.into_iter().filter(|(on, _)| *on).map(|(_, name)| word(name))
}

fn storage_word(storage: Storage) -> &'static str {
    match storage {
        Storage::Typedef => "typedef",
        Storage::Extern => "extern",
        Storage::Static => "static",
        Storage::Auto => "auto",
        Storage::Register => "register",
    }
}
