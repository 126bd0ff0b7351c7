//! Units that call functions defined elsewhere, as the product reads them: with a model of each at the end, where it has one.

use engine::describe::Describer;
use filetests::front::{self, Lowered};

/// A unit with models of what it only declares.
pub(super) fn read(text: &str) -> Result<Lowered, String> {
    let unit = front::lower_text(text)?;
    let mut describer = Describer::new(&unit.program);
    let stubs = describer.stubs().into_iter().filter(|stub| !interp::is_library(&stub.name));
    let stubs: Vec<suite::Stub> = stubs.collect();
    let (mut pieces, mut models) = (String::new(), String::new());
    for model in stubs.iter().filter_map(|stub| emit::model(&describer.types, stub, &[])) {
        pieces.push_str(&model.pieces);
        models.push_str(&model.text);
    }
    if models.is_empty() {
        return Ok(unit);
    }
    let (header, declared) = ("# 1 \"models\" 3", emit::DECLARATIONS);
    front::lower_text(&format!("{text}\n# 1 \"pieces\"\n{pieces}{header}\n{declared}{models}"))
}
