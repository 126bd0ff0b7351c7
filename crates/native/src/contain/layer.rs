//! The layers around code under test.

use std::fmt;

/// One way to keep code under test from harm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// The file system is read-only but for a folder that goes away: a mount namespace of its own.
    ReadOnly,
    /// Landlock refuses every access that changes files outside that folder.
    Landlock,
    /// Processes that are started end with the test: a PID namespace of its own.
    Processes,
    /// The number of processes is limited: an id of its own, which limits bind.
    Limits,
    /// There is no network: a namespace of its own.
    Network,
    /// System calls that would harm are stopped and told.
    Calls,
}

impl Layer {
    /// All of them, in the order in which reports list them.
    pub const ALL: [Layer; 6] = [
        Layer::ReadOnly,
        Layer::Landlock,
        Layer::Processes,
        Layer::Limits,
        Layer::Network,
        Layer::Calls,
    ];

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Layer::ReadOnly => "read-only",
            Layer::Landlock => "landlock",
            Layer::Processes => "processes",
            Layer::Limits => "limits",
            Layer::Network => "network",
            Layer::Calls => "calls",
        }
    }

    /// The layer with this name.
    pub fn named(name: &str) -> Option<Layer> {
        Layer::ALL.into_iter().find(|layer| layer.name() == name)
    }

    /// Whether it alone keeps files from being changed.
    pub fn guards_files(self) -> bool {
        matches!(self, Layer::ReadOnly | Layer::Landlock)
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Layers as one word of a command line.
pub(crate) fn joined(layers: &[Layer]) -> String {
    let names: Vec<&str> = layers.iter().map(|layer| layer.name()).collect();
    names.join(",")
}

/// The layers that [`joined`] wrote.
pub(crate) fn split(word: &str) -> Vec<Layer> {
    word.split(',').filter_map(Layer::named).collect()
}
