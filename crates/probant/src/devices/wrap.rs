//! Accesses of volatile memory as calls: what is inserted where.

use super::Named;
use super::access::{Access, Kind};
use super::declared::OnWrite;
use cfront::pp::Edit;
use cfront::typed::IncDecOp;
use std::cmp::Reverse;

/// Text around a stretch, or in its place.
pub(super) struct Wrap {
    lo: u32,
    hi: u32,
    before: String,
    after: String,
    /// What stands there instead, if it goes.
    instead: Option<String>,
}

impl Wrap {
    pub(super) fn around(lo: u32, hi: u32, before: &str, after: &str) -> Wrap {
        Wrap { lo, hi, before: before.to_owned(), after: after.to_owned(), instead: None }
    }

    /// Text behind a place.
    pub(super) fn behind(at: u32, text: &str) -> Wrap {
        Wrap::around(at, at, "", text)
    }

    /// Other text in the place of a stretch.
    pub(super) fn instead(lo: u32, hi: u32, text: String) -> Wrap {
        Wrap { lo, hi, before: String::new(), after: String::new(), instead: Some(text) }
    }
}

/// What an access becomes; nothing if its text has an unusual form.
pub(super) fn edits(text: &str, access: &Access, named: &mut Named) -> Vec<Wrap> {
    let (place, whole) = (access.place, access.whole);
    let (before, after) = match access.kind {
        Kind::Write => (String::new(), String::new()),
        _ => reading(access, &named.function(ir::DEVICE_READ, access)),
    };
    if access.kind == Kind::Read {
        return vec![Wrap::around(place.lo, place.hi, &before, &after)];
    }
    let lvalue = &text[place.lo as usize..place.hi as usize];
    let found = found(access, lvalue);
    let read = format!("{before}{found}{after}");
    if let Kind::Step(op) = access.kind {
        return vec![Wrap::instead(whole.lo, whole.hi, stepped(access, op, lvalue, &read, named))];
    }
    let Some((lo, hi)) = operator(text, place.hi, access.kind) else { return Vec::new() };
    let write = named.function(ir::DEVICE_WRITE, access);
    let (taken, left) = stored(access, lvalue);
    let assigned = match access.kind {
        Kind::Update(op) => format!("= {taken}{write}({read} {op} ("),
        _ => format!("= {taken}{write}("),
    };
    let closed = if access.kind == Kind::Write { ")" } else { "))" };
    let closed = format!("{closed}{left}");
    vec![Wrap::instead(lo, hi, assigned), Wrap::around(hi, whole.hi, "", &closed)]
}

/// What is there, as a value. Memory is not looked at as devices are.
fn found(access: &Access, lvalue: &str) -> String {
    if access.is_memory && access.bits.is_none() {
        format!("(*({} *)&{lvalue})", access.spelling)
    } else {
        lvalue.to_owned()
    }
}

/// What stands around a value that is written, so that what it leaves there is stored.
fn stored(access: &Access, lvalue: &str) -> (String, String) {
    let lvalue = found(access, lvalue);
    match access.on_write {
        OnWrite::Stored => (String::new(), String::new()),
        OnWrite::Kept => ("((void)".to_owned(), format!(", {lvalue})")),
        OnWrite::Cleared => (format!("({lvalue} & ~"), ")".to_owned()),
    }
}

/// What stands around the place where it is read. Of a bit-field a device shows no more bits than there are.
fn reading(access: &Access, function: &str) -> (String, String) {
    match access.bits {
        None => (format!("{function}("), ")".to_owned()),
        Some(bits) if bits.signed => {
            let spare = 32u32.saturating_sub(bits.width);
            (format!("((int)((unsigned int){function}("), format!(") << {spare}) >> {spare})"))
        }
        Some(bits) => {
            let mask = u64::MAX >> 64u32.saturating_sub(bits.width).min(63);
            let narrow = match bits.width {
                ..=8 => "unsigned char",
                9..=16 => "unsigned short",
                17..=31 => "int",
                32 => "unsigned int",
                _ => "unsigned long long",
            };
            (format!("(({narrow})({function}("), format!(") & {mask:#x}ull))"))
        }
    }
}

/// `place++` and the like.
fn stepped(access: &Access, op: IncDecOp, lvalue: &str, read: &str, named: &mut Named) -> String {
    let write = named.function(ir::DEVICE_WRITE, access);
    let (step, back) = match op {
        IncDecOp::PreInc | IncDecOp::PostInc => ("+", "-"),
        IncDecOp::PreDec | IncDecOp::PostDec => ("-", "+"),
    };
    let (taken, left) = stored(access, lvalue);
    let stored = format!("({lvalue} = {taken}{write}({read} {step} 1){left})");
    match op {
        IncDecOp::PreInc | IncDecOp::PreDec => stored,
        IncDecOp::PostInc | IncDecOp::PostDec => {
            format!("(({})({stored} {back} 1))", access.spelling)
        }
    }
}

/// Where the operator stands that follows an lvalue, past closing parentheses and comments.
pub(super) fn operator(text: &str, from: u32, kind: Kind) -> Option<(u32, u32)> {
    let wanted = match kind {
        Kind::Update(op) => format!("{op}="),
        _ => "=".to_owned(),
    };
    let mut at = from as usize;
    loop {
        let rest = &text[at..];
        if rest.starts_with(&*wanted) {
            let blanks = rest[wanted.len()..].bytes().take_while(|byte| *byte == b' ').count();
            return Some((at as u32, (at + wanted.len() + blanks) as u32));
        }
        at += if rest.starts_with("/*") {
            rest.find("*/")? + 2
        } else if rest.starts_with("//") {
            rest.find('\n')?
        } else if rest.starts_with([')', ' ', '\t', '\n', '\r']) {
            1
        } else {
            return None;
        };
    }
}

/// All changes in the order of the text, outer ones around inner ones.
pub(super) fn in_order(mut wraps: Vec<Wrap>) -> Vec<Edit> {
    wraps.sort_by_key(|wrap| (wrap.lo, Reverse(wrap.hi)));
    let gone: Vec<(u32, u32)> =
        wraps.iter().filter(|it| it.instead.is_some()).map(|it| (it.lo, it.hi)).collect();
    let is_gone = |wrap: &Wrap| {
        wrap.instead.is_none()
            && gone.iter().any(|&(lo, hi)| lo <= wrap.lo && wrap.hi <= hi && lo < hi)
    };
    let mut edits = Vec::new();
    let mut open: Vec<(u32, String)> = Vec::new();
    for wrap in wraps.iter().filter(|wrap| !is_gone(wrap)) {
        close(&mut edits, &mut open, wrap.lo);
        if let Some(text) = &wrap.instead {
            edits.push(Edit { lo: wrap.lo, hi: wrap.hi, text: text.clone(), closes: false });
        } else {
            if !wrap.before.is_empty() {
                let text = wrap.before.clone();
                edits.push(Edit { lo: wrap.lo, hi: wrap.lo, text, closes: false });
            }
            open.push((wrap.hi, wrap.after.clone()));
        }
    }
    close(&mut edits, &mut open, u32::MAX);
    edits
}

/// Ends what ends before a place.
fn close(edits: &mut Vec<Edit>, open: &mut Vec<(u32, String)>, before: u32) {
    while let Some((at, text)) = open.pop_if(|(end, _)| *end <= before) {
        edits.push(Edit { lo: at, hi: at, text, closes: true });
    }
}
