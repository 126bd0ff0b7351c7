//! Long chains and deep nests on a small stack, and mutated texts: no panic, ever.

use super::unit;
use crate::typed::print;

/// Runs on a thread with a small stack, as the tests of other crates may.
fn on_small_stack(job: impl FnOnce() + Send + 'static) {
    let builder = std::thread::Builder::new().stack_size(2 << 20);
    builder.spawn(job).expect("a thread starts").join().expect("the job does not panic");
}

#[test]
fn long_chains_are_walked() {
    let chains = [
        ("x = 1", " + 1", ";"),
        ("x = 1", " ? 2 : 3", ";"),
        ("x = ", "x ? 1 : ", "2;"),
        ("", "if (x) x; else ", "x;"),
        ("switch (x) {", " l: ", " ; }"),
        ("x", ", x", ";"),
        ("p", "->p", ";"),
        ("p->p", "[0].p", ";"),
        ("x = x", " && x", ";"),
    ];
    on_small_stack(move || {
        for (start, middle, end) in chains {
            let body = format!("{start}{}{end}", middle.repeat(20_000));
            let text = format!("struct s {{ struct s *p; }} *p; void f(int x) {{ {body} }}");
            let (unit, messages) = unit(&text);
            if middle != " l: " {
                assert_eq!(messages, "", "{middle}");
            }
            assert!(print::print(&unit).len() > 20_000, "{middle}");
        }
    });
}

#[test]
fn deep_nests_are_refused_not_overflowed() {
    let nests = [
        ("(", ")"),
        ("{", "}"),
        ("-", ""),
        ("f(", ")"),
        ("a[", "]"),
        ("({", ";})"),
        ("(int)", ""),
        ("x = ", ""),
        ("x ? ", ": y"),
        ("if (x) ", ";"),
        ("sizeof ", ""),
        ("1 + (", ")"),
        ("(struct q){{", "}}"),
        ("typeof(", ")"),
    ];
    on_small_stack(move || {
        for (open, close) in nests {
            for depth in [100, 390, 2000] {
                let inner = format!("{}1{}", open.repeat(depth), close.repeat(depth));
                for text in [format!("void g(int x) {{ {inner}; }}"), format!("int v = {inner};")] {
                    let (unit, _) = unit(&text);
                    print::print(&unit);
                }
            }
        }
    });
}

#[test]
fn deep_types_are_refused() {
    on_small_stack(|| {
        let stars = format!("int {}p; int q = ***p;", "*".repeat(5000));
        assert!(unit(&stars).1.contains("C0312"), "{}", unit(&stars).1);
        let step = |i| format!("typedef t{i} *t{};\n", i + 1);
        let typedefs = format!("typedef int t0;\n{}", (0..400).map(step).collect::<String>());
        assert!(unit(&typedefs).1.contains("C0312"));
        let structs = format!("{}int x;{}", "struct { ".repeat(300), " };".repeat(300));
        unit(&format!("{structs}; int y;"));
    });
}

const SAMPLE: &str = include_str!("sample.c");

/// Random cuts, copies and changed bytes of a sample that has something of everything.
#[test]
fn mutated_texts_never_panic() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % limit.max(1)
    };
    for _ in 0..1500 {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for _ in 0..=below(4) {
            bytes.extend(b"\n");
            let (at, len) = (below(bytes.len()), below(30));
            let end = (at + len).min(bytes.len());
            match below(4) {
                0 => drop(bytes.drain(at..end)),
                1 => bytes[at] = b" (){}[];,*&=+-.<>!?:0129azAZ_\"'\\#"[below(33)],
                2 => {
                    let copy = bytes[at..end].to_vec();
                    let to = below(bytes.len());
                    bytes.splice(to..to, copy);
                }
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (unit, _) = unit(&text);
        print::print(&unit);
    }
}

#[test]
fn the_sample_is_clean() {
    assert_eq!(unit(SAMPLE).1, "");
}
