//! One symbolic semantics of the IR, generic in the value domain.
