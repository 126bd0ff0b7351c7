//! Functions of other files that pointers of the input may lead to: two of each type that inputs have, declared at the end of
//! the unit, so that pointers can lead to what this file does not define, and to different ones.

use ir::{Program, Shape, ShapeId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Types of functions that are provided for.
const MOST_TYPES: usize = 32;
/// Functions of each type.
const OF_EACH: usize = 2;

/// Their text for the end of a unit; none if no function pointer is part of an input, or if the unit has such names of
/// its own.
pub(crate) fn text(program: &Program) -> Option<String> {
    let (mut declarations, mut mentioned) = (String::new(), String::new());
    let is_taken = program.funcs.values().any(|data| data.name.starts_with(ir::OTHER_FUNCTION));
    for (number, spelling) in (1..).step_by(OF_EACH).zip(code_types(program)) {
        for name in (number..number + OF_EACH).map(|it| format!("{}{it}", ir::OTHER_FUNCTION)) {
            let declared = match spelling.find("(*)") {
                Some(at) => format!("{}{name}{}", &spelling[..at], &spelling[at + "(*)".len()..]),
                None => format!("__typeof__(*({spelling})0) {name}"),
            };
            writeln!(declarations, "{declared};").expect("writing to a string succeeds");
            write!(mentioned, " (void){name};").expect("writing to a string succeeds");
        }
    }
    // What nobody mentions is no part of the program.
    let mention = format!("static void mention_other_functions(void) {{{mentioned} }}");
    let whole = format!("\n# 1 \"other files\"\n{declarations}# 1 \"models\" 3\n{mention}\n");
    (!is_taken && !declarations.is_empty()).then_some(whole)
}

/// The types of pointers to functions that inputs have, as C spells them, in the order in which they are met.
fn code_types(program: &Program) -> Vec<&str> {
    let own = program.funcs.values().filter(|data| data.body.is_some() && !data.system);
    let params = own.flat_map(|data| data.params.iter().map(|param| param.shape));
    // Whoever makes such a conversion, headers of the system included, it says where pointers may lead.
    let bodies = program.funcs.values().filter_map(|data| data.body.as_ref());
    let called = bodies.flat_map(|body| body.code_views.iter().map(|view| view.to));
    let globals = world::input_globals(program).into_iter();
    let globals = globals.filter_map(|global| program.globals[global].shape);
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    for root in params.chain(globals).chain(called) {
        let mut open = vec![root];
        while let Some(shape) = open.pop() {
            if seen.insert(shape) {
                note(program, shape, &mut found);
                open.extend(parts(program, shape));
            }
        }
    }
    found.truncate(MOST_TYPES);
    found
}

fn note<'p>(program: &'p Program, shape: ShapeId, found: &mut Vec<&'p str>) {
    if let Shape::Code { spelling, .. } = &program.shapes[shape]
        && !spelling.contains("/*")
        && !found.contains(&spelling.as_str())
    {
        found.push(spelling);
    }
}

/// What data of a shape consists of or leads to.
fn parts(program: &Program, shape: ShapeId) -> Vec<ShapeId> {
    match &program.shapes[shape] {
        Shape::Array { elem, .. } => vec![*elem],
        Shape::Record { fields, .. } => fields.iter().rev().map(|field| field.shape).collect(),
        Shape::Pointer { to, .. } => to.iter().copied().collect(),
        Shape::Int { .. } | Shape::Float { .. } | Shape::Code { .. } | Shape::Opaque { .. } => {
            Vec::new()
        }
    }
}
