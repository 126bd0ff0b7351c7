//! One test per folder below `filetests/`. The folder `cli` needs the binary and is run by the crate `probant`.

use filetests::{Tools, run_folder};

#[test]
fn parse() {
    run_folder("parse", &Tools::default());
}

#[test]
fn run() {
    run_folder("run", &Tools::default());
}

#[test]
fn lower() {
    run_folder("lower", &Tools::default());
}

#[test]
fn world() {
    run_folder("world", &Tools::default());
}

#[test]
fn generate() {
    run_folder("gen", &Tools::default());
}

#[test]
fn regress() {
    run_folder("regress", &Tools::default());
}

#[test]
fn heap() {
    run_folder("heap", &Tools::default());
}
