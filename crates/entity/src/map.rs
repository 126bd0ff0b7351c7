//! Maps keyed by ids: one that owns, one that annotates.

use crate::EntityRef;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// Owns all entities of one kind; `push` hands out their ids in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrimaryMap<K, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K: EntityRef, V> PrimaryMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        Self { items: Vec::new(), key: PhantomData }
    }

    /// Adds an entity and returns its id.
    pub fn push(&mut self, value: V) -> K {
        let key = self.next_key();
        self.items.push(value);
        key
    }

    /// The id that the next `push` will return.
    pub fn next_key(&self) -> K {
        K::from_index(self.items.len())
    }

    /// How many entities there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Is there no entity?
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The entity, if the id belongs to this map.
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }

    /// All ids, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(K::from_index)
    }

    /// All entities, in order of their ids.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }

    /// All entities, mutably, in order of their ids.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.items.iter_mut()
    }

    /// Ids with their entities, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, value)| (K::from_index(index), value))
    }

    /// Forgets every entity from `len` on: used where ids are handed out on a trail.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }
}

impl<K: EntityRef, V> Default for PrimaryMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: EntityRef, V> Index<K> for PrimaryMap<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: EntityRef, V> IndexMut<K> for PrimaryMap<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}

impl<K: EntityRef, V> FromIterator<V> for PrimaryMap<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(iter: I) -> Self {
        Self { items: iter.into_iter().collect(), key: PhantomData }
    }
}

/// Facts about entities owned by some [`PrimaryMap`]; absent ones read as the default.
#[derive(Clone, Debug)]
pub struct SecondaryMap<K, V> {
    items: Vec<V>,
    default: V,
    key: PhantomData<K>,
}

impl<K: EntityRef, V: Clone> SecondaryMap<K, V> {
    /// A map in which every id reads as `default`.
    pub const fn with_default(default: V) -> Self {
        Self { items: Vec::new(), default, key: PhantomData }
    }

    /// A map in which every id reads as `V::default()`.
    pub fn new() -> Self
    where
        V: Default,
    {
        Self::with_default(V::default())
    }

    /// Makes all ids read as the default again.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

impl<K: EntityRef, V: Clone + Default> Default for SecondaryMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: EntityRef, V: Clone> Index<K> for SecondaryMap<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        self.items.get(key.index()).unwrap_or(&self.default)
    }
}

impl<K: EntityRef, V: Clone> IndexMut<K> for SecondaryMap<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        let index = key.index();
        if index >= self.items.len() {
            self.items.resize(index + 1, self.default.clone());
        }
        &mut self.items[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::entity! {
        /// An id for these tests.
        struct Thing = "t";
    }

    #[test]
    fn primary_map_hands_out_ids_in_order() {
        let mut map = PrimaryMap::new();
        let first: Thing = map.push('a');
        let second = map.push('b');
        assert_eq!((first.to_string(), second.to_string()), ("t0".into(), "t1".into()));
        assert_eq!(map.iter().collect::<Vec<_>>(), [(first, &'a'), (second, &'b')]);
    }

    #[test]
    fn secondary_map_reads_defaults() {
        let mut facts = SecondaryMap::with_default(7);
        let key = Thing::from_index(3);
        assert_eq!(facts[key], 7);
        facts[key] = 9;
        assert_eq!((facts[key], facts[Thing::from_index(2)]), (9, 7));
    }
}
