//! Child processes with a clock: output into files, so that no pipe can fill up and block.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

/// What a child left behind.
#[derive(Debug)]
pub(crate) struct Finished {
    /// Its status, or `None` if it had to be killed.
    pub(crate) status: Option<ExitStatus>,
    /// What it printed.
    pub(crate) stdout: String,
    /// What it printed as errors.
    pub(crate) stderr: String,
}

impl Finished {
    pub(crate) fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Runs `command` to its end, or kills it after `timeout`. Its output goes through files in `dir`.
pub(crate) fn run(command: &mut Command, dir: &Path, timeout: Duration) -> io::Result<Finished> {
    let (out, err) = (dir.join("stdout.txt"), dir.join("stderr.txt"));
    let mut child = command
        // Ctrl-C is for us: a compiler that it ended would look like one that failed.
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(File::create(&out)?)
        .stderr(File::create(&err)?)
        .spawn()?;
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    let group = Pid::from_raw(child.id() as i32);
    let status = loop {
        if has_ended(group)? {
            end_group(group);
            break Some(child.wait()?);
        }
        if start.elapsed() > timeout {
            end_group(group);
            child.wait()?;
            break None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    };
    Ok(Finished { status, stdout: read_lossy(&out)?, stderr: read_lossy(&err)? })
}

/// Is it over? It stays where it is, so that nobody else gets its number.
fn has_ended(process: Pid) -> io::Result<bool> {
    let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    Ok(waitid(Id::Pid(process), look)? != WaitStatus::StillAlive)
}

/// Ends a process with all that it started and that did not leave its group.
fn end_group(group: Pid) {
    // Nobody is left to be ended: that is what was wanted.
    let _ = killpg(group, Signal::SIGKILL);
}

/// Programs may print anything; what is not UTF-8 is shown as replacement characters.
pub(crate) fn read_lossy(path: &Path) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
}

/// A command line as a person would type it.
pub(crate) fn show(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quoted = words.map(|word| {
        let word = word.to_string_lossy();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,+:".contains(c);
        if !word.is_empty() && word.chars().all(is_plain) {
            word.into_owned()
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}
