//! Structures that the source file declares inside of functions. Tests build them for pointers to whatever, and nobody outside of
//! those functions can name them, so the tests define them once more: the same members in the same order lie at the same places.

use crate::declarator::declare;
use std::collections::BTreeSet;
use std::fmt::Write;
use suite::{CType, Field, FunctionUnderTest, Types};

/// The definitions that tests need, each once, for functions with the types that their tests refer to.
pub(crate) fn definitions<'a>(
    functions: impl Iterator<Item = (&'a Types, &'a FunctionUnderTest)>,
) -> String {
    let (mut text, mut defined) = (String::new(), BTreeSet::new());
    for (types, function) in functions {
        for ty in types.iter() {
            let CType::Struct { spelling, fields, is_union: _ } = ty else { continue };
            let is_plain = !fields.is_empty() && fields.iter().all(|field| !field.name.is_empty());
            if is_plain && function.local_types.contains(spelling) && defined.insert(spelling) {
                definition(types, spelling, fields, &mut text);
            }
        }
    }
    text
}

fn definition(types: &Types, spelling: &str, fields: &[Field], text: &mut String) {
    writeln!(text, "{spelling} {{").expect("writing to a string succeeds");
    for field in fields {
        let member = declare(types, field.ty, &field.name);
        let width = field.bitfield.map(|width| format!(" : {width}")).unwrap_or_default();
        writeln!(text, "    {member}{width};").expect("writing to a string succeeds");
    }
    text.push_str("};\n");
}
