//! The files below `filetests/` that need the binary.

use filetests::{Tools, run_folder};

fn tools() -> Tools {
    Tools { probant: Some(env!("CARGO_BIN_EXE_probant").into()) }
}

#[test]
fn cli() {
    run_folder("cli", &tools());
}

/// What `cargo xtask fuzz bytes` once found.
#[test]
fn regress() {
    run_folder("regress", &tools());
}
