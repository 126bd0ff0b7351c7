//! Linked inputs, made as they are looked at: each pointer leads to null, to what is known, or to one new object.

use crate::symbolic::{Trip, check, check_under, with_world};
use exec::{LeafValue, Part, Policy, Site};

const LIST: &str = "struct n { int v; struct n *next; };";

/// The places that the pointers inside data may lead to, in the order in which they were looked at.
fn links(text: &str, policy: Policy, given: &str) -> Vec<Vec<String>> {
    with_world(text, |world| {
        let mut trip = Trip::new(world, policy, given);
        let _ = trip.end();
        let leaves = trip.machine.leaves().iter();
        let pointers = leaves.filter_map(|leaf| match leaf.value {
            LeafValue::Pointer(Site::Cell(..), ptr) => Some(trip.places(ptr)),
            _ => None,
        });
        pointers.collect()
    })
}

#[test]
fn nodes_are_made_when_they_are_looked_at() {
    let text = format!("{LIST} int f(struct n *p) {{ return p->next->v; }}");
    with_world(&text, |world| {
        let mut trip = Trip::new(world, Policy::INITIAL, "p->next=1 p->next->v=6");
        assert_eq!(trip.inputs(), ["length of p"]);
        assert_eq!(trip.end(), "returns 6");
        assert!(trip.inputs().contains(&"p->next->v"), "{:?}", trip.inputs());
        assert!(!trip.inputs().contains(&"p->next->next"), "nobody looks at that");
    });
}

#[test]
fn a_link_leads_to_null_to_a_new_node_or_to_one_that_is_known() {
    let text = format!("{LIST} int f(struct n *p) {{ return p->next->next->v; }}");
    assert_eq!(
        links(&text, Policy::INITIAL, "p->next=1 p->next->next=1"),
        [vec!["Null", "p->next", "p"], vec!["Null", "p->next->next", "p", "p->next"],]
    );
    // Where the first link comes back, the second is the first again.
    assert_eq!(links(&text, Policy::INITIAL, "p->next=2").len(), 1 + 1);
    check(
        &text,
        &[
            ("p->next=0", "traps null-pointer"),
            ("p->next=1 p->next->next=0", "traps null-pointer"),
            ("p->next=1 p->next->next=2 p->v=9", "returns 9"),
            ("p->next=2 p->v=4", "returns 4"),
            ("p->next=3", "is no input"),
        ],
    );
}

#[test]
fn two_parameters_may_share_a_list() {
    let text =
        format!("{LIST} int f(struct n *p, struct n *q) {{ p->v = 1; q->v = 2; return p->v; }}");
    check(&text, &[("q=0", "returns 1"), ("q=1", "returns 2")]);
}

#[test]
fn there_is_room_for_so_many_nodes() {
    let text = format!("{LIST} int f(struct n *p) {{ return p->next->next->v; }}");
    let narrow = Policy { max_nodes: 1, ..Policy::INITIAL };
    let found = links(&text, narrow, "p->next=1");
    assert_eq!(found[1], ["Null", "p", "p->next", "one that is not made"]);
    with_world(&text, |world| {
        let mut trip = Trip::new(world, narrow, "p->next=1 p->next->next=1 p->v=2");
        assert_eq!(trip.end(), "returns 2");
        let last = trip.premises.last().expect("there is a bound");
        assert_eq!(last, "objects behind pointers inside data <= 1");
    });
    check_under(&text, narrow, &[("p->next=1 p->next->next=3", "leaves a bound")]);
}

#[test]
fn writing_a_link_changes_what_is_reached() {
    let text = format!(
        "{LIST} int f(struct n *p) {{ struct n one = {{7, p}}; p->next = &one; return p->next->v * 10 + p->next->next->v; }}"
    );
    check(&text, &[("p->v=3", "returns 73")]);
}

#[test]
fn arrays_behind_members_have_lengths_of_their_own() {
    let text = "struct v { long n; int *data; };
                int f(struct v *v, int i) { return v->data[i] + v->n; }";
    check(
        text,
        &[
            ("i=2 v->data=1 v->data[2]=5 v->n=1", "returns 6"),
            ("i=2 v->data=0", "traps null-pointer"),
            ("i=9 v->data=1", "is too short"),
        ],
    );
}

#[test]
fn cells_of_the_input_are_made_once() {
    let text = "int f(int *a, int i) { int x = a[i]; a[1] = 0; return x + a[i] * 10 + a[1]; }";
    check(text, &[("i=0 a[0]=3", "returns 33"), ("i=1 a[1]=5", "returns 5")]);
    with_world("int f(int *a) { return a[0] + a[0] + a[1]; }", |world| {
        let mut trip = Trip::new(world, Policy::INITIAL, "a[0]=1 a[1]=5");
        assert_eq!(trip.end(), "returns 7");
        assert_eq!(trip.inputs(), ["length of a", "a[0]", "a[1]"]);
    });
}

#[test]
fn members_of_a_union_of_the_input_share_their_bytes() {
    let text = "union u { int i; unsigned char b[4]; };
                int f(union u *u) { int x = u->i; return x == u->b[0] + u->b[1] * 256; }";
    check(
        text,
        &[("u->i=258", "returns 1"), ("u->i=65536", "returns 0"), ("u->i=-1", "returns 0")],
    );
}

#[test]
fn booleans_of_the_input_are_zero_or_one() {
    check("int f(_Bool b) { return b; }", &[("b=1", "returns 1"), ("b=2", "is no input")]);
}

#[test]
fn contracts_fix_lengths_and_constrain_from_the_start() {
    let text =
        "/*@ requires \\valid(a + (0 .. n - 1)) && n > 2; */ int f(int *a, int n) { return a[n]; }";
    with_world(text, |world| {
        let contract = world.program.funcs[world.func].contract.clone().expect("there is one");
        let mut trip = Trip::new(world, Policy::INITIAL, "n=3");
        trip.machine.fix_lengths(&mut trip.words, &contract);
        assert_eq!(trip.inputs(), ["n"], "the length is no choice any more");
        assert_eq!(trip.end(), "traps out-of-bounds");
        let mut short = Trip::new(world, Policy::INITIAL, "n=2");
        short.machine.fix_lengths(&mut short.words, &contract);
        let _ = short.end();
        let clause = contract.requires[0].meaning.as_ref().expect("it has a meaning");
        let holds = |trip: &mut Trip<'_>| {
            clause.conjuncts().into_iter().all(|node| {
                let part = trip.machine.require_part(&mut trip.words, clause, node);
                matches!(part, Ok(Part::Now(word)) if trip.holds(word))
            })
        };
        assert!(holds(&mut trip), "n is 3");
        assert!(!holds(&mut short), "n is 2");
    });
}
