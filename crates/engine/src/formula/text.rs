//! Pieces of C text: literals, casts, types, and parentheses where they are needed.

use term::{Pool, Term};

/// A piece of C and how tight its operator binds; larger is tighter.
pub(super) type Text = (String, u32);

/// Names and calls, which nothing takes apart.
pub(super) const ATOM: u32 = 14;
pub(super) const UNARY: u32 = 13;
pub(super) const MULTIPLY: u32 = 12;
pub(super) const ADD: u32 = 11;
pub(super) const SHIFT: u32 = 10;
pub(super) const ORDER: u32 = 9;
pub(super) const EQUAL: u32 = 8;
pub(super) const BIT_AND: u32 = 7;
pub(super) const BIT_XOR: u32 = 6;
pub(super) const BIT_OR: u32 = 5;
pub(super) const BOTH: u32 = 4;
pub(super) const EITHER: u32 = 3;
pub(super) const CHOICE: u32 = 2;

/// In parentheses unless it binds at least this tight.
pub(super) fn at_least((text, own): Text, needed: u32) -> String {
    if own < needed { format!("({text})") } else { text }
}

pub(super) fn cast(ty: &str, text: Text) -> Text {
    (format!("({ty}){}", at_least(text, UNARY)), UNARY)
}

pub(super) fn constant(pool: &Pool, term: Term) -> Text {
    let (width, bits) = (pool.width(term), pool.as_const(term).expect("it is a constant"));
    if width == 1 {
        return (bits.to_string(), ATOM);
    }
    signed_text((bits << (128 - width)) as i128 >> (128 - width), width)
}

pub(super) fn unsigned_text(value: u128) -> Option<String> {
    let suffix = match value {
        0..=0x7fff_ffff => "",
        0x8000_0000..=0xffff_ffff => "u",
        0x1_0000_0000..=0xffff_ffff_ffff_ffff => "ul",
        _ => return None,
    };
    Some(format!("{value}{suffix}"))
}

/// Is a number one of a width?
pub(super) fn is_within(value: i128, width: u32, signed: bool) -> bool {
    match (signed, width) {
        (true, 128) => true,
        (true, _) => (-(1 << (width - 1))..1 << (width - 1)).contains(&value),
        (false, 127..) => value >= 0,
        (false, _) => (0..1 << width).contains(&value),
    }
}

pub(super) fn signed_text(value: i128, width: u32) -> Text {
    // The least value of a type is no literal of it.
    let text = match value {
        _ if value == i128::from(i32::MIN) && width == 32 => "(-2147483647 - 1)".to_owned(),
        _ if value == i128::from(i64::MIN) => "(-9223372036854775807 - 1)".to_owned(),
        _ if i64::try_from(value).is_ok() => value.to_string(),
        _ => {
            let (high, low) = ((value >> 64) as i64, value as u64);
            format!("((__int128){high} << 64 | {low}ul)")
        }
    };
    let own = if value < 0 && !text.starts_with('(') { UNARY } else { ATOM };
    (text, own)
}

/// The type that values of a width are computed in.
pub(super) fn holder(width: u32) -> &'static str {
    match width {
        0..=32 => "int",
        33..=64 => "int64_t",
        _ => "__int128",
    }
}

/// Its width.
pub(super) fn holder_bits(width: u32) -> u32 {
    match width {
        0..=32 => 32,
        33..=64 => 64,
        _ => 128,
    }
}

pub(super) fn signed_type(width: u32) -> Option<String> {
    match width {
        8 | 16 | 32 | 64 => Some(format!("int{width}_t")),
        128 => Some("__int128".to_owned()),
        _ => None,
    }
}

pub(super) fn unsigned_type(width: u32) -> Option<String> {
    match width {
        8 | 16 | 32 | 64 => Some(format!("uint{width}_t")),
        128 => Some("unsigned __int128".to_owned()),
        _ => None,
    }
}

/// What arithmetic in a wider type gave, in the width of the term.
pub(super) fn fit(width: u32, text: Text) -> Option<Text> {
    if matches!(width, 32 | 64 | 128) { Some(text) } else { truncated(width, text) }
}

/// The low bits of a value, read as signed.
pub(super) fn truncated(width: u32, text: Text) -> Option<Text> {
    if let Some(ty) = signed_type(width) {
        return Some(cast(&ty, text));
    }
    let bits = holder_bits(width);
    let (signed, unsigned) = (signed_type(bits)?, unsigned_type(bits)?);
    let shift = bits - width;
    let shifted = format!("({signed})({} << {shift})", cast(&unsigned, text).0);
    Some((format!("{shifted} >> {shift}"), SHIFT))
}
