//! A suite as C text.
