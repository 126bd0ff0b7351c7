//! The reference interpreter of the IR: the judge of everything else.
