//! Whatever the verifier lets through, the machine runs without panic: the IR files with single characters changed.

use interp::{Limits, Machine};
use ir::input::{Input, Scalar};
use ir::{Program, Type};

const FILES: [&str; 5] = [
    include_str!("../../../filetests/ir/scalar.ir"),
    include_str!("../../../filetests/ir/memory.ir"),
    include_str!("../../../filetests/ir/library.ir"),
    include_str!("../../../filetests/ir/narrow.ir"),
    include_str!("../../../filetests/ir/everything.ir"),
];

/// Ids and numbers change their meaning most with a digit or a letter.
const CHANGES: &[u8] = b"0129su -";

fn run_all(program: &Program) {
    let limits = Limits { steps: 2_000, depth: 20, memory: 1 << 16, events: 100, shown: 10 };
    let mut machine = Machine::new(program);
    for (func, data) in program.funcs.iter().filter(|(_, data)| data.body.is_some()) {
        let zero = |ty: &Type| if *ty == Type::Ptr { Scalar::Null } else { Scalar::Bits(*ty, 0) };
        let args = data.sig.params.iter().map(zero).collect();
        let run = machine.run(func, &Input { args, ..Input::default() }, &limits);
        assert!(run.steps <= limits.steps && run.events.len() <= limits.events);
    }
}

#[test]
fn mutants_that_verify_run_without_panic() {
    let mut ran = 0;
    for text in FILES {
        for at in (0..text.len()).step_by(23) {
            let mut mutant = text.as_bytes().to_vec();
            mutant[at] = CHANGES[at / 23 % CHANGES.len()];
            let Ok(program) = ir::parse(&String::from_utf8_lossy(&mutant)) else {
                continue;
            };
            if ir::verify(&program).is_empty() {
                run_all(&program);
                ran += 1;
            }
        }
    }
    assert!(ran > 150, "only {ran} mutants passed the verifier");
}
