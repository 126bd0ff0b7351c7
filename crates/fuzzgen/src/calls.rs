//! Random functions that live on what others say: functions of elsewhere that return and write, callbacks, variable arguments, input
//! streams; and a C program that tries all scripts of what these give.
//!
//! All numbers are below four, and there are as many places that ask as a script has numbers, so that all is everything.

use crate::Rng;
use crate::scripts::{Body, Made, watched};
use std::fmt::Write;

/// Most places that ask others.
const ASKED: usize = 4;

/// What stands before the function, on one line so that lines are the same for both sides.
const UNIT_HEAD: &str = "#include <stdarg.h>\n#include <stdio.h>\nint next(void); void put(unsigned char *p); struct both { unsigned char a, b; }; struct both two(void); static unsigned char own(unsigned char v) { return v ^ 1; } static int pick(int n, ...) { va_list ap; int a, b; va_start(ap, n); a = va_arg(ap, int); b = va_arg(ap, int); va_end(ap); return a + n * b; }\n";
const JUDGED_HEAD: &str = "\n\n\n";

/// The function with a number.
pub fn make(seed: u64, number: u64) -> Made {
    let rng = Rng::new(seed.wrapping_mul(0x51ed) ^ number.wrapping_mul(0x2545_f491));
    let mut maker = Maker { rng, text: String::new(), asked: 0 };
    maker.text.push_str("HEAD\nunsigned char s = 0, t = own(0); int n = 0; BEGIN\n");
    for _ in 0..3 + maker.rng.below(3) {
        maker.statement(2);
    }
    maker.text.push_str("FINISH return n + t;\n}\n");
    let own = |forms: [(&str, &str); 10]| {
        let mut text = maker.text.clone();
        for (word, form) in forms {
            text = text.replace(word, form);
        }
        text
    };
    let head = "int f(unsigned char x, unsigned char (*cb)(unsigned char), ...) {";
    let unit = own([
        ("HEAD", head),
        ("BEGIN", "va_list ap; va_start(ap, cb);"),
        ("FINISH", "va_end(ap);"),
        ("ASK", "next()"),
        ("CALL", "cb(x)"),
        ("MORE", "va_arg(ap, int)"),
        ("ISOVER", "(getchar() < 0)"),
        ("BYTE", "getchar()"),
        ("MEMBER", "two().b"),
        ("WRITES", "put(&s); s &= 3"),
    ]);
    let judged = own([
        ("HEAD", "int f(unsigned char x) {"),
        ("BEGIN", ""),
        ("FINISH ", ""),
        ("ASK", "next()"),
        ("CALL", "next()"),
        ("MORE", "next()"),
        ("ISOVER", "(next() == 3)"),
        ("BYTE", "next()"),
        ("MEMBER", "next()"),
        ("WRITES", "s = next()"),
    ]);
    Made { unit: format!("{UNIT_HEAD}{unit}"), judged: watched(&format!("{JUDGED_HEAD}{judged}")) }
}

struct Maker {
    rng: Rng,
    text: String,
    asked: usize,
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
            0 if self.asked < ASKED => {
                self.asked += 1;
                self.line("WRITES;");
            }
            0 | 1 => self.line("t = (t + 1) & 3;"),
            2 => {
                let value = self.value();
                self.line(&format!("s = ({value}) & 3;"));
            }
            3 => {
                let (a, b) = (self.value(), self.value());
                self.line(&format!("n = pick(1, {a}, {b});"));
            }
            _ => self.choice(depth),
        }
    }

    fn value(&mut self) -> String {
        let asked =
            ["(ASK & 3)", "(CALL & 3)", "(MORE & 3)", "ISOVER", "(BYTE & 3)", "(MEMBER & 3)"];
        match self.rng.below(9) {
            0..=3 if self.asked < ASKED => {
                self.asked += 1;
                (*self.rng.pick(&asked)).to_owned()
            }
            0 | 4 => "(x & 3)".to_owned(),
            1 | 5 => "s".to_owned(),
            2 | 6 => "t".to_owned(),
            3 | 7 => "(n & 3)".to_owned(),
            _ => self.rng.below(4).to_string(),
        }
    }
}

/// A program that prints, for each function in order, a line of what some script shows: `LINE+` and `LINE-`.
pub fn judge(made: &[Made]) -> String {
    let mut text = String::from(HEAD);
    let mut calls = String::new();
    for (number, one) in made.iter().enumerate() {
        text.push_str(&one.judged.replace("int f(", &format!("static int f{number}(")));
        writeln!(calls, "    try(f{number});").expect("writing to a string succeeds");
    }
    write!(text, "int main(void)\n{{\n{calls}    return 0;\n}}\n")
        .expect("writing to a string succeeds");
    text
}

const HEAD: &str = r#"#include <stdio.h>
#include <string.h>
static unsigned script;
static int n_asked;
static unsigned char met[256][2];
static int next(void) { return script >> 2 * n_asked++ & 3; }
static unsigned char own(unsigned char v) { return v ^ 1; }
static int pick(int n, int a, int b) { return a + n * b; }
static int seen(int line, int truth) { met[line][!!truth] = 1; return truth; }
static void try(int (*f)(unsigned char))
{
    int x, line;
    memset(met, 0, sizeof met);
    for (script = 0; script < 256; script++)
        for (x = 0; x < 4; x++) {
            n_asked = 0;
            f(x);
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
