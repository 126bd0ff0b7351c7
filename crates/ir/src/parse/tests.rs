//! What the parser accepts, refuses and gives back.

use super::*;
use crate::{Body, print, verify};
use source::SourceMap;

const EVERYTHING: &str = include_str!("../../../../filetests/ir/everything.ir");

/// A text without its comments, which the parser does not keep.
fn bare(text: &str) -> String {
    let keep = |line: &str| !line.starts_with(';');
    let strip = |line: &str| line.split("  ;").next().unwrap_or_default().to_owned() + "\n";
    text.lines().filter(|line| keep(line)).map(strip).collect()
}

#[test]
fn printing_what_was_parsed_gives_the_text_back() {
    let program = parse(EVERYTHING).expect("the file should parse");
    assert_eq!(bare(&print(&program)), bare(EVERYTHING));
    assert_eq!(verify(&program), []);
}

#[test]
fn statements_out_of_order_print_their_ids() {
    let text = "func @f() {\n    loop loop0\n    body {\n        loop loop0 {\n            next loop0\n        }\n    }\n}\n";
    let mut program = parse(text).expect("the text should parse");
    let body: &mut Body =
        program.funcs.values_mut().next().and_then(|func| func.body.as_mut()).expect("a body");
    // As if the loop had been made before its body: the reader would number them the other way round.
    let (first, second) = (EntityRef::from_index(0), EntityRef::from_index(1));
    let inner = body.insts[first].clone();
    body.insts[first] = body.insts[second].clone();
    body.insts[second] = inner;
    for list in body.regions.values_mut() {
        list[0] = if list[0] == first { second } else { first };
    }
    let printed = print(&program);
    assert!(printed.contains("v0: loop loop0 {\n            v1: next loop0\n"), "{printed}");
    assert_eq!(print(&parse(&printed).expect("what was printed should parse")), printed);
}

/// Each complaint as `line:column: message`.
fn complaints(text: &str) -> String {
    let map = SourceMap::verbatim("test.ir", text);
    let errors = parse(text).expect_err("the text should not parse");
    let show = |error: &Diagnostic| {
        let loc = map.locate(error.span.lo).expect("the place should be in the text");
        format!("{}:{}: {}\n", loc.line, loc.col, error.message)
    };
    errors.iter().map(show).collect()
}

#[track_caller]
fn check_complaint(text: &str, expected: &str) {
    assert_eq!(complaints(text), expected);
}

#[test]
fn bad_lines_are_reported_and_reading_goes_on() {
    check_complaint(
        "target ptr x\nshape t0 = blob\n$\nglobal @g size -1 align 1\n",
        "3:1: no token starts with '$'\n\
         1:12: expected an integer of at most 128 bits here\n\
         2:12: `blob` is no kind of shape\n\
         4:16: expected a smaller number here\n",
    );
    let body = |inst: &str| format!("func @f() {{\nbody {{\n{inst}\n}}\n}}\n");
    check_complaint(&body("v0 = add i33 v1, v2"), "3:10: expected a type here\n");
    check_complaint(&body("v0 = int i8 300"), "3:13: expected an integer of 8 bits here\n");
    check_complaint(&body("v9 = null ptr"), "3:1: v9 is too great for 1 instructions\n");
    check_complaint(&body("v0 = null ptr\nv0 = null ptr"), "4:1: v0 occurs twice\n");
    check_complaint(&body("v0 = call i32 @g()"), "3:15: no function is called g\n");
    check_complaint(&body("trap nonsense"), "3:6: no trap has this name\n");
    check_complaint(&body("return v0, v1"), "3:10: expected the end of the line here\n");
    check_complaint("func @f() {\n", "1:1: the text ends inside this function\n");
    check_complaint(
        "func @f() {\nbody {\n",
        "2:1: the text ends inside this body\n1:1: the text ends inside this function\n",
    );
}

#[test]
fn deep_nesting_is_no_recursion_and_deep_decisions_are_refused() {
    let depth = 100_000;
    let (open, close) = ("block b0 {\n".repeat(depth), "}\n".repeat(depth));
    let text = format!("func @f() {{\nbody {{\n{open}{close}}}\n}}\n");
    let program = parse(&text).expect("depth should not matter");
    assert_eq!(verify(&program).len(), depth - 1, "b0 belongs to too many blocks");
    let deep = format!("func @f() {{\ndecision d0 = {}\n}}\n", "not(".repeat(5000));
    assert!(complaints(&deep).contains("nests too deep"));
}

#[test]
fn mutilated_text_is_never_a_panic() {
    // Drop, double and swap pieces all over the sample; the parser may complain but must come back, and what it
    // accepts must be fit for printing and verifying.
    let bytes = EVERYTHING.as_bytes();
    for at in (0..bytes.len()).step_by(7) {
        let mut cut = bytes[..at].to_vec();
        cut.extend(&bytes[(at + 1 + at % 5).min(bytes.len())..]);
        let mut doubled = bytes[..at].to_vec();
        doubled.extend(&bytes[at.saturating_sub(at % 9)..]);
        for text in [cut, doubled, bytes[..at].to_vec()] {
            if let Ok(program) = parse(&String::from_utf8_lossy(&text)) {
                let printed = print(&program);
                verify(&program);
                assert_eq!(print(&parse(&printed).expect("print should parse")), printed);
            }
        }
    }
}
