//! Code under test runs contained: in a child that is us, executed again, which gives up its rights before it becomes the program.
//!
//! [`Guard`] is the parent's side: which layers are in force is found out by trying each of them, and is said in reports.
//! What the layers are worth one by one, and what each does not do, stands in the page about safety.

mod calls;
mod jail;
mod layer;
mod mounts;
mod probe;

pub use calls::Attempt;
pub(crate) use calls::filter;
pub use layer::Layer;

use std::ffi::OsStr;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use crate::{Compiler, NativeError, TempDir, child};
use layer::joined;

/// The first argument of a process that is to contain a program.
const WORD: &str = "__contain";
const PROBE: &str = "probe";
/// A probe that takes longer is stuck.
const PATIENCE: Duration = Duration::from_secs(20);

/// What `main` does first: if this process was started to contain a program, it becomes that program, and this does not return
/// unless something is wrong.
pub fn contain(words: &[String]) -> Option<ExitCode> {
    match words {
        [_, word, probe, rest @ ..] if word == WORD && probe == PROBE => Some(probe::run(rest)),
        [_, word, rest @ ..] if word == WORD => Some(jail::run(rest)),
        _ => None,
    }
}

/// Who contains programs, and by which layers.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The program that begins with [`contain`]; none if nothing is contained.
    executable: Option<PathBuf>,
    layers: Vec<Layer>,
    missing: Vec<(Layer, String)>,
}

impl Guard {
    /// Contains nothing. For programs of our own tests, and for users who ask for it.
    pub fn none() -> Guard {
        Guard { executable: None, layers: Vec::new(), missing: Vec::new() }
    }

    /// Tries every layer but those that are switched off, and uses those that hold.
    pub fn probed(executable: &Path, switched_off: &[Layer]) -> Result<Guard, NativeError> {
        let mut guard =
            Guard { executable: Some(executable.into()), layers: Vec::new(), missing: Vec::new() };
        for layer in Layer::ALL {
            let why = if switched_off.contains(&layer) {
                Some("switched off".to_owned())
            } else {
                guard.fails(layer)?
            };
            match why {
                None => guard.layers.push(layer),
                Some(why) => guard.missing.push((layer, why)),
            }
        }
        Ok(guard)
    }

    /// The same for programs of a compiler: system calls of 32-bit programs have other numbers, and are not told.
    #[must_use]
    pub(crate) fn for_compiler(&self, cc: &Compiler) -> Guard {
        let mut guard = self.clone();
        if cc.makes_32_bit() {
            guard.layers.retain(|layer| *layer != Layer::Calls);
        }
        guard
    }

    /// The layers in force.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layers that are not, and why.
    pub fn missing(&self) -> &[(Layer, String)] {
        &self.missing
    }

    /// Whether files are safe.
    pub fn guards_files(&self) -> bool {
        self.layers.iter().any(|layer| layer.guards_files())
    }

    /// Whether system calls are stopped and told.
    pub(crate) fn tells(&self) -> bool {
        self.layers.contains(&Layer::Calls)
    }

    /// A command that runs a program in a folder, contained, with a small environment. Words that begin with the folder's path
    /// lead to it from inside, too.
    pub(crate) fn command(&self, program: &Path, room: &Path) -> Command {
        let Some(executable) = &self.executable else {
            let mut command = Command::new(program);
            command.current_dir(room);
            return command;
        };
        let mut command = Command::new(executable);
        command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C");
        // Each test is a copy of one process: what is looked up before the copying is looked up once.
        command.env("LD_BIND_NOW", "1");
        command.arg(WORD).arg("outer").arg(joined(&self.layers)).arg(room).arg(program);
        command
    }

    /// What a layer, alone, does not keep from happening; nothing if it holds.
    fn fails(&self, layer: Layer) -> Result<Option<String>, NativeError> {
        let (room, outside) = (TempDir::new()?, TempDir::new()?);
        let port = victims(outside.path()).map_err(NativeError::io("making files for a probe"))?;
        let number = port.local_addr().map_or(0, |address| address.port()).to_string();
        let inside = Guard { layers: vec![layer], ..self.clone() };
        let mut command = inside.command(Path::new("/proc/self/exe"), room.path());
        let process = std::process::id().to_string();
        let words: [&OsStr; 6] = [
            WORD.as_ref(),
            PROBE.as_ref(),
            layer.name().as_ref(),
            outside.path().as_os_str(),
            number.as_ref(),
            process.as_ref(),
        ];
        let finished = child::run(command.args(words), room.path(), PATIENCE)
            .map_err(NativeError::io("trying a protection"))?;
        Ok(told(layer, &finished))
    }
}

/// Files that anybody may change, and a port that anybody may connect to.
fn victims(outside: &Path) -> std::io::Result<TcpListener> {
    fs::set_permissions(outside, fs::Permissions::from_mode(0o777))?;
    for name in probe::VICTIMS {
        let path = outside.join(name);
        fs::write(&path, "text")?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666))?;
    }
    TcpListener::bind(("127.0.0.1", 0))
}

/// What a probe's end says of its layer.
fn told(layer: Layer, finished: &child::Finished) -> Option<String> {
    let signal =
        finished.status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status));
    if layer == Layer::Calls && signal == Some(calls::SIGSYS as i32) {
        return None;
    }
    if layer != Layer::Calls && finished.succeeded() {
        return None;
    }
    let words = [finished.stdout.trim(), finished.stderr.trim()].concat();
    let first = words.lines().next().unwrap_or("it did not end").to_owned();
    Some(first.trim_start_matches("cannot contain: ").to_owned())
}
