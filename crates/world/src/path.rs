//! Access paths: which data of the input is meant, by the pointers that lead to it.

use crate::leaf_at;
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
            let Some(of) = shape else { return format!("*{name}") };
            let (step, next) = member(program, of, byte, behind);
            name.push_str(&step);
            (shape, behind) = (next, true);
        }
        name
    }
}

/// How the pointer at a byte is written, and what it leads to.
fn member(program: &Program, of: ShapeId, byte: i64, behind: bool) -> (String, Option<ShapeId>) {
    let size = program.shape_bytes(of).max(1) as i64;
    let (index, within) = (byte.div_euclid(size), byte.rem_euclid(size) as u64);
    let Some(leaf) = leaf_at(program, of, within, Some(Type::Ptr)) else {
        return (format!("[{index}]"), None);
    };
    let to = leaf.shape.and_then(|shape| pointee(program, shape));
    let is_record = matches!(program.shapes[of], Shape::Record { .. });
    let step = match (behind, is_record) {
        (false, _) => leaf.path,
        (true, true) if index == 0 => format!("->{}", leaf.path.trim_start_matches('.')),
        (true, _) => format!("[{index}]{}", leaf.path),
    };
    (step, to)
}

fn pointee(program: &Program, shape: ShapeId) -> Option<ShapeId> {
    match program.shapes[shape] {
        Shape::Pointer { to, .. } => to,
        _ => None,
    }
}
