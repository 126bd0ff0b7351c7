//! Pointers inside one structure that the code compares, with each other or with a parameter: the ends of a range, head and tail
//! of a ring, a place in a vector.
//!
//! Each may lead to any element of the array that another of them leads to; where the code orders them, or moves one until it
//! meets the other, they do so in every input. What they are is told by the code alone: which members' values it compares, as
//! far as registers of one function show. Members that come together otherwise are left out.

use crate::uses::{Walks, walks};
use crate::{Reach, Together};
use ir::{BinOp, Body, Inst, Local, Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Where a pointer comes from that is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// It is a parameter of the function under test.
    Param(u32),
    /// It stands at a byte of a structure.
    Member(u64),
}

/// Two pointers that are compared, not both of them parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Siblings {
    /// One of them.
    pub first: Source,
    /// The other.
    pub second: Source,
    /// How they lie where all is as the code takes it to be: in one array, or not.
    pub together: Option<Together>,
}

/// How the code tells two pointers.
#[derive(Clone, Copy, Default)]
struct Told {
    is_ordered: bool,
    /// Which way the first is moved, and the second.
    walks: (Option<Walks>, Option<Walks>),
}

/// The members of structures whose values a function, or what it calls, compares with each other or with its parameters.
pub(crate) fn siblings(reach: &Reach<'_>) -> Vec<Siblings> {
    let mut all = BTreeMap::new();
    for (reached, body) in reach.bodies() {
        let hidden = reach.program.n_hidden_params(reach.func);
        let params = body.params.iter().skip(hidden).copied().zip(0..);
        let params = if reached == reach.func { params.collect() } else { BTreeMap::new() };
        compare(body, &params, &mut all);
    }
    all.into_iter()
        .map(|((first, second), told)| Siblings { first, second, together: told.together() })
        .collect()
}

impl Told {
    fn together(self) -> Option<Together> {
        if self.is_ordered { Some(Together::Anyhow) } else { Together::of(self.walks) }
    }
}

/// Adds what a function compares.
fn compare(body: &Body, params: &BTreeMap<Local, u32>, all: &mut BTreeMap<(Source, Source), Told>) {
    for inst in body.insts.values() {
        let (a, b, is_ordered) = match *inst {
            Inst::PtrDiff { a, b, .. } | Inst::Binary(BinOp::PtrLt | BinOp::PtrLe, a, b) => {
                (a, b, true)
            }
            Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) => (a, b, false),
            _ => continue,
        };
        let (of_a, of_b) = (sources(body, params, a), sources(body, params, b));
        let are_params =
            |x: Source, y: Source| matches!((x, y), (Source::Param(_), Source::Param(_)));
        for &x in &of_a {
            for &y in of_b.iter().filter(|&&y| x != y && !are_params(x, y)) {
                let told = all.entry((x.min(y), x.max(y))).or_default();
                told.is_ordered |= is_ordered;
                let (a, b) = if x < y { (a, b) } else { (b, a) };
                let either = |known: Option<Walks>, new: Option<Walks>| match (known, new) {
                    (Some(known), Some(new)) => Some(known.or(new)),
                    (known, new) => known.or(new),
                };
                told.walks =
                    (either(told.walks.0, walks(body, a)), either(told.walks.1, walks(body, b)));
            }
        }
    }
}

/// The members and parameters whose value a pointer may be, moved or not.
fn sources(body: &Body, params: &BTreeMap<Local, u32>, value: Value) -> BTreeSet<Source> {
    let (mut found, mut seen): (_, BTreeSet<Local>) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match body.insts[value] {
            Inst::PtrAdd { base, .. } => open.push(base),
            Inst::Get(local) if seen.insert(local) => {
                found.extend(params.get(&local).map(|&index| Source::Param(index)));
                open.extend(body.insts.values().filter_map(|inst| match *inst {
                    Inst::Set(to, value) if to == local => Some(value),
                    _ => None,
                }));
            }
            Inst::Load { ty: Type::Ptr, addr, .. } => {
                found.insert(Source::Member(member(body, addr)));
            }
            _ => {}
        }
    }
    found
}

/// The byte of its structure that an address leads to.
fn member(body: &Body, mut addr: Value) -> u64 {
    let mut at = 0;
    while let Inst::PtrField { base, offset } = body.insts[addr] {
        (addr, at) = (base, at + offset);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::look;

    /// The pairs, members by their byte and parameters by `p` and their number, each with how the two lie.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let name = |source: Source| match source {
            Source::Param(index) => format!("p{index}"),
            Source::Member(byte) => byte.to_string(),
        };
        let show = |it: &Siblings| {
            let sign = match it.together {
                Some(Together::Anyhow) => "?",
                Some(Together::Before) => "<",
                Some(Together::After) => ">",
                None => "|",
            };
            format!("{}{sign}{}", name(it.first), name(it.second))
        };
        let found = look(text, |world| world.siblings.iter().map(show).collect::<Vec<_>>());
        assert_eq!(found.join(" "), expect, "{text}");
    }

    #[test]
    fn members_that_are_compared_are_siblings() {
        let of = |body: &str| {
            format!("struct s {{ char *at, *end; int n; }}; int f(struct s *s, char *p) {body}")
        };
        check(&of("{ return s->n; }"), "");
        check(&of("{ return s->at < s->end; }"), "0?8");
        check(&of("{ return s->at == s->end; }"), "0|8");
        check(&of("{ return s->end - s->at; }"), "0?8");
        check(&of("{ return p == s->end; }"), "p1|8");
        check(&of("{ int n = 0; for (char *c = s->at; c != s->end; c++) n++; return n; }"), "0<8");
        check(&of("{ int n = 0; while (p != s->at) { p--; n++; } return n; }"), "p1>0");
    }

    #[test]
    fn parameters_alone_are_pairs_of_another_kind() {
        check("int f(char *p, char *q) { return p < q; }", "");
    }
}
