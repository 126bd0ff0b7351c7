//! `docs/cli.md` lists every option of every command as the program knows them. `BLESS=1` rewrites its tables.

use clap::{Arg, Command, CommandFactory};
use probant::args::Cli;
use std::fmt::Write;
use std::path::Path;

const END: &str = "<!-- end -->";

fn begin(command: &Command) -> String {
    format!("<!-- options of {} -->\n", command.get_name())
}

fn table(command: &Command) -> String {
    let mut text = "| option | meaning |\n|---|---|\n".to_owned();
    for arg in command.get_arguments().filter(|arg| arg.get_id() != "help") {
        writeln!(text, "| `{}` | {} |", spelling(arg), meaning(arg)).expect("a string takes all");
    }
    text
}

/// `-f, --function FUNC`, as it is typed.
fn spelling(arg: &Arg) -> String {
    let names: Vec<String> = arg
        .get_short()
        .map(|short| format!("-{short}"))
        .into_iter()
        .chain(arg.get_long().map(|long| format!("--{long}")))
        .collect();
    let values = if arg.get_action().takes_values() {
        arg.get_value_names().unwrap_or_default()
    } else {
        &[]
    };
    let values: Vec<&str> = values.iter().map(clap::builder::Str::as_str).collect();
    let values =
        if arg.is_last_set() { format!("-- {}", values.join(" ")) } else { values.join(" ") };
    format!("{} {values}", names.join(", ")).trim().to_owned()
}

fn meaning(arg: &Arg) -> String {
    let mut text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let choices: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|_| arg.get_action().takes_values())
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}`: {help}", value.get_name()),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if !choices.is_empty() {
        write!(text, ". {}", choices.join("; ")).expect("a string takes all");
    }
    let defaults: Vec<&str> =
        arg.get_default_values().iter().filter_map(|value| value.to_str()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        write!(text, " (default `{}`)", defaults.join(" ")).expect("a string takes all");
    }
    text.replace('|', "\\|")
}

#[test]
fn every_option_is_in_the_documentation() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let mut text = std::fs::read_to_string(&path).expect("docs/cli.md");
    let mut cli = Cli::command();
    cli.build();
    let mut stale = Vec::new();
    for command in cli.get_subcommands().filter(|command| command.get_name() != "help") {
        let mark = begin(command);
        let from =
            text.find(&mark).unwrap_or_else(|| panic!("docs/cli.md should have a line {mark}"))
                + mark.len();
        let to = from + text[from..].find(END).expect("each table should have an end");
        let table = table(command);
        if text[from..to] != table {
            text.replace_range(from..to, &table);
            stale.push(command.get_name().to_owned());
        }
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).expect("docs/cli.md is ours to write");
    } else {
        assert!(
            stale.is_empty(),
            "docs/cli.md is behind on {stale:?}: BLESS=1 rewrites its tables"
        );
    }
}

/// What the README shows is what comes out: the report, and one test of the file that is written.
fn check_example(file: &str, test_file: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_probant"))
        .args(["gen", file, "--out"])
        .arg(&out)
        .current_dir(&root)
        .output()
        .expect("probant starts");
    assert_eq!(run.status.code(), Some(2));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("README.md");
    let shown: Vec<&str> =
        readme.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    let shown = shown.join("\n");
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(shown.contains(&printed), "the README should show\n{printed}");
    let tests = std::fs::read_to_string(out.join(test_file)).expect("a test file");
    let is_shown = |test: &&str| shown.contains(*test);
    let end = tests.find("\n\nstruct probant_entry").expect("a table of tests");
    assert!(
        tests[..end].split("\n\n/* ").any(|test| is_shown(&test)),
        "no test is in the README:\n{tests}"
    );
}

#[test]
fn the_examples_of_the_readme_are_real() {
    check_example("bench/foo.c", "test_foo.c");
    check_example("bench/insert.c", "test_insert.c");
}
