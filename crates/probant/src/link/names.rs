//! What a file declares, piece by piece, and the places where a name of it is meant that gets another.

use cfront::ast::{
    Ast, Declaration, Derivation, ExprKind, Function, Item, Member, Params, Storage, TypeSpecifier,
};
use cfront::ast::{Declarator, DeclaratorId, Ident};
use cfront::lex::{Tok, Token};
use cfront::pp::Edit;
use source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Who knows a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// The file alone: static functions and variables, names of types, constants.
    Private,
    /// Every file, and another may define it.
    Declared,
    /// Every file, and this one defines it.
    Defined,
    /// The file alone: the tag of a structure, union or enumeration that is defined here.
    Tag,
}

/// A declaration or definition at file scope.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) span: Span,
    /// Its tokens, with a blank between any two.
    pub(super) text: String,
    /// What it makes known.
    pub(super) names: Vec<(String, Scope)>,
    /// Is it the same thing if another file says the same? Each file has static variables of its own.
    pub(super) may_be_shared: bool,
    /// What says in another file that it exists, without the semicolon; nothing if nobody else can know.
    pub(super) declaration: Vec<(bool, Vec<Span>)>,
}

/// New names by old ones.
pub(super) struct Renamed {
    pub(super) plain: BTreeMap<String, String>,
    pub(super) tags: BTreeMap<String, String>,
}

impl Renamed {
    /// Does a text of tokens name something that has another name now?
    pub(super) fn concerns(&self, text: &str) -> bool {
        text.split(' ').any(|word| self.plain.contains_key(word) || self.tags.contains_key(word))
    }
}

/// The pieces that a file consists of.
pub(super) fn pieces(ast: &Ast, map: &SourceMap) -> Vec<Piece> {
    let mut names = cfront::lex::token::names_with_keywords();
    let tokens = cfront::lex::lex(map, &mut names).0.tokens;
    let reader = Reader { ast, map, tokens: &tokens };
    let pieces = ast.items.iter().filter_map(|item| match item {
        Item::Declaration(id) => Some(reader.declaration(&ast.decls[*id])),
        Item::Function(id) => Some(reader.function(&ast.functions[*id])),
        Item::StaticAssert(id) => Some(reader.other(ast.static_asserts[*id].span)),
        Item::Asm(_) | Item::Logic(_) => None,
    });
    pieces.collect()
}

struct Reader<'a> {
    ast: &'a Ast,
    map: &'a SourceMap,
    tokens: &'a [Token],
}

impl Reader<'_> {
    fn other(&self, span: Span) -> Piece {
        let (text, names, declaration) = (self.text(span), Vec::new(), Vec::new());
        Piece { span, text, names, may_be_shared: true, declaration }
    }

    fn declaration(&self, decl: &Declaration) -> Piece {
        let specs = &self.ast.specs[decl.specs];
        let mut piece = self.other(decl.span);
        self.types(decl.span, &mut piece.names);
        let mut is_type = decl.declarators.is_empty();
        for init in &decl.declarators {
            let declarator = &self.ast.declarators[init.declarator];
            let Some(name) = self.name(declarator) else { continue };
            let is_function =
                matches!(declarator.derivations.first(), Some(Derivation::Function(_)));
            let is_extern = specs.storage == Some(Storage::Extern) && init.init.is_none();
            let scope = match specs.storage {
                Some(Storage::Typedef | Storage::Static) => Scope::Private,
                _ if is_function || is_extern => Scope::Declared,
                // One of several definitions that all say no value is enough.
                _ if init.init.is_none() => Scope::Declared,
                _ => Scope::Defined,
            };
            is_type |= specs.storage == Some(Storage::Typedef);
            let is_variable = !is_function && !is_extern && specs.storage != Some(Storage::Typedef);
            piece.may_be_shared &= specs.storage != Some(Storage::Static) && !is_variable;
            if scope != Scope::Private {
                let needs_extern = specs.storage.is_none();
                piece.declaration.push((needs_extern, vec![specs.span, declarator.span]));
            }
            piece.names.push((name, scope));
        }
        if is_type {
            let end = decl.span.hi - 1;
            piece.declaration.push((false, vec![Span { lo: decl.span.lo, hi: end }]));
        }
        piece
    }

    fn function(&self, function: &Function) -> Piece {
        let specs = &self.ast.specs[function.specs];
        let declarator = &self.ast.declarators[function.declarator];
        let mut piece = self.other(function.span);
        self.types(specs.span, &mut piece.names);
        let is_private = specs.storage == Some(Storage::Static);
        // Static variables of functions are each file's own, too.
        let keeps = piece.text.split(' ').skip(1).any(|word| word == "static");
        piece.may_be_shared = (is_private || specs.inline) && !keeps;
        let scope = match (is_private, specs.inline) {
            (true, _) => Scope::Private,
            (false, true) => Scope::Declared,
            (false, false) => Scope::Defined,
        };
        if scope == Scope::Defined && function.old_params.is_empty() {
            piece.declaration.push((false, vec![specs.span, declarator.span]));
        }
        piece.names.extend(self.name(declarator).map(|name| (name, scope)));
        piece
    }

    fn name(&self, declarator: &Declarator) -> Option<String> {
        Some(self.ast.names[declarator.name?.name].to_owned())
    }

    /// The tags and constants that are defined in a stretch of text outside of functions.
    fn types(&self, within: Span, names: &mut Vec<(String, Scope)>) {
        let is_inside = |span: Span| within.lo <= span.lo && span.hi <= within.hi;
        let spelled = |ident: &Ident| self.ast.names[ident.name].to_owned();
        let records =
            self.ast.records.values().filter(|it| it.members.is_some() && is_inside(it.span));
        names.extend(records.filter_map(|it| Some((spelled(it.tag.as_ref()?), Scope::Tag))));
        for spec in self.ast.enums.values().filter(|it| is_inside(it.span)) {
            let Some(constants) = &spec.enumerators else { continue };
            names.extend(spec.tag.iter().map(|tag| (spelled(tag), Scope::Tag)));
            names.extend(constants.iter().map(|it| (spelled(&it.name), Scope::Private)));
        }
    }

    fn text(&self, span: Span) -> String {
        let from = self.tokens.partition_point(|token| token.lo < span.lo);
        let inside = self.tokens[from..].iter().take_while(|token| token.hi <= span.hi);
        let words: Vec<&str> = inside
            .filter(|token| token.kind != Tok::Eof)
            .map(|token| &self.map.text[token.lo as usize..token.hi as usize])
            .collect();
        words.join(" ")
    }
}

/// The places where something is named that has another name now, in order.
pub(super) fn uses(ast: &Ast, map: &SourceMap, renamed: &Renamed) -> Vec<Edit> {
    let mut found: BTreeMap<u32, Edit> = BTreeMap::new();
    let mut note = |span: Span, new: Option<&String>| {
        if let Some(new) = new {
            let edit = Edit { lo: span.lo, hi: span.hi, text: new.clone(), closes: false };
            found.insert(span.lo, edit);
        }
    };
    let plain = |ident: &Ident| renamed.plain.get(&ast.names[ident.name]);
    let tag = |ident: &Ident| renamed.tags.get(&ast.names[ident.name]);
    for expr in ast.exprs.values() {
        if let ExprKind::Name(name) = expr.kind {
            note(expr.span, renamed.plain.get(&ast.names[name]));
        }
    }
    let members = members(ast);
    for (id, declarator) in ast.declarators.iter() {
        if let Some(ident) = declarator.name.as_ref().filter(|_| !members.contains(&id)) {
            note(ident.span, plain(ident));
        }
        for derivation in &declarator.derivations {
            if let Derivation::Function(Params::OldStyle(idents)) = derivation {
                idents.iter().for_each(|ident| note(ident.span, plain(ident)));
            }
        }
    }
    for specs in ast.specs.values() {
        if let TypeSpecifier::Name(name) = specs.ty {
            let name = &ast.names[name];
            let place = renamed.plain.get(name).and_then(|_| word_in(map, specs.span, name));
            place.into_iter().for_each(|span| note(span, renamed.plain.get(name)));
        }
    }
    for record in ast.records.values() {
        record.tag.iter().for_each(|ident| note(ident.span, tag(ident)));
    }
    for spec in ast.enums.values() {
        spec.tag.iter().for_each(|ident| note(ident.span, tag(ident)));
        for constant in spec.enumerators.iter().flatten() {
            note(constant.name.span, plain(&constant.name));
        }
    }
    found.into_values().collect()
}

/// Names of members are no names of anything else.
fn members(ast: &Ast) -> BTreeSet<DeclaratorId> {
    let members = ast.records.values().filter_map(|record| record.members.as_ref());
    let fields = members.flatten().flat_map(|member| match member {
        Member::Fields { fields, .. } => &fields[..],
        Member::StaticAssert(_) => &[],
    });
    fields.map(|field| field.declarator).collect()
}

/// Where a word stands in a stretch of text.
fn word_in(map: &SourceMap, span: Span, word: &str) -> Option<Span> {
    let text = &map.text[span.lo as usize..span.hi as usize];
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let at = text.match_indices(word).map(|(at, _)| at).find(|&at| {
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    })?;
    let lo = span.lo + at as u32;
    Some(Span { lo, hi: lo + word.len() as u32 })
}

/// What tests say of the pieces of a linked file if they name any of it.
pub(super) fn declared(map: &SourceMap, kept: &[&Piece], edits: &[Edit]) -> suite::Declared {
    let mut declared = suite::Declared { headers: headers(&map.text), ..Default::default() };
    let own = kept.iter().filter(|piece| !map.is_system(piece.span));
    for piece in own.filter(|piece| !piece.declaration.is_empty()) {
        for (needs_extern, spans) in &piece.declaration {
            let parts: Vec<String> = spans.iter().map(|span| with(map, *span, edits)).collect();
            let before = if *needs_extern { "extern " } else { "" };
            declared.text.extend([before, &parts.join(" "), ";\n"]);
        }
        let names = piece.names.iter().map(|(name, _)| name);
        declared.names.extend(names.map(|name| spelled_now(name, piece, map, edits)));
    }
    declared
}

/// A name as the edits leave it.
fn spelled_now(name: &str, piece: &Piece, map: &SourceMap, edits: &[Edit]) -> String {
    let of_piece = edits.iter().filter(|edit| piece.span.lo <= edit.lo && edit.hi <= piece.span.hi);
    let mut same = of_piece.filter(|edit| &map.text[edit.lo as usize..edit.hi as usize] == name);
    same.next().map_or_else(|| name.to_owned(), |edit| edit.text.clone())
}

/// A stretch of text with the edits in it, on lines without directives and comments.
fn with(map: &SourceMap, span: Span, edits: &[Edit]) -> String {
    let (mut text, mut copied) = (String::new(), span.lo);
    for edit in edits.iter().filter(|edit| span.lo <= edit.lo && edit.hi <= span.hi) {
        text.push_str(&map.text[copied as usize..edit.lo as usize]);
        text.push_str(&edit.text);
        copied = edit.hi;
    }
    text.push_str(&map.text[copied as usize..span.hi as usize]);
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// The headers of the system that a file includes, directly or through its own headers, as it would name them.
fn headers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_system = false;
    for line in text.lines() {
        let Some((name, flags)) = marker(line) else { continue };
        let was_system = std::mem::replace(&mut is_system, flags.contains(&"3"));
        if is_system && !was_system && flags.contains(&"1") {
            let begins = ["/usr/include/x86_64-linux-gnu/", "/usr/include/", "/include/"];
            let end = begins.iter().find_map(|begin| Some(name.split_once(begin)?.1));
            let header = end.map_or(format!("\"{name}\""), |end| format!("<{end}>"));
            if !found.contains(&header) {
                found.push(header);
            }
        }
    }
    found
}

/// The file and the flags of a line marker.
fn marker(line: &str) -> Option<(&str, Vec<&str>)> {
    let rest = line.strip_prefix("# ")?.trim_start_matches(|c: char| c.is_ascii_digit());
    let (name, flags) = rest.strip_prefix(" \"")?.split_once('"')?;
    Some((name, flags.split_whitespace().collect()))
}
