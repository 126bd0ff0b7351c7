//! Programs that would do harm if they were let: what replay runs changes nothing, leaves nothing behind, is told, and does not keep
//! harmless functions of the same file from being replayed.
//!
//! They are run as whoever runs the tests and, if that is root, as a plain user, too. Where a layer is missing the tests that need
//! it say so; with `PROBANT_REQUIRE=all` that is a failure.

mod canary;
mod programs;

use canary::Canary;
use programs::{PROGRAMS, Program};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Somebody who owns nothing.
const NOBODY: u32 = 65534;

/// Who runs probant, on a copy of it that anybody may execute.
struct User {
    id: Option<u32>,
    binary: PathBuf,
    folder: PathBuf,
}

impl User {
    /// The one who runs the tests, and nobody if that is root.
    fn all(name: &str) -> Vec<User> {
        let ids =
            if nix::unistd::geteuid().is_root() { vec![None, Some(NOBODY)] } else { vec![None] };
        ids.into_iter().map(|id| User::new(name, id)).collect()
    }

    fn new(name: &str, id: Option<u32>) -> User {
        let who = id.map_or("self".to_owned(), |id| id.to_string());
        let folder =
            std::env::temp_dir().join(format!("hostile-{name}-{who}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o777)).expect("rights");
        let binary = folder.join("probant");
        std::fs::copy(env!("CARGO_BIN_EXE_probant"), &binary).expect("a copy");
        std::fs::set_permissions(&binary, std::fs::Permissions::from_mode(0o755)).expect("rights");
        User { id, binary, folder }
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(&self.binary);
        // What is left behind is found by where it was.
        command.args(args).current_dir(&self.folder).env("TMPDIR", &self.folder);
        // Scripts for the C library would take the calls before any layer sees them.
        let off = std::env::var("PROBANT_SWITCH_OFF").unwrap_or_default();
        command.env("PROBANT_SWITCH_OFF", format!("scripts,{off}"));
        if let Some(id) = self.id {
            command.uid(id).gid(id);
        }
        output(&mut command)
    }

    /// Whether layers are in force; if not that is said, or fails where all are required.
    fn has(&self, layers: &[&str]) -> bool {
        let safety = self.run(&["safety"]);
        let text = String::from_utf8_lossy(&safety.stdout).into_owned();
        let in_force =
            |layer: &&&str| text.lines().any(|line| line == format!("{layer}: in force"));
        let Some(missing) = layers.iter().find(|layer| !in_force(layer)) else { return true };
        assert!(std::env::var("PROBANT_REQUIRE").is_err(), "no {missing} here:\n{text}");
        println!("skipped: no {missing}");
        false
    }
}

/// Runs a program that was just copied. Another test that forks while the copy is open for writing keeps it busy for a moment.
fn output(command: &mut Command) -> Output {
    loop {
        match command.output() {
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            other => return other.expect("probant starts"),
        }
    }
}

impl Drop for User {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Runs `gen` on all programs, each beside harmless functions; what it printed.
fn generate(user: &User, canaries: &[Canary]) -> String {
    for (program, canary) in PROGRAMS.iter().zip(canaries) {
        let file = user.folder.join("src").join(format!("{}.c", program.name));
        std::fs::create_dir_all(user.folder.join("src")).expect("a folder");
        std::fs::write(&file, program.text(canary.folder())).expect("a file");
    }
    let output = user.run(&["gen", "src", "--out", "out", "--replay-budget", "1m", "--no-cache"]);
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// What still runs from `folder`. A killed process is not gone at once: what is there is given a few seconds to leave.
fn left_behind(folder: &Path) -> Vec<String> {
    let patience = Instant::now() + Duration::from_secs(5);
    loop {
        let running = running_from(folder);
        if running.is_empty() || Instant::now() > patience {
            return running;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn running_from(folder: &Path) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").expect("processes are listed");
    let of = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.ok()?;
        let program = std::fs::read_link(entry.path().join("exe")).ok()?;
        let inside = program.starts_with(folder);
        inside.then(|| format!("{} {}", entry.file_name().display(), program.display()))
    };
    processes.filter_map(of).collect()
}

fn check(program: &Program, text: &str) {
    let name = program.name;
    let of_file: String = text
        .split("\n\n")
        .filter(|block| block.starts_with(&format!("src/{name}.c:")))
        .flat_map(|block| [block, "\n\n"])
        .collect();
    for told in program.told {
        assert!(of_file.contains(told), "{name} is not told `{told}`:\n{of_file}");
    }
    for harmless in ["first", "last"] {
        let head = format!("src/{name}.c: {harmless}, criterion branch: complete");
        let block = of_file.split("\n\n").find(|block| block.starts_with(&head));
        let replayed = block.is_some_and(|block| block.contains("2 replayed"));
        assert!(replayed, "{name}: the harmless are not replayed:\n{of_file}");
    }
}

#[test]
fn hostile_programs_do_no_harm() {
    for user in User::all("all") {
        if !user.has(&["read-only", "landlock", "processes", "limits", "network", "calls"]) {
            continue;
        }
        let canaries: Vec<Canary> =
            PROGRAMS.iter().map(|program| Canary::new(&user.folder, program.name)).collect();
        let before: Vec<_> = canaries.iter().map(Canary::state).collect();
        let text = generate(&user, &canaries);
        for ((program, canary), before) in PROGRAMS.iter().zip(&canaries).zip(before) {
            assert_eq!(canary.state(), before, "{} changed something:\n{text}", program.name);
            check(program, &text);
        }
        assert_eq!(left_behind(&user.folder), [""; 0], "something is left running");
        let rooms = std::fs::read_dir(&user.folder).expect("a folder").filter_map(Result::ok);
        let rooms = rooms.map(|it| it.file_name().to_string_lossy().into_owned());
        let rooms: Vec<_> = rooms.filter(|it| it.starts_with("probant-room")).collect();
        assert_eq!(rooms, [""; 0], "folders are left");
        assert!(!text.contains("mistake of probant"), "{text}");
    }
}

/// Where one layer is missing the others hold what they promise, and what nobody promises is not run.
#[test]
fn each_layer_is_missed_aloud() {
    let user = User::new("off", None);
    let output = |off: &str, args: &[&str]| {
        let mut command = Command::new(&user.binary);
        command.args(args).current_dir(&user.folder).env("PROBANT_SWITCH_OFF", off);
        let output = self::output(&mut command);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text + &String::from_utf8_lossy(&output.stderr))
    };
    for layer in ["read-only", "landlock", "processes", "limits", "network", "calls"] {
        let (status, text) = output(layer, &["safety"]);
        assert_eq!(status, Some(1), "{layer}:\n{text}");
        assert!(text.contains(&format!("{layer}: not in force: switched off")), "{text}");
    }
    std::fs::write(user.folder.join("f.c"), "int f(int x) { return x > 3; }\n").expect("a file");
    let (_, text) = output("read-only,landlock", &["gen", "f.c"]);
    assert!(text.contains("replay is off") && text.contains("not replayed"), "{text}");
    let (_, text) = output("read-only,landlock", &["gen", "f.c", "--unsafe-replay"]);
    assert!(!text.contains("replay is off") && !text.contains("not replayed"), "{text}");
}

/// Files are safe with each of their two guards alone.
#[test]
fn one_guard_of_files_is_enough() {
    for (off, needed) in
        [("landlock,calls,scripts", "read-only"), ("read-only,calls,scripts", "landlock")]
    {
        let user = User::new(needed, None);
        if !user.has(&[needed]) {
            continue;
        }
        for name in ["unlink", "truncate", "rename", "write", "shm"] {
            let program = PROGRAMS.iter().find(|it| it.name == name).expect("a program");
            let canary = Canary::new(&user.folder, name);
            let before = canary.state();
            let file = user.folder.join("f.c");
            std::fs::write(&file, program.text(canary.folder())).expect("a file");
            let mut command = Command::new(&user.binary);
            command.args(["gen", "f.c"]).current_dir(&user.folder).env("PROBANT_SWITCH_OFF", off);
            let output = output(&mut command);
            assert_eq!(canary.state(), before, "{needed} does not stop {name}: {output:?}");
        }
    }
}

/// A compiler that hangs ends with the budget of replay, with its children; what was found is kept.
#[test]
fn an_endless_compiler_ends_with_all_its_children() {
    let user = User::new("compiler", None);
    let compiler = user.folder.join("cc");
    let sleeper = user.folder.join("sleeper");
    std::fs::copy("/bin/sleep", &sleeper).expect("sleep is there");
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in *\" -E \"*|*runtime.c*) exec cc \"$@\";; esac\n{} 1000 &\n{} 1000\n",
        sleeper.display(),
        sleeper.display()
    );
    std::fs::write(&compiler, script).expect("a script");
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).expect("rights");
    std::fs::write(user.folder.join("f.c"), "int f(int x) { return x > 3; }\n").expect("a file");
    let output = user.run(&["gen", "f.c", "--cc", "./cc", "--replay-budget", "1s"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("took longer than it may"), "{text}");
    assert_eq!(output.status.code(), Some(1));
    assert!(user.folder.join("probant-out/test_f.c").is_file(), "the tests are written");
    assert_eq!(left_behind(&user.folder), [""; 0]);
}
