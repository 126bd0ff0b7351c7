//! Reading and writing.

use super::*;
use crate::Evaluator;

#[track_caller]
fn read(text: &str) -> Document {
    let (document, diagnostics) = parse(text);
    let messages: Vec<_> = diagnostics.iter().map(|d| &d.message).collect();
    assert!(messages.is_empty(), "{text}: {messages:?}");
    document
}

#[track_caller]
fn check_c(text: &str, expect: &str) {
    let document = read(text);
    let last = document.constraints.last().expect("a constraint");
    assert_eq!(c_text(&document.pool, last.term, 500), expect);
}

#[track_caller]
fn check_error(text: &str, expect: &str) {
    let (_, diagnostics) = parse(text);
    let found: Vec<String> =
        diagnostics.iter().map(|d| format!("{}..{} {}", d.span.lo, d.span.hi, d.message)).collect();
    assert_eq!(found.join("; "), expect);
}

#[test]
fn operators_follow_types() {
    check_c("var x: i32\nassert x + 3 <= 7", "x + 3 <= 7");
    check_c("var x: u32\nassert x + 3 <= 7", "(uint32_t)(x + 3) <= 7u");
    check_c("var x: u8\nvar y: u8\nassert zext(x, 32) < zext(y, 32)", "(uint8_t)x < (uint8_t)y");
    check_c("var x: i8\nassert !(x == -1) && x >> 1 != 2", "x != -1 && x >> 1 != 2");
    check_c("var c: bool\nvar x: i8\nassert (c ? x : -x) > 100", "101 <= (c ? x : -x)");
}

#[test]
fn messages_name_the_place() {
    check_error("assert x > 3", "7..8 `x` is not declared");
    check_error("var x: u8\nvar y: i8\nassert x == y", "32..33 this is i8, but u8 is wanted here");
    check_error("var x: u129", "7..11 `u129` is no type");
    check_error("var x: u8\nassert x < 256", "21..24 this number does not fit u8");
    check_error(
        "frob\nassert 1 +\n",
        "0..4 this begins no line; 15..16 an expression is missing here",
    );
    check_error("var x: u8\nvar x: u8", "14..15 `x` is declared twice");
    check_error("assert zext(1u8, 129) == 0", "17..20 a number from 8 to 128 is wanted here");
}

#[test]
fn nesting_is_limited() {
    let deep = format!("assert {}true{}", "(".repeat(100_000), ")".repeat(100_000));
    check_error(&deep, "207..208 this nests too deep");
    let signs = format!("assert {}true", "!".repeat(100_001));
    assert_eq!(read(&signs).constraints.len(), 1);
}

#[test]
fn text_reads_back_to_the_same_meaning() {
    let text = "var a: u8\nvar b: i8\nvar c: bool\n\
        label one: add_overflows(b, signed(a)) || c\n\
        assert element(a, 3u4, 5, 7) < 6 && extract(a, 5, 2) == 3\n\
        label two: (b / 3 - b % -7) * (b >> 2) <= -128i8 || min(b, 5) > sext(signed(extract(a, 3, 0)), 8)\n\
        assert concat(a, b) != 0x12u16 && ~(a << 3) >= a >> 1 && mul_overflows(a, a + 1)\n\
        expect sat\n";
    let first = read(text);
    let printed = first.to_text();
    let second = read(&printed);
    assert_eq!(first.constraints.len(), second.constraints.len());
    let (mut ours, mut theirs) = (Evaluator::new(), Evaluator::new());
    for packed in 0..1 << 17 {
        for (at, shift) in [0, 8, 16].into_iter().enumerate() {
            ours.set(first.pool.vars().nth(at).expect("three variables"), packed >> shift);
            theirs.set(second.pool.vars().nth(at).expect("three variables"), packed >> shift);
        }
        for (one, other) in first.constraints.iter().zip(&second.constraints) {
            assert_eq!(ours.value(&first.pool, one.term), theirs.value(&second.pool, other.term));
        }
    }
    assert_eq!(first.expect, Some(Expected::Sat));
}
