//! The judge of layouts: random records as C, with assertions of our own layout that a compiler then confirms or refutes.
//!
//! [`records`] writes struct and union definitions; [`assertions`] writes C that compiles and whose `layout_failures()` returns 0
//! exactly if the compiler lays them out as we do. Nothing is run here: the caller has a compiler. Without a C library for
//! `-m32`, the function can be called from a `_start` of its own.

use crate::target::Target;
use crate::typed::Unit;
use crate::types::{Record, RecordId, Type};

/// `count` random record definitions, named `S0`, `S1`, …; the same for the same seed.
pub fn records(seed: u64, count: u32, target: &Target) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::from("enum small { A, B, C };\nenum negative { D = -1, E };\n");
    for index in 0..count {
        text += &record(&mut random, index, target);
    }
    text
}

/// Assertions of the layout of every tagged record of a unit: static ones, and a function `int layout_failures(void)`.
pub fn assertions(unit: &Unit) -> String {
    let (mut lines, mut calls) = (Vec::new(), vec!["0".to_owned()]);
    for (id, record) in unit.records.iter() {
        if let (Some(tag), true) = (&record.tag, record.complete) {
            assert_record(unit, id, record, tag, &mut lines, &mut calls);
        }
    }
    lines.push(format!("int layout_failures(void) {{ return {}; }}", calls.join(" + ")));
    lines.join("\n")
}

fn assert_record(
    unit: &Unit,
    id: RecordId,
    record: &Record,
    tag: &str,
    lines: &mut Vec<String>,
    calls: &mut Vec<String>,
) {
    let name = unit.record_text(id);
    let (size, align) = (record.size, record.align);
    lines.push(format!("_Static_assert(sizeof({name}) == {size}, \"size\");"));
    lines.push(format!("_Static_assert(_Alignof({name}) == {align}, \"align\");"));
    for (path, place) in places(unit, id) {
        let Some(bits) = place.bits else {
            let offset = format!("__builtin_offsetof({name}, {path})");
            lines.push(format!("_Static_assert({offset} == {}, \"{path}\");", place.offset));
            continue;
        };
        let first = place.offset * 8 + u64::from(bits.offset);
        let mask = mask_bytes(size, first, u64::from(bits.width));
        lines.push(assert_bits(&name, tag, &path, &mask));
        calls.push(format!("wrong_{tag}_{path}()"));
    }
}

/// A member reachable by name, through anonymous ones.
struct Place {
    offset: u64,
    bits: Option<crate::types::BitField>,
}

fn places(unit: &Unit, record: RecordId) -> Vec<(String, Place)> {
    let (mut found, mut todo) = (Vec::new(), vec![(record, 0)]);
    while let Some((record, base)) = todo.pop() {
        for field in &unit.records[record].fields {
            let offset = base + field.offset;
            match (&field.name, &unit.types[field.ty.ty]) {
                (Some(name), _) => found.push((name.clone(), Place { offset, bits: field.bits })),
                (None, Type::Record(inner)) => todo.push((*inner, offset)),
                (None, _) => {}
            }
        }
    }
    found
}

fn mask_bytes(size: u64, first: u64, width: u64) -> Vec<u8> {
    let mut bytes = vec![0_u8; size as usize];
    for bit in first..first + width {
        if let Some(byte) = bytes.get_mut((bit / 8) as usize) {
            *byte |= 1 << (bit % 8);
        }
    }
    bytes
}

/// All ones in the member must be these bytes of the record.
fn assert_bits(name: &str, tag: &str, path: &str, mask: &[u8]) -> String {
    let bytes: Vec<_> = mask.iter().map(u8::to_string).collect();
    format!(
        "static int wrong_{tag}_{path}(void) {{\n  \
           static const union {{ {name} s; unsigned char b[{size}]; }} u = {{ .s = {{ .{path} = -1 }} }};\n  \
           static const unsigned char expected[] = {{ {} }};\n  \
           for (int i = 0; i < {size}; i++) if (u.b[i] != expected[i]) return 1;\n  return 0;\n}}",
        bytes.join(", "),
        size = mask.len()
    )
}

/// Scalars with their width in bits as a bit-field, 0 for none. The last one exists on 64-bit targets only.
const SCALARS: &[(&str, u32)] = &[
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("unsigned long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum small", 3),
    ("enum negative", 3),
    ("float", 0),
    ("double", 0),
    ("long double", 0),
    ("void *", 0),
    ("double _Complex", 0),
    ("__int128", 0),
];

fn record(random: &mut Random, index: u32, target: &Target) -> String {
    let kind = if random.one_in(5) { "union" } else { "struct" };
    let (mut members, mut next) = (String::new(), 0);
    for _ in 0..=random.below(7) {
        members += &member(random, index, &mut next, target, 0);
    }
    let attribute = attribute(random, 6, 8);
    let (push, pop) = match random.below(8) {
        0 => (format!("#pragma pack(push, {})\n", 1 << random.below(4)), "#pragma pack(pop)\n"),
        _ => (String::new(), ""),
    };
    format!(
        "{push}{kind} S{index} {{\n{members}}}{attribute};\n{pop}typedef {kind} S{index} T{index};\n"
    )
}

fn member(random: &mut Random, index: u32, next: &mut u32, target: &Target, depth: u32) -> String {
    let pad = "  ".repeat(depth as usize + 1);
    if depth < 2 && random.one_in(12) {
        let kind = if random.one_in(2) { "union" } else { "struct" };
        let mut inner = String::new();
        for _ in 0..=random.below(3) {
            inner += &member(random, index, next, target, depth + 1);
        }
        return format!("{pad}{kind} {{\n{inner}{pad}}}{};\n", attribute(random, 8, 10));
    }
    *next += 1;
    let name = format!("m{next}");
    let scalars = if target.pointer == 8 { SCALARS } else { &SCALARS[..SCALARS.len() - 1] };
    let (ty, bits) = scalars[random.below(scalars.len() as u32) as usize];
    if bits > 0 && random.one_in(2) {
        let width = random.below(bits) + 1;
        let attribute = attribute(random, 14, 16);
        return match random.below(10) {
            0 => format!("{pad}{ty} : 0;\n"),
            1 => format!("{pad}{ty} : {width};\n"),
            _ => format!("{pad}{ty} {name} : {width}{attribute};\n"),
        };
    }
    if index > 0 && random.one_in(8) {
        return format!("{pad}T{} {name}{};\n", random.below(index), attribute(random, 14, 12));
    }
    let array = if random.one_in(4) { format!("[{}]", random.below(4)) } else { String::new() };
    format!("{pad}{ty} {name}{array}{};\n", attribute(random, 14, 12))
}

/// `packed` once in so many, `aligned` once in so many.
fn attribute(random: &mut Random, packed: u32, aligned: u32) -> String {
    let mut words = Vec::new();
    if random.one_in(packed) {
        words.push("packed".to_owned());
    }
    if random.one_in(aligned) {
        words.push(format!("aligned({})", 1 << random.below(6)));
    }
    if words.is_empty() {
        return String::new();
    }
    format!(" __attribute__(({}))", words.join(", "))
}

/// A small generator of numbers (Marsaglia's xorshift), so that a seed is a test case.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % u64::from(limit.max(1))) as u32
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}
