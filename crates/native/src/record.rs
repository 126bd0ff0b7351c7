//! What the replay runtime leaves behind: one record per test in a file of fixed strides.
//!
//! The code under test can write anywhere, also there, so no count in it is believed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::{Event, NativeEnds, NativeRun, SwitchSite};

/// Layout of a record in words; keep in step with runtime.c.
const HEADER: usize = 16;
/// Where the number of calls that were refused stands; the calls follow.
const N_TRIED: usize = 5;
const TEXT_WORDS: usize = 2048 / 4;

/// Reads what is there and not the room that was left: the file is sparse and may be large.
pub(crate) fn read_runs(
    path: &Path,
    n_tests: usize,
    capacity: u32,
    switches: &[SwitchSite],
) -> io::Result<Vec<NativeRun>> {
    let mut file = File::open(path)?;
    let stride = 4 * (HEADER + TEXT_WORDS + capacity as usize);
    let mut runs = Vec::new();
    for test in 0..n_tests {
        file.seek(SeekFrom::Start((test * stride) as u64))?;
        let head = read_words(&mut file, HEADER)?;
        let mut text = vec![0; 4 * TEXT_WORDS];
        file.read_exact(&mut text)?;
        text.truncate(head[4] as usize);
        let words = read_words(&mut file, head[2].min(capacity) as usize)?;
        runs.push(read_run(&head, &text, &words, switches));
    }
    Ok(runs)
}

fn read_words(file: &mut File, count: usize) -> io::Result<Vec<u32>> {
    let mut bytes = vec![0; 4 * count];
    file.read_exact(&mut bytes)?;
    let word = |bytes: &[u8]| u32::from_ne_bytes(bytes.try_into().expect("chunks of four"));
    Ok(bytes.chunks_exact(4).map(word).collect())
}

fn read_run(head: &[u32], text: &[u8], words: &[u32], switches: &[SwitchSite]) -> NativeRun {
    let ends = match head[0] {
        0 => NativeEnds::NotRun,
        1 => NativeEnds::Returned,
        2 => NativeEnds::Signal(head[1]),
        3 => NativeEnds::Timeout,
        4 => NativeEnds::Exited(head[1]),
        // Only code that runs wild writes such a word.
        _ => NativeEnds::Signal(0),
    };
    NativeRun {
        events: decode(words, switches),
        overflowed: head[3] != 0,
        ends,
        mismatches: String::from_utf8_lossy(text).lines().map(String::from).collect(),
        stderr: String::new(),
        tried: head[N_TRIED + 1..].iter().take(head[N_TRIED] as usize).copied().collect(),
    }
}

/// The events in `words`, up to the first that no probe of ours wrote.
fn decode(words: &[u32], switches: &[SwitchSite]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut rest = words;
    while let [head, tail @ ..] = rest {
        let id = head >> 2;
        rest = tail;
        events.push(match head & 3 {
            0 => Event::Cond(id, false),
            1 => Event::Cond(id, true),
            _ => {
                let site = switches.iter().find(|site| site.id == id);
                let (Some(site), [low, high, tail @ ..]) = (site, tail) else { break };
                rest = tail;
                Event::Switch(id, site.target(u64::from(*low) | u64::from(*high) << 32))
            }
        });
    }
    events
}
