//! Changing preprocessed text without losing the way back to the files: what is put in its place maps to where the replaced text was
//! written, and everything else to where it always did.

use super::macros::{MacroEvent, Macros};
use super::{Preprocessed, read};
use entity::{EntityRef, PrimaryMap};
use source::{FileId, Origin, SourceFile, SourceMap};

/// A stretch of preprocessed text and what stands there instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// First byte that is replaced.
    pub lo: u32,
    /// One past the last; equal to `lo` where text is only inserted.
    pub hi: u32,
    /// The new text.
    pub text: String,
    /// Does it belong to what stands before it? Inserted text has no place of its own.
    pub closes: bool,
}

/// The unit with edits applied; they are in order and do not overlap.
pub fn edited(unit: &Preprocessed, edits: &[Edit]) -> Preprocessed {
    let old = &unit.map;
    let mut text = String::with_capacity(old.text.len());
    let (mut origins, mut copied, mut next) = (Vec::new(), 0, 0);
    let mut shifts = Vec::new();
    for edit in edits {
        text.push_str(&old.text[copied as usize..edit.lo as usize]);
        shift(old, &mut origins, &mut next, (copied, edit.lo), text.len() as u32);
        origins.extend(origin_of(old, edit, text.len() as u32));
        text.push_str(&edit.text);
        shifts.push((edit.hi, text.len() as u32));
        origins.extend(resumed(old, edit.hi, text.len() as u32));
        copied = edit.hi;
    }
    text.push_str(&old.text[copied as usize..]);
    shift(old, &mut origins, &mut next, (copied, old.text.len() as u32), text.len() as u32);
    origins.dedup_by(|later, earlier| {
        later.start == earlier.start && {
            *earlier = *later;
            true
        }
    });
    let macros =
        Macros { events: unit.macros.events.iter().map(|it| moved(*it, &shifts)).collect() };
    Preprocessed { map: SourceMap { text, files: old.files.clone(), origins }, macros }
}

/// The segments that begin in a stretch which was copied; `end` is where its end came to lie.
fn shift(
    old: &SourceMap,
    origins: &mut Vec<Origin>,
    next: &mut usize,
    (from, to): (u32, u32),
    end: u32,
) {
    while let Some(&origin) = old.origins.get(*next).filter(|origin| origin.start < to) {
        if origin.start >= from {
            origins.push(Origin { start: end - (to - origin.start), ..origin });
        }
        *next += 1;
    }
}

/// New text maps to one byte of what it stands beside or for.
fn origin_of(old: &SourceMap, edit: &Edit, start: u32) -> Option<Origin> {
    let at = if edit.closes { edit.lo.checked_sub(1)? } else { edit.lo };
    let origin = old.origin(at)?;
    if origin.macro_len > 0 {
        return Some(Origin { start, ..*origin });
    }
    let last =
        old.origin(edit.hi.saturating_sub(1).max(at)).filter(|last| last.line == origin.line);
    let from = origin.col + (at - origin.start);
    let end = last.filter(|_| edit.hi > edit.lo).map_or(from + 1, |last| match last.macro_len {
        0 => last.col + (edit.hi - last.start),
        length => last.col + length,
    });
    Some(Origin { start, col: from, macro_len: end.saturating_sub(from).max(1), ..*origin })
}

/// What follows an edit goes on where it was.
fn resumed(old: &SourceMap, at: u32, start: u32) -> Option<Origin> {
    let origin = old.origin(at)?;
    let col = if origin.macro_len == 0 { origin.col + (at - origin.start) } else { origin.col };
    Some(Origin { start, col, ..*origin })
}

/// A definition after the edits before it; those in front of it moved it.
fn moved(event: MacroEvent, shifts: &[(u32, u32)]) -> MacroEvent {
    let before = shifts.partition_point(|(old, _)| *old <= event.name);
    let Some(&(old, new)) = shifts[..before].last() else { return event };
    MacroEvent { name: event.name - old + new, end: event.end - old + new, ..event }
}

/// The unit with more text at its end, which begins with a line marker.
pub fn appended(
    unit: &Preprocessed,
    more: &str,
    files: &dyn Fn(&str) -> Option<String>,
) -> Preprocessed {
    followed(unit, &read(more.to_owned(), files))
}

/// The unit with the text of another behind it, which begins with a line marker.
pub fn followed(unit: &Preprocessed, added: &Preprocessed) -> Preprocessed {
    let mut whole = unit.clone();
    let shift = whole.map.text.len() as u32;
    whole.map.text.push_str(&added.map.text);
    let known = joined(&mut whole.map.files, &added.map.files);
    let origins = added.map.origins.iter();
    whole.map.origins.extend(origins.map(|origin| Origin {
        start: origin.start + shift,
        file: known[origin.file.index()],
        ..*origin
    }));
    let events = added.macros.events.iter();
    whole.macros.events.extend(events.map(|event| MacroEvent {
        name: event.name + shift,
        end: event.end + shift,
        ..*event
    }));
    whole
}

/// Adds files that are not known yet; in the order of the old ones, where each is now.
fn joined(
    files: &mut PrimaryMap<FileId, SourceFile>,
    more: &PrimaryMap<FileId, SourceFile>,
) -> Vec<FileId> {
    let mut known = Vec::new();
    for file in more.values() {
        let found = files.iter().find(|(_, it)| it.name == file.name).map(|(id, _)| id);
        known.push(found.unwrap_or_else(|| files.push(file.clone())));
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Span;

    const FILE: &str = "#define T (*t)\nint f(void) { return T + x; }\n";
    const TEXT: &str = "# 1 \"a.c\"\n#define T (*t)\nint f(void) { return (*t) + x; }\n";

    fn unit() -> Preprocessed {
        read(TEXT.to_owned(), &|name| (name == "a.c").then(|| FILE.to_owned()))
    }

    fn edit(text: &str, part: &str, new: &str, closes: bool) -> Edit {
        let lo = text.rfind(part).expect("the part is there") as u32;
        let (lo, hi) =
            if closes { (lo + part.len() as u32, lo + part.len() as u32) } else { (lo, lo) };
        Edit { lo, hi, text: new.to_owned(), closes }
    }

    #[test]
    fn what_is_wrapped_maps_to_what_was_written() {
        let edits = [
            edit(TEXT, "*t) + x", "r(", false),
            edit(TEXT, "*t", ")", true),
            edit(TEXT, "x; }", "r(", false),
            edit(TEXT, " + x", ")", true),
        ];
        let unit = edited(&unit(), &edits);
        let text = &unit.map.text;
        assert!(text.ends_with("return (r(*t)) + r(x); }\n"), "{text}");
        let span = |part: &str| {
            let lo = text.find(part).expect("the part is there") as u32;
            Span::new(lo, lo + part.len() as u32)
        };
        assert_eq!(unit.map.original(span("r(x)")), "x");
        assert_eq!(unit.map.original(span("(r(*t)) + r(x)")), "T + x");
        assert_eq!(unit.map.original(span("f(void)")), "f(void)");
        assert_eq!(unit.map.original(span("return (r(*t))")), "return T");
        assert!(unit.macros.is_defined(text, "T"));
    }

    #[test]
    fn what_is_appended_is_elsewhere() {
        let whole = appended(&unit(), "\n# 1 \"models\" 3\nint g(void);\n", &|_| None);
        let at = whole.map.text.find("g(void)").expect("it is there") as u32;
        let place = whole.map.locate(at).expect("it has a place");
        assert_eq!((&*whole.map.files[place.file].name, place.line), ("models", 1));
        assert!(whole.map.is_system(Span::new(at, at + 1)));
    }
}
