//! Floats by their bits: what they are, and how they are spelled so that no bit is lost.
//!
//! `bits` is 32 for `float`, 64 for `double`, 80 for the `long double` of the x87, which stores the leading bit of its significand.

/// Is it no number?
pub fn is_nan(bits: u32, raw: u128) -> bool {
    let (exponent, fraction) = parts(bits, raw);
    exponent == all_ones(exponent_bits(bits)) && fraction != 0
}

/// Is it an infinity?
pub fn is_infinite(bits: u32, raw: u128) -> bool {
    parts(bits, raw) == (all_ones(exponent_bits(bits)), 0)
}

/// Is its sign set?
pub fn is_negative(bits: u32, raw: u128) -> bool {
    raw >> (bits - 1) & 1 == 1
}

/// Is it a pattern of the x87 whose leading bit does not fit its exponent? No computation gives it, and C cannot spell it.
pub fn is_odd(bits: u32, raw: u128) -> bool {
    bits == 80 && (raw >> 63 & 1 == 1) != (parts(bits, raw).0 != 0)
}

/// What a NaN carries beside its sign, without the bit that makes it quiet; and whether that is set.
pub fn payload(bits: u32, raw: u128) -> (u128, bool) {
    let (_, fraction) = parts(bits, raw);
    let quiet = 1 << (fraction_bits(bits) - 1);
    (fraction & !quiet, fraction & quiet != 0)
}

/// A finite number in C99 hexadecimal notation, exactly.
pub fn hexadecimal(bits: u32, raw: u128) -> String {
    let sign = if is_negative(bits, raw) { "-" } else { "" };
    let (stored, fraction) = parts(bits, raw);
    let bias = all_ones(exponent_bits(bits) - 1) as i64;
    let (lead, exponent) = match (stored, fraction) {
        (0, 0) => return format!("{sign}0x0p+0"),
        (0, _) => (0, 1 - bias),
        _ => (1, stored as i64 - bias),
    };
    let n_digits = fraction_bits(bits).div_ceil(4);
    let digits = fraction << (4 * n_digits - fraction_bits(bits));
    let digits = format!("{digits:0n$x}", n = n_digits as usize);
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x{lead}{point}{digits}p{exponent:+}")
}

/// The shortest decimal that reads back as this finite number; of a `long double` only a short one that is exact.
pub fn decimal(bits: u32, raw: u128) -> Option<String> {
    match bits {
        32 => Some(format!("{:?}", f32::from_bits(raw as u32))),
        64 => Some(format!("{:?}", f64::from_bits(raw as u64))),
        _ => few_digits(raw).map(|number| format!("{number:?}")),
    }
}

/// Any float for a reader: the decimal if there is one, as `printf` writes what is no number.
pub fn shown(bits: u32, raw: u128) -> String {
    let sign = if is_negative(bits, raw) { "-" } else { "" };
    if is_nan(bits, raw) {
        return "nan".to_owned();
    }
    if is_infinite(bits, raw) {
        return format!("{sign}inf");
    }
    decimal(bits, raw).unwrap_or_else(|| hexadecimal(bits, raw))
}

/// A `long double` with at most five digits before the point and ten bits behind it: its decimal has at most fifteen digits, and
/// as a double of so few digits has no other decimal that is as short, that of the double is exact.
fn few_digits(raw: u128) -> Option<f64> {
    let (stored, fraction) = parts(80, raw);
    let sign = if is_negative(80, raw) { -1.0 } else { 1.0 };
    if (stored, fraction) == (0, 0) {
        return Some(sign * 0.0);
    }
    let exponent = stored as i64 - 16383;
    let significand = raw as u64;
    let is_short = (-10..17).contains(&exponent) && significand & ((1 << (53 - exponent)) - 1) == 0;
    let number = significand as f64 * 2f64.powi(exponent as i32 - 63);
    (is_short && number < 1e5 && !is_odd(80, raw)).then_some(sign * number)
}

const fn exponent_bits(bits: u32) -> u32 {
    match bits {
        32 => 8,
        64 => 11,
        _ => 15,
    }
}

/// Stored bits behind the point.
const fn fraction_bits(bits: u32) -> u32 {
    match bits {
        80 => 63,
        _ => bits - 1 - exponent_bits(bits),
    }
}

/// The exponent as it is stored, and the bits behind the point.
const fn parts(bits: u32, raw: u128) -> (u128, u128) {
    let exponent = raw >> (bits - 1 - exponent_bits(bits)) & all_ones(exponent_bits(bits));
    (exponent, raw & all_ones(fraction_bits(bits)))
}

const fn all_ones(bits: u32) -> u128 {
    (1 << bits) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number of the x87.
    const fn extended(sign: u128, exponent: i128, significand: u64) -> u128 {
        sign << 79 | ((exponent + 16383) as u128) << 64 | significand as u128
    }

    #[test]
    fn hexadecimal_is_exact() {
        let check = |value: f64, expect: &str| {
            assert_eq!(hexadecimal(64, value.to_bits().into()), expect);
        };
        check(-1.0, "-0x1p+0");
        check(0.1, "0x1.999999999999ap-4");
        check(-0.0, "-0x0p+0");
        check(f64::from_bits(1), "0x0.0000000000001p-1022");
        check(f64::MAX, "0x1.fffffffffffffp+1023");
        assert_eq!(hexadecimal(32, 1.5f32.to_bits().into()), "0x1.8p+0");
        assert_eq!(hexadecimal(32, 1), "0x0.000002p-126");
        assert_eq!(hexadecimal(80, extended(1, 0, 3 << 62)), "-0x1.8p+0");
        assert_eq!(hexadecimal(80, extended(0, 16383, u64::MAX)), "0x1.fffffffffffffffep+16383");
    }

    #[test]
    fn decimals_read_back() {
        assert_eq!(decimal(64, 0.3f64.to_bits().into()).as_deref(), Some("0.3"));
        assert_eq!(decimal(32, 0.1f32.to_bits().into()).as_deref(), Some("0.1"));
        let check =
            |raw: u128, expect: Option<&str>| assert_eq!(decimal(80, raw).as_deref(), expect);
        check(extended(1, 0, 3 << 62), Some("-1.5"));
        check(extended(0, 16, 1 << 63), Some("65536.0"));
        check(extended(0, -10, 1 << 63), Some("0.0009765625"));
        check(extended(0, -4, 0xcccc_cccc_cccc_cccd), None);
        check(extended(0, 0, (1 << 63) | 1), None);
        check(extended(0, 16, u64::MAX), None);
        check(1 << 79, Some("-0.0"));
    }

    #[test]
    fn kinds_are_told_apart() {
        assert!(is_nan(80, 0x7fff << 64 | 0xc000_0000_0000_0001));
        assert!(is_infinite(80, 0xffff << 64 | 1 << 63));
        assert!(is_odd(80, 0x7fff << 64) && is_odd(80, 1 << 63) && !is_odd(80, 1));
        assert_eq!(payload(32, 0x7fc0_0001), (1, true));
        assert_eq!(payload(64, 0x7ff0_0000_0000_0003), (3, false));
    }
}
