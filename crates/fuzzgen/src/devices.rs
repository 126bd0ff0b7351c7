//! Random functions that read and write a volatile variable and keep something in static ones, and a C program that tries all scripts:
//! what every read may give, what every call is given, in one, two and three calls.
//!
//! All numbers are below four, and a call reads twice at most, so that all is everything. Conditions stand on lines of their own, by
//! which both sides name them.

use crate::Rng;
use crate::scripts::{Body, Made, watched};
use std::fmt::Write;

/// Most reads in one call.
const READS: usize = 2;
/// The function with a number.
pub fn make(seed: u64, number: u64) -> Made {
    let mut maker =
        Maker { rng: Rng::new(seed.wrapping_mul(0x9e37) ^ number), text: String::new(), reads: 0 };
    maker.text.push_str("volatile unsigned char dev;\nint f(unsigned char x) {\n");
    maker.text.push_str("static unsigned char s, t;\nint n = 0;\n");
    for _ in 0..3 + maker.rng.below(3) {
        maker.statement(2);
    }
    maker.text.push_str("return n;\n}\n");
    let unit = maker.text.replace("READ", "dev").replace("WRITE", "dev");
    let judged = watched(&maker.text.replace("READ", "next()").replace("WRITE", "dev"));
    Made { unit, judged }
}

struct Maker {
    rng: Rng,
    text: String,
    reads: usize,
}

impl Body for Maker {
    fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    fn text(&mut self) -> &mut String {
        &mut self.text
    }

    fn statement(&mut self, depth: usize) {
        match self.rng.below(if depth == 0 { 4 } else { 8 }) {
            0 => {
                let value = self.value();
                self.line(&format!("s = ({value}) & 3;"));
            }
            1 => self.line("t = (t + 1) & 3;"),
            2 => {
                let value = self.value();
                self.line(&format!("WRITE = {value};"));
            }
            3 => {
                let value = self.value();
                self.line(&format!("n += {value};"));
            }
            _ => self.choice(depth),
        }
    }

    fn value(&mut self) -> String {
        match self.rng.below(9) {
            0..=2 if self.reads < READS => {
                self.reads += 1;
                "(READ & 3)".to_owned()
            }
            0 | 3 => "(x & 3)".to_owned(),
            1 | 4 => "s".to_owned(),
            2 | 5 => "t".to_owned(),
            6 => format!("((s + {}) & 3)", self.rng.below(4)),
            7 => format!("(t ^ {})", self.rng.below(4)),
            _ => self.rng.below(4).to_string(),
        }
    }
}

/// A program that prints, for each function in order, a line of what some script shows: `LINE+` and `LINE-`.
pub fn judge(made: &[Made]) -> String {
    let mut text = String::from(HEAD);
    let mut calls = String::new();
    for (number, one) in made.iter().enumerate() {
        let (dev, f) = (format!("dev{number}"), format!("f{number}("));
        let own = one.judged.replace("static unsigned char s, t;", "");
        let own = own.replace(
            "int f(",
            &format!("static unsigned char s{number}, t{number};\nstatic int {f}"),
        );
        writeln!(
            text,
            "#define s s{number}\n#define t t{number}\n{}\nstatic void r{number}(void) {{ s = t = 0; }}\n#undef s\n#undef t",
            own.replace("dev", &dev).replace(&format!("s{number}, t{number}"), "s, t")
        )
        .expect("writing to a string succeeds");
        writeln!(calls, "    try(f{number}, r{number});").expect("writing to a string succeeds");
    }
    write!(text, "int main(void)\n{{\n{calls}    return 0;\n}}\n")
        .expect("writing to a string succeeds");
    text
}

const HEAD: &str = r#"#include <stdio.h>
#include <string.h>
static unsigned script, args;
static int n_read;
static unsigned char met[256][2];
static int next(void) { return script >> 2 * n_read++ & 3; }
static int seen(int line, int truth) { met[line][!!truth] = 1; return truth; }
static void try(int (*f)(unsigned char), void (*reset)(void))
{
    int calls, i, line;
    memset(met, 0, sizeof met);
    for (calls = 1; calls <= 3; calls++)
        for (script = 0; script < 1u << 4 * calls; script++)
            for (args = 0; args < 1u << 2 * calls; args++) {
                reset();
                n_read = 0;
                for (i = 0; i < calls; i++)
                    f(args >> 2 * i & 3);
            }
    for (line = 0; line < 256; line++) {
        if (met[line][1])
            printf("%d+ ", line);
        if (met[line][0])
            printf("%d- ", line);
    }
    printf("\n");
}
"#;
