//! Forced mates: every attack and every defence is tried.

use std::collections::HashMap;

use campione_movegen::{Move, Position};

use super::{Budget, TooLong};

/// A solver of mates. Draws by repetition and the move rule do not stop a mate here.
#[derive(Debug)]
pub struct Mates {
    budget: Budget,
    /// Results for positions with the attacker to move and at least two moves left.
    memory: Option<HashMap<(u128, u32), bool>>,
}

impl Mates {
    /// A solver without a memory, which makes at most `budget` moves on the board.
    pub fn plain(budget: u64) -> Mates {
        Mates { budget: Budget(budget), memory: None }
    }

    /// A solver that remembers its results. It identifies a position by its 128-bit key alone.
    pub fn with_memory(budget: u64) -> Mates {
        Mates { budget: Budget(budget), memory: Some(HashMap::new()) }
    }

    /// Whether the side to move mates in at most `moves` moves.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn mates(&mut self, position: &Position, moves: u32) -> Result<bool, TooLong> {
        if moves == 0 {
            return Ok(false);
        }
        let key = (position.wide_zobrist(), moves);
        let remembers = moves > 1 && self.memory.is_some();
        if remembers && let Some(&known) = self.memory.as_ref().and_then(|memory| memory.get(&key)) {
            return Ok(known);
        }
        let mut quiet = Vec::new();
        let mut found = false;
        // Checks come first, because they leave few defences. The last move must give check.
        for mv in position.legal_moves() {
            self.budget.spend()?;
            let next = position.play_unchecked(mv);
            if !next.in_check() {
                if moves > 1 {
                    quiet.push(next);
                }
            } else if self.is_mated(&next, moves - 1)? {
                found = true;
                break;
            }
        }
        for next in &quiet {
            if found {
                break;
            }
            found = self.is_mated(next, moves - 1)?;
        }
        if remembers && let Some(memory) = &mut self.memory {
            memory.insert(key, found);
        }
        Ok(found)
    }

    /// Whether the side to move is mated now, or after every move in at most `moves` moves of the other side.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn is_mated(&mut self, position: &Position, moves: u32) -> Result<bool, TooLong> {
        let defences = position.legal_moves();
        if defences.is_empty() {
            return Ok(position.is_checkmate());
        }
        if moves == 0 {
            return Ok(false);
        }
        for mv in defences {
            self.budget.spend()?;
            if !self.mates(&position.play_unchecked(mv), moves)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The moves that force mate in at most `moves` moves, themselves included. Returns at most `most` of them.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn keys(&mut self, position: &Position, moves: u32, most: usize) -> Result<Vec<Move>, TooLong> {
        let mut keys = Vec::new();
        let rest = moves.saturating_sub(1);
        for mv in position.legal_moves() {
            if keys.len() >= most {
                break;
            }
            self.budget.spend()?;
            if moves > 0 && self.is_mated(&position.play_unchecked(mv), rest)? {
                keys.push(mv);
            }
        }
        Ok(keys)
    }

    /// The moves that do not let the other side mate in at most `moves` moves. Returns at most `most` of them.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn defences(&mut self, position: &Position, moves: u32, most: usize) -> Result<Vec<Move>, TooLong> {
        let mut found = Vec::new();
        for mv in position.legal_moves() {
            if found.len() >= most {
                break;
            }
            self.budget.spend()?;
            if !self.mates(&position.play_unchecked(mv), moves)? {
                found.push(mv);
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;
    use campione_notation::{fen, uci};

    use super::*;

    fn keys(variant: &str, text: &str, moves: u32) -> Vec<String> {
        let variant = Variant::named(variant).unwrap();
        let position = fen::read(text, variant).unwrap();
        let plain = Mates::plain(u64::MAX).keys(&position, moves, usize::MAX).unwrap();
        assert_eq!(plain, Mates::with_memory(u64::MAX).keys(&position, moves, usize::MAX).unwrap());
        assert_eq!(Mates::plain(u64::MAX).mates(&position, moves).unwrap(), !plain.is_empty());
        plain.into_iter().map(|mv| uci::write(mv, &position)).collect()
    }

    #[test]
    fn mates_of_chess_that_everybody_knows() {
        assert_eq!(keys("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1), ["a1a8"]);
        // Paul Morphy: the rook is given up.
        assert_eq!(keys("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2), ["a1a6"]);
        assert_eq!(keys("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 1), Vec::<String>::new());
        // Stalemate is no mate.
        assert_eq!(keys("chess", "7k/8/8/6Q1/8/8/8/K7 w - - 0 1", 1), Vec::<String>::new());
    }

    #[test]
    fn a_spent_budget_is_no_answer() {
        let variant = Variant::named("chess").unwrap();
        let position = fen::read("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", variant).unwrap();
        assert_eq!(Mates::plain(10).mates(&position, 2), Err(TooLong));
    }

    #[test]
    fn only_defences() {
        let variant = Variant::named("chess").unwrap();
        // Unless Black makes room for its king or promotes, the rook mates on the last rank.
        let position = fen::read("6k1/5ppp/8/8/8/8/3p1PPP/R5K1 b - - 0 1", variant).unwrap();
        let held = Mates::plain(u64::MAX).defences(&position, 1, usize::MAX).unwrap();
        let held: Vec<String> = held.into_iter().map(|mv| uci::write(mv, &position)).collect();
        assert!(held.contains(&"g7g6".to_owned()) && held.contains(&"d2d1q".to_owned()), "{held:?}");
        assert!(!held.contains(&"g8h8".to_owned()), "{held:?}");
    }
}
