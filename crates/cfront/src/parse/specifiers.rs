//! Declaration specifiers, and where a type starts.

use super::scope::Meaning;
use super::{Failed, Parse, Parser};
use crate::ast::{
    Alignas, AttributeId, Basic, Qualifiers, Specifiers, SpecsId, Storage, TypeName, TypeNameId,
    TypeSpecifier,
};
use crate::codes;
use crate::lex::Tok;
use crate::lex::token::near_keyword;
use source::{Diagnostic, Span};

/// The basic type words seen, in whatever order.
#[derive(Default)]
struct Words {
    base: Option<Tok>,
    signed: u8,
    unsigned: u8,
    short: u8,
    long: u8,
    complex: u8,
    /// Words that do not combine at all.
    clash: bool,
}

impl Words {
    fn any(&self) -> bool {
        self.base.is_some()
            || self.signed + self.unsigned + self.short + self.long + self.complex > 0
    }

    fn add(&mut self, word: Tok) {
        match word {
            Tok::Signed => self.signed += 1,
            Tok::Unsigned => self.unsigned += 1,
            Tok::Short => self.short += 1,
            Tok::Long => self.long = self.long.saturating_add(1),
            Tok::Complex => self.complex = 1,
            _ => self.clash |= self.base.replace(word).is_some(),
        }
        self.clash |= self.signed + self.unsigned > 1 || self.short > 1 || self.long > 2;
    }

    /// The type that the words name together (C17 6.7.2p2 and gcc's).
    fn basic(&self) -> Option<Basic> {
        if self.clash || (self.short > 0 && self.long > 0) {
            return None;
        }
        let signs = self.signed + self.unsigned > 0;
        let sized = self.short + self.long > 0;
        let pick = |signed: Basic, unsigned: Basic| {
            Some(if self.unsigned > 0 { unsigned } else { signed })
        };
        match self.base {
            Some(Tok::CharType) if !sized && !signs => Some(Basic::Char),
            Some(Tok::CharType) if !sized => pick(Basic::SChar, Basic::UChar),
            None if self.complex > 0 && !signs && !sized => Some(Basic::Double),
            Some(Tok::Int) | None => match (self.short, self.long) {
                (1, _) => pick(Basic::Short, Basic::UShort),
                (_, 1) => pick(Basic::Long, Basic::ULong),
                (_, 2) => pick(Basic::LongLong, Basic::ULongLong),
                _ => pick(Basic::Int, Basic::UInt),
            },
            Some(Tok::Int128) if !sized => pick(Basic::Int128, Basic::UInt128),
            Some(Tok::Double) if !signs && self.short == 0 => match self.long {
                0 => Some(Basic::Double),
                1 => Some(Basic::LongDouble),
                _ => None,
            },
            Some(word) if !signs && !sized => lone_word(word),
            Some(_) => None,
        }
    }
}

/// The specifiers of one declaration so far.
struct Seen {
    specs: Specifiers,
    attributes: Vec<AttributeId>,
    alignas: Vec<Alignas>,
    words: Words,
    /// A type that is no basic one.
    ty: Option<TypeSpecifier>,
}

impl Seen {
    fn after(attributes: Vec<AttributeId>, span: Span) -> Self {
        let specs = Specifiers {
            span,
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            qualifiers: Qualifiers::default(),
            alignas: Box::default(),
            ty: TypeSpecifier::Error,
            attributes: Box::default(),
        };
        Self { specs, attributes, alignas: Vec::new(), words: Words::default(), ty: None }
    }

    fn has_type(&self) -> bool {
        self.ty.is_some() || self.words.any()
    }
}

fn lone_word(word: Tok) -> Option<Basic> {
    Some(match word {
        Tok::Void => Basic::Void,
        Tok::Bool => Basic::Bool,
        Tok::Float => Basic::Float,
        Tok::UInt128 => Basic::UInt128,
        Tok::Float16 => Basic::Float16,
        Tok::BFloat16 => Basic::BFloat16,
        Tok::Float32 => Basic::Float32,
        Tok::Float64 => Basic::Float64,
        Tok::Float128 => Basic::Float128,
        Tok::Float32x => Basic::Float32x,
        Tok::Float64x => Basic::Float64x,
        Tok::VaList => Basic::VaList,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Could a type name start `ahead` tokens from here?
    pub(super) fn starts_type_at(&self, ahead: usize) -> bool {
        let ahead = self.past_extension(ahead);
        match self.kind_at(ahead) {
            Tok::Ident => {
                let name = self.tokens[self.pos + ahead].symbol();
                self.scope.meaning(name) != Meaning::Ordinary
            }
            kind => is_type_word(kind) || is_qualifier(kind) || kind == Tok::Attribute,
        }
    }

    /// Could a declaration start `ahead` tokens from here?
    pub(super) fn starts_declaration_at(&self, ahead: usize) -> bool {
        let ahead = self.past_extension(ahead);
        self.starts_type_at(ahead) || is_declaration_word(self.kind_at(ahead))
    }

    /// `__extension__` may stand before anything and means nothing.
    fn past_extension(&self, ahead: usize) -> usize {
        let from = (self.pos + ahead).min(self.tokens.len());
        ahead + self.tokens[from..].iter().take_while(|t| t.kind == Tok::Extension).count()
    }

    /// `const char *`
    pub(super) fn type_name(&mut self) -> Parse<TypeNameId> {
        let lo = self.token().lo;
        let specs = self.specifiers()?;
        let declarator = self.abstract_declarator()?;
        let span = self.span_from(lo);
        Ok(self.ast.type_names.push(TypeName { span, specs, declarator }))
    }

    /// All specifiers of a declaration. Where the type is missing a message is given and `int` meant.
    pub(super) fn specifiers(&mut self) -> Parse<SpecsId> {
        self.specifiers_after(Vec::new())
    }

    /// The same, after attributes that were read already.
    pub(super) fn specifiers_after(&mut self, attributes: Vec<AttributeId>) -> Parse<SpecsId> {
        let lo = self.token().lo;
        let mut seen = Seen::after(attributes, self.here());
        while self.specifier(&mut seen)? {}
        let Seen { mut specs, attributes, alignas, words, ty } = seen;
        specs.ty = if ty.is_none() && !words.any() && self.means_int(lo) {
            let message =
                format!("this declaration has no type, found {}: taken as `int`", self.found());
            let diagnostic = Diagnostic::warning(codes::MISSING_TYPE, self.here(), message);
            self.diagnostics.push(diagnostic.help("write the type, e.g. `int`"));
            TypeSpecifier::Basic(Basic::Int)
        } else {
            self.resolve(ty, &words)?
        };
        specs.span = self.span_from(lo);
        specs.attributes = attributes.into();
        specs.alignas = alignas.into();
        Ok(self.ast.specs.push(specs))
    }

    /// One more specifier; false if none stands here.
    fn specifier(&mut self, seen: &mut Seen) -> Parse<bool> {
        match self.kind() {
            Tok::Atomic if self.kind_at(1) == Tok::LParen => {
                self.bump();
                let inner = self.parenthesized_type()?;
                self.set_type(seen, TypeSpecifier::Atomic(inner))?;
            }
            Tok::Alignas => seen.alignas.push(self.alignas()?),
            Tok::Attribute => self.attributes_into(&mut seen.attributes)?,
            Tok::LBracket if self.kind_at(1) == Tok::LBracket && seen.ty.is_none() => {
                self.attributes_into(&mut seen.attributes)?;
            }
            Tok::Ident if seen.has_type() => return Ok(false),
            Tok::Ident => {
                seen.ty = self.named_type();
                return Ok(seen.ty.is_some());
            }
            Tok::Struct | Tok::Union | Tok::Enum | Tok::Typeof | Tok::AutoType => {
                let found = self.compound_type()?;
                self.set_type(seen, found)?;
            }
            word => {
                let taken = self.specifying_word(seen, word)?;
                if taken {
                    self.bump();
                }
                return Ok(taken);
            }
        }
        Ok(true)
    }

    /// Takes in a specifier of a single word; false if it is none.
    fn specifying_word(&mut self, seen: &mut Seen, word: Tok) -> Parse<bool> {
        match word {
            Tok::Typedef | Tok::Extern | Tok::Static | Tok::Auto | Tok::Register => {
                self.storage(&mut seen.specs)?;
            }
            Tok::ThreadLocal => seen.specs.thread_local = true,
            Tok::Inline => seen.specs.inline = true,
            Tok::Noreturn => seen.specs.noreturn = true,
            Tok::Extension => {}
            _ if is_qualifier(word) => add_qualifier(&mut seen.specs.qualifiers, word),
            // clang has no `_Float32` and lets headers define it.
            _ if renames_float(&seen.specs, &seen.words, word) => return Ok(false),
            _ if is_type_word(word) => {
                seen.words.add(word);
                if seen.ty.is_some() {
                    return Err(self.clash());
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn storage(&mut self, specs: &mut Specifiers) -> Parse<()> {
        let storage = match self.kind() {
            Tok::Typedef => Storage::Typedef,
            Tok::Extern => Storage::Extern,
            Tok::Static => Storage::Static,
            Tok::Auto => Storage::Auto,
            _ => Storage::Register,
        };
        let before = specs.storage.replace(storage);
        if before.is_some_and(|before| before != storage) {
            let message = "two storage classes in one declaration";
            let diagnostic = Diagnostic::error(codes::BAD_SPECIFIERS, self.here(), message);
            return Err(self.error(diagnostic.help("keep one of them")));
        }
        Ok(())
    }

    /// `static x;`, `const x = 5;` and `main() { … }` are declarations of the time before prototypes.
    fn means_int(&self, lo: u32) -> bool {
        let is_name = self.kind() == Tok::Ident || self.kind() == Tok::Star;
        is_name && (self.token().lo != lo || self.kind_at(1) == Tok::LParen)
    }

    fn set_type(&mut self, seen: &mut Seen, found: TypeSpecifier) -> Parse<()> {
        if seen.ty.replace(found).is_some() || seen.words.any() {
            return Err(self.clash());
        }
        Ok(())
    }

    fn clash(&mut self) -> Failed {
        let message = "these type specifiers do not combine";
        let diagnostic = Diagnostic::error(codes::BAD_SPECIFIERS, self.here(), message)
            .help("a `;` may be missing before this, or one type is too many");
        self.error(diagnostic)
    }

    fn resolve(&mut self, ty: Option<TypeSpecifier>, words: &Words) -> Parse<TypeSpecifier> {
        if let Some(ty) = ty {
            return Ok(ty);
        }
        if !words.any() {
            let message = format!("this declaration has no type, found {}", self.found());
            let diagnostic = Diagnostic::error(codes::MISSING_TYPE, self.here(), message);
            self.error(diagnostic.help("write the type, e.g. `int`"));
            return Ok(TypeSpecifier::Error);
        }
        match words.basic() {
            Some(basic) if words.complex > 0 => Ok(TypeSpecifier::Complex(basic)),
            Some(basic) => Ok(TypeSpecifier::Basic(basic)),
            None => Err(self.clash()),
        }
    }

    /// A name in the place of a type: a typedef, or one that was surely meant to be a type.
    fn named_type(&mut self) -> Option<TypeSpecifier> {
        let name = self.token().symbol();
        match self.scope.meaning(name) {
            Meaning::Type => {
                self.bump();
                Some(TypeSpecifier::Name(name))
            }
            Meaning::UnknownType => {
                self.bump();
                Some(TypeSpecifier::Error)
            }
            Meaning::Ordinary if self.looks_like_type() => {
                let message = format!("unknown type name {}", self.found());
                let diagnostic = Diagnostic::error(codes::UNKNOWN_TYPE, self.here(), message);
                let help = match near_keyword(&self.ast.names[name]) {
                    Some(keyword) => format!("did you mean `{keyword}`?"),
                    None => "declare it with `typedef`, or include its header".to_owned(),
                };
                self.error(diagnostic.help(help));
                self.scope.declare(name, Meaning::UnknownType);
                self.bump();
                Some(TypeSpecifier::Error)
            }
            Meaning::Ordinary => None,
        }
    }

    /// An undeclared name where specifiers are expected: `name name` and `name *name` can only be a declaration.
    fn looks_like_type(&self) -> bool {
        match self.kind_at(1) {
            Tok::Ident => true,
            Tok::Star => {
                let after = &self.tokens[self.pos + 1..];
                let stars = after.iter().take_while(|t| t.kind == Tok::Star).count();
                let after = self.kind_at(1 + stars);
                matches!(after, Tok::Ident | Tok::Comma | Tok::RParen | Tok::Const)
            }
            _ => false,
        }
    }

    /// Would the tokens here read as a declaration with an unknown type, if declarations were wanted?
    pub(super) fn looks_like_unknown_type(&self) -> bool {
        self.at(Tok::Ident) && self.kind_at(1) == Tok::Ident
    }

    fn compound_type(&mut self) -> Parse<TypeSpecifier> {
        match self.kind() {
            Tok::Enum => Ok(TypeSpecifier::Enum(self.nested(Self::enumeration)?)),
            Tok::Struct | Tok::Union => Ok(TypeSpecifier::Record(self.nested(Self::record)?)),
            Tok::AutoType => {
                self.bump();
                Ok(TypeSpecifier::Auto)
            }
            _ => {
                self.bump();
                self.typeof_operand()
            }
        }
    }

    fn typeof_operand(&mut self) -> Parse<TypeSpecifier> {
        let open = self.expect(Tok::LParen)?;
        let ty = if self.starts_type_at(0) {
            TypeSpecifier::TypeofType(self.nested(Self::type_name)?)
        } else {
            TypeSpecifier::TypeofExpr(self.nested(Self::expr)?)
        };
        self.expect_closing(Tok::RParen, open)?;
        Ok(ty)
    }

    fn parenthesized_type(&mut self) -> Parse<TypeNameId> {
        let open = self.expect(Tok::LParen)?;
        let ty = self.nested(Self::type_name)?;
        self.expect_closing(Tok::RParen, open)?;
        Ok(ty)
    }

    fn alignas(&mut self) -> Parse<Alignas> {
        self.bump();
        let open = self.expect(Tok::LParen)?;
        let alignas = if self.starts_type_at(0) {
            Alignas::Type(self.nested(Self::type_name)?)
        } else {
            Alignas::Expr(self.nested(Self::conditional)?)
        };
        self.expect_closing(Tok::RParen, open)?;
        Ok(alignas)
    }
}

/// `typedef float _Float32;`
fn renames_float(specs: &Specifiers, words: &Words, kind: Tok) -> bool {
    specs.storage == Some(Storage::Typedef) && words.base.is_some() && is_float_name(kind)
}

/// Names of types that are keywords to gcc alone.
pub(super) fn is_float_name(kind: Tok) -> bool {
    matches!(
        kind,
        Tok::Float16 | Tok::Float32 | Tok::Float64 | Tok::Float128 | Tok::Float32x | Tok::Float64x
    )
}

pub(super) fn is_qualifier(kind: Tok) -> bool {
    matches!(kind, Tok::Const | Tok::Volatile | Tok::Restrict | Tok::Atomic)
}

pub(super) fn add_qualifier(qualifiers: &mut Qualifiers, kind: Tok) {
    match kind {
        Tok::Const => qualifiers.constant = true,
        Tok::Volatile => qualifiers.volatile = true,
        Tok::Restrict => qualifiers.restrict = true,
        _ => qualifiers.atomic = true,
    }
}

fn is_type_word(kind: Tok) -> bool {
    matches!(
        kind,
        Tok::Void
            | Tok::CharType
            | Tok::Short
            | Tok::Int
            | Tok::Long
            | Tok::Float
            | Tok::Double
            | Tok::Signed
            | Tok::Unsigned
            | Tok::Bool
            | Tok::Complex
            | Tok::Int128
            | Tok::UInt128
            | Tok::Float16
            | Tok::BFloat16
            | Tok::Float32
            | Tok::Float64
            | Tok::Float128
            | Tok::Float32x
            | Tok::Float64x
            | Tok::VaList
            | Tok::Struct
            | Tok::Union
            | Tok::Enum
            | Tok::Typeof
            | Tok::AutoType
    )
}

/// Words that start a declaration without being part of a type.
fn is_declaration_word(kind: Tok) -> bool {
    matches!(
        kind,
        Tok::Typedef
            | Tok::Extern
            | Tok::Static
            | Tok::Auto
            | Tok::Register
            | Tok::ThreadLocal
            | Tok::Inline
            | Tok::Noreturn
            | Tok::Alignas
            | Tok::StaticAssert
    )
}
