//! The binary: arguments, files, and the one page that shows the whole flow.
fn main() {}
