//! The texts that grow: each has a function `f`, and as many parts as it is told.

/// Functions of one form.
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) sizes: &'static [usize],
    pub(super) text: fn(usize) -> String,
}

pub(super) const FAMILIES: &[Family] = &[
    Family { name: "elements", sizes: &[50, 64, 66, 200, 1_000], text: elements },
    Family { name: "members", sizes: &[50, 64, 66, 200, 1_000], text: members },
    Family { name: "globals", sizes: &[50, 64, 66, 200, 1_000], text: globals },
    Family { name: "scalars", sizes: &[50, 64, 66, 200, 1_000], text: scalars },
    Family { name: "switches", sizes: &[100, 300, 1_000, 3_000, 10_000], text: switches },
    Family { name: "machines", sizes: &[4, 10, 30, 100], text: machines },
    Family { name: "reactors", sizes: &[4, 10, 30, 100], text: reactors },
    Family { name: "chains", sizes: &[10, 30, 100, 300, 1_000], text: chains },
    Family { name: "lists", sizes: &[10, 30, 100, 300, 1_000], text: lists },
];

/// A line for each part.
fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(line).collect()
}

/// A function with a condition on each of n places.
fn conditions(before: &str, params: &str, n: usize, place: impl Fn(usize) -> String) -> String {
    let conditions =
        lines(n, |at| format!("    if ({} == {}) sum += {at};\n", place(at), 7 * at + 3));
    format!("{before}int f({params})\n{{\n    int sum = 0;\n{conditions}    return sum;\n}}\n")
}

/// n elements of an array whose length nobody says.
fn elements(n: usize) -> String {
    conditions("", "const int *a", n, |at| format!("a[{at}]"))
}

fn members(n: usize) -> String {
    let members = lines(n, |at| format!("    int m{at};\n"));
    let record = format!("struct record {{\n{members}}};\n");
    conditions(&record, "const struct record *p", n, |at| format!("p->m{at}"))
}

fn globals(n: usize) -> String {
    let globals = lines(n, |at| format!("int g{at};\n"));
    conditions(&globals, "void", n, |at| format!("g{at}"))
}

fn scalars(n: usize) -> String {
    let params: Vec<String> = (0..n).map(|at| format!("int x{at}")).collect();
    conditions("", &params.join(", "), n, |at| format!("x{at}"))
}

fn switches(n: usize) -> String {
    let cases = lines(n, |at| format!("    case {}: return {at};\n", 3 * at));
    format!("int f(int x)\n{{\n    switch (x) {{\n{cases}    default: return -1;\n    }}\n}}\n")
}

/// A machine that goes through its states in order, and back to the first on any other input. Without a default, so that the
/// state is known to be one of n.
fn machines(n: usize) -> String {
    let cases = lines(n, |at| {
        let next = (at + 1) % n;
        format!("        case {at}: state = in[i] == {} ? {next} : 0; break;\n", at + 5)
    });
    format!(
        "int f(const int *in, int n)\n{{\n    int state = 0;\n    for (int i = 0; i < n; i++)\n        \
         switch (state) {{\n{cases}        }}\n    return state;\n}}\n"
    )
}

/// A step of a machine whose state is a global: conditions on the state and an input, one after the other.
fn reactors(n: usize) -> String {
    let rules = lines(n, |at| {
        let (event, next) = (at % 5 + 1, (at * 7 + 1) % n);
        format!("    if (state == {at} && event == {event}) {{ state = {next}; return {at}; }}\n")
    });
    format!("int state = 1;\nint f(int event)\n{{\n{rules}    return -1;\n}}\n")
}

fn chains(n: usize) -> String {
    let calls = lines(n, |at| {
        let (own, next) = (at + 1, format!("c{at}"));
        format!(
            "static int c{own}(int x) {{ if (x == {}) return {own}; return {next}(x); }}\n",
            7 * own
        )
    });
    format!("static int c0(int x) {{ return x; }}\n{calls}int f(int x) {{ return c{n}(x); }}\n")
}

/// A list of n nodes is wanted.
fn lists(n: usize) -> String {
    format!(
        "struct node {{ int value; struct node *next; }};\nint f(const struct node *p)\n{{\n    int count = 0;\n    \
         while (p) {{\n        count++;\n        p = p->next;\n    }}\n    if (count == {n}) return 1;\n    return 0;\n}}\n"
    )
}
