//! Constant expressions: values, and which of them are integer constant expressions.

use super::unit_on;
use crate::consteval;
use crate::target::Target;
use crate::typed::{ConstValue, ExprId, StmtKind, Unit};

/// The expression, which may use a few declared names.
fn evaluate(text: &str, target: &Target) -> (Unit, ExprId) {
    let text = format!(
        "enum e {{ A = 4, B }}; struct s {{ char c; int i[3]; short t; }}; struct s g; int n; void f(void) {{ {text}; }}"
    );
    let (unit, messages) = unit_on(&text, target);
    assert_eq!(messages, "", "{text}");
    let expr = unit.stmts.values().find_map(|stmt| match stmt.kind {
        StmtKind::Expr(expr) => Some(expr),
        _ => None,
    });
    (unit, expr.expect("an expression statement"))
}

#[track_caller]
fn check(text: &str, expected: i128) {
    let (unit, expr) = evaluate(text, &Target::LP64);
    assert_eq!(unit.constant_int(expr), Some(expected), "{text}");
    assert!(unit.exprs[expr].ice, "{text} is an integer constant expression");
}

#[track_caller]
fn check_not_constant(text: &str) {
    let (unit, expr) = evaluate(text, &Target::LP64);
    assert_eq!(unit.constant(expr), None, "{text}");
    assert!(!unit.exprs[expr].ice, "{text}");
}

#[test]
fn integers() {
    for (text, expected) in [
        ("1 + 2 * 3 - 4 / 3", 6),
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("7u - 8u", 4_294_967_295),
        ("0xffffffff + 1", 0),
        ("0xffffffffu * 0xffffffffu", 1),
        ("1L << 40", 1 << 40),
        ("-16 >> 2", -4),
        ("0x80000000 >> 31", 1),
        ("~0", -1),
        ("~0u", 4_294_967_295),
        ("(char)200", -56),
        ("(unsigned char)-1", 255),
        ("(short)0x18000", -32768),
        ("(_Bool)0.5", 1),
        ("(int)3.99", 3),
        ("-1 < 0u", 0),
        ("-1 < 0", 1),
        ("(unsigned char)255 + 1", 256),
        ("sizeof(long)", 8),
        ("sizeof(struct s)", 20),
        ("sizeof g.i / sizeof *g.i", 3),
        ("_Alignof(double)", 8),
        ("__builtin_offsetof(struct s, i[2])", 12),
        ("A * B", 20),
        ("'a'", 97),
        ("'\\xff'", -1),
        ("1 ? 2 : 3", 2),
        ("0 ?: 5", 5),
        ("3 > 2 && 2 > 1", 1),
        ("!5", 0),
        ("0 || 0", 0),
        ("9223372036854775807", i64::MAX as i128),
        ("18446744073709551615u", u64::MAX as i128),
        ("(__int128)1 << 100", 1 << 100),
        ("(unsigned __int128)-1 >> 127", 1),
        ("(unsigned __int128)-1 > 1", 1),
        ("__builtin_bswap32(0x12345678)", 0x7856_3412),
        ("__builtin_clz(1)", 31),
        ("__builtin_ctzl(8)", 3),
        ("__builtin_popcount(255)", 8),
        ("__builtin_constant_p(1 + 1)", 1),
        ("__builtin_types_compatible_p(int, signed)", 1),
    ] {
        check(text, expected);
    }
}

#[test]
fn what_has_no_value_is_no_constant() {
    for text in [
        "1 / 0",
        "1 % 0",
        "1 << 32",
        "1 << -1",
        "n",
        "n * 0",
        "2147483647 + 1",
        "-2147483647 - 2",
        "1 << 31",
        "(-2147483647 - 1) / -1",
        "(-2147483647 - 1) % -1",
        "-1 << 1",
        "(int)1e10",
        "n && 0",
        "(1, 2)",
    ] {
        check_not_constant(text);
    }
}

#[test]
fn constants_that_are_no_integer_constant_expressions() {
    for (text, expected) in [
        ("1 || n", 1),
        ("0 && n", 0),
        ("1.5 > 1", 1),
        ("(int)-3.99", -3),
        ("&g == 0", 0),
        ("(int)(1.5 + 1.5)", 3),
        ("1 ? 2 : n", 2),
        ("(long)&((struct s *)0)->t", 16),
    ] {
        let (unit, expr) = evaluate(text, &Target::LP64);
        assert_eq!(unit.constant_int(expr), Some(expected), "{text}");
        assert!(!unit.exprs[expr].ice, "{text}");
    }
}

#[test]
fn overflow_wraps_where_a_constant_is_required() {
    for (text, expected) in [
        ("1 << 31", i64::from(i32::MIN)),
        ("2147483647 + 1", i64::from(i32::MIN)),
        ("1 + (1 << 31)", -2_147_483_647),
    ] {
        let (unit, expr) = evaluate(text, &Target::LP64);
        assert_eq!(consteval::required_int(&unit, expr), Some(expected.into()), "{text}");
    }
}

#[test]
fn floats() {
    for (text, expected) in [
        ("0.1 + 0.2", 0.1 + 0.2),
        ("1 / 3.0", 1.0 / 3.0),
        ("-0.0", -0.0),
        ("1e308 * 10", f64::INFINITY),
        ("(double)0.1f", f64::from(0.1_f32)),
        ("0x1p-2", 0.25),
        ("3 ? 2.5 : 1", 2.5),
        ("(double)(1.0L / 3.0L)", 1.0 / 3.0),
    ] {
        let (unit, expr) = evaluate(text, &Target::LP64);
        let Some(ConstValue::Float(bits)) = unit.constant(expr) else {
            panic!("{text} is a constant")
        };
        assert_eq!(bits.0 as u64, expected.to_bits(), "{text}");
    }
}

#[test]
fn the_other_data_model() {
    for (text, expected) in [
        ("sizeof(long)", 4),
        ("sizeof(void *)", 4),
        ("_Alignof(double)", 4),
        ("sizeof(long double)", 12),
        ("4294967295 > 0", 1),
        ("-1L < 1u", 0),
        ("sizeof(2147483648)", 8),
        ("sizeof(sizeof(int))", 4),
    ] {
        let (unit, expr) = evaluate(text, &Target::ILP32);
        assert_eq!(unit.constant_int(expr), Some(expected), "{text}");
    }
}
