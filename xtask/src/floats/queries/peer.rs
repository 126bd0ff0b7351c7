//! Another solver behind a pipe: names of files go in, `sat`, `unsat` or something else comes back with the seconds that the
//! processor worked for it, a line each.

use super::PATIENCE;
use super::kept::{REFUSED, Said, answer};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Name and program of each; a program reads names of files from its input.
const PROGRAMS: [(&str, &str); 3] = [
    (
        "bitwuzla",
        "import sys, time, bitwuzla as b
for f in sys.stdin:
    t = time.process_time()
    try:
        p = b.Parser(b.TermManager(), b.Options())
        p.parse(f.strip(), True, True)
        r = str(p.bitwuzla().check_sat()).split('.')[-1].lower()
    except b.BitwuzlaException: r = 'refused'
    print(r, time.process_time() - t, flush=True)",
    ),
    (
        "cvc5",
        "import sys, time, cvc5
for f in sys.stdin:
    t = time.process_time()
    s = cvc5.Solver(cvc5.TermManager()); s.setOption('fp-exp', 'true')
    p = cvc5.InputParser(s); p.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, f.strip())
    m = p.getSymbolManager()
    while True:
        c = p.nextCommand()
        if c.isNull(): break
        c.invoke(s, m)
    r = s.checkSat()
    print('sat' if r.isSat() else 'unsat' if r.isUnsat() else 'unknown', time.process_time() - t, flush=True)",
    ),
    (
        "z3",
        "import sys, time, z3
for f in sys.stdin:
    t = time.process_time()
    s = z3.Solver(ctx=z3.Context()); s.from_file(f.strip())
    print(s.check(), time.process_time() - t, flush=True)",
    ),
];

/// How long to wait before a process is looked at again.
const GLANCE: Duration = Duration::from_millis(100);
/// Ticks of a second in `/proc/PID/stat`.
const TICKS: u64 = 100;

/// A solver, and the process that is it, once it was asked.
pub(super) struct Peer {
    name: &'static str,
    program: &'static str,
    python: String,
    running: Option<(Child, Receiver<String>)>,
}

/// Those of these names that are installed, each started.
pub(super) fn installed(python: &str, names: &[String]) -> Vec<Peer> {
    let mut found = Vec::new();
    for (name, program) in PROGRAMS.into_iter().filter(|row| names.iter().any(|name| name == row.0))
    {
        let import = format!("import {name}");
        let has = Command::new(python).args(["-c", &import]).output();
        if has.is_ok_and(|output| output.status.success()) {
            let mut peer = Peer { name, program, python: python.to_owned(), running: None };
            peer.start();
            found.push(peer);
        } else {
            println!("{name} is not installed for {python}: left out");
        }
    }
    found
}

impl Peer {
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// What it says of a file.
    pub(super) fn ask(&mut self, file: &Path) -> Said {
        self.line(file).unwrap_or_else(|| {
            self.stop();
            Said::refused()
        })
    }

    /// What it answers; `None` if it ended.
    fn line(&mut self, file: &Path) -> Option<Said> {
        if self.running.is_none() {
            self.start();
        }
        let (child, said) = self.running.as_mut()?;
        let before = processor_time(child.id())?;
        writeln!(child.stdin.as_mut()?, "{}", file.display()).ok()?;
        let line = loop {
            match said.recv_timeout(GLANCE) {
                Ok(line) => break line,
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if processor_time(child.id())?.saturating_sub(before) > PATIENCE {
                self.stop();
                return Some(Said::new(None, PATIENCE));
            }
        };
        let (word, seconds) = line.split_once(' ')?;
        if word == REFUSED {
            return Some(Said::refused());
        }
        let time = Duration::from_secs_f64(seconds.parse().ok()?);
        Some(Said::new(answer(word).filter(|_| time <= PATIENCE), time))
    }

    fn start(&mut self) {
        let started = Command::new(&self.python)
            .args(["-c", self.program])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = started else { return };
        let Some(stdout) = child.stdout.take() else { return };
        let (send, receive) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        self.running = Some((child, receive));
    }

    fn stop(&mut self) {
        if let Some((mut child, _)) = self.running.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What a process has had of the processor: the fields 14 and 15 of its line, of which the second may have blanks.
fn processor_time(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let ticks: u64 = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}
