//! Lookups at an index that depends on inputs, in arrays of ever more elements, with what CBMC takes for the same beside it where
//! it is installed.
//!
//! All outcomes must be decided, and the search may take half a second. Reading the text is told apart: a million numbers have to
//! be read by anybody.

use super::{Row, measure};
use crate::child;
use filetests::Scratch;
use fuzzgen::Rng;
use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

/// What the search in one function may take, in seconds of processor time.
const MOST: f64 = 0.5;
/// What CBMC may take.
const PATIENCE: Duration = Duration::from_secs(20);
const SIZES: [usize; 4] = [10, 1_000, 100_000, 1_000_000];
/// How often CBMC turns loops: as often as a search in the longest array does.
const TURNS: &str = "21";

struct Kind {
    name: &'static str,
    text: fn(usize) -> String,
}

const KINDS: [Kind; 7] = [
    Kind { name: "words, constant", text: words },
    Kind { name: "perfect hash", text: hash },
    Kind { name: "binary search", text: sorted },
    Kind { name: "of the caller, two indexes", text: given },
    Kind { name: "static, written and read", text: written },
    Kind { name: "allocated", text: allocated },
    Kind { name: "of unknown length", text: unknown },
];

/// The table, line by line; true if all is as it should be.
pub(super) fn table(say: &mut dyn FnMut(String) -> Result<(), String>) -> Result<bool, String> {
    let peer = Peer::installed();
    say("## lookups\n".into())?;
    let theirs = peer.as_ref().map_or("CBMC".to_owned(), |peer| format!("CBMC {}", peer.version));
    say(format!(
        "| array | n | outcomes | decided | questions | steps | reading | search | {theirs} |"
    ))?;
    say("|---|---|---|---|---|---|---|---|---|".into())?;
    let mut right = true;
    for kind in &KINDS {
        for n in SIZES {
            let text = (kind.text)(n);
            let row = measure(&text, n)?;
            let theirs = match &peer {
                Some(peer) => peer.seconds(&text)?,
                None => "not installed".to_owned(),
            };
            let (line, is_right) = told(kind.name, &row, &theirs);
            right &= is_right;
            say(line)?;
        }
    }
    say(String::new())?;
    Ok(right)
}

fn told(name: &str, row: &Row, theirs: &str) -> (String, bool) {
    let (all, open) = row.outcomes();
    let search = row.seconds - row.reading;
    let is_right = open == 0 && search <= MOST;
    let mark = if is_right { "" } else { " **!**" };
    let line = format!(
        "| {name} | {} | {all} | {} | {} | {} | {:.2} | {search:.2}{mark} | {theirs} |",
        row.n,
        all - open,
        row.stat("solver_calls"),
        row.stat("steps"),
        row.reading,
    );
    (line, is_right)
}

/// CBMC, where it is installed.
struct Peer {
    version: String,
    /// Does it look for other things than what it is asked for, unless told otherwise?
    has_standard_checks: bool,
    scratch: Scratch,
}

impl Peer {
    fn installed() -> Option<Self> {
        let said = Command::new("cbmc").arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&said.stdout);
        let version = version.split_whitespace().next()?.to_owned();
        let major: u32 = version.split('.').next()?.parse().ok()?;
        let scratch = Scratch::new().ok()?;
        Some(Self { version, has_standard_checks: major >= 6, scratch })
    }

    /// What it takes for the branches of `f`, or why there is no saying.
    fn seconds(&self, text: &str) -> Result<String, String> {
        let file = self.scratch.folder().join("f.c");
        std::fs::write(&file, text).map_err(|error| error.to_string())?;
        let mut command = Command::new("cbmc");
        command.arg(&file).args(["--function", "f", "--cover", "branch", "--unwind", TURNS]);
        command.args(self.has_standard_checks.then_some("--no-standard-checks"));
        let before = child::children_time()?;
        let ended = child::run(&mut command, self.scratch.folder(), PATIENCE)?;
        let spent = child::children_time()?.saturating_sub(before).as_secs_f64();
        let said = String::from_utf8_lossy(&ended.stdout);
        let counted = said
            .lines()
            .find_map(|line| line.strip_prefix("** ").filter(|it| it.contains("covered (")));
        Ok(match (ended.status, counted) {
            (None, _) => format!("more than {}", PATIENCE.as_secs()),
            (Some(_), Some(counted)) => format!("{spent:.2} ({counted})"),
            (Some(_), None) => format!("{spent:.2}, no answer"),
        })
    }
}

// -- texts

fn random(n: usize, seed: u64) -> Vec<u64> {
    let mut rng = Rng::new(seed);
    (0..n).map(|_| rng.below(1 << 32) as u64).collect()
}

fn constants(ty: &str, name: &str, values: &[u64]) -> String {
    let mut text = format!("static const {ty} {name}[{}] = {{", values.len());
    for value in values {
        write!(text, " {value}u,").expect("a string takes all");
    }
    text + " };\n"
}

/// Words without an order, as in a table of remainders: one that is there, one that is not, and the two largest.
fn words(n: usize) -> String {
    let values = random(n, 1);
    let mut sorted = values.clone();
    sorted.sort_unstable();
    let absent =
        (12_345..1 << 32).find(|it| sorted.binary_search(it).is_err()).expect("there are more");
    format!(
        "{}int f(unsigned i)\n{{\n    if (i >= {n}) return 0;\n    if (T[i] == {}u) return 1;\n    if (T[i] == {absent}u) return 2;\n    \
         if (T[i] > {}u) return 3;\n    if ((T[i] ^ T[{}]) == 1) return 4;\n    return 5;\n}}\n",
        constants("unsigned", "T", &values),
        values[n * 7 / 9],
        sorted[n - 2],
        n / 3,
    )
}

/// Keys where a multiplication says that they are, and a byte beside each.
fn hash(n: usize) -> String {
    let mut keys = vec![0; n];
    for key in random(2 * n, 2) {
        let key = key | 1;
        let at = (((key * 2_654_435_761) & 0xffff_ffff) >> 7) as usize % n;
        if keys[at] == 0 {
            keys[at] = key;
        }
    }
    let values: Vec<u64> = random(n, 3).into_iter().map(|it| it & 0xff).collect();
    format!(
        "{}{}int f(unsigned x)\n{{\n    unsigned h = (x * 2654435761u >> 7) % {n};\n    if (K[h] != x) return 0;\n    \
         if (V[h] < 128) return 1;\n    if (V[h] > 300) return 2;\n    return 3;\n}}\n",
        constants("unsigned", "K", &keys),
        constants("unsigned char", "V", &values),
    )
}

fn sorted(n: usize) -> String {
    let mut values = random(n, 4);
    values.sort_unstable();
    format!(
        "{}int f(unsigned x)\n{{\n    unsigned lo = 0, hi = {n};\n    while (lo < hi) {{\n        unsigned mid = (lo + hi) / 2;\n        \
         if (S[mid] < x) lo = mid + 1;\n        else hi = mid;\n    }}\n    if (lo < {n} && S[lo] == x) return 1;\n    return 0;\n}}\n",
        constants("unsigned", "S", &values),
    )
}

fn given(n: usize) -> String {
    format!(
        "int f(int a[{n}], unsigned i, unsigned j)\n{{\n    if (i >= {n} || j >= {n}) return 0;\n    if (a[i] > a[j]) return 1;\n    \
         if (i == j && a[i] != a[j]) return 2;\n    if (a[i] + 1u == a[j]) return 3;\n    return 4;\n}}\n"
    )
}

fn written(n: usize) -> String {
    format!(
        "static int g[{n}];\nint f(unsigned i, unsigned j, int v)\n{{\n    if (i >= {n} || j >= {n}) return 0;\n    g[i] = v;\n    \
         if (g[j] == 77 && i != j) return 1;\n    if (i == j && g[j] != v) return 2;\n    g[j] = 5;\n    if (g[i] == 6) return 3;\n    \
         return 4;\n}}\n"
    )
}

fn allocated(n: usize) -> String {
    format!(
        "void *calloc(unsigned long, unsigned long);\nvoid free(void *);\nint f(unsigned i, unsigned j, int v)\n{{\n    int r = 0, *p = calloc({n}, sizeof *p);\n    \
         if (i < {n} && j < {n}) {{\n        p[i] = v;\n        if (p[j] == 77) r = 1;\n        if (i != j && p[j] != 0) r = 2;\n        \
         p[j] = 5;\n        if (p[i] == 6) r = 3;\n    }}\n    free(p);\n    return r;\n}}\n"
    )
}

fn unknown(n: usize) -> String {
    format!(
        "int f(const int *a, unsigned n, unsigned i, unsigned j)\n{{\n    if (n > {n} || i >= n || j >= n) return 0;\n    \
         if (a[i] > a[j]) return 1;\n    if (i == j && a[i] != a[j]) return 2;\n    if (a[i] + 1u == a[j]) return 3;\n    return 4;\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_of_each_kind_is_decided() {
        for kind in &KINDS {
            let row = measure(&(kind.text)(10), 10).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(row.outcomes().1, 0, "{}", kind.name);
        }
    }
}
