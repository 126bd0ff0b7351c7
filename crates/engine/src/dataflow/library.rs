//! What functions of the library do to memory that code under test made, as far as it takes no look at their code.

/// What a function without a body does with the pointers that it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// It reads at most what they lead to.
    Reads,
    /// It gives memory in which nothing stands, or zeros.
    Allocates { zeroed: bool },
    /// `memcpy` and `memmove`, which return the first.
    Copies,
    /// `memset`, which returns the first.
    Fills,
    /// It returns null, or a place in what the first leads to.
    Finds,
    /// It writes a place in what the first leads to behind the second, unless that is null, and returns a float.
    FindsEnd,
}

/// The effect of a function of this name.
pub(super) fn effect(name: &str) -> Option<Effect> {
    Some(match name {
        "free" | "strlen" | "strnlen" | "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp"
        | "memcmp" | "strspn" | "strcspn" | "atoi" | "atol" | "atoll" | "atof" | "puts"
        | "fputs" => Effect::Reads,
        "malloc" => Effect::Allocates { zeroed: false },
        "calloc" => Effect::Allocates { zeroed: true },
        "memcpy" | "memmove" => Effect::Copies,
        "memset" => Effect::Fills,
        "strchr" | "strrchr" | "strstr" | "strpbrk" | "memchr" => Effect::Finds,
        "__probant_strtod" | "__probant_strtof" | "strtod" | "strtof" => Effect::FindsEnd,
        _ => return None,
    })
}
