//! Each rule of the verifier, broken once.

use super::*;
use crate::{Body, Inst, Region, Type, Value, parse};
use entity::EntityRef;
use source::Span;
use std::collections::BTreeSet;

/// One line per violation that breaks each rule: tables and instructions of a function `f(i32, ptr) -> i32`.
const BROKEN: &[(Rule, &str, &str)] = &[
    (Rule::Label, "", "block b0 {\n}\nleave b0"),
    (Rule::Label, "", "block b0 {\n}\nblock b0 {\n}"),
    (Rule::Loop, "loop loop0", "loop loop0 {\n}\nnext loop0"),
    (Rule::Loop, "loop loop0", "turn loop0"),
    (Rule::Loop, "loop loop0", "loop loop0 {\n}\nloop loop0 {\n}"),
    (Rule::Terminator, "", "return\nlive l0"),
    (Rule::Id, "", "next loop0"),
    (Rule::Id, "", "leave b3"),
    (Rule::Id, "", "live l9"),
    (Rule::Id, "", "v0 = addr.global ptr g9"),
    (Rule::Id, "", "v0 = addr.func ptr f9"),
    (Rule::Id, "", "v0 = neg i32 v8"),
    (Rule::Id, "", "v0 = int i1 1\nif v0 c5 {\n}"),
    (Rule::Id, "obj l3 size 4 align 4 shape t9 \"o\"", ""),
    (Rule::Scope, "", "v0 = neg i32 v1\nv1 = int i32 1"),
    (Rule::Scope, "", "v0 = int i1 1\nif v0 {\nv1 = int i32 1\n}\nset l0, v1"),
    (Rule::Scope, "", "v0 = int i1 1\nif v0 {\nv1 = int i32 1\n} else {\nset l0, v1\n}"),
    (Rule::Scope, "", "block b0 {\nv1 = int i32 1\n}\nset l0, v1"),
    (Rule::Yield, "", "v0: live l0\nset l0, v0"),
    (Rule::Operand, "", "v0 = int i8 1\nset l0, v0"),
    (Rule::Operand, "", "v0 = int i8 1\nv1 = int i32 1\nv2 = add i8 v0, v1"),
    (Rule::Operand, "", "v0 = int i8 1\nv1 = fneg i8 v0"),
    (Rule::Operand, "", "v0 = int i8 1\nv1 = trunc i16 v0"),
    (Rule::Operand, "", "v0 = int i8 1\nv1 = sext i8 v0"),
    (Rule::Operand, "", "v0 = int i32 1\nv1 = int2ptr ptr v0"),
    (Rule::Operand, "", "v0 = int i32 1\nif v0 {\n}"),
    (Rule::Operand, "", "v0 = int i32 1\nstore v0, v0"),
    (Rule::Operand, "", "v0 = null ptr\nv1 = lt.s i1 v0, v0"),
    (Rule::Operand, "", "v0 = null ptr\nv1 = ptr.add ptr v0, v0, 1"),
    (Rule::Operand, "", "v0 = null ptr\nblock b0 {\nswitch.s v0 to (b0) arms () else 0\n}"),
    (Rule::Result, "", "v0 = int i8 1\nv1 = add i16 v0, v0"),
    (Rule::Result, "", "v0 = int i8 1\nv1 = eq i8 v0, v0"),
    (Rule::Result, "", "v0 = get i8 l0"),
    (Rule::Constant, "", "v0 = float f32 0x100000000"),
    (Rule::Register, "", "v0 = get i32 l2"),
    (Rule::Register, "", "v0 = addr.local ptr l0"),
    (Rule::Register, "", "dead l0"),
    (Rule::Bits, "", "v0 = null ptr\nv1 = load.bits.s i32 v0, 30, 3"),
    (Rule::Bits, "", "v0 = null ptr\nv1 = load.bits.s i32 v0, 30, 0"),
    (Rule::Stride, "", "v0 = null ptr\nv1 = ptr.diff i64 v0, v0, 0"),
    (Rule::Params, "args l0", ""),
    (Rule::Params, "args l1, l0", ""),
    (Rule::Call, "", "v0 = call i32 @f()"),
    (Rule::Call, "", "v0 = int i32 1\nv1 = call i32 @f(v0, v0)"),
    (Rule::Call, "", "v0 = int i32 1\nv1 = null ptr\ncall @f(v0, v1)"),
    (Rule::Call, "", "v0 = null ptr\ncall.ptr v0(v0) as ()"),
    (Rule::Return, "", "v0 = int i8 1\nreturn v0"),
    (Rule::Decision, "decision d0 = and(c0, c0)\ncond c0 of d0", ""),
    (Rule::Decision, "decision d0 = true\ncond c0 of d0", ""),
    (Rule::Decision, "decision d0 = c0\ndecision d1 = true\ncond c0 of d1", ""),
    (
        Rule::Switch,
        "",
        "v0 = int i8 1\nblock b0 {\nswitch.s v0 to (b0) arms (2: 0, 1: 0) else 0\n}",
    ),
    (Rule::Switch, "", "v0 = int i8 1\nblock b0 {\nswitch.s v0 to (b0) arms (2..1: 0) else 0\n}"),
    (
        Rule::Switch,
        "",
        "v0 = int i8 1\nblock b0 {\nswitch.s v0 to (b0) arms (1..3: 0, 3: 0) else 0\n}",
    ),
    (Rule::Switch, "", "v0 = int i8 1\nblock b0 {\nswitch.s v0 to (b0) arms (1: 1) else 0\n}"),
    (Rule::Switch, "", "v0 = int i8 1\nblock b0 {\nswitch.s v0 to (b0) arms () else 1\n}"),
    (
        Rule::Switch,
        "",
        "v0 = int i8 1\nblock b0 {\n}\nblock b1 {\nswitch.s v0 to (b0) arms () else 0\n}",
    ),
    (
        Rule::Switch,
        "switch s0 = case, implicit",
        "v0 = int i8 1\nblock b0 {\nswitch.s v0 s0 to (b0) arms () else 0\n}",
    ),
    (Rule::Variadic, "", "v0 = variadic ptr"),
    (Rule::Formula, "requires \"x\" {\nn0 = int 1\nroot n0\n}", ""),
    (Rule::Formula, "requires \"x\" {\nn0 = negate n1\nn1 = true\nroot n1\n}", ""),
    (Rule::Formula, "requires \"x\" {\nn0 = true\nn1 = true\nroot n0\n}", ""),
    (Rule::Formula, "requires \"x\" {\nn0 = result.s\nn1 = eq n0, n0\nroot n1\n}", ""),
    (Rule::Formula, "requires \"x\" {\nn0 = param.s 1\nn1 = eq n0, n0\nroot n1\n}", ""),
    (Rule::Formula, "requires \"x\" {\nn0 = param.ptr 7\nn1 = ptr.eq n0, n0\nroot n1\n}", ""),
    (Rule::Formula, "requires \"x\" {\nn0 = addr.global g9\nn1 = ptr.eq n0, n0\nroot n1\n}", ""),
    (Rule::Formula, "ensures \"x\" {\nn0 = result.ptr\nn1 = ptr.eq n0, n0\nroot n1\n}", ""),
    (Rule::Bound, "requires \"x\" {\nbound q0 \"k\"\nn0 = var q0\nn1 = eq n0, n0\nroot n1\n}", ""),
    (
        Rule::Bound,
        "requires \"x\" {\nbound q0 \"k\"\nn0 = var q0\nn1 = eq n0, n0\nn2 = forall q0, n0, n0, n1\nroot n2\n}",
        "",
    ),
    (
        Rule::Bound,
        "requires \"x\" {\nbound q0 \"k\"\nn0 = int 1\nn1 = true\nn2 = forall q0, n0, n0, n1\nn3 = forall q0, n0, n0, n2\nroot n3\n}",
        "",
    ),
];

const BROKEN_PROGRAMS: &[(Rule, &str)] = &[
    (Rule::Target, "target ptr 3"),
    (Rule::Layout, "global @g size 4 align 3 { }"),
    (Rule::Init, "global @g size 4 align 4 {\n0: bytes \"0102030405\"\n}"),
    (Rule::Init, "global @g size 4 align 4 {\n0: bytes \"0102\"\n1: bytes \"01\"\n}"),
    (Rule::Init, "global @g size 8 align 4 {\n0: global g7 0\n}"),
    (Rule::Shape, "shape t0 = array t0 3"),
    (Rule::Shape, "shape t0 = record 4 \"s\" { 0 t1 \"m\" }\nshape t1 = array t0 3"),
    (Rule::Shape, "shape t0 = pointer to t5 \"int *\""),
    (Rule::Shape, "shape t0 = float i32 \"float\""),
];

fn function(tables: &str, insts: &str) -> String {
    let args = if tables.contains("args") { "" } else { "args l0, l1" };
    format!(
        "func @f(i32, ptr) -> i32 {{\nreg l0 i32 \"a\"\nreg l1 ptr \"p\"\nobj l2 size 4 align 4 \"o\"\n\
         {args}\n{tables}\nbody {{\n{insts}\n}}\n}}\n"
    )
}

fn broken_rules(program: &Program) -> BTreeSet<Rule> {
    verify(program).into_iter().map(|violation| violation.rule).collect()
}

#[track_caller]
fn check_broken(rule: Rule, text: &str) {
    let program = parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    assert!(broken_rules(&program).contains(&rule), "{rule} should be broken by\n{text}");
}

#[test]
fn each_broken_rule_is_noticed() {
    for (rule, tables, insts) in BROKEN {
        check_broken(*rule, &function(tables, insts));
    }
    for (rule, text) in BROKEN_PROGRAMS {
        check_broken(*rule, text);
    }
}

#[test]
fn most_broken_functions_break_one_rule_only() {
    for (rule, tables, insts) in BROKEN {
        let program = parse(&function(tables, insts)).expect("the text should parse");
        let broken = broken_rules(&program);
        assert!(broken.len() == 1, "{rule}: {tables} {insts} breaks {broken:?}");
    }
}

/// Texts cannot put an instruction in two places or forget a region.
fn built(build: impl FnOnce(&mut Body)) -> BTreeSet<Rule> {
    let mut program = parse("func @f() {\nbody {\n}\n}\n").expect("the text should parse");
    let func = program.funcs.values_mut().next().expect("one function");
    build(func.body.as_mut().expect("a body"));
    broken_rules(&program)
}

#[test]
fn misplaced_instructions_and_regions_are_noticed() {
    let twice = built(|body| {
        let value = body.append(body.root, Inst::Return(None), None, Span::NONE);
        body.regions[body.root].insert(0, value);
    });
    assert!(twice.contains(&Rule::Place));
    let nowhere = built(|body| {
        body.insts.push(Inst::Null);
    });
    assert!(nowhere.contains(&Rule::Place));
    let lost = built(|body| {
        body.regions.push(Vec::new());
    });
    assert!(lost.contains(&Rule::Region));
    let shared = built(|body| {
        let cond = body.append(body.root, Inst::Int(Type::BOOL, 1), Some(Type::BOOL), Span::NONE);
        let arm = body.regions.push(Vec::new());
        let choice = Inst::If { cond, event: None, then: arm, els: arm };
        body.append(body.root, choice, None, Span::NONE);
    });
    assert!(shared.contains(&Rule::Region));
    let ghosts = built(|body| {
        body.regions[body.root].push(Value::from_index(77));
        let label = body.labels.push(Span::NONE);
        let ghost = Inst::Block { label, body: Region::from_index(55) };
        body.append(body.root, ghost, None, Span::NONE);
    });
    assert_eq!(ghosts, BTreeSet::from([Rule::Id]));
}

#[test]
fn every_rule_is_broken_by_some_test() {
    let mut tested: BTreeSet<Rule> = BROKEN.iter().map(|(rule, ..)| *rule).collect();
    tested.extend(BROKEN_PROGRAMS.iter().map(|(rule, _)| *rule));
    tested.extend([Rule::Place, Rule::Region]);
    assert_eq!(tested, Rule::ALL.iter().copied().collect());
}

#[test]
fn violations_name_their_entity() {
    let text = function("", "v0 = int i8 1\nset l0, v0");
    let program = parse(&text).expect("the text should parse");
    let shown: Vec<String> = verify(&program).iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["f0 v1: v0 should be i32, not i8 [operand]"]);
}
