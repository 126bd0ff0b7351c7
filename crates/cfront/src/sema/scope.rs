//! Scopes: which declaration a name refers to, and which names are near a misspelt one.

use crate::names::{Names, Symbol};
use crate::typed::{FuncId, GlobalId, LocalId};
use crate::types::{EnumId, QualTy, RecordId, Ty};
use source::Span;
use std::collections::HashMap;

/// What an ordinary identifier stands for.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    /// A type name, and the alignment that its declaration asked for.
    Typedef(QualTy, Option<u64>),
    Local(LocalId),
    Global(GlobalId),
    Func(FuncId),
    EnumConst(i128, Ty),
}

/// What a tag stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// The names that one scope declares.
#[derive(Default)]
pub(super) struct Scope {
    names: HashMap<Symbol, (Entity, Span)>,
    tags: HashMap<Symbol, Tag>,
}

/// The scopes open at a point, the file's first.
pub(super) struct Scopes {
    stack: Vec<Scope>,
}

impl Scopes {
    pub(super) fn new() -> Self {
        Self { stack: vec![Scope::default()] }
    }

    pub(super) fn open(&mut self) {
        self.stack.push(Scope::default());
    }

    pub(super) fn close(&mut self) -> Scope {
        assert!(self.stack.len() > 1, "the file scope should stay open");
        self.stack.pop().expect("a scope is open")
    }

    /// Opens a scope that was closed: what a parameter list declares is seen in the body.
    pub(super) fn reopen(&mut self, scope: Scope) {
        self.stack.push(scope);
    }

    pub(super) fn at_file_scope(&self) -> bool {
        self.stack.len() == 1
    }

    fn innermost(&mut self) -> &mut Scope {
        self.stack.last_mut().expect("the file scope stays open")
    }

    pub(super) fn declare(&mut self, name: Symbol, entity: Entity, span: Span) {
        self.innermost().names.insert(name, (entity, span));
    }

    /// Declares in the file scope, whatever is open: implicit functions.
    pub(super) fn declare_in_file(&mut self, name: Symbol, entity: Entity, span: Span) {
        self.stack[0].names.insert(name, (entity, span));
    }

    pub(super) fn declare_tag(&mut self, name: Symbol, tag: Tag) {
        self.innermost().tags.insert(name, tag);
    }

    pub(super) fn lookup(&self, name: Symbol) -> Option<&Entity> {
        self.stack.iter().rev().find_map(|scope| scope.names.get(&name)).map(|(entity, _)| entity)
    }

    /// The declaration of the name in the innermost scope itself.
    pub(super) fn lookup_here(&self, name: Symbol) -> Option<&(Entity, Span)> {
        self.stack.last()?.names.get(&name)
    }

    pub(super) fn lookup_tag(&self, name: Symbol) -> Option<Tag> {
        self.stack.iter().rev().find_map(|scope| scope.tags.get(&name)).copied()
    }

    pub(super) fn lookup_tag_here(&self, name: Symbol) -> Option<Tag> {
        self.stack.last()?.tags.get(&name).copied()
    }

    /// The visible name closest to a misspelt one, if any is close enough; ties go to the first in the alphabet.
    pub(super) fn near(&self, names: &Names, wrong: &str) -> Option<String> {
        let visible = self.stack.iter().flat_map(|scope| scope.names.keys()).map(|&n| &names[n]);
        nearest(wrong, visible)
    }
}

/// The candidate at the smallest edit distance, if that is at most a third of the name's length, and at most 3.
pub(super) fn nearest<'n>(
    wrong: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<String> {
    let limit = (wrong.len() / 3).min(3);
    candidates
        .filter(|name| name.len().abs_diff(wrong.len()) <= limit && !name.starts_with("__"))
        .map(|name| (edit_distance(wrong.as_bytes(), name.as_bytes()), name))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, name)| name.to_owned())
}

/// Insertions, deletions, substitutions and swaps of neighbours (Damerau's distance, restricted form).
fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let (mut before, mut last): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=b.len()).collect());
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (last[j - 1] + change).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        (before, last) = (last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names() {
        let names = ["length", "width", "weight", "x", "count"];
        let near = |wrong| nearest(wrong, names.into_iter());
        assert_eq!(near("lenght").as_deref(), Some("length"));
        assert_eq!(near("wieght").as_deref(), Some("weight"));
        assert_eq!(near("cont").as_deref(), Some("count"));
        assert_eq!(near("y"), None);
        assert_eq!(near("elephant"), None);
    }
}
