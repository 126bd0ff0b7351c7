//! Functions that are defined elsewhere and take or return more than numbers: their models are put at the end of the unit, as
//! if a system header had defined them, so that engines, interpreter and compiled code all run the same.

use crate::front::Unit;
use engine::describe::Describer;
use suite::Verdict;

/// What stands in for functions that are defined elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Models {
    /// Their definitions in C, for test files.
    pub text: String,
    /// Prototypes of the functions that they call.
    pieces: String,
    /// What they take for granted.
    pub granted: Vec<String>,
}

/// The models that a unit needs.
pub(crate) fn models(unit: &Unit) -> Models {
    let mut describer = Describer::new(&unit.program);
    let mut models = Models::default();
    for stub in describer.stubs() {
        let Some(func) = unit.program.find_func(&stub.name) else { continue };
        if exec::is_library(&unit.program, func) || interp::is_library(&stub.name) {
            continue;
        }
        if let Some(model) = emit::model(&describer.types, &stub) {
            models.text.push_str(&model.text);
            models.pieces.push_str(&model.pieces);
            models.granted.extend(model.granted);
        }
    }
    models
}

/// The text of a unit with models at its end, in a place that counts as a system header. What they call does not: tests define
/// it.
pub(crate) fn append(text: &str, models: &Models) -> String {
    let (pieces, models) = (&models.pieces, &models.text);
    format!("{text}\n# 1 \"results of models\"\n{pieces}# 1 \"models\" 3\n{models}")
}

impl Models {
    /// Verdicts of a unit with models rest on them.
    pub(crate) fn qualify(&self, verdict: &mut Verdict) {
        if let Verdict::Infeasible { assumes, .. } = verdict {
            assumes.extend(self.granted.iter().cloned());
        }
    }
}
