//! The time manager: how long to think about a move.

use std::time::Duration;

use campione_movegen::Move;

use crate::score::Value;

/// What the side to move has on its clock.
///
/// A search with a clock ends between two iterations, when it has used enough time: sooner if one move is clearly the
/// best, later if not. It never takes more than [`Clock::maximum`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// The remaining time.
    pub remaining: Duration,
    /// The increment after each move.
    pub increment: Duration,
    /// How many moves, this one included, there are until more time is added. `None`: the time is for the whole game.
    pub moves_to_go: Option<u32>,
    /// The time that each move takes besides the search, for the communication with the other program.
    pub overhead: Duration,
}

/// How many more moves a game is expected to take: at its beginning, and late, however long it has taken. In between the
/// number falls from move to move, since early moves are the less critical ones.
const EXPECTED_MOVES: (u32, u32) = (44, 20);

/// The part of the available time that one move may take, and that the last one before more time is added may take.
const LARGEST_PART: (f64, f64) = (0.75, 0.9);

/// A difficult move may take this many times the optimum.
const MAX_FACTOR: u32 = 6;

/// What no move takes, because a busy system may wake a program late; at most a third of the remaining time.
const RESERVE: Duration = Duration::from_millis(50);

impl Clock {
    /// The time that can be spent at all.
    fn available(&self) -> Duration {
        let reserve = RESERVE.min(self.remaining / 3);
        self.remaining.saturating_sub(self.overhead.max(reserve))
    }

    /// For how many moves the time must last, move number `move_number` of the game included.
    fn moves(&self, move_number: u32) -> u32 {
        let (first, late) = EXPECTED_MOVES;
        let expected = first.saturating_sub(move_number.saturating_sub(1) / 3 * 2).max(late);
        // A time control that is far away does not matter.
        self.moves_to_go.map_or(expected, |moves| moves.clamp(1, expected))
    }

    /// The time for an average move, if it is move number `move_number` of the game, from 1.
    pub fn optimum(&self, move_number: u32) -> Duration {
        let moves = self.moves(move_number);
        // The increment of the last of these moves comes too late for all of them.
        let all = self.available().saturating_add(self.increment.saturating_mul(moves - 1));
        let share = all.saturating_sub(self.overhead.saturating_mul(moves - 1)) / moves;
        // The game may end before the overheads have used up all the time.
        share.max(self.available() / (2 * moves)).min(self.most())
    }

    /// The most that move number `move_number` may take. It keeps at least the overhead, and a
    /// reserve of 50 ms or a third of the remaining time.
    pub fn maximum(&self, move_number: u32) -> Duration {
        self.optimum(move_number).saturating_mul(MAX_FACTOR).min(self.most())
    }

    fn most(&self) -> Duration {
        let is_last = self.moves_to_go.is_some_and(|moves| moves <= 1);
        self.available().mul_f64(if is_last { LARGEST_PART.1 } else { LARGEST_PART.0 })
    }
}

/// Judges from the iterations of a search how hard the choice of the move is.
#[derive(Clone, Debug, Default)]
pub(crate) struct TimeManager {
    best: Option<Move>,
    /// For how many iterations the best move has been the same.
    stability: u32,
    value: Option<Value>,
}

impl TimeManager {
    /// Updates after an iteration: with its best move, the score of that for the side to move, the share of all nodes so far below that move,
    /// and how often the score fell out of the aspiration window. Returns the factor of the optimum before which the
    /// next iteration must begin.
    pub(crate) fn update(&mut self, best: Move, value: Value, node_share: f64, fails: u32) -> f64 {
        self.stability = if self.best == Some(best) { self.stability + 1 } else { 0 };
        let fall = self.value.map_or(0, |previous| previous.saturating_sub(value));
        (self.best, self.value) = (Some(best), Some(value));
        BASE * by_node_share(node_share) * by_stability(self.stability) * by_fall(fall) * by_fails(fails)
    }
}

/// An iteration takes about as long as all earlier ones together, so the last one begins before the optimum.
const BASE: f64 = 0.85;

/// Where the best move is much better than the others, it takes nearly all nodes.
fn by_node_share(share: f64) -> f64 {
    (3.0 - 2.5 * share.clamp(0.0, 1.0)).max(0.55)
}

fn by_stability(iterations: u32) -> f64 {
    1.25 - 0.07 * f64::from(iterations.min(7))
}

/// If the score falls, another move may be better. `fall`: by how many centipawns it fell since the last iteration, for the
/// side to move; negative if it rose.
fn by_fall(fall: Value) -> f64 {
    1.0 + f64::from(fall.clamp(-30, 60)) / 75.0
}

/// Several failed windows: the score is not known yet.
fn by_fails(fails: u32) -> f64 {
    1.0 + 0.06 * f64::from(fails.min(6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Clock {
        let [remaining, increment, overhead] = [remaining, increment, overhead].map(Duration::from_millis);
        Clock { remaining, increment, moves_to_go, overhead }
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        let times = [0, 1, 5, 10, 11, 50, 100, 999, 1_000, 10_000, 60_000, 3_600_000, 86_400_000, u64::MAX / 2];
        for remaining in times {
            for increment in times {
                for overhead in [0, 1, 10, 1_000, 5_000] {
                    for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                        let clock = clock(remaining, increment, moves_to_go, overhead);
                        for number in [1, 30, 500, u32::MAX] {
                            let (optimum, maximum) = (clock.optimum(number), clock.maximum(number));
                            assert!(optimum <= maximum, "{clock:?}");
                            assert!(maximum <= clock.remaining.saturating_sub(clock.overhead), "{clock:?}");
                            assert!(remaining <= 10 * overhead.max(1) || maximum > Duration::ZERO, "{clock:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_of_sixty_moves_ends_on_the_clock() {
        for (base, increment) in [(60_000, 0), (60_000, 600), (5_000, 50), (1_000, 0)] {
            let mut remaining = Duration::from_millis(base);
            for number in 1..=60 {
                let clock = Clock { remaining, ..clock(base, increment, None, 5) };
                let spent = clock.optimum(number) + Duration::from_millis(5);
                let rest = remaining.checked_sub(spent);
                let rest =
                    rest.unwrap_or_else(|| panic!("move {number} of {base}+{increment}: {spent:?} of {remaining:?}"));
                remaining = rest + Duration::from_millis(increment);
            }
            // Little time remains: a quarter of the time without an increment, and with one no more than a few moves.
            let rest = if increment == 0 { base / 4 } else { 25 * increment };
            assert!(remaining < Duration::from_millis(rest), "{remaining:?} of {base}+{increment}");
        }
    }

    #[test]
    fn increments_are_used_up() {
        // Hardly any time, but as much again after each move.
        let clock = clock(1_000, 1_000, None, 10);
        for number in [1, 40] {
            assert!(clock.optimum(number) > Duration::from_millis(500), "{:?}", clock.optimum(number));
            assert!(clock.optimum(number) < Duration::from_millis(990));
        }
    }

    #[test]
    fn the_last_move_before_more_time_may_take_more() {
        let most = |remaining, overhead| clock(remaining, 0, Some(1), overhead).maximum(1).as_millis();
        assert_eq!([most(1_000, 10), most(1_000, 100), most(90, 10)], [855, 810, 54]);
        let two_moves = clock(1_000, 0, Some(2), 10);
        assert!(two_moves.maximum(1) < Duration::from_millis(750));
        assert!(clock(40_000, 0, Some(10), 10).optimum(1) > clock(40_000, 0, None, 10).optimum(1));
    }

    #[test]
    fn the_middle_of_a_game_takes_more_than_its_beginning() {
        let clock = clock(60_000, 0, None, 10);
        assert!(clock.optimum(1) < clock.optimum(20) && clock.optimum(20) < clock.optimum(40));
        assert_eq!(clock.optimum(100), clock.optimum(60));
    }

    #[test]
    fn hard_moves_take_longer() {
        let [one, other] = [Move::from_bits(77), Move::from_bits(78)].map(Option::unwrap);
        let after = |iterations: &[(Move, Value, f64)]| {
            let mut time = TimeManager::default();
            iterations.iter().fold(0.0, |_, &(mv, value, share)| time.update(mv, value, share, 0))
        };
        let steady = after(&[(one, 20, 0.6); 8]);
        assert!(after(&[(one, 20, 0.9); 8]) < steady, "a move that is much better");
        assert!(after(&[(one, 20, 0.6), (one, 20, 0.6), (other, 20, 0.6)]) > steady, "a new move");
        assert!(after(&[[(one, 20, 0.6); 7].as_slice(), &[(one, -30, 0.6)]].concat()) > steady, "a falling score");
        assert!(after(&[[(one, 20, 0.6); 7].as_slice(), &[(one, 90, 0.6)]].concat()) < steady, "a rising score");
        let mut time = TimeManager::default();
        assert!(time.clone().update(one, 20, 0.6, 3) > time.update(one, 20, 0.6, 0), "failed windows");
        // A mate that is found or lost is a score as any other.
        assert!(after(&[(one, 31_990, 1.0), (other, -31_990, 0.0)]) < f64::from(MAX_FACTOR));
        assert!(after(&[(one, -31_990, 1.0), (other, 31_990, 1.0)]) > 0.0);
    }

    #[test]
    fn a_score_that_falls_takes_time_and_one_that_rises_saves_it() {
        let best = Move::from_bits(77).unwrap();
        // From the same past, so that only the last score differs.
        let factor = |last: Value| {
            let mut time = TimeManager::default();
            (0..7).for_each(|_| _ = time.update(best, 20, 0.6, 0));
            time.update(best, last, 0.6, 0)
        };
        let scores = [-400, -40, 0, 20, 30, 50, 400];
        let factors = scores.map(factor);
        let falls = factors.windows(2).all(|pair| pair[0] >= pair[1]);
        assert!(falls && factors[0] > factors[2] && factors[2] > factors[3], "{scores:?}: {factors:?}");
        assert!(factors[3] > factors[4] && factors[4] > factors[5], "{scores:?}: {factors:?}");
        // A collapse nearly doubles the time; a rise never saves half of it.
        assert!(factors[0] > 1.5 * factors[3] && factors[6] > 0.5 * factors[3], "{scores:?}: {factors:?}");
    }
}
