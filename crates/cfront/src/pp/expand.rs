//! Macro expansion (C17 6.10.3), for two uses: contracts, which the compiler's preprocessor leaves alone, and finding which
//! stretch of preprocessed text an invocation in the original text became.
//!
//! Not a preprocessor: no directives, no includes. `__LINE__` and its kind become a [`Tok::Stray`] token that stands for anything.

use super::macros::{MacroDef, MacroTable};
use crate::lex::Tok;
use crate::lex::scan::{Aside, Mode, Scanner};
use crate::names::NoNames;
use std::borrow::Cow;

/// A token as the preprocessor sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PpToken<'t> {
    pub(crate) kind: Tok,
    pub(crate) text: Cow<'t, str>,
    /// First byte in the text it was read from.
    pub(crate) lo: u32,
    /// One past its last byte.
    pub(crate) hi: u32,
    /// Is there white space before it?
    pub(crate) spaced: bool,
    /// Never to be expanded again.
    painted: bool,
}

impl PpToken<'_> {
    fn is_word(&self) -> bool {
        is_word(&self.text)
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c == '_' || c == '$' || c.is_alphabetic())
}

/// Reads the bytes `lo..hi` of a text as preprocessing tokens; `aside` is told what lies between them.
pub(crate) fn tokenize(
    text: &str,
    lo: usize,
    hi: usize,
    mode: Mode,
    mut aside: impl FnMut(Aside, usize, usize),
) -> Vec<PpToken<'_>> {
    let mut scanner = Scanner::new(text, lo, hi, mode);
    let mut tokens = Vec::new();
    let mut last = lo as u32;
    loop {
        let token = scanner.next(&mut NoNames, &mut aside);
        if token.kind == Tok::Eof {
            return tokens;
        }
        tokens.push(PpToken {
            kind: token.kind,
            text: joined(&text[token.lo as usize..token.hi as usize]),
            lo: token.lo,
            hi: token.hi,
            spaced: token.lo > last,
            painted: false,
        });
        last = token.hi;
    }
}

/// A token that a continued line cuts in two, in one piece.
fn joined(text: &str) -> Cow<'_, str> {
    if text.contains("\\\n") {
        return Cow::Owned(text.replace("\\\n", ""));
    }
    Cow::Borrowed(text)
}

/// What an invocation becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Expansion<'t> {
    /// One past the last token of the invocation as written.
    pub(crate) end: usize,
    /// What it becomes.
    pub(crate) tokens: Vec<PpToken<'t>>,
}

/// Expands the macro invocation at `tokens[at]`, if it is one. `mode` is that of the text the tokens come from;
/// `fuel` is what all expansions together may still cost.
pub(crate) fn expand_at<'t>(
    table: &MacroTable<'t>,
    tokens: &[PpToken<'t>],
    at: usize,
    mode: Mode,
    fuel: &mut usize,
) -> Option<Expansion<'t>> {
    let first = tokens.get(at)?;
    if !first.is_word()
        || !(table.get(&first.text).is_some()
            || is_computed(&first.text)
            || first.text == "_Pragma")
    {
        return None;
    }
    let grant = FUEL.min(*fuel);
    let (hidden, depth) = (&[][..], MAX_NESTING);
    let contexts = Vec::new();
    let mut run = Run { table, mode, base: tokens, pos: at, contexts, hidden, depth, fuel: grant };
    let expansion = run.expand();
    *fuel -= grant - run.fuel;
    expansion
}

/// Tokens that one expansion may handle; macros can grow exponentially.
const FUEL: usize = 50_000;
/// Depth to which arguments of arguments are expanded.
const MAX_NESTING: usize = 60;

/// Names that the preprocessor computes.
const COMPUTED: [&str; 8] = [
    "__LINE__",
    "__FILE__",
    "__COUNTER__",
    "__DATE__",
    "__TIME__",
    "__BASE_FILE__",
    "__INCLUDE_LEVEL__",
    "__TIMESTAMP__",
];

fn is_computed(name: &str) -> bool {
    name.starts_with("__") && COMPUTED.contains(&name)
}

/// The replacement of a macro, being read; its name is hidden meanwhile.
struct Context<'t> {
    name: Cow<'t, str>,
    /// In reverse.
    tokens: Vec<PpToken<'t>>,
}

/// An expansion under way. `None` from a method means that it is too large or malformed.
struct Run<'a, 't> {
    table: &'a MacroTable<'t>,
    mode: Mode,
    base: &'a [PpToken<'t>],
    pos: usize,
    contexts: Vec<Context<'t>>,
    /// Names hidden around an argument.
    hidden: &'a [Cow<'t, str>],
    /// How much deeper arguments may nest.
    depth: usize,
    fuel: usize,
}

impl<'t> Run<'_, 't> {
    /// Expands the invocation that starts here.
    fn expand(&mut self) -> Option<Expansion<'t>> {
        let mut out = Vec::new();
        let first = self.next()?;
        if !self.step(first, &mut out)? {
            return None;
        }
        while self.in_expansion() {
            let token = self.next()?;
            self.step(token, &mut out)?;
        }
        Some(Expansion { end: self.pos, tokens: out })
    }

    /// Expands all that is left.
    fn expand_rest(&mut self) -> Option<Vec<PpToken<'t>>> {
        let mut out = Vec::new();
        while self.pos < self.base.len() || self.in_expansion() {
            let token = self.next()?;
            self.step(token, &mut out)?;
        }
        Some(out)
    }

    fn in_expansion(&self) -> bool {
        self.contexts.iter().any(|context| !context.tokens.is_empty())
    }

    fn next(&mut self) -> Option<PpToken<'t>> {
        self.fuel = self.fuel.checked_sub(1)?;
        while let Some(context) = self.contexts.last_mut() {
            if let Some(token) = context.tokens.pop() {
                return Some(token);
            }
            self.contexts.pop();
        }
        self.pos += 1;
        self.base.get(self.pos - 1).cloned()
    }

    fn peek(&self) -> Option<&PpToken<'t>> {
        let inner = self.contexts.iter().rev().find_map(|context| context.tokens.last());
        inner.or_else(|| self.base.get(self.pos))
    }

    /// Outputs a token or opens its expansion; was it an invocation?
    fn step(&mut self, mut token: PpToken<'t>, out: &mut Vec<PpToken<'t>>) -> Option<bool> {
        if token.painted || !token.is_word() {
            out.push(token);
            return Some(false);
        }
        if self.is_hidden(&token.text) {
            token.painted = true;
            out.push(token);
            return Some(false);
        }
        if let Some(def) = self.table.get(&token.text) {
            return self.invoke(token, def, out);
        }
        if is_computed(&token.text) && self.mode != Mode::Contract {
            out.push(PpToken { kind: Tok::Stray, painted: true, ..token });
            return Some(true);
        }
        if token.text == "_Pragma" && self.peek().is_some_and(|t| t.kind == Tok::LParen) {
            self.arguments(None)?;
            return Some(true);
        }
        out.push(token);
        Some(false)
    }

    fn invoke(
        &mut self,
        token: PpToken<'t>,
        def: MacroDef,
        out: &mut Vec<PpToken<'t>>,
    ) -> Option<bool> {
        if def.takes_args && self.peek().is_none_or(|next| next.kind != Tok::LParen) {
            out.push(token);
            return Some(false);
        }
        let definition = self.definition(def);
        let args = match &definition.params {
            Some(params) => self.arguments(Some(params))?,
            None => Vec::new(),
        };
        let mut tokens = self.substitute(&definition, &args)?;
        if let Some(first) = tokens.first_mut() {
            first.spaced = token.spaced;
        }
        self.fuel = self.fuel.checked_sub(tokens.len())?;
        tokens.reverse();
        self.contexts.push(Context { name: token.text, tokens });
        Some(true)
    }

    fn is_hidden(&self, name: &str) -> bool {
        self.hidden.iter().any(|hidden| hidden == name)
            || self.contexts.iter().any(|context| context.name == name)
    }

    fn definition(&self, def: MacroDef) -> Definition<'t> {
        let (lo, hi) = (def.after_name as usize, def.end as usize);
        let mode = if self.mode == Mode::Contract { Mode::Contract } else { Mode::Directive };
        let mut body = tokenize(self.table.text(), lo, hi, mode, |_, _, _| {});
        let mut params = None;
        if def.takes_args {
            let close = body.iter().position(|t| t.kind == Tok::RParen).unwrap_or(body.len());
            let mut head = body;
            body = head.split_off((close + 1).min(head.len()));
            params = Some(Params::read(&head));
        }
        if let Some(first) = body.first_mut() {
            first.spaced = false;
        }
        Definition { params, body }
    }

    /// Reads `( a, b )`; without parameters in mind, everything is one argument.
    fn arguments(&mut self, params: Option<&Params<'t>>) -> Option<Vec<Vec<PpToken<'t>>>> {
        self.next()?;
        let most = params.map_or(1, Params::most);
        let mut args = vec![Vec::new()];
        let mut open = 0u32;
        loop {
            let token = self.next()?;
            match token.kind {
                Tok::LParen => open += 1,
                Tok::RParen if open == 0 => return Some(args),
                Tok::RParen => open -= 1,
                Tok::Comma if open == 0 && args.len() < most => {
                    args.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            args.last_mut().expect("there is always one").push(token);
        }
    }

    fn substitute(
        &mut self,
        definition: &Definition<'t>,
        args: &[Vec<PpToken<'t>>],
    ) -> Option<Vec<PpToken<'t>>> {
        let empty = Vec::new();
        let argument = |token: &PpToken<'t>| {
            let index = definition.params.as_ref()?.index(&token.text)?;
            Some(args.get(index).unwrap_or(&empty))
        };
        let body = &definition.body;
        let mut out: Vec<PpToken<'t>> = Vec::new();
        let mut at = 0;
        while let Some(token) = body.get(at) {
            let next = body.get(at + 1);
            let pastes_next = next.is_some_and(|next| next.kind == Tok::HashHash);
            match (token.kind, next.and_then(argument)) {
                (Tok::Hash, Some(raw)) if definition.params.is_some() => {
                    out.push(stringize(token, raw));
                    at += 2;
                }
                (Tok::HashHash, raw) if at > 0 && next.is_some() => {
                    let right = match raw {
                        Some(raw) => raw.clone(),
                        None => next.cloned().into_iter().collect(),
                    };
                    paste(&mut out, right, definition.params.as_ref(), next?);
                    at += 2;
                }
                _ => {
                    match argument(token) {
                        None => out.push(token.clone()),
                        Some(raw) if pastes_next => out.extend(raw.iter().cloned()),
                        Some(raw) => out.extend(self.expand_all(raw, token.spaced)?),
                    }
                    at += 1;
                }
            }
        }
        Some(out)
    }

    /// Expands an argument on its own. The macro whose argument it is may be invoked again inside it:
    /// it is hidden only in its replacement.
    fn expand_all(&mut self, raw: &[PpToken<'t>], spaced: bool) -> Option<Vec<PpToken<'t>>> {
        let hidden: Vec<_> =
            self.hidden.iter().chain(self.contexts.iter().map(|c| &c.name)).cloned().collect();
        let depth = self.depth.checked_sub(1)?;
        let (table, mode, fuel) = (self.table, self.mode, self.fuel);
        let mut run = Run {
            table,
            mode,
            base: raw,
            pos: 0,
            contexts: Vec::new(),
            hidden: &hidden,
            depth,
            fuel,
        };
        let out = run.expand_rest();
        self.fuel = run.fuel;
        let mut out = out?;
        if let Some(first) = out.first_mut() {
            first.spaced = spaced;
        }
        Some(out)
    }
}

struct Definition<'t> {
    params: Option<Params<'t>>,
    body: Vec<PpToken<'t>>,
}

struct Params<'t> {
    names: Vec<Cow<'t, str>>,
    variadic: bool,
}

impl<'t> Params<'t> {
    /// Reads `(a, b, ...)`, GNU `(a, rest...)` too.
    fn read(head: &[PpToken<'t>]) -> Self {
        let mut params = Self { names: Vec::new(), variadic: false };
        for (at, token) in head.iter().enumerate() {
            if token.is_word() {
                params.names.push(token.text.clone());
            }
            if token.kind == Tok::Ellipsis || token.text == ".." {
                if !at.checked_sub(1).is_some_and(|before| head[before].is_word()) {
                    params.names.push(Cow::Borrowed("__VA_ARGS__"));
                }
                params.variadic = true;
                break;
            }
        }
        params
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|param| param == name)
    }

    /// How many arguments commas can separate: the last variadic one takes all the rest.
    fn most(&self) -> usize {
        if self.variadic || self.names.is_empty() { self.names.len().max(1) } else { usize::MAX }
    }
}

fn stringize<'t>(hash: &PpToken<'t>, raw: &[PpToken<'t>]) -> PpToken<'t> {
    let mut text = String::from("\"");
    for (index, token) in raw.iter().enumerate() {
        if index > 0 && token.spaced {
            text.push(' ');
        }
        for c in token.text.chars() {
            if matches!(token.kind, Tok::Str | Tok::Char) && matches!(c, '"' | '\\') {
                text.push('\\');
            }
            text.push(c);
        }
    }
    text.push('"');
    PpToken { kind: Tok::Str, text: Cow::Owned(text), painted: true, ..hash.clone() }
}

/// Joins the last token so far with the first of `right`.
fn paste<'t>(
    out: &mut Vec<PpToken<'t>>,
    right: Vec<PpToken<'t>>,
    params: Option<&Params<'t>>,
    operand: &PpToken<'t>,
) {
    let last_is_comma = out.last().is_some_and(|last| last.kind == Tok::Comma);
    let variadic = params.is_some_and(|params| {
        params.variadic && params.names.last().is_some_and(|name| *name == operand.text)
    });
    if last_is_comma && variadic {
        // GNU: `, ## __VA_ARGS__` loses its comma when there is nothing after it.
        if right.is_empty() {
            out.pop();
        }
        out.extend(right);
        return;
    }
    let mut right = right.into_iter();
    let Some(first) = right.next() else { return };
    match out.pop() {
        None => out.push(first),
        Some(left) => {
            let text = format!("{}{}", left.text, first.text);
            let kind = kind_of(&text);
            out.push(PpToken { kind, text: Cow::Owned(text), painted: false, ..left });
        }
    }
    out.extend(right);
}

fn kind_of(text: &str) -> Tok {
    match tokenize(text, 0, text.len(), Mode::Directive, |_, _, _| {}).as_slice() {
        [one] => one.kind,
        _ => Tok::Stray,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pp::Macros;

    fn expand_text(definitions: &str, input: &str) -> String {
        let mut macros = Macros::default();
        let mut start = 0;
        for line in definitions.split_inclusive('\n') {
            macros.note(definitions, start, start + line.trim_end().len());
            start += line.len();
        }
        let mut table = MacroTable::new(definitions, &macros);
        table.advance(u32::MAX);
        let tokens = tokenize(input, 0, input.len(), Mode::Directive, |_, _, _| {});
        let mut out = Vec::new();
        let mut at = 0;
        let mut fuel = usize::MAX;
        while at < tokens.len() {
            if let Some(expansion) = expand_at(&table, &tokens, at, Mode::Directive, &mut fuel) {
                out.extend(expansion.tokens);
                at = expansion.end;
            } else {
                out.push(tokens[at].clone());
                at += 1;
            }
        }
        out.iter().map(|t| t.text.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check(definitions: &str, input: &str, expect: &str) {
        assert_eq!(expand_text(definitions, input), expect);
    }

    #[test]
    fn objects_and_functions() {
        check("#define N 5\n", "N + M", "5 + M");
        check("#define A B\n#define B A\n", "A B", "A B");
        check(
            "#define MAX(a,b) ((a)>(b)?(a):(b))\n",
            "MAX(x, f(1,2))",
            "( ( x ) > ( f ( 1 , 2 ) ) ? ( x ) : ( f ( 1 , 2 ) ) )",
        );
        check("#define F(x) x\n", "F + F(1)", "F + 1");
        check("#define E\n#define G() g\n", "E a G() E", "a g");
        check("#define f(x) [x]\n", "f(f(f(1)))", "[ [ [ 1 ] ] ]");
        check("#define N 1\n#undef N\n", "N", "N");
    }

    #[test]
    fn rescanning_reaches_into_the_rest() {
        check("#define g f\n#define f(x) <x>\n", "g (2) 3", "< 2 > 3");
        check(
            "#define x (4 + y)\n#define y (2 * x)\n",
            "x y",
            "( 4 + ( 2 * x ) ) ( 2 * ( 4 + y ) )",
        );
    }

    #[test]
    fn strings_and_pastes() {
        check("#define S(x) #x\n", r#"S(a + "b\n" )"#, r#""a + \"b\\n\"""#);
        check("#define P(a,b) a##b\n#define xy 7\n", "P(x,y) P(,z) P(1,2)", "7 z 12");
        check("#define S(x) #x\n#define X(x) S(x)\n#define N 3\n", "S(N) X(N)", r#""N" "3""#);
    }

    #[test]
    fn a_pasted_name_is_new() {
        let definitions = "#define C(a,b) a##b\n#define D(b,...) C(b,2)(__VA_ARGS__)\n#define f(...) D(f,__VA_ARGS__)\n#define f2(x,y) y+x\n";
        check(definitions, "f(p, q)", "q + p");
    }

    #[test]
    fn variadic() {
        check("#define V(...) f(__VA_ARGS__)\n", "V() V(1, 2)", "f ( ) f ( 1 , 2 )");
        check(
            "#define L(f, ...) p(f, ## __VA_ARGS__)\n",
            "L(a) L(a, b, c)",
            "p ( a ) p ( a , b , c )",
        );
        check("#define G(a, r...) a|r\n", "G(1, 2, 3)", "1 | 2 , 3");
    }

    #[test]
    fn the_standard_example() {
        // C17 6.10.3.5, example 3, in part.
        let definitions = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n";
        check(
            definitions,
            "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);",
            "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;",
        );
        check(
            definitions,
            "p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };",
            "int i [ ] = { 1 , 23 , 4 , 5 , } ;",
        );
    }

    #[test]
    fn explosion_is_refused() {
        let doubles = |i: u32| format!("#define a{} a{i} a{i}\n", i + 1);
        let definitions: String = (0..39).map(doubles).collect();
        assert_eq!(expand_text(&definitions, "a39"), "a39");
        assert_eq!(expand_text("#define F(x) x\n", "F(1"), "F ( 1");
    }
}
