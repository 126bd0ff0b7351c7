//! Everything that needs a C compiler: emitted files, replay, sanitizers, gcov.

mod emitted;
mod replay;
mod samples;
mod spelling;
