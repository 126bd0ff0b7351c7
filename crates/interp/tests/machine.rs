//! The machine as its users see it: inputs in, memory out, many runs, clauses.

use entity::EntityRef;
use interp::{Base, Limits, Machine, Observer, Outcome, Seen, Truth};
use ir::input::{Cell, Input, Obj, Object, Scalar};
use ir::{Func, Global, Program, Type, Value};

fn program(text: &str) -> Program {
    let program = ir::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    assert_eq!(ir::verify(&program), []);
    program
}

fn i32_of(value: i32) -> Scalar {
    Scalar::Bits(Type::I32, value as u32 as u128)
}

fn array(values: &[i32]) -> Object {
    let cell = |(at, value): (usize, &i32)| Cell { offset: 4 * at as u64, value: i32_of(*value) };
    Object {
        name: "t".to_owned(),
        size: 4 * values.len() as u64,
        cells: values.iter().enumerate().map(cell).collect(),
        read_only: false,
        elem: None,
    }
}

/// `*p = g; g = *q; return q;`, with a call of an unknown function in between.
const EXCHANGE: &str = "
global @g size 4 align 4 {
    0: bytes \"07000000\"
}
func @ask() -> i32 {
}
func @f(ptr, ptr) -> ptr {
    reg l0 ptr \"p\"
    reg l1 ptr \"q\"
    args l0, l1
    body {
        v0 = get ptr l0
        v1 = get ptr l1
        v2 = addr.global ptr @g
        v3 = load i32 v2
        v4 = call i32 @ask()
        v5 = add.s i32 v3, v4
        store v0, v5
        v6 = load i32 v1
        store v2, v6
        return v1
    }
}
";

fn exchange_input(alias: bool) -> Input {
    let mut input = Input::default();
    let a = input.objects.push(array(&[1]));
    let b = input.objects.push(array(&[2, 3]));
    let p = if alias { Scalar::Object(b, 4) } else { Scalar::Object(a, 0) };
    input.args = vec![p, Scalar::Object(b, 4)];
    input
}

#[test]
fn memory_can_be_read_after_a_run() {
    let program = program(EXCHANGE);
    let func = program.find_func("f").expect("the function");
    let mut machine = Machine::new(&program);
    let (a, b) = (Base::Object(Obj::from_index(0)), Base::Object(Obj::from_index(1)));
    let g = Base::Global(Global::from_index(0));

    let input = exchange_input(false);
    let run = machine.run(func, &input, &Limits::UNIT);
    let q = Scalar::Object(Obj::from_index(1), 4);
    assert_eq!(run.outcome, Outcome::Returned(Some(Seen::Scalar(q))));
    assert_eq!(machine.read(a, 0, Type::I32), Seen::Scalar(i32_of(7)));
    assert_eq!(machine.read(g, 0, Type::I32), Seen::Scalar(i32_of(3)));
    assert_eq!(machine.read(b, 8, Type::I32), Seen::Nothing);
    let cells = &input.objects[Obj::from_index(1)].cells;
    let contents = [(0, Seen::Scalar(i32_of(2))), (4, Seen::Scalar(i32_of(3)))];
    assert_eq!(machine.read_like(b, cells), contents);

    // The next run starts afresh: g has its initialiser again, and the pointers alias this time.
    let run = machine.run(func, &exchange_input(true), &Limits::UNIT);
    assert_eq!(run.outcome, Outcome::Returned(Some(Seen::Scalar(q))));
    assert_eq!(machine.read(a, 0, Type::I32), Seen::Scalar(i32_of(1)));
    assert_eq!(machine.read(g, 0, Type::I32), Seen::Scalar(i32_of(7)));
}

#[test]
fn inputs_set_globals_and_answer_for_stubs() {
    let program = program(EXCHANGE);
    let (func, ask) = (Func::from_index(1), Func::from_index(0));
    let mut machine = Machine::new(&program);
    let mut input = exchange_input(false);
    input.globals.push((Global::from_index(0), vec![Cell { offset: 0, value: i32_of(100) }]));
    input.stubs = vec![(func, i32_of(5)), (ask, i32_of(11)), (ask, i32_of(13))];
    let run = machine.run(func, &input, &Limits::UNIT);
    assert!(matches!(run.outcome, Outcome::Returned(_)));
    let a = Base::Object(Obj::from_index(0));
    assert_eq!(machine.read(a, 0, Type::I32), Seen::Scalar(i32_of(111)));
}

#[test]
fn whole_programs_have_no_stubs() {
    let program = program(EXCHANGE);
    let func = program.find_func("f").expect("the function");
    let mut machine = Machine::new(&program).without_stubs();
    let run = machine.run(func, &exchange_input(false), &Limits::UNIT);
    assert!(matches!(run.outcome, Outcome::Unsupported { reason, .. } if reason.contains("`ask`")));
}

struct Log(Vec<(Value, Seen)>);

impl Observer for Log {
    fn value(&mut self, _: Func, inst: Value, value: Seen) {
        self.0.push((inst, value));
    }
}

#[test]
fn observers_see_every_value_and_the_run_stays_the_same() {
    let program = program(EXCHANGE);
    let func = program.find_func("f").expect("the function");
    let mut machine = Machine::new(&program);
    let input = exchange_input(false);
    let plain = machine.run(func, &input, &Limits::UNIT);
    let mut log = Log(Vec::new());
    let observed = machine.run_observed(func, &input, &Limits::UNIT, &mut log);
    assert_eq!((plain.outcome, plain.events), (observed.outcome, observed.events));
    let p = Seen::Scalar(Scalar::Object(Obj::from_index(0), 0));
    let g = Seen::Scalar(Scalar::Global(Global::from_index(0), 0));
    let int = |value| Seen::Scalar(i32_of(value));
    let q = Seen::Scalar(Scalar::Object(Obj::from_index(1), 4));
    let values: Vec<Seen> = log.0.iter().map(|(_, seen)| *seen).collect();
    assert_eq!(values, [p, q, g, int(7), int(0), int(7), int(3)]);
}

#[test]
fn steps_are_counted_alike_each_time() {
    let program = program(EXCHANGE);
    let func = program.find_func("f").expect("the function");
    let mut machine = Machine::new(&program);
    let input = exchange_input(false);
    let first = machine.run(func, &input, &Limits::UNIT);
    assert!(first.steps > 0);
    assert_eq!(machine.run(func, &input, &Limits::UNIT), first);
}

/// The truth of a clause of `f(int x, int *p)` given as nodes.
fn clause(nodes: &str, x: i32, p: Option<&[i32]>) -> Truth {
    let root = nodes.lines().filter(|line| line.starts_with('n')).count() - 1;
    let text = format!(
        "global @g size 4 align 4 const {{ }}\nfunc @f(i32, ptr) {{\nrequires \"c\" {{\n{nodes}\nroot n{root}\n}}\n}}\n"
    );
    let program = program(&text);
    let contract = program.funcs[Func::from_index(0)].contract.as_ref().expect("a contract");
    let formula = contract.requires[0].meaning.as_ref().expect("a formula");
    let mut input = Input::default();
    let pointer =
        p.map_or(Scalar::Null, |values| Scalar::Object(input.objects.push(array(values)), 0));
    input.args = vec![i32_of(x), pointer];
    Machine::new(&program).holds(formula, &input)
}

#[track_caller]
fn check_clause(nodes: &str, x: i32, p: Option<&[i32]>, expected: bool) {
    let truth = if expected { Truth::True } else { Truth::False };
    assert_eq!(clause(nodes, x, p), truth, "{nodes}");
}

#[test]
fn clauses_are_exact_arithmetic() {
    let product = "n0 = param.s 0\nn1 = mul n0, n0\nn2 = mul n1, n1\nn3 = int 0\nn4 = le n3, n2";
    check_clause(product, i32::MIN, None, true);
    let ninth = "n0 = int 170141183460469231731687303715884105727\nn1 = int 1\nn2 = add n0, n1\nn3 = eq n2, n2";
    assert!(matches!(clause(ninth, 0, None), Truth::Undefined(_)));
    let by_zero = "n0 = int 1\nn1 = param.s 0\nn2 = div n0, n1\nn3 = eq n2, n0";
    assert!(matches!(clause(by_zero, 0, None), Truth::Undefined(_)));
    check_clause(by_zero, 1, None, true);
    let shift = "n0 = param.s 0\nn1 = int 1\nn2 = shr n0, n1\nn3 = int -2\nn4 = eq n2, n3";
    check_clause(shift, -3, None, true);
    let wrapped = "n0 = param.s 0\nn1 = wrap.u 8 n0\nn2 = int 255\nn3 = eq n1, n2";
    check_clause(wrapped, -1, None, true);
    let bits = "n0 = param.s 0\nn1 = not n0\nn2 = int 4\nn3 = eq n1, n2";
    check_clause(bits, -5, None, true);
}

#[test]
fn connectives_do_not_ask_for_what_they_do_not_need() {
    let guarded = "n0 = param.ptr 1\nn1 = null\nn2 = ptr.ne n0, n1\nn3 = load.s i32 n0\nn4 = int 0\nn5 = lt n4, n3\n";
    check_clause(&format!("{guarded}n6 = both n2, n5"), 0, None, false);
    check_clause(&format!("{guarded}n6 = implies n2, n5"), 0, None, true);
    check_clause(&format!("{guarded}n6 = both n2, n5"), 0, Some(&[3]), true);
    assert!(matches!(clause(&format!("{guarded}n6 = both n5, n2"), 0, None), Truth::Undefined(_)));
}

#[test]
fn quantifiers_range_over_their_bounds() {
    let sorted = "bound q0 \"i\"\nbound q1 \"j\"\nn0 = param.s 0\nn1 = int 1\nn2 = sub n0, n1\nn3 = int 0\n\
        n4 = param.ptr 1\nn5 = var q0\nn6 = var q1\nn7 = ptr.add n4, n5, 4\nn8 = ptr.add n4, n6, 4\n\
        n9 = load.s i32 n7\nn10 = load.s i32 n8\nn11 = le n9, n10\nn12 = forall q1, n5, n2, n11\nn13 = forall q0, n3, n2, n12";
    check_clause(sorted, 4, Some(&[1, 1, 2, 9]), true);
    check_clause(sorted, 4, Some(&[1, 3, 2, 9]), false);
    check_clause(sorted, 0, None, true);
    assert!(matches!(clause(sorted, 5, Some(&[1, 1, 2, 9])), Truth::Undefined(_)));
    let zero = "bound q0 \"i\"\nn0 = param.s 0\nn1 = int 0\nn2 = param.ptr 1\nn3 = var q0\nn4 = ptr.add n2, n3, 4\n\
        n5 = load.s i32 n4\nn6 = eq n5, n1\nn7 = exists q0, n1, n0, n6";
    check_clause(zero, 2, Some(&[5, 0, 7]), true);
    check_clause(zero, 2, Some(&[5, 1, 7]), false);
    check_clause(zero, -1, None, false);
    let huge =
        "bound q0 \"i\"\nn0 = int 0\nn1 = int 1000000000000\nn2 = true\nn3 = forall q0, n0, n1, n2";
    assert!(matches!(clause(huge, 0, None), Truth::Undefined(_)));
}

#[test]
fn validity_and_separation_look_at_objects() {
    let valid = "n0 = param.ptr 1\nn1 = int 0\nn2 = param.s 0\nn3 = valid n0, n1, n2, 4";
    check_clause(valid, 1, Some(&[1, 2]), true);
    check_clause(valid, 2, Some(&[1, 2]), false);
    check_clause(valid, -1, None, true);
    check_clause(valid, 0, None, false);
    let constant = "n0 = addr.global @g\nn1 = int 0\nn2 = valid n0, n1, n1, 4";
    check_clause(constant, 0, None, false);
    check_clause(&constant.replace("valid", "valid.read"), 0, None, true);
    let apart = "n0 = param.ptr 1\nn1 = int 0\nn2 = param.s 0\nn3 = ptr.add n0, n2, 4\nn4 = int 1\n\
        n5 = separated n0, n1, n4, 4, n3, n1, n1, 4";
    check_clause(apart, 2, Some(&[1, 2, 3]), true);
    check_clause(apart, 1, Some(&[1, 2, 3]), false);
    check_clause(apart, 0, Some(&[1, 2, 3]), false);
}

#[test]
fn ensures_see_the_result_and_the_final_memory() {
    let text = EXCHANGE.replace(
        "    reg l0 ptr \"p\"",
        "    ensures \"g == 3 && \\result == q\" {\n        n0 = addr.global @g\n        n1 = load.s i32 n0\n        n2 = int 3\n        \
         n3 = eq n1, n2\n        n4 = result.ptr\n        n5 = param.ptr 1\n        n6 = ptr.eq n4, n5\n        n7 = both n3, n6\n        root n7\n    }\n    reg l0 ptr \"p\"",
    );
    let program = program(&text);
    let func = program.find_func("f").expect("the function");
    let contract = program.funcs[func].contract.as_ref().expect("a contract");
    let formula = contract.ensures[0].meaning.as_ref().expect("a formula");
    let mut machine = Machine::new(&program);
    let input = exchange_input(false);
    let Outcome::Returned(result) = machine.run(func, &input, &Limits::UNIT).outcome else {
        panic!("the function should return");
    };
    assert_eq!(machine.holds_after(formula, &input, result), Truth::True);
    assert_eq!(
        machine.holds_after(formula, &input, Some(Seen::Scalar(Scalar::Null))),
        Truth::False
    );
}

/// Reads a number through a pointer that stands in memory.
const BEHIND: &str = "
func @f(ptr) -> i32 {
    reg l0 ptr \"p\"
    args l0
    body {
        v0 = get ptr l0
        v1 = load ptr v0
        v2 = load i32 v1
        return v2
    }
}
";

#[test]
fn pointers_lead_to_the_same_in_both_layouts() {
    let program = program(BEHIND);
    let mut input = Input::default();
    let b = input.objects.push(array(&[7, 8]));
    let a = input.objects.push(array(&[0, 0]));
    input.objects[a].cells = vec![Cell { offset: 0, value: Scalar::Object(b, 4) }];
    input.args = vec![Scalar::Object(a, 0)];
    let mut machine = Machine::new(&program);
    for layout in [interp::Layout::Plain, interp::Layout::Other] {
        machine.lay_out(layout);
        let run = machine.run(program.find_func("f").expect("f"), &input, &Limits::UNIT);
        assert_eq!(run.outcome, Outcome::Returned(Some(Seen::Scalar(i32_of(8)))));
        assert!(!run.saw_addresses);
    }
}
