//! Names for test functions that say what the test is there for.

use std::collections::BTreeMap;
use suite::{CValue, Ends, Objective, Outcome, Test};

/// Longer names stop helping.
const MAX_SLUG: usize = 48;

/// `test_t4_i_lt_n_is_false`: the id, then how it ends or the first outcome it is kept for.
pub(crate) fn test_name(objectives: &BTreeMap<&str, &Objective>, test: &Test) -> String {
    let purpose = match &test.ends {
        Ends::Trap { kind, line } => format!("{} at line {line}", kind.replace('-', " ")),
        Ends::Exit { line, .. } => format!("exits at line {line}"),
        Ends::Limit { what } => what.replace('-', " "),
        Ends::Return => {
            let first = test.covers.first().and_then(|id| objectives.get(id.as_str()));
            first.map_or_else(|| result(test), |first| outcome(first))
        }
    };
    let slug = slug(&purpose);
    if slug.is_empty() { format!("test_{}", test.id) } else { format!("test_{}_{slug}", test.id) }
}

fn outcome(objective: &Objective) -> String {
    let text = words(&objective.text);
    match &objective.outcome {
        Outcome::Truth(truth) => format!("{text} is {truth}"),
        Outcome::Named(name) => format!("{text} {}", words(name)),
        Outcome::Reached => format!("reaches {text}"),
    }
}

fn result(test: &Test) -> String {
    match &test.outputs.returns {
        Some(CValue::Int(value)) if *value < 0 => format!("returns minus {}", value.unsigned_abs()),
        Some(CValue::Int(value)) => format!("returns {value}"),
        Some(CValue::Null) => "returns null".into(),
        _ => String::new(),
    }
}

/// C text with its operators in words, longest first so that `<=` is not read as `<`.
fn words(text: &str) -> String {
    const OPERATORS: [(&str, &str); 18] = [
        ("->", " "),
        ("<<", " shl "),
        (">>", " shr "),
        ("<=", " le "),
        (">=", " ge "),
        ("==", " eq "),
        ("!=", " ne "),
        ("&&", " and "),
        ("||", " or "),
        ("<", " lt "),
        (">", " gt "),
        ("!", " not "),
        ("+", " plus "),
        ("-", " minus "),
        ("*", " times "),
        ("/", " over "),
        ("%", " mod "),
        ("~", " compl "),
    ];
    let mut text = text.to_string();
    for (operator, word) in OPERATORS {
        text = text.replace(operator, word);
    }
    text
}

fn slug(purpose: &str) -> String {
    let mut slug = String::new();
    for word in purpose.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
    {
        if slug.len() + word.len() >= MAX_SLUG {
            break;
        }
        if !slug.is_empty() {
            slug.push('_');
        }
        slug.push_str(word);
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_read_as_words() {
        let check = |text: &str, expect: &str| assert_eq!(slug(&words(text)), expect);
        check("i < l1", "i_lt_l1");
        check("p->next != NULL && !done", "p_next_ne_NULL_and_not_done");
        check("a[i] >= a[i + 1]", "a_i_ge_a_i_plus_1");
        check("ünïcode", "n_code");
    }
}
