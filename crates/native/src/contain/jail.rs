//! The child's side: a process that is us, executed again, gives up its rights and becomes the program to be contained.
//!
//! It has two stages, because the process that makes a PID namespace is not in it: the first makes the namespaces and starts the
//! second, which is the first process there. Both die with whoever started them, and with the second everything in its namespace
//! does. Nothing here trusts a layer to work: who asked for it probes it ([`super::probe`]).

use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl::{set_no_new_privs, set_pdeathsig};
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;
use nix::unistd::{Gid, Uid, chown, getegid, geteuid, setgroups, setresgid, setresuid, setsid};
use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set};

use super::layer::{Layer, joined, split};
use super::{WORD, mounts};

/// Processes that contained code may have at the same time.
const MOST_PROCESSES: u64 = 64;
/// Ids that no system gives to people or services begin here.
const FIRST_UNUSED: u32 = 0x7a00_0000;
/// The status of a jail that could not be made.
pub(crate) const NO_JAIL: u8 = 121;

/// What the words after [`WORD`] ask for. It comes back only if something is wrong.
pub(crate) fn run(words: &[String]) -> ExitCode {
    let result = match words {
        [stage, layers, room, program @ ..] if !program.is_empty() => {
            let jail = Jail { layers: split(layers), room: PathBuf::from(room), program };
            match stage.as_str() {
                "outer" => jail.outer(),
                _ => jail.inner(),
            }
        }
        _ => Err(io::Error::other("this word is for probant itself")),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("cannot contain: {error}");
            ExitCode::from(NO_JAIL)
        }
    }
}

struct Jail<'a> {
    layers: Vec<Layer>,
    room: PathBuf,
    program: &'a [String],
}

impl Jail<'_> {
    fn has(&self, layer: Layer) -> bool {
        self.layers.contains(&layer)
    }

    /// Makes the namespaces, then the second stage in them.
    fn outer(&self) -> io::Result<ExitCode> {
        set_pdeathsig(Signal::SIGKILL)?;
        close_inherited()?;
        let flags = self.namespaces();
        // Limits on the number of processes count those of an id in one user namespace: of a user's own there may be many already.
        let needs_ids = self.has(Layer::Limits) && !geteuid().is_root();
        let has_all = !needs_ids && (flags.is_empty() || unshare(flags).is_ok());
        if !has_all {
            let (user, group) = (geteuid(), getegid());
            unshare(flags | CloneFlags::CLONE_NEWUSER)?;
            become_root(user, group)?;
        }
        let mut command = Command::new("/proc/self/exe");
        command.arg(WORD).arg("inner").arg(joined(&self.layers)).arg(&self.room).args(self.program);
        if !flags.contains(CloneFlags::CLONE_NEWPID) {
            return Err(command.exec());
        }
        let status = command.status()?;
        // A signal is told as shells tell it: whoever asked sees that the program did not end by itself.
        Ok(ExitCode::from(status.code().map_or(NO_JAIL, |code| code as u8)))
    }

    fn namespaces(&self) -> CloneFlags {
        let mut flags = CloneFlags::empty();
        if self.has(Layer::ReadOnly) {
            flags |= CloneFlags::CLONE_NEWNS;
        }
        if self.has(Layer::Processes) {
            flags |= CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWIPC;
        }
        if self.has(Layer::Network) {
            flags |= CloneFlags::CLONE_NEWNET;
        }
        flags
    }

    /// Gives up everything else and becomes the program.
    fn inner(&self) -> io::Result<ExitCode> {
        set_pdeathsig(Signal::SIGKILL)?;
        // No terminal is ours any more. The first process of a group cannot leave it, but then it has none either.
        let _ = setsid();
        let unused = unused_id();
        let drops = self.has(Layer::Limits) && is_really_root();
        if drops {
            give_away(&self.room, unused)?;
        }
        let room = if self.has(Layer::ReadOnly) { mounts::seal(&self.room)? } else { &self.room };
        std::env::set_current_dir(room)?;
        if self.has(Layer::Limits) {
            setrlimit(Resource::RLIMIT_NPROC, MOST_PROCESSES, MOST_PROCESSES)?;
            setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        }
        set_no_new_privs()?;
        if self.has(Layer::Landlock) {
            restrict(room)?;
        }
        drop_capabilities();
        if drops {
            setgroups(&[])?;
            let (user, group) = (Uid::from_raw(unused), Gid::from_raw(unused));
            setresgid(group, group, group)?;
            setresuid(user, user, user)?;
        }
        // Another id is another process to the system: it forgets who its parent was.
        set_pdeathsig(Signal::SIGKILL)?;
        let within =
            |word: &String| word.replace(&*self.room.to_string_lossy(), &room.to_string_lossy());
        let words: Vec<String> = self.program.iter().map(within).collect();
        Err(Command::new(&words[0]).args(&words[1..]).exec())
    }
}

/// Is this the system's root, and not one of a namespace of its own?
fn is_really_root() -> bool {
    let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let words: Vec<&str> = map.split_whitespace().collect();
    geteuid().is_root() && words.first() == Some(&"0") && words.get(1) == Some(&"0")
}

/// An id that nobody has; processes of several runs have several.
fn unused_id() -> u32 {
    FIRST_UNUSED + std::process::id() % 0x10_0000
}

/// The folder and what is in it belong to the id that the program will have.
fn give_away(room: &Path, id: u32) -> io::Result<()> {
    let (user, group) = (Some(Uid::from_raw(id)), Some(Gid::from_raw(id)));
    for entry in std::fs::read_dir(room)? {
        chown(&entry?.path(), user, group)?;
    }
    chown(room, user, group)?;
    Ok(())
}

/// In a user namespace: this user is root there, and nobody else is.
fn become_root(user: Uid, group: Gid) -> io::Result<()> {
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/uid_map", format!("0 {user} 1"))?;
    std::fs::write("/proc/self/gid_map", format!("0 {group} 1"))
}

/// Descriptors beyond the three are not ours to pass on.
fn close_inherited() -> io::Result<()> {
    let mut numbers: Vec<i32> = Vec::new();
    for entry in std::fs::read_dir("/proc/self/fd")? {
        numbers.extend(entry?.file_name().to_string_lossy().parse::<i32>().ok());
    }
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // The one that listed them is closed by now.
        let _ = nix::unistd::close(number);
    }
    Ok(())
}

/// What no later program can get back.
fn drop_capabilities() {
    for number in 0..64u64 {
        // Numbers that this kernel does not know are refused, and so is everything where there is nothing to lose.
        let _ = remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << number));
    }
}

/// Reading is for everywhere, changing for the room alone; no port, no signal to others.
fn restrict(room: &Path) -> io::Result<()> {
    let abi = ABI::V6;
    let ruleset = || -> Result<RulesetStatus, landlock::RulesetError> {
        let created = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?;
        let status = created
            .add_rules(path_beneath_rules(["/"], AccessFs::from_read(abi)))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::from_file(abi)))?
            .add_rules(path_beneath_rules([room], AccessFs::from_all(abi)))?
            .restrict_self()?;
        Ok(status.ruleset)
    };
    match ruleset() {
        Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced) => Ok(()),
        Ok(RulesetStatus::NotEnforced) => Err(io::Error::other("this kernel has no Landlock")),
        Err(error) => Err(io::Error::other(error.to_string())),
    }
}
