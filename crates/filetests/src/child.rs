//! A child process under watch: how it ended, what it said, and what it used up.
//!
//! Knows nothing of what the child is for. Memory and processor time are read from `/proc`; where there is none only the clock watches.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What a child may use up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Processor time of it and of the children it waited for.
    pub work: Duration,
    /// By the clock; more generous than `work` where the machine may be busy with something else.
    pub clock: Duration,
    /// Resident memory.
    pub megabytes: u64,
}

/// How a child ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Ended {
    /// With this status.
    Exit(i32),
    /// By a signal of somebody else.
    Signal,
    /// By us: it took too long.
    TooLong,
    /// By us: it took too much memory.
    TooLarge,
}

/// What was seen of a child.
#[derive(Clone, Debug)]
pub struct Watched {
    /// How it ended.
    pub ended: Ended,
    /// What it printed.
    pub stdout: String,
    /// What it printed as errors.
    pub stderr: String,
    /// How long it took by the clock.
    pub time: Duration,
    /// The most memory it was seen to hold.
    pub megabytes: u64,
}

/// Runs a command to its end or to the end of our patience.
pub fn watch(command: &mut Command, patience: Patience) -> io::Result<Watched> {
    let started = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let mut megabytes = 0;
    let ended = wait(&mut child, patience, started, &mut megabytes)?;
    if matches!(ended, Ended::TooLong | Ended::TooLarge) {
        child.kill()?;
        child.wait()?;
    }
    let time = started.elapsed();
    Ok(Watched { ended, stdout: text(stdout), stderr: text(stderr), time, megabytes })
}

fn wait(
    child: &mut Child,
    patience: Patience,
    started: Instant,
    peak: &mut u64,
) -> io::Result<Ended> {
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code().map_or(Ended::Signal, Ended::Exit));
        }
        let usage = Usage::of(child.id());
        *peak = usage.megabytes.max(*peak);
        if usage.megabytes > patience.megabytes {
            return Ok(Ended::TooLarge);
        }
        if usage.work > patience.work || started.elapsed() > patience.clock {
            return Ok(Ended::TooLong);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

/// What a process has used so far; nothing if that cannot be told.
#[derive(Clone, Copy, Default)]
struct Usage {
    work: Duration,
    megabytes: u64,
}

impl Usage {
    fn of(process: u32) -> Self {
        let read = |file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}"));
        Self {
            work: read("stat").ok().and_then(|stat| work(&stat)).unwrap_or_default(),
            megabytes: read("status").ok().and_then(|status| peak(&status)).unwrap_or_default(),
        }
    }
}

/// User and system time, its own and its children's: fields 14 to 17 of `/proc/PID/stat`, in hundredths of a second.
fn work(stat: &str) -> Option<Duration> {
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(11).take(4).map(|field| field.parse::<u64>().ok());
    Some(Duration::from_millis(10 * ticks.sum::<Option<u64>>()?))
}

/// The high-water mark of resident memory: `VmHWM:   1234 kB`.
fn peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
}

fn collect(from: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut said = Vec::new();
        if let Some(mut from) = from {
            // What cannot be read is judged by the status alone.
            let _ = from.read_to_end(&mut said);
        }
        said
    })
}

fn text(reader: JoinHandle<Vec<u8>>) -> String {
    String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Patience =
        Patience { work: Duration::from_secs(1), clock: Duration::from_secs(1), megabytes: 1000 };

    #[test]
    fn ends_are_told_apart() {
        let mut shell = Command::new("sh");
        let seen = watch(shell.args(["-c", "echo out; echo err >&2; exit 3"]), SHORT).unwrap();
        assert_eq!(
            (seen.ended, seen.stdout.as_str(), seen.stderr.as_str()),
            (Ended::Exit(3), "out\n", "err\n")
        );
        let seen = watch(Command::new("sleep").arg("60"), SHORT).unwrap();
        assert_eq!(seen.ended, Ended::TooLong);
    }

    #[test]
    fn proc_is_read() {
        let stat = "12 (a ) b) S 1 2 3 4 5 6 7 8 9 10 100 20 3 4 20 0";
        assert_eq!(work(stat), Some(Duration::from_millis(1270)));
        assert_eq!(peak("Name: x\nVmHWM:\t  204800 kB\n"), Some(200));
    }
}
