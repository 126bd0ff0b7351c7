//! `probant.toml` next to C files: what it settles, what the command line takes back, and what is said when it is wrong.

use std::path::PathBuf;
use std::process::Command;

const TEXT: &str = "\
int clamp(int x, int lo, int hi) {
  if (x < lo) return lo;
  if (x > hi) return hi;
  return x;
}
int is_sum(const int *t, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += t[i];
  return s == 40;
}
int ordered(int x, int lo, int hi) { (void)x; return lo <= hi; }
int clamped(int x) { return clamp(x, 0, 9) > 9 ? 1 : 0; }
int scaled(int x) {
#ifdef LARGE
  if (x > 1000) return 2;
#endif
  return x > 10;
}
";

/// A folder with the C file and a project file; gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, settings: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("config-{name}"));
        std::fs::create_dir_all(folder.join("src")).expect("a folder");
        std::fs::write(folder.join("src/a.c"), TEXT).expect("a file");
        std::fs::write(folder.join("probant.toml"), settings).expect("a file");
        Self(folder)
    }

    /// Runs `probant gen` on the file; exit status, standard output and standard error.
    fn generate(&self, more: &[&str]) -> (Option<i32>, String, String) {
        self.run("gen", &[&["--emit", "none", "--no-replay"], more].concat())
    }

    fn run(&self, command: &str, more: &[&str]) -> (Option<i32>, String, String) {
        let run = Command::new(env!("CARGO_BIN_EXE_probant"))
            .arg(command)
            .arg(self.0.join("src/a.c"))
            .args(more)
            .output()
            .expect("probant starts");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (run.status.code(), text(run.stdout), text(run.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn check(name: &str, settings: &str, more: &[&str], expect: &[&str]) {
    let (_, stdout, stderr) = Folder::new(name, settings).generate(more);
    for text in expect {
        let printed = format!("{stdout}{stderr}");
        assert!(printed.contains(text), "`{text}` should be printed:\n{printed}");
    }
}

#[test]
fn settings_of_the_project_and_of_functions() {
    let settings = "criterion = \"path\"\n[function.clamp]\ncriterion = \"branch\"\n";
    check("a", settings, &["-f", "clamp"], &["clamp, criterion branch"]);
    check("b", settings, &["-f", "ordered"], &["ordered, criterion path"]);
    check("c", settings, &["-f", "clamp", "--criterion", "mcdc"], &["clamp, criterion mcdc"]);
    check("d", settings, &[], &["clamp, criterion branch", "scaled, criterion path"]);
}

#[test]
fn domains_are_clauses_of_the_contract() {
    let settings = "[function.clamp.domain]\nlo = 0\nhi = [5, \"7 .. 9\"]\nx = \"..4\"\n";
    check("e", settings, &["-f", "clamp"], &["x > hi  true", "infeasible", "(x <= 4)"]);
    let settings =
        "[function.is_sum]\nlength.t = \"n\"\ndomain = { n = \"0 .. 3\", \"t[]\" = \"0 .. 9\" }\n";
    check("f", settings, &["-f", "is_sum", "--criterion", "path"], &["4   feasible", "complete"]);
    let settings = "[function.clamp]\nrequires = ['lo <= hi', 'x < lo;']\n";
    check("g", settings, &["-f", "clamp"], &["infeasible", "assuming x < lo"]);
    let settings = "[function.clamp]\npre = \"ordered\"\ncriterion = \"path\"\n";
    check("h", settings, &["-f", "clamp"], &["3   feasible"]);
}

#[test]
fn flags_reach_the_compiler() {
    check("i", "flags = [\"-DLARGE\"]\n", &["-f", "scaled"], &["    2   2 covered"]);
    check("j", "flags = [\"-DLARGE\"]\n", &["-f", "scaled", "-ULARGE"], &["    0   0 covered"]);
}

#[test]
fn functions_are_replaced_where_they_are_defined() {
    let stubs = "stub = [\"clamp\", \"of_another_file\"]\n";
    check("t", stubs, &["-f", "clamped"], &["    2   2 covered"]);
    check("u", "stub = \"clamp\"\n", &["-f", "clamped"], &["    2   2 covered"]);
    check("v", "", &["-f", "clamped"], &["1 infeasible"]);
}

#[test]
fn every_command_reads_it() {
    let folder = Folder::new("k", "[function.clamp]\nrequires = 'x == 3'\n");
    let (_, stdout, _) = folder.run("inspect", &["-f", "clamp"]);
    assert!(stdout.contains("requires \"x == 3\""), "{stdout}");
    let (status, stdout, stderr) = folder.run("prove", &["-f", "clamp"]);
    assert_eq!(status, Some(0), "{stdout}{stderr}");
}

#[test]
fn mistakes_are_told_with_their_line() {
    let wrong = |name: &str, settings: &str, message: &str| {
        let (status, _, stderr) = Folder::new(name, settings).generate(&["-f", "clamp"]);
        assert_eq!(status, Some(3), "{stderr}");
        assert!(stderr.contains(&format!("probant.toml:{message}")), "{stderr}");
    };
    wrong("l", "criterion = \"paths\"\n", "1: invalid value 'paths' for '--criterion <CRITERION>'");
    wrong("m", "\nkk = 3\n", "2: there is no setting `kk`: did you mean `k`?");
    wrong("n", "k = 3\nk = 4\n", "2: `k` has a value already");
    wrong("o", "[function.clamp]\ndomain.x = true\n", "2: a domain is a number");
    wrong("p", "[function.clamp]\ndomain.\"t[]\" = 1\n", "2: how many elements has `t`?");
    wrong(
        "q",
        "[function.clamp]\ncritrion = 1\n",
        "2: there is no setting `function.clamp.critrion`",
    );
    wrong("r", "k = [1]\n", "1: a list is no value of `k`");
    wrong("w", "stub = 3\n", "1: 3 is no list of functions: write [\"read_port\"]");
    let region = |name: &str, settings: &str, message: &str| {
        wrong(name, &format!("[region.ADC1]\n{settings}"), message);
    };
    region("x1", "size = 4\n", "2: where does `ADC1` lie? Say it: address = 0x40012000");
    region(
        "x2",
        "adress = 4\n",
        "2: there is no setting `region.ADC1.adress`: did you mean `address`?",
    );
    region("x3", "address = \"4\"\n", "2: \"4\" is not an address: write a number");
    region("x4", "address = 4\nread-only = [true]\n", "3: true is no register: write its name");
    let two = "address = 4\nsize = 8\n[region.B]\naddress = 8\n";
    region("x5", two, "5: [region.B] overlaps [region.ADC1]: make them one");
    let folder = Folder::new("s", "[function.clamp]\nrequires = 'y > 0'\n");
    let (_, _, stderr) = folder.generate(&["-f", "clamp"]);
    assert!(stderr.contains("probant.toml:2"), "a clause that means nothing is named:\n{stderr}");
    let missing = folder.0.join("none.toml");
    let (status, _, stderr) = folder.generate(&["--config", &missing.display().to_string()]);
    assert_eq!(status, Some(3), "{stderr}");
    assert!(stderr.contains("none.toml"), "{stderr}");
}
