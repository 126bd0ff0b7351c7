//! A suite made by hand.

use suite::{
    CType, CValue, CallMade, Coverage, Ends, EnumName, Field, Finding, FunctionReport,
    FunctionUnderTest, Given, Global, Inputs, IntType, Meter, Object, Objective, ObjectiveKind,
    Outcome, Outputs, Param, PathMethod, Paths, Place, Replay, Scope, Shown, Status, Step, Stub,
    StubCalls, Suite, Test, Types, Verdict,
};

fn objective(id: &str, outcome: Outcome, verdict: Verdict) -> Objective {
    Objective {
        id: id.into(),
        kind: ObjectiveKind::Branch,
        in_function: "f".into(),
        file: None,
        line: 12,
        col: 9,
        text: "i < l1".into(),
        outcome,
        verdict,
    }
}

/// A suite that has one of everything.
pub(crate) fn sample() -> Suite {
    let mut types = Types::new();
    let int = types.int("int", 32, true);
    let wide = types.int("unsigned long", 64, false);
    let float = types.add(CType::Float { spelling: "float".into(), bits: 32 });
    let colour = types.add(CType::Int(IntType {
        spelling: "enum colour".into(),
        bits: 32,
        signed: false,
        is_char: false,
        names: vec![EnumName { name: "RED".into(), value: 0 }],
    }));
    let node = types.add(CType::Void);
    let to_node = types.pointer(node);
    let floats = types.add(CType::Array { elem: float, len: 2 });
    let field = |name: &str, ty| Field { name: name.into(), ty, bitfield: None };
    let fields = vec![field("next", to_node), field("weights", floats)];
    types.complete(node, CType::Struct { spelling: "struct node".into(), is_union: false, fields });
    let callback =
        types.add(CType::FunctionPointer { returns: int, params: vec![], variadic: false });
    let params = [("n", wide), ("list", to_node), ("c", colour), ("call", callback)];
    let params: Vec<_> = params.iter().map(|(name, ty)| (name.to_string(), *ty)).collect();
    let mut under_test = FunctionUnderTest::new("f", float, params.clone(), "f.c");
    under_test.stubs = vec![Stub {
        name: "read".into(),
        returns: float,
        params: vec![],
        variadic: false,
        noreturn: false,
        spelled: None,
    }];
    let mut function = FunctionReport::new(under_test, "branch");
    function.status = Status::Partial;
    function.objectives = vec![
        objective("b1+", Outcome::Truth(true), Verdict::Covered { test: "t1".into() }),
        objective(
            "b1-",
            Outcome::Truth(false),
            Verdict::Infeasible {
                scope: Scope::Bounded(vec![("turns of the loop at line 9".into(), 3)]),
                assumes: vec!["list != NULL".into()],
                proof: "propagation".into(),
                because: vec!["`n > 3` is true in line 7".into()],
            },
        ),
        objective(
            "s2.0",
            Outcome::Named("case 3".into()),
            Verdict::Infeasible {
                scope: Scope::Unconditional,
                assumes: vec![],
                proof: "sat".into(),
                because: vec![],
            },
        ),
        objective(
            "b3+",
            Outcome::Reached,
            Verdict::Unknown {
                reason: "solver limit".into(),
                excluded_within: vec![("nodes".into(), 4)],
                excluded_while: Vec::new(),
            },
        ),
    ];
    let weights = CValue::Array(vec![CValue::float(0.1), CValue::float(f32::NAN)]);
    let inside = Place {
        object: "n1".into(),
        index: 0,
        path: vec![Step::Field("weights".into()), Step::Index(1)],
    };
    let n1 = CValue::Struct(vec![CValue::pointer("n1", 0), weights]);
    let values = vec![
        CValue::Int(u64::MAX.into()),
        CValue::pointer("n1", 0),
        CValue::Int(0),
        CValue::Function("g".into()),
    ];
    let inputs = Inputs {
        objects: vec![Object {
            name: "n1".into(),
            elem: node,
            values: vec![n1.clone()],
            storage: suite::Storage::Variable,
        }],
        globals: vec![Global { name: "head".into(), ty: to_node, value: CValue::Pointer(inside) }],
        params: params
            .into_iter()
            .zip(values)
            .map(|((name, ty), value)| Param { name, ty, value })
            .collect(),
        stubs: vec![StubCalls { function: "read".into(), returns: vec![CValue::float(0.1)] }],
        failing: Vec::new(),
        sequence: None,
    };
    let outputs = Outputs {
        returns: Some(CValue::float(-2.5)),
        objects: vec![Object {
            name: "n1".into(),
            elem: node,
            values: vec![CValue::Struct(vec![CValue::Opaque("new memory".into()), CValue::Uninit])],
            storage: suite::Storage::Variable,
        }],
        globals: vec![Global { name: "head".into(), ty: to_node, value: CValue::Null }],
        shown: vec![Shown::Call(CallMade {
            function: "send".into(),
            args: vec![
                Given { value: CValue::Uninit, behind: vec![CValue::Int(143), CValue::Uninit] },
                Given { value: CValue::Int(2), behind: Vec::new() },
            ],
        })],
        n_more: 3,
        printed: None,
    };
    let test = |id: &str, ends, replayed| Test {
        id: id.into(),
        inputs: inputs.clone(),
        outputs: outputs.clone(),
        path: vec!["b1+".into(), "b3-".into()],
        covers: vec!["b1+".into()],
        formula: None,
        ends,
        replayed,
    };
    function.tests = vec![
        test("t1", Ends::Return, Replay::Agrees),
        test("t2", Ends::Trap { kind: "signed-overflow".into(), line: 20 }, Replay::NotRun),
        test(
            "t3",
            Ends::Limit { what: "100000 steps".into() },
            Replay::Disagrees("at once: expected b1+, compiled code ended".into()),
        ),
    ];
    function.findings = vec![Finding {
        kind: "signed-overflow".into(),
        in_function: "f".into(),
        line: 20,
        message: "i + 1 can overflow".into(),
        test: Some("t2".into()),
    }];
    function.paths = Some(Paths {
        feasible: 17,
        trapped: 1,
        cut: 0,
        infeasible_prefixes: 25,
        complete: true,
        method: PathMethod::Walk,
    });
    function.coverage =
        Some(Coverage { measured_by: Meter::Probes, branches: (10, 12), gcov: Some((10, 12)) });
    function.stats = vec![("solver_calls".into(), 44), ("ticks".into(), 99)];
    function.timing = vec![("solve".into(), 0.25)];
    function.types = types;
    Suite { file: "f.c".into(), functions: vec![function] }
}
