//! Inputs as C statements: objects as initialised locals or allocated, links that had to wait, globals,
//! stub results, arguments.

use std::collections::BTreeSet;

use suite::{
    CType, CValue, Field, FunctionUnderTest, Global, Inputs, Object, Storage, StubCalls, TypeId,
};

use crate::declarator::{declare, declare_const, type_name};
use crate::devices;
use crate::literal;
use crate::runs::each_element;
use crate::scope::{Scope, Shape, member, reachable};

/// Arrays longer than this leave out their trailing zeros, which C fills in.
const LONG_ARRAY: usize = 8;
/// Zeros in a row that are written down inside an array; what comes behind more of them is given by its index.
const LONG_RUN: usize = 64;

/// Arrays up to this length are assigned element by element, longer ones from a table.
const FEW_ASSIGNMENTS: usize = 4;

/// The statements that set up the inputs, and the argument expressions of the call.
pub(crate) fn setup(
    scope: &mut Scope,
    function: &FunctionUnderTest,
    inputs: &Inputs,
) -> (Vec<String>, Vec<String>) {
    let mut lines = objects(scope, inputs);
    if !inputs.failing.is_empty() {
        lines.push(format!("FAIL_ALLOCATIONS(\"{}\");", marks(&inputs.failing)));
    }
    for global in &inputs.globals {
        if function.read_only.contains(&global.name) {
            set_device(scope, global.ty, &global.value, &global.name, &mut lines);
        } else {
            assign_global(scope, global, &mut lines);
        }
    }
    for calls in &inputs.stubs {
        stub_results(scope, function, calls, &mut lines);
    }
    let arguments = arguments(scope, inputs, &mut lines);
    (lines, arguments)
}

/// One mark for each allocation up to the last that fails: `--x` lets the third one fail.
fn marks(failing: &[u32]) -> String {
    let n_marks = failing.iter().max().map_or(0, |&last| last + 1);
    (0..n_marks).map(|number| if failing.contains(&number) { 'x' } else { '-' }).collect()
}

/// Allocates what lies on the heap, declares the other objects, pointees first, and fills what was
/// allocated; pointers of a cycle are set when all are declared.
fn objects(scope: &mut Scope, inputs: &Inputs) -> Vec<String> {
    let all = reachable(inputs);
    let (heap, variables): (Vec<&Object>, Vec<&Object>) =
        all.into_iter().partition(|object| object.storage == Storage::Heap);
    let mut lines: Vec<String> =
        heap.iter().filter_map(|object| allocation(scope, object)).collect();
    let mut links = Vec::new();
    let mut declared: BTreeSet<&str> = heap.iter().map(|object| &*object.name).collect();
    for object in variables {
        declared.insert(&*object.name);
        let Some(variable) = scope.variable(&object.name).cloned() else { continue };
        let (name, elem) = (&variable.name, variable.elem);
        let mut init = Initialiser { scope, declared: &declared, links: &mut links };
        lines.push(match variable.shape {
            Shape::Empty => no_elements(init.scope, elem, name),
            Shape::Single => {
                let value = init.of(elem, &object.values[0], name);
                let declared = declare(init.scope.types, elem, name);
                format!("{}{declared} = {value};", init.scope.alignment())
            }
            Shape::Array(len) => {
                let values = init.array(elem, &object.values, name);
                let array = declare(init.scope.types, elem, &format!("{name}[{len}]"));
                format!("{}{array} = {values};", init.scope.alignment())
            }
        });
    }
    lines.extend(links);
    for object in heap {
        fill(scope, object, &mut lines);
    }
    lines
}

/// `struct node *n1 = malloc(sizeof *n1);`
fn allocation(scope: &Scope, object: &Object) -> Option<String> {
    let variable = scope.variable(&object.name)?;
    let name = &variable.name;
    let is_array = matches!(scope.types.get(variable.elem), CType::Array { .. });
    let pointer = if is_array { format!("(*{name})") } else { format!("*{name}") };
    let size = match variable.shape {
        Shape::Empty => "0".to_string(),
        Shape::Single => format!("sizeof *{name}"),
        Shape::Array(len) => format!("{len} * sizeof *{name}"),
    };
    Some(format!("{} = malloc({size});", declare(scope.types, variable.elem, &pointer)))
}

/// Gives an allocated object its contents.
fn fill(scope: &mut Scope, object: &Object, lines: &mut Vec<String>) {
    let Some(variable) = scope.variable(&object.name).cloned() else { return };
    let elem = variable.elem;
    match (variable.shape, &object.values[..]) {
        (Shape::Single, [value]) if is_named_struct(scope.types.get(elem)) => {
            lines.push(format!("*{} = {};", variable.name, expression(scope, elem, value)));
        }
        (Shape::Single, [value]) => assign(scope, elem, value, &variable.single(), lines),
        (_, values) => assign_array(scope, elem, values, &variable.name, lines),
    }
}

/// Is it a structure of a type that can be named again? One that is spelled out is another type each time.
fn is_named_struct(ty: &CType) -> bool {
    matches!(ty, CType::Struct { spelling, .. } if !spelling.contains('{'))
}

/// An object without elements: a pointer to the end of some room, so that any access through it
/// is out of bounds. It is volatile because compilers that see through it warn about the call.
fn no_elements(scope: &Scope, elem: TypeId, name: &str) -> String {
    let is_array = matches!(scope.types.get(elem), CType::Array { .. });
    let pointer =
        if is_array { format!("(*volatile {name})") } else { format!("*volatile {name}") };
    // Sixteen elements end at a multiple of 16 where they begin at one.
    let alignment = scope.alignment();
    let end = if alignment.is_empty() { 1 } else { 16 };
    let room = declare(scope.types, elem, &format!("{name}_room[{end}]"));
    let pointer = declare(scope.types, elem, &pointer);
    format!("static {alignment}{room};\n{pointer} = {name}_room + {end}; /* no elements */")
}

/// Scalars and structs become locals named like the parameter; pointers are passed as they are.
fn arguments(scope: &mut Scope, inputs: &Inputs, lines: &mut Vec<String>) -> Vec<String> {
    let mut arguments = Vec::new();
    for param in &inputs.params {
        // Calls read best with their numbers.
        let is_inline =
            inputs.sequence.is_some() && matches!(param.value, CValue::Int(_) | CValue::Float(_));
        if is_pointer(scope, param.ty) || is_inline {
            arguments.push(expression(scope, param.ty, &param.value));
            continue;
        }
        let name = scope.fresh(&param.name);
        let value = initialiser(scope, param.ty, &param.value);
        lines.push(format!("{} = {value};", declare(scope.types, param.ty, &name)));
        arguments.push(name);
    }
    arguments
}

fn is_pointer(scope: &Scope, ty: TypeId) -> bool {
    matches!(scope.types.get(ty), CType::Pointer { .. } | CType::FunctionPointer { .. })
}

/// The statements that give a global its value.
fn assign_global(scope: &mut Scope, global: &Global, lines: &mut Vec<String>) {
    assign(scope, global.ty, &global.value, &global.name, lines);
}

/// Sets device memory, of which the code may only read some.
fn set_device(
    scope: &mut Scope,
    ty: TypeId,
    value: &CValue,
    lvalue: &str,
    lines: &mut Vec<String>,
) {
    match (scope.types.get(ty), value) {
        (CType::Struct { fields, .. }, CValue::Struct(values)) => {
            for (field, value) in fields.iter().zip(values).filter(|(it, _)| it.bitfield.is_none())
            {
                set_device(scope, field.ty, value, &member(lvalue, &field.name), lines);
            }
        }
        (CType::Array { elem, .. }, CValue::Array(values)) => {
            for (index, value) in values.iter().enumerate() {
                set_device(scope, *elem, value, &format!("{lvalue}[{index}]"), lines);
            }
        }
        (CType::Int(_), CValue::Int(_)) => {
            let text = expression(scope, ty, value);
            lines.push(format!("*({} *)&{lvalue} = {text};", type_name(scope.types, ty)));
        }
        _ => {}
    }
}

/// Assigns `value` to `lvalue`. C assigns scalars and structs, but no arrays: those are assigned
/// by element.
fn assign(scope: &mut Scope, ty: TypeId, value: &CValue, lvalue: &str, lines: &mut Vec<String>) {
    match (scope.types.get(ty), value) {
        (_, CValue::Uninit | CValue::Opaque(_)) => {}
        (CType::Array { elem, .. }, CValue::Array(values)) => {
            assign_array(scope, *elem, values, lvalue, lines);
        }
        (CType::Struct { fields, .. }, CValue::Struct(values)) => {
            for (field, value) in fields.iter().zip(values) {
                assign(scope, field.ty, value, &member(lvalue, &field.name), lines);
            }
        }
        _ => lines.push(format!("{lvalue} = {};", expression(scope, ty, value))),
    }
}

fn assign_array(
    scope: &mut Scope,
    elem: TypeId,
    values: &[CValue],
    lvalue: &str,
    lines: &mut Vec<String>,
) {
    if values.len() <= FEW_ASSIGNMENTS || !is_number(scope, elem) {
        return each_element(scope, values, lvalue, lines, |scope, value, lvalue, lines| {
            assign(scope, elem, value, lvalue, lines);
        });
    }
    let len = values.len();
    let table = scope.fresh(&format!("{}_before", identifier(lvalue)));
    let index = scope.fresh("i");
    let text = array_initialiser(scope, elem, values);
    let head = declare_const(scope.types, elem, &format!("{table}[{len}]"));
    lines.push(format!("static {head} = {text};"));
    lines.push(format!("unsigned {index};"));
    lines.push(format!("for ({index} = 0; {index} < {len}; {index}++)"));
    lines.push(format!("    {lvalue}[{index}] = {table}[{index}];"));
}

/// Whether values of this type are plain numbers, which tables and loops can compare and copy.
pub(crate) fn is_number(scope: &Scope, ty: TypeId) -> bool {
    matches!(scope.types.get(ty), CType::Int(_) | CType::Float { .. })
}

/// Fills the results that a stub hands out.
fn stub_results(
    scope: &mut Scope,
    function: &FunctionUnderTest,
    calls: &StubCalls,
    lines: &mut Vec<String>,
) {
    let Some(stub) = function.stubs.iter().find(|stub| stub.name == calls.function) else { return };
    if matches!(scope.types.get(stub.returns), CType::Void) || calls.returns.is_empty() {
        return;
    }
    if function.device(&stub.name).is_some() {
        return lines.push(devices::reads(scope.types, stub, calls));
    }
    lines.push(format!("{}_calls = 0;", stub.name));
    let results = format!("{}_returns", stub.name);
    assign_array(scope, stub.returns, &calls.returns, &results, lines);
}

/// A value where an expression of its type is wanted.
pub(crate) fn expression(scope: &Scope, ty: TypeId, value: &CValue) -> String {
    match scope.types.get(ty) {
        CType::Struct { .. } => {
            format!("({}){}", type_name(scope.types, ty), initialiser(scope, ty, value))
        }
        _ => initialiser(scope, ty, value),
    }
}

/// A value where an initialiser is wanted and every object is already declared.
pub(crate) fn initialiser(scope: &Scope, ty: TypeId, value: &CValue) -> String {
    let all = all_objects(scope);
    Initialiser { scope, declared: &all, links: &mut Vec::new() }.of(ty, value, "")
}

/// The same for an array given by its elements.
pub(crate) fn array_initialiser(scope: &Scope, elem: TypeId, values: &[CValue]) -> String {
    let all = all_objects(scope);
    Initialiser { scope, declared: &all, links: &mut Vec::new() }.array(elem, values, "")
}

fn all_objects<'a>(scope: &'a Scope) -> BTreeSet<&'a str> {
    scope.object_names().collect()
}

/// Renders initialisers; a pointer to an object that comes later becomes an assignment in `links`.
struct Initialiser<'s, 'a> {
    scope: &'s Scope<'a>,
    declared: &'s BTreeSet<&'s str>,
    links: &'s mut Vec<String>,
}

impl Initialiser<'_, '_> {
    /// The initialiser of `value`, which will be found at the lvalue `at`.
    fn of(&mut self, ty: TypeId, value: &CValue, at: &str) -> String {
        let scope = self.scope;
        match (scope.types.get(ty), value) {
            (CType::Int(int), CValue::Int(value)) => literal::int(int, *value),
            (CType::Float { bits, .. }, CValue::Float(value)) => literal::float(*bits, *value),
            (CType::Array { elem, .. }, CValue::Array(values)) => self.array(*elem, values, at),
            (CType::Struct { fields, .. }, CValue::Struct(values)) => {
                self.members(fields, values, at)
            }
            (CType::Pointer { to, .. }, CValue::Pointer(place)) => {
                let text = scope.address(place, *to);
                let later = scope.variable(&place.object).is_some()
                    && !self.declared.contains(&*place.object);
                if !later {
                    return text;
                }
                self.links.push(format!("{at} = {text};"));
                "NULL".into()
            }
            (_, CValue::Function(name)) => name.clone(),
            (_, CValue::Converted(name)) => format!("(void *){name}"),
            (_, value) => self.nothing(ty, value),
        }
    }

    /// An initialiser for what has no value: NULL, or zero of the type's shape.
    fn nothing(&mut self, ty: TypeId, value: &CValue) -> String {
        let scope = self.scope;
        match scope.types.get(ty) {
            CType::Pointer { .. } | CType::FunctionPointer { .. } => "NULL".into(),
            CType::Array { .. } | CType::Struct { .. } => "{0}".into(),
            CType::Void | CType::Int(_) | CType::Float { .. } => {
                let has_no_number =
                    matches!(value, CValue::Null | CValue::Uninit | CValue::Opaque(_));
                assert!(has_no_number, "value should fit its type: {value:?}");
                "0".into()
            }
        }
    }

    fn array(&mut self, elem: TypeId, values: &[CValue], at: &str) -> String {
        if let Some(text) = self.text(elem, values) {
            return text;
        }
        let kept = if values.len() > LONG_ARRAY { without_trailing_zeros(values) } else { values };
        let (mut items, mut next) = (Vec::new(), 0);
        while let Some(value) = kept.get(next) {
            let zeros = kept[next..].iter().take_while(|&it| is_zero(it)).count();
            if zeros > LONG_RUN && next + zeros < kept.len() {
                next += zeros;
                let item = self.of(elem, &kept[next], &format!("{at}[{next}]"));
                items.push(format!("[{next}] = {item}"));
            } else {
                items.push(self.of(elem, value, &format!("{at}[{next}]")));
            }
            next += 1;
        }
        braced(items)
    }

    /// Character arrays that read as text are written as a string.
    fn text(&self, elem: TypeId, values: &[CValue]) -> Option<String> {
        let CType::Int(int) = self.scope.types.get(elem) else { return None };
        if !int.is_char || int.bits != 8 {
            return None;
        }
        let bytes: Option<Vec<i128>> = values
            .iter()
            .map(|value| if let CValue::Int(byte) = value { Some(*byte) } else { None })
            .collect();
        literal::string(&bytes?)
    }

    fn members(&mut self, fields: &[Field], values: &[CValue], at: &str) -> String {
        let mut items = Vec::new();
        self.add_members(fields, values, at, &mut items);
        braced(items)
    }

    /// Members of a structure or union without a name count as members of what holds it, and are named there: which one of a
    /// union's is meant can be said in no other way.
    fn add_members(
        &mut self,
        fields: &[Field],
        values: &[CValue],
        at: &str,
        items: &mut Vec<String>,
    ) {
        for (field, value) in fields.iter().zip(values) {
            // A flexible array member has no elements to give.
            let is_empty = matches!(value, CValue::Array(elements) if elements.is_empty());
            if *value == CValue::Uninit || is_empty {
                continue;
            }
            let inner = match (self.scope.types.get(field.ty), value) {
                (CType::Struct { fields, .. }, CValue::Struct(values)) => Some((fields, values)),
                _ => None,
            };
            match (&*field.name, inner) {
                ("", Some((fields, values))) => self.add_members(fields, values, at, items),
                ("", None) => {}
                (name, _) => {
                    let text = self.of(field.ty, value, &member(at, name));
                    items.push(format!(".{name} = {text}"));
                }
            }
        }
    }
}

/// An lvalue bent into an identifier: `s.table[2]` gives `s_table_2`.
pub(crate) fn identifier(lvalue: &str) -> String {
    let words = lvalue.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

fn is_zero(value: &CValue) -> bool {
    matches!(value, CValue::Int(0) | CValue::Float(0) | CValue::Null | CValue::Uninit)
}

fn without_trailing_zeros(values: &[CValue]) -> &[CValue] {
    let end = values.iter().rposition(|value| !is_zero(value)).map_or(1, |last| last + 1);
    &values[..end]
}

/// Columns that a list of items may fill before it is broken over lines.
const WIDTH: usize = 76;

/// `{a, b, c}`, filled into lines when long. What is all zero is `{0}` however deep it is: headers know types, as `va_list`, that
/// have more levels than we see.
fn braced(items: Vec<String>) -> String {
    const ZERO: &str = "{0}";
    if items.is_empty() || items == [ZERO] {
        return ZERO.into();
    }
    if items.iter().map(|item| item.len() + 2).sum::<usize>() <= WIDTH {
        return format!("{{{}}}", items.join(", "));
    }
    let mut lines = vec![String::new()];
    for item in items {
        let full = lines.last().is_some_and(|line| {
            !line.is_empty() && (line.len() + item.len() > WIDTH || line.contains('\n'))
        });
        if full {
            lines.push(String::new());
        }
        let line = lines.last_mut().expect("there is always a last line");
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&item);
        line.push(',');
    }
    let body = lines.join("\n").replace('\n', "\n    ");
    format!("{{\n    {body}\n}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_filled_and_nested_ones_indented() {
        let item = |n: usize| "x".repeat(n);
        assert_eq!(braced(vec![]), "{0}");
        assert_eq!(braced(vec!["{0}".into()]), "{0}");
        assert_eq!(braced(vec![item(3), item(4)]), "{xxx, xxxx}");
        let (a, b) = (item(50), item(40));
        let nested = braced(vec![a.clone(), b.clone()]);
        assert_eq!(nested, format!("{{\n    {a},\n    {b},\n}}"));
        assert_eq!(
            braced(vec![item(1), nested, item(2)]),
            format!("{{\n    x,\n    {{\n        {a},\n        {b},\n    }},\n    xx,\n}}")
        );
    }

    #[test]
    fn lvalues_become_identifiers() {
        assert_eq!(identifier("s.table[2]"), "s_table_2");
    }
}
