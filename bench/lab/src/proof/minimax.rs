//! A full-width minimax that counts pieces.

use campione_core::{Role, Variant};
use campione_movegen::{Move, MoveList, Position};

use super::{Budget, TooLong};

/// The score of a mate that is found with no ply left.
pub const MATE: i32 = 1_000_000;

/// Greater than every score.
const INFINITE: i32 = 2 * MATE;

/// The worth of a pawn, and of pieces by their movement in Betza's shorthand. Other pieces are worth nothing.
const PAWN: i32 = 100;
const WORTH: &[(&str, i32)] = &[
    ("F", 150),
    ("N", 300),
    ("B", 300),
    ("FA", 300),
    ("K", 350),
    ("R", 500),
    ("NAD", 600),
    ("KN", 600),
    ("BN", 800),
    ("RN", 900),
    ("Q", 950),
];

/// A minimax that counts pieces, by a fixed table of values. It tries every move for a given number of plies. Then it
/// tries captures and promotions, and either side may stop at any time, even in check. Alpha-beta saves work and
/// changes no result.
#[derive(Debug)]
pub struct Minimax {
    worth: Vec<i32>,
    /// The last refutations, by plies left. They only affect the order of moves.
    killers: [Option<Move>; 16],
    budget: Budget,
}

impl Minimax {
    /// A minimax for a variant, which makes at most `budget` moves on the board.
    pub fn new(variant: Variant, budget: u64) -> Minimax {
        let worth = |index: usize| match Role::from_index(index) {
            Some(Role::PAWN) => PAWN,
            None | Some(Role::KING) => 0,
            Some(role) => {
                let piece = variant.spec().piece.get(&variant.role(role).letter.to_string());
                let found = WORTH.iter().find(|(moves, _)| piece.is_some_and(|piece| piece.moves == *moves));
                found.map_or(0, |&(_, worth)| worth)
            }
        };
        Minimax { worth: (0..variant.roles().len()).map(worth).collect(), killers: [None; 16], budget: Budget(budget) }
    }

    /// The worth of a piece.
    pub fn worth(&self, role: Role) -> i32 {
        self.worth[role.index()]
    }

    /// The worth of the pieces of the side to move, less that of the other side.
    pub fn material(&self, position: &Position) -> i32 {
        let mut sum = 0;
        let mut count = |color, sign: i32| {
            position.by_color(color).for_each(|square| {
                sum += position.role_at(square).map_or(0, |role| sign * self.worth(role));
            });
        };
        count(position.turn(), 1);
        count(!position.turn(), -1);
        sum
    }

    /// The value of a position for the side to move, searched `plies` plies deep. It is exact between `alpha` and
    /// `beta`, and a bound outside.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn bounded(&mut self, position: &Position, plies: u32, mut alpha: i32, beta: i32) -> Result<i32, TooLong> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            let value = MATE + plies as i32;
            return Ok(winner.map_or(0, |winner| if winner == position.turn() { value } else { -value }));
        }
        let mut best = -INFINITE;
        if plies == 0 {
            best = self.material(position);
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        for mv in self.in_order(position, &moves, plies) {
            self.budget.spend()?;
            let value = -self.bounded(&position.play_unchecked(mv), plies.saturating_sub(1), -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                if let Some(killer) = self.killers.get_mut(plies as usize).filter(|_| !mv.is_capture()) {
                    *killer = Some(mv);
                }
                break;
            }
        }
        Ok(best)
    }

    /// The value of a move, searched `plies` plies deep, the move included.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn value_of(&mut self, position: &Position, mv: Move, plies: u32) -> Result<i32, TooLong> {
        self.budget.spend()?;
        Ok(-self.bounded(&position.play_unchecked(mv), plies.saturating_sub(1), -INFINITE, INFINITE)?)
    }

    /// The best move and its value, searched `plies` plies deep, if every other move is worth at least `margin` less.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn clearly_best(
        &mut self,
        position: &Position,
        plies: u32,
        margin: i32,
    ) -> Result<Option<(Move, i32)>, TooLong> {
        let mut best: Option<(Move, i32)> = None;
        // The best value of all other moves.
        let mut second = -INFINITE;
        let moves = position.legal_moves();
        for mv in self.in_order(position, &moves, plies.max(1)) {
            self.budget.spend()?;
            let next = position.play_unchecked(mv);
            let value = -self.bounded(&next, plies.saturating_sub(1), -INFINITE, -second)?;
            match best {
                Some((_, most)) if value <= most => second = second.max(value),
                _ => {
                    second = second.max(best.map_or(-INFINITE, |(_, most)| most));
                    best = Some((mv, value));
                }
            }
        }
        Ok(best.filter(|&(_, value)| value >= second + margin))
    }

    /// Whether every other move is worth at most `bound`, searched `plies` plies deep.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn others_are_below(&mut self, position: &Position, mv: Move, plies: u32, bound: i32) -> Result<bool, TooLong> {
        for other in position.legal_moves().into_iter().filter(|&other| other != mv) {
            self.budget.spend()?;
            let next = position.play_unchecked(other);
            if -self.bounded(&next, plies.saturating_sub(1), -bound - 1, -bound)? > bound {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All moves, or only captures and promotions if no ply is left. Captures of the most valuable piece by the least
    /// valuable piece come first.
    fn in_order(&self, position: &Position, moves: &MoveList, plies: u32) -> Vec<Move> {
        let killer = self.killers.get(plies as usize).copied().flatten();
        let mut found = Vec::with_capacity(moves.len());
        for &mv in moves {
            let taken = position.captured_role(mv);
            let promotes = mv.kind().promotes();
            if plies == 0 && taken.is_none() && !promotes {
                continue;
            }
            let gain = taken.map_or(0, |role| 16 * self.worth(role)) + i32::from(promotes) * 4_000;
            let risked = position.moving_role(mv).map_or(0, |role| self.worth(role));
            let order = match gain {
                0 if killer == Some(mv) => 1,
                0 => 0,
                gain => gain - risked + 1_000,
            };
            found.push((order, mv));
        }
        found.sort_by_key(|&(order, _)| -order);
        found.into_iter().map(|(_, mv)| mv).collect()
    }
}

#[cfg(test)]
mod tests {
    use campione_notation::{fen, uci};

    use super::*;

    /// The same value without alpha-beta, with moves in the order of the generator.
    fn plain(minimax: &Minimax, position: &Position, plies: u32) -> i32 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.in_check() { -MATE - plies as i32 } else { 0 };
        }
        let noisy = |mv: Move| position.captured_role(mv).is_some() || mv.kind().promotes();
        let values = moves.into_iter().filter(|&mv| plies > 0 || noisy(mv));
        let values = values.map(|mv| -plain(minimax, &position.play_unchecked(mv), plies.saturating_sub(1)));
        let stand = if plies == 0 { minimax.material(position) } else { -INFINITE };
        values.fold(stand, i32::max)
    }

    #[test]
    fn alpha_beta_changes_nothing() {
        for (id, text) in [
            ("carrera", "4k5/3q6/10/2N7/10/5R4/3PP5/4K5 w - - 0 1"),
            ("courier-spiel", "5k6/1P10/12/3u8/4C7/12/5P6/5K6 w - - 0 1"),
            ("chess", "4k3/8/3q4/1N6/8/8/3R4/4K3 w - - 0 1"),
        ] {
            let variant = Variant::named(id).unwrap();
            let position = fen::read(text, variant).unwrap();
            let mut minimax = Minimax::new(variant, u64::MAX);
            for plies in 0..=3 {
                let value = plain(&minimax, &position, plies);
                assert_eq!(minimax.bounded(&position, plies, -INFINITE, INFINITE).unwrap(), value, "{id} {plies}");
                let mut values: Vec<(i32, Move)> = position
                    .legal_moves()
                    .into_iter()
                    .map(|mv| (-plain(&minimax, &position.play_unchecked(mv), plies.saturating_sub(1)), mv))
                    .collect();
                values.sort();
                let (&(best, mv), &(second, _)) = (values.last().unwrap(), &values[values.len() - 2]);
                let found = minimax.clearly_best(&position, plies, 1).unwrap();
                assert_eq!(found, (best > second).then_some((mv, best)), "{id} {plies}");
                assert!(minimax.others_are_below(&position, mv, plies, second).unwrap());
                assert!(!minimax.others_are_below(&position, mv, plies, second - 1).unwrap());
            }
        }
    }

    #[test]
    fn a_fork_is_seen_in_three_plies() {
        let variant = Variant::named("chess").unwrap();
        let position = fen::read("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", variant).unwrap();
        let mut minimax = Minimax::new(variant, u64::MAX);
        let (mv, value) = minimax.clearly_best(&position, 3, 150).unwrap().unwrap();
        assert_eq!((uci::write(mv, &position).as_str(), value), ("d5c7", 300));
        assert_eq!(minimax.clearly_best(&position, 1, 150).unwrap(), None);
    }

    /// Every piece of the five variants except the king is worth something.
    #[test]
    fn no_piece_is_forgotten() {
        for id in ["carrera", "archchess", "herb-garden", "crc", "courier-spiel"] {
            let variant = Variant::named(id).unwrap();
            let minimax = Minimax::new(variant, 0);
            for role in variant.all_roles() {
                assert_eq!(minimax.worth(role) == 0, role == Role::KING, "{id} {}", variant.role(role).letter);
            }
        }
    }
}
