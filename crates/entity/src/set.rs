//! A set of ids as a bit vector.

use crate::EntityRef;
use std::marker::PhantomData;

/// A dense set of ids; iteration is in id order, so output never depends on hashing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntitySet<K> {
    words: Vec<u64>,
    key: PhantomData<K>,
}

impl<K: EntityRef> EntitySet<K> {
    /// The empty set.
    pub const fn new() -> Self {
        Self { words: Vec::new(), key: PhantomData }
    }

    /// Adds an id; true if it was not there.
    pub fn insert(&mut self, key: K) -> bool {
        let (word, bit) = (key.index() / 64, 1 << (key.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let fresh = self.words[word] & bit == 0;
        self.words[word] |= bit;
        fresh
    }

    /// Takes an id out; true if it was there.
    pub fn remove(&mut self, key: K) -> bool {
        let (word, bit) = (key.index() / 64, 1 << (key.index() % 64));
        let present = self.contains(key);
        if present {
            self.words[word] &= !bit;
        }
        present
    }

    /// Is the id in the set?
    pub fn contains(&self, key: K) -> bool {
        self.words.get(key.index() / 64).is_some_and(|word| word & (1 << (key.index() % 64)) != 0)
    }

    /// How many ids it has.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Has it none?
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The ids in order.
    pub fn iter(&self) -> impl Iterator<Item = K> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(K::from_index(at * 64 + bit))
            })
        })
    }

    /// Adds all ids of another set, a word at a time; true if some were not there.
    pub fn union(&mut self, other: &Self) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut fresh = 0;
        for (own, &word) in self.words.iter_mut().zip(&other.words) {
            fresh |= word & !*own;
            *own |= word;
        }
        fresh != 0
    }
}

impl<K: EntityRef> Default for EntitySet<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: EntityRef> FromIterator<K> for EntitySet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(iter: I) -> Self {
        let mut set = Self::new();
        for key in iter {
            set.insert(key);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::entity! {
        struct Id = "id";
    }

    fn set(ids: &[usize]) -> EntitySet<Id> {
        ids.iter().map(|&id| Id::from_index(id)).collect()
    }

    #[test]
    fn ids_come_in_order_across_words() {
        let ids = [0, 1, 63, 64, 127, 300];
        let found: Vec<usize> = set(&ids).iter().map(EntityRef::index).collect();
        assert_eq!(found, ids);
    }

    #[test]
    fn a_union_tells_whether_anything_is_new() {
        let mut all = set(&[1, 70]);
        assert!(all.union(&set(&[2])));
        assert!(all.union(&set(&[200])));
        assert!(!all.union(&set(&[1, 200])));
        assert_eq!(all.len(), 4);
    }
}
