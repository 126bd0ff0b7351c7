//! Ctrl-C and the budget: a search that would take for ever is ended from outside, and what it found until then is written.
//!
//! Real signals to a real child. No time is asserted but that the child ends at all.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Much longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);

/// A folder of its own for each test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    // It may be there from the last time, or not.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// All paths of a merge of up to a thousand elements: more than anyone can walk.
fn endless(folder: &Path, more: &[&str]) -> Child {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/merge.c");
    Command::new(env!("CARGO_BIN_EXE_probant"))
        .arg("gen")
        .arg(bench)
        .args(["-DK=1000", "-f", "Merge", "--criterion", "path", "--out"])
        .arg(folder)
        .arg("--json")
        .arg(folder.join("report.json"))
        .args(more)
        .stdout(Stdio::piped())
        .spawn()
        .expect("probant starts")
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill starts").success(), "the child should still be running");
}

/// Its status, once it has ended.
fn status(child: &mut Child) -> Option<i32> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status.code();
        }
        sleep(Duration::from_millis(20));
    }
    child.kill().expect("a child can be killed");
    panic!("it should have ended by now");
}

/// The report says partial, and there are tests, in it and as C.
#[track_caller]
fn check_partial(folder: &Path) {
    let report = std::fs::read_to_string(folder.join("report.json")).expect("a report");
    assert!(report.contains("\"status\": \"partial\""));
    assert!(report.contains("\"complete\": false"));
    assert!(report.contains("\"id\": \"t1\""));
    let tests = std::fs::read_to_string(folder.join("test_Merge.c")).expect("a test file");
    assert!(tests.contains("int main("), "the tests should be a program");
}

#[test]
fn ctrl_c_keeps_what_was_found() {
    let folder = folder("ctrl-c");
    let mut child = endless(&folder, &["--budget", "10m"]);
    sleep(Duration::from_secs(1));
    interrupt(&child);
    assert_eq!(status(&mut child), Some(1));
    check_partial(&folder);
}

#[test]
fn so_does_the_budget() {
    let folder = folder("budget");
    let mut child = endless(&folder, &["--budget", "1s"]);
    assert_eq!(status(&mut child), Some(1));
    check_partial(&folder);
}

#[test]
fn ctrl_c_twice_ends_at_once() {
    let folder = folder("twice");
    let mut child = endless(&folder, &["--budget", "10m"]);
    sleep(Duration::from_secs(1));
    interrupt(&child);
    // The second may come after an orderly end; then there is nobody to send it to.
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(matches!(status(&mut child), Some(130 | 1)));
}
