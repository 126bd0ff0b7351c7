//! Test files as their readers compile them.

use std::path::Path;
use std::process::Command;

/// Compiles a test file by its own command, with warnings as errors and sanitizers, and runs it.
#[track_caller]
pub(crate) fn check(folder: &Path, function: &str) -> String {
    let text =
        std::fs::read_to_string(folder.join(format!("test_{function}.c"))).expect("a test file");
    let line = text.lines().find_map(|line| line.strip_prefix(" * Compile: ")).expect("a command");
    let flags = "-Wall -Wextra -Wno-unused-function -Werror -fsanitize=address,undefined";
    let line = line.replace("cc ", &format!("cc {flags} "));
    let run = Command::new("sh")
        .args(["-c", &format!("{line} && ./test_{function}")])
        .current_dir(folder)
        .output()
        .expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(run.status.success(), "{line}\n{}{}", text(&run.stdout), text(&run.stderr));
    line
}
