//! The engines that look for inputs: seeds, paths.
