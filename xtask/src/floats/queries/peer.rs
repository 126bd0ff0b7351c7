//! Another solver behind a pipe: names of files go in, `sat`, `unsat` or something else comes back, a line each.

use super::PATIENCE;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Name and program of each; a program reads names of files from its input and is told how many milliseconds one may take.
const PROGRAMS: [(&str, &str); 3] = [
    (
        "bitwuzla",
        "import sys, bitwuzla as b
for f in sys.stdin:
    m = b.TermManager(); o = b.Options(); o.set(b.Option.TIME_LIMIT_PER, int(sys.argv[1]))
    p = b.Parser(m, o)
    p.parse(f.strip(), True, True)
    print(str(p.bitwuzla().check_sat()).split('.')[-1].lower(), flush=True)",
    ),
    (
        "cvc5",
        "import sys, cvc5
for f in sys.stdin:
    t = cvc5.TermManager(); s = cvc5.Solver(t); s.setOption('fp-exp', 'true'); s.setOption('tlimit-per', sys.argv[1])
    p = cvc5.InputParser(s); p.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, f.strip())
    m = p.getSymbolManager()
    while True:
        c = p.nextCommand()
        if c.isNull(): break
        c.invoke(s, m)
    r = s.checkSat()
    print('sat' if r.isSat() else 'unsat' if r.isUnsat() else 'unknown', flush=True)",
    ),
    (
        "z3",
        "import sys, z3
for f in sys.stdin:
    s = z3.Solver(ctx=z3.Context()); s.set('timeout', int(sys.argv[1])); s.from_file(f.strip())
    print(s.check(), flush=True)",
    ),
];

/// What a process may take beyond what it was told, its start included.
const GRACE: Duration = Duration::from_secs(3);

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

    /// What it says of a file; `None` for no answer in time.
    pub(super) fn ask(&mut self, file: &Path) -> Option<&'static str> {
        if self.running.is_none() {
            self.start();
        }
        let (child, said) = self.running.as_mut()?;
        writeln!(child.stdin.as_mut()?, "{}", file.display()).ok()?;
        let Ok(line) = said.recv_timeout(PATIENCE + GRACE) else {
            self.stop();
            return None;
        };
        ["sat", "unsat"].into_iter().find(|&answer| answer == line)
    }

    fn start(&mut self) {
        let millis = PATIENCE.as_millis().to_string();
        let started = Command::new(&self.python)
            .args(["-c", self.program, &millis])
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
