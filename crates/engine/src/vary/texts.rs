//! Texts that the code may look for in arrays of characters: its own literals, and numbers where it reads such.

use crate::limits;
use ir::{Func, Global, InitValue, Inst, Program};
use std::collections::BTreeSet;
use world::World;

/// The bytes of the literals and constant texts that functions name, and of numbers if they seem to read digits.
pub(super) fn texts(world: &World<'_>, funcs: &[Func], constants: &[u128]) -> Vec<Vec<u8>> {
    let mut texts = literals(world.program, funcs);
    if reads_digits(world) {
        texts.extend(numerals(constants));
    }
    texts
}

/// Literals and constant texts that functions name, by themselves or in tables.
fn literals(program: &Program, funcs: &[Func]) -> Vec<Vec<u8>> {
    let insts = funcs.iter().flat_map(|&func| program.body(func).insts.values());
    let mut open: Vec<Global> = insts.filter_map(world::named).collect();
    let mut globals = BTreeSet::new();
    while let Some(global) = open.pop() {
        if globals.insert(global) {
            let cells = program.globals[global].init.iter().flatten();
            open.extend(cells.filter_map(|cell| match cell.value {
                InitValue::Global(other, _) => Some(other),
                InitValue::Bytes(_) | InitValue::Func(_) => None,
            }));
        }
    }
    let constant = globals.into_iter().map(|it| &program.globals[it]).filter(|it| it.constant);
    let text = constant.filter_map(|data| match data.init.as_deref()? {
        [cell] => match &cell.value {
            InitValue::Bytes(bytes) if bytes.len() <= limits::LONGEST_TEXT => Some(bytes.clone()),
            _ => None,
        },
        _ => None,
    });
    text.filter(|bytes| !bytes.is_empty()).collect()
}

/// Whoever takes text for a number knows the first digit and the base; functions of the library do, too.
fn reads_digits(world: &World<'_>) -> bool {
    let has = |wanted: u128| {
        world.reach.insts().any(|inst| matches!(inst, Inst::Int(_, bits) if *bits == wanted))
    };
    has(b'0'.into()) && has(10)
}

/// Decimal texts of the ends of integer types, of what lies behind them, and of the constants of the code. A walk that goes
/// digit by digit turns twenty times before it gets there.
fn numerals(constants: &[u128]) -> Vec<Vec<u8>> {
    let ends = [15, 16, 31, 32, 63, 64].map(|bits| 1u128 << bits);
    let behind = ends.iter().flat_map(|end| [(end - 1).to_string(), end.to_string()]);
    let below = ends.iter().flat_map(|end| [format!("-{end}"), format!("-{}", end + 1)]);
    let named = constants.iter().filter(|it| (11..1 << 64).contains(*it)).map(u128::to_string);
    let all: BTreeSet<String> = behind.chain(below).chain(named).collect();
    all.into_iter().map(|text| [text.as_bytes(), &[0]].concat()).collect()
}
