//! What is measured, and what must come out. The counts were found by exhaustion, or by two tools that share nothing.

use engine::Criterion;
use std::fmt;
use suite::{FunctionReport, Verdict};

/// A program under a criterion.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) file: &'static str,
    pub(super) flags: &'static [&'static str],
    pub(super) func: &'static str,
    pub(super) criterion: Criterion,
    /// May all inputs be run where there are few?
    pub(super) exhaust: bool,
    pub(super) expect: Expect,
    /// What was printed of other tools, and where.
    pub(super) papers: &'static str,
}

#[cfg(test)]
impl Row {
    /// Small enough for a test?
    pub(super) fn is_small(&self) -> bool {
        matches!(self.expect, Expect::Paths(feasible, _) if feasible < 100)
    }
}

/// What must come out.
pub(super) enum Expect {
    /// Paths that return, prefixes that trap, and nothing left out.
    Paths(u64, u64),
    /// So many paths that return; others do not, and that is said.
    Cut(u64),
    /// Objectives covered, and infeasible; nothing is unknown.
    Outcomes(usize, usize),
    /// Anything: only the cost matters.
    Any,
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paths(feasible, 0) => write!(f, "{feasible} paths"),
            Self::Paths(feasible, trapped) => write!(f, "{feasible} paths, {trapped} trap"),
            Self::Cut(feasible) => write!(f, "{feasible} paths, others cut"),
            Self::Outcomes(covered, infeasible) => {
                write!(f, "{covered} covered, {infeasible} infeasible")
            }
            Self::Any => f.write_str("–"),
        }
    }
}

impl Expect {
    /// What a report has, or what is wrong with it.
    pub(super) fn judge(&self, report: &FunctionReport) -> Result<String, String> {
        let (right, shown) = match (self, report.paths) {
            (Self::Any, _) => (true, "–".to_owned()),
            (Self::Outcomes(covered, infeasible), _) => {
                let count = |is: fn(&Verdict) -> bool| {
                    report.objectives.iter().filter(|objective| is(&objective.verdict)).count()
                };
                let found = (
                    count(|verdict| matches!(verdict, Verdict::Covered { .. })),
                    count(|verdict| matches!(verdict, Verdict::Infeasible { .. })),
                );
                let unknown = report.objectives.len() - found.0 - found.1;
                let shown =
                    format!("{} covered, {} infeasible, {unknown} unknown", found.0, found.1);
                (found == (*covered, *infeasible) && unknown == 0, shown)
            }
            (_, None) => (false, "no paths".to_owned()),
            (Self::Paths(feasible, trapped), Some(paths)) => {
                let end = if paths.complete { "complete" } else { "incomplete" };
                let shown = format!("{} and {} that trap, {end}", paths.feasible, paths.trapped);
                ((paths.feasible, paths.trapped) == (*feasible, *trapped) && paths.complete, shown)
            }
            (Self::Cut(feasible), Some(paths)) => {
                let shown = format!("{}, {} cut", paths.feasible, paths.cut);
                (paths.feasible == *feasible && paths.cut > 0 && !paths.complete, shown)
            }
        };
        if right { Ok(shown) } else { Err(shown) }
    }
}

const fn path(
    name: &'static str,
    file: &'static str,
    flags: &'static [&'static str],
    func: &'static str,
    (feasible, trapped): (u64, u64),
    papers: &'static str,
) -> Row {
    let expect = Expect::Paths(feasible, trapped);
    Row { name, file, flags, func, criterion: Criterion::Path, exhaust: false, expect, papers }
}

const fn kpath(name: &'static str, k: u32, feasible: u64, papers: &'static str) -> Row {
    let row = path(name, "merge.c", &["-DK=1000"], "Merge", (feasible, 0), papers);
    Row { criterion: Criterion::KPath(k), ..row }
}

const fn exhausted(row: Row) -> Row {
    Row { exhaust: true, ..row }
}

const fn branch(
    name: &'static str,
    file: &'static str,
    func: &'static str,
    (covered, infeasible): (usize, usize),
    papers: &'static str,
) -> Row {
    let row = path(name, file, &[], func, (0, 0), papers);
    Row { criterion: Criterion::Branch, expect: Expect::Outcomes(covered, infeasible), ..row }
}

const fn cost(row: Row) -> Row {
    Row { expect: Expect::Any, ..row }
}

/// Everything with a count to meet.
pub(super) const ROWS: &[Row] = &[
    kpath("merge k=2", 2, 17, "PathCrawler: 19 tests, 2 superfluous"),
    kpath("merge k=5", 5, 321, "PathCrawler: 337 tests, 16 superfluous, 2.0 s at 2 GHz"),
    kpath("merge k=10", 10, 20_481, ""),
    path("merge K=2", "merge.c", &["-DK=2"], "Merge", (19, 0), "KLEE: 19 paths, 0.35 s"),
    path("merge K=5", "merge.c", &["-DK=5"], "Merge", (923, 0), "KLEE: 923 paths, 24.4 s"),
    path(
        "max3Als",
        "max3als.c",
        &[],
        "max3Als",
        (3, 0),
        "late aliases: 3 tests; PathCrawler 125; CUTE 1 path",
    ),
    exhausted(path(
        "getOrder 3",
        "getorder.c",
        &["-DN=3"],
        "getOrder",
        (4, 0),
        "late aliases 0.18 s; KLEE 0.5 s",
    )),
    exhausted(path(
        "getOrder 4",
        "getorder.c",
        &["-DN=4"],
        "getOrder",
        (7, 0),
        "0.21 s; KLEE 0.8 s",
    )),
    exhausted(path(
        "getOrder 5",
        "getorder.c",
        &["-DN=5"],
        "getOrder",
        (16, 0),
        "0.31 s; KLEE 10.7 s",
    )),
    exhausted(path(
        "getOrder 6",
        "getorder.c",
        &["-DN=6"],
        "getOrder",
        (30, 0),
        "1.26 s; KLEE 43.3 s",
    )),
    exhausted(path(
        "getOrder 7",
        "getorder.c",
        &["-DN=7"],
        "getOrder",
        (62, 0),
        "39.3 s; KLEE no end in 60 s",
    )),
    exhausted(path(
        "getOrder 8",
        "getorder.c",
        &["-DN=8"],
        "getOrder",
        (110, 0),
        "11 m 48 s; PathCrawler 23 m 6 s; CUTE > 12 h",
    )),
    Row {
        expect: Expect::Cut(7),
        ..exhausted(path(
            "getOrder 4, no permutation",
            "getorder_any.c",
            &[],
            "getOrder",
            (7, 0),
            "",
        ))
    },
    path("alias (Fig. 3)", "alias.c", &[], "f", (2, 4), ""),
    path("trityp", "trityp.c", &[], "trityp", (14, 6), "angr: 14 paths, 1.5 s"),
    path("tcas", "tcas.c", &[], "alt_sep_test", (59, 4), "angr: 59 paths, 38 s"),
    path("bsearch_", "misc.c", &[], "bsearch_", (16, 0), ""),
    path("bubble", "misc.c", &[], "bubble", (153, 0), ""),
    path("strcmp_", "misc.c", &[], "strcmp_", (11, 0), ""),
    path("atoi_", "misc.c", &[], "atoi_", (506, 0), ""),
    branch("trityp branches", "trityp.c", "trityp", (34, 0), "INKA: 8 tests, 5.3 s at 1.8 GHz"),
    branch("tcas branches", "tcas.c", "alt_sep_test", (59, 5), ""),
    branch("foo branches", "foo.c", "foo", (7, 1), "INKA: 2 tests, 0.1 s"),
];

/// Families of programs whose paths get longer from row to row.
pub(super) const SCALING: &[&[Row]] = &[
    &[
        cost(kpath("merge k=6", 6, 0, "")),
        cost(kpath("merge k=7", 7, 0, "")),
        cost(kpath("merge k=8", 8, 0, "")),
        cost(kpath("merge k=10", 10, 0, "")),
    ],
    &[
        cost(path("line L=100", "length.c", &["-DL=100"], "line", (0, 0), "")),
        cost(path("line L=200", "length.c", &["-DL=200"], "line", (0, 0), "")),
        cost(path("line L=400", "length.c", &["-DL=400"], "line", (0, 0), "")),
    ],
    &[
        cost(path("scan L=100", "length.c", &["-DL=100"], "scan", (0, 0), "")),
        cost(path("scan L=200", "length.c", &["-DL=200"], "scan", (0, 0), "")),
        cost(path("scan L=400", "length.c", &["-DL=400"], "scan", (0, 0), "")),
    ],
];
