//! The formats of `printf`.

use super::{Arg, Stop};
use crate::extended;
use crate::pointer::Word;
use crate::world::World;
use ir::{CastOp, TrapKind, Type};

/// One conversion specification.
#[allow(clippy::struct_excessive_bools, reason = "C has this many flags")]
#[derive(Clone, Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Bits of the integer argument.
    bits: u32,
    long_double: bool,
}

/// Where arguments come from.
#[derive(Clone, Copy)]
pub(super) enum Args<'a> {
    /// The call itself.
    Given(&'a [Arg]),
    /// A `va_list` whose next argument is here. Where the list stands afterwards C does not say.
    List(Word),
}

/// The text of a format and its arguments.
pub(super) fn format(world: &World, text: Word, args: Args<'_>) -> Result<Vec<u8>, Stop> {
    let text = world.memory.string(text)?;
    let mut formatter = Formatter { world, text, at: 0, args, out: Vec::new() };
    formatter.run()?;
    Ok(formatter.out)
}

struct Formatter<'a> {
    world: &'a World,
    text: &'a [u8],
    at: usize,
    args: Args<'a>,
    out: Vec<u8>,
}

impl Formatter<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        while let Some(byte) = self.next() {
            if byte == b'%' { self.conversion()? } else { self.out.push(byte) }
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += 1;
        byte
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The next argument; one of a list is read as the type that the format says.
    fn arg(&mut self, ty: Type) -> Result<Arg, Stop> {
        match self.args {
            Args::Given(args) => {
                let (first, rest) = args.split_first().ok_or(TrapKind::LibraryMisuse)?;
                self.args = Args::Given(rest);
                Ok(*first)
            }
            Args::List(slot) => {
                let bits = self.world.variadic_argument(slot, ty)?;
                self.args = Args::List(self.world.after_argument(slot)?);
                Ok(Arg { ty, bits })
            }
        }
    }

    fn conversion(&mut self) -> Result<(), Stop> {
        let mut spec = self.flags();
        if self.eat(b'*') {
            let width = self.arg(Type::I32)?.int();
            spec.left |= width < 0;
            spec.width = width.unsigned_abs() as usize;
        } else {
            spec.width = self.digits();
        }
        if self.eat(b'.') {
            spec.precision = if self.eat(b'*') {
                usize::try_from(self.arg(Type::I32)?.int()).ok()
            } else {
                Some(self.digits())
            };
        }
        self.length(&mut spec);
        let Some(letter) = self.next() else {
            return Err(TrapKind::LibraryMisuse.into());
        };
        self.convert(letter, &spec)
    }

    fn flags(&mut self) -> Spec {
        let mut spec = Spec { bits: 32, ..Spec::default() };
        loop {
            match self.peek() {
                Some(b'-') => spec.left = true,
                Some(b'+') => spec.plus = true,
                Some(b' ') => spec.space = true,
                Some(b'#') => spec.alternate = true,
                Some(b'0') => spec.zero = true,
                _ => return spec,
            }
            self.at += 1;
        }
    }

    fn digits(&mut self) -> usize {
        let mut number: usize = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add((digit - b'0') as usize);
            self.at += 1;
        }
        number
    }

    fn length(&mut self, spec: &mut Spec) {
        spec.bits = match self.peek() {
            Some(b'h') => 16,
            Some(b'l' | b'z' | b't') => self.world.pointer_bytes * 8,
            Some(b'j' | b'q') => 64,
            Some(b'L') => {
                spec.long_double = true;
                64
            }
            _ => return,
        };
        let first = self.next();
        if self.peek() == first && matches!(first, Some(b'h' | b'l')) {
            self.at += 1;
            spec.bits = if first == Some(b'h') { 8 } else { 64 };
        }
    }

    fn convert(&mut self, letter: u8, spec: &Spec) -> Result<(), Stop> {
        match letter {
            b'%' => self.out.push(b'%'),
            b'd' | b'i' => {
                let (negative, digits) = self.signed(spec)?;
                self.integer(spec, sign(spec, negative), "", digits);
            }
            b'u' | b'x' | b'X' | b'o' => {
                let value = self.unsigned(spec)?;
                self.unsigned_number(letter, spec, value);
            }
            b'c' => {
                let byte = self.arg(Type::I32)?.bits as u8;
                self.pad(spec, &[byte]);
            }
            b's' => self.text(spec)?,
            b'p' => {
                let pointer = self.arg(Type::Ptr)?.bits as u64;
                let text = match pointer {
                    0 => "(nil)".to_owned(),
                    _ => format!("{:#x}", self.world.memory.printed(pointer)),
                };
                self.pad(spec, text.as_bytes());
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => self.float(letter, spec)?,
            _ => {
                let shown = letter as char;
                return Err(Stop::Unsupported(format!("the conversion %{shown} of printf")));
            }
        }
        Ok(())
    }

    /// The integer argument, cut to the length that the format says.
    fn unsigned(&mut self, spec: &Spec) -> Result<u64, Stop> {
        let wanted = spec.bits.max(32);
        let arg = self.arg(Type::Int(wanted as u8))?;
        if arg.ty.is_float() {
            return Err(TrapKind::LibraryMisuse.into());
        }
        if let Some(bits) = arg.ty.int_bits().filter(|&bits| bits != wanted) {
            // Of a longer number the low bits are taken, as compiled code does.
            if bits < wanted || !self.world.forgives {
                return Err(TrapKind::LibraryMisuse.into());
            }
            self.world.forgave.set(true);
        }
        Ok(arg.bits as u64 & (u64::MAX >> (64 - spec.bits)))
    }

    fn signed(&mut self, spec: &Spec) -> Result<(bool, String), Stop> {
        let value = self.unsigned(spec)?;
        let shift = 64 - spec.bits;
        let value = ((value << shift) as i64) >> shift;
        Ok((value < 0, value.unsigned_abs().to_string()))
    }

    fn unsigned_number(&mut self, letter: u8, spec: &Spec, value: u64) {
        let (digits, prefix) = match letter {
            b'x' => (format!("{value:x}"), "0x"),
            b'X' => (format!("{value:X}"), "0X"),
            b'o' => (format!("{value:o}"), ""),
            _ => (value.to_string(), ""),
        };
        let prefix = if spec.alternate && value != 0 { prefix } else { "" };
        let mut spec = spec.clone();
        if letter == b'o' && spec.alternate && value != 0 {
            spec.precision = Some(spec.precision.unwrap_or(0).max(digits.len() + 1));
        }
        self.integer(&spec, "", prefix, digits);
    }

    fn integer(&mut self, spec: &Spec, sign: &str, prefix: &str, digits: String) {
        let digits = match spec.precision {
            Some(0)
                if digits == "0" && !(spec.alternate && prefix.is_empty() && sign.is_empty()) =>
            {
                String::new()
            }
            Some(precision) => format!("{digits:0>precision$}"),
            None => digits,
        };
        let zeros = if spec.zero && !spec.left && spec.precision.is_none() {
            spec.width.saturating_sub(sign.len() + prefix.len() + digits.len())
        } else {
            0
        };
        let text = format!("{sign}{prefix}{}{digits}", "0".repeat(zeros));
        self.pad(spec, text.as_bytes());
    }

    fn text(&mut self, spec: &Spec) -> Result<(), Stop> {
        let pointer = self.arg(Type::Ptr)?.bits as u64;
        let mut text = Vec::new();
        let max = spec.precision.unwrap_or(usize::MAX);
        while text.len() < max {
            let [byte] = self.world.memory.load(pointer + text.len() as u64)?;
            if byte == 0 {
                break;
            }
            text.push(byte);
        }
        self.pad(spec, &text);
        Ok(())
    }

    fn float(&mut self, letter: u8, spec: &Spec) -> Result<(), Stop> {
        let value = self.floating(letter, spec)?;
        let upper = letter.is_ascii_uppercase();
        let magnitude = value.abs();
        let digits = if value.is_nan() {
            "nan".to_owned()
        } else if value.is_infinite() {
            "inf".to_owned()
        } else {
            match letter.to_ascii_lowercase() {
                b'f' => fixed(magnitude, spec),
                b'e' => scientific(magnitude, spec.precision.unwrap_or(6), spec.alternate),
                b'g' => general(magnitude, spec),
                _ => hexadecimal(magnitude, spec),
            }
        };
        let digits = if upper { digits.to_ascii_uppercase() } else { digits };
        let sign = sign(spec, value.is_sign_negative());
        let zeros = if spec.zero && !spec.left && value.is_finite() {
            spec.width.saturating_sub(sign.len() + digits.len())
        } else {
            0
        };
        let text = format!("{sign}{}{digits}", "0".repeat(zeros));
        self.pad(spec, text.as_bytes());
        Ok(())
    }

    /// The number to be printed: a `long double` as far as it is one that `double` has, too.
    fn floating(&mut self, letter: u8, spec: &Spec) -> Result<f64, Stop> {
        let ty = if spec.long_double { Type::F80 } else { Type::F64 };
        let arg = self.arg(ty)?;
        if arg.ty != ty {
            return Err(TrapKind::LibraryMisuse.into());
        }
        if !spec.long_double {
            return Ok(f64::from_bits(arg.bits as u64));
        }
        let bits = extended::cast(CastOp::FToF, Type::F80, Type::F64, arg.bits)?;
        let back = extended::cast(CastOp::FToF, Type::F64, Type::F80, bits)?;
        if back != arg.bits || letter.eq_ignore_ascii_case(&b'a') {
            return Err(Stop::Unsupported("long double in printf".to_owned()));
        }
        Ok(f64::from_bits(bits as u64))
    }

    fn pad(&mut self, spec: &Spec, text: &[u8]) {
        let spaces = vec![b' '; spec.width.saturating_sub(text.len())];
        if spec.left {
            self.out.extend_from_slice(text);
            self.out.extend(spaces);
        } else {
            self.out.extend(spaces);
            self.out.extend_from_slice(text);
        }
    }
}

fn sign(spec: &Spec, negative: bool) -> &'static str {
    match (negative, spec.plus, spec.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}

fn fixed(value: f64, spec: &Spec) -> String {
    let precision = spec.precision.unwrap_or(6);
    let point = if spec.alternate && precision == 0 { "." } else { "" };
    format!("{value:.precision$}{point}")
}

/// `d.ddde±dd`: our own exponent, because Rust writes it without sign and padding.
fn scientific(value: f64, precision: usize, alternate: bool) -> String {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = if alternate && precision == 0 { "." } else { "" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}{point}e{sign}{:02}", exponent.abs())
}

/// `0x1.hhhp±d`, rounded to nearest even where a precision asks for fewer digits than there are.
fn hexadecimal(value: f64, spec: &Spec) -> String {
    let (fraction, exponent) = (value.to_bits() & ((1 << 52) - 1), (value.to_bits() >> 52) as i32);
    let (lead, exponent) = match exponent {
        0 if fraction == 0 => (0, 0),
        0 => (0, -1022),
        biased => (1u64, biased - 1023),
    };
    let mut digits = lead << 52 | fraction;
    let places = spec.precision.unwrap_or(13);
    if places < 13 {
        let cut = 4 * (13 - places as u32);
        let (kept, rest) = (digits >> cut, digits & ((1 << cut) - 1));
        let half = 1 << (cut - 1);
        let up = rest > half || rest == half && kept & 1 == 1;
        digits = (kept + u64::from(up)) << cut;
    }
    let mut text = format!("{:013x}", digits & ((1 << 52) - 1));
    match spec.precision {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(places) if places <= 13 => text.truncate(places),
        Some(places) => text.extend(std::iter::repeat_n('0', places - 13)),
    }
    let point = if text.is_empty() && !spec.alternate { "" } else { "." };
    format!("0x{:x}{point}{text}p{exponent:+}", digits >> 52)
}

/// Whichever of the two styles is shorter, by the rule of the standard; trailing zeros go unless `#` asks for them.
fn general(value: f64, spec: &Spec) -> String {
    let precision = spec.precision.unwrap_or(6).max(1);
    let rounded = scientific(value, precision - 1, false);
    let exponent: i32 = rounded.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    if exponent < -4 || exponent >= precision as i32 {
        let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "+00"));
        let mantissa = if spec.alternate { mantissa } else { without_zeros(mantissa) };
        return format!("{mantissa}e{exponent}");
    }
    let places = (precision as i32 - 1 - exponent).max(0) as usize;
    let text = format!("{value:.places$}");
    if spec.alternate { text } else { without_zeros(&text).to_owned() }
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}
