//! `cargo xtask`: our own build and check commands.
fn main() {}
