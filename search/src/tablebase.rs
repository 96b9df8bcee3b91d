//! Perfect play in endings of king and one or two pieces against a bare king. Each ending of a variant is solved when
//! it first occurs at the root.

use std::time::Duration;

use campione_core::{Color, Role};
use campione_movegen::{Move, Position};
use campione_retrograde::{Ending, Solution, Solving};
use web_time::Instant;

use crate::eval::Tables;
use crate::limits::{Control, Limits};
use crate::score::{MAX_PLY, Value, mate_in, mated_in};

/// The number of solved endings that are kept. Each takes dozens of mebibytes.
const KEPT: usize = 3;

/// A search with less time than this solves no ending.
const LEAST_TIME: Duration = Duration::from_millis(50);

/// The endings of one variant; the latest solution is the last.
#[derive(Debug, Default)]
pub(crate) struct Tablebase {
    solved: Vec<Solution>,
    solving: Option<Solving>,
}

/// A root move with its value and line.
pub(crate) struct TableLine {
    pub(crate) value: Value,
    /// Best play from the root.
    pub(crate) pv: Vec<Move>,
}

impl Tablebase {
    /// The root moves of such an ending, the best first, one for each requested line. `None` if the position is no such
    /// ending, if it is not won before the move rule draws, or if the ending is not solved yet.
    ///
    /// Solving takes some tenths of a second. If the time is limited, it uses at most three quarters of it, and
    /// continues in the next search.
    pub(crate) fn probe(
        &mut self,
        position: &Position,
        root: &[Move],
        tables: &Tables,
        (limits, control, start): (&Limits, &Control, Instant),
    ) -> Option<Vec<TableLine>> {
        let strong = Color::ALL.into_iter().find(|&color| !position.by_color(!color).several())?;
        let pawns = position.pawns(strong) | position.waiting_squares(strong);
        let pieces = position.by_color(strong).without(position.king(strong));
        let rights = Color::ALL.into_iter().any(|color| !position.castling_rights(color).is_empty());
        if !(1..=2).contains(&pieces.count()) || pawns.any() || rights {
            return None;
        }
        let mut roles: Vec<Role> = pieces.into_iter().filter_map(|square| position.role_at(square)).collect();
        roles.sort_unstable();
        // If one of two pieces can mate alone, the search finds the win.
        if roles.len() == 2 && tables.mates_alone(&roles) {
            return None;
        }
        if !self.is_solved(&roles) && limits.time.is_some_and(|time| time < LEAST_TIME) {
            return None;
        }
        self.solve(position, &roles, (limits, control, start));
        let solution = self.solved.iter().find(|solution| solution.pieces() == roles)?.clone();
        let ending = Ending::of(position.variant(), solution);
        let plies = ending.probe(position)?;
        if position
            .variant()
            .draws()
            .plies()
            .is_some_and(|most| position.halfmove_clock().saturating_add(u32::from(plies)) > most)
        {
            return None;
        }
        let mated =
            |mv: Move| mated(&ending, &position.play_unchecked(mv)).filter(|&plies| usize::from(plies) < MAX_PLY);
        let value = |plies: u16| {
            let plies = 1 + usize::from(plies);
            if position.turn() == strong { mate_in(plies) } else { mated_in(plies) }
        };
        let mut moves: Vec<(Value, Move)> = root.iter().map(|&mv| (mated(mv).map_or(0, value), mv)).collect();
        moves.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        moves.truncate(limits.multipv.max(1));
        let line = |(value, mv)| {
            let pv = if value == 0 { vec![mv] } else { line(&ending, position, strong, mv) };
            TableLine { value, pv }
        };
        Some(moves.into_iter().map(line).collect())
    }

    fn is_solved(&self, roles: &[Role]) -> bool {
        self.solved.iter().any(|solution| solution.pieces() == roles)
    }

    /// Solves an ending, or continues to solve it.
    fn solve(&mut self, position: &Position, roles: &[Role], (limits, control, start): (&Limits, &Control, Instant)) {
        if self.is_solved(roles) {
            return;
        }
        if self.solving.as_ref().is_none_or(|solving| solving.pieces() != roles) {
            self.solving = Solving::begin(position.variant(), roles).ok();
        }
        let Some(mut solving) = self.solving.take() else { return };
        let late = || control.is_stopped() || limits.time.is_some_and(|time| start.elapsed() >= time / 4 * 3);
        if !solving.go_on(position.variant(), late) {
            self.solving = Some(solving);
            return;
        }
        if let Some(solution) = solving.finish() {
            if self.solved.len() == KEPT {
                self.solved.remove(0);
            }
            self.solved.push(solution);
        }
    }
}

/// A root move and best play after it, up to mate.
fn line(ending: &Ending, position: &Position, strong: Color, mv: Move) -> Vec<Move> {
    let mut pv = vec![mv];
    let mut next = position.play_unchecked(mv);
    while let Some(mv) = best(ending, &next, strong) {
        pv.push(mv);
        next = next.play_unchecked(mv);
    }
    pv
}

/// Plies to mate; `None` if there is no forced mate.
fn mated(ending: &Ending, position: &Position) -> Option<u16> {
    if position.legal_moves().is_empty() {
        return position.in_check().then_some(0);
    }
    ending.probe(position)
}

/// The best move: for the strong side the fastest mate, for the weak side the longest defence.
fn best(ending: &Ending, position: &Position, strong: Color) -> Option<Move> {
    if position.turn() != strong {
        return ending.best_reply(position);
    }
    let moves = position.legal_moves().into_iter();
    let mates = moves.filter_map(|mv| Some((mated(ending, &position.play_unchecked(mv))?, mv)));
    mates.min_by_key(|&(plies, _)| plies).map(|(_, mv)| mv)
}
