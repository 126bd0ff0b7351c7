//! `--link`: other files of the project, from which functions and variables are taken that the file under test only declares.
//!
//! Their preprocessed text is put behind that of the file, as one translation unit. What both declare alike, as common headers do,
//! is taken once; what a linked file has for itself (static functions and variables, types, constants) gets a name of its own where
//! the file under test has that name already ([`names`]). Test files are linked with the files as they are.

mod names;

use cfront::ast::{Ast, ExprKind};
use cfront::pp::{Preprocessed, edited, followed};
use ir::{Linkage, Program};
use names::{Piece, Scope, pieces, uses};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The lines before and behind the text of linked files.
const BEGIN: &str = "\n# 1 \"<linked files>\"\n";
const END: &str = "\n# 1 \"<end of linked files>\"\n";

/// The other files of a unit.
#[derive(Clone, Debug, Default)]
pub struct Linked {
    /// Each with the arguments for compiling it.
    pub(crate) files: Vec<(PathBuf, Vec<String>)>,
    /// What tests have to declare who name something that only the linked files have.
    pub(crate) declared: suite::Declared,
}

/// A linked file that was read.
pub(crate) struct Other {
    pub(crate) path: PathBuf,
    pub(crate) args: Vec<String>,
    pub(crate) text: Preprocessed,
}

/// The unit with the text of other files behind it; or why they do not go together.
pub(crate) fn link(
    unit: Preprocessed,
    others: Vec<Other>,
    stubbed: &[String],
) -> Result<(Preprocessed, Linked), String> {
    if others.is_empty() {
        return Ok((unit, Linked::default()));
    }
    let mut linked = Linked::default();
    let mut whole = followed(&unit, &crate::front::read_text(BEGIN.to_owned()));
    for other in others {
        // Whoever reads the text next says what is wrong with it.
        let Some(own) = Parsed::of(&whole) else { return Ok((unit, Linked::default())) };
        let (text, declared) = apart(&own, &other, stubbed)?;
        whole = followed(&whole, &text);
        linked.files.push((other.path, other.args));
        linked.declared.headers.extend(declared.headers);
        linked.declared.text.push_str(&declared.text);
        linked.declared.names.extend(declared.names);
    }
    Ok((followed(&whole, &crate::front::read_text(END.to_owned())), linked))
}

/// Says of the functions and variables of linked files that they are: no objectives are in them, and nobody outside sees what is
/// static there.
pub(crate) fn mark(program: &mut Program, text: &str) {
    let (Some(from), Some(to)) = (text.find(BEGIN), text.find(END)) else { return };
    let is_inside = |span: Span| (from..to).contains(&(span.lo as usize));
    for data in program.funcs.values_mut().filter(|data| !data.system && is_inside(data.span)) {
        if let Some(body) = &mut data.body {
            data.linked = true;
            body.drop_events();
        }
    }
    for data in program.globals.values_mut().filter(|data| is_inside(data.span)) {
        data.hidden |= data.linkage == Linkage::Internal;
    }
}

/// Text with its syntax.
struct Parsed<'a> {
    unit: &'a Preprocessed,
    ast: Ast,
    pieces: Vec<Piece>,
}

impl<'a> Parsed<'a> {
    fn of(unit: &'a Preprocessed) -> Option<Self> {
        let (ast, diagnostics) = cfront::parse_unit(&unit.map, &unit.macros);
        let pieces = pieces(&ast, &unit.map);
        (!diagnostics.has_errors()).then_some(Self { unit, ast, pieces })
    }

    /// The names at file scope that have the given scope.
    fn named(&self, scope: Scope) -> BTreeSet<&str> {
        let all = self.pieces.iter().flat_map(|piece| &piece.names);
        all.filter(|(_, of)| *of == scope).map(|(name, _)| name.as_str()).collect()
    }

    /// Functions that are called, declared or not.
    fn called(&self) -> impl Iterator<Item = &str> {
        let exprs = self.ast.exprs.values();
        exprs.filter_map(|expr| match &expr.kind {
            ExprKind::Call(callee, _) => match self.ast.exprs[*callee].kind {
                ExprKind::Name(name) => Some(&self.ast.names[name]),
                _ => None,
            },
            _ => None,
        })
    }
}

/// The text of another file as it can stand behind a unit, and what tests may have to declare of it.
fn apart(
    own: &Parsed<'_>,
    other: &Other,
    stubbed: &[String],
) -> Result<(Preprocessed, suite::Declared), String> {
    let mut text = without_annotations(&other.text);
    let Some(parsed) = Parsed::of(&text) else {
        let (_, diagnostics) = cfront::parse_unit(&text.map, &text.macros);
        return Err(crate::diagnose::text(&text.map, &diagnostics));
    };
    check(own, &parsed, &other.path, stubbed)?;
    let (renamed, kept) = renamed(own, &parsed, &other.path);
    let edits = uses(&parsed.ast, &parsed.unit.map, &renamed);
    let declared = names::declared(&parsed.unit.map, &kept, &edits);
    let dropped: Vec<Span> = parsed
        .pieces
        .iter()
        .filter(|piece| !kept.iter().any(|it| it.span == piece.span))
        .map(|piece| piece.span)
        .collect();
    drop(parsed);
    dropped.into_iter().for_each(|span| blank(&mut text.map.text, span));
    let edits: Vec<_> = edits
        .into_iter()
        .filter(|edit| text.map.text[edit.lo as usize..edit.hi as usize].trim() != "")
        .collect();
    Ok((edited(&text, &edits), declared))
}

/// What keeps files from being linked with tests of a unit.
fn check(
    own: &Parsed<'_>,
    other: &Parsed<'_>,
    path: &Path,
    stubbed: &[String],
) -> Result<(), String> {
    let path = path.display();
    let defined = other.named(Scope::Defined);
    if defined.contains("main") {
        return Err(format!("{path} defines `main`, so that no test can be linked with it"));
    }
    if let Some(name) = stubbed.iter().find(|name| defined.contains(name.as_str())) {
        return Err(format!(
            "`{name}` is to be replaced by a stub, but {path}, which is linked, defines it"
        ));
    }
    if let Some(name) = own.named(Scope::Defined).into_iter().find(|name| defined.contains(name)) {
        return Err(format!("`{name}` is defined twice, the second time in {path}"));
    }
    let private = own.named(Scope::Private);
    let declared = other.named(Scope::Declared);
    let mut seen = defined.iter().chain(&declared).copied();
    let theirs = other.named(Scope::Private);
    let mut called = other.called().filter(|name| !theirs.contains(name));
    let clash = seen.find(|name| private.contains(name));
    match clash.or_else(|| called.find(|name| private.contains(name))) {
        Some(name) => Err(format!(
            "`{name}` of {path} is another than that of the file under test, which keeps the name for itself: they cannot be linked"
        )),
        None => Ok(()),
    }
}

/// The new names of what a file has for itself, and what of it a unit has not yet.
fn renamed<'a>(
    own: &Parsed<'_>,
    other: &'a Parsed<'_>,
    path: &Path,
) -> (names::Renamed, Vec<&'a Piece>) {
    let known: BTreeSet<&str> = own.pieces.iter().map(|piece| piece.text.as_str()).collect();
    let mut taken: BTreeSet<&str> = own.called().collect();
    for scope in [Scope::Private, Scope::Declared, Scope::Defined] {
        taken.extend(own.named(scope));
    }
    let tags = own.named(Scope::Tag);
    let mut renamed = names::Renamed { plain: BTreeMap::new(), tags: BTreeMap::new() };
    let mut kept = Vec::new();
    let new = |name: &str| fresh(name, path, &own.unit.map.text, &other.unit.map.text);
    for piece in &other.pieces {
        let is_known = piece.may_be_shared && known.contains(piece.text.as_str());
        if is_known && !renamed.concerns(&piece.text) {
            continue;
        }
        for (name, scope) in &piece.names {
            match scope {
                Scope::Private if taken.contains(name.as_str()) => {
                    renamed.plain.insert(name.clone(), new(name));
                }
                Scope::Tag if tags.contains(name.as_str()) => {
                    renamed.tags.insert(name.clone(), new(name));
                }
                _ => {}
            }
        }
        kept.push(piece);
    }
    (renamed, kept)
}

/// A name that says where it is from and that nobody has.
fn fresh(name: &str, path: &Path, own: &str, other: &str) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let mut new = format!("{name}_of_{stem}");
    while own.contains(&new) || other.contains(&new) {
        new.push('_');
    }
    new
}

/// Annotations of other files are for those who test them.
fn without_annotations(unit: &Preprocessed) -> Preprocessed {
    let mut names = cfront::lex::token::names_with_keywords();
    let (tokens, _) = cfront::lex::lex(&unit.map, &mut names);
    let mut unit = unit.clone();
    for annotation in tokens.contracts {
        blank(&mut unit.map.text, annotation.span);
    }
    unit
}

/// Takes text out so that all else stays in its place; lines and directives stay.
fn blank(text: &mut String, span: Span) {
    let old = &text[span.lo as usize..span.hi as usize];
    let mut new = String::with_capacity(old.len());
    for line in old.split_inclusive('\n') {
        if line.starts_with('#') {
            new.push_str(line);
        } else {
            new.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        }
    }
    text.replace_range(span.lo as usize..span.hi as usize, &new);
}
