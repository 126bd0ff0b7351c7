//! Preferences: what each keeps from the plain world, and what comes in where it is relaxed.

use crate::symbolic::{Trip, check, check_under, with_world};
use exec::{Policy, Val};
use world::{Preference, Preferences};

fn without(it: Preference) -> Policy {
    Policy::INITIAL.relaxing(Preferences::NONE.with(it))
}

/// How `f` ends in the plain world and without a preference, and what it returns on every input there.
#[track_caller]
fn compare(it: Preference, text: &str, given: &str, plain: (&str, bool), relaxed: (&str, bool)) {
    for (policy, (end, constant)) in [(Policy::INITIAL, plain), (without(it), relaxed)] {
        with_world(text, |world| {
            let mut trip = Trip::new(world, policy, given);
            assert_eq!(trip.end(), end, "{text}, inputs {:?}", trip.inputs());
            assert_eq!(trip.returned_constant().is_some(), constant, "{text} {:?}", trip.returned);
        });
    }
}

/// The places that the n-th parameter of `f` may lead to.
fn places(text: &str, policy: Policy, index: usize) -> Vec<String> {
    with_world(text, |world| {
        let trip = Trip::new(world, policy, "");
        let Val::Ptr(ptr) = trip.machine.args()[index] else { panic!("{text}: no pointer") };
        trip.places(ptr)
    })
}

#[test]
fn a_pointer_starts_its_array() {
    let text = "int f(int *p) { return p[-1]; }";
    check(text, &[("", "traps out-of-bounds")]);
    let relaxed = without(Preference::StartsArray);
    check_under(
        text,
        relaxed,
        &[
            ("element~of~p=0", "traps out-of-bounds"),
            ("element~of~p=1 p[0]=7", "returns 7"),
            ("element~of~p=2 p[1]=-3 p[0]=1", "returns -3"),
            ("element~of~p=99", "leaves a bound"),
        ],
    );
}

#[test]
fn arrays_lie_apart() {
    let text = "int f(int *p, int *q) { *p = 1; *q = 2; return *p; }";
    compare(Preference::Apart, text, "", ("returns 1", true), ("returns 1", false));
    check_under(text, without(Preference::Apart), &[("q=1", "returns 2"), ("q=0", "returns 1")]);
    assert_eq!(places(text, Policy::INITIAL, 1), ["q"]);
    assert_eq!(places(text, without(Preference::Apart), 1), ["q", "p"]);
}

#[test]
fn restrict_is_kept_in_every_world() {
    let text = "int f(int *restrict p, int *restrict q) { *p = 1; *q = 2; return *p; }";
    assert_eq!(places(text, without(Preference::Apart), 1), ["q"]);
}

#[test]
fn a_pointer_leads_to_no_part_of_other_data() {
    let text =
        "struct s { int a, b; }; int f(struct s *s, int *p) { s->b = 1; *p = 2; return s->b; }";
    compare(Preference::NotInside, text, "", ("returns 1", true), ("returns 1", false));
    let relaxed = places(text, without(Preference::NotInside), 1);
    assert!(relaxed.contains(&"s".to_owned()), "{relaxed:?}");
}

#[test]
fn pointers_that_are_ordered_lead_into_one_array() {
    let text = "int f(int *b, int *e) { int n = 0; while (b < e) { n += *b++; } return n; }";
    with_world(text, |world| {
        let mut trip = Trip::new(world, Policy::INITIAL, "element~of~e=2 b[0]=3 b[1]=4");
        assert_eq!(trip.end(), "returns 7", "{:?}", trip.inputs());
        let said = "b and e lead into one array".to_owned();
        assert!(trip.premises.contains(&said), "{:?}", trip.premises);
    });
    assert_eq!(places(text, Policy::INITIAL, 1), ["b"]);
    let relaxed = without(Preference::OneArray);
    assert_eq!(places(text, relaxed, 1), ["e", "b"]);
    check_under(text, relaxed, &[("e=0", "traps pointer-compare")]);
}

#[test]
fn what_is_given_back_was_allocated() {
    let text = "void free(void *); int g;
                int f(int **p) { int *q = *p; int r = q == &g; free(q); return r; }";
    compare(Preference::Allocated, text, "*p=1", ("returns 0", true), ("returns 0", false));
}

#[test]
fn allocations_succeed() {
    let text = "void *malloc(unsigned long); int f(void) { char *p = malloc(4); return p == 0; }";
    let (plain, relaxed) = (("returns 0", true), ("returns 0", false));
    compare(Preference::AllocationSucceeds, text, "", plain, relaxed);
    let relaxed = without(Preference::AllocationSucceeds);
    check_under(text, relaxed, &[("failure~of~allocation~1=1", "returns 1")]);
}

#[test]
fn statics_have_their_first_value() {
    let text = "int f(void) { static int n = 5; n++; return n; }";
    compare(Preference::FirstCall, text, "", ("returns 6", true), ("returns 1", false));
}

#[test]
fn volatile_memory_stands_still() {
    let text = "volatile int v; int f(void) { int a = v, b = v; return a - b; }";
    compare(Preference::VolatileStill, text, "", ("returns 0", true), ("returns 0", false));
}

#[test]
fn null_is_tried_where_the_code_asks() {
    assert_eq!(places("int f(int *p) { return *p; }", Policy::INITIAL, 0), ["p"]);
    let asks = "int f(int *p) { return p ? *p : -1; }";
    assert_eq!(places(asks, Policy::INITIAL, 0), ["p", "Null"]);
    check(asks, &[("p=0 p[0]=3", "returns 3"), ("p=1", "returns -1")]);
}

#[test]
fn lengths_have_a_bound_with_a_name() {
    with_world("int f(int *a, int n) { return a[n]; }", |world| {
        let mut trip = Trip::new(world, Policy::INITIAL, "n=3 a[3]=8");
        assert_eq!(trip.end(), "returns 8");
        assert_eq!(trip.premises, ["length of a <= 64"]);
        let mut trip = Trip::new(world, Policy { max_length: 9, ..Policy::INITIAL }, "n=3");
        let _ = trip.end();
        assert_eq!(trip.premises, ["length of a <= 9"]);
    });
    check(
        "int f(int *a, int n) { return a[n]; }",
        &[
            ("n=4", "is too short"),
            ("n=-1", "traps out-of-bounds"),
            ("length~of~a=65", "leaves a bound"),
        ],
    );
}

#[test]
fn a_place_can_be_a_path_of_its_own() {
    let text = "int f(int *p, int *q) { *p = 1; *q = 2; return *p; }";
    let split = Policy { split: true, ..without(Preference::Apart) };
    for (given, end) in [("q=0", "returns 1"), ("q=1", "returns 2")] {
        with_world(text, |world| {
            let mut trip = Trip::new(world, split, given);
            assert_eq!((trip.end().as_str(), trip.n_open), (end, 1));
        });
    }
}

#[test]
fn arrays_without_cells_agree_with_those_that_have_some() {
    let text = "int f(int *a, int i, int j) { a[i] = 5; a[j] = 6; return a[i]; }";
    let logged = Policy { logged: true, ..Policy::INITIAL };
    for policy in [Policy::INITIAL, logged] {
        check_under(text, policy, &[("i=1 j=2", "returns 5"), ("i=2 j=2", "returns 6")]);
    }
}
