//! Many files in one run: the same bytes whoever works on them and wherever, nothing lost where something goes wrong, and nothing done
//! twice that has not changed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A project of a few files below a folder of its own.
struct Project {
    folder: PathBuf,
}

const HEADER: &str = "#define LIMIT 10\n";
const FILES: [(&str, &str); 3] = [
    (
        "src/a.c",
        "#include \"limit.h\"\nstatic int clamp(int x) { return x > LIMIT ? LIMIT : x; }\nint a(int x) { return clamp(x) == 3; }\n",
    ),
    (
        "src/b.c",
        "static int clamp(int x) { return x < -5 ? -5 : x; }\nint b(int x) { if (x == 7) return 1; return clamp(x); }\n",
    ),
    (
        "src/deep/c.c",
        "void nothing(void) {}\nint c(unsigned x) { switch (x) { case 1: return 4; case 9: return 5; } return 0; }\n",
    ),
];

impl Project {
    fn new(name: &str) -> Project {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("batch-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("src/deep")).expect("folders");
        let project = Project { folder };
        project.write("src/limit.h", HEADER);
        FILES.iter().for_each(|(name, text)| project.write(name, text));
        // Says how often the compiler is started, and what for.
        project.write("cc", "#!/bin/sh\necho \"$*\" >> cc.log\nexec cc \"$@\"\n");
        let rights = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(project.folder.join("cc"), rights).expect("rights");
        project
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).unwrap_or_default()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_probant"));
        command.args(args).current_dir(&self.folder);
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("probant starts")
    }

    /// The report of a run about all files, and its status.
    fn report(&self, more: &[&str]) -> (String, Option<i32>) {
        let args = [&["gen", "src", "--out", "out", "--json", "report.json", "-q"], more].concat();
        let status = self.run(&args).status.code();
        (self.read("report.json"), status)
    }

    /// How often the compiler was started since the last time, and for anything but preprocessing.
    fn starts(&self) -> (usize, usize) {
        let log = self.read("cc.log");
        let _ = std::fs::remove_file(self.folder.join("cc.log"));
        let n_others = log.lines().filter(|line| !line.starts_with("-E ")).count();
        (log.lines().count(), n_others)
    }
}

#[test]
fn the_number_of_workers_does_not_show() {
    let project = Project::new("workers");
    let (one, status) = project.report(&["--jobs", "1"]);
    assert_eq!(status, Some(0), "{one}");
    assert_eq!(one.matches("\"name\": \"clamp\"").count(), 2, "{one}");
    let missing = project.run(&["gen", "src", "--emit", "none", "-f", "a", "-f", "nobody"]);
    assert_eq!(missing.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no file has a function `nobody`"));
    for jobs in ["2", "8"] {
        assert_eq!(project.report(&["--jobs", jobs]).0, one, "{jobs} workers");
    }
    for tests in ["out/src/a/test_clamp.c", "out/src/b/test_clamp.c", "out/src/deep/c/test_c.c"] {
        assert!(project.read(tests).contains("#include"), "{tests}");
    }
}

#[test]
fn parts_make_the_whole() {
    let project = Project::new("parts");
    let (whole, status) = project.report(&[]);
    for n in [2, 3, 7] {
        let mut merge = vec!["merge".to_owned()];
        for part in 1..=n {
            let (shard, json) = (format!("{part}/{n}"), format!("{part}.json"));
            project.run(&["gen", "src", "--out", "out", "--shard", &shard, "--json", &json, "-q"]);
            merge.push(json);
        }
        let words: Vec<&str> = merge.iter().map(String::as_str).collect();
        let merged = project.run(&words);
        assert_eq!(String::from_utf8_lossy(&merged.stdout), whole, "{n} parts");
        assert_eq!(merged.status.code(), status);
    }
    let missing = project.run(&["merge", "1.json", "2.json"]);
    assert_eq!(missing.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("is one missing?"));
}

#[test]
fn what_has_not_changed_is_not_done_again() {
    let project = Project::new("cache");
    let args = ["--cc", "./cc", "--cache", "kept"];
    let first = project.report(&args);
    let (all, others) = project.starts();
    assert!(others <= 4 && all <= 7, "one runtime, and for each file one run of each: {all}");
    assert_eq!(project.report(&args), first);
    assert_eq!(project.starts(), (3, 0));
    assert_eq!(project.report(&["--cc", "./cc", "--no-cache"]), first);
    project.starts();
    // A header concerns the files that include it, and a time none.
    project.write("src/limit.h", HEADER);
    assert_eq!(project.report(&args), first);
    assert_eq!(project.starts(), (3, 0));
    project.write("src/limit.h", "#define LIMIT 11\n");
    let changed = project.report(&args);
    assert_eq!(project.starts(), (4, 1), "a.c alone is compiled; our runtime is known from before");
    assert_ne!(changed, first);
    assert_eq!(project.report(&["--cc", "./cc", "--no-cache"]), changed);
}

#[test]
fn what_goes_wrong_stops_nothing() {
    let project = Project::new("wrong");
    project.write("src/broken.c", "int f( {\n");
    let mut command = project.command(&["gen", "src", "--out", "out", "--json", "report.json"]);
    let output = command.env("PROBANT_BREAK", "b").output().expect("probant starts");
    let (text, report) = (String::from_utf8_lossy(&output.stdout), project.read("report.json"));
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("failed: src/broken.c"), "{text}");
    assert!(text.contains("4 files, 6 functions"), "{text}");
    assert!(
        report.contains("\"failed\": \"internal error in `b`: broken on purpose\""),
        "{report}"
    );
    for name in ["\"a\"", "\"clamp\"", "\"c\""] {
        assert!(
            report.contains(&format!("\"name\": {name},\n          \"criterion\"")),
            "{name}: {report}"
        );
    }
    assert!(project.read("out/src/b/test_clamp.c").contains("#include"));
}

#[test]
fn a_build_says_which_files_and_how() {
    let project = Project::new("build");
    std::fs::create_dir_all(project.folder.join("build")).expect("a folder");
    let folder = project.folder.display();
    let entry = |file: &str, flags: &str| {
        format!(
            r#"{{"directory": "{folder}", "file": "{file}", "command": "cc {flags} -c {file}"}}"#
        )
    };
    project.write("src/d.c", "int d(int x) { return x > LIMIT; }\n");
    let entries = [entry("src/d.c", "-DLIMIT=5"), entry("src/deep/c.c", "")].join(",");
    project.write("build/compile_commands.json", &format!("[{entries}]"));
    let all = project.run(&["gen", "-p", "build", "--emit", "none"]);
    let text = String::from_utf8_lossy(&all.stdout);
    assert!(text.contains("2 files, 3 functions") && all.status.success(), "{text}");
    let found = project.run(&["gen", "src/d.c", "--emit", "none"]);
    assert!(found.status.success(), "build/ is looked into: {found:?}");
}

#[test]
fn only_what_a_change_concerns() {
    let project = Project::new("changed");
    let git = |words: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=n", "-c", "user.email=e"]).args(words);
        command.current_dir(&project.folder).output().is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "-q"]) {
        println!("git: skipped, not installed");
        return;
    }
    assert!(git(&["add", "src"]) && git(&["commit", "-q", "-m", "first"]));
    let named = || {
        let text = project.report(&["--changed-since", "HEAD"]).0;
        let named: Vec<&str> = ["a", "b", "c", "clamp"]
            .into_iter()
            .filter(|name| text.contains(&format!("\"name\": \"{name}\"")))
            .collect();
        named.join(" ")
    };
    assert_eq!(named(), "");
    project.write("src/b.c", &FILES[1].1.replace("x == 7", "x == 8"));
    assert_eq!(named(), "b");
    project.write("src/b.c", &FILES[1].1.replace("< -5", "< -6"));
    assert_eq!(named(), "b clamp");
    project.write("src/b.c", FILES[1].1);
    project.write("src/limit.h", "#define LIMIT 12\n");
    assert_eq!(named(), "a clamp");
}

/// Killed in the middle and run again: complete, and nothing is half written.
#[test]
fn a_run_that_was_killed_is_taken_up_again() {
    let project = Project::new("killed");
    let (whole, _) = project.report(&["--no-cache"]);
    for pause in [50, 200, 500] {
        let mut command =
            project.command(&["gen", "src", "--out", "out", "--json", "k.json", "--cache", "kept"]);
        let mut child =
            command.stdout(std::process::Stdio::null()).spawn().expect("probant starts");
        std::thread::sleep(std::time::Duration::from_millis(pause));
        child.kill().expect("a child can be killed");
        child.wait().expect("a child can be waited for");
        let report = project.read("k.json");
        assert!(report.is_empty() || report == whole, "half a report");
        for tests in ["out/src/a/test_clamp.c", "out/src/b/test_b.c"] {
            let text = project.read(tests);
            assert!(text.is_empty() || text.ends_with("}\n"), "half a file");
        }
    }
    let args = ["gen", "src", "--out", "out", "--json", "k.json", "--cache", "kept", "-q"];
    project.run(&args);
    assert_eq!(project.read("k.json"), whole);
    assert!(!project.folder.join("k.json.tmp").exists(), "what the killed runs left is gone");
}
