//! The waiting pawns of courier-spiel (RULES.md §6).

use crate::Position;
use crate::board::{Color, Piece, Square};
use crate::rules::Role;

/// A pawn that waits on the last rank. Its color is that of the pawn on the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub square: Square,
    pub wait: u32,
}

/// A waiting pawn becomes a piece of the stock at the start of its owner's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnPromotion {
    pub square: Square,
    pub role: Role,
}

impl Position {
    /// Whether this piece on that square is a waiting pawn. The FEN reader lists every pawn on its last rank, and so
    /// does `play`.
    pub(crate) fn is_waiting_pawn(&self, square: Square, piece: Piece) -> bool {
        self.rules.waiting_army.is_some()
            && piece.role == Role::Pawn
            && square.rank == self.rules.last_rank(piece.color)
    }

    /// The waiting pawns of one color in order of arrival.
    pub(crate) fn waiting_of(&self, color: Color) -> impl Iterator<Item = Waiting> + '_ {
        let pawn = Piece { color, role: Role::Pawn };
        self.waiting.iter().copied().filter(move |waiting| self.at(waiting.square) == Some(pawn))
    }

    /// The kinds of pieces in the stock of a side: "for each type T but king and pawn, (number of T in
    /// its start army) - (number of T it has on the board), never below 0".
    fn stock(&self, color: Color) -> Vec<Role> {
        let army = self.rules.waiting_army.unwrap_or_default();
        army.iter()
            .filter(|&&(role, at_start)| {
                let piece = Piece { color, role };
                self.pieces().filter(|&(_, m)| m == piece).count() < at_start
            })
            .map(|&(role, _)| role)
            .collect()
    }

    /// The first pawn in order of arrival with a wait of 0.
    fn longest_waiting(&self, color: Color) -> Option<Waiting> {
        self.waiting_of(color).find(|waiting| waiting.wait == 0)
    }

    /// The positions from which the mover's move of this turn is made: "When its owner is to move
    /// and the wait is 0, and the stock is not empty, the pawn promotes now, at the start of that
    /// turn". One pawn a turn, in the order listed. Otherwise it is the position itself.
    pub(crate) fn ways_to_begin_the_turn(&self) -> Vec<(Option<TurnPromotion>, Position)> {
        let Some(pawn) = self.longest_waiting(self.turn) else {
            return vec![(None, self.clone())];
        };
        let stock = self.stock(self.turn);
        if stock.is_empty() {
            return vec![(None, self.clone())];
        }
        stock
            .into_iter()
            .map(|role| {
                let mut position = self.clone();
                position.promote_waiting(pawn, role);
                (Some(TurnPromotion { square: pawn.square, role }), position)
            })
            .collect()
    }

    fn promote_waiting(&mut self, pawn: Waiting, role: Role) {
        let piece = self.remove(pawn.square).expect("the waiting pawn stands there");
        self.put(pawn.square, Piece { color: piece.color, role });
        self.waiting.retain(|waiting| waiting.square != pawn.square);
    }

    /// The wait "drops by one with each later move of its owner (never below 0)".
    pub(crate) fn count_down_waits(&mut self, owner: Color) {
        let pawn = Piece { color: owner, role: Role::Pawn };
        for waiting in &mut self.waiting {
            if self.board[waiting.square.index()] == Some(pawn) {
                waiting.wait = waiting.wait.saturating_sub(1);
            }
        }
    }

    /// "Its wait is 2 when it arrives."
    pub(crate) fn begin_waiting(&mut self, square: Square) {
        self.waiting.push(Waiting { square, wait: 2 });
    }

    /// "As soon as the opponent captures a piece of its owner while the stock is empty, and the
    /// capture puts a piece into the stock, the pawn with wait 0 that has waited longest becomes
    /// that very type, at once, as part of that capture." `self` is the position with the capture
    /// made, `before` the one without it.
    pub(crate) fn promote_instantly(&mut self, before: &Position, captured: Piece) {
        let owner = captured.color;
        let Some(pawn) = self.longest_waiting(owner) else {
            return;
        };
        if before.stock(owner).is_empty() && self.stock(owner).contains(&captured.role) {
            self.promote_waiting(pawn, captured.role);
        }
    }
}
