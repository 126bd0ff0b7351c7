//! What becomes of the pointers that a function is given: which are written through, stepped along, compared.
//!
//! Where a pointer went is followed through registers and calls and not through memory: what comes from there may be any.

use ir::{BinOp, Body, Callee, Func, Inst, Local, Program, Shape, UnOp, Value};
use std::collections::BTreeMap;

/// Which parameters a pointer may come from, a bit for each; the highest says that it may be any.
type Roots = u64;
const ANY: Roots = 1 << 63;

/// Which way a pointer is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walks {
    Up,
    Down,
    /// Both ways, or by a step that is not known.
    Anyhow,
}

/// What becomes of the pointers that a function is given.
#[derive(Default)]
pub(crate) struct Uses {
    written: Roots,
    /// The two sides of equalities.
    equated: Vec<(Roots, Roots)>,
    /// The two sides of comparisons by order, and of differences.
    ordered: Vec<(Roots, Roots)>,
    /// What is added to, with the size of an element.
    stepped: Vec<(Roots, u64)>,
    /// What is moved along and compared with something else.
    walking: Vec<(Roots, Roots, Walks)>,
}

impl Uses {
    pub(crate) fn of(program: &Program, func: Func) -> Self {
        let roots = roots(program, func);
        let mut uses = Self::default();
        for &func in roots.keys() {
            let Some(body) = &program.funcs[func].body else { continue };
            for inst in body.insts.values() {
                uses.add(program, body, &roots[&func], inst);
            }
        }
        uses
    }

    fn add(&mut self, program: &Program, body: &Body, locals: &Locals, inst: &Inst) {
        let of = |value: Value| value_roots(body, locals, value);
        match inst {
            Inst::Store { addr, .. } | Inst::StoreBits { addr, .. } => self.written |= of(*addr),
            Inst::Copy { dst, .. } | Inst::Zero { dst, .. } => self.written |= of(*dst),
            Inst::PtrDiff { a, b, .. } | Inst::Binary(BinOp::PtrLt | BinOp::PtrLe, a, b) => {
                self.ordered.push((of(*a), of(*b)));
            }
            Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) => {
                self.equated.push((of(*a), of(*b)));
                for (cursor, goal) in [(*a, *b), (*b, *a)] {
                    let walks = walks(body, cursor).map(|it| (of(cursor), of(goal), it));
                    self.walking.extend(walks);
                }
            }
            Inst::PtrAdd { base, index, size, .. } if constant(body, *index) != Some(0) => {
                self.stepped.push((of(*base), *size));
            }
            Inst::Call { callee: Callee::Direct(callee), args }
                if program.funcs[*callee].body.is_none() =>
            {
                let params = &program.funcs[*callee].params;
                for (index, &arg) in args.iter().enumerate() {
                    let reads = params.get(index).is_some_and(|param| {
                        matches!(
                            program.shapes[param.shape],
                            Shape::Pointer { read_only: true, .. }
                        )
                    });
                    self.written |= if reads { 0 } else { of(arg) };
                }
            }
            Inst::Call { callee: Callee::Indirect(..), args } => {
                args.iter().for_each(|&arg| self.written |= of(arg));
            }
            _ => {}
        }
    }

    /// Does the code write through one of two parameters, or compare what comes from them?
    pub(crate) fn can_tell(&self, first: u32, second: u32) -> bool {
        let compared = || self.equated.iter().chain(&self.ordered);
        may_be(self.written, first)
            || may_be(self.written, second)
            || compared().any(|&(a, b)| {
                may_be(a, first) && may_be(b, second) || may_be(a, second) && may_be(b, first)
            })
    }

    /// Is what comes from one parameter ordered against what comes from the other, or subtracted?
    pub(crate) fn are_ordered(&self, first: u32, second: u32) -> bool {
        self.ordered
            .iter()
            .any(|&(a, b)| is(a, first) && is(b, second) || is(a, second) && is(b, first))
    }

    /// The same where memory came between, too.
    pub(crate) fn may_be_ordered(&self, first: u32, second: u32) -> bool {
        self.ordered.iter().any(|&(a, b)| {
            may_be(a, first) && may_be(b, second) || may_be(a, second) && may_be(b, first)
        })
    }

    /// May what comes from a parameter be moved by elements of a size?
    pub(crate) fn is_stepped_over(&self, index: u32, size: u64) -> bool {
        self.stepped.iter().any(|&(roots, of)| of == size && may_be(roots, index))
    }

    /// Is what comes from one parameter moved along and compared with what comes from another? Which way?
    pub(crate) fn walks_to(&self, index: u32, goal: u32) -> Option<Walks> {
        let walks = self.walking.iter().filter(|it| is(it.0, index) && is(it.1, goal));
        walks.map(|it| it.2).reduce(Walks::or)
    }
}

impl Walks {
    /// One way or the other.
    pub(crate) fn or(self, other: Self) -> Self {
        if self == other { self } else { Self::Anyhow }
    }
}

/// Is a parameter among those that a pointer may come from?
fn may_be(roots: Roots, index: u32) -> bool {
    roots & (1 << index.min(62) | ANY) != 0
}

/// The same where memory did not come between.
fn is(roots: Roots, index: u32) -> bool {
    roots & 1 << index.min(62) != 0
}

/// Which way a local is moved whose value this is; none if it is not moved.
pub(crate) fn walks(body: &Body, cursor: Value) -> Option<Walks> {
    let Inst::Get(local) = body.insts[cursor] else { return None };
    let steps = body.insts.values().filter_map(|inst| match *inst {
        Inst::Set(to, value) if to == local => match body.insts[value] {
            Inst::PtrAdd { base, index, .. } => Some((base, index)),
            _ => None,
        },
        _ => None,
    });
    let own = steps.filter(|&(base, _)| matches!(body.insts[base], Inst::Get(of) if of == local));
    own.map(|(_, index)| direction(body, index)).reduce(Walks::or)
}

fn direction(body: &Body, index: Value) -> Walks {
    match (constant(body, index), &body.insts[index]) {
        (Some(step), _) if step >= 0 => Walks::Up,
        (Some(_), _) => Walks::Down,
        (None, Inst::Unary(UnOp::NegS, of)) if constant(body, *of).is_some_and(|it| it >= 0) => {
            Walks::Down
        }
        _ => Walks::Anyhow,
    }
}

fn constant(body: &Body, value: Value) -> Option<i64> {
    match body.insts[value] {
        Inst::Int(_, bits) => Some(bits as i64),
        _ => None,
    }
}

type Locals = BTreeMap<Local, Roots>;

/// Where the pointers in the locals of each function that can be called may come from.
fn roots(program: &Program, func: Func) -> BTreeMap<Func, Locals> {
    let mut all: BTreeMap<Func, Locals> = BTreeMap::new();
    let Some(body) = &program.funcs[func].body else { return all };
    let hidden = program.n_hidden_params(func);
    let params = body.params.iter().skip(hidden).zip(0u32..);
    all.insert(func, params.map(|(&local, index)| (local, 1 << index.min(62))).collect());
    let mut open = vec![func];
    while let Some(func) = open.pop() {
        let Some(body) = &program.funcs[func].body else { continue };
        for inst in body.insts.values() {
            if let Inst::Call { callee: Callee::Direct(callee), .. } = inst
                && !all.contains_key(callee)
            {
                all.insert(*callee, Locals::new());
                open.push(*callee);
            }
            let locals = &all[&func];
            let of = |value: Value| value_roots(body, locals, value);
            let flows: Vec<(Func, Local, Roots)> = match inst {
                Inst::Set(local, value) => vec![(func, *local, of(*value))],
                Inst::Call { callee: Callee::Direct(callee), args } => {
                    let params = program.funcs[*callee].body.iter().flat_map(|body| &body.params);
                    params.zip(args).map(|(&param, &arg)| (*callee, param, of(arg))).collect()
                }
                _ => Vec::new(),
            };
            for (to, local, roots) in flows {
                let known = all.entry(to).or_default().entry(local).or_insert(0);
                if *known | roots != *known {
                    *known |= roots;
                    open.push(to);
                }
            }
        }
    }
    all
}

/// Where a pointer may come from. Numbers come from nowhere, and so do addresses of what the code itself names.
fn value_roots(body: &Body, locals: &Locals, value: Value) -> Roots {
    let mut value = value;
    if body.types[value] != Some(ir::Type::Ptr) {
        return 0;
    }
    loop {
        match body.insts[value] {
            Inst::Get(local) => return locals.get(&local).copied().unwrap_or(0),
            Inst::PtrAdd { base, .. } | Inst::PtrField { base, .. } => value = base,
            Inst::Load { ty: ir::Type::Ptr, .. } | Inst::Call { .. } | Inst::Cast(..) => {
                return ANY;
            }
            _ => return 0,
        }
    }
}
