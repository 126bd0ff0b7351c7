//! Units that call functions defined elsewhere, as the product reads them: with a model of each at the end, where it has one.

use engine::describe::{Describer, restraint};
use filetests::front::{self, Lowered};

/// A unit with models of what it only declares.
pub(super) fn read(text: &str) -> Result<Lowered, String> {
    let unit = front::lower_text(text)?;
    let mut describer = Describer::new(&unit.program);
    let stubs = describer.stubs().into_iter().filter(|stub| !interp::is_library(&stub.name));
    let stubs: Vec<suite::Stub> = stubs.collect();
    let globals = describer.exported(&unit.map);
    let memory = emit::Memory::Untold;
    let around =
        emit::Surroundings { globals: &globals, frees: false, told: false, memory, errno: false };
    let models = stubs.iter().filter_map(|stub| emit::model(&describer.types, stub, around));
    let models: Vec<emit::Model> = models.collect();
    if models.is_empty() {
        return Ok(unit);
    }
    let pieces: String = models.iter().map(|model| model.pieces.as_str()).collect();
    let texts: String = models.iter().map(|model| model.text.as_str()).collect();
    let (header, declared) = ("# 1 \"models\" 3", emit::DECLARATIONS);
    let whole = format!("{text}\n# 1 \"pieces\"\n{pieces}{header}\n{declared}{texts}");
    let mut whole = front::lower_text(&whole)?;
    let granted = models.iter().flat_map(|model| &model.granted);
    whole.program.restraints =
        granted.filter_map(|granted| restraint(&whole.program, granted)).collect();
    Ok(whole)
}
