//! A whole unit: which globals and functions are mentioned, their data, and the bodies one after the other.

use crate::machine::Machine;
use crate::shape::ShapeKey;
use crate::{Options, contract, demand, func, init};
use cfront::target::ByteOrder;
use cfront::typed::{self, ExprKind, FuncId, GlobalId, GlobalKind, LabelId, LocalId, Unit};
use cfront::types::{QualTy, Ty, Type};
use entity::{EntityRef, EntitySet, SecondaryMap};
use ir::{FuncData, GlobalData, InitCell, Linkage, Param, Program, ShapeId, Signature};
use source::Diagnostics;
use std::collections::{BTreeSet, HashMap};

/// What lowering knows and has made of the unit so far.
pub(crate) struct UnitCx<'u> {
    pub(crate) machine: Machine<'u>,
    pub(crate) options: Options,
    pub(crate) program: Program,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) globals: SecondaryMap<GlobalId, Option<ir::Global>>,
    pub(crate) funcs: SecondaryMap<FuncId, Option<ir::Func>>,
    /// Locals that must be objects: their address is taken somewhere.
    pub(crate) address_taken: EntitySet<LocalId>,
    /// Types that a pointer may lead to at an address which is not aligned for them.
    pub(crate) astray: BTreeSet<Ty>,
    /// Labels whose address is taken somewhere.
    pub(crate) addressed_labels: EntitySet<LabelId>,
    /// Shapes made so far; looked up only, never iterated.
    pub(crate) shapes: HashMap<ShapeKey, ShapeId>,
}

pub(crate) fn lower(unit: &Unit, options: &Options) -> (Program, Diagnostics) {
    let target = ir::Target {
        pointer_bytes: options.target.pointer as u32,
        int_bytes: options.target.int as u32,
        order: match options.target.order {
            ByteOrder::Little => ir::ByteOrder::Little,
            ByteOrder::Big => ir::ByteOrder::Big,
        },
    };
    let mut cx = UnitCx {
        machine: Machine { unit, target: options.target },
        options: *options,
        program: Program::new(target),
        diagnostics: Diagnostics::default(),
        globals: SecondaryMap::new(),
        funcs: SecondaryMap::new(),
        address_taken: address_taken(unit),
        astray: demand::astray(unit, options),
        addressed_labels: addressed_labels(unit),
        shapes: HashMap::new(),
    };
    let mentioned = Mentioned::of(unit);
    cx.declare_globals(&mentioned);
    cx.declare_funcs(&mentioned);
    cx.fill_globals();
    cx.declare_streams();
    cx.fill_funcs();
    (cx.program, cx.diagnostics)
}

impl<'u> UnitCx<'u> {
    pub(crate) fn unit(&self) -> &'u Unit {
        self.machine.unit
    }

    pub(crate) fn global(&self, id: GlobalId) -> ir::Global {
        self.globals[id].expect("every global that an expression names should be declared")
    }

    pub(crate) fn func(&self, id: FuncId) -> ir::Func {
        self.funcs[id].expect("every function that an expression names should be declared")
    }

    fn declare_globals(&mut self, mentioned: &Mentioned) {
        let unit = self.unit();
        for (id, global) in unit.globals.iter() {
            if global.definition == typed::Definition::Extern && !mentioned.globals.contains(id) {
                continue;
            }
            let shape = self.shape(global.ty, global.alias.as_ref());
            let data = GlobalData {
                name: global.name.clone(),
                size: self.global_size(id),
                align: global.align.max(1),
                init: None,
                constant: self.machine.is_const(global.ty)
                    || global.kind == GlobalKind::StringLiteral,
                volatile: is_volatile(unit, global.ty),
                linkage: linkage(global.linkage),
                hidden: !matches!(global.kind, GlobalKind::Variable),
                open: false,
                shape: Some(shape),
                span: global.span,
            };
            self.globals[id] = Some(self.program.globals.push(data));
        }
    }

    /// The streams of the library: `stdout` is a constant, and what it points to is an object of its own.
    fn declare_streams(&mut self) {
        let is_stream = |data: &GlobalData| {
            ir::STREAMS.contains(&data.name.as_str()) && data.linkage == Linkage::External
        };
        let found = self.program.globals.iter().filter(|(_, data)| is_stream(data));
        let found: Vec<_> = found.map(|(id, _)| id).collect();
        for id in found {
            let data = &self.program.globals[id];
            let is_elsewhere = self.unit().globals.values().any(|global| {
                global.name == data.name && global.definition == typed::Definition::Extern
            });
            let to = match data.shape.map(|shape| &self.program.shapes[shape]) {
                Some(ir::Shape::Pointer { to, .. }) if is_elsewhere => *to,
                _ => continue,
            };
            let size = to.map_or(0, |to| self.program.shape_bytes(to)).max(1);
            let stream = GlobalData {
                name: format!("*{}", data.name),
                size,
                align: 8,
                init: Some(Vec::new()),
                constant: true,
                volatile: false,
                linkage: Linkage::Internal,
                hidden: true,
                open: false,
                shape: to,
                span: data.span,
            };
            let stream = self.program.globals.push(stream);
            let value = ir::InitValue::Global(stream, 0);
            let data = &mut self.program.globals[id];
            data.constant = true;
            data.init = Some(vec![InitCell { offset: 0, value }]);
        }
    }

    /// Bytes of a global, with those of a flexible array member that its initialiser fills.
    fn global_size(&self, id: GlobalId) -> u64 {
        let global = &self.unit().globals[id];
        let size = self.machine.size(global.ty.ty);
        let flexible = self
            .unit()
            .types
            .record(global.ty.ty)
            .is_some_and(|record| self.unit().records[record].flexible);
        match &global.init {
            Some(init) if flexible => {
                init.cells.iter().map(|cell| self.cell_end(cell)).fold(size, u64::max)
            }
            _ => size,
        }
    }

    fn cell_end(&self, cell: &typed::StaticCell) -> u64 {
        match &cell.value {
            typed::ConstValue::Bytes(bytes) => cell.offset + bytes.len() as u64,
            _ => cell.offset + self.machine.size(cell.ty),
        }
    }

    fn fill_globals(&mut self) {
        let unit = self.unit();
        for (id, global) in unit.globals.iter() {
            let Some(lowered) = self.globals[id] else { continue };
            self.program.globals[lowered].init = match (global.definition, &global.init) {
                (typed::Definition::Extern, _) => None,
                (_, None) => Some(Vec::new()),
                (_, Some(init)) => Some(self.static_cells(init)),
            };
        }
    }

    fn static_cells(&self, init: &typed::StaticInit) -> Vec<InitCell> {
        init::static_cells(self, init)
    }

    fn declare_funcs(&mut self, mentioned: &Mentioned) {
        let unit = self.unit();
        for (id, func) in unit.funcs.iter() {
            let kept = func.body.is_some() && !func.system;
            if !kept && !mentioned.funcs.contains(id) {
                continue;
            }
            let data = FuncData {
                name: func.name.clone(),
                sig: self.func_signature(id),
                params: self.params(id),
                ret: self.ret_shape(id),
                body: None,
                linkage: linkage(func.linkage),
                system: func.system,
                linked: false,
                noreturn: func.noreturn,
                weak: func.weak,
                contract: None,
                span: func.span,
            };
            self.funcs[id] = Some(self.program.funcs.push(data));
        }
    }

    fn params(&mut self, id: FuncId) -> Vec<Param> {
        let unit = self.unit();
        let mut params = Vec::new();
        for (index, &local) in unit.funcs[id].params.iter().enumerate() {
            let data = &unit.locals[local];
            let shape = self.shape(data.ty, data.alias.as_ref());
            let name = if data.name.is_empty() { format!("arg{index}") } else { data.name.clone() };
            let elements = written_elements(unit, data);
            params.push(Param { name, shape, elements, span: data.span });
        }
        if params.is_empty() {
            return self.params_of_type(id);
        }
        params
    }

    /// A function that is declared by the name of its type names no parameters, and has those of the type.
    fn params_of_type(&mut self, id: FuncId) -> Vec<Param> {
        let (ty, span) = (self.unit().funcs[id].ty, self.unit().funcs[id].span);
        let shapes = self.parameter_shapes(ty).into_iter().enumerate();
        let param =
            |(index, shape)| Param { name: format!("arg{index}"), shape, elements: 1, span };
        shapes.map(param).collect()
    }

    fn ret_shape(&mut self, id: FuncId) -> Option<ShapeId> {
        let func = &self.unit().funcs[id];
        let ret = self.unit().types.function(func.ty)?.ret;
        let alias = func.ret_alias.as_ref();
        (!self.machine.is_void(ret.ty)).then(|| self.shape(ret, alias))
    }

    fn fill_funcs(&mut self) {
        let unit = self.unit();
        for (id, func) in unit.funcs.iter() {
            let Some(lowered) = self.funcs[id] else { continue };
            if let Some(given) = &func.contract {
                let given = contract::apart(self, id, given);
                let mut contract = contract::lower(self, id, &given);
                self.clauses_as_code(id, &given, &mut contract);
                for warning in contract::warnings(self, &given, &contract) {
                    self.diagnostics.push(warning);
                }
                self.program.funcs[lowered].contract = Some(contract);
            }
            if let Some(body) = func.body {
                let mut body = func::lower(self, id, body);
                if func.system {
                    body.drop_events();
                }
                self.program.funcs[lowered].body = Some(body);
            }
        }
    }

    /// Clauses that are no formulas may still be code.
    fn clauses_as_code(
        &mut self,
        id: FuncId,
        given: &cfront::logic::Contract,
        contract: &mut ir::logic::Contract,
    ) {
        for (number, (given, clause)) in
            given.requires.iter().zip(&mut contract.requires).enumerate()
        {
            if clause.meaning.is_ok() {
                continue;
            }
            let Some(body) = func::lower_clause(self, id, given.pred) else { continue };
            let int = cfront::types::QualTy { ty: Ty::INT, quals: cfront::types::Quals::NONE };
            let mut params = self.func_signature(id).params;
            params.drain(..params.len() - self.unit().funcs[id].params.len());
            let data = FuncData {
                name: format!("{}.requires{number}", self.unit().funcs[id].name),
                sig: Signature { ret: Some(self.machine.int()), params, variadic: false },
                params: self.params(id),
                ret: Some(self.shape(int, None)),
                body: Some(body),
                linkage: Linkage::Internal,
                system: true,
                linked: false,
                noreturn: false,
                weak: false,
                contract: None,
                span: clause.span,
            };
            clause.code = Some(self.program.funcs.push(data));
        }
    }

    /// How a function is called: by its prototype, or for an old-style definition by its promoted parameters.
    pub(crate) fn func_signature(&self, id: FuncId) -> Signature {
        let unit = self.unit();
        let func = &unit.funcs[id];
        let mut sig = self.signature(func.ty);
        let old_style = unit.types.function(func.ty).is_some_and(|ty| !ty.prototyped);
        if old_style && func.body.is_some() {
            let params = func.params.iter().map(|&local| self.promoted(unit.locals[local].ty.ty));
            // Nobody was told what `f()` takes, and it looks at nothing: whatever it is given, it is called.
            sig.variadic = func.params.is_empty() && sig.params.is_empty();
            sig.params.extend(params);
        }
        sig
    }

    /// The machine-level type of a C function type. Nothing is known of the parameters of an unprototyped one, so it
    /// takes any.
    pub(crate) fn signature(&self, ty: Ty) -> Signature {
        let function = self.unit().types.function(ty);
        let function = function.expect("a function should have a function type");
        let ret = self.machine.scalar(function.ret.ty);
        let hidden = self.machine.in_memory(function.ret.ty).then_some(ir::Type::Ptr);
        let known: &[Ty] = if function.prototyped { &function.params } else { &[] };
        let params = known.iter().map(|&param| self.passed(param));
        Signature {
            ret,
            params: hidden.into_iter().chain(params).collect(),
            variadic: function.variadic || !function.prototyped,
        }
    }

    /// How a value is passed: itself, or the address of a copy.
    pub(crate) fn passed(&self, ty: Ty) -> ir::Type {
        self.machine.scalar(ty).unwrap_or(ir::Type::Ptr)
    }

    fn promoted(&self, ty: Ty) -> ir::Type {
        match (self.passed(ty), &self.unit().types[ty]) {
            (ir::Type::Int(8 | 16), _) => self.machine.int(),
            (ir::Type::F32, Type::Float(_)) => ir::Type::F64,
            (passed, _) => passed,
        }
    }
}

fn linkage(linkage: typed::Linkage) -> Linkage {
    match linkage {
        typed::Linkage::External => Linkage::External,
        typed::Linkage::Internal | typed::Linkage::None => Linkage::Internal,
    }
}

/// Scalars whose address is an operand somewhere. All expressions are looked at, so one that is never evaluated counts
/// too: that costs precision of nothing but the listing.
fn address_taken(unit: &Unit) -> EntitySet<LocalId> {
    let mut taken = EntitySet::new();
    let mut take = |id: typed::ExprId| {
        if let ExprKind::Local(local) | ExprKind::CompoundLiteral { local, .. } =
            unit.exprs[id].kind
        {
            taken.insert(local);
        }
    };
    for expr in unit.exprs.values() {
        match expr.kind {
            ExprKind::AddrOf(arg)
            | ExprKind::VaStart(arg)
            | ExprKind::VaArg(arg)
            | ExprKind::VaEnd(arg) => take(arg),
            ExprKind::VaCopy { dst, .. } => take(dst),
            _ => {}
        }
    }
    for stmt in unit.stmts.values() {
        if let typed::StmtKind::Asm { outputs, inputs, .. } = &stmt.kind {
            outputs.iter().chain(inputs).for_each(|&arg| take(arg));
        }
    }
    taken
}

fn addressed_labels(unit: &Unit) -> EntitySet<LabelId> {
    let mut addressed = EntitySet::new();
    for expr in unit.exprs.values() {
        if let ExprKind::LabelAddr(label) = expr.kind {
            addressed.insert(label);
        }
    }
    for global in unit.globals.values() {
        for cell in global.init.iter().flat_map(|init| &init.cells) {
            if let typed::ConstValue::Addr(typed::AddrBase::Label(label), _) = cell.value {
                addressed.insert(label);
            }
        }
    }
    addressed
}

/// Is an object volatile, or an array of what is?
fn is_volatile(unit: &Unit, mut ty: QualTy) -> bool {
    while let Type::Array(elem, _) = unit.types[ty.ty] {
        ty = elem.with(ty.quals);
    }
    ty.quals.is_volatile()
}

/// Globals and functions that some expression, initialiser or contract names; headers declare many more.
struct Mentioned {
    globals: EntitySet<GlobalId>,
    funcs: EntitySet<FuncId>,
}

impl Mentioned {
    fn of(unit: &Unit) -> Self {
        let mut this = Self { globals: EntitySet::new(), funcs: EntitySet::new() };
        for expr in unit.exprs.values() {
            match expr.kind {
                ExprKind::Global(id) => {
                    this.globals.insert(id);
                }
                ExprKind::Func(id) => {
                    this.funcs.insert(id);
                }
                ExprKind::Call { callee: typed::Callee::Direct(id), .. } => {
                    this.funcs.insert(id);
                }
                _ => {}
            }
        }
        for value in unit.consts.values() {
            this.constant(value);
        }
        for global in unit.globals.values() {
            for cell in global.init.iter().flat_map(|init| &init.cells) {
                this.constant(&cell.value);
            }
        }
        for term in unit.terms.values() {
            match term.kind {
                cfront::logic::TermKind::GlobalAddr(id) => {
                    this.globals.insert(id);
                }
                cfront::logic::TermKind::FuncAddr(id) | cfront::logic::TermKind::Call(id, _) => {
                    this.funcs.insert(id);
                }
                _ => {}
            }
        }
        this
    }

    fn constant(&mut self, value: &typed::ConstValue) {
        match value {
            typed::ConstValue::Addr(typed::AddrBase::Global(id), _) => {
                self.globals.insert(*id);
            }
            typed::ConstValue::Addr(typed::AddrBase::Func(id), _) => {
                self.funcs.insert(*id);
            }
            _ => {}
        }
    }
}

/// The number that stands for a label's address in `&&label` and `goto *p`: never zero, unique in the unit.
pub(crate) fn label_number(label: typed::LabelId) -> u128 {
    label.index() as u128 + 1
}

/// The length that is written between the brackets of a parameter; 1 where there is none.
fn written_elements(unit: &typed::Unit, param: &typed::Local) -> u64 {
    match param.written_array.map(|ty| &unit.types[ty]) {
        Some(cfront::types::Type::Array(_, cfront::types::ArrayLen::Known(length))) => {
            (*length).max(1)
        }
        _ => 1,
    }
}
