//! The pragmas that change what C means: `#pragma pack` and `#pragma scalar_storage_order`. The others are for the compiler
//! alone. What is in force where a record ends holds for it.

use crate::ast::Layout;
use crate::lex::Aligned;
use source::SourceMap;

/// The pragmas of a file, read as the parser moves on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pragmas {
    lines: Vec<Aligned>,
    next: usize,
    layout: Layout,
    saved: Vec<Option<u64>>,
}

impl Pragmas {
    pub(crate) fn new(lines: Vec<Aligned>) -> Self {
        Self { lines, ..Self::default() }
    }

    /// What is in force before a token; tokens are asked about in order.
    pub(crate) fn before(&mut self, token: u32, map: &SourceMap) -> Layout {
        while let Some(line) = self.lines.get(self.next).filter(|line| line.before <= token) {
            self.next += 1;
            self.read(map.slice(line.span));
        }
        self.layout
    }

    fn read(&mut self, line: &str) {
        let words = line.trim_start_matches([' ', '\t', '#']).strip_prefix("pragma");
        let words = words.unwrap_or("").trim();
        if let Some(arguments) = words.strip_prefix("pack") {
            self.pack(arguments.trim());
        } else if let Some(order) = words.strip_prefix("scalar_storage_order") {
            // `default` is the target's order, which is the little end first.
            self.layout.reversed = order.trim().starts_with("big");
        }
    }

    /// What `(push, 4)` and the like make of the packing.
    fn pack(&mut self, arguments: &str) {
        let inside = arguments.trim_start_matches('(').split(')').next().unwrap_or("");
        let allowed = |n: &u64| n.is_power_of_two() && *n <= 16;
        let mut limit = None;
        for word in inside.split(',').map(str::trim) {
            match word {
                "push" => self.saved.push(self.layout.pack),
                "pop" => self.layout.pack = self.saved.pop().flatten(),
                // `pack()` goes back to the default; a name labels a push and changes nothing.
                "" => self.layout.pack = None,
                _ => limit = word.parse().ok().filter(allowed).or(limit),
            }
        }
        self.layout.pack = limit.or(self.layout.pack);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_and_pop() {
        let mut pragmas = Pragmas::default();
        let mut after = |line: &str| {
            pragmas.read(line);
            pragmas.layout.pack
        };
        assert_eq!(after("#pragma pack(push, 1)"), Some(1));
        assert_eq!(after("#pragma pack(2)"), Some(2));
        assert_eq!(after("# pragma pack ( push )"), Some(2));
        assert_eq!(after("#pragma pack(push,x,4)"), Some(4));
        assert_eq!(after("#pragma pack(pop)"), Some(2));
        assert_eq!(after("#pragma pack()"), None);
        assert_eq!(after("#pragma pack(pop)"), Some(2));
        assert_eq!(after("#pragma pack(pop)"), None);
        assert_eq!(after("#pragma pack(pop)"), None);
        assert_eq!(after("#pragma GCC poison x"), None);
    }

    #[test]
    fn storage_order() {
        let mut pragmas = Pragmas::default();
        let mut after = |line: &str| {
            pragmas.read(line);
            pragmas.layout.reversed
        };
        assert!(after("#pragma scalar_storage_order big-endian"));
        assert!(after("#pragma pack(2)"));
        assert!(!after("#pragma scalar_storage_order default"));
    }
}
