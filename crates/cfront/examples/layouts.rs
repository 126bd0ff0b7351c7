//! Prints random records with assertions of our layout: `layouts SEED COUNT lp64 > l.c && gcc -w l.c && ./a.out`.
//!
//! For `ilp32` the program has its own `_start`, for `gcc -m32 -w -nostdlib -static -fno-pic -fno-stack-protector`.

fn main() {
    let mut args = std::env::args().skip(1);
    let seed = args.next().and_then(|arg| arg.parse().ok()).unwrap_or(1);
    let count = args.next().and_then(|arg| arg.parse().ok()).unwrap_or(100);
    let target = args.next().unwrap_or_else(|| "lp64".to_owned());
    let target = cfront::target::Target::named(&target).expect("lp64 or ilp32");
    let text = cfront::layout_check::records(seed, count, &target);
    let pre = cfront::pp::read(text.clone(), &|_| None);
    let (ast, parsed) = cfront::parse_unit(&pre.map, &pre.macros);
    let (unit, checked) = cfront::sema::check(&ast, &pre.map, &target);
    for message in parsed.iter().chain(&checked) {
        eprintln!("{}: {} [{}]", message.code, message.message, pre.map.slice(message.span));
    }
    println!("{text}\n{}", cfront::layout_check::assertions(&unit));
    println!("{}", if target.pointer == 8 { MAIN } else { START });
}

const MAIN: &str = "int main(void) { return layout_failures(); }";
const START: &str =
    "void _start(void) { __asm__ volatile (\"int $0x80\" :: \"a\"(1), \"b\"(layout_failures())); }";
