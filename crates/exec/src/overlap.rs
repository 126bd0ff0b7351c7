//! Which arrays behind parameters may overlap in a way that the code can tell.
//!
//! Two arrays that are only read, and whose addresses nobody compares, may lie anywhere. Of the rest `restrict` and
//! `\separated` exclude some. Where a pointer went is followed through registers and calls and not through memory: what comes
//! from there may be any of them.

use ir::logic::{Contract, Formula, Logic, Node};
use ir::{BinOp, Body, Callee, Func, Inst, Local, Program, Shape, ShapeId, Value};
use std::collections::BTreeMap;

/// Two parameters whose arrays may overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// The first parameter, by its number.
    pub first: u32,
    /// The second.
    pub second: u32,
    /// Does a contract say how long one of the arrays is?
    pub fixed: bool,
}

/// The pairs of parameters whose arrays may overlap so that a run can tell.
pub fn overlaps(program: &Program, func: Func) -> Vec<Overlap> {
    let apart = kept_apart(program, func);
    let mut pairs = pairs(program, func);
    pairs.retain(|pair| !apart.contains(&(pair.first, pair.second)));
    pairs
}

/// The pairs of parameters that the contract keeps from overlapping.
pub fn kept_apart(program: &Program, func: Func) -> Vec<(u32, u32)> {
    let Some(contract) = &program.funcs[func].contract else { return Vec::new() };
    let pairs = pairs(program, func).into_iter().map(|pair| (pair.first, pair.second));
    pairs.filter(|&(first, second)| is_separated(contract, first, second)).collect()
}

/// The pairs whose types and uses let them overlap.
fn pairs(program: &Program, func: Func) -> Vec<Overlap> {
    let data = &program.funcs[func];
    let scalar = |index: u32| match program.shapes[data.params[index as usize].shape] {
        Shape::Pointer { to: Some(to), restrict: false, .. } => Some(to),
        _ => None,
    };
    let scalar = |index| scalar(index).filter(|&to| is_number(program, to));
    let n_params = data.params.len() as u32;
    let alike = |a: u32, b: u32| match (scalar(a), scalar(b)) {
        (Some(a), Some(b)) => crate::host::alike(program, a, b),
        _ => false,
    };
    let mut pairs = Vec::new();
    let uses = Uses::of(program, func);
    for first in 0..n_params {
        for second in (first + 1..n_params).filter(|&second| alike(first, second)) {
            if uses.can_tell(first, second) {
                let is_fixed = |index| data.contract.as_ref().is_some_and(|it| is_valid(it, index));
                let fixed = is_fixed(first) || is_fixed(second);
                pairs.push(Overlap { first, second, fixed });
            }
        }
    }
    pairs
}

fn is_number(program: &Program, shape: ShapeId) -> bool {
    matches!(program.shapes[shape], Shape::Int { .. } | Shape::Float { .. })
}

fn is_separated(contract: &Contract, first: u32, second: u32) -> bool {
    let of = |formula: &Formula, node: Node, index: u32| matches!(formula.nodes[node], Logic::ParamPtr { index: other } if other == index);
    required(contract).any(|(formula, node)| match formula.nodes[node] {
        Logic::Separated { a, b } => {
            of(formula, a.0, first) && of(formula, b.0, second)
                || of(formula, a.0, second) && of(formula, b.0, first)
        }
        _ => false,
    })
}

fn is_valid(contract: &Contract, index: u32) -> bool {
    required(contract).any(|(formula, node)| match formula.nodes[node] {
        Logic::Valid { base, .. } => {
            matches!(formula.nodes[base], Logic::ParamPtr { index: other } if other == index)
        }
        _ => false,
    })
}

/// The conjuncts of the requires clauses.
fn required(contract: &Contract) -> impl Iterator<Item = (&Formula, Node)> {
    contract
        .requires
        .iter()
        .filter_map(|clause| clause.meaning.as_ref().ok())
        .flat_map(|formula| crate::parts(formula).into_iter().map(move |node| (formula, node)))
}

/// Which parameters a pointer may come from, a bit for each; the highest says that it may be any.
type Roots = u64;
const ANY: Roots = 1 << 63;

/// What becomes of the pointers that a function is given.
struct Uses {
    written: Roots,
    /// The two sides of comparisons and differences.
    compared: Vec<(Roots, Roots)>,
}

impl Uses {
    fn of(program: &Program, func: Func) -> Self {
        let roots = roots(program, func);
        let mut uses = Self { written: 0, compared: Vec::new() };
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
            Inst::PtrDiff { a, b, .. }
            | Inst::Binary(BinOp::PtrEq | BinOp::PtrNe | BinOp::PtrLt | BinOp::PtrLe, a, b) => {
                self.compared.push((of(*a), of(*b)));
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

    fn can_tell(&self, first: u32, second: u32) -> bool {
        let has = |roots: Roots, index: u32| roots & (1 << index.min(62) | ANY) != 0;
        has(self.written, first)
            || has(self.written, second)
            || self
                .compared
                .iter()
                .any(|&(a, b)| has(a, first) && has(b, second) || has(a, second) && has(b, first))
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
