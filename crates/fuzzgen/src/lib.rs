//! Random programs and constraint models, with shrinkers.
