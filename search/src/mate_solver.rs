//! The mate solver: it proves forced mates. Every attack and every defence is tried, and results are kept in a table.
//!
//! [`find_mate`](crate::find_mate) does the same without a table and without move ordering. The tests compare both.

use campione_core::StalemateResult;
use campione_movegen::{Move, MoveList, Position};

use crate::limits::Control;

/// A limit was met before the answer was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interrupted;

/// What was proven about a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Proven {
    key: u64,
    /// There is no mate in this many moves.
    no_mate_in: u8,
    /// There is a mate in this many moves; 0 if none was proven.
    mate_in: u8,
}

/// Entries of the table: 16 MiB.
const ENTRIES: usize = 1 << 20;

/// Solves mates by the side to move in one position.
pub(crate) struct MateSolver<'a, F: Fn() -> bool> {
    /// Allocated when it is first needed.
    table: Vec<Proven>,
    /// The keys of the positions of the game in which one more repetition is a draw.
    drawn: &'a [u64],
    control: &'a Control,
    /// Returns whether another limit is met.
    enough: F,
    unreported: u64,
    /// How many unreported nodes there may be before the limits are checked again.
    check_at: u64,
    /// The solver ends at exactly this node.
    node_limit: u64,
}

/// The number of nodes between two checks of the limits.
const CHECK_EVERY: u64 = 1_024;

impl<'a, F: Fn() -> bool> MateSolver<'a, F> {
    /// `drawn` are the keys of positions that would end the game by repetition. `enough` is called from time to time;
    /// if it returns `true`, the solver ends.
    pub(crate) fn new(drawn: &'a [u64], control: &'a Control, enough: F) -> MateSolver<'a, F> {
        MateSolver { table: Vec::new(), drawn, control, enough, unreported: 0, check_at: 0, node_limit: u64::MAX }
    }

    /// Sets a node limit. The nodes that [`Control`] has counted so far are included.
    pub(crate) fn with_nodes(self, limit: Option<u64>) -> Self {
        MateSolver { node_limit: limit.unwrap_or(u64::MAX), ..self }
    }

    /// A line that begins with one of the moves `root` and mates in at most `moves` moves, with the best defences.
    /// `None` if there is no such mate.
    pub(crate) fn solve(
        &mut self,
        position: &Position,
        root: &[Move],
        moves: u32,
    ) -> Result<Option<Vec<Move>>, Interrupted> {
        if self.table.is_empty() {
            self.table = vec![Proven::default(); ENTRIES];
        }
        self.check_limits()?;
        let found = self.first_mating(position, root, moves);
        self.control.add_nodes(std::mem::take(&mut self.unreported));
        Ok(match found? {
            None => None,
            Some(mv) => {
                let mut pv = vec![mv];
                self.extend_pv(&position.play_unchecked(mv), moves - 1, &mut pv)?;
                Some(pv)
            }
        })
    }

    /// Moves made on the board, by this solver and by the search.
    pub(crate) fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// Appends the longest defence to `pv`, and the mate in at most `moves` moves against it.
    fn extend_pv(&mut self, position: &Position, moves: u32, pv: &mut Vec<Move>) -> Result<(), Interrupted> {
        if moves == 0 {
            return Ok(());
        }
        let mut longest: Option<(u32, Move)> = None;
        for mv in position.legal_moves() {
            let next = position.play_unchecked(mv);
            let mut needed = 1;
            while needed < moves && !self.attack(&next, needed)? {
                needed += 1;
            }
            if longest.is_none_or(|(most, _)| needed > most) {
                longest = Some((needed, mv));
            }
        }
        let Some((needed, mv)) = longest else { return Ok(()) };
        pv.push(mv);
        let next = position.play_unchecked(mv);
        if let Some(mv) = self.first_mating(&next, &next.legal_moves(), needed)? {
            pv.push(mv);
            return self.extend_pv(&next.play_unchecked(mv), needed - 1, pv);
        }
        Ok(())
    }

    /// One of the moves `root` that forces mate in at most `moves` moves, itself included.
    fn first_mating(&mut self, position: &Position, root: &[Move], moves: u32) -> Result<Option<Move>, Interrupted> {
        for (mv, next) in self.order(position, root, moves)? {
            if self.defend(&next, moves - 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Move ordering: checks with few replies first. For a mate in one, only checks, unless another rule can win.
    fn order(
        &mut self,
        position: &Position,
        moves: &[Move],
        mate_in: u32,
    ) -> Result<Vec<(Move, Position)>, Interrupted> {
        let draws = position.variant().draws();
        let only_checks_win = draws.stalemate != StalemateResult::Loss && !draws.bare_king;
        let mut found = Vec::with_capacity(moves.len());
        for &mv in moves {
            self.count()?;
            let next = position.play_unchecked(mv);
            let check = next.in_check();
            if mate_in == 1 && !check && only_checks_win {
                continue;
            }
            let replies = if mate_in == 1 { 0 } else { next.legal_moves().len() + if check { 0 } else { 1_000 } };
            found.push((replies, mv, next));
        }
        found.sort_by_key(|&(replies, ..)| replies);
        Ok(found.into_iter().map(|(_, mv, next)| (mv, next)).collect())
    }

    /// Whether the side to move mates in at most `moves` moves.
    fn attack(&mut self, position: &Position, moves: u32) -> Result<bool, Interrupted> {
        if moves == 0 || self.is_drawn(position) {
            return Ok(false);
        }
        let key = key(position, moves);
        let index = (key >> 44) as usize % ENTRIES;
        let proven = self.table[index];
        if proven.key == key {
            if proven.mate_in > 0 && u32::from(proven.mate_in) <= moves {
                return Ok(true);
            }
            if u32::from(proven.no_mate_in) >= moves {
                return Ok(false);
            }
        }
        let found = self.first_mating(position, &position.legal_moves(), moves)?.is_some();
        let entry = &mut self.table[index];
        if entry.key != key {
            *entry = Proven { key, ..Proven::default() };
        }
        if found {
            entry.mate_in = moves.min(255) as u8;
        } else {
            entry.no_mate_in = entry.no_mate_in.max(moves.min(255) as u8);
        }
        Ok(found)
    }

    /// Whether every move of the side to move allows a mate in at most `moves` moves of the opponent.
    fn defend(&mut self, position: &Position, moves: u32) -> Result<bool, Interrupted> {
        if let Some(loser) = position.lost_by_bare_king() {
            return Ok(loser == position.turn());
        }
        let defences: MoveList = position.legal_moves();
        let alone = |color| position.by_color(color).count() == 1;
        if position.variant().bare_king_loses() && alone(position.turn()) {
            // The bare king must capture the attacker's last piece. Otherwise it has lost.
            let bares = |&mv: &Move| position.play_unchecked(mv).by_color(!position.turn()).count() == 1;
            if alone(!position.turn()) || defences.iter().any(bares) {
                return Ok(false);
            }
            if !defences.is_empty() {
                return Ok(!self.is_drawn(position));
            }
        }
        if defences.is_empty() {
            return Ok(position.in_check() || position.variant().draws().stalemate == StalemateResult::Loss);
        }
        if moves == 0 || self.is_drawn(position) {
            return Ok(false);
        }
        // Cheap checks first: a draw is enough to refute the attack.
        let mut next = Vec::with_capacity(defences.len());
        for mv in defences {
            self.count()?;
            next.push(position.play_unchecked(mv));
        }
        if moves > 1 {
            for position in &next {
                if self.is_drawn(position) {
                    return Ok(false);
                }
            }
        }
        for position in &next {
            if !self.attack(position, moves)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_drawn(&self, position: &Position) -> bool {
        position.variant().draws().draws_at(position.halfmove_clock()) || self.drawn.contains(&position.zobrist())
    }

    fn count(&mut self) -> Result<(), Interrupted> {
        self.unreported += 1;
        if self.unreported >= self.check_at { self.check_limits() } else { Ok(()) }
    }

    /// Reports the nodes, and checks the limits.
    fn check_limits(&mut self) -> Result<(), Interrupted> {
        self.control.add_nodes(std::mem::take(&mut self.unreported));
        self.check_at = self.node_limit.saturating_sub(self.control.nodes()).min(CHECK_EVERY);
        if self.check_at == 0 || self.control.is_stopped() || (self.enough)() { Err(Interrupted) } else { Ok(()) }
    }
}

/// The key of a position in the table. Near a draw by the move rule the halfmove clock is part of it.
fn key(position: &Position, moves: u32) -> u64 {
    let clock = position.halfmove_clock();
    let near = position.variant().draws().draws_at(clock.saturating_add(2 * moves + 2));
    let key = (position.wide_zobrist() >> 64) as u64;
    (if near { key ^ (u64::from(clock) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) } else { key }).max(1)
}

#[cfg(test)]
mod tests;
