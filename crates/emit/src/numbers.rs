//! The numbers that values of a type are made of.

use suite::{CType, CValue, TypeId, Types};

/// Numbers of one element that are written or looked at.
const MOST_NUMBERS: usize = 32;

/// A number inside an element.
pub(crate) struct Number {
    /// The way to it: `.x`, `.table[2]`, or nothing if it is the element.
    pub(crate) path: String,
    /// The same way as places of members and elements.
    steps: Vec<usize>,
    pub(crate) ty: TypeId,
    pub(crate) is_bit_field: bool,
}

impl Number {
    /// The lvalue of it in the element that a pointer leads to.
    pub(crate) fn behind(&self, pointer: &str) -> String {
        match self.path.strip_prefix('.') {
            Some(member) => format!("{pointer}->{member}"),
            None if self.path.is_empty() => format!("*{pointer}"),
            None => format!("(*{pointer}){}", self.path),
        }
    }

    /// Its value in an element.
    pub(crate) fn of<'v>(&self, element: &'v CValue) -> Option<&'v CValue> {
        self.steps.iter().try_fold(element, |value, &step| match value {
            CValue::Array(parts) | CValue::Struct(parts) => parts.get(step),
            _ => None,
        })
    }
}

/// The numbers inside a type, and whether they are all there is.
pub(crate) fn numbers_of(types: &Types, ty: TypeId) -> (Vec<Number>, bool) {
    let mut numbers = Vec::new();
    let first = Number { path: String::new(), steps: Vec::new(), ty, is_bit_field: false };
    let is_all = add(types, first, &mut numbers);
    (numbers, is_all)
}

impl Number {
    /// A part of what is no number itself.
    fn part(&self, step: usize, path: &str, ty: TypeId, is_bit_field: bool) -> Number {
        let path = format!("{}{path}", self.path);
        let steps = self.steps.iter().copied().chain([step]).collect();
        Number { path, steps, ty, is_bit_field }
    }
}

fn add(types: &Types, at: Number, out: &mut Vec<Number>) -> bool {
    if out.len() >= MOST_NUMBERS {
        return false;
    }
    match types.get(at.ty) {
        CType::Int(int) if int.bits > 64 => false,
        CType::Float { spelling, .. } if spelling.contains("long") => false,
        CType::Int(_) | CType::Float { .. } => {
            out.push(at);
            true
        }
        // Rows of rows have no name in C for how far a number is from the start.
        CType::Array { elem, .. }
            if at.path.is_empty() && !matches!(types.get(*elem), CType::Int(_)) =>
        {
            false
        }
        CType::Array { elem, len } => {
            let each = (0..usize::try_from(*len).unwrap_or(usize::MAX)).take(MOST_NUMBERS + 1);
            let part = |index: usize| at.part(index, &format!("[{index}]"), *elem, false);
            let all: Vec<bool> = each.map(|index| add(types, part(index), out)).collect();
            all.into_iter().all(|all| all)
        }
        CType::Struct { fields, is_union: false, .. } if !fields.is_empty() => {
            let mut is_all = true;
            for (index, field) in fields.iter().enumerate() {
                let path = format!(".{}", field.name);
                let part = at.part(index, &path, field.ty, field.bitfield.is_some());
                is_all &= !field.name.is_empty() && add(types, part, out);
            }
            is_all
        }
        CType::Struct { .. }
        | CType::Void
        | CType::Pointer { .. }
        | CType::FunctionPointer { .. } => false,
    }
}
