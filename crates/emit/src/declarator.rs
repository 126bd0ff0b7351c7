//! C declarations: a type and a name woven together the way C wants it, `int (*p)[3]`.

use suite::{CType, IntType, TypeId, Types};

/// The declaration of `name` with type `ty`, without a semicolon: `const int *p`.
pub(crate) fn declare(types: &Types, ty: TypeId, name: &str) -> String {
    weave(types, ty, name.to_string(), false)
}

/// The same with the outermost element type made `const`: `const int want[3]`.
pub(crate) fn declare_const(types: &Types, ty: TypeId, name: &str) -> String {
    weave(types, ty, name.to_string(), true)
}

/// The type alone, as a cast spells it: `struct node *`.
pub(crate) fn type_name(types: &Types, ty: TypeId) -> String {
    weave(types, ty, String::new(), false)
}

/// The declaration of `name` with a type as C spells it without a name: `int (*)(int)`.
pub(crate) fn declare_spelled(spelling: &str, name: &str) -> String {
    // The name stands where a pointer is put in parentheses, `(*)` or `(**)`; else it comes last.
    let stars = spelling.match_indices("(*").map(|(at, _)| {
        let stars = spelling[at + 1..].chars().take_while(|&c| c == '*').count();
        at + 1 + stars
    });
    if let Some(at) = stars.into_iter().find(|&at| spelling[at..].starts_with(')')) {
        return format!("{}{name}{}", &spelling[..at], &spelling[at..]);
    }
    let space = if spelling.ends_with('*') { "" } else { " " };
    format!("{spelling}{space}{name}")
}

/// An integer type in words; an enumeration without a name is spelled as the type that it is.
pub(crate) fn spelling(int: &IntType) -> &str {
    match (is_unnamed(int), int.signed) {
        (false, _) => &int.spelling,
        (true, true) => "int",
        (true, false) => "unsigned int",
    }
}

/// Is it an enumeration without a name? Those of parameter lists are not even in scope in a test.
pub(crate) fn is_unnamed(int: &IntType) -> bool {
    int.spelling.contains("/*")
}

/// Walks from the outside of the type to its base, wrapping `inner` on the way. `is_const`
/// qualifies what is reached next.
fn weave(types: &Types, mut ty: TypeId, mut inner: String, mut is_const: bool) -> String {
    loop {
        match types.get(ty) {
            CType::Void => return base("void", &inner, is_const),
            CType::Int(int) => return base(spelling(int), &inner, is_const),
            CType::Float { spelling, .. } | CType::Struct { spelling, .. } => {
                return base(spelling, &inner, is_const);
            }
            CType::Pointer { to, to_const } => {
                inner = pointer(&inner, is_const);
                if matches!(types.get(*to), CType::Array { .. }) {
                    inner = format!("({inner})");
                }
                (ty, is_const) = (*to, *to_const);
            }
            CType::Array { elem, len } => {
                inner = format!("{inner}[{len}]");
                ty = *elem;
            }
            CType::FunctionPointer { returns, params, variadic } => {
                let head = pointer(&inner, is_const);
                inner = format!("({head})({})", parameters(types, params, *variadic));
                (ty, is_const) = (*returns, false);
            }
        }
    }
}

/// A parameter list of types only: `int, char *, ...`.
fn parameters(types: &Types, params: &[TypeId], variadic: bool) -> String {
    let mut list: Vec<String> = params.iter().map(|&ty| type_name(types, ty)).collect();
    if variadic {
        list.push("...".into());
    }
    if list.is_empty() { "void".into() } else { list.join(", ") }
}

fn pointer(inner: &str, is_const: bool) -> String {
    match (is_const, inner.is_empty()) {
        (false, _) => format!("*{inner}"),
        (true, true) => "*const".into(),
        (true, false) => format!("*const {inner}"),
    }
}

fn base(spelling: &str, inner: &str, is_const: bool) -> String {
    let qualifier = if is_const { "const " } else { "" };
    let space = if inner.is_empty() { "" } else { " " };
    format!("{qualifier}{spelling}{space}{inner}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(types: &Types, ty: TypeId, expect: &str) {
        assert_eq!(declare(types, ty, "x"), expect);
    }

    #[test]
    fn spelled_types_take_their_name_inside() {
        let check = |spelling: &str, expect: &str| {
            assert_eq!(declare_spelled(spelling, "x"), expect);
        };
        check("volatile char *", "volatile char *x");
        check("struct box", "struct box x");
        check("int (*)(int, int (*)(void))", "int (*x)(int, int (*)(void))");
        check("int (**)[3]", "int (**x)[3]");
    }

    #[test]
    fn declarations_read_inside_out() {
        let mut types = Types::new();
        let int = types.int("int", 32, true);
        let row = types.add(CType::Array { elem: int, len: 3 });
        let to_row = types.pointer(row);
        let rows = types.add(CType::Array { elem: row, len: 2 });
        let to_const = types.add(CType::Pointer { to: int, to_const: true });
        let to_const_pointer = types.add(CType::Pointer { to: to_const, to_const: true });
        let callback = types.add(CType::FunctionPointer {
            returns: to_const,
            params: vec![int, to_row],
            variadic: true,
        });
        let callbacks = types.add(CType::Array { elem: callback, len: 4 });
        check(&types, int, "int x");
        check(&types, rows, "int x[2][3]");
        check(&types, to_row, "int (*x)[3]");
        check(&types, to_const, "const int *x");
        check(&types, to_const_pointer, "const int *const *x");
        check(&types, callback, "const int *(*x)(int, int (*)[3], ...)");
        check(&types, callbacks, "const int *(*x[4])(int, int (*)[3], ...)");
        assert_eq!(type_name(&types, to_const_pointer), "const int *const *");
        assert_eq!(declare_const(&types, rows, "x"), "const int x[2][3]");
        assert_eq!(declare_const(&types, to_const, "x"), "const int *const x");
    }
}
