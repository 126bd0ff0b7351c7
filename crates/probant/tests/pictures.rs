//! Pictures of linked structures must be something that Graphviz draws.

use std::io::Write;
use std::process::{Command, Stdio};

/// The pictures of all tests of a function.
fn pictures(file: &str, func: &str) -> Vec<String> {
    let path = format!("{}/../../filetests/{file}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_probant"))
        .args(["gen", &path, "-f", func, "--emit", "none", "--no-replay", "--json", "-"])
        .output()
        .expect("probant should run");
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("the report should be JSON");
    let tests = report["functions"][0]["tests"].as_array().expect("there should be tests").clone();
    let drawn = tests.iter().flat_map(|test| {
        ["before", "after"].map(|when| test["pictures"][when].as_str().map(str::to_owned))
    });
    drawn.flatten().collect()
}

/// What `dot` says of a graph; none where there is no `dot`.
fn draw(graph: &str) -> Option<Result<(), String>> {
    let mut dot = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = dot.stdin.take().expect("it was piped");
    stdin.write_all(graph.as_bytes()).expect("dot should read its input");
    drop(stdin);
    let output = dot.wait_with_output().expect("dot should end");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let drawn = output.status.success() && errors.is_empty() && output.stdout.starts_with(b"<?xml");
    Some(if drawn { Ok(()) } else { Err(errors) })
}

#[test]
fn graphviz_draws_every_structure() {
    let mut n_drawn = 0;
    for (file, func) in [
        ("gen/linked.c", "cycle3"),
        ("gen/linked.c", "merge"),
        ("heap/free.c", "clear_bug"),
        ("heap/use-after-free.c", "replace_fine"),
    ] {
        for graph in pictures(file, func) {
            match draw(&graph) {
                Some(drawn) => assert_eq!(drawn, Ok(()), "{func}:\n{graph}"),
                None => return println!("dot: skipped, not installed"),
            }
            n_drawn += 1;
        }
    }
    assert!(n_drawn > 10, "only {n_drawn} pictures");
}
