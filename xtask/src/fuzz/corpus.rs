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
