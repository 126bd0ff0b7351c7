//! Every spelling of a scalar against its bits, as the compiler reads it.

use std::fmt::Write;
use std::time::Duration;

use emit::{PlainOptions, plain};
use native::{Compiler, Optimise, TempDir, run_emitted};
use suite::{
    CType, CValue, FunctionReport, FunctionUnderTest, Inputs, IntType, Outputs, Param, TypeId,
    Types,
};

use crate::samples::{int, is_installed, test};

/// Spelling, width, sign, and whether values read as characters.
const INTEGERS: [(&str, u32, bool, bool); 11] = [
    ("char", 8, true, true),
    ("signed char", 8, true, false),
    ("unsigned char", 8, false, true),
    ("short", 16, true, false),
    ("unsigned short", 16, false, false),
    ("int", 32, true, false),
    ("unsigned", 32, false, false),
    ("long", 64, true, false),
    ("unsigned long", 64, false, false),
    ("long long", 64, true, false),
    ("unsigned long long", 64, false, false),
];

/// Values near both ends of the range, near zero and powers of two, and printable characters.
fn integers(bits: u32, signed: bool) -> Vec<i128> {
    let (lo, hi) = if signed {
        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
    } else {
        (0, (1i128 << bits) - 1)
    };
    let near = |value: i128| (value - 2)..=(value + 2);
    let powers = (0..=bits).flat_map(|power| near(1 << power).chain(near(-(1 << power))));
    let mut values: Vec<i128> = near(lo)
        .chain(near(hi))
        .chain(powers)
        .chain(0..128)
        .filter(|v| (lo..=hi).contains(v))
        .collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Bit patterns of all classes of double, and a walk over many others.
fn doubles() -> Vec<u64> {
    let named = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        1e22,
        1e23,
        123_456.0,
        1e300,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    let walk = (1..200u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let nans = [0x7ff8 << 48, 0xfff8 << 48, 0x7ff8_0000_0000_0123, 0x7ff0_0000_0000_0001, u64::MAX];
    named
        .iter()
        .map(|value| value.to_bits())
        .chain([1, 2, 0x000f_ffff_ffff_ffff])
        .chain(nans)
        .chain(walk)
        .collect()
}

fn floats() -> Vec<u64> {
    let narrow = doubles().into_iter().map(|bits| (bits >> 32) as u32);
    let named = [0.1f32, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, -0.0];
    let all = narrow.chain(named.iter().map(|value| value.to_bits())).chain([1, 2]);
    all.chain([0x7fc0_0001, 0xff80_0001, 0x7fff_ffff]).map(u64::from).collect()
}

/// One function `same` that compares an argument with its bits, and a test for every value.
fn check(cc: &str, spelling: &str, ty: impl Fn(&mut Types) -> TypeId, values: &[(CValue, u64)]) {
    let dir = TempDir::new().expect("a directory");
    let mut unit = String::from("#include <string.h>\n");
    write!(
        unit,
        "int same({spelling} value, unsigned long long bits)\n{{\n    \
         return memcmp(&value, &bits, sizeof value) == 0;\n}}\n"
    )
    .expect("writing to a string succeeds");
    let path = dir.write("unit.c", &unit).expect("a file");

    let mut types = Types::new();
    let ty = ty(&mut types);
    let wide = types.int("unsigned long long", 64, false);
    let result = types.int("int", 32, true);
    let params = vec![("value".to_string(), ty), ("bits".to_string(), wide)];
    let path = path.to_str().expect("a readable path");
    let under_test = FunctionUnderTest::new("same", result, params, path);
    let mut function = FunctionReport::new(under_test, "branch");
    for (index, (value, bits)) in values.iter().enumerate() {
        let params = vec![
            Param { name: "value".into(), ty, value: value.clone() },
            Param { name: "bits".into(), ty: wide, value: int((*bits).into()) },
        ];
        let inputs = Inputs { params, ..Inputs::default() };
        let outputs = Outputs { returns: Some(int(1)), ..Outputs::default() };
        function.tests.push(test(&format!("t{index}"), inputs, outputs));
    }
    let text = plain(&types, &function, &PlainOptions { compile_command: String::new() });
    let cc = Compiler::new(cc, Vec::new());
    let flags = ["-Wall", "-Wextra", "-Werror"];
    let run = run_emitted(&cc, &text, Optimise::No, &flags, Duration::from_secs(10))
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(run.passed, "{spelling}: {}", run.stderr);
}

fn check_all(cc: &str) {
    if !is_installed(cc) {
        return;
    }
    for (spelling, bits, signed, is_char) in INTEGERS {
        let values: Vec<_> =
            integers(bits, signed).into_iter().map(|value| (int(value), value as u64)).collect();
        let ty = |types: &mut Types| {
            let names = Vec::new();
            let spelling = spelling.to_string();
            types.add(CType::Int(IntType { spelling, bits, signed, is_char, names }))
        };
        check(cc, spelling, ty, &values);
    }
    for (spelling, bits, patterns) in [("double", 64, doubles()), ("float", 32, floats())] {
        let values: Vec<_> =
            patterns.into_iter().map(|bits| (CValue::Float(bits.into()), bits)).collect();
        let ty =
            |types: &mut Types| types.add(CType::Float { spelling: spelling.to_string(), bits });
        check(cc, spelling, ty, &values);
    }
}

#[test]
fn gcc_reads_every_spelling_as_meant() {
    check_all("gcc");
}

#[test]
fn clang_reads_every_spelling_as_meant() {
    check_all("clang");
}
