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
        (0..self.words.len() * 64).map(K::from_index).filter(|&key| self.contains(key))
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
