//! Floats as text: the shortest decimal that reads back, hexadecimal patterns for formats that have no decimals here.

use super::Format;

/// The float as a number: `1.5`, `-0.0`, `1e-320`, `inf`, `-inf`, `nan`; of other formats than binary32 and binary64 its pattern.
pub fn float_text(format: Format, bits: u128) -> String {
    match format {
        Format::SINGLE => decimal(format!("{:?}", f32::from_bits(bits as u32))),
        Format::DOUBLE => decimal(format!("{:?}", f64::from_bits(bits as u64))),
        _ => format!("{bits:#x}"),
    }
}

fn decimal(text: String) -> String {
    if text == "NaN" { "nan".into() } else { text }
}

/// The bits of the float nearest to a decimal; `None` where the text is none, or the format has no decimals here.
pub fn float_literal(format: Format, text: &str) -> Option<u128> {
    match format {
        Format::SINGLE => text.parse::<f32>().ok().map(|value| value.to_bits().into()),
        Format::DOUBLE => text.parse::<f64>().ok().map(|value| value.to_bits().into()),
        _ => None,
    }
}
