//! Random functions that read and write a volatile variable and keep something in static ones, and a C program that tries all scripts:
//! what every read may give, what every call is given, in one, two and three calls; and from every state that any number of calls
//! leaves behind.
//!
//! All numbers are below eight, what is read and passed below four, and a call reads twice at most, so that all is everything.
//! Conditions stand on lines of their own, by which both sides name them.

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
    maker.text.push_str(STATICS);
    maker.text.push_str("\nint n = 0;\n");
    for _ in 0..3 + maker.rng.below(3) {
        maker.statement(2);
    }
    maker.text.push_str("return n;\n}\n");
    let unit = maker.text.replace("READ", "dev").replace("WRITE", "dev");
    let judged = watched(&maker.text.replace("READ", "next()").replace("WRITE", "dev"));
    Made { unit, judged }
}

/// What outlives calls.
const STATICS: &str = "static unsigned char s, t, u = 1;";

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
        match self.rng.below(if depth == 0 { 6 } else { 11 }) {
            0 => {
                let value = self.value();
                self.line(&format!("s = ({value}) & 3;"));
            }
            1 => self.line("t = (t + 1) & 3;"),
            4 => {
                let value = self.rng.pick(&[0, 1, 2, 5, 7]).to_string();
                self.line(&format!("u = {value};"));
            }
            5 => {
                let limit = self.rng.below(4) + 1;
                self.line(&format!("if (t < {limit}) {{"));
                self.line("t++;");
                self.line("}");
            }
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
        match self.rng.below(12) {
            0..=2 if self.reads < READS => {
                self.reads += 1;
                "(READ & 3)".to_owned()
            }
            0 | 3 => "(x & 3)".to_owned(),
            1 | 4 => "s".to_owned(),
            2 | 5 => "t".to_owned(),
            6 => format!("((s + {}) & 3)", self.rng.below(4)),
            7 => format!("(t ^ {})", self.rng.below(4)),
            8 => "u".to_owned(),
            9 => (3 + self.rng.below(5)).to_string(),
            _ => self.rng.below(4).to_string(),
        }
    }
}

/// A program that prints, for each function in order, a line of what some script shows: `LINE+` and `LINE-`, and with a `~` before it
/// what more than three calls show.
pub fn judge(made: &[Made]) -> String {
    let mut text = String::from(HEAD);
    let mut calls = String::new();
    for (number, one) in made.iter().enumerate() {
        let (dev, f) = (format!("dev{number}"), format!("f{number}("));
        let own = one.judged.replace(STATICS, "");
        let own = own.replace(
            "int f(",
            &format!("static unsigned char s{number}, t{number}, u{number};\nstatic int {f}"),
        );
        let own = own
            .replace("dev", &dev)
            .replace(&format!("s{number}, t{number}, u{number}"), "s, t, u");
        writeln!(
            text,
            "#define s s{number}\n#define t t{number}\n#define u u{number}\n{own}\n\
             static int state{number}(int put) {{ if (put >= 0) s = put & 7, t = put >> 3 & 7, u = put >> 6; return s | t << 3 | u << 6; }}\n\
             #undef s\n#undef t\n#undef u"
        )
        .expect("writing to a string succeeds");
        writeln!(calls, "    try(f{number}, state{number});")
            .expect("writing to a string succeeds");
    }
    write!(text, "int main(void)\n{{\n{calls}    return 0;\n}}\n")
        .expect("writing to a string succeeds");
    text
}

const HEAD: &str = r#"#include <stdio.h>
#include <string.h>
#define FIRST (1 << 6)
static unsigned script, args;
static int n_read;
static unsigned char met[256][2], few[256][2], found[512];
static int next(void) { return script >> 2 * n_read++ & 3; }
static int seen(int line, int truth) { met[line][!!truth] = 1; return truth; }
static void tell(int line, int truth, char sign)
{
    if (met[line][truth])
        printf("%s%d%c ", few[line][truth] ? "" : "~", line, sign);
}
static void try(int (*f)(unsigned char), int (*state)(int))
{
    int calls, i, line, open[512], n_open = 0;
    memset(met, 0, sizeof met);
    memset(found, 0, sizeof found);
    for (calls = 1; calls <= 3; calls++)
        for (script = 0; script < 1u << 4 * calls; script++)
            for (args = 0; args < 1u << 2 * calls; args++) {
                state(FIRST);
                n_read = 0;
                for (i = 0; i < calls; i++)
                    f(args >> 2 * i & 3);
            }
    memcpy(few, met, sizeof met);
    found[open[n_open++] = FIRST] = 1;
    for (i = 0; i < n_open; i++)
        for (script = 0; script < 16; script++)
            for (args = 0; args < 4; args++) {
                int now;
                state(open[i]);
                n_read = 0;
                f(args);
                now = state(-1);
                if (!found[now])
                    found[open[n_open++] = now] = 1;
            }
    for (line = 0; line < 256; line++) {
        tell(line, 1, '+');
        tell(line, 0, '-');
    }
    printf("\n");
}
"#;
