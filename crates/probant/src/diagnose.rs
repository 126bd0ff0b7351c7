//! Messages about the user's text, with excerpts.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use source::{Diagnostic, Diagnostics, Severity, SourceMap, Span};
use std::io::IsTerminal;

/// An excerpt of a file and the part of it that is meant.
struct Excerpt {
    path: String,
    line: usize,
    text: String,
    range: std::ops::Range<usize>,
}

/// Prints messages to standard error.
pub(crate) fn print(map: &SourceMap, diagnostics: &Diagnostics) {
    eprint!("{}", text(map, diagnostics));
}

/// Messages as they are printed to standard error.
pub(crate) fn text(map: &SourceMap, diagnostics: &Diagnostics) -> String {
    let colour = std::io::stderr().is_terminal();
    let lines = diagnostics.into_iter().map(|one| render(map, one, colour) + "\n");
    lines.collect()
}

/// A message as it is printed.
pub fn render(map: &SourceMap, diagnostic: &Diagnostic, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let mut group =
        Group::with_title(level.primary_title(diagnostic.message.as_str()).id(diagnostic.code));
    if let Some(excerpt) = excerpt(map, diagnostic.span) {
        group = group.element(snippet(excerpt, AnnotationKind::Primary, None));
    }
    for (span, text) in &diagnostic.notes {
        if let Some(excerpt) = excerpt(map, *span) {
            group = group.element(snippet(excerpt, AnnotationKind::Context, Some(text)));
        }
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

fn snippet(
    excerpt: Excerpt,
    kind: AnnotationKind,
    label: Option<&str>,
) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
    let annotation = kind.span(excerpt.range);
    let annotation = match label {
        Some(label) => annotation.label(label),
        None => annotation,
    };
    Snippet::source(excerpt.text).line_start(excerpt.line).path(excerpt.path).annotation(annotation)
}

/// The first line of a span as it was written.
fn excerpt(map: &SourceMap, span: Span) -> Option<Excerpt> {
    let start = map.locate(span.lo)?;
    let text = match map.line(start.file, start.line) {
        Some(line) => line.to_owned(),
        None => preprocessed_line(map, span),
    };
    let from = floor_boundary(&text, start.col as usize - 1);
    let same_line =
        map.locate_end(span).filter(|end| end.file == start.file && end.line == start.line);
    let to = same_line.map_or(text.len(), |end| floor_boundary(&text, end.col as usize - 1));
    let path = map.files[start.file].name.clone();
    Some(Excerpt { path, line: start.line as usize, range: from..to.max(from), text })
}

fn preprocessed_line(map: &SourceMap, span: Span) -> String {
    let at = floor_boundary(&map.text, span.lo as usize);
    let start = map.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    map.text[start..].lines().next().unwrap_or("").to_owned()
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
