//! Which functions a seed stands for.

use fuzzgen::tree::Program;
use fuzzgen::{Profile, Rng, generate};

/// Function number `number` of a seed. Half of them are well defined by construction, a quarter may trap, a quarter may also read
/// what was never written.
pub(super) fn program(seed: u64, number: u64) -> Program {
    let mut rng = Rng::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(number));
    let swarm = Profile::swarm(&mut rng);
    let profile = match number % 4 {
        0 | 1 => swarm,
        2 => swarm.trapping(),
        _ => swarm.trapping().forgetful(),
    };
    generate(&mut rng, &profile)
}

/// Judges the first functions of a seed, in every run of the tests.
#[cfg(test)]
pub(super) fn judge_sample(
    seed: u64,
    n_functions: u64,
    mut judge: impl FnMut(&Program) -> Result<(), String>,
) {
    for number in 0..n_functions {
        let program = program(seed, number);
        if let Err(what) = judge(&program) {
            panic!("function {number}: {what}\n{}", fuzzgen::print::unit(&program, ""));
        }
    }
}
