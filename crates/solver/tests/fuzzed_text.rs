//! Mutated `.fd` texts: whatever is written, reading and solving ends without a panic.
//!
//! `FD_TEXTS` sets how many texts are tried.

mod dice;

use dice::Dice;
use solver::Limits;
use solver::text::{Options, run_with};

const SEEDS: [&str; 4] = [
    "var x: u8 in 0..9\nvar y: i32\nlet sum = zext(x, 32) + unsigned(y)\nassert sum == 12\nlabel small: y < 5\nexpect sat\n",
    "var a: i8\nvar b: i8\nassert !mul_overflows(a, b) && a * b == 35\nassert a / b > -3 && a % b >= 0 || a >> 1 != b << 2\n",
    "var i: u3\nvar c: bool\nassert element(i, 1u8, 2, 3, 4) == 3 && (c ? i : i + 1) < 4\nlabel one: concat(i, i) != 0x1fu6\n",
    "var x: u128\nvar y: i1\nassert extract(x, 100, 3) == 5 && y == -1\nassert max(x, ~x) > min(x, x ^ 7) # end\nexpect unsat\n",
];

const PIECES: [&str; 40] = [
    "(",
    ")",
    "<<",
    ">>",
    "..",
    "var ",
    "let ",
    "assert ",
    "label ",
    "expect sat",
    ":",
    "u8",
    "i32",
    "u128",
    "i1",
    "u0",
    "u129",
    "0x",
    "-",
    "!",
    "~",
    "?",
    ",",
    "zext(x, 128)",
    "sext(",
    "extract(x, 0, 9)",
    "concat(x, x)",
    "element(",
    "all()",
    "any(",
    "\n",
    "#",
    "é",
    "340282366920938463463374607431768211456",
    "1u1",
    "true",
    "x",
    "* x * x",
    "/ 0",
    "add_overflows(x, x)",
];

fn mutated(dice: &mut Dice) -> String {
    let mut text = (*dice.pick(&SEEDS)).to_owned();
    for _ in 0..=dice.below(3) {
        let mut at = dice.below(text.len() as u64 + 1) as usize;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let mut end = (at + dice.below(6) as usize).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        match dice.below(3) {
            0 => text.replace_range(at..end, ""),
            1 => text.insert_str(at, dice.pick::<&str>(&PIECES)),
            _ => {
                let copy = text[at..end].to_owned();
                text.insert_str(at, &copy);
            }
        }
    }
    text
}

#[test]
fn mutated_texts_end_without_a_panic() {
    let n = std::env::var("FD_TEXTS").ok().and_then(|text| text.parse().ok()).unwrap_or(2000);
    let mut dice = Dice(99);
    let limits = Limits { sat_conflicts: 200, audit: true, ..Limits::standard() };
    let mut solved = 0;
    for _ in 0..n {
        let text = mutated(&mut dice);
        let all = dice.one_in(4).then_some(5);
        let options = Options { limits, all, minimal_core: true, ..Options::standard() };
        let outcome = std::panic::catch_unwind(|| run_with(&text, &options));
        let outcome = outcome.unwrap_or_else(|_| panic!("this text panics:\n{text}"));
        solved += u64::from(!outcome.diagnostics.has_errors());
    }
    assert!(solved > n / 20, "too few texts were right: {solved} of {n}");
}
