//! `sscanf`: numbers, words, sets and characters from a string.

use super::number::{float_text, is_hex_float, is_space};
use super::{Arg, Model, Reply, Stop, int};
use crate::pointer::Word;
use crate::world::World;
use ir::TrapKind;

pub(super) const MODELS: &[Model] = &[
    Model { name: "sscanf", sig: "ipp.", run: sscanf },
    Model { name: "__isoc99_sscanf", sig: "ipp.", run: sscanf },
    Model { name: "__isoc23_sscanf", sig: "ipp.", run: sscanf },
];

fn sscanf(world: &mut World, args: &[Arg]) -> Reply {
    let text = world.memory.string(args[0].pointer())?.to_vec();
    let format = world.memory.string(args[1].pointer())?.to_vec();
    let mut scanner = Scanner {
        world,
        base: args[0].pointer(),
        text: &text,
        at: 0,
        format: &format,
        next: 0,
        args: args[2..].iter(),
        stored: 0,
    };
    let ended = scanner.run()?;
    // The end of the text before the first conversion is the end of the file.
    Ok(int(if ended && scanner.stored == 0 { -1 } else { scanner.stored }))
}

struct Scanner<'a> {
    world: &'a mut World,
    /// Where the text stands in memory.
    base: Word,
    text: &'a [u8],
    at: usize,
    format: &'a [u8],
    next: usize,
    args: std::slice::Iter<'a, Arg>,
    stored: i32,
}

/// One conversion.
struct Spec {
    skip: bool,
    width: usize,
    /// Bytes of an integer.
    bytes: u64,
    /// Is it a `double` rather than a `float`?
    long: bool,
    letter: u8,
}

/// How a directive went.
#[derive(PartialEq, Eq)]
enum Match {
    Yes,
    /// The text does not fit.
    No,
    /// The text has ended.
    Ended,
}

impl Scanner<'_> {
    /// True if the text ended before its format.
    fn run(&mut self) -> Result<bool, Stop> {
        while let Some(&directive) = self.format.get(self.next) {
            self.next += 1;
            let matched = match directive {
                b'%' => {
                    let spec = self.spec()?;
                    self.convert(&spec)?
                }
                space if is_space(space) => {
                    self.skip_space();
                    Match::Yes
                }
                literal => self.literal(literal),
            };
            match matched {
                Match::Yes => {}
                Match::No => return Ok(false),
                Match::Ended => return Ok(true),
            }
        }
        Ok(false)
    }

    fn spec(&mut self) -> Result<Spec, Stop> {
        let skip = self.eat_format(b'*');
        let mut width = 0usize;
        while let Some(digit @ b'0'..=b'9') = self.format.get(self.next) {
            width = width.saturating_mul(10).saturating_add((digit - b'0') as usize);
            self.next += 1;
        }
        let long = self.format.get(self.next) == Some(&b'l');
        let bytes = self.length();
        let letter = *self.format.get(self.next).ok_or(TrapKind::LibraryMisuse)?;
        self.next += 1;
        Ok(Spec { skip, width: if width == 0 { usize::MAX } else { width }, bytes, long, letter })
    }

    fn eat_format(&mut self, byte: u8) -> bool {
        let found = self.format.get(self.next) == Some(&byte);
        self.next += usize::from(found);
        found
    }

    /// Bytes of the integer that is stored.
    fn length(&mut self) -> u64 {
        if self.eat_format(b'h') {
            return if self.eat_format(b'h') { 1 } else { 2 };
        }
        if self.eat_format(b'l') {
            return if self.eat_format(b'l') { 8 } else { self.world.pointer_bytes as u64 };
        }
        if self.eat_format(b'z') || self.eat_format(b't') {
            return self.world.pointer_bytes as u64;
        }
        if self.eat_format(b'j') { 8 } else { 4 }
    }

    fn skip_space(&mut self) {
        while self.text.get(self.at).is_some_and(|byte| is_space(*byte)) {
            self.at += 1;
        }
    }

    fn literal(&mut self, literal: u8) -> Match {
        match self.text.get(self.at) {
            None => Match::Ended,
            Some(byte) if *byte == literal => {
                self.at += 1;
                Match::Yes
            }
            Some(_) => Match::No,
        }
    }

    fn convert(&mut self, spec: &Spec) -> Result<Match, Stop> {
        if !matches!(spec.letter, b'c' | b'[' | b'n') {
            self.skip_space();
        }
        if spec.letter == b'%' {
            return Ok(self.literal(b'%'));
        }
        if spec.letter == b'n' {
            let count = self.at as u64;
            self.store_number(spec, count.into(), spec.bytes as usize)?;
            return Ok(Match::Yes);
        }
        if self.at >= self.text.len() {
            return Ok(Match::Ended);
        }
        match spec.letter {
            b'd' | b'u' => self.integer(spec, 10),
            b'i' => self.integer(spec, 0),
            b'x' | b'X' => self.integer(spec, 16),
            b'o' => self.integer(spec, 8),
            b's' => self.word(spec, |byte| !is_space(byte)),
            b'[' => {
                let (set, inverted) = self.set()?;
                self.word(spec, |byte| set[byte as usize] != inverted)
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' => self.float(spec),
            b'c' => self.characters(spec),
            other => {
                let other = other as char;
                Err(Stop::Unsupported(format!("the conversion %{other} of sscanf")))
            }
        }
    }

    fn field(&self, spec: &Spec) -> &[u8] {
        let rest = &self.text[self.at..];
        &rest[..spec.width.min(rest.len())]
    }

    fn integer(&mut self, spec: &Spec, radix: u32) -> Result<Match, Stop> {
        let (value, len) = read_integer(self.field(spec), radix);
        if len == 0 {
            return Ok(Match::No);
        }
        self.at += len;
        self.store_number(spec, value as u128, spec.bytes as usize)?;
        self.stored += i32::from(!spec.skip);
        Ok(Match::Yes)
    }

    fn float(&mut self, spec: &Spec) -> Result<Match, Stop> {
        let base = self.base + self.at as u64;
        if spec.width != usize::MAX || is_hex_float(self.world, base)? {
            return Err(Stop::Unsupported(
                "sscanf of a number of limited width or in hex".to_owned(),
            ));
        }
        let Some((text, len)) = float_text(self.world, base)? else {
            return Ok(Match::No);
        };
        self.at += len as usize;
        if spec.long {
            let value: f64 = text.parse().unwrap_or(0.0);
            self.store_number(spec, value.to_bits().into(), 8)?;
        } else {
            let value: f32 = text.parse().unwrap_or(0.0);
            self.store_number(spec, value.to_bits().into(), 4)?;
        }
        self.stored += i32::from(!spec.skip);
        Ok(Match::Yes)
    }

    /// The set of a `%[…]`, and whether it is what must not occur.
    fn set(&mut self) -> Result<([bool; 256], bool), Stop> {
        let inverted = self.eat_format(b'^');
        let mut set = [false; 256];
        let start = self.next;
        loop {
            let byte = *self.format.get(self.next).ok_or(TrapKind::LibraryMisuse)?;
            if byte == b']' && self.next > start {
                self.next += 1;
                return Ok((set, inverted));
            }
            let last = match self.format[self.next + 1..] {
                [b'-', last, ..] if last != b']' => {
                    self.next += 2;
                    last
                }
                _ => byte,
            };
            (byte..=last).for_each(|byte| set[byte as usize] = true);
            self.next += 1;
        }
    }

    /// The longest word of such bytes; at least one.
    fn word(&mut self, spec: &Spec, belongs: impl Fn(u8) -> bool) -> Result<Match, Stop> {
        let field = self.field(spec);
        let len = field.iter().position(|byte| !belongs(*byte)).unwrap_or(field.len());
        if len == 0 {
            return Ok(Match::No);
        }
        let mut word = field[..len].to_vec();
        word.push(0);
        self.at += len;
        self.store(spec, &word)?;
        self.stored += i32::from(!spec.skip);
        Ok(Match::Yes)
    }

    fn characters(&mut self, spec: &Spec) -> Result<Match, Stop> {
        let count = if spec.width == usize::MAX { 1 } else { spec.width };
        // Fewer are as good, as long as there is one.
        let rest = &self.text[self.at..];
        let bytes = rest[..count.min(rest.len())].to_vec();
        self.at += bytes.len();
        self.store(spec, &bytes)?;
        self.stored += i32::from(!spec.skip);
        Ok(Match::Yes)
    }

    fn store_number(&mut self, spec: &Spec, number: u128, len: usize) -> Result<(), Stop> {
        let bytes = self.world.memory.bytes_of(number, len);
        self.store(spec, &bytes)
    }

    fn store(&mut self, spec: &Spec, bytes: &[u8]) -> Result<(), Stop> {
        if spec.skip {
            return Ok(());
        }
        let place: Word = self.args.next().ok_or(TrapKind::LibraryMisuse)?.pointer();
        self.world.memory.write(place, bytes)?;
        Ok(())
    }
}

/// An integer at the start of a field: its value modulo 2^64, and how many bytes it takes (0 if there is none).
fn read_integer(field: &[u8], mut radix: u32) -> (u64, usize) {
    let negative = field.first() == Some(&b'-');
    let mut at = usize::from(negative || field.first() == Some(&b'+'));
    let hex = field.len() > at + 2
        && field[at] == b'0'
        && field[at + 1].eq_ignore_ascii_case(&b'x')
        && field[at + 2].is_ascii_hexdigit();
    if hex && (radix == 0 || radix == 16) {
        (at, radix) = (at + 2, 16);
    } else if radix == 0 {
        radix = if field.get(at) == Some(&b'0') { 8 } else { 10 };
    }
    let digits = field[at..].iter().map_while(|byte| (*byte as char).to_digit(radix));
    let (mut value, mut count) = (0u64, 0);
    for digit in digits {
        value = value.wrapping_mul(radix as u64).wrapping_add(digit as u64);
        count += 1;
    }
    let value = if negative { value.wrapping_neg() } else { value };
    (value, if count == 0 { 0 } else { at + count })
}
