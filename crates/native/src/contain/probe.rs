//! Whether a layer does what it promises: tried, each alone, from inside.
//!
//! The child's side tries and prints what it got away with; the parent's side knows what has to fail for which layer.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, SystemTime};

use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::kill;
use nix::unistd::Pid;

use super::calls;
use super::layer::Layer;

/// Words after the name of a probe, in order: the folder outside, a port, a process.
pub(crate) fn run(words: &[String]) -> ExitCode {
    let [layer, outside, port, process] = words else { return ExitCode::from(2) };
    let done = match Layer::named(layer) {
        Some(Layer::ReadOnly) => [changes(outside), touches(outside)].concat(),
        Some(Layer::Landlock) => changes(outside),
        Some(Layer::Processes) => signals(process),
        Some(Layer::Limits) => processes(),
        Some(Layer::Network) => connects(port),
        Some(Layer::Calls) => stopped(outside),
        None => return ExitCode::from(2),
    };
    for what in &done {
        println!("{what}");
    }
    ExitCode::from(u8::from(!done.is_empty()))
}

/// The word if an operation was allowed, or if it failed for another reason than that it was not.
fn allowed<T, E: Into<io::Error>>(word: &str, result: Result<T, E>) -> Option<String> {
    match result.map_err(Into::into) {
        Ok(_) => Some(word.to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Some(format!("found nothing to try: {word}"))
        }
        Err(_) => None,
    }
}

/// Names of files in the folder outside that a probe may try to change.
pub(crate) const VICTIMS: [&str; 3] = ["a", "b", "c"];

fn changes(outside: &str) -> Vec<String> {
    let outside = Path::new(outside);
    let [a, b, c] = VICTIMS.map(|name| outside.join(name));
    let tried = [
        allowed("made a file", File::create(outside.join("new"))),
        allowed("opened a file for writing", OpenOptions::new().append(true).open(&a)),
        allowed("truncated a file", nix::unistd::truncate(&a, 0)),
        allowed("renamed a file", fs::rename(&b, outside.join("d"))),
        allowed("deleted a file", fs::remove_file(&c)),
        allowed("made a folder", fs::create_dir(outside.join("folder"))),
        allowed("made a link", std::os::unix::fs::symlink(&a, outside.join("link"))),
    ];
    let shared = Path::new("/dev/shm");
    let shared = shared.is_dir().then(|| File::create(shared.join("probant-probe")));
    let shared = shared.and_then(|result| allowed("wrote shared memory", result));
    tried.into_iter().flatten().chain(shared).collect()
}

/// What is no access to a file's contents.
fn touches(outside: &str) -> Vec<String> {
    let file = Path::new(outside).join(VICTIMS[0]);
    let times = || File::open(&file)?.set_modified(SystemTime::UNIX_EPOCH);
    let tried = [
        allowed("changed rights", fs::set_permissions(&file, Permissions::from_mode(0o777))),
        allowed("changed times", times()),
    ];
    tried.into_iter().flatten().collect()
}

/// May it signal a process outside? There, the number is nobody's or somebody else's.
fn signals(process: &str) -> Vec<String> {
    // Whoever started us may be the first process of a container: that number is ours here.
    let outside = process.parse::<i32>().ok().filter(|number| *number != 1);
    let signalled = outside.is_some_and(|number| kill(Pid::from_raw(number), None).is_ok());
    let signalled = signalled.then(|| "signalled a process outside".to_owned());
    let first = (std::process::id() != 1).then(|| "is not the first of its processes".to_owned());
    signalled.into_iter().chain(first).collect()
}

/// With a limit of none, is a process started all the same?
fn processes() -> Vec<String> {
    if setrlimit(Resource::RLIMIT_NPROC, 0, 0).is_err() {
        return vec!["has no limit".to_owned()];
    }
    let started = Command::new("/proc/self/exe").arg(super::WORD).status();
    allowed("started a process beyond its limit", started).into_iter().collect()
}

fn connects(port: &str) -> Vec<String> {
    let Ok(port) = port.parse::<u16>() else { return vec!["was given no port".to_owned()] };
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
    let connected = TcpStream::connect_timeout(&address, Duration::from_secs(1));
    allowed("connected to a port", connected).into_iter().collect()
}

/// The filter around ourselves: the first call that it knows ends us by a signal.
fn stopped(outside: &str) -> Vec<String> {
    let filter = calls::compiled(false);
    if filter.is_none_or(|filter| seccompiler::apply_filter(&filter).is_err()) {
        return vec!["has no filter".to_owned()];
    }
    let _ = fs::remove_file(Path::new(outside).join(VICTIMS[2]));
    vec!["deleted a file".to_owned()]
}
