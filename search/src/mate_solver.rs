//! Forced mates, exactly: every attack and every defence is tried, nothing is guessed. What was proven is remembered.
//!
//! [`find_mate`](crate::find_mate) does the same without a memory and in no clever order; it is there to check this one.

use campione_core::StalemateResult;
use campione_movegen::{Move, MoveList, Position};

use crate::limits::Control;

/// The search was to end before the answer was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interrupted;

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    key: u64,
    /// There is no mate in so many moves.
    none_in: u8,
    /// There is a mate in so many moves; 0 if none is known.
    mate_in: u8,
}

/// Entries of the memory: 16 MiB.
const ENTRIES: usize = 1 << 20;

/// Proves mates by the side to move of one position.
pub(crate) struct MateSolver<'a, F: Fn() -> bool> {
    known: Vec<Known>,
    /// The keys of the game's positions, in which a repetition would be a draw.
    drawn: &'a [u64],
    control: &'a Control,
    /// Whether the search is to end.
    enough: F,
    unreported: u64,
    /// How many unreported nodes there may be before the next look at what ends the search.
    look_at: u64,
    /// The search ends at that very node.
    node_limit: u64,
}

/// How many nodes lie between two looks at what ends the search.
const LOOK_EVERY: u64 = 1_024;

impl<'a, F: Fn() -> bool> MateSolver<'a, F> {
    /// `drawn` are the keys of positions that would end the game by repetition; `enough` is asked now and then whether
    /// the search is to end.
    pub(crate) fn new(drawn: &'a [u64], control: &'a Control, enough: F) -> MateSolver<'a, F> {
        MateSolver { known: Vec::new(), drawn, control, enough, unreported: 0, look_at: 0, node_limit: u64::MAX }
    }

    /// No more nodes than so many, those before included.
    pub(crate) fn with_nodes(self, limit: Option<u64>) -> Self {
        MateSolver { node_limit: limit.unwrap_or(u64::MAX), ..self }
    }

    /// A line that mates in exactly `moves` moves or fewer, by one of `root`, the best defences included; none if there is
    /// no such mate.
    pub(crate) fn prove(
        &mut self,
        position: &Position,
        root: &[Move],
        moves: u32,
    ) -> Result<Option<Vec<Move>>, Interrupted> {
        if self.known.is_empty() {
            self.known = vec![Known::default(); ENTRIES];
        }
        self.look()?;
        let found = self.first_mating(position, root, moves);
        self.control.add_nodes(std::mem::take(&mut self.unreported));
        Ok(match found? {
            None => None,
            Some(mv) => {
                let mut line = vec![mv];
                self.defence(&position.play_unchecked(mv), moves - 1, &mut line)?;
                Some(line)
            }
        })
    }

    /// Moves made on the board in this search.
    pub(crate) fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// Adds the longest defence and the mate in at most `moves` moves that ends it.
    fn defence(&mut self, position: &Position, moves: u32, line: &mut Vec<Move>) -> Result<(), Interrupted> {
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
        line.push(mv);
        let next = position.play_unchecked(mv);
        if let Some(mv) = self.first_mating(&next, &next.legal_moves(), needed)? {
            line.push(mv);
            return self.defence(&next.play_unchecked(mv), needed - 1, line);
        }
        Ok(())
    }

    /// One of some moves after which mate is forced in `moves` moves, that one included.
    fn first_mating(&mut self, position: &Position, root: &[Move], moves: u32) -> Result<Option<Move>, Interrupted> {
        for (mv, next) in self.in_order(position, root, moves)? {
            if self.defend(&next, moves - 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The positions after some moves, those that leave few replies in check first; for a mate in one only checks.
    fn in_order(
        &mut self,
        position: &Position,
        moves: &[Move],
        left: u32,
    ) -> Result<Vec<(Move, Position)>, Interrupted> {
        let draws = position.variant().draws();
        let check_wins_alone = draws.stalemate != StalemateResult::Loss && !draws.bare_king;
        let mut found = Vec::with_capacity(moves.len());
        for &mv in moves {
            self.count()?;
            let next = position.play_unchecked(mv);
            let check = next.in_check();
            if left == 1 && !check && check_wins_alone {
                continue;
            }
            let replies = if left == 1 { 0 } else { next.legal_moves().len() + if check { 0 } else { 1_000 } };
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
        let known = self.known[index];
        if known.key == key {
            if known.mate_in > 0 && u32::from(known.mate_in) <= moves {
                return Ok(true);
            }
            if u32::from(known.none_in) >= moves {
                return Ok(false);
            }
        }
        let found = self.first_mating(position, &position.legal_moves(), moves)?.is_some();
        let entry = &mut self.known[index];
        if entry.key != key {
            *entry = Known { key, ..Known::default() };
        }
        if found {
            entry.mate_in = moves.min(255) as u8;
        } else {
            entry.none_in = entry.none_in.max(moves.min(255) as u8);
        }
        Ok(found)
    }

    /// Whether the side to move is mated whatever it does, in at most `moves` moves of its opponent.
    fn defend(&mut self, position: &Position, moves: u32) -> Result<bool, Interrupted> {
        if let Some(loser) = position.lost_by_bare_king() {
            return Ok(loser == position.turn());
        }
        let defences: MoveList = position.legal_moves();
        let alone = |color| position.by_color(color).count() == 1;
        if position.variant().bare_king_loses() && alone(position.turn()) {
            // Its one move must take the attacker's last piece, or it has lost.
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
        // Shallow proofs first: most defences that hold, hold against the quickest attack too.
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
        if self.unreported >= self.look_at { self.look() } else { Ok(()) }
    }

    /// Looks whether the search is to end.
    fn look(&mut self) -> Result<(), Interrupted> {
        self.control.add_nodes(std::mem::take(&mut self.unreported));
        self.look_at = self.node_limit.saturating_sub(self.control.nodes()).min(LOOK_EVERY);
        if self.look_at == 0 || self.control.is_stopped() || (self.enough)() { Err(Interrupted) } else { Ok(()) }
    }
}

/// Positions near to a draw by the move rule are different with different clocks.
fn key(position: &Position, moves: u32) -> u64 {
    let clock = position.halfmove_clock();
    let near = position.variant().draws().draws_at(clock + 2 * moves + 2);
    let key = (position.wide_zobrist() >> 64) as u64;
    (if near { key ^ u64::from(clock + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) } else { key }).max(1)
}

#[cfg(test)]
mod tests;
