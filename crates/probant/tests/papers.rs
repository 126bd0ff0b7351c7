//! All solutions of the goals in the papers: `probant reach` is asked again and again, with what was found excluded, until it
//! proves that there is no more. The sets are those that brute force finds.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

/// The programs, each with its goal in a line marked `/* goal */` and what it was given kept aside.
const PROGRAMS: &str = r"
/*@ requires 0 <= x <= 2147483647 && 0 <= y <= 2147483647; */
int point10(int x, int y) {
  int z = x * y, t = 2 * x, u;
  if (x < 4) u = 10; else u = 2;
  if (z <= 8) {
    if (u <= x) {
      t = t - y;
      if (t <= 20)
        return 10; /* point10 */
    }
  }
  return 0;
}

/*@ requires \valid_read(a + (0 .. 2));
    requires \valid_read(b + (0 .. 2));
    requires \forall integer i; 0 <= i < 3 ==> 1 <= a[i] <= 9;
    requires \forall integer i; 0 <= i < 3 ==> 1 <= b[i] <= 9;
    requires 1 <= target <= 9; */
int sample(const int *restrict a, const int *restrict b, int target) {
  int i, fa = 0, fb = 0;
  for (i = 0; i < 3; i++)
    if (a[i] == target) fa = 1;
  if (fa) {
    fb = 1;
    for (i = 0; i < 3; i++)
      if (b[i] != target) fb = 0;
  }
  if (fb)
    return a[0]; /* sample */
  return 14;
}

int foo97(int i) {
  int j = 0, k = 0, r, *p = &j;
  if (i < 6) j = 2; else p = &k;
  r = *p;
  *p = r * i;
  if (j > 8)
    return 1; /* foo97 */
  return 0;
}

int lh98(int h) {
  int given = h, g = 3, *q = &h, *r = &g, **p = &r, *t;
  if (h < 10) {
    g = (h + 2) * 5;
    p = &q;
  }
  t = *p;
  h = 2 * g + *t;
  if (h > 100)
    return given; /* lh98 */
  return 0;
}

/*@ requires 0 <= i <= 20; */
int jos97(int i) {
  int given = i;
  void *a, *b, *c, **p;
  p = &a, a = &b, b = &c, c = &a;
  while (i > 0) {
    i = i - 1;
    p = *p;
  }
  if (p == &c)
    return given; /* jos97 */
  return 0;
}

/*@ requires i >= 0; */
int fact(int i) {
  int given = i, j = 1;
  while (i != 0) {
    j = j * i;
    i = i - 1;
  }
  if (j == 2)
    return given; /* fact */
  return 0;
}

/*@ requires 1 <= x <= 10 && 10 <= y <= 20; */
unsigned gcd(unsigned x, unsigned y) {
  unsigned a = x, b = y;
  while (x > 0) {
    if (x < y) {
      x = x + y;
      y = x - y;
      x = x - y;
    }
    x = x - y;
  }
  return a + b + y; /* gcd */
}
";

struct Papers {
    file: PathBuf,
}

impl Papers {
    fn new(name: &str) -> Self {
        let file = std::env::temp_dir().join(format!("probant-{name}-{}.c", std::process::id()));
        std::fs::write(&file, PROGRAMS).expect("the temporary folder is writable");
        Self { file }
    }

    /// Asks once; what was printed if the goal is reached, nothing if it is proved unreachable.
    fn reach(&self, func: &str, when: &str, more: &[&str]) -> Option<String> {
        let mark = format!("/* {func} */");
        let line = PROGRAMS.lines().position(|line| line.ends_with(&mark)).expect("a goal") + 1;
        let output = Command::new(env!("CARGO_BIN_EXE_probant"))
            .args(["reach", &format!("{}:{line}", self.file.display()), "-f", func])
            // Ten seconds by the clock are little on a machine that others keep busy.
            .args(["--budget", "2m"])
            .args(if when.is_empty() { vec![] } else { vec!["--when", when] })
            .args(more)
            .output()
            .expect("the binary runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        match output.status.code() {
            Some(0) => Some(text),
            Some(5) => None,
            other => panic!("{func} with {when}: {other:?}\n{text}"),
        }
    }

    /// All solutions, as the values of some parameters; their names are those in the goal's line, or `given` there.
    fn all(&self, func: &str, names: &[&str], base: &str) -> BTreeSet<Vec<i64>> {
        let mut found = BTreeSet::new();
        let mut when = base.to_owned();
        while let Some(text) = self.reach(func, &when, &[]) {
            let values: Vec<i64> = names.iter().map(|name| value(&text, name)).collect();
            let mut same: Vec<String> = Vec::new();
            for (name, value) in names.iter().zip(&values) {
                let name = if matches!(func, "lh98" | "jos97" | "fact") { "given" } else { name };
                same.push(format!("{name} == {value}"));
            }
            let and = if when.is_empty() { "" } else { " && " };
            write!(when, "{and}!({})", same.join(" && ")).expect("writing to a string succeeds");
            assert!(found.insert(values), "{func} gives a solution twice: {text}");
        }
        found
    }
}

impl Drop for Papers {
    fn drop(&mut self) {
        // Nothing is lost if it stays.
        let _ = std::fs::remove_file(&self.file);
    }
}

/// The value of `x` or of `a[2]` in lines like `x = 3` and `a = {3, 4, 5}`.
fn value(text: &str, name: &str) -> i64 {
    let (base, index) = match name.split_once('[') {
        Some((base, index)) => (base, index.trim_end_matches(']').parse().expect("a number")),
        None => (name, 0),
    };
    let line = text.lines().find_map(|line| line.trim().strip_prefix(&format!("{base} = ")));
    let line = line.unwrap_or_else(|| panic!("{name} should be in {text}"));
    let values = line.trim_matches(['{', '}']).split(", ");
    values.map(|one| one.parse().expect("a number")).nth(index).expect("it is long enough")
}

#[test]
fn point_10_has_thirteen_solutions() {
    let papers = Papers::new("point10");
    let expected: BTreeSet<Vec<i64>> = (4..=10)
        .map(|x| vec![x, 0])
        .chain((4..=8).map(|x| vec![x, 1]))
        .chain([vec![4, 2]])
        .collect();
    assert_eq!(papers.all("point10", &["x", "y"], ""), expected);
    // With wrap-around there are more: 2 * 2^30 is negative.
    let more = papers.reach("point10", "x > 11", &["--overflow", "wrap"]);
    assert!(more.is_some(), "larger inputs get there too");
}

#[test]
fn sample_with_squares_has_six_solutions() {
    let papers = Papers::new("sample");
    let squares = "a[2] * a[2] == a[0] * a[0] + a[1] * a[1]";
    let mut expected = BTreeSet::new();
    for (x, y) in [(3, 4), (4, 3)] {
        expected.extend([3, 4, 5].map(|t| vec![x, y, 5, t]));
    }
    let names = ["a[0]", "a[1]", "a[2]", "target"];
    assert_eq!(papers.all("sample", &names, squares), expected);
    assert_eq!(papers.reach("sample", "b[0] != target", &[]), None);
}

#[test]
fn pointers_have_the_solutions_of_the_paper() {
    let papers = Papers::new("pointers");
    assert_eq!(papers.all("foo97", &["i"], ""), BTreeSet::from([vec![5]]));
    assert_eq!(papers.all("lh98", &["h"], ""), BTreeSet::from([vec![8], vec![9]]));
    let expected = (0..=20).filter(|i| i % 3 == 2).map(|i| vec![i]).collect();
    assert_eq!(papers.all("jos97", &["i"], ""), expected);
    let wrapped = papers.reach("foo97", "i != 5", &["--overflow", "wrap"]);
    assert!(wrapped.is_some_and(|text| value(&text, "i") < 0), "a negative one wraps around");
}

#[test]
fn numbers_have_the_solutions_of_the_papers() {
    let papers = Papers::new("numbers");
    assert_eq!(papers.all("fact", &["i"], ""), BTreeSet::from([vec![2]]));
    assert_eq!(papers.reach("gcd", "y < 1 || y > 10", &[]), None);
    // With x = 2 y (or the reverse) the smaller one divides.
    assert_eq!(papers.reach("gcd", "b == 2 * a && y != a", &[]), None);
    let found: BTreeSet<i64> = (1..=10)
        .filter(|wanted| papers.reach("gcd", &format!("y == {wanted}"), &[]).is_some())
        .collect();
    assert_eq!(found, (1..=10).collect());
}
