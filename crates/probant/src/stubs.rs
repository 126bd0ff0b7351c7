//! Functions that `--stub` replaces: they count as defined elsewhere, although the file defines them.
//!
//! Their bodies are taken out of the preprocessed text before anyone reads it, so that engines, interpreter and replay all see
//! a declaration. Test files include the source as it is; there the linker puts the stub in the place of the function, which
//! is why it has to be one that the linker sees.

use crate::config::map_back;
use crate::lookup::nearest;
use cfront::ast::{Ast, Function, Item, Storage};
use cfront::pp::Preprocessed;
use source::Span;

/// The names that are to be replaced, by who gave them.
pub(crate) struct Wanted<'a> {
    /// On the command line: the file should define or declare them.
    pub(crate) given: &'a [String],
    /// In the project file: they are for all files of the project.
    pub(crate) of_project: &'a [String],
}

impl Wanted<'_> {
    fn contains(&self, name: &str) -> bool {
        self.given.iter().chain(self.of_project).any(|wanted| wanted == name)
    }

    fn is_empty(&self) -> bool {
        self.given.is_empty() && self.of_project.is_empty()
    }
}

/// The unit without the bodies of functions that are replaced, and their names; or why one cannot be replaced.
pub(crate) fn without_bodies(
    unit: Preprocessed,
    wanted: &Wanted<'_>,
) -> Result<(Preprocessed, Vec<String>), String> {
    if wanted.is_empty() {
        return Ok((unit, Vec::new()));
    }
    let (ast, diagnostics) = cfront::parse_unit(&unit.map, &unit.macros);
    if diagnostics.has_errors() {
        // Whoever reads the text next says what is wrong with it.
        return Ok((unit, Vec::new()));
    }
    let defined: Vec<(&str, &Function)> = definitions(&ast).collect();
    check_given(&ast, &defined, wanted.given)?;
    let (mut text, mut replaced, mut copied) = (String::new(), Vec::new(), 0);
    for (name, function) in defined.iter().filter(|(name, _)| wanted.contains(name)) {
        check_replaceable(&ast, name, function)?;
        let body = ast.stmts[function.body].span;
        text.push_str(&unit.map.text[copied..body.lo as usize]);
        text.push(';');
        // What follows stands where it did.
        let brace = Span { lo: body.hi - 1, hi: body.hi };
        text.push_str(&map_back(&unit.map, brace).unwrap_or_default());
        copied = body.hi as usize;
        replaced.push((*name).to_owned());
    }
    text.push_str(&unit.map.text[copied..]);
    Ok((crate::front::read_text(text), replaced))
}

/// What the linker of a test file is told: the stub stands for the function.
pub(crate) fn linker_flags(replaced: &[String]) -> impl Iterator<Item = String> {
    replaced.iter().map(|name| format!("-Wl,--defsym={name}={}", emit::stub_symbol(name)))
}

fn definitions(ast: &Ast) -> impl Iterator<Item = (&str, &Function)> {
    ast.items.iter().filter_map(|item| match item {
        Item::Function(id) => {
            let function = &ast.functions[*id];
            let name = ast.declarators[function.declarator].name?;
            Some((&ast.names[name.name], function))
        }
        _ => None,
    })
}

fn check_given(ast: &Ast, defined: &[(&str, &Function)], given: &[String]) -> Result<(), String> {
    let is_declared = |name: &String| {
        let mut named = ast.declarators.values().filter_map(|declarator| declarator.name);
        named.any(|ident| ast.names[ident.name] == **name)
    };
    let Some(name) = given.iter().find(|name| !is_declared(name)) else { return Ok(()) };
    let known: Vec<&str> = defined.iter().map(|(name, _)| *name).collect();
    Err(match nearest(name, &known) {
        Some(near) => {
            format!("there is no function `{name}` to replace: did you mean `{near}`?")
        }
        None => format!("there is no function `{name}` to replace"),
    })
}

fn check_replaceable(ast: &Ast, name: &str, function: &Function) -> Result<(), String> {
    if ast.specs[function.specs].storage == Some(Storage::Static) {
        return Err(format!(
            "`{name}` is static: only functions that the linker sees can be replaced"
        ));
    }
    if !function.old_params.is_empty() {
        return Err(format!(
            "`{name}` is defined in the old style: only prototypes can be replaced"
        ));
    }
    Ok(())
}
