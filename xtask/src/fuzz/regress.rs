//! A shrunk difference as a file below `filetests/regress/`.

use fuzzgen::tree::Program;
use fuzzgen::{Domain, Slot, print};
use std::fmt::Write;
use std::path::PathBuf;
use std::{fs, io};

/// The text of a `run` test that makes one call of the function; `expect` is `== 3` or `traps …`.
pub(super) fn run_test(program: &Program, input: u64, expect: &str, about: &str) -> String {
    let mut text = format!("// test: run\n// {about}\n{}", print::unit(program, ""));
    text.push_str(&print::observer(program, ""));
    text.push_str("unsigned long long regress(void) {\n");
    let domain = Domain::of(program);
    let mut args = Vec::new();
    for (var, value) in domain.vars.iter().zip(domain.nth(input)) {
        let value = print::constant(value, var.int);
        match var.slot {
            Slot::Param(_) => args.push(value),
            Slot::Global(_) => {
                let _ = writeln!(text, "  {} = {value};", var.name);
            }
        }
    }
    let _ = writeln!(text, "  return {}({});\n}}", print::observer_name(""), args.join(", "));
    let _ = writeln!(text, "// run: regress() {expect}");
    text
}

/// Writes the file and says where.
pub(super) fn write(name: &str, text: &str) -> io::Result<PathBuf> {
    let folder = filetests::root().join("regress");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{name}.c"));
    fs::write(&path, text)?;
    Ok(path)
}
