//! A world on one line, for people: arguments, then what they lead to.

use ir::input::{Cell, Input, Scalar};
use ir::{Func, Program};

/// An input of a function.
pub(super) fn input(program: &Program, func: Func, input: &Input) -> String {
    let value = |value: Scalar| scalar(program, input, value);
    let params = program.funcs[func].params.iter().zip(&input.args);
    let args = params.map(|(param, arg)| format!("{} = {}", param.name, value(*arg)));
    let contents = |cells: &[Cell]| {
        let mut cells = cells.to_vec();
        cells.sort_by_key(|cell| cell.offset);
        let cells = cells.iter().map(|cell| format!("+{}: {}", cell.offset, value(cell.value)));
        cells.collect::<Vec<_>>().join(", ")
    };
    let objects = input.objects.values().map(|object| {
        format!("{} of {} bytes {{{}}}", object.name, object.size, contents(&object.cells))
    });
    let globals = input.globals.iter().map(|(global, cells)| {
        format!("{} {{{}}}", program.globals[*global].name, contents(cells))
    });
    let fails = input.failing.iter().map(|number| format!("allocation {number} fails"));
    args.chain(objects).chain(globals).chain(fails).collect::<Vec<_>>().join("; ")
}

fn scalar(program: &Program, input: &Input, value: Scalar) -> String {
    match value {
        Scalar::Bits(ty, bits) => {
            let unused = 128 - ty.int_bits().unwrap_or(128);
            ((bits << unused) as i128 >> unused).to_string()
        }
        Scalar::Null => "NULL".to_owned(),
        Scalar::Object(obj, at) => format!("{}+{at}", input.objects[obj].name),
        Scalar::Global(global, at) => format!("{}+{at}", program.globals[global].name),
        Scalar::Func(func) => program.funcs[func].name.clone(),
    }
}
