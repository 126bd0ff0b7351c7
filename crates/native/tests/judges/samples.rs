//! A suite made by hand for every function of `unit.c`, with expectations worked out on paper.

use std::path::PathBuf;
use std::process::Command;

use suite::{
    CType, CValue, Ends, EnumName, Field, FunctionReport, FunctionUnderTest, Global, Inputs,
    IntType, Object, Outputs, Param, Place, Replay, Step, Stub, StubCalls, Test, TypeId, Types,
};

/// The types of `unit.c`.
pub(crate) struct Samples {
    pub(crate) types: Types,
    pub(crate) int: TypeId,
    pub(crate) uint: TypeId,
    void: TypeId,
    long: TypeId,
    double: TypeId,
    node: TypeId,
    to_int: TypeId,
    to_node: TypeId,
}

pub(crate) fn unit_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/judges/unit.c")
}

/// Whether a tool is there; says so on stdout when it is not.
pub(crate) fn is_installed(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        println!("skipped, {tool} is not installed");
    }
    found
}

pub(crate) fn int(value: i128) -> CValue {
    CValue::Int(value)
}

pub(crate) fn ints(values: &[i128]) -> Vec<CValue> {
    values.iter().map(|&value| int(value)).collect()
}

pub(crate) fn test(id: &str, inputs: Inputs, outputs: Outputs) -> Test {
    Test {
        id: id.into(),
        inputs,
        outputs,
        path: Vec::new(),
        covers: Vec::new(),
        formula: None,
        ends: Ends::Return,
        replayed: Replay::NotRun,
    }
}

fn object(name: &str, elem: TypeId, values: Vec<CValue>) -> Object {
    Object { name: name.into(), elem, values, storage: suite::Storage::Variable }
}

fn returns(value: CValue) -> Outputs {
    Outputs { returns: Some(value), ..Outputs::default() }
}

impl Samples {
    pub(crate) fn new() -> Samples {
        let mut types = Types::new();
        let void = types.add(CType::Void);
        let int = types.int("int", 32, true);
        let uint = types.int("unsigned int", 32, false);
        let long = types.int("long", 64, true);
        let double = types.add(CType::Float { spelling: "double".into(), bits: 64 });
        let node = types.add(CType::Void);
        let to_int = types.pointer(int);
        let to_node = types.pointer(node);
        let fields = vec![field("value", int), field("next", to_node)];
        types.complete(node, structure("struct node", fields));
        Samples { types, int, uint, void, long, double, node, to_int, to_node }
    }

    pub(crate) fn function(
        name: &str,
        returns: TypeId,
        params: &[(&str, TypeId)],
    ) -> FunctionReport {
        let params = params.iter().map(|(name, ty)| (name.to_string(), *ty)).collect();
        let path = unit_path().to_str().expect("a readable path").to_string();
        let mut under_test = FunctionUnderTest::new(name, returns, params, path);
        under_test.main_conflict = true;
        FunctionReport::new(under_test, "branch")
    }

    /// A parameter list with values.
    pub(crate) fn params(function: &FunctionReport, values: Vec<CValue>) -> Vec<Param> {
        let params = function.under_test.params.iter().zip(values);
        params.map(|((name, ty), value)| Param { name: name.clone(), ty: *ty, value }).collect()
    }

    /// A test with scalar arguments only.
    pub(crate) fn scalars(
        function: &FunctionReport,
        id: &str,
        args: &[i128],
        result: i128,
    ) -> Test {
        let inputs = Inputs { params: Self::params(function, ints(args)), ..Inputs::default() };
        test(id, inputs, returns(int(result)))
    }

    /// `read_sensor` has no body in the unit, so every test program defines it.
    pub(crate) fn sensor(&mut self) -> Stub {
        let char_ty = self.char_ty("char", true);
        let text = self.types.add(CType::Pointer { to: char_ty, to_const: true });
        let params = vec![self.int, text];
        Stub {
            name: "read_sensor".into(),
            returns: self.int,
            params,
            variadic: false,
            noreturn: false,
            spelled: None,
        }
    }

    fn char_ty(&mut self, spelling: &str, signed: bool) -> TypeId {
        self.types.add(CType::Int(IntType {
            spelling: spelling.into(),
            bits: 8,
            signed,
            is_char: true,
            names: Vec::new(),
        }))
    }

    pub(crate) fn clamp(&mut self) -> FunctionReport {
        let params = [("max", self.int), ("clamp", self.int)];
        let mut function = Self::function("clamp", self.int, &params);
        function.tests = vec![
            Self::scalars(&function, "t1", &[1, 2], 1),
            Self::scalars(&function, "t2", &[i32::MAX.into(), i32::MIN.into()], i32::MIN.into()),
        ];
        function
    }

    pub(crate) fn sort3(&mut self) -> FunctionReport {
        let mut function =
            Self::function("sort3", self.int, &[("a", self.to_int), ("n", self.uint)]);
        let mut add = |id: &str, before: &[i128], after: &[i128], swaps: i128| {
            let args = vec![CValue::pointer("a", 0), int(before.len() as i128)];
            let inputs = Inputs {
                objects: vec![object("a", self.int, ints(before))],
                params: Self::params(&function, args),
                ..Inputs::default()
            };
            let objects = vec![object("a", self.int, ints(after))];
            let outputs = Outputs { objects, ..returns(int(swaps)) };
            function.tests.push(test(id, inputs, outputs));
        };
        add("t1", &[3, 2, 1], &[1, 2, 3], 3);
        add("t2", &[7], &[7], 0);
        add("t3", &[], &[], 0);
        let long: Vec<i128> = (0..40).map(|i| if i == 30 { 99 } else { i % 2 }).collect();
        let mut sorted = long.clone();
        sorted.sort_unstable();
        let swaps = (0..40).flat_map(|i| (0..i).map(move |j| (j, i)));
        let swaps = swaps.filter(|&(j, i)| long[j] > long[i]).count() as i128;
        add("t4", &long, &sorted, swaps);
        function
    }

    pub(crate) fn find(&mut self) -> FunctionReport {
        let params = [("list", self.to_node), ("wanted", self.int)];
        let mut function = Self::function("find", self.to_node, &params);
        let node = self.node;
        let link = |name: &str, value, next: CValue| {
            object(name, node, vec![CValue::Struct(vec![int(value), next])])
        };
        let to = |name: &str| CValue::pointer(name, 0);
        let mut add = |id: &str, objects, list, wanted, found, after| {
            let params = Self::params(&function, vec![list, int(wanted)]);
            let inputs = Inputs { objects, params, ..Inputs::default() };
            let outputs = Outputs { objects: after, ..returns(found) };
            function.tests.push(test(id, inputs, outputs));
        };
        let cycle = vec![link("n1", 4, to("n2")), link("n2", 5, to("n1"))];
        let seen = vec![link("n1", 5, to("n2")), link("n2", 6, to("n1"))];
        add("t1", cycle.clone(), to("n1"), 9, CValue::Null, seen);
        add("t2", cycle, to("n2"), 5, to("n2"), vec![]);
        add("t3", vec![], CValue::Null, 0, CValue::Null, vec![]);
        let own = vec![link("list", 1, to("list")), link("stray", 0, CValue::Null)];
        add("t4", own, to("list"), 1, to("list"), vec![link("list", 1, to("list"))]);
        function
    }

    pub(crate) fn mix(&mut self) -> FunctionReport {
        let names = [("RED", 0), ("GREEN", 5), ("BLUE", 6)];
        let names = names.map(|(name, value)| EnumName { name: name.into(), value }).to_vec();
        let colour = self.types.add(CType::Int(IntType {
            spelling: "enum colour".into(),
            bits: 32,
            signed: false,
            is_char: false,
            names,
        }));
        let character = self.char_ty("char", true);
        let big = self.types.int("unsigned long long", 64, false);
        let small = self.types.int("signed char", 8, true);
        let flag = self.types.int("_Bool", 1, false);
        let params =
            [("a", colour), ("c", character), ("big", big), ("small", small), ("flag", flag)];
        let mut function = Self::function("mix", colour, &params);
        let max = i128::from(u64::MAX);
        function.tests = vec![
            Self::scalars(&function, "t1", &[0, 39, max, -128, 1], 6),
            Self::scalars(&function, "t2", &[3, 92, 1 << 63, 127, 0], 5),
            Self::scalars(&function, "t3", &[5, -1, 5_000_000_000, 0, 0], 5),
        ];
        function
    }

    pub(crate) fn scale(&mut self) -> FunctionReport {
        let float = self.types.add(CType::Float { spelling: "float".into(), bits: 32 });
        let weights = self.types.add(CType::Pointer { to: self.double, to_const: true });
        let params = [("x", self.double), ("y", float), ("weights", weights)];
        let mut function = Self::function("scale", self.double, &params);
        let values = [0.0, f64::INFINITY, 0.1];
        let mut add = |id: &str, x: f64, y: f32, result: f64| {
            let values = values.map(CValue::double).to_vec();
            let args = vec![CValue::double(x), CValue::float(y), CValue::pointer("w", 0)];
            let inputs = Inputs {
                objects: vec![object("w", self.double, values.clone())],
                params: Self::params(&function, args),
                ..Inputs::default()
            };
            let objects = vec![object("w", self.double, values)];
            let outputs = Outputs { objects, ..returns(CValue::double(result)) };
            function.tests.push(test(id, inputs, outputs));
        };
        add("t1", 0.7, 0.1, 0.7 * f64::from(0.1f32) + 0.1);
        add("t2", f64::NAN, f32::NEG_INFINITY, f64::NAN);
        add("t3", 0.0, 3.5, -0.0);
        add("t4", f64::from_bits(1), f32::from_bits(1), -f64::from_bits(1));
        function
    }

    pub(crate) fn swap(&mut self) -> FunctionReport {
        let to_to_int = self.types.pointer(self.to_int);
        let params = [("p", to_to_int), ("q", to_to_int)];
        let mut function = Self::function("swap", self.int, &params);
        let (x, y) = (CValue::pointer("xs", 1), CValue::pointer("y", 0));
        let inputs = Inputs {
            objects: vec![
                object("xs", self.int, ints(&[1, 2])),
                object("y", self.int, ints(&[3])),
                object("p", self.to_int, vec![x.clone()]),
                object("q", self.to_int, vec![y.clone()]),
            ],
            params: Self::params(&function, vec![CValue::pointer("p", 0), CValue::pointer("q", 0)]),
            ..Inputs::default()
        };
        let objects =
            vec![object("p", self.to_int, vec![y]), object("q", self.to_int, vec![x.clone()])];
        let outputs = Outputs { objects, ..returns(int(3)) };
        let alias = Inputs {
            objects: vec![
                object("xs", self.int, ints(&[1, 2])),
                object("both", self.to_int, vec![CValue::Null, x]),
            ],
            params: Self::params(
                &function,
                vec![CValue::pointer("both", 1), CValue::pointer("both", 1)],
            ),
            ..Inputs::default()
        };
        function.tests = vec![test("t1", inputs, outputs), test("t2", alias, returns(int(2)))];
        function
    }

    pub(crate) fn relabel(&mut self) -> FunctionReport {
        let item = self.item();
        let others = self.types.add(CType::Pointer { to: item, to_const: true });
        let blob = self.types.pointer(self.void);
        let pick = self.types.add(CType::FunctionPointer {
            returns: self.int,
            params: vec![self.int, self.int],
            variadic: false,
        });
        let params = [("it", item), ("others", others), ("blob", blob), ("pick", pick)];
        let mut function = Self::function("relabel", item, &params);
        let value = |tag: i128, name: &[u8; 8], flags: i128, pair: [i128; 2]| {
            let name = name.iter().map(|&byte| int(byte.into())).collect();
            let whole = CValue::Struct(vec![int(17), CValue::Uninit]);
            let pair = CValue::Array(ints(&pair));
            CValue::Struct(vec![int(tag), whole, CValue::Array(name), int(flags), pair])
        };
        let others =
            vec![value(1, b"one\0\0\0\0\0", 1, [-5, 6]), value(2, b"\"two\\??\0", 2, [0, 0])];
        // The blob is the second half of a pair inside an object of another type.
        let inside =
            Place { object: "ns".into(), index: 1, path: vec![Step::Field("value".into())] };
        let node = |value| CValue::Struct(vec![int(value), CValue::Null]);
        let inputs = Inputs {
            objects: vec![
                object("others", item, others),
                object("ns", self.node, vec![node(8), node(9)]),
            ],
            params: Self::params(
                &function,
                vec![
                    value(b'q'.into(), b"not term", 0, [3, 4]),
                    CValue::pointer("others", 0),
                    CValue::Pointer(inside),
                    CValue::Function("clamp".into()),
                ],
            ),
            ..Inputs::default()
        };
        let result = value(2, b"not term", 7, [3, -5]);
        // clamp(max, x): max is others->pair[0] = -5, x = 9.
        function.tests = vec![test("t1", inputs, returns(result))];
        function
    }

    fn item(&mut self) -> TypeId {
        let tag = self.char_ty("unsigned char", false);
        let character = self.char_ty("char", true);
        let short = self.types.int("short", 16, true);
        let real = self.types.add(CType::Float { spelling: "float".into(), bits: 32 });
        let fields = vec![field("whole", self.int), field("real", real)];
        let CType::Struct { spelling, fields, .. } = structure("union", fields) else {
            unreachable!("structure makes structs")
        };
        let union = self.types.add(CType::Struct { spelling, is_union: true, fields });
        let name = self.types.add(CType::Array { elem: character, len: 8 });
        let pair = self.types.add(CType::Array { elem: short, len: 2 });
        let flags = Field { bitfield: Some(3), ..field("flags", self.uint) };
        let fields = vec![
            field("tag", tag),
            field("as", union),
            field("name", name),
            flags,
            field("pair", pair),
        ];
        self.types.add(structure("item", fields))
    }

    pub(crate) fn globals(&mut self) -> FunctionReport {
        let table = self.types.add(CType::Array { elem: self.long, len: 6 });
        let mut function = Self::function("globals", self.void, &[]);
        function.under_test.stateful = true;
        let global = |name: &str, ty, value| Global { name: name.into(), ty, value };
        let n1 = |next| object("n1", self.node, vec![CValue::Struct(vec![int(1), next])]);
        let inputs = Inputs {
            objects: vec![n1(CValue::Null)],
            globals: vec![
                global("counter", self.int, int(5)),
                global("table", table, CValue::Array(ints(&[0, 0, 0, 1 << 40, 0, 7]))),
                global("head", self.to_node, CValue::pointer("n1", 0)),
            ],
            ..Inputs::default()
        };
        let outputs = Outputs {
            returns: None,
            objects: vec![n1(CValue::pointer("n1", 0))],
            globals: vec![
                global("counter", self.int, int(12)),
                global("table", table, CValue::Array(ints(&[12, 0, 0, 1 << 40, 0, 7]))),
            ],
            ..Outputs::default()
        };
        // Twice the same: the static local would betray a test that is not run afresh.
        function.tests =
            vec![test("t1", inputs.clone(), outputs.clone()), test("t2", inputs, outputs)];
        function
    }

    pub(crate) fn measure(&mut self) -> FunctionReport {
        let mut function = Self::function("measure", self.int, &[("channel", self.int)]);
        let mut calls = Self::scalars(&function, "t1", &[2], 60);
        calls.inputs.stubs =
            vec![StubCalls { function: "read_sensor".into(), returns: ints(&[10, 20, 30]) }];
        let mut fewer = Self::scalars(&function, "t2", &[2], -3);
        fewer.inputs.stubs =
            vec![StubCalls { function: "read_sensor".into(), returns: ints(&[-1, -1, -1]) }];
        function.tests = vec![calls, fewer];
        function
    }

    pub(crate) fn divide(&mut self) -> FunctionReport {
        let mut function = Self::function("divide", self.int, &[("a", self.int), ("b", self.int)]);
        let mut zero = Self::scalars(&function, "t2", &[11, 0], 0);
        zero.outputs = Outputs::default();
        zero.ends = Ends::Trap { kind: "division-by-zero".into(), line: 110 };
        function.tests = vec![Self::scalars(&function, "t1", &[12, 5], 2), zero];
        function
    }

    pub(crate) fn route(&mut self) -> FunctionReport {
        let mut function = Self::function("route", self.int, &[("n", self.uint), ("m", self.int)]);
        let max = i128::from(u32::MAX);
        function.tests = vec![
            Self::scalars(&function, "t1", &[max, 0], 3),
            Self::scalars(&function, "t2", &[3, 0], 2),
            Self::scalars(&function, "t3", &[7, 1], 0),
            Self::scalars(&function, "t4", &[8, 1], 0),
            Self::scalars(&function, "t5", &[101, 0], 5),
        ];
        function
    }

    pub(crate) fn main(&mut self) -> FunctionReport {
        let mut function = Self::function("main", self.int, &[]);
        function.tests = vec![Self::scalars(&function, "t1", &[], 1)];
        function
    }

    /// Every function whose tests all pass or say that they do not return.
    pub(crate) fn passing(&mut self) -> Vec<FunctionReport> {
        let sensor = self.sensor();
        let mut functions = vec![
            self.clamp(),
            self.sort3(),
            self.find(),
            self.mix(),
            self.scale(),
            self.swap(),
            self.relabel(),
            self.globals(),
            self.measure(),
            self.divide(),
            self.main(),
        ];
        for function in &mut functions {
            function.under_test.stubs = vec![sensor.clone()];
        }
        functions
    }
}

fn field(name: &str, ty: TypeId) -> Field {
    Field { name: name.into(), ty, bitfield: None }
}

fn structure(spelling: &str, fields: Vec<Field>) -> CType {
    CType::Struct { spelling: spelling.into(), is_union: false, fields }
}
