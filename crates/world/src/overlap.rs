//! Which arrays behind parameters may overlap in a way that the code can tell, and which it takes for one.
//!
//! Two arrays that are only read, and whose addresses nobody compares, may lie anywhere. So may structures that nobody steps
//! over. Of the rest `restrict` excludes some; what `\separated` says of ranges is a constraint like others. What becomes of a
//! pointer is told by `uses`.

use crate::apart::are_kept_apart;
use crate::uses::{Uses, Walks};
use crate::{Reach, alike, hosts};
use ir::logic::{Contract, Formula, Logic, Node};
use ir::{Body, CastOp, Inst, Program, Shape, ShapeId, View};

/// Two parameters whose arrays may overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// The first parameter, by its number.
    pub first: u32,
    /// The second.
    pub second: u32,
    /// Elements that a contract asks for behind one of them, where it names a number.
    pub least: u64,
    /// Does it ask for as many as some expression says?
    pub counted: bool,
    /// Do they lead into one array in every input that is tried?
    pub together: Option<Together>,
    /// Does the contract keep apart all that it makes valid behind the two? Then only what touches more can tell.
    pub apart: bool,
    /// Can the code tell the distance of two arrays only by what it touches? Then those that are further apart than that are
    /// like two objects.
    pub near: bool,
}

/// How two pointers lie that the code takes for two into one array: it orders or subtracts them, or steps from one to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Together {
    /// In any order.
    Anyhow,
    /// The first is not behind the second: it is moved up until it meets that, or that is moved down.
    Before,
    /// The second is not behind the first.
    After,
}

/// Numbers of elements that contracts name are used as far as this.
const MOST_ASKED_FOR: u64 = 64;

/// The pairs of parameters whose arrays may overlap so that a run can tell, as far as types and uses say.
pub(crate) fn overlaps(reach: &Reach<'_>, views: &[View], uses: &Uses) -> Vec<Overlap> {
    let (program, func) = (reach.program, reach.func);
    let data = &program.funcs[func];
    let elements = |index: u32| match program.shapes[data.params[index as usize].shape] {
        Shape::Pointer { to: Some(to), restrict: false, .. } => vec![to],
        Shape::Pointer { to: None, restrict: false, .. } => {
            let hosts = hosts(program, views, None).into_iter();
            hosts.map(|host| host.shape).collect()
        }
        _ => Vec::new(),
    };
    let contract = data.contract.as_ref();
    let asked_for = |index: u32| contract.map_or(Some(0), |it| asked_for(it, index));
    let n_params = data.params.len() as u32;
    let mut pairs = Vec::new();
    let closed = touches_what_it_names(reach);
    let lead_somewhere: Vec<(u32, Vec<ShapeId>)> =
        (0..n_params).map(|it| (it, elements(it))).filter(|(_, to)| !to.is_empty()).collect();
    for (at, (first, a)) in lead_somewhere.iter().enumerate() {
        for (second, b) in &lead_somewhere[at + 1..] {
            let (first, second) = (*first, *second);
            let is_common = |a: &ShapeId| b.iter().any(|&b| alike(program, *a, b));
            let tells = |&a: &ShapeId| can_tell(program, uses, a, (first, second));
            if a.iter().filter(|a| is_common(a)).any(tells) {
                let asked_for = [first, second].map(asked_for);
                pairs.push(Overlap {
                    first,
                    second,
                    least: asked_for.iter().copied().flatten().max().unwrap_or(0),
                    counted: asked_for.contains(&None),
                    together: together(uses, first, second),
                    apart: !uses.may_be_compared(first, second)
                        && contract.is_some_and(|it| are_kept_apart(it, first, second)),
                    near: closed && !uses.may_be_ordered(first, second),
                });
            }
        }
    }
    pairs
}

/// Is everything that the code touches an element that it has moved a pointer to? The library touches more, and so may pointers
/// to other types; clauses and integers may tell addresses by other means.
fn touches_what_it_names(reach: &Reach<'_>) -> bool {
    let contract = reach.program.funcs[reach.func].contract.as_ref();
    let is_number = |inst: &Inst| matches!(inst, Inst::Cast(CastOp::PtrToInt, ..));
    let is_plain = |body: &Body| body.views.is_empty() && !body.insts.values().any(is_number);
    reach.foreign().next().is_none()
        && reach.bodies().all(|(_, body)| is_plain(body))
        && contract.iter().flat_map(|it| &it.requires).all(|clause| {
            let meaning = clause.meaning.as_ref();
            meaning.is_ok_and(|it| !it.nodes.values().any(|node| tells_addresses(it, node)))
        })
}

/// Does a clause tell where arrays lie, beyond the first elements behind parameters, as many as it says in numbers?
fn tells_addresses(formula: &Formula, node: &Logic) -> bool {
    let is_counted = |&(base, lo, hi, _): &(Node, Node, Node, u64)| {
        let (base, lo, hi) = (&formula.nodes[base], &formula.nodes[lo], &formula.nodes[hi]);
        matches!((base, lo, hi), (Logic::ParamPtr { .. }, Logic::Int(0..), Logic::Int(_)))
    };
    match node {
        Logic::PtrCmp(..) => true,
        Logic::Separated { a, b } => !(is_counted(a) && is_counted(b)),
        _ => false,
    }
}

/// Can a run tell where two arrays of a shape lie?
fn can_tell(program: &Program, uses: &Uses, shape: ShapeId, (first, second): (u32, u32)) -> bool {
    match program.shapes[shape] {
        Shape::Int { .. } | Shape::Float { .. } => uses.can_tell(first, second),
        // What nobody steps over is told apart by its address, wherever it lies.
        Shape::Record { .. } | Shape::Array { .. } | Shape::Pointer { .. } => {
            let size = program.shape_bytes(shape);
            uses.are_ordered(first, second)
                || (uses.is_stepped_over(first, size) || uses.is_stepped_over(second, size))
                    && uses.can_tell(first, second)
        }
        _ => false,
    }
}

fn together(uses: &Uses, first: u32, second: u32) -> Option<Together> {
    if uses.are_ordered(first, second) {
        return Some(Together::Anyhow);
    }
    Together::of((uses.walks_to(first, second), uses.walks_to(second, first)))
}

impl Together {
    /// How two pointers lie that are moved until they meet, each in a way or not at all.
    pub(crate) fn of(walks: (Option<Walks>, Option<Walks>)) -> Option<Self> {
        let up = |walks: Option<Walks>| matches!(walks, None | Some(Walks::Up));
        let down = |walks: Option<Walks>| matches!(walks, None | Some(Walks::Down));
        match walks {
            (None, None) => None,
            (first, second) if up(first) && down(second) => Some(Self::Before),
            (first, second) if down(first) && up(second) => Some(Self::After),
            _ => Some(Self::Anyhow),
        }
    }

    /// The same with the two exchanged.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Anyhow => Self::Anyhow,
            Self::Before => Self::After,
            Self::After => Self::Before,
        }
    }
}

/// The elements behind a parameter that a contract asks for; none if that is no number, or a large one.
fn asked_for(contract: &Contract, index: u32) -> Option<u64> {
    let formulas = contract.requires.iter().filter_map(|clause| clause.meaning.as_ref().ok());
    let mut most = 0;
    for formula in formulas {
        for (base, hi) in formula.nodes.values().flat_map(ranges) {
            if !matches!(formula.nodes[base], Logic::ParamPtr { index: of } if of == index) {
                continue;
            }
            let Logic::Int(hi) = formula.nodes[hi] else { return None };
            most = most.max(u64::try_from(hi + 1).unwrap_or(0));
        }
    }
    (most <= MOST_ASKED_FOR).then_some(most)
}

/// The bases and the last indices of what a clause makes valid or separates.
fn ranges(node: &Logic) -> Vec<(Node, Node)> {
    match *node {
        Logic::Valid { base, hi, .. } => vec![(base, hi)],
        Logic::Separated { a, b } => vec![(a.0, a.2), (b.0, b.2)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::look;

    /// The pairs, each with how the two lie: `?` anyhow, `<` the first before, `>` behind, `|` apart, as a contract says `!`.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let show = |pair: &Overlap| {
            let sign = match pair.together {
                Some(Together::Anyhow) => '?',
                Some(Together::Before) => '<',
                Some(Together::After) => '>',
                None if pair.apart => '!',
                None => '|',
            };
            format!("{}{sign}{}", pair.first, pair.second)
        };
        let found = look(text, |world| world.overlaps.iter().map(show).collect::<Vec<_>>());
        assert_eq!(found.join(" "), expect, "{text}");
    }

    #[test]
    fn what_is_written_or_compared_can_be_told() {
        check("int f(int *p, int *q) { return *p + *q; }", "");
        check("int f(int *p, int *q) { *p = 1; return *q; }", "0|1");
        check("int f(int *p, long *q) { *p = 1; return *q; }", "");
        check("int f(int *restrict p, int *q) { *p = 1; return *q; }", "");
        check("int f(int *p, int *q) { return p == q; }", "0|1");
        check("void f(int *p, int *q, int *r) { *r = *p + *q; }", "0|2 1|2");
    }

    #[test]
    fn what_is_ordered_or_walked_along_is_one_array() {
        check("int f(int *p, int *q) { return p < q; }", "0?1");
        check(
            "int f(int *p, int *end) { int n = 0; while (p != end) n += *p++; return n; }",
            "0<1",
        );
        check("int f(int *p, int *lo) { int n = 0; while (p != lo) n += *--p; return n; }", "0>1");
    }

    #[test]
    fn structures_are_told_apart_where_they_are_stepped_over() {
        let text =
            |body: &str| format!("struct s {{ int x; }}; int f(struct s *p, struct s *q) {body}");
        check(&text("{ p->x = 1; return q->x; }"), "");
        check(&text("{ p[1].x = 1; return q->x; }"), "0|1");
    }

    #[test]
    fn a_contract_asks_for_elements() {
        let text = "/*@ requires \\valid(p + (0 .. 4)) && \\valid(q); */ int f(int *p, int *q) { *q = 1; return *p; }";
        assert_eq!(
            look(text, |world| (world.overlaps[0].least, world.overlaps[0].counted)),
            (5, false)
        );
        let text = "/*@ requires \\valid(p + (0 .. n)); */ int f(int *p, int *q, int n) { *q = 1; return *p; }";
        assert!(look(text, |world| world.overlaps[0].counted));
    }
}
