//! `printf` and its kin: text made of a format that is known and of arguments that need not be.
//!
//! What goes to a stream is looked at by nobody here, so only what could go wrong is followed, and how much text there is. What
//! goes to memory is written byte by byte, each where it stands. Integers are taken apart by division; those with a width or a
//! precision are not modelled unless they are constants' neighbours on a stream. Texts of floats are operators.

use super::scan::{Seen, below};
use super::string::length;
use super::{Called, fits};
use crate::memory::Cell;
use crate::{Algebra, Bin, Memory, PtrId, Target, Val};
use ir::{Func, TrapKind, Type, VARIADIC_SLOT, Value};
use std::collections::VecDeque;
use term::float::{Printed, Shown, Style};
use term::{Float, FloatOp, Format};
use world::Gap;

/// Names and signatures; text goes to memory where the first parameter is its place.
const PRINTERS: &[(&str, &str)] = &[
    ("printf", "ip."),
    ("vprintf", "ipp"),
    ("fprintf", "ipp."),
    ("vfprintf", "ippp"),
    ("sprintf", "ipp."),
    ("vsprintf", "ippp"),
    ("snprintf", "ipzp."),
    ("vsnprintf", "ipzpp"),
];

/// Longer formats are not followed.
const LONGEST_FORMAT: usize = 4096;

/// Where arguments come from.
enum Args<W> {
    /// The call itself.
    Given(VecDeque<Val<W>>),
    /// A `va_list` whose next argument is here.
    List(PtrId),
}

/// A piece of the text: its bytes, of which as many count as its length says.
struct Part<W> {
    bytes: Vec<W>,
    len: W,
    /// Is the byte behind the last that counts there as well, and zero?
    is_ended: bool,
}

/// One conversion of a format.
#[derive(Clone, Copy, Debug, Default)]
struct Spec {
    /// Has it flags or a width, so that its text may be padded?
    padded: bool,
    /// Its width, if it has no flags.
    width: Option<u64>,
    precision: Option<u64>,
    bits: u32,
}

/// A call of a function that prints, taken apart.
struct Print<W> {
    form: PtrId,
    /// Where to, if that is memory, and how many bytes at most.
    to: Option<(PtrId, Option<W>)>,
    /// Where to, if that is a stream that is named.
    stream: Option<PtrId>,
    args: Args<W>,
}

/// Is a function one that prints?
pub(super) fn is_printer(program: &ir::Program, func: Func) -> bool {
    let data = &program.funcs[func];
    PRINTERS.iter().any(|&(name, sig)| name == data.name && fits(program, sig, &data.sig))
}

impl<A: Algebra> Memory<'_, A> {
    /// Calls a function that prints.
    pub(super) fn call_printer(
        &mut self,
        alg: &mut A,
        name: &str,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Called<A::Word> {
        let Some(mut call) = self.print_call(alg, name, args, inst) else { return Called::Unknown };
        if let Some(stream) = call.stream {
            self.check_stream(alg, stream, inst);
        }
        let Some(format) = self.known_text(alg, call.form, inst) else { return Called::Unknown };
        let parts = self.parts(alg, &format, &mut call, inst);
        Called::Returned(match (parts, call.to) {
            (Some(parts), Some((to, size))) => self.write_text(alg, (to, size), &parts, inst),
            (Some(parts), None) => {
                let len = total(alg, &parts);
                Val::Word(alg.extract(len, 0, 32))
            }
            (None, None) => Val::Opaque(Gap::Format),
            (None, Some(_)) => {
                self.unsupported(Gap::Format);
                Val::Opaque(Gap::Format)
            }
        })
    }

    fn print_call(
        &mut self,
        alg: &mut A,
        name: &str,
        args: &[Val<A::Word>],
        inst: Value,
    ) -> Option<Print<A::Word>> {
        let plain = name.trim_start_matches('v');
        let (first, rest) = match (plain, args) {
            ("printf", rest) => (None, rest),
            (_, [first, rest @ ..]) => (Some(*first), rest),
            _ => return None,
        };
        let (size, rest) = match (plain, rest) {
            ("snprintf", [Val::Word(size), rest @ ..]) => (Some(alg.zext_to(*size, 64)), rest),
            ("snprintf", _) => return None,
            (_, rest) => (None, rest),
        };
        let [Val::Ptr(form), rest @ ..] = rest else { return None };
        let args = match rest {
            [Val::Ptr(list)] if name.starts_with('v') => self.list(alg, *list, inst)?,
            _ if name.starts_with('v') => return None,
            _ => Args::Given(rest.iter().copied().collect()),
        };
        let place = match first {
            Some(Val::Ptr(place)) => Some(place),
            None => None,
            Some(_) => return None,
        };
        let is_stream = plain == "fprintf";
        let to = place.filter(|_| !is_stream).map(|to| (to, size));
        Some(Print { form: *form, to, stream: place.filter(|_| is_stream), args })
    }

    fn list(&mut self, alg: &mut A, list: PtrId, inst: Value) -> Option<Args<A::Word>> {
        match self.load(alg, Val::Ptr(list), Type::Ptr, inst) {
            Val::Ptr(next) => Some(Args::List(next)),
            _ => None,
        }
    }

    /// A stream that is none is a mistake.
    pub(super) fn check_stream(&mut self, alg: &mut A, stream: PtrId, inst: Value) {
        for alt in self.possible_alts(alg, stream) {
            if alt.target == Target::Null {
                self.check(alg, TrapKind::NullPointer, alt.guard, inst);
            }
        }
    }

    /// A string all of whose bytes are known.
    pub(super) fn known_text(&mut self, alg: &mut A, ptr: PtrId, inst: Value) -> Option<Vec<u8>> {
        let text = self.string(alg, ptr, None, inst);
        let mut known = Vec::new();
        for seen in &text {
            match alg.as_const(seen.byte) {
                Some(0) => return Some(known),
                Some(byte) if alg.is_yes(seen.when) => known.push(byte as u8),
                _ => return None,
            }
        }
        None
    }

    /// The next argument, as a value of a type.
    fn next_argument(
        &mut self,
        alg: &mut A,
        args: &mut Args<A::Word>,
        ty: Type,
        inst: Value,
    ) -> Option<Val<A::Word>> {
        match args {
            Args::Given(given) => given.pop_front(),
            Args::List(place) => {
                let val = self.load(alg, Val::Ptr(*place), ty, inst);
                let (step, always) = (alg.constant(64, u128::from(VARIADIC_SLOT)), alg.yes());
                if let Val::Ptr(next) = self.found_at(alg, *place, step, always) {
                    *place = next;
                }
                Some(val)
            }
        }
    }

    /// The text piece by piece; none if some of it is not modelled. What goes wrong is said.
    fn parts(
        &mut self,
        alg: &mut A,
        format: &[u8],
        call: &mut Print<A::Word>,
        inst: Value,
    ) -> Option<Vec<Part<A::Word>>> {
        let (mut parts, mut rest, mut is_known) = (Vec::new(), format, true);
        while let Some((&byte, after)) = rest.split_first() {
            if byte != b'%' {
                let end = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
                parts.push(literal(alg, &rest[..end]));
                rest = &rest[end..];
                continue;
            }
            let (spec, letter, after) = conversion(after, 8 * self.program.target.pointer_bytes)?;
            rest = after;
            match self.converted(alg, spec, letter, call, inst) {
                Some(part) => parts.push(part),
                None => is_known = false,
            }
        }
        is_known.then_some(parts)
    }

    fn converted(
        &mut self,
        alg: &mut A,
        spec: Spec,
        letter: u8,
        call: &mut Print<A::Word>,
        inst: Value,
    ) -> Option<Part<A::Word>> {
        let part = match letter {
            b'%' => literal(alg, b"%"),
            b's' => {
                let Some(Val::Ptr(text)) = self.next_argument(alg, &mut call.args, Type::Ptr, inst)
                else {
                    self.unsupported(Gap::Format);
                    return None;
                };
                self.text(alg, text, spec.precision, inst)
            }
            b'c' => {
                let Some(Val::Word(word)) =
                    self.next_argument(alg, &mut call.args, Type::I32, inst)
                else {
                    self.unsupported(Gap::Format);
                    return None;
                };
                let (byte, len) = (alg.extract(word, 0, 8), alg.constant(64, 1));
                Part { bytes: vec![byte], len, is_ended: false }
            }
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let wanted = spec.bits.max(32);
                let ty = Type::Int(wanted as u8);
                let Some(Val::Word(word)) = self.next_argument(alg, &mut call.args, ty, inst)
                else {
                    self.unsupported(Gap::Format);
                    return None;
                };
                if alg.width(word) != wanted {
                    self.unsupported(Gap::Format);
                    return None;
                }
                let word = alg.extract(word, 0, spec.bits);
                let is_simple = !spec.padded && spec.precision.is_none();
                if call.to.is_none() && alg.as_const(word).is_none() || !is_simple {
                    return None;
                }
                number(alg, word, letter)
            }
            b'p' => {
                self.next_argument(alg, &mut call.args, Type::Ptr, inst);
                return None;
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let number = self.next_argument(alg, &mut call.args, Type::F64, inst);
                let (Some(Val::Word(number)), Some(printed)) = (number, printed(spec, letter))
                else {
                    return None;
                };
                return call.to.is_some().then(|| self.decimal(alg, printed, number));
            }
            _ => {
                self.unsupported(Gap::Format);
                return None;
            }
        };
        (!spec.padded).then_some(part)
    }

    fn text(&mut self, alg: &mut A, text: PtrId, most: Option<u64>, inst: Value) -> Part<A::Word> {
        let most = most.map(|most| alg.constant(64, u128::from(most)));
        let seen: Vec<Seen<A::Word>> = self.string(alg, text, most, inst);
        let len = length(alg, &seen, most);
        Part { bytes: seen.into_iter().map(|seen| seen.byte).collect(), len, is_ended: false }
    }

    /// A float in digits.
    fn decimal(&mut self, alg: &mut A, printed: Printed, number: A::Word) -> Part<A::Word> {
        let always = alg.yes();
        let number = self.looked_at(alg, number, always);
        let len = shown(alg, printed, Shown::Length, number);
        let byte = |at| shown(alg, printed, Shown::Byte(at), number);
        Part { bytes: (0..=printed.longest()).map(byte).collect(), len, is_ended: true }
    }

    /// Writes text and its terminator, as far as there is to be room; what the function returns.
    fn write_text(
        &mut self,
        alg: &mut A,
        (to, size): (PtrId, Option<A::Word>),
        parts: &[Part<A::Word>],
        inst: Value,
    ) -> Val<A::Word> {
        let (one, none) = (alg.constant(64, 1), alg.constant(64, 0));
        let len = total(alg, parts);
        // What is kept of the text, and whether there is room for anything at all.
        let (kept, any) = match size {
            None => (len, alg.yes()),
            Some(size) => {
                let (nothing, most) = (alg.eq_const(size, 0), alg.bin(Bin::Sub, size, one));
                let fits = alg.bin(Bin::Ule, len, most);
                (alg.ite(fits, len, most), alg.not(nothing))
            }
        };
        let whole = alg.bin(Bin::Add, kept, one);
        let whole = alg.ite(any, whole, none);
        // Where nothing is written, the pointer may be null.
        let mut alts = self.possible_alts(alg, to);
        for alt in &mut alts {
            alt.guard = alg.and(alt.guard, any);
        }
        let to = self.state.pointer(&alts);
        self.check_block(alg, to, whole, true, inst);
        if let [part] = parts
            && part.is_ended
            && kept == len
            && alg.is_yes(any)
        {
            self.write_ended(alg, to, part);
            return Val::Word(alg.extract(len, 0, 32));
        }
        let mut start = none;
        for part in parts {
            for (index, &byte) in (0u64..).zip(&part.bytes) {
                let there = below(alg, index, part.len);
                let index = alg.constant(64, u128::from(index));
                let at = alg.bin(Bin::Add, start, index);
                let inside = alg.bin(Bin::Ult, at, kept);
                let when = alg.and(there, inside);
                let when = alg.and(when, any);
                if !alg.is_no(when) {
                    self.put(alg, to, at, when, Cell::full(1, Val::Word(byte)));
                }
            }
            start = alg.bin(Bin::Add, start, part.len);
        }
        let zero = alg.constant(8, 0);
        self.put(alg, to, kept, any, Cell::full(1, Val::Word(zero)));
        Val::Word(alg.extract(len, 0, 32))
    }

    /// Writes a text whose end is one of its bytes, each of them to a known place: so it is known again when it is read.
    fn write_ended(&mut self, alg: &mut A, to: PtrId, part: &Part<A::Word>) {
        for (index, &byte) in (0u64..).zip(&part.bytes) {
            let at = alg.constant(64, u128::from(index));
            let when = alg.bin(Bin::Ule, at, part.len);
            if !alg.is_no(when) {
                self.put(alg, to, at, when, Cell::full(1, Val::Word(byte)));
            }
        }
    }
}

/// How a conversion writes a float; none where that is not modelled.
fn printed(spec: Spec, letter: u8) -> Option<Printed> {
    let style = match letter {
        b'f' => Style::Fixed,
        b'e' => Style::Scientific,
        b'g' => Style::General,
        _ => return None,
    };
    let precision = u8::try_from(spec.precision.unwrap_or(6)).ok()?;
    let width = u8::try_from(spec.width?).ok()?;
    Some(Printed { style, precision, width, shown: Shown::Length })
}

/// Something of the text of a number.
pub(super) fn shown<A: Algebra>(
    alg: &mut A,
    printed: Printed,
    shown: Shown,
    number: A::Word,
) -> A::Word {
    let width = if matches!(shown, Shown::Byte(_)) { 8 } else { 64 };
    let operator = FloatOp::Printed(printed.with(shown));
    alg.float(Float::nearest(operator, Format::DOUBLE), width, &[number])
}

/// How long a text is, in 64 bits.
fn total<A: Algebra>(alg: &mut A, parts: &[Part<A::Word>]) -> A::Word {
    let none = alg.constant(64, 0);
    parts.iter().fold(none, |sum, part| alg.bin(Bin::Add, sum, part.len))
}

fn literal<A: Algebra>(alg: &mut A, text: &[u8]) -> Part<A::Word> {
    let bytes = text.iter().map(|&byte| alg.constant(8, u128::from(byte))).collect();
    Part { bytes, len: alg.constant(64, text.len() as u128), is_ended: false }
}

/// What stands after a percent sign: how to convert, the letter, and what follows. None where that is not modelled.
fn conversion(text: &[u8], long: u32) -> Option<(Spec, u8, &[u8])> {
    let mut spec = Spec { bits: 32, ..Spec::default() };
    let flags = text.iter().take_while(|byte| b"-+ #0".contains(byte)).count();
    let width = text[flags..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    spec.padded = flags + width > 0;
    let digits = std::str::from_utf8(&text[flags..flags + width]).ok()?;
    spec.width = (flags == 0).then(|| digits.parse().unwrap_or(0));
    let mut rest = &text[flags + width..];
    if let [b'.', after @ ..] = rest {
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&after[..digits]).ok()?;
        spec.precision = Some(if number.is_empty() { 0 } else { number.parse().ok()? });
        rest = &after[digits..];
    }
    let (bits, used) = match rest {
        [b'h', b'h', ..] => (8, 2),
        [b'h', ..] => (16, 1),
        [b'l', b'l', ..] => (64, 2),
        [b'l' | b'z' | b't', ..] => (long, 1),
        [b'j' | b'q', ..] => (64, 1),
        _ => (32, 0),
    };
    spec.bits = bits;
    let (&letter, after) = rest[used..].split_first()?;
    (text.len() <= LONGEST_FORMAT).then_some((spec, letter, after))
}

/// A number in digits.
fn number<A: Algebra>(alg: &mut A, word: A::Word, letter: u8) -> Part<A::Word> {
    let width = alg.width(word);
    let zero = alg.constant(width, 0);
    let is_signed = matches!(letter, b'd' | b'i');
    let negative = if is_signed { alg.bin(Bin::Slt, word, zero) } else { alg.no() };
    let negated = alg.neg(word);
    let magnitude = alg.ite(negative, negated, word);
    let radix: u128 = match letter {
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 10,
    };
    let (digits, count) = digits(alg, magnitude, radix, letter == b'X');
    let minus = alg.constant(8, u128::from(b'-'));
    let mut bytes = Vec::new();
    for place in 0..=digits.len() {
        let plain = digits.get(place).map_or(minus, |_| digit_at(alg, &digits, count, place));
        let shifted = match place {
            0 => minus,
            place => digit_at(alg, &digits, count, place - 1),
        };
        bytes.push(alg.ite(negative, shifted, plain));
    }
    let one = alg.constant(64, 1);
    let longer = alg.bin(Bin::Add, count, one);
    Part { bytes, len: alg.ite(negative, longer, count), is_ended: false }
}

/// The digits of a number, the lowest first, and how many of them there are.
fn digits<A: Algebra>(
    alg: &mut A,
    word: A::Word,
    radix: u128,
    upper: bool,
) -> (Vec<A::Word>, A::Word) {
    let width = alg.width(word);
    let (mut digits, mut power) = (Vec::new(), 1_u128);
    let mut count = alg.constant(64, 0);
    let (one, none) = (alg.constant(64, 1), alg.constant(64, 0));
    while power < 1 << width {
        let (divisor, base) = (alg.constant(width, power), alg.constant(width, radix));
        let quotient = alg.bin(Bin::Udiv, word, divisor);
        let digit = if radix < 1 << width { alg.bin(Bin::Urem, quotient, base) } else { quotient };
        digits.push(character(alg, digit, upper));
        let reaches = alg.bin(Bin::Ule, divisor, word);
        let more = alg.ite(reaches, one, none);
        count = if power == 1 { one } else { alg.bin(Bin::Add, count, more) };
        power *= radix;
    }
    (digits, count)
}

/// The digit at a place counted from the left.
fn digit_at<A: Algebra>(alg: &mut A, digits: &[A::Word], count: A::Word, place: usize) -> A::Word {
    let mut chosen = digits[0];
    for n in place + 1..=digits.len() {
        let is_so = alg.eq_const(count, n as u128);
        chosen = alg.ite(is_so, digits[n - 1 - place], chosen);
    }
    chosen
}

/// A digit as a character.
fn character<A: Algebra>(alg: &mut A, digit: A::Word, upper: bool) -> A::Word {
    let digit = if alg.width(digit) > 8 { alg.extract(digit, 0, 8) } else { digit };
    let ten = alg.constant(8, 10);
    let is_low = alg.bin(Bin::Ult, digit, ten);
    let letter = if upper { b'A' } else { b'a' } - 10;
    let (low, high) = (alg.constant(8, u128::from(b'0')), alg.constant(8, u128::from(letter)));
    let (low, high) = (alg.bin(Bin::Add, digit, low), alg.bin(Bin::Add, digit, high));
    alg.ite(is_low, low, high)
}
