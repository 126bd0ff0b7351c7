//! The names in force inside one test function, and how a pointer into them is written.
//!
//! Names come from the code under test, so they may hide each other (`int max(int max)`); each
//! local gets a name that hides nothing the test needs.

use std::collections::{BTreeMap, BTreeSet};

use suite::{
    CType, CValue, FunctionUnderTest, Inputs, Object, Place, Step, Storage, Test, TypeId, Types,
};

use crate::body::{callee, stub_symbol};
use crate::declarator::type_name;

/// The variables of one test function.
pub(crate) struct Scope<'a> {
    pub(crate) types: &'a Types,
    objects: BTreeMap<&'a str, Variable>,
    globals: BTreeMap<&'a str, TypeId>,
    taken: BTreeSet<String>,
    aligned: bool,
    volatiles: &'a [String],
}

/// How an object is declared.
#[derive(Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) elem: TypeId,
    pub(crate) shape: Shape,
    pub(crate) storage: Storage,
}

impl Variable {
    /// The only element of an object, as an lvalue.
    pub(crate) fn single(&self) -> String {
        match self.storage {
            Storage::Variable => self.name.clone(),
            Storage::Heap => format!("(*{})", self.name),
        }
    }
}

/// The form an object takes in C.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    /// One element, declared as a plain variable.
    Single,
    /// Several elements.
    Array(usize),
    /// No element: a pointer to the end of an array of one.
    Empty,
}

impl<'a> Scope<'a> {
    /// What the declaration of an object begins with where code looks at addresses.
    pub(crate) fn alignment(&self) -> &'static str {
        if self.aligned { "__attribute__((aligned(16))) " } else { "" }
    }

    /// The scope of a test of `function`: its objects have names, its parameters not yet.
    pub(crate) fn new(
        types: &'a Types,
        function: &'a FunctionUnderTest,
        test: &'a Test,
    ) -> Scope<'a> {
        let globals =
            test.inputs.globals.iter().chain(&test.outputs.globals).map(|g| (&*g.name, g.ty));
        let mut scope = Scope {
            types,
            objects: BTreeMap::new(),
            globals: globals.collect(),
            taken: reserved(types, function, test),
            aligned: function.aligned,
            volatiles: &function.volatiles,
        };
        for object in reachable(&test.inputs) {
            let name = scope.fresh(&object.name);
            let shape = match object.values.len() {
                0 => Shape::Empty,
                1 => Shape::Single,
                len => Shape::Array(len),
            };
            if shape == Shape::Empty && object.storage == Storage::Variable {
                scope.taken.insert(format!("{name}_room"));
            }
            let variable = Variable { name, elem: object.elem, shape, storage: object.storage };
            scope.objects.insert(&object.name, variable);
        }
        scope
    }

    /// A name for a local, as near to `wanted` as can be.
    pub(crate) fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_string();
        let mut suffix = 1;
        while self.taken.contains(&name) {
            name = if suffix == 1 { format!("{wanted}_arg") } else { format!("{wanted}_{suffix}") };
            suffix += 1;
        }
        self.taken.insert(name.clone());
        name
    }

    /// A name is free again, where what it stood for is out of scope.
    pub(crate) fn give_back(&mut self, name: &str) {
        self.taken.remove(name);
    }

    /// How an object is declared; `None` if nothing leads to it and so it is left out.
    pub(crate) fn variable(&self, object: &str) -> Option<&Variable> {
        self.objects.get(object)
    }

    /// The names of all objects in scope, as the suite calls them.
    pub(crate) fn object_names(&self) -> impl Iterator<Item = &str> {
        self.objects.keys().copied()
    }

    /// A pointer of type "pointer to `to`" to `place`, cast only if the types differ.
    pub(crate) fn address(&self, place: &Place, to: TypeId) -> String {
        let (text, found) = self.pointer(place);
        let wanted = type_name(self.types, to);
        if matches!(place.path.last(), Some(Step::Byte(_))) && wanted != "void" {
            return format!("({})({text})", weave_pointer(self.types, to));
        }
        if self.volatiles.contains(&place.object) {
            return format!("({})({text})", weave_pointer(self.types, to));
        }
        match found {
            Some(found) if wanted != "void" && type_name(self.types, found) != wanted => {
                let cast = weave_pointer(self.types, to);
                format!("({cast})({text})")
            }
            _ => text,
        }
    }

    /// The pointer expression and, where known, the type it points to.
    fn pointer(&self, place: &Place) -> (String, Option<TypeId>) {
        let Some((last, front)) = place.path.split_last() else {
            return self.element_pointer(place);
        };
        let (mut text, mut ty) = self.element(place);
        for step in front {
            (text, ty) = self.step(&text, ty, step);
        }
        match last {
            Step::Byte(byte) => {
                let (text, _) = self.pointer(&Place { path: front.to_vec(), ..place.clone() });
                (offset(&format!("(char *)({text})"), *byte), None)
            }
            Step::Index(index) => (offset(&text, *index), ty.and_then(|ty| self.elem_of(ty))),
            Step::Field(_) => {
                let (text, ty) = self.step(&text, ty, last);
                (format!("&{text}"), ty)
            }
        }
    }

    /// A pointer to a whole element of an object, or one past its end.
    fn element_pointer(&self, place: &Place) -> (String, Option<TypeId>) {
        match self.objects.get(&*place.object) {
            None => {
                let ty = self.globals.get(&*place.object).copied();
                (offset(&format!("&{}", place.object), place.index), ty)
            }
            Some(Variable { name, elem, shape, storage }) => {
                let text = match (shape, storage) {
                    (Shape::Single, Storage::Variable) => offset(&format!("&{name}"), place.index),
                    (Shape::Array(_) | Shape::Empty, _) | (_, Storage::Heap) => {
                        offset(name, place.index)
                    }
                };
                (text, Some(*elem))
            }
        }
    }

    /// The element itself, as an lvalue.
    fn element(&self, place: &Place) -> (String, Option<TypeId>) {
        match self.objects.get(&*place.object) {
            None => (place.object.clone(), self.globals.get(&*place.object).copied()),
            Some(variable) if variable.shape == Shape::Single => {
                (variable.single(), Some(variable.elem))
            }
            Some(Variable { name, elem, .. }) => (format!("{name}[{}]", place.index), Some(*elem)),
        }
    }

    fn step(&self, text: &str, ty: Option<TypeId>, step: &Step) -> (String, Option<TypeId>) {
        match step {
            Step::Index(index) => (format!("{text}[{index}]"), ty.and_then(|ty| self.elem_of(ty))),
            // Where a byte is pointed to, nothing follows.
            Step::Byte(_) => (text.to_owned(), None),
            Step::Field(field) => {
                let ty = ty.and_then(|ty| self.field_of(ty, field));
                (member(text, field), ty)
            }
        }
    }

    fn elem_of(&self, ty: TypeId) -> Option<TypeId> {
        match self.types.get(ty) {
            CType::Array { elem, .. } => Some(*elem),
            _ => None,
        }
    }

    fn field_of(&self, ty: TypeId, name: &str) -> Option<TypeId> {
        match self.types.get(ty) {
            CType::Struct { fields, .. } => {
                fields.iter().find(|field| field.name == name).map(|field| field.ty)
            }
            _ => None,
        }
    }
}

/// The lvalue of a member. Members of an anonymous member are named as if they were the outer struct's.
pub(crate) fn member(lvalue: &str, field: &str) -> String {
    let pointer = lvalue.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')'));
    match pointer.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_')) {
        _ if field.is_empty() => lvalue.to_string(),
        Some(pointer) => format!("{pointer}->{field}"),
        None => format!("{lvalue}.{field}"),
    }
}

/// The objects of `inputs` that its globals, parameters and stub results lead to, each after the
/// objects it points to wherever there is no cycle, so that initialisers can name them.
pub(crate) fn reachable(inputs: &Inputs) -> Vec<&Object> {
    let by_name: BTreeMap<&str, &Object> =
        inputs.objects.iter().map(|object| (&*object.name, object)).collect();
    let roots = (inputs.params.iter().map(|param| &param.value))
        .chain(inputs.globals.iter().map(|global| &global.value))
        .chain(inputs.stubs.iter().flat_map(|stub| &stub.returns));
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for root in roots {
        for name in pointees(std::slice::from_ref(root)) {
            visit(&by_name, name, &mut seen, &mut order);
        }
    }
    order
}

/// Depth-first, pointees first, with a stack of our own: lists may be long.
fn visit<'a>(
    by_name: &BTreeMap<&str, &'a Object>,
    root: &'a str,
    seen: &mut BTreeSet<&'a str>,
    order: &mut Vec<&'a Object>,
) {
    let mut stack: Vec<(&'a Object, std::vec::IntoIter<&'a str>)> = Vec::new();
    let mut next = Some(root);
    loop {
        if let Some(&object) = next.and_then(|name| by_name.get(name))
            && seen.insert(&object.name)
        {
            stack.push((object, pointees(&object.values).into_iter()));
        }
        let Some((object, rest)) = stack.last_mut() else { return };
        next = rest.next();
        if next.is_none() {
            order.push(object);
            stack.pop();
        }
    }
}

/// The names of objects that pointers inside `values` lead to.
fn pointees(values: &[CValue]) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest: Vec<&CValue> = values.iter().rev().collect();
    while let Some(value) = rest.pop() {
        match value {
            CValue::Pointer(place) => names.push(&*place.object),
            CValue::Array(parts) | CValue::Struct(parts) => rest.extend(parts.iter().rev()),
            CValue::Int(_) | CValue::Float(_) | CValue::Null => {}
            CValue::Function(_) | CValue::Converted(_) => {}
            CValue::Uninit | CValue::Opaque(_) => {}
        }
    }
    names
}

/// Names that a local must not hide: the function, globals in use, enumerators, type names.
fn reserved(types: &Types, function: &FunctionUnderTest, test: &Test) -> BTreeSet<String> {
    let mut names = BTreeSet::from([callee(function).to_string(), "malloc".to_string()]);
    names.extend(function.stubs.iter().flat_map(|stub| stub_names(&stub.name)));
    names.extend(function.replaced.iter().map(|name| stub_symbol(name)));
    names.extend(test.inputs.globals.iter().map(|global| global.name.clone()));
    names.extend(test.outputs.globals.iter().map(|global| global.name.clone()));
    for value in test.inputs.params.iter().map(|param| &param.value) {
        names.extend(pointees(std::slice::from_ref(value)).into_iter().filter_map(|name| {
            let local = test.inputs.objects.iter().any(|object| object.name == name);
            (!local).then(|| name.to_string())
        }));
    }
    for ty in types.iter() {
        match ty {
            CType::Int(int) => {
                names.extend(words(&int.spelling));
                names.extend(int.names.iter().map(|name| name.name.clone()));
            }
            CType::Float { spelling, .. } | CType::Struct { spelling, .. } => {
                names.extend(words(spelling));
            }
            CType::Void | CType::Pointer { .. } | CType::Array { .. } => {}
            CType::FunctionPointer { .. } => {}
        }
    }
    names
}

/// The names that the definition of a stub brings with it.
pub(crate) fn stub_names(stub: &str) -> [String; 3] {
    [stub.to_string(), format!("{stub}_returns"), format!("{stub}_calls")]
}

/// The identifiers of a type's spelling; a tag lives in a name space of its own and hides nothing.
fn words(spelling: &str) -> Vec<String> {
    let is_tagged = ["struct ", "union ", "enum "].iter().any(|tag| spelling.starts_with(tag));
    if is_tagged { Vec::new() } else { spelling.split(' ').map(String::from).collect() }
}

fn offset(pointer: &str, index: u64) -> String {
    if index == 0 { pointer.to_string() } else { format!("{pointer} + {index}") }
}

/// The spelling of "pointer to `to`" as a cast, which the table need not hold as a type.
fn weave_pointer(types: &Types, to: TypeId) -> String {
    match types.get(to) {
        CType::Array { .. } => crate::declarator::declare(types, to, "(*)"),
        CType::FunctionPointer { .. } => crate::declarator::declare(types, to, "*"),
        _ => format!("{} *", type_name(types, to)),
    }
}
