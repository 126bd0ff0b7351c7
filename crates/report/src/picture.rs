//! Linked structures as Graphviz text, for `dot`: one record per object, one arrow per pointer.
//!
//! Only tests whose objects hold pointers have pictures: of the rest a line of C says as much. What a pointer leads to is drawn
//! as far as the suite names it; null and what has no name stand in the record.

use std::fmt::Write;

use suite::{CType, CValue, Field, Global, Object, Param, Place, Step, Test, TypeId, Types, float};

/// The structures before the call and, where the test returns, after it; none without links.
pub(crate) struct Pictures {
    pub(crate) before: String,
    pub(crate) after: Option<String>,
}

/// The pictures of a test.
pub(crate) fn pictures(types: &Types, test: &Test) -> Option<Pictures> {
    let inputs = &test.inputs;
    if !inputs.objects.iter().any(|object| holds_pointers(types, object.elem)) {
        return None;
    }
    let title = |when: &str| format!("{} {when} the call", test.id);
    let before = draw(types, &title("before"), &inputs.objects, &inputs.globals, &inputs.params);
    let outputs = &test.outputs;
    let result = outputs.returns.iter().map(|value| ("result", value)).collect::<Vec<_>>();
    let after = (!outputs.objects.is_empty()).then(|| {
        let mut text = head(&title("after"));
        body(types, &outputs.objects, &outputs.globals, &result, &mut text);
        text + "}\n"
    });
    Some(Pictures { before, after })
}

fn draw(
    types: &Types,
    title: &str,
    objects: &[Object],
    globals: &[Global],
    params: &[Param],
) -> String {
    let names: Vec<(&str, &CValue)> =
        params.iter().map(|param| (&*param.name, &param.value)).collect();
    let mut text = head(title);
    body(types, objects, globals, &names, &mut text);
    text + "}\n"
}

fn head(title: &str) -> String {
    format!(
        "digraph structures {{\n    label=\"{}\";\n    rankdir=LR;\n    node [shape=record];\n",
        quoted(title)
    )
}

/// The statements of a graph: objects and globals with pointers as records, named values that point somewhere as texts.
fn body(
    types: &Types,
    objects: &[Object],
    globals: &[Global],
    named: &[(&str, &CValue)],
    text: &mut String,
) {
    let globals: Vec<&Global> =
        globals.iter().filter(|global| holds_pointers(types, global.ty)).collect();
    let mut arrows = Vec::new();
    for object in objects {
        draw_object(types, object, &mut arrows, text);
    }
    for global in &globals {
        let mut record =
            Record { node: &global.name, types, rows: Vec::new(), arrows: &mut arrows };
        record.rows(global.ty, &global.value, "", (0, ""));
        record.write(text);
    }
    let is_drawn = |place: &Place| {
        objects.iter().any(|object| object.name == place.object)
            || globals.iter().any(|global| global.name == place.object)
    };
    for (name, value) in named {
        if let CValue::Pointer(place) = value
            && is_drawn(place)
        {
            let name = quoted(name);
            writeln!(text, "    \"= {name}\" [shape=plaintext, label=\"{name}\"];").expect(SINK);
            arrows.push((format!("\"= {name}\""), place.clone()));
        }
    }
    for (from, to) in arrows.iter().filter(|(_, to)| is_drawn(to)) {
        writeln!(text, "    {from} -> {};", target(to)).expect(SINK);
    }
}

fn draw_object(
    types: &Types,
    object: &Object,
    arrows: &mut Vec<(String, Place)>,
    text: &mut String,
) {
    let mut record = Record { node: &object.name, types, rows: Vec::new(), arrows };
    for (index, value) in object.values.iter().enumerate() {
        let path = if object.values.len() == 1 { String::new() } else { format!("[{index}]") };
        record.rows(object.elem, value, &path, (index as u64, ""));
    }
    record.write(text);
}

const SINK: &str = "writing to a string cannot fail";

/// One object about to be drawn.
struct Record<'a> {
    node: &'a str,
    types: &'a Types,
    /// A port and a text for each scalar.
    rows: Vec<(String, String)>,
    arrows: &'a mut Vec<(String, Place)>,
}

impl Record<'_> {
    /// Adds the scalars of a value; `at` is its element and the path inside, which make its port.
    fn rows(&mut self, ty: TypeId, value: &CValue, name: &str, at: (u64, &str)) {
        match (self.types.get(ty), value) {
            (CType::Struct { fields, is_union, .. }, CValue::Struct(values)) => {
                self.members(fields, *is_union, values, name, at);
            }
            (CType::Array { elem, .. }, CValue::Array(values)) => {
                for (index, value) in values.iter().enumerate() {
                    let (name, path) = (format!("{name}[{index}]"), format!("{}[{index}]", at.1));
                    self.rows(*elem, value, &name, (at.0, &path));
                }
            }
            (_, value) => {
                let port = port(at.0, at.1);
                if let CValue::Pointer(place) = value {
                    self.arrows.push((format!("{}:{port}", quote(self.node)), place.clone()));
                }
                let shown = match (self.types.get(ty), value) {
                    (CType::Float { bits, .. }, CValue::Float(raw)) => {
                        format!("{name} {}", float::shown(*bits, *raw))
                    }
                    _ => format!("{name} {}", shown(value)),
                };
                self.rows.push((port, shown.trim().to_owned()));
            }
        }
    }

    fn members(
        &mut self,
        fields: &[Field],
        is_union: bool,
        values: &[CValue],
        name: &str,
        at: (u64, &str),
    ) {
        for (field, value) in fields.iter().zip(values) {
            if is_union && *value == CValue::Uninit {
                continue;
            }
            let dot = if name.is_empty() || field.name.is_empty() { "" } else { "." };
            let (name, path) =
                (format!("{name}{dot}{}", field.name), format!("{}.{}", at.1, field.name));
            self.rows(field.ty, value, &name, (at.0, &path));
        }
    }

    fn write(&self, text: &mut String) {
        let rows: Vec<String> =
            self.rows.iter().map(|(port, row)| format!("|<{port}> {}", in_record(row))).collect();
        writeln!(
            text,
            "    {} [label=\"<top> {}{}\"];",
            quote(self.node),
            in_record(self.node),
            rows.concat()
        )
        .expect(SINK);
    }
}

/// Where an arrow ends: at the top of an object, or at what it leads to inside.
fn target(place: &Place) -> String {
    let node = quote(&place.object);
    if place.index == 0 && place.path.is_empty() {
        return format!("{node}:top");
    }
    let steps = place.path.iter().map(|step| match step {
        Step::Field(name) => format!(".{name}"),
        Step::Index(index) => format!("[{index}]"),
        Step::Byte(byte) => format!("+{byte} bytes"),
    });
    format!("{node}:{}", port(place.index, &steps.collect::<String>()))
}

/// The name of a port: letters, digits and underscores.
fn port(index: u64, path: &str) -> String {
    let path: String =
        path.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("e{index}{path}")
}

fn shown(value: &CValue) -> String {
    match value {
        CValue::Int(number) => number.to_string(),
        CValue::Float(raw) => float::shown(64, *raw),
        CValue::Null => "NULL".to_owned(),
        CValue::Function(name) | CValue::Converted(name) => name.clone(),
        CValue::Uninit => "?".to_owned(),
        CValue::Opaque(text) => text.clone(),
        CValue::Pointer(_) | CValue::Array(_) | CValue::Struct(_) => String::new(),
    }
}

/// Does a value of this type hold pointers to data?
fn holds_pointers(types: &Types, ty: TypeId) -> bool {
    match types.get(ty) {
        CType::Pointer { .. } => true,
        CType::Array { elem, .. } => holds_pointers(types, *elem),
        CType::Struct { fields, .. } => fields.iter().any(|field| holds_pointers(types, field.ty)),
        CType::Void | CType::Int(_) | CType::Float { .. } | CType::FunctionPointer { .. } => false,
    }
}

fn quote(text: &str) -> String {
    format!("\"{}\"", quoted(text))
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Text inside a record label, where braces, bars and angles draw lines.
fn in_record(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        if "\\\"{}|<>".contains(c) {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use suite::{Ends, Inputs, Outputs, Replay, Storage};

    #[test]
    fn a_list_is_drawn_with_its_links() {
        let mut types = Types::new();
        let int = types.int("int", 32, true);
        let node = types.add(CType::Void);
        let to_node = types.pointer(node);
        let field = |name: &str, ty| Field { name: name.into(), ty, bitfield: None };
        let fields = vec![field("v", int), field("next", to_node)];
        let spelling = "struct node".to_string();
        types.complete(node, CType::Struct { spelling, is_union: false, fields });
        let object = |name: &str, v, next| Object {
            name: name.into(),
            elem: node,
            values: vec![CValue::Struct(vec![CValue::Int(v), next])],
            storage: Storage::Variable,
        };
        let list = CValue::pointer("n1", 0);
        let inputs = Inputs {
            objects: vec![object("n1", 3, CValue::pointer("n2", 0)), object("n2", 4, CValue::Null)],
            params: vec![Param { name: "l".into(), ty: to_node, value: list }],
            ..Inputs::default()
        };
        let test = Test {
            id: "t1".into(),
            inputs,
            outputs: Outputs::default(),
            path: Vec::new(),
            covers: Vec::new(),
            ends: Ends::Return,
            replayed: Replay::NotRun,
            formula: None,
        };
        let drawn = pictures(&types, &test).expect("there are links");
        let expected = r#"digraph structures {
    label="t1 before the call";
    rankdir=LR;
    node [shape=record];
    "n1" [label="<top> n1|<e0_v> v 3|<e0_next> next"];
    "n2" [label="<top> n2|<e0_v> v 4|<e0_next> next NULL"];
    "= l" [shape=plaintext, label="l"];
    "n1":e0_next -> "n2":top;
    "= l" -> "n1":top;
}
"#;
        assert_eq!(drawn.before, expected);
        assert!(drawn.after.is_none());
    }
}
