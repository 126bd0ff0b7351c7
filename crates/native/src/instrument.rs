//! Probes in a copy of the preprocessed text.
//!
//! Each condition `e` becomes `(__probant_c(ID, !!(e)))`, each controlling expression of a switch
//! a GNU statement expression that reports the value and keeps its type: converting it to
//! another type would change which case labels match. Nothing else is touched, so that the
//! compiler sees the user's code with its line markers.
//!
//! Macro definitions in the text (as `-dD` prints them) are blanked: the text is preprocessed
//! already, and expanding it once more could change it.

use std::cmp::Reverse;
use std::ops::Range;

use crate::definition::definitions;

/// A condition to be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CondSite {
    /// The id that its events carry; below 2^30.
    pub id: u32,
    /// The first byte of its expression in the preprocessed text.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

/// A switch to be observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchSite {
    /// The id that its events carry; below 2^30.
    pub id: u32,
    /// The first byte of its controlling expression, inside the parentheses.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
    /// Whether the promoted type of the expression is signed.
    pub signed: bool,
    /// The labels, none overlapping.
    pub arms: Vec<SwitchArm>,
    /// The target when no label matches: of `default`, or of the way past the switch.
    pub otherwise: u32,
}

/// A `case` label or GNU case range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchArm {
    /// The lowest value.
    pub lo: i128,
    /// The highest value.
    pub hi: i128,
    /// The target it leads to.
    pub target: u32,
}

impl SwitchSite {
    /// The target that a value leads to. `word` is the value as converted to
    /// `unsigned long long`.
    pub(crate) fn target(&self, word: u64) -> u32 {
        let value = if self.signed { i128::from(word as i64) } else { i128::from(word) };
        let arm = self.arms.iter().find(|arm| arm.lo <= value && value <= arm.hi);
        arm.map_or(self.otherwise, |arm| arm.target)
    }
}

/// The text with probes in and definitions out. Spans must nest.
pub fn instrument(text: &str, conds: &[CondSite], switches: &[SwitchSite]) -> String {
    let mut out = String::from(PROBE_DECLARATIONS);
    let mut copied = 0;
    let blanks = definitions(text);
    for (at, inserted) in insertions(text, conds, switches) {
        push_without(&mut out, text, copied..at, &blanks);
        out.push_str(&inserted);
        copied = at;
    }
    push_without(&mut out, text, copied..text.len(), &blanks);
    out
}

const PROBE_DECLARATIONS: &str = "\
extern int (__probant_c)(unsigned, int);
extern void __probant_s(unsigned, unsigned long long);
";

/// A span to wrap, with the text before and after it.
struct Wrap {
    span: Range<usize>,
    before: String,
    after: String,
}

impl Wrap {
    fn cond(text: &str, site: &CondSite) -> Wrap {
        let span = site.lo as usize..site.hi as usize;
        if is_its_own_result(&text[span.end..]) {
            return Wrap {
                span,
                before: "__extension__({ __auto_type __probant_v = ((void)0, (".into(),
                after: format!(
                    ")); (void)__probant_c({}u, !!__probant_v); __probant_v; }})",
                    site.id
                ),
            };
        }
        Wrap { span, before: format!("(__probant_c({}u, !!(", site.id), after: ")))".into() }
    }

    fn switch(site: &SwitchSite) -> Wrap {
        Wrap {
            span: site.lo as usize..site.hi as usize,
            before: "__extension__({ __auto_type __probant_v = +(".into(),
            after: format!(
                "); __probant_s({}u, (unsigned long long)__probant_v); __probant_v; }})",
                site.id
            ),
        }
    }
}

/// Is what comes before a condition whose value is used, too, as in `x ?: y`? It must stay what it is then.
fn is_its_own_result(rest: &str) -> bool {
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ')');
    rest.strip_prefix('?').is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// What to insert where, in the order of the text.
fn insertions(text: &str, conds: &[CondSite], switches: &[SwitchSite]) -> Vec<(usize, String)> {
    // Outermost first; of equal spans a switch is outside, since the sort is stable.
    let mut wraps: Vec<Wrap> = switches
        .iter()
        .map(Wrap::switch)
        .chain(conds.iter().map(|site| Wrap::cond(text, site)))
        .collect();
    wraps.sort_by_key(|wrap| (wrap.span.start, Reverse(wrap.span.end)));
    let mut edits = Vec::new();
    let mut open: Vec<(usize, String)> = Vec::new();
    for Wrap { span, before, after } in wraps {
        while let Some(done) = open.pop_if(|(end, _)| *end <= span.start) {
            edits.push(done);
        }
        let nests = open.last().is_none_or(|(end, _)| span.end <= *end);
        assert!(nests, "probe spans should nest: {span:?}");
        edits.push((span.start, before));
        open.push((span.end, after));
    }
    edits.extend(open.into_iter().rev());
    edits
}

/// Appends `text[range]`, with what lies in `blanks` reduced to its line breaks.
fn push_without(out: &mut String, text: &str, range: Range<usize>, blanks: &[Range<usize>]) {
    let mut from = range.start;
    let first = blanks.partition_point(|blank| blank.end <= range.start);
    for blank in blanks[first..].iter().take_while(|blank| blank.start < range.end) {
        let (start, end) = (blank.start.max(from), blank.end.min(range.end));
        out.push_str(&text[from..start]);
        out.extend(text[start..end].chars().filter(|&c| c == '\n'));
        from = end;
    }
    out.push_str(&text[from..range.end]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instrumented(text: &str, conds: &[CondSite], switches: &[SwitchSite]) -> String {
        let text = instrument(text, conds, switches);
        text.strip_prefix(PROBE_DECLARATIONS).expect("declarations come first").to_string()
    }

    fn site(text: &str, id: u32, part: &str) -> CondSite {
        let lo = text.find(part).expect("the part is in the text");
        CondSite { id, lo: lo as u32, hi: (lo + part.len()) as u32 }
    }

    #[test]
    fn nested_conditions_are_wrapped_outside_in() {
        let text = "if (a && f(b && c)) g();";
        let conds = [
            site(text, 2, "b"),
            site(text, 0, "a"),
            site(text, 1, "f(b && c)"),
            site(text, 3, "c"),
        ];
        assert_eq!(
            instrumented(text, &conds, &[]),
            "if ((__probant_c(0u, !!(a))) && (__probant_c(1u, !!(f((__probant_c(2u, !!(b))) \
             && (__probant_c(3u, !!(c)))))))) g();"
        );
    }

    #[test]
    fn a_condition_that_is_its_own_result_keeps_its_value() {
        let text = "w = (x) ? : 5;";
        assert_eq!(
            instrumented(text, &[site(text, 3, "x")], &[]),
            "w = (__extension__({ __auto_type __probant_v = ((void)0, (x)); \
             (void)__probant_c(3u, !!__probant_v); __probant_v; })) ? : 5;"
        );
    }

    #[test]
    fn a_switch_keeps_the_type_of_its_value() {
        let text = "switch (x) {}";
        let CondSite { lo, hi, .. } = site(text, 0, "x");
        let arms =
            vec![SwitchArm { lo: -1, hi: -1, target: 1 }, SwitchArm { lo: 5, hi: 9, target: 2 }];
        let mut switch = SwitchSite { id: 7, lo, hi, signed: true, arms, otherwise: 0 };
        assert_eq!(
            instrumented(text, &[], std::slice::from_ref(&switch)),
            "switch (__extension__({ __auto_type __probant_v = +(x); \
             __probant_s(7u, (unsigned long long)__probant_v); __probant_v; })) {}"
        );
        assert_eq!([u64::MAX, 7, 10].map(|word| switch.target(word)), [1, 2, 0]);
        switch.signed = false;
        assert_eq!(switch.target(u64::MAX), 0);
    }

    #[test]
    fn definitions_are_blanked_and_nothing_else() {
        let check = |text: &str, expect: &str| assert_eq!(instrumented(text, &[], &[]), expect);
        check("#define X 1\nint X;\n", "\nint X;\n");
        check("#define X 1 /* a\n b */\n#undef X\nint y;\n", "\n\n\nint y;\n");
        check("/*\n#define X\n*/ int y;\n", "/*\n#define X\n*/ int y;\n");
        check("# define X \"/*\"\nint y;", "\nint y;");
        check("/* c */ #define X don't\nint y;", "/* c */ \nint y;");
        check("char c = '\"'; // '\n#define X\n", "char c = '\"'; // '\n\n");
        check("# 1 \"a.c\"\n#pragma define\n", "# 1 \"a.c\"\n#pragma define\n");
        check("int a; int # define;\n", "int a; int # define;\n");
    }
}
