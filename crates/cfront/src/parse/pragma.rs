//! `#pragma pack`, the one pragma that changes what C means. The others are for the compiler alone.

use crate::lex::Aligned;
use source::SourceMap;

/// The pragmas of a file, read as the parser moves on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pragmas {
    lines: Vec<Aligned>,
    next: usize,
    pack: Option<u32>,
    saved: Vec<Option<u32>>,
}

impl Pragmas {
    pub(crate) fn new(lines: Vec<Aligned>) -> Self {
        Self { lines, ..Self::default() }
    }

    /// The packing in force before a token; tokens are asked about in order.
    pub(crate) fn pack_before(&mut self, token: u32, map: &SourceMap) -> Option<u32> {
        while let Some(line) = self.lines.get(self.next).filter(|line| line.before <= token) {
            self.next += 1;
            self.read(map.slice(line.span));
        }
        self.pack
    }

    /// `#pragma pack(push, 1)`, `pack(pop)`, `pack(2)`, `pack()`; anything else is none of ours
    fn read(&mut self, line: &str) {
        let words = line.trim_start_matches([' ', '\t', '#']).strip_prefix("pragma");
        let Some(args) = words.and_then(|rest| rest.trim().strip_prefix("pack")) else { return };
        let Some(args) = args.trim().strip_prefix('(').and_then(|args| args.strip_suffix(')'))
        else {
            return;
        };
        let mut value = None;
        let mut pushed = false;
        for arg in args.split(',').map(str::trim) {
            match arg {
                "push" => {
                    self.saved.push(self.pack);
                    pushed = true;
                }
                "pop" => {
                    self.pack = self.saved.pop().flatten();
                    pushed = true;
                }
                _ => value = arg.parse().ok().filter(|&bytes: &u32| bytes > 0),
            }
        }
        if value.is_some() || !pushed {
            self.pack = value;
        }
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
            pragmas.pack
        };
        assert_eq!(after("#pragma pack(push, 1)"), Some(1));
        assert_eq!(after("#pragma pack(2)"), Some(2));
        assert_eq!(after("# pragma pack ( push )"), Some(2));
        assert_eq!(after("#pragma pack()"), None);
        assert_eq!(after("#pragma pack(pop)"), Some(2));
        assert_eq!(after("#pragma pack(pop)"), None);
        assert_eq!(after("#pragma pack(pop)"), None);
        assert_eq!(after("#pragma GCC poison x"), None);
    }
}
