//! Runs the files below filetests/: one test command each.
