//! Data models as the preprocessor is told of them: a target for which no code is compiled here has its macros defined, and the
//! one that names it says to us which it is. The headers are the host's, or those of the compiler that the user names.

use crate::args::TargetModel;
use cfront::target::{ByteOrder, Target};
use cfront::types::IntKind;

/// Says which model a file is read for.
const NAME: &str = "-D__PROBANT_MODEL__=";

/// What headers of the host ask to find out what they are compiled for.
const HOST: [&str; 4] = ["__LP64__", "_LP64", "__SSE2__", "__SIZEOF_INT128__"];

/// Arguments of the compiler for a model.
pub(crate) fn flags(model: TargetModel) -> Vec<String> {
    let target = match model {
        TargetModel::Lp64 => return Vec::new(),
        TargetModel::Ilp32 => return vec!["-m32".to_owned()],
        TargetModel::Ip16 => Target::IP16,
        TargetModel::Ilp32be => Target::ILP32BE,
        TargetModel::Lp64be => Target::LP64BE,
    };
    let mut flags = vec![format!("{NAME}{}", target.name), "-ffreestanding".to_owned()];
    flags.push(if target.char_signed { "-fsigned-char" } else { "-funsigned-char" }.to_owned());
    flags.extend(HOST.iter().filter(|_| target.long != 8).map(|name| format!("-U{name}")));
    for (name, text) in macros(&target) {
        flags.extend([format!("-U{name}"), format!("-D{name}={text}")]);
    }
    flags
}

/// The model that the arguments of a compiler name, if it is another than the host's.
pub(crate) fn said(args: &[String]) -> Option<Target> {
    args.iter().rev().find_map(|arg| Target::named(arg.strip_prefix(NAME)?))
}

/// Says that nobody runs the tests of a model.
pub(crate) fn not_replayed(target: &Target) -> String {
    let name = target.name;
    format!(
        "probant: tests for {name} are not replayed: nothing here runs such code; they rest on the interpreter alone\n"
    )
}

/// The macros that compilers define by the data model.
fn macros(target: &Target) -> Vec<(String, String)> {
    let order = match target.order {
        ByteOrder::Little => "__ORDER_LITTLE_ENDIAN__",
        ByteOrder::Big => "__ORDER_BIG_ENDIAN__",
    };
    let mut macros = vec![
        ("__BYTE_ORDER__".to_owned(), order.to_owned()),
        ("__FLOAT_WORD_ORDER__".to_owned(), order.to_owned()),
        ("__BIGGEST_ALIGNMENT__".to_owned(), target.max_align.to_string()),
        ("__SIZEOF_POINTER__".to_owned(), target.pointer.to_string()),
        ("__SIZEOF_LONG_DOUBLE__".to_owned(), target.float_size(target.long_double).to_string()),
    ];
    for (name, kind) in limits(target) {
        macros.push((format!("__{name}_MAX__"), greatest(target, kind)));
        macros.push((format!("__{name}_WIDTH__"), target.int_bits(kind).to_string()));
    }
    for (name, kind) in sizes(target) {
        macros.push((format!("__SIZEOF_{name}__"), target.int_size(kind).to_string()));
    }
    for (name, kind) in types(target) {
        macros.push((format!("__{name}_TYPE__"), spelling(kind).to_owned()));
        macros.push((format!("__{name}_MAX__"), greatest(target, kind)));
    }
    macros
}

fn limits(target: &Target) -> [(&'static str, IntKind); 7] {
    [
        ("SHRT", IntKind::Short),
        ("INT", IntKind::Int),
        ("LONG", IntKind::Long),
        ("LONG_LONG", IntKind::LLong),
        ("WCHAR", target.wchar_t),
        ("SIZE", target.size_t),
        ("PTRDIFF", target.ptrdiff_t),
    ]
}

fn sizes(target: &Target) -> [(&'static str, IntKind); 7] {
    [
        ("SHORT", IntKind::Short),
        ("INT", IntKind::Int),
        ("LONG", IntKind::Long),
        ("LONG_LONG", IntKind::LLong),
        ("WCHAR_T", target.wchar_t),
        ("SIZE_T", target.size_t),
        ("PTRDIFF_T", target.ptrdiff_t),
    ]
}

/// The types behind those of `stddef.h` and `stdint.h`.
fn types(target: &Target) -> Vec<(String, IntKind)> {
    let unsigned = cfront::target::to_unsigned;
    let signed = |bits: u32| {
        let kinds = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LLong];
        let fits = |kind: &IntKind| target.int_bits(*kind) == bits;
        kinds.into_iter().find(fits).expect("all widths up to 64 bits have a type")
    };
    let mut types = vec![
        ("SIZE".to_owned(), target.size_t),
        ("PTRDIFF".to_owned(), target.ptrdiff_t),
        ("WCHAR".to_owned(), target.wchar_t),
        ("INTPTR".to_owned(), target.ptrdiff_t),
        ("UINTPTR".to_owned(), target.size_t),
        ("INTMAX".to_owned(), signed(64)),
        ("UINTMAX".to_owned(), unsigned(signed(64))),
        ("CHAR16".to_owned(), IntKind::UShort),
        ("CHAR32".to_owned(), unsigned(signed(32))),
    ];
    for bits in [8, 16, 32, 64] {
        for (name, kind) in [("INT", signed(bits)), ("UINT", unsigned(signed(bits)))] {
            types.push((format!("{name}{bits}"), kind));
            types.push((format!("{name}_LEAST{bits}"), kind));
            types.push((format!("{name}_FAST{bits}"), kind));
        }
    }
    types
}

/// The greatest value of a type, as a constant of it.
fn greatest(target: &Target, kind: IntKind) -> String {
    let bits = target.int_bits(kind);
    let value = if target.is_signed(kind) { (1_u128 << (bits - 1)) - 1 } else { (1 << bits) - 1 };
    let suffix = match kind {
        IntKind::UInt => "U",
        IntKind::UShort if target.int == 2 => "U",
        IntKind::Long => "L",
        IntKind::ULong => "UL",
        IntKind::LLong => "LL",
        IntKind::ULLong => "ULL",
        _ => "",
    };
    format!("{value}{suffix}")
}

fn spelling(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short int",
        IntKind::UShort => "short unsigned int",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long int",
        IntKind::ULong => "long unsigned int",
        IntKind::LLong => "long long int",
        IntKind::ULLong => "long long unsigned int",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// The macros that clang defines for a target and that we define otherwise.
    fn otherwise(target: &Target, triple: &str) -> Option<Vec<String>> {
        let mut clang = Command::new("clang");
        clang.args([&format!("--target={triple}"), "-dM", "-E", "-x", "c", "/dev/null"]);
        let said = String::from_utf8(clang.output().ok()?.stdout).ok()?;
        let of_clang = |name: &str| {
            let line = format!("#define {name} ");
            said.lines().find_map(|it| it.strip_prefix(&line)).map(str::to_owned)
        };
        let plain = |text: &str| {
            let mut words: Vec<_> = text.split(' ').filter(|word| *word != "int").collect();
            words.sort_unstable();
            words.join(" ")
        };
        // Which of two types of one width is behind a fast one, and suffixes of narrow constants, are a matter of taste; that
        // char32_t has 16 bits on MSP430 is a mistake of clang's.
        let differs = |(name, text): &(String, String)| {
            let theirs = of_clang(name)?;
            let same = plain(&theirs) == plain(text) || theirs.trim_end_matches('U') == text;
            (!same && !name.contains("FAST") && !name.contains("CHAR32"))
                .then(|| format!("{name}: {text}, clang {theirs}"))
        };
        Some(macros(target).iter().filter_map(differs).collect())
    }

    #[test]
    fn macros_are_those_of_clang() {
        for (target, triple) in [
            (Target::IP16, "msp430"),
            (Target::ILP32BE, "armeb-linux-gnueabi"),
            (Target::LP64BE, "aarch64_be-linux-gnu"),
        ] {
            match otherwise(&target, triple) {
                Some(found) => assert_eq!(found, Vec::<String>::new(), "{}", target.name),
                None => println!("skipped: no clang"),
            }
        }
    }
}
