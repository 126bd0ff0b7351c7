//! Scalar values spelled as a person would in C: character literals, enumerators, `INT_MIN`,
//! numbers with the suffix they need and no other.

use crate::declarator::is_unnamed;
use suite::{IntType, float};

/// An integer constant of type `ty`.
pub(crate) fn int(ty: &IntType, value: i128) -> String {
    if let Some(name) = ty.names.iter().find(|name| name.value == value && !is_unnamed(ty)) {
        return name.name.clone();
    }
    if let Some(character) = character(ty, value) {
        return format!("'{character}'");
    }
    if let Some(limit) = limit(ty, value) {
        return limit.into();
    }
    number(ty, value)
}

/// A floating constant: the shortest decimal that reads back, beside it what it is exactly where the decimal does not say so.
pub(crate) fn float(bits: u32, value: u128) -> String {
    let suffix = match bits {
        32 => "f",
        64 => "",
        _ => "L",
    };
    if float::is_nan(bits, value) {
        return nan(bits, value);
    }
    if float::is_infinite(bits, value) {
        let sign = if float::is_negative(bits, value) { "-" } else { "" };
        return format!("({sign}1.0{suffix} / 0.0{suffix}) /* {sign}infinity */");
    }
    let exact = float::hexadecimal(bits, value);
    match float::decimal(bits, value) {
        Some(decimal) if decimal.len() <= SHORT_DECIMAL || is_whole(bits, &decimal) => {
            format!("{decimal}{suffix}")
        }
        Some(decimal) => format!("{decimal}{suffix} /* {exact} */"),
        None => format!("{exact}{suffix}"),
    }
}

/// Is it an integer that has all its digits?
fn is_whole(bits: u32, decimal: &str) -> bool {
    let whole = decimal.strip_suffix(".0").and_then(|digits| digits.parse::<i64>().ok());
    whole.is_some_and(|whole| whole.unsigned_abs() <= 1 << if bits == 32 { 24 } else { 53 })
}

/// What is no number, with its sign and payload: a function may look at them.
fn nan(bits: u32, value: u128) -> String {
    let sign = if float::is_negative(bits, value) { "-" } else { "" };
    let suffix = match bits {
        32 => "f",
        64 => "",
        _ => "l",
    };
    match float::payload(bits, value) {
        (0, true) => format!("{sign}__builtin_nan{suffix}(\"\") /* NaN */"),
        (payload, true) => format!("{sign}__builtin_nan{suffix}(\"{payload:#x}\") /* NaN */"),
        (payload, false) => {
            format!("{sign}__builtin_nans{suffix}(\"{payload:#x}\") /* signalling NaN */")
        }
    }
}

/// The text of `bytes` as a string literal, when they end in NUL and all read as text.
pub(crate) fn string(bytes: &[i128]) -> Option<String> {
    let (last, _) = bytes.split_last().filter(|(last, _)| **last == 0)?;
    debug_assert_eq!(*last, 0);
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    if bytes[end..].iter().any(|&byte| byte != 0) {
        return None;
    }
    let mut text = String::from("\"");
    for &byte in &bytes[..end] {
        match readable(byte)? {
            '"' => text.push_str("\\\""),
            // Two question marks in a row could begin a trigraph.
            '?' => text.push_str("\\?"),
            plain => text.push_str(&escape(plain)),
        }
    }
    text.push('"');
    Some(text)
}

fn character(ty: &IntType, value: i128) -> Option<String> {
    if !ty.is_char {
        return None;
    }
    match value {
        0 => Some("\\0".into()),
        39 => Some("\\'".into()),
        _ => readable(value).map(escape),
    }
}

/// The character with this code, if it can be read in source text.
fn readable(code: i128) -> Option<char> {
    match u8::try_from(code).ok()? {
        byte @ (b'\n' | b'\t' | b'\r' | 32..=126) => Some(char::from(byte)),
        _ => None,
    }
}

fn escape(character: char) -> String {
    match character {
        '\n' => "\\n".into(),
        '\t' => "\\t".into(),
        '\r' => "\\r".into(),
        '\\' => "\\\\".into(),
        plain => plain.into(),
    }
}

/// The macro of `<limits.h>` for an end of the range of `ty`.
fn limit(ty: &IntType, value: i128) -> Option<&'static str> {
    let is_long = ty.spelling.contains("long") && !ty.spelling.contains("long long");
    let (min, max) = match (ty.bits, ty.signed) {
        (16, true) => ("SHRT_MIN", "SHRT_MAX"),
        (16, false) => ("", "USHRT_MAX"),
        (32, true) => ("INT_MIN", "INT_MAX"),
        (32, false) => ("", "UINT_MAX"),
        (64, true) if is_long => ("LONG_MIN", "LONG_MAX"),
        (64, true) => ("LLONG_MIN", "LLONG_MAX"),
        (64, false) if is_long => ("", "ULONG_MAX"),
        (64, false) => ("", "ULLONG_MAX"),
        _ => return None,
    };
    let (lo, hi) = range(ty);
    match value {
        _ if value == hi => Some(max),
        _ if value == lo && ty.signed => Some(min),
        _ => None,
    }
}

fn range(ty: &IntType) -> (i128, i128) {
    if ty.signed {
        (-(1i128 << (ty.bits - 1)), (1i128 << (ty.bits - 1)) - 1)
    } else {
        (0, (1i128 << ty.bits) - 1)
    }
}

fn number(ty: &IntType, value: i128) -> String {
    if i32::try_from(value).is_ok() {
        // -2147483648 is minus applied to a constant that is no int.
        return if value == i128::from(i32::MIN) { "INT_MIN".into() } else { value.to_string() };
    }
    if let Ok(word) = u32::try_from(value)
        && !ty.signed
    {
        return format!("{word}u");
    }
    match (i64::try_from(value), u64::try_from(value)) {
        (Ok(i64::MIN), _) => "LLONG_MIN".into(),
        (Ok(word), _) => format!("{word}LL"),
        (Err(_), Ok(word)) => format!("{word}ULL"),
        (Err(_), Err(_)) => wide(ty, value),
    }
}

/// C has no constants of 128 bits, so they are put together from two halves.
fn wide(ty: &IntType, value: i128) -> String {
    let (high, low) = ((value as u128 >> 64) as u64, value as u64);
    let spelling = &ty.spelling;
    format!("({spelling})((unsigned __int128){high:#x}ULL << 64 | {low:#x}ULL)")
}

/// Longer decimals say less than they seem to: beyond this many characters the exact number stands beside.
const SHORT_DECIMAL: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use suite::EnumName;

    fn ty(spelling: &str, bits: u32, signed: bool) -> IntType {
        IntType { spelling: spelling.into(), bits, signed, is_char: false, names: Vec::new() }
    }

    #[test]
    fn integers_are_spelled_with_the_suffix_they_need() {
        let check = |ty: &IntType, value: i128, expect: &str| assert_eq!(int(ty, value), expect);
        check(&ty("int", 32, true), -7, "-7");
        check(&ty("int", 32, true), i128::from(i32::MIN), "INT_MIN");
        check(&ty("long", 64, true), i128::from(i32::MIN), "INT_MIN");
        check(&ty("long", 64, true), i128::from(i64::MIN), "LONG_MIN");
        check(&ty("int64_t", 64, true), i128::from(i64::MIN), "LLONG_MIN");
        check(&ty("long long", 64, true), 5_000_000_000, "5000000000LL");
        check(&ty("unsigned int", 32, false), 4_000_000_000, "4000000000u");
        check(&ty("unsigned long", 64, false), (1 << 64) - 2, "18446744073709551614ULL");
        check(&ty("unsigned long", 64, false), (1 << 64) - 1, "ULONG_MAX");
        check(&ty("signed char", 8, true), -128, "-128");
        check(&ty("_Bool", 1, false), 1, "1");
        check(
            &ty("__int128", 128, true),
            -1 << 64,
            "(__int128)((unsigned __int128)0xffffffffffffffffULL << 64 | 0x0ULL)",
        );
    }

    #[test]
    fn characters_and_enumerators_are_named() {
        let char_ty = IntType { is_char: true, ..ty("char", 8, true) };
        let check = |value: i128, expect: &str| assert_eq!(int(&char_ty, value), expect);
        check(65, "'A'");
        check(0, "'\\0'");
        check(39, "'\\''");
        check(92, "'\\\\'");
        check(10, "'\\n'");
        check(-3, "-3");
        check(7, "7");
        let names = vec![EnumName { name: "RED".into(), value: 2 }];
        let colour = IntType { names, ..ty("enum colour", 32, false) };
        assert_eq!(int(&colour, 2), "RED");
        assert_eq!(int(&colour, 3), "3");
    }

    #[test]
    fn strings_are_used_only_where_they_read_as_text() {
        let check = |bytes: &[u8], expect: Option<&str>| {
            let bytes: Vec<i128> = bytes.iter().map(|&byte| i128::from(byte)).collect();
            assert_eq!(string(&bytes).as_deref(), expect);
        };
        check(b"abc\0", Some("\"abc\""));
        check(b"a\0\0\0", Some("\"a\""));
        check(b"\"\\?\n\0", Some("\"\\\"\\\\\\?\\n\""));
        check(b"abc", None);
        check(b"a\0b\0", None);
        check(b"\x01\0", None);
        check(b"", None);
    }

    #[test]
    fn floats_lose_no_bit() {
        let check = |value: f64, expect: &str| {
            assert_eq!(super::float(64, value.to_bits().into()), expect);
        };
        check(0.5, "0.5");
        check(-0.0, "-0.0");
        check(3.0, "3.0");
        check(-123_456_789_012.0, "-123456789012.0");
        check(9_007_199_254_740_994.0, "9007199254740994.0 /* 0x1.0000000000001p+53 */");
        assert_eq!(
            super::float(32, 123_456_790_000f32.to_bits().into()),
            "123456790000.0f /* 0x1.cbe992p+36 */"
        );
        check(0.1 + 0.2, "0.30000000000000004 /* 0x1.3333333333334p-2 */");
        check(1e300, "1e300");
        check(f64::from_bits(1), "5e-324");
        check(f64::MIN_POSITIVE, "2.2250738585072014e-308 /* 0x1p-1022 */");
        check(f64::NEG_INFINITY, "(-1.0 / 0.0) /* -infinity */");
        check(f64::from_bits(0x7ff8 << 48), "__builtin_nan(\"\") /* NaN */");
        check(
            f64::from_bits(0xfff0_0000_0000_0001),
            "-__builtin_nans(\"0x1\") /* signalling NaN */",
        );
        assert_eq!(super::float(32, 1.5f32.to_bits().into()), "1.5f");
        assert_eq!(super::float(80, 0x3fff << 64 | 3 << 62), "1.5L");
        let tenth = 0x3ffb << 64 | 0xcccc_cccc_cccc_cccd;
        assert_eq!(super::float(80, tenth), "0x1.999999999999999ap-4L");
        assert_eq!(super::float(80, 0x7fff << 64 | 3 << 62), "__builtin_nanl(\"\") /* NaN */");
    }
}
