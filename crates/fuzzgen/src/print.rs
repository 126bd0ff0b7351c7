//! A random program as C text.
//!
//! All file-scope names begin with a prefix, so that many programs fit one file.
//! Operands that are not atoms stand in parentheses; beauty is left to the shrinker.

use crate::tree::{
    Arg, Block, Expr, Function, Group, Init, Int, Loop, LoopKind, Place, Program, Ptr, Role, Stmt,
    Ty, UnOp, Var,
};
use std::fmt::Write;

/// The text of the program, with the contract that its input ranges make.
pub fn unit(program: &Program, prefix: &str) -> String {
    let mut printer = Printer { program, prefix, out: String::new(), indent: 0 };
    printer.types();
    printer.globals();
    for index in 0..program.funcs.len() {
        printer.function(index);
    }
    printer.out
}

/// The name of the function under test.
pub fn entry_name(program: &Program, prefix: &str) -> String {
    format!("{prefix}f{}", program.funcs.len() - 1)
}

/// The name of the function that [`observer`] prints.
pub fn observer_name(prefix: &str) -> String {
    format!("{prefix}observe")
}

/// A function that calls the one under test and folds its result and all globals into one number, without any trap of its own.
pub fn observer(program: &Program, prefix: &str) -> String {
    let printer = Printer { program, prefix, out: String::new(), indent: 0 };
    let entry = program.entry();
    let args: Vec<String> = (0..entry.n_params).map(local_name).collect();
    let mut text = format!(
        "unsigned long long {}({}) {{\n  unsigned long long h = (unsigned long long){}({});\n",
        observer_name(prefix),
        printer.params(entry),
        entry_name(program, prefix),
        args.join(", "),
    );
    for (leaf, _) in printer.written_leaves() {
        let _ = writeln!(text, "  h = h * 31 + (unsigned long long){leaf};");
    }
    text.push_str("  return h;\n}\n");
    text
}

/// Statements that give every global its value on entry; input globals are left to the caller.
pub fn reset(program: &Program, prefix: &str) -> String {
    let printer = Printer { program, prefix, out: String::new(), indent: 0 };
    let mut text = String::new();
    for (leaf, value) in printer.pinned_leaves() {
        let _ = write!(text, "{leaf} = {}; ", constant(value, widest(value)));
    }
    text
}

/// The name of a local.
pub fn local_name(index: usize) -> String {
    format!("x{index}")
}

/// The name of a global, without prefix.
pub fn global_name(index: usize) -> String {
    format!("g{index}")
}

/// An integer constant that has this value and, but for its sign, this type.
pub fn constant(value: i128, int: Int) -> String {
    let suffix = match int {
        Int::UInt => "U",
        Int::Long => "L",
        Int::ULong => "UL",
        Int::LLong => "LL",
        Int::ULLong => "ULL",
        Int::Bool | Int::Char | Int::SChar | Int::UChar => "",
        Int::Short | Int::UShort | Int::Int => "",
    };
    let (least, _) = int.limits();
    match value {
        // The least value of a signed type has no literal of its own.
        _ if value == least && value < -40_000 => format!("(-{}{suffix} - 1)", -(value + 1)),
        ..0 => format!("(-{}{suffix})", -value),
        _ => format!("{value}{suffix}"),
    }
}

fn widest(value: i128) -> Int {
    [Int::Int, Int::Long, Int::ULong]
        .into_iter()
        .find(|int| (int.limits().0..=int.limits().1).contains(&value))
        .expect("a C constant should have at most 64 bits")
}

struct Printer<'a> {
    program: &'a Program,
    prefix: &'a str,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn types(&mut self) {
        for (index, int) in self.program.typedefs.iter().enumerate() {
            self.line(&format!("typedef {} {}T{index};", int.spelling(), self.prefix));
        }
        for (index, values) in self.program.enums.iter().enumerate() {
            let prefix = self.prefix;
            let items = values.iter().enumerate();
            let items: Vec<_> =
                items.map(|(item, value)| format!("{prefix}E{index}_{item} = {value}")).collect();
            self.line(&format!("enum {prefix}E{index} {{ {} }};", items.join(", ")));
        }
        for (index, members) in self.program.structs.iter().enumerate() {
            let members = members.iter().enumerate();
            let members: Vec<_> =
                members.map(|(m, ty)| format!("{};", self.declare(ty, &format!("m{m}")))).collect();
            self.line(&format!("struct {}S{index} {{ {} }};", self.prefix, members.join(" ")));
        }
    }

    fn globals(&mut self) {
        for (index, global) in self.program.globals.iter().enumerate() {
            let fixed = if global.role == Role::Const { "const " } else { "" };
            let declared = self.declare(&global.ty, &self.var(Var::Global(index)));
            self.line(&format!("{fixed}{declared} = {};", self.init(&global.init)));
        }
    }

    fn function(&mut self, index: usize) {
        let function = &self.program.funcs[index];
        let is_entry = index + 1 == self.program.funcs.len();
        if is_entry {
            self.contract();
        }
        let name = format!("{}f{index}({})", self.prefix, self.params(function));
        let hidden = if is_entry { "" } else { "static " };
        self.line(&format!("{hidden}{} {{", self.declare(&function.ret, &name)));
        self.indent += 1;
        self.block(function, &function.body);
        self.indent -= 1;
        self.line("}");
    }

    fn params(&self, function: &Function) -> String {
        let params = function.locals[..function.n_params].iter().enumerate();
        let params: Vec<_> =
            params.map(|(index, ty)| self.declare(ty, &local_name(index))).collect();
        if params.is_empty() { "void".to_owned() } else { params.join(", ") }
    }

    // -- the contract

    fn contract(&mut self) {
        let clauses: Vec<String> = self.clauses();
        if clauses.is_empty() {
            return;
        }
        let clauses: Vec<_> = clauses.iter().map(|text| format!("requires {text};")).collect();
        self.line(&format!("/*@ {} */", clauses.join("\n    ")));
    }

    fn clauses(&self) -> Vec<String> {
        let domain = crate::Domain::of(self.program);
        let narrowed = domain.vars.iter().filter(|var| (var.lo, var.hi) != var.int.limits());
        let ranges = narrowed.map(|var| {
            let name = match var.slot {
                crate::Slot::Param(_) => var.name.clone(),
                crate::Slot::Global(index) => self.var(Var::Global(index)),
            };
            format!("{} <= {name} <= {}", var.lo, var.hi)
        });
        let pins = self.pinned_leaves();
        let pins = pins.iter().map(|(leaf, value)| format!("{leaf} == {value}"));
        ranges.chain(pins).collect()
    }

    /// Scalars of globals that are always the same on entry, with their values.
    fn pinned_leaves(&self) -> Vec<(String, i128)> {
        let mut leaves = Vec::new();
        for (index, global) in self.program.globals.iter().enumerate() {
            if global.role == Role::State {
                let name = self.var(Var::Global(index));
                self.leaves(&global.ty, Some(&global.init), name, &mut leaves);
            }
        }
        leaves
    }

    /// Scalars of globals that a run may change.
    fn written_leaves(&self) -> Vec<(String, i128)> {
        let mut leaves = Vec::new();
        for (index, global) in self.program.globals.iter().enumerate() {
            if global.role != Role::Const {
                let name = self.var(Var::Global(index));
                self.leaves(&global.ty, Some(&global.init), name, &mut leaves);
            }
        }
        leaves
    }

    fn leaves(&self, ty: &Ty, init: Option<&Init>, name: String, out: &mut Vec<(String, i128)>) {
        let items = match init {
            Some(Init::List(items)) => items.as_slice(),
            _ => &[],
        };
        match ty {
            Ty::Array(elem, len) => {
                for at in 0..*len as usize {
                    self.leaves(elem, items.get(at), format!("{name}[{at}]"), out);
                }
            }
            Ty::Struct(index) => {
                for (at, member) in self.program.structs[*index].iter().enumerate() {
                    self.leaves(member, items.get(at), format!("{name}.m{at}"), out);
                }
            }
            Ty::Int(_) | Ty::Typedef(_) | Ty::Enum(_) => out.push((name, self.constant_init(init))),
            Ty::Ptr(_) => unreachable!("no global should hold a pointer"),
        }
    }

    fn constant_init(&self, init: Option<&Init>) -> i128 {
        match init {
            None => 0,
            Some(Init::Int(Expr::Const(value, _))) => *value,
            Some(Init::Int(Expr::Char(value))) => *value as i128,
            Some(Init::Int(Expr::Named(index, item))) => self.program.enums[*index][*item] as i128,
            Some(other) => unreachable!("a global should have a constant initialiser: {other:?}"),
        }
    }

    // -- declarations

    fn declare(&self, ty: &Ty, name: &str) -> String {
        match ty {
            Ty::Int(int) => format!("{} {name}", int.spelling()),
            Ty::Typedef(index) => format!("{}T{index} {name}", self.prefix),
            Ty::Enum(index) => format!("enum {}E{index} {name}", self.prefix),
            Ty::Struct(index) => format!("struct {}S{index} {name}", self.prefix),
            Ty::Array(elem, len) => self.declare(elem, &format!("{name}[{len}]")),
            Ty::Ptr(to) => self.declare(to, &format!("*{name}")),
        }
    }

    fn type_name(&self, ty: &Ty) -> String {
        self.declare(ty, "").trim_end().to_owned()
    }

    fn init(&self, init: &Init) -> String {
        match init {
            Init::Int(expr) => self.expr(expr),
            Init::Ptr(ptr) => self.ptr(ptr),
            Init::Copy(place) => self.place(place),
            Init::List(items) => {
                let items: Vec<_> = items.iter().map(|item| self.init(item)).collect();
                format!("{{{}}}", items.join(", "))
            }
        }
    }

    // -- statements

    fn block(&mut self, function: &Function, block: &Block) {
        for stmt in block {
            self.stmt(function, stmt);
        }
    }

    fn braced(&mut self, function: &Function, head: &str, block: &Block) {
        self.line(&format!("{head}{{"));
        self.indent += 1;
        self.block(function, block);
        self.indent -= 1;
        self.line("}");
    }

    fn stmt(&mut self, function: &Function, stmt: &Stmt) {
        match stmt {
            Stmt::Expr(expr) => self.line(&format!("{};", self.expr(expr))),
            Stmt::Decl { local, fixed, init } => {
                let storage = if *fixed { "static " } else { "" };
                let declared = self.declare(&function.locals[*local], &local_name(*local));
                let init = init.as_ref().map_or(String::new(), |i| format!(" = {}", self.init(i)));
                self.line(&format!("{storage}{declared}{init};"));
            }
            Stmt::SetPtr(place, ptr) => {
                self.line(&format!("{} = {};", self.place(place), self.ptr(ptr)));
            }
            Stmt::SetStruct(to, from) => {
                self.line(&format!("{} = {};", self.place(to), self.place(from)));
            }
            Stmt::If(cond, then, els) => {
                self.braced(function, &format!("if ({}) ", self.expr(cond)), then);
                if let Some(els) = els {
                    self.braced(function, "else ", els);
                }
            }
            Stmt::Loop(data) => self.loop_stmt(function, data),
            Stmt::Switch(on, groups) => self.switch_stmt(function, on, groups),
            Stmt::Break => self.line("break;"),
            Stmt::Continue => self.line("continue;"),
            Stmt::Goto(label) => self.line(&format!("goto L{label};")),
            Stmt::Labelled(label, block) => {
                self.braced(function, "", block);
                self.line(&format!("L{label}:;"));
            }
            Stmt::Return(expr) => self.line(&format!("return {};", self.expr(expr))),
        }
    }

    fn loop_stmt(&mut self, function: &Function, data: &Loop) {
        let counter = local_name(data.counter);
        let test = match data.kind {
            LoopKind::For => format!("{counter} < {}", self.operand(&data.bound)),
            LoopKind::While | LoopKind::Do => format!("{counter} > 0"),
        };
        let test = match &data.cond {
            None => test,
            Some(cond) if data.cond_first => format!("{} && {test}", self.operand(cond)),
            Some(cond) => format!("{test} && {}", self.operand(cond)),
        };
        let start = match data.kind {
            LoopKind::For => "0".to_owned(),
            LoopKind::While | LoopKind::Do => self.expr(&data.bound),
        };
        if data.kind == LoopKind::For && data.entry.is_none() {
            let head = format!("for (int {counter} = {start}; {test}; {counter}++) ");
            self.braced(function, &head, &data.body);
            return;
        }
        self.line("{");
        self.indent += 1;
        self.line(&format!("int {counter} = {start};"));
        if let Some((cond, label, _)) = &data.entry {
            self.line(&format!("if ({}) goto L{label};", self.expr(cond)));
        }
        match data.kind {
            LoopKind::For => self.line(&format!("for (; {test}; {counter}++) {{")),
            LoopKind::While => self.line(&format!("while ({test}) {{")),
            LoopKind::Do => self.line("do {"),
        }
        self.indent += 1;
        if data.kind != LoopKind::For {
            self.line(&format!("{counter}--;"));
        }
        self.loop_body(function, data);
        self.indent -= 1;
        self.line(&match data.kind {
            LoopKind::For | LoopKind::While => "}".to_owned(),
            LoopKind::Do => format!("}} while ({test});"),
        });
        self.indent -= 1;
        self.line("}");
    }

    /// What stands before an entry label has braces of its own: its declarations end there.
    fn loop_body(&mut self, function: &Function, data: &Loop) {
        let Some((_, label, at)) = &data.entry else {
            self.block(function, &data.body);
            return;
        };
        let (before, after) = data.body.split_at((*at).min(data.body.len()));
        self.braced(function, "", &before.to_vec());
        self.line(&format!("L{label}:;"));
        self.braced(function, "", &after.to_vec());
    }

    fn switch_stmt(&mut self, function: &Function, on: &Expr, groups: &[Group]) {
        self.line(&format!("switch ({}) {{", self.expr(on)));
        self.indent += 1;
        for group in groups {
            for label in &group.labels {
                self.line(&match label {
                    Some(value) => format!("case {value}:"),
                    None => "default:".to_owned(),
                });
            }
            self.braced(function, "", &group.body);
            if !group.falls {
                self.line("break;");
            }
        }
        self.indent -= 1;
        self.line("}");
    }

    // -- expressions

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(value, int) => constant(*value, *int),
            Expr::Char(value) => character(*value),
            Expr::Named(index, item) => format!("{}E{index}_{item}", self.prefix),
            Expr::Load(place) => self.place(place),
            Expr::Unary(op, operand) => {
                let op = match op {
                    UnOp::Plus => "+",
                    UnOp::Minus => "-",
                    UnOp::Complement => "~",
                    UnOp::Not => "!",
                };
                format!("{op}{}", self.operand(operand))
            }
            Expr::Binary(op, a, b) => {
                format!("{} {} {}", self.operand(a), op.spelling(), self.operand(b))
            }
            Expr::Cond(c, a, b) => {
                format!("{} ? {} : {}", self.operand(c), self.operand(a), self.operand(b))
            }
            Expr::Cast(ty, operand) => {
                format!("({}){}", self.type_name(ty), self.operand(operand))
            }
            Expr::Assign(place, op, value) => {
                let op = op.map_or("", crate::tree::BinOp::spelling);
                format!("{} {op}= {}", self.place(place), self.expr(value))
            }
            Expr::Step { place, up, after } => {
                let op = if *up { "++" } else { "--" };
                let place = self.place(place);
                if *after { format!("{place}{op}") } else { format!("{op}{place}") }
            }
            Expr::Comma(a, b) => format!("{}, {}", self.operand(a), self.operand(b)),
            Expr::Call(index, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.arg(arg)).collect();
                format!("{}f{index}({})", self.prefix, args.join(", "))
            }
            Expr::Compare(op, a, b) => {
                format!("{} {} {}", self.ptr(a), op.spelling(), self.ptr(b))
            }
            Expr::Distance(a, b) => format!("{} - {}", self.ptr(a), self.ptr(b)),
            Expr::SizeOf(ty) => format!("sizeof({})", self.type_name(ty)),
        }
    }

    fn operand(&self, expr: &Expr) -> String {
        let text = self.expr(expr);
        match expr {
            Expr::Const(..) | Expr::Char(_) | Expr::Named(..) | Expr::Call(..) => text,
            Expr::SizeOf(_) => text,
            Expr::Load(Place::Var(_) | Place::Member(..) | Place::Element(..)) => text,
            Expr::Load(Place::Target(_)) | Expr::Step { .. } | Expr::Comma(..) => {
                format!("({text})")
            }
            Expr::Unary(..) | Expr::Binary(..) | Expr::Cond(..) | Expr::Cast(..) => {
                format!("({text})")
            }
            Expr::Assign(..) | Expr::Compare(..) | Expr::Distance(..) => format!("({text})"),
        }
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Int(expr @ Expr::Comma(..)) => self.operand(expr),
            Arg::Int(expr) => self.expr(expr),
            Arg::Ptr(ptr) => self.ptr(ptr),
            Arg::Struct(place) => self.place(place),
        }
    }

    fn var(&self, var: Var) -> String {
        match var {
            Var::Global(index) => format!("{}{}", self.prefix, global_name(index)),
            Var::Local(index) => local_name(index),
        }
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Var(var) => self.var(*var),
            Place::Member(of, index) => match &**of {
                Place::Target(ptr) => format!("{}->m{index}", self.ptr_operand(ptr)),
                of => format!("{}.m{index}", self.place_operand(of)),
            },
            Place::Element(of, at) => format!("{}[{}]", self.place_operand(of), self.expr(at)),
            Place::Target(ptr) => match &**ptr {
                Ptr::Plus(base, at) => format!("{}[{}]", self.ptr_operand(base), self.expr(at)),
                ptr => format!("*{}", self.ptr_operand(ptr)),
            },
        }
    }

    fn place_operand(&self, place: &Place) -> String {
        let text = self.place(place);
        if text.starts_with('*') { format!("({text})") } else { text }
    }

    fn ptr(&self, ptr: &Ptr) -> String {
        match ptr {
            Ptr::Null => "(void *)0".to_owned(),
            Ptr::Of(place) => format!("&{}", self.place_operand(place)),
            Ptr::Load(place) | Ptr::Decay(place) => self.place(place),
            Ptr::Plus(base, at) => format!("{} + {}", self.ptr_operand(base), self.operand(at)),
        }
    }

    fn ptr_operand(&self, ptr: &Ptr) -> String {
        let text = self.ptr(ptr);
        match ptr {
            Ptr::Load(Place::Var(_)) | Ptr::Decay(Place::Var(_)) => text,
            Ptr::Null | Ptr::Of(_) | Ptr::Load(_) | Ptr::Decay(_) | Ptr::Plus(..) => {
                format!("({text})")
            }
        }
    }
}

fn character(value: u8) -> String {
    match value {
        b'\n' => "'\\n'".to_owned(),
        b'\'' | b'\\' => format!("'\\{}'", value as char),
        b' '..=b'~' => format!("'{}'", value as char),
        _ => format!("'\\x{value:02x}'"),
    }
}
