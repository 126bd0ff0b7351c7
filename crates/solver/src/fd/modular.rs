//! Bounds modulo 2^width and modulo a divisor, in logarithmic time.

use term::{Domain, mask, to_unsigned};

/// The bounds of `lo..=hi` moved inwards to the nearest values whose remainder by `period`
/// lies in `r_lo..=r_hi`; `None` if there is no such value.
pub(super) fn trim_to_residue(
    lo: u128,
    hi: u128,
    period: u128,
    r_lo: u128,
    r_hi: u128,
) -> Option<(u128, u128)> {
    let r_hi = r_hi.min(period - 1);
    if r_lo > r_hi {
        return None;
    }
    let rest = lo % period;
    let new_lo = if rest < r_lo {
        lo + (r_lo - rest)
    } else if rest > r_hi {
        (lo - rest).checked_add(period)?.checked_add(r_lo)?
    } else {
        lo
    };
    let rest = hi % period;
    let new_hi = if rest > r_hi {
        hi - (rest - r_hi)
    } else if rest < r_lo {
        (hi - rest).checked_sub(period)?.checked_add(r_hi)?
    } else {
        hi
    };
    (new_lo <= new_hi).then_some((new_lo, new_hi))
}

/// The bounds of `x` moved inwards to the nearest values with `factor * x` modulo 2^width within
/// the bounds of `r`; `None` if there is none. Bounds are those of the tighter order, each as a
/// modular interval.
pub(super) fn trim_factor(width: u32, factor: u128, x: &Domain, r: &Domain) -> Option<Domain> {
    let m = mask(width);
    let ((start, extent), (r_start, r_extent)) = (tighter_arc(width, x), tighter_arc(width, r));
    let r_end = r_start.wrapping_add(r_extent) & m;
    let up = first_hit(width, factor, start, r_start, r_end).filter(|&up| up <= extent)?;
    // Downwards: the same question about -factor from minus the upper end.
    let minus = |value: u128| value.wrapping_neg() & m;
    let end = start.wrapping_add(extent);
    let down = first_hit(width, minus(factor), minus(end), r_start, r_end)?;
    let left = extent.checked_sub(up)?.checked_sub(down)?;
    Some(Domain::arc(width, start.wrapping_add(up), left))
}

fn tighter_arc(width: u32, domain: &Domain) -> (u128, u128) {
    let signed_extent = domain.shi.wrapping_sub(domain.slo) as u128;
    if domain.hi - domain.lo <= signed_extent {
        (domain.lo, domain.hi - domain.lo)
    } else {
        (to_unsigned(domain.slo, width), signed_extent)
    }
}

/// The least `t >= 0` with `factor * (start + t)` modulo 2^width in the modular interval `lo..=hi`.
fn first_hit(width: u32, factor: u128, start: u128, lo: u128, hi: u128) -> Option<u128> {
    let m = mask(width);
    let offset = factor.wrapping_mul(start);
    let lo = lo.wrapping_sub(offset) & m;
    let hi = hi.wrapping_sub(offset) & m;
    if lo == 0 || lo > hi {
        return Some(0);
    }
    // Wider than this, intermediate products might not fit: then bounds stay where they are.
    if width > 64 {
        return Some(0);
    }
    least_multiple_in(factor & m, m + 1, lo, hi)
}

/// The least `t >= 0` with `a * t mod n` in `lo..=hi`, where `0 <= lo <= hi < n`, in the manner of
/// Euclid's algorithm: either a multiple lands inside directly, or the question is asked again
/// about the gaps. The depth is logarithmic in `n`.
fn least_multiple_in(a: u128, n: u128, lo: u128, hi: u128) -> Option<u128> {
    if lo == 0 {
        return Some(0);
    }
    if a == 0 {
        return None;
    }
    if a > n / 2 {
        return least_multiple_in(n - a, n, n - hi, n - lo);
    }
    let t = lo.div_ceil(a);
    if t * a <= hi {
        return Some(t);
    }
    let turns = least_multiple_in((a - n % a) % a, a, lo % a, hi % a)?;
    Some((lo + n * turns).div_ceil(a))
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration.
pub(super) fn inverse(odd: u128) -> u128 {
    let mut x = odd;
    // x is right modulo 2^3 at first and each step doubles the number of right bits.
    for _ in 0..6 {
        x = x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_hits_agree_with_trying() {
        for factor in 0..32 {
            for start in 0..32 {
                for lo in 0..32 {
                    for extent in 0..31 {
                        let hi = (lo + extent) & 31;
                        let hit =
                            |t: &u128| ((factor * (start + t)).wrapping_sub(lo) & 31) <= extent;
                        let expected = (0..32).find(hit);
                        assert_eq!(
                            first_hit(5, factor, start, lo, hi),
                            expected,
                            "{factor} {start} {lo} {hi}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn residues_agree_with_trying() {
        for period in 1..7 {
            for lo in 0..16 {
                for hi in lo..16 {
                    for r_lo in 0..8 {
                        for r_hi in r_lo..8 {
                            let fits = |x: &u128| (r_lo..=r_hi).contains(&(x % period));
                            let first = (lo..=hi).find(fits);
                            let last = (lo..=hi).rev().find(fits);
                            let expected = first.zip(last);
                            assert_eq!(trim_to_residue(lo, hi, period, r_lo, r_hi), expected);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn inverses() {
        for odd in (1..200).step_by(2) {
            assert_eq!(inverse(odd).wrapping_mul(odd), 1);
        }
    }
}
