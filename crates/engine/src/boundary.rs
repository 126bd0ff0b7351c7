//! Boundaries of comparisons: what to observe, and the program made observable.
//!
//! For each condition that is a comparison `a < b` the difference `a - b` should be seen to be -1, 0 and 1. Nothing in a
//! path of outcomes shows that, so probes are put into the program right before the condition: conditions of their own,
//! without effect, on values that are computed already. To every engine and to the interpreter they are branches like others.
//! Of floats, both neighbours of the right side are looked for. Pointers are not looked at.

use crate::objectives::Within;
use crate::observe::{Put, put_into};
use ir::{BinOp, Body, CondSite, Event, Func, Inst, Program, Type, Value};
use source::SourceMap;

/// A condition put into the program: a comparison has this difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The condition.
    pub site: CondSite,
    /// The comparison it is about.
    pub of: CondSite,
    /// The left side minus the right side: -1, 0 or 1; how many numbers further, if they are floats.
    pub difference: i8,
    /// The same for people: `a == b + 1`.
    pub text: String,
}

impl Probe {
    /// How the difference is shown in names of objectives: `<`, `=` or `>`.
    pub fn mark(&self) -> char {
        match self.difference {
            -1 => '<',
            0 => '=',
            _ => '>',
        }
    }
}

/// The probe that an event comes from, if it is none of the program's own.
pub(crate) fn probe(probes: &[Probe], event: Event) -> Option<&Probe> {
    let Event::Cond(site, _) = event else { return None };
    probes.iter().find(|probe| probe.site == site)
}

/// Events of the program itself that come with these.
pub(crate) fn visible(probes: &[Probe], events: Vec<Event>) -> Vec<Event> {
    let own = |event: Event| match probe(probes, event) {
        Some(probe) => [true, false].map(|truth| Event::Cond(probe.of, truth)).to_vec(),
        None => vec![event],
    };
    events.into_iter().flat_map(own).collect()
}

/// The program with probes in a function and in those it calls.
pub(crate) fn instrument(
    program: &Program,
    map: &SourceMap,
    func: Func,
    within: Within,
) -> (Program, Vec<Probe>) {
    let mut program = program.clone();
    let mut probes = Vec::new();
    for func in within.funcs(&program, func) {
        let body = program.funcs[func].body.as_mut().expect("what is tested should have a body");
        put_into(body, |put, inst| {
            if let Some(comparison) = comparison(put.body, map, func, inst) {
                put_probes(put, &comparison, &mut probes);
            }
            put.insts.push(inst);
        });
    }
    (program, probes)
}

/// A condition that compares numbers, as written: `a` stands on the left.
struct Comparison {
    site: CondSite,
    a: (Value, String),
    b: (Value, String),
    /// How the sides are ordered; equality alone does not tell.
    less: Option<BinOp>,
}

fn comparison(body: &Body, map: &SourceMap, func: Func, inst: Value) -> Option<Comparison> {
    let Inst::If { cond, event: Some(event), .. } = body.insts[inst] else { return None };
    let Inst::Binary(op, first, second) = body.insts[cond] else { return None };
    let (left, sign, right) = sides(map.slice(body.conds[event].span))?;
    let (written_as, less) = match op {
        BinOp::Eq | BinOp::Ne => (["==", "!="], None),
        BinOp::LtS | BinOp::LeS => (["<", "<="], Some(BinOp::LtS)),
        BinOp::LtU | BinOp::LeU => (["<", "<="], Some(BinOp::LtU)),
        BinOp::FEq | BinOp::FNe => (["==", "!="], None),
        BinOp::FLt | BinOp::FLe => (["<", "<="], Some(BinOp::FLt)),
        _ => return None,
    };
    let (a, b) = match sign {
        // `a > b` is computed as `b < a`.
        ">" | ">=" if less.is_some() => (second, first),
        sign if written_as.contains(&sign) => (first, second),
        _ => return None,
    };
    let site = CondSite { func, cond: event };
    Some(Comparison { site, a: (a, left.to_owned()), b: (b, right.to_owned()), less })
}

/// The sides of a comparison and its sign: the loosest one outside parentheses, the last if there are several.
fn sides(text: &str) -> Option<(&str, &str, &str)> {
    let (mut depth, mut at) = (0, 0);
    let mut found: Option<(usize, &str, bool)> = None;
    while at < text.len() {
        let rest = &text[at..];
        let token = ["<<=", ">>=", "->", "<<", ">>", "==", "!=", "<=", ">="].into_iter();
        let token = token.chain(["<", ">"]).find(|token| rest.starts_with(token));
        match rest.as_bytes()[0] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            _ => {}
        }
        let len = match token {
            Some(token) => token.len(),
            None => literal_or_letter(rest),
        };
        if let (Some(token @ ("==" | "!=" | "<" | "<=" | ">" | ">=")), 0) = (token, depth) {
            let loose = ["==", "!="].contains(&token);
            if loose || found.is_none_or(|(_, _, was_loose)| !was_loose) {
                found = Some((at, token, loose));
            }
        }
        at += len;
    }
    let (at, token, _) = found?;
    Some((text[..at].trim(), token, text[at + token.len()..].trim()))
}

/// The bytes of a literal in quotes, or of one letter.
fn literal_or_letter(text: &str) -> usize {
    let first = text.chars().next().map_or(1, char::len_utf8);
    let Some(quote @ ('"' | '\'')) = text.chars().next() else { return first };
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        if letter == quote && !escaped {
            return at + 1;
        }
        escaped = letter == '\\' && !escaped;
    }
    text.len()
}

/// Instructions that show the differences of a comparison.
fn put_probes(put: &mut Put<'_>, comparison: &Comparison, probes: &mut Vec<Probe>) {
    let Comparison { site, a: (a, a_text), b: (b, b_text), less } = comparison;
    let ty = put.body.ty(*a);
    let span = put.body.conds[site.cond].span;
    for difference in [-1i8, 0, 1] {
        let holds = if ty.is_float() {
            put.distance_of_floats(difference, *a, *b)
        } else {
            put.distance_of_integers(difference, *a, *b, *less)
        };
        let cond = put.condition(span, holds);
        let text = match difference {
            0 => format!("{a_text} == {b_text}"),
            -1 if ty.is_float() => format!("{a_text} just below {b_text}"),
            -1 => format!("{a_text} == {b_text} - 1"),
            _ if ty.is_float() => format!("{a_text} just above {b_text}"),
            _ => format!("{a_text} == {b_text} + 1"),
        };
        probes.push(Probe {
            site: CondSite { func: site.func, cond },
            of: *site,
            difference,
            text,
        });
    }
}

impl Put<'_> {
    /// Is `a` so much greater than `b`?
    fn distance_of_integers(
        &mut self,
        difference: i8,
        a: Value,
        b: Value,
        less: Option<BinOp>,
    ) -> Value {
        let ty = self.body.ty(a);
        let neighbour = if difference == 0 {
            b
        } else {
            let one = self.inst(Inst::Int(ty, 1), ty);
            let op = if difference > 0 { BinOp::Add } else { BinOp::Sub };
            self.inst(Inst::Binary(op, b, one), ty)
        };
        let mut holds = self.inst(Inst::Binary(BinOp::Eq, a, neighbour), Type::Int(1));
        // At the end of its type a number has no neighbour. Where the order is not known, a difference is one of the width.
        if let (Some(less), true) = (less, difference != 0) {
            let (lo, hi) = if difference < 0 { (a, b) } else { (b, a) };
            let ordered = self.inst(Inst::Binary(less, lo, hi), Type::Int(1));
            holds = self.inst(Inst::Binary(BinOp::And, holds, ordered), Type::Int(1));
        }
        holds
    }

    /// Is `a` so many numbers above `b`?
    fn distance_of_floats(&mut self, difference: i8, a: Value, b: Value) -> Value {
        let inst = match difference {
            -1 => Inst::Binary(BinOp::FNext, a, b),
            0 => Inst::Binary(BinOp::FEq, a, b),
            _ => Inst::Binary(BinOp::FNext, b, a),
        };
        self.inst(inst, Type::Int(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_comparisons() {
        let check = |text: &str, expect: Option<(&str, &str, &str)>| {
            assert_eq!(sides(text), expect, "{text}");
        };
        check("a < b", Some(("a", "<", "b")));
        check("p->n>=f(x < y)", Some(("p->n", ">=", "f(x < y)")));
        check("a < b == c", Some(("a < b", "==", "c")));
        check("x << 2 != t[i == 1]", Some(("x << 2", "!=", "t[i == 1]")));
        check("(a < b)", None);
        check("x & 1", None);
        check("c == '>'", Some(("c", "==", "'>'")));
        check(r"c < '\''", Some(("c", "<", r"'\''")));
    }
}
