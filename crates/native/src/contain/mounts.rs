//! A file system of one's own in which nothing can be changed but one folder.

use std::io;
use std::path::Path;

use nix::mount::{MsFlags, mount};
use nix::sys::statvfs::{FsFlags, statvfs};

/// Where the folder that stays writable is put: one of those that every system has and no program needs.
const PLACES: [&str; 4] = ["/mnt", "/media", "/srv", "/tmp"];

/// Makes everything read-only in this process's mount namespace but `room`, and shows no processes but those of this PID
/// namespace. Where the room is found then.
pub(crate) fn seal(room: &Path) -> io::Result<&'static Path> {
    let place = PLACES.into_iter().map(Path::new).find(|place| place.is_dir());
    let place = place.ok_or_else(|| io::Error::other("there is no /mnt and no /tmp"))?;
    let none: Option<&str> = None;
    mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)?;
    mount(Some(room), place, none, MsFlags::MS_BIND, none)?;
    // Where others mask parts of it a fresh one is refused; then what is there becomes read-only like the rest.
    let quiet = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    let _ = mount(Some("proc"), "/proc", Some("proc"), quiet, none);
    let points = mount_points(place)?;
    for (point, flags) in &points {
        let flags = *flags | MsFlags::MS_BIND | MsFlags::MS_REMOUNT | MsFlags::MS_RDONLY;
        // What lies below another mount cannot be reached, neither by us nor by anybody else; the rest is looked at below.
        let _ = mount(none, point.as_str(), none, flags, none);
    }
    match points.iter().find(|(point, _)| is_writable(point)) {
        Some((point, _)) => Err(io::Error::other(format!("{point} stays writable"))),
        None => Ok(place),
    }
}

fn is_writable(point: &str) -> bool {
    statvfs(point).is_ok_and(|found| !found.flags().contains(FsFlags::ST_RDONLY))
}

/// All mount points but one, each with the flags that a remount has to repeat.
fn mount_points(but: &Path) -> io::Result<Vec<(String, MsFlags)>> {
    let table = std::fs::read_to_string("/proc/self/mountinfo")?;
    let points = table.lines().filter_map(|line| {
        let mut words = line.split(' ').skip(4);
        Some((unescaped(words.next()?), flags(words.next()?)))
    });
    Ok(points.filter(|(point, _)| Path::new(point) != but).collect())
}

fn flags(options: &str) -> MsFlags {
    let flag = |option| match option {
        "nosuid" => MsFlags::MS_NOSUID,
        "nodev" => MsFlags::MS_NODEV,
        "noexec" => MsFlags::MS_NOEXEC,
        "noatime" => MsFlags::MS_NOATIME,
        "nodiratime" => MsFlags::MS_NODIRATIME,
        "relatime" => MsFlags::MS_RELATIME,
        _ => MsFlags::empty(),
    };
    options.split(',').map(flag).collect()
}

/// Blanks and their like are written as octal numbers there.
fn unescaped(word: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = word.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..3).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 8).ok());
        if let Some(code) = code.filter(|_| *first == b'\\') {
            bytes.push(code);
            rest = &tail[3..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_mount_points() {
        assert_eq!(unescaped("/a\\040b\\134c"), "/a b\\c");
        assert_eq!(unescaped("/plain"), "/plain");
    }
}
