//! A path as C: when it is taken, what it returns and what it leaves in memory, over the inputs on entry.
//!
//! Unlike what messages show, this text is exact: compiled with `-fwrapv` it has the value of the term. Every expression
//! printed here has the value that its term has when read as signed, in `int`, `int64_t` or `__int128`, whichever holds its
//! width first; where an operator reads its operands as unsigned they carry a cast. What C cannot say of inputs, as the length
//! of an array, is not said: then there is no text.

mod bounds;
mod compare;
mod places;
mod printer;
mod text;

use crate::facts::Words;
use crate::limits;
use exec::{LeafValue, Machine, Target, Val};
use ir::{Inst, Program};
use places::{is_signed, place, pointer, written};
use printer::{Named, Printer};
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Pool, Term, Var};

/// What is known of the path that a machine stands at the end of.
pub(crate) fn formula(
    program: &Program,
    machine: &Machine<'_, Words<'_>>,
    pool: &Pool,
    conditions: &[Term],
    returned: Option<Val<Term>>,
) -> suite::Formula {
    let printer = || Printer {
        pool,
        vars: variables(program, machine, pool),
        literals: literals(program),
        fuel: limits::FORMULA_NODES,
    };
    let returns = match returned {
        Some(Val::Word(word)) => printer().expression(word),
        _ => None,
    };
    let writes = written(machine, pool).into_iter();
    let writes = writes.filter_map(|(place, word)| Some((place, printer().expression(word)?)));
    suite::Formula {
        predicate: printer().conjunction(conditions),
        returns,
        writes: writes.collect(),
    }
}

fn variables(
    program: &Program,
    machine: &Machine<'_, Words<'_>>,
    pool: &Pool,
) -> BTreeMap<Var, Named> {
    let mut vars = BTreeMap::new();
    let leads_anywhere =
        machine.leaves().iter().any(|leaf| matches!(leaf.value, LeafValue::Element(..)));
    for leaf in machine.leaves() {
        let Op::Var(var) = pool.op(leaf.word) else { continue };
        let named = match leaf.value {
            LeafValue::Param(index) => {
                let param = program.funcs[machine.under_test()].params.get(index as usize);
                let signed = param.and_then(|param| is_signed(program, param.shape));
                param
                    .zip(signed)
                    .map(|(param, signed)| Named::Place { text: param.name.clone(), signed })
            }
            // Where pointers lead to any element, an element has no name.
            LeafValue::Cell(..) if leads_anywhere => None,
            LeafValue::Cell(object, offset) => place(machine, object, offset, leaf.ty)
                .map(|(text, signed)| Named::Place { text, signed }),
            LeafValue::Pointer(site, ptr) => pointer(machine, site).and_then(|text| {
                let alts = machine.alternatives(ptr);
                let null = alts.iter().position(|alt| alt.target == Target::Null)?;
                (alts.len() == 2).then_some(Named::Pointer { text, null: null as u128 })
            }),
            LeafValue::Length(_) | LeafValue::Stub(_) | LeafValue::Somewhere(_) => None,
            LeafValue::Element(..) | LeafValue::Fails(_) => None,
        };
        vars.extend(named.map(|named| (var, named)));
    }
    vars
}

/// The numbers that the code names, as signed ones.
fn literals(program: &Program) -> BTreeSet<i128> {
    let bodies = program.funcs.values().filter_map(|data| data.body.as_ref());
    let insts = bodies.flat_map(|body| body.insts.values());
    let literal = |inst: &Inst| match inst {
        Inst::Int(ty, bits) => {
            let spare = 128 - ty.int_bits()?;
            Some((bits << spare) as i128 >> spare)
        }
        _ => None,
    };
    insts.filter_map(literal).collect()
}
