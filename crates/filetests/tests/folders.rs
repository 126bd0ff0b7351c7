//! One test per folder below `filetests/`.

#[test]
fn run() {
    filetests::run_folder("run");
}
