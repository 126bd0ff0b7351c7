//! A suite as terminal text and JSON.
