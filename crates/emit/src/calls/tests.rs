//! What tests expect of others, as people read it.

use super::*;
use suite::{Inputs, Outputs, Replay};

fn test(shown: Vec<Shown>, n_more: u64) -> Test {
    Test {
        id: "t1".to_owned(),
        inputs: Inputs::default(),
        outputs: Outputs { shown, n_more, ..Outputs::default() },
        path: Vec::new(),
        covers: Vec::new(),
        formula: None,
        ends: Ends::Return,
        replayed: Replay::NotRun,
    }
}

fn call(args: Vec<(CValue, Vec<CValue>)>) -> Shown {
    let args = args.into_iter().map(|(value, behind)| Given { value, behind }).collect();
    Shown::Call(CallMade { function: "send".to_owned(), args })
}

/// A function that calls `send(const char *, const unsigned char *, long)`.
fn under_test(types: &mut Types) -> FunctionUnderTest {
    let char = types.add(CType::Int(suite::IntType {
        spelling: "char".to_owned(),
        bits: 8,
        signed: true,
        is_char: true,
        names: Vec::new(),
    }));
    let byte = types.int("uint8_t", 8, false);
    let long = types.int("long", 64, true);
    let void = types.add(CType::Void);
    let text = types.add(CType::Pointer { to: char, to_const: true });
    let bytes = types.add(CType::Pointer { to: byte, to_const: true });
    let mut function = FunctionUnderTest::new("f", void, Vec::new(), "f.c");
    function.stubs.push(Stub {
        name: "probant_called_send".to_owned(),
        returns: void,
        params: vec![text, bytes, long],
        variadic: false,
        noreturn: false,
        spelled: None,
    });
    function
}

#[test]
fn calls_are_expected_with_what_is_known_of_them() {
    let mut types = Types::new();
    let function = under_test(&mut types);
    let int = CValue::Int;
    let test = test(
        vec![
            call(vec![
                (CValue::Uninit, vec![int(104), int(105), int(0)]),
                (CValue::Uninit, vec![int(143), CValue::Uninit]),
                (int(2), Vec::new()),
            ]),
            call(vec![
                (CValue::Null, Vec::new()),
                (CValue::Uninit, vec![CValue::Uninit]),
                (int(-1), Vec::new()),
            ]),
        ],
        3,
    );
    let scope = Scope::new(&types, &function, &test);
    assert_eq!(
        expectations(&scope, &function, &test),
        [
            "EXPECT_CALL(send, TEXT(\"hi\"), HOLDING(143, ANYTHING), 2);",
            "EXPECT_CALL(send, ADDRESS(NULL), ANYTHING, -1);",
        ]
    );
    let told = Told::of(std::iter::once(&test));
    assert_eq!(check(&told, &test).as_deref(), Some("CHECK_INT(more_calls(), 3);"));
}

#[test]
fn how_the_source_is_called_is_not_expected() {
    let mut types = Types::new();
    let function =
        FunctionUnderTest { include: "../src/io.c".to_owned(), ..under_test(&mut types) };
    let text = |text: &str| text.bytes().map(|byte| CValue::Int(byte.into())).collect();
    let shown = ["src/io.c\0", "src/", "scr\0"].map(|it| call(vec![(CValue::Uninit, text(it))]));
    let test = test(shown.to_vec(), 0);
    let scope = Scope::new(&types, &function, &test);
    assert_eq!(
        expectations(&scope, &function, &test),
        [
            "EXPECT_CALL(send, ANYTHING);",
            "EXPECT_CALL(send, ANYTHING);",
            "EXPECT_CALL(send, TEXT(\"scr\"));",
        ]
    );
}

#[test]
fn of_a_test_that_does_not_return_nothing_is_expected() {
    let mut types = Types::new();
    let function = under_test(&mut types);
    let ends = Ends::Exit { status: 0, line: 1 };
    let test = Test { ends, ..test(vec![call(Vec::new())], 0) };
    let told = Told::of(std::iter::once(&test));
    assert!(!told.contains("send"));
    assert_eq!(check(&told, &test), None);
    let scope = Scope::new(&types, &function, &test);
    assert_eq!(expectations(&scope, &function, &test), [""; 0]);
}
