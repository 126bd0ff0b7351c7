//! Child processes with a clock and a meter, and our own binary.
//!
//! Knows nothing of what it runs. Output goes through files, so that no pipe can fill up and block.

use filetests::Scratch;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a child left behind.
pub(crate) struct Finished {
    /// Its status, or `None` if it had to be killed.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
    pub(crate) time: Duration,
    /// The most memory that it held, as far as Linux tells; what it took in its last moments may be missing.
    pub(crate) peak_kib: u64,
}

/// Runs a command to its end, or kills it after some time. Its output goes through files in `folder`.
pub(crate) fn run(
    command: &mut Command,
    folder: &Path,
    patience: Duration,
) -> Result<Finished, String> {
    finish(command, folder, patience)
        .map_err(|error| format!("{}: {error}", command.get_program().to_string_lossy()))
}

fn finish(command: &mut Command, folder: &Path, patience: Duration) -> std::io::Result<Finished> {
    let (out, err) = (folder.join("stdout.txt"), folder.join("stderr.txt"));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(File::create(&out)?)
        .stderr(File::create(&err)?)
        .spawn()?;
    let (started, mut peak_kib) = (Instant::now(), 0);
    let status = loop {
        peak_kib = peak_of(child.id()).unwrap_or(peak_kib);
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if started.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            break None;
        }
        thread::sleep(Duration::from_millis(2));
    };
    Ok(Finished {
        status,
        stdout: fs::read(&out)?,
        stderr: String::from_utf8_lossy(&fs::read(&err)?).into_owned(),
        time: started.elapsed(),
        peak_kib,
    })
}

/// The most memory that we have held ourselves.
pub(crate) fn own_peak_kib() -> Option<u64> {
    peak_of(std::process::id())
}

/// The most memory that a living process has held.
fn peak_of(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Builds the binary and copies it, so that building on does not change the subject; gives the copy's path.
pub(crate) fn probant(scratch: &Scratch) -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let status = Command::new("cargo")
        .args(["build", "--release", "--package", "probant"])
        .current_dir(&root)
        .status()
        .map_err(|error| error.to_string())?;
    if !status.success() {
        return Err("no binary".to_owned());
    }
    let copy = scratch.file("probant");
    fs::copy(root.join("target/release/probant"), &copy).map_err(|error| error.to_string())?;
    Ok(copy)
}

/// What children that have ended have had of the processor, in hundredths of a second.
pub(crate) fn children_time() -> Result<Duration, String> {
    let path = "/proc/self/stat";
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    // The name in parentheses may hold anything; the 16th and 17th word are the time of children in the program and in the kernel.
    let words = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(13).take(2);
    let ticks: u64 = words.filter_map(|word| word.parse::<u64>().ok()).sum();
    Ok(Duration::from_millis(ticks * 10))
}

/// What this thread has had of the processor.
pub(crate) fn processor_time() -> Result<Duration, String> {
    let path = "/proc/thread-self/schedstat";
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse().ok());
    nanoseconds
        .map(Duration::from_nanos)
        .ok_or_else(|| format!("{path} should begin with a number"))
}
