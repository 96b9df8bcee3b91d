//! The stock, and the pawns that wait for it (RULES.md §6).

use crate::Position;
use crate::board::{Color, Piece, Square};

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
    pub letter: char,
}

impl<'g> Position<'g> {
    pub(crate) fn is_waiting_pawn(&self, square: Square, piece: Piece) -> bool {
        self.game.promotion.wait.is_some()
            && piece.letter == self.game.pawn
            && self.game.own_rank(square, piece.color) == self.game.ranks - 1
    }

    /// The waiting pawns of one color in order of arrival.
    pub(crate) fn waiting_of(&self, color: Color) -> impl Iterator<Item = Waiting> + '_ {
        let pawn = Piece { color, letter: self.game.pawn };
        self.waiting.iter().copied().filter(move |waiting| self.at(waiting.square) == Some(pawn))
    }

    /// "It may become a piece of a kind only while its owner has fewer of it on the board than its limit."
    pub(crate) fn has_in_stock(&self, color: Color, letter: char) -> bool {
        let piece = Piece { color, letter };
        let on_board = self.pieces().filter(|&(_, m)| m == piece).count();
        self.game.promotion.limits[color.index()].get(&letter).is_some_and(|&limit| on_board < limit)
    }

    fn stock(&self, color: Color) -> Vec<char> {
        self.game.promotion.to.iter().copied().filter(|&letter| self.has_in_stock(color, letter)).collect()
    }

    /// The first pawn in order of arrival with a wait of 0.
    fn longest_waiting(&self, color: Color) -> Option<Waiting> {
        self.waiting_of(color).find(|waiting| waiting.wait == 0)
    }

    /// The positions from which the mover's move of this turn is made. "When its owner is to move and the wait is 0,
    /// and the stock is not empty, the pawn promotes now, at the start of that turn", one pawn a turn in the order
    /// listed. Otherwise it is the position itself.
    pub(crate) fn ways_to_begin_the_turn(&self) -> Vec<(Option<TurnPromotion>, Position<'g>)> {
        let Some(pawn) = self.longest_waiting(self.turn) else {
            return vec![(None, self.clone())];
        };
        let stock = self.stock(self.turn);
        if stock.is_empty() {
            return vec![(None, self.clone())];
        }
        let promote = |letter| {
            let mut position = self.clone();
            position.promote_waiting(pawn, letter);
            (Some(TurnPromotion { square: pawn.square, letter }), position)
        };
        stock.into_iter().map(promote).collect()
    }

    fn promote_waiting(&mut self, pawn: Waiting, letter: char) {
        let piece = self.remove(pawn.square).expect("the waiting pawn stands there");
        self.put(pawn.square, Piece { letter, ..piece });
        self.waiting.retain(|waiting| waiting.square != pawn.square);
    }

    /// The wait "drops by one with each later move of its owner (never below 0)".
    pub(crate) fn count_down_waits(&mut self, owner: Color) {
        let pawn = Piece { color: owner, letter: self.game.pawn };
        for waiting in &mut self.waiting {
            if self.board[waiting.square.index()] == Some(pawn) {
                waiting.wait = waiting.wait.saturating_sub(1);
            }
        }
    }

    /// A piece has arrived on the square: if it is a pawn on its last rank, it waits now.
    pub(crate) fn begin_waiting(&mut self, square: Square) {
        if let Some(wait) = self.game.promotion.wait
            && self.at(square).is_some_and(|piece| self.is_waiting_pawn(square, piece))
        {
            self.waiting.push(Waiting { square, wait });
        }
    }

    /// "As soon as the opponent captures a piece of its owner while the stock is empty, and the capture puts a piece
    /// into the stock, the pawn with wait 0 that has waited longest becomes that very type, at once, as part of that
    /// capture." `self` is the position with the capture made, `before` the one without it.
    pub(crate) fn promote_instantly(&mut self, before: &Position<'_>, captured: Piece) {
        let owner = captured.color;
        if let Some(pawn) = self.longest_waiting(owner)
            && before.stock(owner).is_empty()
            && self.stock(owner).contains(&captured.letter)
        {
            self.promote_waiting(pawn, captured.letter);
        }
    }
}
