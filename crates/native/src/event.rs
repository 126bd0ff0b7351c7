//! What probes observe, and whether two observers saw the same.

/// One outcome at a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A condition came out true or false.
    Cond(u32, bool),
    /// A switch went to a target.
    Switch(u32, u32),
}

/// Where two event lists part, as text, or `None` when they agree. `name` spells an event as the
/// user knows it.
pub fn first_difference(
    expected: &[Event],
    observed: &[Event],
    name: impl Fn(Event) -> String,
) -> Option<String> {
    let common = expected.iter().zip(observed).take_while(|(a, b)| a == b).count();
    let at = |events: &[Event]| events.get(common).map(|&event| name(event));
    let place = match common {
        0 => "at once".to_string(),
        1 => "after 1 outcome".to_string(),
        n => format!("after {n} outcomes"),
    };
    match (at(expected), at(observed)) {
        (None, None) => None,
        (Some(wanted), Some(seen)) => {
            Some(format!("{place}: expected {wanted}, compiled code took {seen}"))
        }
        (Some(wanted), None) => Some(format!("{place}: expected {wanted}, compiled code ended")),
        (None, Some(seen)) => Some(format!("{place}: expected the end, compiled code took {seen}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_reported() {
        use Event::{Cond, Switch};
        let name = |event| match event {
            Cond(id, true) => format!("b{id}+"),
            Cond(id, false) => format!("b{id}-"),
            Switch(id, target) => format!("s{id}.{target}"),
        };
        let check = |a: &[Event], b: &[Event], expect: Option<&str>| {
            assert_eq!(first_difference(a, b, name).as_deref(), expect);
        };
        let path = [Cond(1, true), Switch(2, 3), Cond(4, false)];
        check(&path, &path, None);
        check(&[], &[], None);
        check(&path, &path[..2], Some("after 2 outcomes: expected b4-, compiled code ended"));
        check(
            &path[..1],
            &path,
            Some("after 1 outcome: expected the end, compiled code took s2.3"),
        );
        check(&path, &[Cond(1, false)], Some("at once: expected b1+, compiled code took b1-"));
    }
}
