//! What other units define or write, as a harness must know it: functions without a body, and variables.

use super::Describer;
use ir::{Func, Linkage, Program, Restraint};
use source::SourceMap;
use std::collections::BTreeSet;

/// What the model of a function of elsewhere leaves out, in the terms of a program that has it.
pub fn restraint(program: &Program, granted: &suite::Granted) -> Option<(Func, Restraint)> {
    let global = |name: &str| program.globals.iter().find(|(_, data)| data.name == name);
    let what = match &granted.what {
        suite::Restraint::ThroughUntyped(param) => Restraint::ThroughUntyped(*param),
        suite::Restraint::ThroughInPart(param) => Restraint::ThroughInPart(*param),
        suite::Restraint::Bytes(param) => Restraint::Bytes(*param),
        suite::Restraint::Global(name) => Restraint::Global(global(name)?.0),
        suite::Restraint::Globals => Restraint::Globals,
        suite::Restraint::Elsewhere => Restraint::Elsewhere,
        suite::Restraint::OtherResults => Restraint::OtherResults,
        suite::Restraint::NewResults => Restraint::NewResults,
    };
    Some((program.find_func(&granted.function)?, what))
}

impl Describer<'_> {
    /// Every function without a body that some function or table of the unit mentions: a harness must define them all, or it does not
    /// link, whatever the function under test calls. Those that stand for functions of other files are mentioned by inputs.
    pub fn stubs(&mut self) -> Vec<suite::Stub> {
        let program = self.program;
        let bodies = program.funcs.values().filter_map(|data| data.body.as_ref());
        let mut called: Vec<Func> = bodies
            .flat_map(|body| body.insts.values().filter_map(world::mentioned))
            .chain(program.globals.values().flat_map(mentioned_in_data))
            .chain(program.funcs.keys().filter(|&func| world::is_other(program, func)))
            .chain(program.funcs.keys().filter(|&func| tells_of_calls(program, func)))
            .filter(|&callee| crate::objectives::is_defined_elsewhere(program, callee))
            .collect();
        called.sort_unstable();
        called.dedup();
        called.into_iter().map(|callee| self.stub(callee)).collect()
    }

    /// Every function without a body that user's code mentions and a system header declares.
    pub fn library(&mut self) -> Vec<suite::Stub> {
        let program = self.program;
        let bodies = program.funcs.values().filter(|data| !data.system);
        let insts = bodies.filter_map(|data| data.body.as_ref()).flat_map(|it| it.insts.values());
        let mut called: Vec<Func> = insts.filter_map(world::mentioned).collect();
        called.extend(program.globals.values().flat_map(mentioned_in_data));
        called.retain(|&func| program.funcs[func].body.is_none() && program.funcs[func].system);
        called.sort_unstable();
        called.dedup();
        called.into_iter().map(|callee| self.stub(callee)).collect()
    }

    /// Variables of the user that are defined elsewhere; those of system headers come with the system.
    pub(super) fn externals(&mut self, map: &SourceMap) -> Vec<suite::External> {
        let program = self.program;
        let elsewhere = program.globals.values().filter(|global| {
            global.init.is_none() && !global.hidden && !map.is_system(global.span)
        });
        elsewhere
            .filter_map(|global| {
                let ty = self.ty(global.shape?);
                Some(suite::External {
                    name: global.name.clone(),
                    ty,
                    is_const: global.constant,
                    is_volatile: global.volatile,
                })
            })
            .collect()
    }

    /// Variables of the user that other units can see and may write, as far as the code names them.
    pub fn exported(&mut self, map: &SourceMap) -> Vec<suite::External> {
        let program = self.program;
        let bodies = program.funcs.values().filter(|data| !data.system);
        let bodies = bodies.filter_map(|data| data.body.as_ref());
        let named: BTreeSet<ir::Global> =
            bodies.flat_map(|body| body.insts.values()).filter_map(world::named).collect();
        let data = named.into_iter().map(|global| &program.globals[global]).filter(|data| {
            let is_seen = data.linkage == Linkage::External && !data.hidden;
            is_seen && !data.constant && data.size > 0 && !map.is_system(data.span)
        });
        data.filter_map(|data| {
            let (name, ty) = (data.name.clone(), self.ty(data.shape?));
            Some(suite::External { name, ty, is_const: false, is_volatile: data.volatile })
        })
        .collect()
    }

    fn stub(&mut self, func: Func) -> suite::Stub {
        let data = &self.program.funcs[func];
        suite::Stub {
            name: data.name.clone(),
            returns: data.ret.map_or(self.void, |shape| self.ty(shape)),
            params: data.params.iter().map(|param| self.ty(param.shape)).collect(),
            variadic: data.sig.variadic,
            noreturn: data.noreturn,
            spelled: Some(suite::Spelled {
                returns: data.ret.map_or("void".to_owned(), |shape| self.program.spelling(shape)),
                params: data
                    .params
                    .iter()
                    .map(|param| self.program.spelling(param.shape))
                    .collect(),
            }),
        }
    }
}

/// Does a function look at calls for tests?
fn tells_of_calls(program: &Program, func: Func) -> bool {
    program.funcs[func].name.starts_with(ir::CALL_TOLD)
}

/// The functions whose addresses a variable begins with.
fn mentioned_in_data(data: &ir::GlobalData) -> impl Iterator<Item = Func> {
    let cells = data.init.iter().flatten();
    cells.filter_map(|cell| if let ir::InitValue::Func(it) = cell.value { Some(it) } else { None })
}
