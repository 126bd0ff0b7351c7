//! Compile with the user's compiler, run in a child process, measure.
