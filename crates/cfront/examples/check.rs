//! Checks preprocessed C read from standard input and prints messages and figures: `cc -E -CC -dD x.c | check`.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input is UTF-8");
    let start = std::time::Instant::now();
    let pre = cfront::pp::read(text, &|name| std::fs::read_to_string(name).ok());
    let (ast, parsed) = cfront::parse_unit(&pre.map, &pre.macros);
    let syntax = start.elapsed();
    let target = std::env::args().nth(1).unwrap_or_else(|| "lp64".to_owned());
    let target = cfront::target::Target::named(&target).expect("lp64 or ilp32");
    let (unit, checked) = cfront::sema::check(&ast, &pre.map, &target);
    let meaning = start.elapsed().checked_sub(syntax).unwrap();
    for item in parsed.iter().chain(&checked) {
        let at = pre.map.locate(item.span.lo);
        let at = at.map(|loc| format!("{}:{}:{}", pre.map.files[loc.file].name, loc.line, loc.col));
        let text = pre.map.original(item.span);
        let text: String = text.chars().take(60).collect();
        println!("{} {:?} {} [{text}]", at.unwrap_or_default(), item.code, item.message);
    }
    if std::env::args().any(|arg| arg == "print") {
        print!("{}", cfront::typed::print::print(&unit));
    }
    println!(
        "{} functions, {} with bodies, {} expressions; syntax {syntax:?}, meaning {meaning:?}",
        unit.funcs.len(),
        unit.funcs.values().filter(|func| func.body.is_some()).count(),
        unit.exprs.len()
    );
}
