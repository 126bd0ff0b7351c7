//! Functions that are defined elsewhere: their models are put at the end of the unit, as if a system header had defined them, so
//! that engines, interpreter and compiled code all run the same.

use crate::front::Unit;
use engine::describe::Describer;
use ir::{Func, Program, Shape};
use std::collections::{BTreeMap, BTreeSet};
use suite::{External, Granted, Premise, Restraint, StandIn, Verdict};
use world::{Kind, Preference, Preferences};

/// Most numbers of global variables that all functions of elsewhere may write together; more would be a burden on each call.
const MOST_NUMBERS: usize = 512;

/// What stands in for functions that are defined elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Models {
    /// Their definitions in C, for test files.
    pub lines: Vec<StandIn>,
    /// The same for the unit under test.
    text: String,
    /// Prototypes of the functions that they call.
    pieces: String,
    /// What they do not do, by the name of the function.
    granted: BTreeMap<String, Vec<Granted>>,
}

/// The models that a unit needs.
pub(crate) fn models(unit: &Unit) -> Models {
    let mut describer = Describer::new(&unit.program);
    let mut models = Models::default();
    let mut stubs = describer.stubs();
    stubs.retain(|stub| {
        let func = unit.program.find_func(&stub.name);
        let is_library = |func| exec::is_library(&unit.program, func);
        !func.is_none_or(is_library) && !interp::is_library(&stub.name)
    });
    let globals = describer.exported(&unit.map);
    let are_few = globals.len() * stubs.len() <= MOST_NUMBERS;
    let written: &[External] = if are_few { &globals } else { &[] };
    for stub in &stubs {
        let Some(model) = emit::model(&describer.types, stub, written) else { continue };
        models.text.push_str(&model.text);
        models.lines.push(StandIn { function: stub.name.clone(), lines: model.lines });
        models.pieces.push_str(&model.pieces);
        let granted = models.granted.entry(stub.name.clone()).or_default();
        granted.extend(model.granted);
        if !are_few {
            granted.push(Granted { function: stub.name.clone(), what: Restraint::Globals });
        }
    }
    models
}

/// The text of a unit with models at its end, in a place that counts as a system header. What they call does not: tests define
/// it.
pub(crate) fn append(text: &str, models: &Models) -> String {
    let (pieces, models, declared) = (&models.pieces, &models.text, emit::DECLARATIONS);
    format!("{text}\n# 1 \"results of models\"\n{pieces}# 1 \"models\" 3\n{declared}{models}")
}

impl Models {
    /// Is there nothing that stands in for anything?
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// What is taken for granted of the functions of elsewhere that a function can reach.
    pub(crate) fn granted(&self, program: &Program, func: Func) -> BTreeSet<Granted> {
        let reached = world::reachable(program, func);
        let names = reached.into_iter().map(|it| &program.funcs[it].name);
        let granted = names.filter_map(|name| self.granted.get(name)).flatten();
        let concerns = |granted: &&Granted| match granted.what {
            Restraint::Elsewhere => leads_out(program, func),
            _ => true,
        };
        granted.filter(concerns).cloned().collect()
    }

    /// Verdicts about a function rest on the models that it can reach: what nobody asked for excludes nothing. True if a
    /// verdict is open by that.
    pub(crate) fn qualify(
        &self,
        program: &Program,
        func: Func,
        asked: Preferences,
        verdict: &mut Verdict,
    ) -> bool {
        let Verdict::Infeasible { assumes, .. } = verdict else { return false };
        let granted = self.granted(program, func);
        let preference = Preference::StubWritesLittle;
        if granted.is_empty() || asked.contains(preference) {
            assumes.extend(granted.iter().map(ToString::to_string));
            return false;
        }
        let premise = |granted: &Granted| Premise {
            name: preference.name().to_owned(),
            kind: Kind::Preferred.name().to_owned(),
            sentence: granted.to_string(),
            ask: format!("--assume {}", preference.name()),
        };
        let excluded_while: Vec<Premise> = granted.iter().map(premise).collect();
        let reason = format!("excluded only while {}", excluded_while[0].sentence);
        *verdict = Verdict::Unknown { reason, excluded_within: Vec::new(), excluded_while };
        true
    }
}

/// Do parameters of a function lead to what others may know, too?
fn leads_out(program: &Program, func: Func) -> bool {
    let is_pointer = |param: &ir::Param| {
        matches!(program.shapes[param.shape], Shape::Pointer { .. } | Shape::Code { .. })
    };
    program.funcs[func].params.iter().any(is_pointer)
}
