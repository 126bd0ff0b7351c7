//! The files of `filetests/run`, lowered and interpreted. Their expectations are those that gcc and clang confirm.

use super::{OPTIONS, program, program_with};
use crate::Options;
use cfront::target::Target;
use interp::{Limits, Machine, Outcome, Seen};
use ir::input::{Input, Scalar};
use ir::{Program, Type};

#[track_caller]
fn check(text: &str) {
    let (program, _) = program(text);
    let mut machine = Machine::new(&program);
    let mut wrong = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("// run: ")) {
        let (call, expected) = split(line);
        let found = run(&program, &mut machine, call);
        if !agrees(&expected, &found) {
            wrong.push(format!("{line}: found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An index far outside traps where the pointer is made, one past the end only where it is used: both leave the object.
fn agrees(expected: &str, found: &str) -> bool {
    expected == found
        || expected == "returns" && found.parse::<i128>().is_ok()
        || expected == "trap out-of-bounds" && found == "trap pointer-arithmetic"
}

/// A line as call and expected outcome.
fn split(line: &str) -> (&str, String) {
    if let Some((call, value)) = line.split_once(" == ") {
        let value = value.trim();
        let hex = value.strip_prefix("0x").map(|hex| i128::from_str_radix(hex, 16));
        let value = hex.map_or(value.to_owned(), |hex| hex.expect("a number").to_string());
        return (call, value);
    }
    match line.split_once(" traps ") {
        Some((call, kind)) => (call, format!("trap {}", kind.trim())),
        None => (line.trim_end_matches("returns").trim(), "returns".to_owned()),
    }
}

fn run(program: &Program, machine: &mut Machine, call: &str) -> String {
    let (name, args) = call.split_once('(').expect("a call");
    let func = program.find_func(name).expect("a function of the file");
    let args = args.trim_end_matches(')').split(',').filter(|arg| !arg.trim().is_empty());
    let types = &program.funcs[func].sig.params;
    let args = args.zip(types).map(|(arg, &ty)| scalar(arg.trim(), ty)).collect();
    let input = Input { args, ..Input::default() };
    match machine.run(func, &input, &Limits::UNIT).outcome {
        Outcome::Returned(Some(Seen::Scalar(Scalar::Bits(ty, bits)))) => {
            let signed = match program.funcs[func].ret.map(|shape| &program.shapes[shape]) {
                Some(ir::Shape::Int { signed, .. }) => *signed,
                _ => false,
            };
            number(ty, bits, signed).to_string()
        }
        Outcome::Returned(_) => "0".to_owned(),
        Outcome::Trapped(trap) => format!("trap {}", trap.kind),
        other => format!("{other:?}"),
    }
}

fn scalar(text: &str, ty: Type) -> Scalar {
    let value = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match value.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).expect("an argument"),
        None => value.parse().expect("an argument"),
    };
    let bits = ty.int_bits().expect("an integer parameter");
    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    Scalar::Bits(ty, value as u128 & mask)
}

fn number(ty: Type, bits: u128, signed: bool) -> i128 {
    let spare = 128 - ty.int_bits().expect("an integer result");
    if signed { (bits << spare) as i128 >> spare } else { bits as i128 }
}

macro_rules! files {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            check(include_str!(concat!("../../../../filetests/run/", stringify!($name), ".c")));
        }
    )*};
}

files! {
    arrays bitfields calls conversions declarations division enums globals gnu goto jumps loops operators order
    overflow pointers promotions shifts shortcircuit structs switch uninitialised
}

/// What clang does otherwise and sanitizers do not see, so that it cannot stand in a file.
#[test]
fn arguments_are_those_of_gcc() {
    check(
        "static int log;
         static int note(int n) { log = log * 10 + n; return n; }
         static int three(int a, int b, int c) { return a; }
         int last_first(void) { three(note(1), note(2), note(3)); return log; }
         // run: last_first() == 321
         struct s { int a; };
         static struct s shared = {1};
         static int change(void) { shared.a = 7; return 2; }
         static int sum(int n, struct s s) { return n * 10 + s.a; }
         int copied_last(void) { return sum(change(), shared); }
         // run: copied_last() == 27
         static int take(int n, ...) {
             __builtin_va_list list;
             __builtin_va_start(list, n);
             for (int i = 1; i < n; i++) __builtin_va_arg(list, int);
             return __builtin_va_arg(list, long);
         }
         int behind(void) { return take(3, 1L, 2L); }
         // run: behind() traps out-of-bounds
         int wider(void) { return take(2, 1, 2); }
         // run: wider() traps uninitialised
         int fits(void) { return take(2, 1, 2L); }
         // run: fits() == 2"
            .replace("         ", "")
            .as_str(),
    );
}

/// Results in the files are those of LP64; under the other model what it can express must at least verify.
#[test]
fn the_other_data_model_verifies() {
    for text in [
        include_str!("../../../../filetests/run/arrays.c"),
        include_str!("../../../../filetests/run/goto.c"),
        include_str!("../../../../filetests/run/loops.c"),
        include_str!("../../../../filetests/run/order.c"),
        include_str!("../../../../filetests/run/pointers.c"),
        include_str!("../../../../filetests/run/structs.c"),
    ] {
        program_with(text, &Options { target: Target::ILP32, ..OPTIONS });
    }
}
