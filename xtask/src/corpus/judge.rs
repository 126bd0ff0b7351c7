//! Another parser of C as a judge: what `lang-c` accepts, ours must accept.
//!
//! It sees preprocessed text without comments, as it reads none. It says nothing about types.

use lang_c::driver::{Config, parse_preprocessed};
use std::path::Path;
use std::process::Command;

/// Its parser follows the text's nesting.
const STACK_BYTES: usize = 1 << 30;

/// Does `lang-c` accept a file?
pub(super) fn accepts(file: &Path, flags: &[String]) -> Result<bool, String> {
    let mut cc = Command::new("cc");
    let output = cc.args(["-E", "-w"]).args(flags).arg(file).output();
    let output = output.map_err(|error| format!("cc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let parse = move || parse_preprocessed(&Config::with_gcc(), text).is_ok();
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(parse);
    let worker = worker.map_err(|error| error.to_string())?;
    // A judge that panics has not accepted.
    Ok(worker.join().unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use filetests::Scratch;

    #[test]
    fn good_and_bad_c_is_told_apart() {
        let scratch = Scratch::new().unwrap();
        let file = scratch.file("a.c");
        let check = |text: &str, expect: bool| {
            std::fs::write(&file, text).unwrap();
            assert_eq!(accepts(&file, &[]), Ok(expect), "{text}");
        };
        check("int f(int x) { return x; } /* well */", true);
        check("int f(int x { return x; }", false);
    }
}
