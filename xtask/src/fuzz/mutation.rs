//! Small random changes of a text, byte by byte, and the way back: ever smaller texts that still show the same thing.
//!
//! Pure: knows no program and no process.

use fuzzgen::Rng;

/// What a careless hand might leave in a C file.
#[rustfmt::skip]
const FRAGMENTS: &[&str] = &[
    "(", ")", "{", "}", "[", "]", ";", ",", "*", "&", "=", "==", "&&", "||", "?", ":", "...", "->", "++", "~", "!",
    "int ", "long ", "unsigned ", "struct ", "union ", "enum ", "typedef ", "static ", "void ", "char ", "_Bool ",
    "float ", "const ", "volatile ", "extern ", "inline ", "if", "else", "while", "do", "for", "switch", "case ",
    "default:", "goto ", "return ", "break;", "continue;", "sizeof ", "0", "1", "-1", "2147483647", "0x", "1.5e", "1e400",
    "99999999999999999999", "'", "\"", "//", "/*", "/*@", "*/", "#", "#define ", "#if 0\n", "#include ", "\\", "\\\n",
    "\\valid", "\\valid(", "\\forall integer i; ", "\\result", "\\old(", "requires ", "ensures ", "==>", "..",
    "\u{e9}", "\0", "((((((((", "-----", "__attribute__((", "asm(", "_Generic(", "_Alignas(", "[1<<30]", "<<40",
];

/// One to four changes of one of several texts.
pub(super) fn mutate(rng: &mut Rng, originals: &[Vec<u8>]) -> Vec<u8> {
    let mut text = rng.pick(originals).clone();
    for _ in 0..=rng.below(4) {
        change(rng, &mut text, originals);
    }
    text
}

/// One to four changes of one text, of bytes or of tokens.
pub(super) fn mutate_one(rng: &mut Rng, original: &[u8]) -> Vec<u8> {
    let mut text = original.to_vec();
    for _ in 0..=rng.below(4) {
        if rng.one_in(2) {
            change(rng, &mut text, &[original.to_vec()]);
        } else {
            text = change_token(rng, &text);
        }
    }
    text
}

/// One token is left out, doubled, replaced by another of the text, or changes places with another.
fn change_token(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let mut tokens: Vec<Vec<u8>> = words(text);
    let solid: Vec<usize> = (0..tokens.len())
        .filter(|&index| !tokens[index].iter().all(u8::is_ascii_whitespace))
        .collect();
    if solid.is_empty() {
        return text.to_vec();
    }
    let (one, other) = (solid[rng.below(solid.len())], solid[rng.below(solid.len())]);
    match rng.below(4) {
        0 => tokens[one].clear(),
        1 => tokens.insert(one, tokens[one].clone()),
        2 => {
            let copy = tokens[other].clone();
            tokens[one] = copy;
        }
        _ => tokens.swap(one, other),
    }
    tokens.concat()
}

fn change(rng: &mut Rng, text: &mut Vec<u8>, originals: &[Vec<u8>]) {
    if text.is_empty() {
        return;
    }
    match rng.below(9) {
        0 => {
            let at = rng.below(text.len());
            text[at] = rng.draw() as u8;
        }
        1 => {
            let at = rng.below(text.len());
            text[at] ^= 1 << rng.below(8);
        }
        2 => {
            let chunk = chunk(rng, text);
            text.drain(chunk);
        }
        3 => {
            let copied = text[chunk(rng, text)].to_vec();
            insert(rng, text, &copied);
        }
        4 => swap(rng, text),
        5 if rng.one_in(4) => text.truncate(rng.below(text.len())),
        5 | 6 => {
            let other = rng.pick(originals);
            let spliced = other[chunk(rng, other)].to_vec();
            insert(rng, text, &spliced);
        }
        _ => insert(rng, text, rng.clone().pick(FRAGMENTS).as_bytes()),
    }
}

/// A few bytes, sometimes a few hundred.
fn chunk(rng: &mut Rng, text: &[u8]) -> std::ops::Range<usize> {
    let most = if rng.one_in(4) { 400 } else { 20 };
    let at = rng.below(text.len());
    at..(at + 1 + rng.below(most)).min(text.len())
}

fn insert(rng: &mut Rng, text: &mut Vec<u8>, bytes: &[u8]) {
    let at = rng.below(text.len() + 1);
    text.splice(at..at, bytes.iter().copied());
}

/// Two neighbouring chunks change places.
fn swap(rng: &mut Rng, text: &mut [u8]) {
    let first = chunk(rng, text);
    let second = first.end..(first.end + first.len()).min(text.len());
    text[first.start..second.end].rotate_left(first.len());
}

/// A small text of which `shows` still holds, by leaving out ever smaller pieces (Zeller and Hildebrandt's ddmin). `shows` is
/// asked at most `tries` times, and holds of `text`.
pub(super) fn smallest(text: &[u8], tries: usize, shows: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut tries = tries;
    let mut lines: Vec<Vec<u8>> =
        text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    leave_out(&mut lines, &mut tries, &mut |pieces| shows(&pieces.concat()));
    let mut words = words(&lines.concat());
    leave_out(&mut words, &mut tries, &mut |pieces| shows(&pieces.concat()));
    words.concat()
}

/// Names and numbers stay whole; every other byte is a piece of its own.
fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.chunk_by(|&a, &b| of_name(a) && of_name(b)).map(<[u8]>::to_vec).collect()
}

fn leave_out(
    pieces: &mut Vec<Vec<u8>>,
    tries: &mut usize,
    shows: &mut dyn FnMut(&[Vec<u8>]) -> bool,
) {
    let mut size = pieces.len().div_ceil(2).max(1);
    loop {
        let mut at = 0;
        let mut smaller = false;
        while at < pieces.len() && *tries > 0 {
            let mut fewer = pieces.clone();
            fewer.drain(at..(at + size).min(pieces.len()));
            *tries -= 1;
            if shows(&fewer) {
                *pieces = fewer;
                smaller = true;
            } else {
                at += size;
            }
        }
        if *tries == 0 || size == 1 && !smaller {
            return;
        }
        size = size.div_ceil(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_text() {
        let originals = [b"int f(int x) { return x; }\n".to_vec(), b"long g;\n".to_vec()];
        let texts = |seed| {
            (0..200u64).map(|n| mutate(&mut Rng::new(seed + n), &originals)).collect::<Vec<_>>()
        };
        assert_eq!(texts(1), texts(1));
        assert!(texts(1).iter().any(|text| !originals.contains(text)));
    }

    #[test]
    fn tokens_are_changed_whole() {
        let text = b"alpha beta";
        let seen: std::collections::BTreeSet<Vec<u8>> =
            (0..200u64).map(|n| change_token(&mut Rng::new(n), text)).collect();
        for expect in ["alpha ", "alphaalpha beta", "beta beta", "beta alpha"] {
            assert!(seen.contains(expect.as_bytes()), "{expect}");
        }
        assert_eq!(change_token(&mut Rng::new(1), b" "), b" ");
    }

    #[test]
    fn what_does_not_matter_is_left_out() {
        let text = b"int a;\nint f(void) { return bug + 1; }\nint b;\n";
        let mut shows =
            |text: &[u8]| text.windows(3).any(|window| window == b"bug") && text.contains(&b'+');
        assert_eq!(smallest(text, 1000, &mut shows), b"bug+");
        assert_eq!(smallest(text, 0, &mut shows), text);
    }
}
