//! Numbers from text, and `rand`.

use super::{Arg, Model, Reply, int};
use crate::memory::Fault;
use crate::pointer::{NULL, Word};
use crate::world::World;
use ir::TrapKind;

pub(super) const MODELS: &[Model] = &[
    Model { name: "atoi", sig: "ip", run: |world, args| atol(world, args, 32) },
    Model { name: "atol", sig: "zp", run: |world, args| atol(world, args, long(world)) },
    Model { name: "atoll", sig: "qp", run: |world, args| atol(world, args, 64) },
    Model { name: "atof", sig: "dp", run: atof },
    Model { name: "strtol", sig: "zppi", run: |world, args| strtol(world, args, long(world)) },
    Model { name: "strtoll", sig: "qppi", run: |world, args| strtol(world, args, 64) },
    Model { name: "strtoul", sig: "zppi", run: |world, args| strtoul(world, args, long(world)) },
    Model { name: "strtoull", sig: "qppi", run: |world, args| strtoul(world, args, 64) },
    Model { name: "strtod", sig: "dpp", run: strtod },
    Model { name: "strtof", sig: "fpp", run: strtof },
    // What the models in C leave to be executed.
    Model { name: "__probant_strtod", sig: "dpp", run: strtod },
    Model { name: "__probant_strtof", sig: "fpp", run: strtof },
    // C23 readers of glibc behave alike but for the prefix 0b, which they take.
    Model {
        name: "__isoc23_strtol",
        sig: "zppi",
        run: |world, args| strtol(world, args, long(world)),
    },
    Model { name: "rand", sig: "i", run: rand },
    Model { name: "srand", sig: "vi", run: srand },
    Model { name: "random", sig: "z", run: rand },
    Model { name: "srandom", sig: "vi", run: srand },
];

/// `ERANGE` of Linux.
const ERANGE: i32 = 34;

fn long(world: &World) -> u32 {
    world.pointer_bytes * 8
}

/// The text at a pointer; a reader stops at the first byte that does not fit, so the end of the object may come first.
struct Reader<'a> {
    world: &'a World,
    base: Word,
    at: u64,
}

impl Reader<'_> {
    fn peek(&self) -> Result<u8, Fault> {
        let [byte] = self.world.memory.load(self.base + self.at)?;
        Ok(byte)
    }

    fn eat(&mut self, accept: impl Fn(u8) -> bool) -> Result<Option<u8>, Fault> {
        let byte = self.peek()?;
        let fits = byte != 0 && accept(byte);
        self.at += u64::from(fits);
        Ok(fits.then_some(byte))
    }

    fn skip_space(&mut self) -> Result<(), Fault> {
        while self.eat(is_space)?.is_some() {}
        Ok(())
    }

    /// The sign: true for minus.
    fn sign(&mut self) -> Result<bool, Fault> {
        Ok(self.eat(|byte| byte == b'-' || byte == b'+')? == Some(b'-'))
    }
}

pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// An integer read from text: sign, magnitude (saturated), and the place behind it.
struct Parsed {
    negative: bool,
    magnitude: u128,
    end: u64,
}

/// Reads an integer in a base, or in the base that its prefix says.
fn integer(world: &World, base: Word, radix: u32) -> Result<Option<Parsed>, Fault> {
    let mut reader = Reader { world, base, at: 0 };
    reader.skip_space()?;
    let negative = reader.sign()?;
    let mut radix = radix;
    if radix == 0 || radix == 16 {
        radix = prefix(&mut reader, radix)?;
    }
    let (mut magnitude, start) = (0u128, reader.at);
    while let Some(byte) = reader.eat(|byte| (byte as char).is_digit(radix))? {
        let digit = (byte as char).to_digit(radix).unwrap_or(0);
        magnitude = magnitude.saturating_mul(radix as u128).saturating_add(digit as u128);
    }
    let found = reader.at > start;
    Ok(found.then_some(Parsed { negative, magnitude, end: reader.at }))
}

/// `0x` counts only if a digit follows; else the 0 is the number.
fn prefix(reader: &mut Reader<'_>, radix: u32) -> Result<u32, Fault> {
    if reader.peek()? != b'0' {
        return Ok(if radix == 0 { 10 } else { radix });
    }
    let zero = reader.at;
    reader.at += 1;
    if reader.eat(|byte| byte == b'x' || byte == b'X')?.is_some()
        && reader.peek()?.is_ascii_hexdigit()
    {
        return Ok(16);
    }
    reader.at = zero;
    Ok(if radix == 0 { 8 } else { radix })
}

fn atol(world: &mut World, args: &[Arg], bits: u32) -> Reply {
    let parsed = integer(world, args[0].pointer(), 10)?;
    let value = parsed.map_or(0, |parsed| clamp(&parsed, bits).0);
    Ok(value as u128 & (u128::MAX >> (128 - bits)))
}

/// The value in a signed type, and whether it fits.
fn clamp(parsed: &Parsed, bits: u32) -> (i128, bool) {
    let limit = 1i128 << (bits - 1);
    let magnitude = i128::try_from(parsed.magnitude).unwrap_or(i128::MAX);
    match parsed.negative {
        true if magnitude > limit => (-limit, false),
        true => (-magnitude, true),
        false if magnitude >= limit => (limit - 1, false),
        false => (magnitude, true),
    }
}

fn radix(arg: Arg) -> Result<u32, TrapKind> {
    let radix = arg.int();
    let fine = radix == 0 || (2..=36).contains(&radix);
    if fine { Ok(radix as u32) } else { Err(TrapKind::LibraryMisuse) }
}

fn put_end(world: &mut World, args: &[Arg], end: u64) -> Result<(), super::Stop> {
    let (base, place) = (args[0].pointer(), args[1].pointer());
    if place != NULL {
        world.store_pointer(place, base + end)?;
    }
    Ok(())
}

fn strtol(world: &mut World, args: &[Arg], bits: u32) -> Reply {
    let parsed = integer(world, args[0].pointer(), radix(args[2])?)?;
    put_end(world, args, parsed.as_ref().map_or(0, |parsed| parsed.end))?;
    let (value, fits) = parsed.map_or((0, true), |parsed| clamp(&parsed, bits));
    if !fits {
        world.set_errno(ERANGE)?;
    }
    Ok(value as u128 & (u128::MAX >> (128 - bits)))
}

fn strtoul(world: &mut World, args: &[Arg], bits: u32) -> Reply {
    let parsed = integer(world, args[0].pointer(), radix(args[2])?)?;
    put_end(world, args, parsed.as_ref().map_or(0, |parsed| parsed.end))?;
    let mask = u128::MAX >> (128 - bits);
    let Some(parsed) = parsed else {
        return Ok(0);
    };
    if parsed.magnitude > mask {
        world.set_errno(ERANGE)?;
        return Ok(mask);
    }
    // The standard negates in the unsigned type.
    Ok(if parsed.negative { parsed.magnitude.wrapping_neg() & mask } else { parsed.magnitude })
}

/// The longest prefix that is a decimal floating-point number, `inf` or `nan`, and its end.
pub(super) fn float_text(world: &World, base: Word) -> Result<Option<(String, u64)>, Fault> {
    let mut reader = Reader { world, base, at: 0 };
    reader.skip_space()?;
    let mut text = String::from(if reader.sign()? { "-" } else { "" });
    let sign_len = text.len();
    for word in ["infinity", "inf", "nan"] {
        if starts_with(&reader, word)? {
            reader.at += word.len() as u64;
            return Ok(Some((text + word, reader.at)));
        }
    }
    let mut digits = 0;
    while let Some(byte) = reader.eat(|byte| byte.is_ascii_digit())? {
        text.push(byte as char);
        digits += 1;
    }
    if reader.eat(|byte| byte == b'.')?.is_some() {
        text.push('.');
        while let Some(byte) = reader.eat(|byte| byte.is_ascii_digit())? {
            text.push(byte as char);
            digits += 1;
        }
        if digits == 0 {
            return Ok(None);
        }
    }
    if digits == 0 || text.len() == sign_len {
        return Ok(None);
    }
    exponent(&mut reader, &mut text)?;
    Ok(Some((text, reader.at)))
}

fn starts_with(reader: &Reader<'_>, word: &str) -> Result<bool, Fault> {
    for (at, wanted) in word.bytes().enumerate() {
        let [byte] = reader.world.memory.load(reader.base + reader.at + at as u64)?;
        if byte.to_ascii_lowercase() != wanted {
            return Ok(false);
        }
    }
    Ok(true)
}

/// An exponent counts only if it has digits.
fn exponent(reader: &mut Reader<'_>, text: &mut String) -> Result<(), Fault> {
    let (before, length) = (reader.at, text.len());
    if reader.eat(|byte| byte == b'e' || byte == b'E')?.is_none() {
        return Ok(());
    }
    text.push('e');
    if reader.sign()? {
        text.push('-');
    }
    let start = reader.at;
    while let Some(byte) = reader.eat(|byte| byte.is_ascii_digit())? {
        text.push(byte as char);
    }
    if reader.at == start {
        reader.at = before;
        text.truncate(length);
    }
    Ok(())
}

fn float(world: &mut World, args: &[Arg]) -> Result<String, super::Stop> {
    let base = args[0].pointer();
    if is_hex_float(world, base)? {
        return Err(super::Stop::Unsupported("hexadecimal floating-point text".to_owned()));
    }
    let parsed = float_text(world, base)?;
    if args.len() > 1 {
        put_end(world, args, parsed.as_ref().map_or(0, |(_, end)| *end))?;
    }
    Ok(parsed.map_or("0".to_owned(), |(text, _)| text))
}

pub(super) fn is_hex_float(world: &World, base: Word) -> Result<bool, Fault> {
    let mut reader = Reader { world, base, at: 0 };
    reader.skip_space()?;
    reader.sign()?;
    Ok(reader.eat(|byte| byte == b'0')?.is_some()
        && reader.eat(|byte| byte == b'x' || byte == b'X')?.is_some())
}

fn strtod(world: &mut World, args: &[Arg]) -> Reply {
    let text = float(world, args)?;
    let value: f64 = text.parse().unwrap_or(0.0);
    if is_lost(&text, value.is_infinite(), !value.is_normal()) {
        world.set_errno(ERANGE)?;
    }
    Ok(value.to_bits() as u128)
}

/// Did a number leave the format? Below the normal numbers, what has fewer than seven hundred digits is never exact.
fn is_lost(text: &str, infinite: bool, tiny: bool) -> bool {
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    let is_number = digits.bytes().any(|byte| byte.is_ascii_digit());
    let is_zero = digits.bytes().all(|byte| !(b'1'..=b'9').contains(&byte));
    is_number && !is_zero && (infinite || tiny)
}

fn strtof(world: &mut World, args: &[Arg]) -> Reply {
    let text = float(world, args)?;
    let value: f32 = text.parse().unwrap_or(0.0);
    if is_lost(&text, value.is_infinite(), !value.is_normal()) {
        world.set_errno(ERANGE)?;
    }
    Ok(value.to_bits() as u128)
}

fn atof(world: &mut World, args: &[Arg]) -> Reply {
    let value: f64 = float(world, args)?.parse().unwrap_or(0.0);
    Ok(value.to_bits() as u128)
}

/// glibc's default generator: an additive feedback register of 31 words, seeded by a multiplicative one.
#[derive(Clone)]
pub(crate) struct Random {
    words: Vec<u32>,
}

impl Random {
    pub(crate) fn new(seed: u32) -> Self {
        let mut words = vec![if seed == 0 { 1 } else { seed }];
        for at in 1..31 {
            let last = words[at - 1] as i32 as i64;
            let word = (16807 * last) % 2_147_483_647;
            words.push(if word < 0 { word + 2_147_483_647 } else { word } as u32);
        }
        // The first feedback starts three words late.
        words.rotate_left(3);
        let mut random = Self { words };
        // The first numbers are thrown away.
        for _ in 0..310 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let len = self.words.len();
        // The register is kept as its last 31 words, oldest first.
        let word = self.words[len - 31].wrapping_add(self.words[len - 3]);
        self.words.remove(0);
        self.words.push(word);
        word >> 1
    }
}

#[allow(clippy::unnecessary_wraps, reason = "the signature of a model")]
fn rand(world: &mut World, _: &[Arg]) -> Reply {
    Ok(int(world.random.get_or_insert_with(|| Random::new(1)).next() as i32))
}

#[allow(clippy::unnecessary_wraps, reason = "the signature of a model")]
fn srand(world: &mut World, args: &[Arg]) -> Reply {
    world.random = Some(Random::new(args[0].bits as u32));
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_numbers_of_glibc() {
        let mut random = Random::new(1);
        let numbers: Vec<u32> = (0..4).map(|_| random.next()).collect();
        assert_eq!(numbers, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915]);
        let mut random = Random::new(42);
        let numbers: Vec<u32> = (0..2).map(|_| random.next()).collect();
        assert_eq!(numbers, [71_876_166, 708_592_740]);
    }
}
