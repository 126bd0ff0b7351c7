//! Access paths: which data of the input is meant, by the pointers that lead to it.

use crate::{ShapeLeaf, leaf_at};
use ir::{Func, Global, Program, Shape, ShapeId, Type};

/// Where an access path begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Root {
    /// A parameter of the function under test: what it leads to, or what it is where it is passed by value.
    Param(u32),
    /// A global variable.
    Global(Global),
}

/// Data of the input: a root, and for each pointer followed from there the byte at which it stands, counted from where the last
/// pointer led to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AccessPath {
    /// Where it begins.
    pub root: Root,
    /// The pointers that are followed.
    pub steps: Vec<i64>,
}

impl AccessPath {
    /// What a parameter leads to.
    pub fn of_param(index: u32) -> Self {
        Self { root: Root::Param(index), steps: Vec::new() }
    }

    /// The data behind the pointer at a byte of this.
    #[must_use]
    pub fn then(mut self, byte: i64) -> Self {
        self.steps.push(byte);
        self
    }

    /// Is it what a parameter leads to itself?
    pub fn param(&self) -> Option<u32> {
        match self.root {
            Root::Param(index) if self.steps.is_empty() => Some(index),
            Root::Param(_) | Root::Global(_) => None,
        }
    }

    /// As C would write it: `p`, `p->next`, `t[2].name`.
    pub fn name(&self, program: &Program, func: Func) -> String {
        self.data(program, func).0
    }

    /// The scalar of a type at a byte of this, as C would write it, and its shape; none if no expression of C reaches it.
    pub fn scalar(
        &self,
        program: &Program,
        func: Func,
        (byte, ty): (u64, Type),
    ) -> Option<(String, ShapeId)> {
        let (name, shape, behind) = self.data(program, func);
        let within = byte % program.shape_bytes(shape?).max(1);
        let (step, leaf) = member(program, shape?, (byte as i64, ty), behind);
        let leaf = leaf.filter(|leaf| leaf.ty == ty && leaf.offset == within)?;
        Some((name + &step, leaf.shape?))
    }

    /// How it is written, its shape as far as types tell, and whether a pointer leads there.
    fn data(&self, program: &Program, func: Func) -> (String, Option<ShapeId>, bool) {
        let (mut name, mut shape, mut behind) = match self.root {
            Root::Param(index) => {
                let param = &program.funcs[func].params[index as usize];
                let to = pointee(program, param.shape);
                (param.name.clone(), to.or(Some(param.shape)), to.is_some())
            }
            Root::Global(global) => {
                let data = &program.globals[global];
                (data.name.clone(), data.shape, false)
            }
        };
        for &byte in &self.steps {
            let Some(of) = shape else { return (format!("*{name}"), None, true) };
            let (step, leaf) = member(program, of, (byte, Type::Ptr), behind);
            name.push_str(&step);
            let pointer = leaf.and_then(|leaf| leaf.shape);
            (shape, behind) = (pointer.and_then(|shape| pointee(program, shape)), true);
        }
        (name, shape, behind)
    }
}

/// How the scalar of a type at a byte is written, and what it is.
fn member(
    program: &Program,
    of: ShapeId,
    (byte, ty): (i64, Type),
    behind: bool,
) -> (String, Option<ShapeLeaf>) {
    let size = program.shape_bytes(of).max(1) as i64;
    let (index, within) = (byte.div_euclid(size), byte.rem_euclid(size) as u64);
    let Some(leaf) = leaf_at(program, of, within, Some(ty)) else {
        return (format!("[{index}]"), None);
    };
    let is_record = matches!(program.shapes[of], Shape::Record { .. });
    let path = leaf.path(program, of);
    let step = match (behind, is_record) {
        (false, _) => path,
        (true, true) if index == 0 => format!("->{}", path.trim_start_matches('.')),
        (true, _) => format!("[{index}]{path}"),
    };
    (step, Some(leaf))
}

fn pointee(program: &Program, shape: ShapeId) -> Option<ShapeId> {
    match program.shapes[shape] {
        Shape::Pointer { to, .. } => to,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::look;

    #[track_caller]
    fn check(text: &str, steps: &[i64], name: &str) {
        let path = AccessPath { root: Root::Param(0), steps: steps.to_vec() };
        assert_eq!(look(text, |world| path.name(world.program, world.func)), name, "{text}");
    }

    #[test]
    fn paths_read_as_in_c() {
        let list =
            "struct node { int key; struct node *next; }; int f(struct node *p) { return 0; }";
        check(list, &[], "p");
        check(list, &[8], "p->next");
        check(list, &[8, 8], "p->next->next");
        check(list, &[24], "p[1].next");
        check(list, &[-8], "p[-1].next");
        check("int f(char **words) { return 0; }", &[16], "words[2]");
        check("struct s { char *at[2]; }; int f(struct s s) { return 0; }", &[8], "s.at[1]");
        check(
            "struct s { struct { int *p; } in; }; int f(struct s *s) { return 0; }",
            &[0],
            "s->in.p",
        );
    }

    #[test]
    fn scalars_have_names_where_something_of_their_type_begins() {
        let text =
            "union u { char c; int i; }; struct node { int key; union u u; struct node *next; };
            int f(struct node *p) { return 0; }";
        let check = |steps: &[i64], at: (u64, Type), expect: Option<&str>| {
            let path = AccessPath { root: Root::Param(0), steps: steps.to_vec() };
            let found = look(text, |world| path.scalar(world.program, world.func, at));
            assert_eq!(found.map(|(name, _)| name).as_deref(), expect);
        };
        check(&[], (0, Type::I32), Some("p->key"));
        check(&[8], (16, Type::I32), Some("p->next[1].key"));
        check(&[], (4, Type::I32), Some("p->u.i"));
        check(&[], (4, Type::Int(8)), Some("p->u.c"));
        check(&[], (2, Type::Int(16)), None);
        check(&[0], (0, Type::I32), None);
    }

    #[test]
    fn what_has_no_pointer_there_is_counted() {
        check("int f(int *p) { return 0; }", &[8], "p[2]");
        check("int f(int *p) { return 0; }", &[8, 0], "*p[2]");
    }

    #[test]
    fn globals_are_roots_too() {
        let text = "struct s { int n; int *p; } t[3]; int f(void) { return t[0].n; }";
        let name = look(text, |world| {
            let global = world.program.globals.keys().next().expect("there is one");
            let path = AccessPath { root: Root::Global(global), steps: vec![40] };
            path.name(world.program, world.func)
        });
        assert_eq!(name, "t[2].p");
    }
}
