//! What models of functions that are defined elsewhere ask: how far they write, and what. Nothing here forks: each element that
//! may be written is written under the guard that it is.
//!
//! How far is a word of input like any other, held to what is there: such a function writes neither outside of an object nor
//! into what is constant, and it writes at least as much as callers rely on where there is room for it.

use crate::candidates::outside;
use crate::leaf::LeafValue;
use crate::limits::MOST_WRITTEN;
use crate::memory::{Cell, Life, ObjId, Object, Origin};
use crate::value::word_width;
use crate::{Algebra, Alt, Bin, Memory, PtrId, Target, Val};
use ir::{Func, Program, Type};
use world::{Gap, Premise, Quantity};

/// A function of the script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scripted {
    /// [`ir::SCRIPT_COUNT`]
    Count,
    /// [`ir::SCRIPT_BYTES`]
    Bytes,
    /// [`ir::SCRIPT_WRITE`]
    Write,
    /// [`ir::DEVICE_READ`]
    DeviceRead,
    /// [`ir::DEVICE_WRITE`]
    DeviceWrite,
}

/// The function of the script that a function without a body is, if it is one.
pub(crate) fn scripted(program: &Program, func: Func) -> Option<Scripted> {
    let data = &program.funcs[func];
    match (data.body.is_none(), data.name.as_str()) {
        (true, ir::SCRIPT_COUNT) if data.system => Some(Scripted::Count),
        (true, ir::SCRIPT_BYTES) if data.system => Some(Scripted::Bytes),
        (true, ir::SCRIPT_WRITE) if data.system => Some(Scripted::Write),
        (true, name) if name.starts_with(ir::DEVICE_READ) => Some(Scripted::DeviceRead),
        (true, name) if name.starts_with(ir::DEVICE_WRITE) => Some(Scripted::DeviceWrite),
        _ => None,
    }
}

/// Elements that may be written: where from, how large each is, and how many at least if they are there.
struct Run<W> {
    alts: Vec<Alt<W>>,
    size: u64,
    least: u64,
}

impl<A: Algebra> Memory<'_, A> {
    /// Calls a function of the script; what it returns, if it returns something.
    pub(crate) fn call_scripted(
        &mut self,
        alg: &mut A,
        (func, scripted): (Func, Scripted),
        args: &[Val<A::Word>],
    ) -> Option<Val<A::Word>> {
        match scripted {
            Scripted::DeviceRead => Some(self.read_device(alg, func, args)),
            Scripted::DeviceWrite => args.first().copied(),
            Scripted::Count | Scripted::Bytes | Scripted::Write => {
                self.call_model((func, scripted), alg, args)
            }
        }
    }

    /// A device shows anything. What it shows is said as the difference from what is there, so that nothing changes where nobody asks.
    fn read_device(&mut self, alg: &mut A, func: Func, args: &[Val<A::Word>]) -> Val<A::Word> {
        let data = &self.program.funcs[func];
        let (Some(&Val::Word(still)), Some(ty)) = (args.first(), data.sig.ret) else {
            self.unsupported(match args.first() {
                Some(&Val::Opaque(why)) => why,
                _ => Gap::StubWrites,
            });
            return args.first().copied().unwrap_or(Val::Uninit);
        };
        let name = data.name.strip_prefix(ir::DEVICE_READ).unwrap_or(&data.name);
        let change = self.leaf(alg, format!("{name}()"), ty, LeafValue::Stub(func), data.ret);
        Val::Word(alg.bin(Bin::Xor, still, change))
    }

    /// Calls what a model of a function of elsewhere asks.
    fn call_model(
        &mut self,
        (func, scripted): (Func, Scripted),
        alg: &mut A,
        args: &[Val<A::Word>],
    ) -> Option<Val<A::Word>> {
        let piece = args.last().and_then(|&arg| self.one_function(arg));
        let (Some(&Val::Ptr(to)), Some(piece)) = (args.first(), piece) else {
            self.unsupported(match args.first() {
                Some(&Val::Opaque(why)) => why,
                _ => Gap::StubWrites,
            });
            return None;
        };
        let known = |alg: &A, index: usize| match args[index] {
            Val::Word(word) => alg.as_const(word).unwrap_or(0) as u64,
            _ => 0,
        };
        match (scripted, args) {
            (Scripted::Count, [_, _, _, _]) => {
                let (size, least) = (known(alg, 1).max(1), known(alg, 2));
                let n = self.count(alg, to, (size, least), piece);
                let width = self.program.funcs[func].sig.ret.and_then(word_width);
                let width = width.expect("a count should be a number");
                return Some(Val::Word(if width < 64 { alg.extract(n, 0, width) } else { n }));
            }
            (Scripted::Bytes, &[_, Val::Word(most), _]) => {
                let most = alg.zext_to(most, 64);
                return Some(Val::Word(self.bytes(alg, to, most, piece)));
            }
            (Scripted::Write, &[_, _, _, Val::Word(n), _]) => {
                let n = alg.zext_to(n, 64);
                self.write_elements(alg, to, (known(alg, 1), known(alg, 2)), n, piece);
            }
            _ => self.unsupported(Gap::StubWrites),
        }
        None
    }

    fn one_function(&self, val: Val<A::Word>) -> Option<Func> {
        let Val::Ptr(ptr) = val else { return None };
        match self.state.alts(ptr) {
            [Alt { target: Target::Func(func), .. }] => Some(*func),
            _ => None,
        }
    }

    /// How many elements are written, in 64 bits.
    fn count(&mut self, alg: &mut A, to: PtrId, (size, least): (u64, u64), piece: Func) -> A::Word {
        let none = alg.constant(64, 0);
        let alts = self.possible_alts(alg, to);
        if least == 0 && self.is_of_no_concern(&alts) {
            return none;
        }
        let run = Run { alts, size, least };
        let somewhere = leads_somewhere(alg, &run.alts);
        if alg.is_no(somewhere) {
            return none;
        }
        let more = self.piece(alg, piece, Type::I32, somewhere);
        let least = alg.constant(32, u128::from(least));
        let total = alg.bin(Bin::Add, more, least);
        let most = self.limit(alg, &run, somewhere, total, piece);
        // Where paths are merged, nothing but the word itself tells how large it may be.
        let mask = alg.constant(32, u128::from((most + 1).next_power_of_two() - 1));
        let total = alg.bin(Bin::And, total, mask);
        let n = alg.zext_to(total, 64);
        for alt in &run.alts {
            self.keep_inside(alg, &run, alt, n);
        }
        alg.ite(somewhere, n, none)
    }

    /// How many bytes are written to a buffer that is said to be so long, in 64 bits.
    fn bytes(&mut self, alg: &mut A, to: PtrId, most: A::Word, piece: Func) -> A::Word {
        let none = alg.constant(64, 0);
        let alts = self.possible_alts(alg, to);
        let somewhere = leads_somewhere(alg, &alts);
        if alg.is_no(somewhere) {
            return none;
        }
        self.make_room(alg, &alts, most);
        let mut n = self.room_behind(alg, &alts);
        let limit = alg.constant(64, u128::from(ir::MOST_BYTES));
        for other in [most, limit] {
            let is_less = alg.bin(Bin::Ult, other, n);
            n = alg.ite(is_less, other, n);
        }
        let fewer = self.piece(alg, piece, Type::Int(64), somewhere);
        let left = alg.bin(Bin::Sub, most, n);
        let is_rest = alg.eq(fewer, left);
        let holds = alg.implies(somewhere, is_rest);
        self.assume(holds);
        // Where paths are merged, nothing but the word itself tells how large it may be.
        let mask = alg.constant(64, u128::from((2 * ir::MOST_BYTES).next_power_of_two() - 1));
        let n = alg.bin(Bin::And, n, mask);
        alg.ite(somewhere, n, none)
    }

    /// Arrays whose length is ours to choose have the room that their caller speaks of.
    fn make_room(&mut self, alg: &mut A, alts: &[Alt<A::Word>], most: A::Word) {
        let limit = alg.constant(64, u128::from(ir::MOST_BYTES));
        let is_large = alg.bin(Bin::Ult, limit, most);
        for alt in alts {
            let Some(object) = self.writable(alt) else { continue };
            let Object { size, elastic: true, .. } = self.state.objects[object] else { continue };
            let cramped = outside(alg, alt.offset, most, size);
            let fits = alg.not(cramped);
            let elsewhere = alg.not(alt.guard);
            let fits = alg.or(fits, elsewhere);
            let fits = alg.or(fits, is_large);
            if !alg.is_yes(fits) {
                self.fits(fits);
            }
        }
    }

    /// The bytes that can be written from a place on.
    fn room_behind(&mut self, alg: &mut A, alts: &[Alt<A::Word>]) -> A::Word {
        let none = alg.constant(64, 0);
        let mut room = none;
        for alt in alts {
            let Some(object) = self.writable(alt) else { continue };
            let (size, life) = (self.state.objects[object].size, self.state.objects[object].life);
            let is_past = alg.bin(Bin::Ult, size, alt.offset);
            let left = alg.bin(Bin::Sub, size, alt.offset);
            let mut left = alg.ite(is_past, none, left);
            if let Life::When(lives) = life {
                left = alg.ite(lives, left, none);
            }
            room = alg.ite(alt.guard, left, room);
        }
        room
    }

    /// A global that the function under test never looks at may as well stay as it is.
    fn is_of_no_concern(&self, alts: &[Alt<A::Word>]) -> bool {
        let [Alt { target: Target::Object(object), .. }] = alts else { return false };
        match self.state.objects[*object].origin {
            Origin::Global(global) => {
                !self.program.globals[global].hidden && !self.world.named.contains(&global)
            }
            _ => false,
        }
    }

    /// The next result of a function without a body, asked for where a condition holds.
    fn piece(&mut self, alg: &mut A, piece: Func, ty: Type, when: A::Word) -> A::Word {
        let data = &self.program.funcs[piece];
        let word = self.leaf(alg, format!("{}()", data.name), ty, LeafValue::Stub(piece), data.ret);
        let leaf = self.leaves.last_mut().expect("a leaf was just made");
        leaf.when = (!alg.is_yes(when)).then_some(when);
        word
    }

    /// Holds a number of elements to what any of the objects may have; the most that there can be.
    fn limit(
        &mut self,
        alg: &mut A,
        run: &Run<A::Word>,
        somewhere: A::Word,
        total: A::Word,
        piece: Func,
    ) -> u64 {
        let room = |alt: &Alt<A::Word>| match alt.target {
            Target::Object(object) => alg.range_always(self.state.objects[object].size).hi,
            _ => 0,
        };
        let room = run.alts.iter().map(room).max().unwrap_or(0) / u128::from(run.size);
        let longest = self.policy.max_length.min(MOST_WRITTEN);
        let most = room.min(u128::from(longest)) as u64;
        let most_word = alg.constant(32, u128::from(most));
        let fits = alg.bin(Bin::Ule, total, most_word);
        let holds = alg.implies(somewhere, fits);
        if room <= u128::from(longest) {
            self.assume(holds);
        } else {
            self.bound(holds, Premise::Most(Quantity::Written(piece), most));
        }
        most
    }

    /// Of the elements of one place as many are written as fit, and no fewer than callers rely on.
    fn keep_inside(&mut self, alg: &mut A, run: &Run<A::Word>, alt: &Alt<A::Word>, n: A::Word) {
        let nothing = alg.eq_const(n, 0);
        let elsewhere = alg.not(alt.guard);
        let Some(object) = self.writable(alt) else {
            if alt.target != Target::Null {
                let holds = alg.or(elsewhere, nothing);
                self.assume(holds);
            }
            return;
        };
        let size = self.state.objects[object].size;
        let elem = alg.constant(64, u128::from(run.size));
        let bytes = alg.bin(Bin::Mul, n, elem);
        let outside_all = outside(alg, alt.offset, bytes, size);
        let mut inside = alg.not(outside_all);
        let least = alg.constant(64, u128::from(run.least * run.size));
        let mut least_fits = outside(alg, alt.offset, least, size);
        least_fits = alg.not(least_fits);
        if let Life::When(lives) = self.state.objects[object].life {
            inside = alg.and(inside, lives);
            least_fits = alg.and(least_fits, lives);
        }
        let inside = alg.or(inside, nothing);
        let holds = alg.or(elsewhere, inside);
        self.assume(holds);
        if run.least > 0 {
            self.expect_least(alg, run, alt, (object, least_fits), n);
        }
    }

    /// Where there is room for what callers rely on, it is written; arrays whose length is ours to choose have that room.
    fn expect_least(
        &mut self,
        alg: &mut A,
        run: &Run<A::Word>,
        alt: &Alt<A::Word>,
        (object, fits): (ObjId, A::Word),
        n: A::Word,
    ) {
        let elsewhere = alg.not(alt.guard);
        let least = alg.constant(64, u128::from(run.least));
        let enough = alg.bin(Bin::Ule, least, n);
        let cramped = alg.not(fits);
        let holds = alg.or(enough, cramped);
        let holds = alg.or(holds, elsewhere);
        self.assume(holds);
        if self.state.objects[object].elastic {
            let long_enough = alg.or(fits, elsewhere);
            if !alg.is_yes(long_enough) {
                self.fits(long_enough);
            }
        }
    }

    /// The object at a place, if it can be written at all.
    fn writable(&self, alt: &Alt<A::Word>) -> Option<ObjId> {
        let Target::Object(object) = alt.target else { return None };
        let data = &self.state.objects[object];
        (!data.read_only && data.life != Life::Dead).then_some(object)
    }

    /// Writes one number into each of n elements.
    fn write_elements(
        &mut self,
        alg: &mut A,
        to: PtrId,
        (at, stride): (u64, u64),
        n: A::Word,
        piece: Func,
    ) {
        let Some(ty) = self.program.funcs[piece].sig.ret.filter(|ty| *ty != Type::Ptr) else {
            return self.unsupported(Gap::StubWrites);
        };
        let len = self.program.bytes(ty);
        for index in 0..alg.range_always(n).hi as u64 {
            let number = alg.constant(64, u128::from(index));
            let when = alg.bin(Bin::Ult, number, n);
            if alg.is_no(when) || self.is_given_up(alg) {
                return;
            }
            let places = self.places_of_element(alg, to, at + index * stride, when);
            if places.is_empty() {
                return;
            }
            let word = self.piece(alg, piece, ty, when);
            for (object, alt) in places {
                self.write_object(alg, object, &alt, ty, Cell::full(len, Val::Word(word)));
            }
        }
    }

    /// Where something at a distance from a pointer may lie that can be written, each where a condition holds.
    fn places_of_element(
        &mut self,
        alg: &mut A,
        to: PtrId,
        distance: u64,
        when: A::Word,
    ) -> Vec<(ObjId, Alt<A::Word>)> {
        let mut places = Vec::new();
        for alt in self.moved(alg, to, distance, when) {
            let Some(object) = self.writable(&alt) else { continue };
            if !self.is_past(alg, object, &alt) {
                places.push((object, alt));
            }
        }
        places
    }
}

/// When a pointer is not null.
fn leads_somewhere<A: Algebra>(alg: &mut A, alts: &[Alt<A::Word>]) -> A::Word {
    let mut somewhere = alg.no();
    for alt in alts.iter().filter(|alt| alt.target != Target::Null) {
        somewhere = alg.or(somewhere, alt.guard);
    }
    somewhere
}
