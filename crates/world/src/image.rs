//! Globals with so many initialised scalars that nobody lists them: what stands at a place is looked up when it is asked for.
//!
//! For an index that depends on inputs, all words that it may read are made a list of their own, once for a function under test.

use entity::{Column, EntityRef};
use ir::{Global, GlobalData, InitCell, InitValue, Program, Shape, Type};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Scalars of a global that are listed. With as many, an index that depends on inputs is a choice among all of them.
const MOST_LISTED: usize = 1024;
/// Bytes that one cell of an initialiser has at most if they are one scalar; longer runs are characters.
const LONGEST_SCALAR: usize = 16;

/// Bytes of an array of zeros of which inputs list every number.
const MOST_LISTED_BYTES: u64 = 1 << 16;

/// The type of the numbers of a large array that is zero at first: inputs list only those that matter, and the rest is zero.
pub fn zeros_at_first(program: &Program, global: Global) -> Option<Type> {
    let data = &program.globals[global];
    if data.size <= MOST_LISTED_BYTES || data.init.as_ref().is_some_and(|cells| !cells.is_empty()) {
        return None;
    }
    let mut shape = data.shape?;
    while let Shape::Array { elem, .. } = program.shapes[shape] {
        shape = elem;
    }
    match program.shapes[shape] {
        // The padding of an extended float is no number.
        Shape::Int { ty, boolean: false, .. } | Shape::Float { ty, .. } if ty != Type::F80 => {
            Some(ty)
        }
        _ => None,
    }
}

/// Which words of a global: how many bytes each has, where the first is, and how far each is from the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Words {
    /// Bytes of a word, 8 at most.
    pub len: u64,
    /// Where the first one begins.
    pub first: u64,
    /// From one to the next.
    pub step: u64,
}

/// The lists that were asked for.
#[derive(Debug, Default)]
pub(crate) struct Images {
    known: Mutex<BTreeMap<(usize, Words), Arc<Column>>>,
}

impl Images {
    /// The words of a global, if there is one.
    pub(crate) fn words(
        &self,
        program: &Program,
        global: Global,
        words: Words,
    ) -> Option<Arc<Column>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (global.index(), words);
        if let Some(column) = known.get(&key) {
            return Some(Arc::clone(column));
        }
        let column = Arc::new(list(program, &program.globals[global], words)?);
        known.insert(key, Arc::clone(&column));
        Some(column)
    }
}

/// Has a global more initialised scalars than are listed, and nothing but numbers?
pub(crate) fn is_image(data: &GlobalData) -> bool {
    let Some(cells) = &data.init else { return false };
    let scalars = |cell: &InitCell| match &cell.value {
        InitValue::Bytes(bytes) if bytes.len() <= LONGEST_SCALAR => Some(1),
        InitValue::Bytes(bytes) => Some(bytes.len()),
        InitValue::Global(..) | InitValue::Func(_) => None,
    };
    let all = cells.iter().try_fold(0, |sum, cell| Some(sum + scalars(cell)?));
    all.is_some_and(|all| all > MOST_LISTED)
}

/// The scalars of a global that share a byte with `offset .. offset + len`: where each begins, and its bytes.
pub fn initial_scalars(
    data: &GlobalData,
    offset: u64,
    len: u64,
) -> impl Iterator<Item = (u64, &[u8])> {
    let cells = data.init.as_deref().unwrap_or(&[]);
    let bytes = |cell: &InitCell| match &cell.value {
        InitValue::Bytes(bytes) => bytes.len() as u64,
        InitValue::Global(..) | InitValue::Func(_) => 0,
    };
    // Cells are in order and share no byte.
    let first = cells.partition_point(|cell| cell.offset + bytes(cell) <= offset);
    let end = offset.saturating_add(len);
    let near = cells[first..].iter().take_while(move |cell| cell.offset < end);
    near.flat_map(move |cell| {
        let InitValue::Bytes(bytes) = &cell.value else { return Vec::new() };
        if bytes.len() <= LONGEST_SCALAR {
            return vec![(cell.offset, &bytes[..])];
        }
        let from = offset.saturating_sub(cell.offset) as usize;
        let to = ((end - cell.offset) as usize).min(bytes.len());
        (from..to).map(|at| (cell.offset + at as u64, &bytes[at..=at])).collect()
    })
}

fn list(program: &Program, data: &GlobalData, Words { len, first, step }: Words) -> Option<Column> {
    let last = data.size.checked_sub(first)?.checked_sub(len)?;
    if !(1..=8).contains(&len) || step == 0 {
        return None;
    }
    let mut image = vec![0u8; data.size as usize];
    for cell in data.init.iter().flatten() {
        let InitValue::Bytes(bytes) = &cell.value else { return None };
        let room = image.get_mut(cell.offset as usize..)?;
        let n = bytes.len().min(room.len());
        room[..n].copy_from_slice(&bytes[..n]);
    }
    let word = |index: u64| {
        let at = (first + index * step) as usize;
        program.number(&image[at..at + len as usize]) as u64
    };
    Some(Column::new(len as u32 * 8, (0..=last / step).map(word).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::program;

    #[test]
    fn words_are_looked_up_where_they_stand() {
        let values: Vec<String> = (0..1100).map(|at| (3 * at).to_string()).collect();
        let text = format!(
            "const short t[1200] = {{ {} }};\nconst short few[2] = {{ 1, 2 }};\nint f(void) {{ return t[0] + few[0]; }}",
            values.join(", ")
        );
        let program = program(&text);
        let named = |name: &str| {
            program.globals.iter().find(|(_, data)| data.name == name).expect("it is there")
        };
        let (global, data) = named("t");
        assert!(is_image(data) && !is_image(named("few").1));
        let found: Vec<_> = initial_scalars(data, 3, 4).collect();
        assert_eq!(found, [(2, &[3, 0][..]), (4, &[6, 0]), (6, &[9, 0])]);
        let (images, words) = (Images::default(), Words { len: 2, first: 2, step: 4 });
        let column = images.words(&program, global, words).expect("these are words");
        assert_eq!(column.values()[..3], [3, 9, 15]);
        assert_eq!((column.values().len(), column.at(u128::MAX)), (600, 0));
        assert!(Arc::ptr_eq(&column, &images.words(&program, global, words).expect("again")));
    }
}
