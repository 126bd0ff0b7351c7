//! Every construct through the parser and the printer.

use super::*;

fn diagnose(text: &str) -> (Ast, Diagnostics) {
    let map = SourceMap::verbatim("t.c", text);
    parse_unit(&map, &Macros::default())
}

#[test]
fn smoke() {
    let (ast, diagnostics) = diagnose("int main(void) { return 0; }");
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(ast.items.len(), 1);
}
