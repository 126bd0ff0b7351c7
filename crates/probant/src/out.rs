//! Standard output. A reader that went away (`| head`) is no error of ours, so nothing here fails.

use std::fmt::Arguments;
use std::io::Write;

/// Prints a text as it is.
pub(crate) fn text(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Prints a line; the arguments of `say!`.
pub(crate) fn line(line: Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Prints a line to standard output, like `println!`, if somebody still reads it.
macro_rules! say {
    ($($arg:tt)*) => { crate::out::line(format_args!($($arg)*)) };
}
pub(crate) use say;
