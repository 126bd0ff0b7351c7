//! Parts of a work for several machines: which part a function belongs to follows from its names alone.

use std::str::FromStr;

/// One of several parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1.
    index: u64,
    of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(index, of)| Some((index.parse::<u64>().ok()?, of.parse::<u64>().ok()?)));
        match numbers {
            Some((index, of)) if 1 <= index && index <= of => Ok(Shard { index, of }),
            _ => Err(format!("`{text}` is no part; the second of three is 2/3")),
        }
    }
}

impl Shard {
    /// Does a function of a file belong to it?
    pub(crate) fn has(self, file: &str, function: &str) -> bool {
        let mut hash = blake3::Hasher::new();
        hash.update(file.as_bytes()).update(&[0]).update(function.as_bytes());
        let bytes: [u8; 8] =
            hash.finalize().as_bytes()[..8].try_into().expect("a hash has 32 bytes");
        u64::from_le_bytes(bytes) % self.of == self.index - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_belongs_to_one_part() {
        for of in [1, 2, 3, 7] {
            for function in ["f", "g", "main", "clamp"] {
                let has = |index: &u64| Shard { index: *index, of }.has("src/a.c", function);
                assert_eq!((1..=of).filter(has).count(), 1);
            }
        }
    }

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "3", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
