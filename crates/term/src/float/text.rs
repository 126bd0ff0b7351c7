//! Floats as text: the shortest decimal that reads back, hexadecimal patterns for formats that have no decimals here.

use super::Format;

/// Numbers that a person would write, those first that come to mind first.
pub const PLAIN_FLOATS: [f64; 66] = [
    0.0, 1.0, -1.0, 2.0, 0.5, 10.0, 100.0, -2.0, -0.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 1.5, 2.5,
    3.5, 4.5, 0.25, 0.75, 0.1, -3.0, -4.0, -5.0, -10.0, -100.0, 20.0, 50.0, 1000.0, 0.01, 0.001,
    0.2, 0.3, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75, 4.25, 4.75, 5.5, 6.25, 7.5, 12.0, 15.0, 16.0,
    25.0, 30.0, 32.0, 64.0, 200.0, 500.0, 1e4, 1e5, 1e6, -1.5, -0.25, -0.1, -1000.0, -1e6, 1e-6,
    1e9, -1e9,
];

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
