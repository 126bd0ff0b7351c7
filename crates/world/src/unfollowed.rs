//! Calls through pointers, where nobody follows them: which functions they may enter, and which are still called by name only.

use ir::{Callee, Func, Inst, Program};
use std::collections::BTreeSet;

/// The functions of a program as seen from one of them.
pub struct Followed {
    /// The functions that calls by name lead to from there, itself included.
    pub named: BTreeSet<Func>,
    /// Of these the ones that are entered in no other way. The function itself counts: its arguments are anything anyway.
    pub only_named: BTreeSet<Func>,
}

impl Followed {
    /// None where a call may enter functions of any parameters.
    pub fn from(program: &Program, func: Func) -> Option<Self> {
        let named = closure(program, &BTreeSet::from([func]), None);
        let entered = entered(program, &named)?;
        let mut elsewhere = closure(program, &entered, Some(func));
        // What is entered so may call through pointers in its turn.
        loop {
            let more = entered_by(program, &elsewhere, entered.clone())?;
            let wider = closure(program, &more, Some(func));
            if wider == elsewhere {
                break;
            }
            elsewhere = wider;
        }
        let only_named = named.iter().copied().filter(|it| !elsewhere.contains(it));
        Some(Self { only_named: only_named.collect(), named })
    }
}

/// The functions that calls by name lead to from some, without going on from one.
pub(crate) fn closure(
    program: &Program,
    from: &BTreeSet<Func>,
    not_from: Option<Func>,
) -> BTreeSet<Func> {
    let mut found = BTreeSet::new();
    let mut open: Vec<Func> = from.iter().copied().filter(|&it| Some(it) != not_from).collect();
    while let Some(func) = open.pop() {
        if Some(func) == not_from || !found.insert(func) {
            continue;
        }
        for inst in program.funcs[func].body.iter().flat_map(|body| body.insts.values()) {
            if let Inst::Call { callee: Callee::Direct(callee), .. } = inst {
                open.push(*callee);
            }
        }
    }
    found
}

fn entered(program: &Program, callers: &BTreeSet<Func>) -> Option<BTreeSet<Func>> {
    entered_by(program, callers, BTreeSet::new())
}

/// The functions that calls through pointers may enter, and those whose address is taken: whoever has it may call it.
fn entered_by(
    program: &Program,
    callers: &BTreeSet<Func>,
    mut entered: BTreeSet<Func>,
) -> Option<BTreeSet<Func>> {
    for inst in
        callers.iter().flat_map(|it| &program.funcs[*it].body).flat_map(|it| it.insts.values())
    {
        match inst {
            Inst::AddrFunc(func) => {
                entered.insert(*func);
            }
            Inst::Call { callee: Callee::Indirect(_, sig), .. } => {
                if sig.variadic {
                    return None;
                }
                let same = program.funcs.iter().filter(|(_, data)| data.sig.answers(sig));
                entered.extend(same.map(|(func, _)| func));
            }
            _ => {}
        }
    }
    Some(entered)
}
