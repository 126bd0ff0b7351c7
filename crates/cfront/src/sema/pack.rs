//! `#pragma pack`: the largest alignment that members may have, as in force at each place of the text.

use source::SourceMap;

/// Changes of the setting in order: from this byte on, this limit.
pub(super) struct Packs {
    changes: Vec<(u32, Option<u64>)>,
}

impl Packs {
    /// Finds all `#pragma pack` lines of a text.
    pub(super) fn scan(map: &SourceMap) -> Self {
        let (mut changes, mut stack, mut current) = (Vec::new(), Vec::new(), None);
        for (at, _) in map.text.match_indices("#pragma") {
            let line = map.text[at..].lines().next().unwrap_or("");
            let words = line["#pragma".len()..].trim_start();
            let starts_line =
                map.text[..at].trim_end_matches([' ', '\t']).ends_with('\n') || at == 0;
            if let Some(arguments) = words.strip_prefix("pack").filter(|_| starts_line) {
                current = change(arguments, &mut stack, current);
                changes.push((at as u32, current));
            }
        }
        Self { changes }
    }

    /// The limit in force at a byte.
    pub(super) fn at(&self, offset: u32) -> Option<u64> {
        let after = self.changes.partition_point(|(at, _)| *at <= offset);
        self.changes[..after].last().and_then(|(_, limit)| *limit)
    }
}

/// What `(push, 4)` and the like make of the setting.
fn change(arguments: &str, stack: &mut Vec<Option<u64>>, current: Option<u64>) -> Option<u64> {
    let inside = arguments.trim().trim_start_matches('(').split(')').next().unwrap_or("");
    let allowed = |n: &u64| n.is_power_of_two() && *n <= 16;
    let mut limit = None;
    let mut next = current;
    for word in inside.split(',').map(str::trim) {
        match word {
            "push" => stack.push(current),
            "pop" => next = stack.pop().unwrap_or(None),
            // `pack()` goes back to the default; a name labels a push and changes nothing.
            "" => next = None,
            _ => limit = word.parse().ok().filter(allowed).or(limit),
        }
    }
    limit.or(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_nest() {
        let text = "\n#pragma pack(push, 2)\nA\n  #pragma pack(push,x,4)\nB\n#pragma pack(pop)\nC\n#pragma pack()\nD";
        let map = SourceMap::verbatim("p.c", text);
        let packs = Packs::scan(&map);
        let at = |letter: char| packs.at(text.rfind(letter).expect("a letter") as u32);
        assert_eq!([at('A'), at('B'), at('C'), at('D')], [Some(2), Some(4), Some(2), None]);
        assert_eq!(packs.at(0), None);
    }
}
