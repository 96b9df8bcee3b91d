//! Pseudo-legal moves, the filter that leaves the legal ones, and their text.

use crate::Position;
use crate::board::{Color, Piece, Square};
use crate::castling::Castle;
use crate::waiting::TurnPromotion;

/// A move, without the promotion that may have opened the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// A piece goes to an empty square or captures there.
    Plain {
        from: Square,
        to: Square,
    },
    /// A pawn arrives where it promotes.
    Promotion {
        from: Square,
        to: Square,
        becomes: char,
    },
    DoubleStep {
        from: Square,
        to: Square,
    },
    EnPassant {
        from: Square,
        to: Square,
        becomes: Option<char>,
    },
    Castle(Castle),
    KingsLeap {
        from: Square,
        to: Square,
    },
}

impl<'g> Position<'g> {
    /// Calls `visit` with every legal turn: the promotion that opens it, the move, and the position after it.
    pub(crate) fn for_each_legal(&self, mut visit: impl FnMut(Option<TurnPromotion>, Move, Position<'g>)) {
        // RULES.md "Bare king": "the game is over and there are no legal moves".
        if self.lost_by_bare_king().is_some() {
            return;
        }
        for (promotion, position) in self.ways_to_begin_the_turn() {
            for mv in position.pseudo_legal_moves() {
                if let Some(after) = position.play(mv, promotion.is_some()) {
                    visit(promotion, mv, after);
                }
            }
        }
    }

    pub(crate) fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.pieces().filter(|(_, piece)| piece.color == self.turn) {
            if piece.letter == self.game.pawn {
                self.add_pawn_moves(from, &mut moves);
            } else {
                self.add_piece_moves(from, piece, &mut moves);
            }
        }
        self.add_castlings(&mut moves);
        self.add_kings_leaps(&mut moves);
        moves
    }

    /// "Whatever one of the parts allows is allowed", and it is one move if several of them allow it.
    fn add_piece_moves(&self, from: Square, piece: Piece, moves: &mut Vec<Move>) {
        for part in self.game.movement(piece.letter) {
            self.walk(from, piece.color, part, |to| {
                let allowed = if self.is_empty(to) { part.moves } else { part.captures && self.is_capturable(to) };
                let mv = Move::Plain { from, to };
                if allowed && !moves.contains(&mv) {
                    moves.push(mv);
                }
            });
        }
    }

    /// Whether an enemy piece stands there that may be captured: not a king or a waiting pawn.
    pub(crate) fn is_capturable(&self, to: Square) -> bool {
        self.game.is_on_board(to)
            && self.at(to).is_some_and(|piece| {
                piece.color != self.turn && piece.letter != self.game.king && !self.is_waiting_pawn(to, piece)
            })
    }

    /// A waiting pawn adds nothing: no square lies before it.
    fn add_pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let forward = self.turn.forward();
        for &side in self.game.pawn_kind.steps() {
            let ahead = from.plus(side, forward);
            if self.is_empty(ahead) {
                self.add_arrival(from, ahead, moves);
            }
            if self.can_double_step(from, side) {
                let to = ahead.plus(side, forward);
                if !self.is_double_step_prohibited(to) {
                    moves.push(Move::DoubleStep { from, to });
                }
            }
            for &(squares, rank) in &self.game.long_steps {
                let after = |steps: i8| from.plus(steps * side, steps * forward);
                let to = after(squares);
                let way_is_free = (1..=squares).all(|steps| self.is_empty(after(steps)));
                if rank == self.game.own_rank(from, self.turn) && way_is_free && !self.is_double_step_prohibited(to) {
                    moves.push(Move::DoubleStep { from, to });
                }
            }
        }
        for &side in self.game.pawn_kind.captures() {
            let to = from.plus(side, forward);
            if self.is_capturable(to) {
                self.add_arrival(from, to, moves);
            }
            if self.en_passant.contains(&to) {
                for becomes in self.becomes(to) {
                    moves.push(Move::EnPassant { from, to, becomes });
                }
            }
        }
    }

    /// "From one of its ranks, over an empty square to an empty square. It must end before the promotion zone." Each of
    /// its two squares goes `side` files to the side.
    pub(crate) fn can_double_step(&self, from: Square, side: i8) -> bool {
        let forward = self.turn.forward();
        let to = from.plus(2 * side, 2 * forward);
        self.game.double_step_ranks.contains(&self.game.own_rank(from, self.turn))
            && self.is_empty(from.plus(side, forward))
            && self.is_empty(to)
            && self.game.own_rank(to, self.turn) < self.game.promotion.rank
    }

    fn add_arrival(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        for becomes in self.becomes(to) {
            moves.push(match becomes {
                Some(becomes) => Move::Promotion { from, to, becomes },
                None => Move::Plain { from, to },
            });
        }
    }

    /// What a pawn of the side to move may become when it arrives there. `None` is a pawn, which waits if it is on its
    /// last rank.
    pub(crate) fn becomes(&self, to: Square) -> Vec<Option<char>> {
        let rule = &self.game.promotion;
        let rank = self.game.own_rank(to, self.turn);
        let is_last = rank == self.game.ranks - 1;
        if rank < rule.rank || rule.wait.is_some() || rule.to.is_empty() {
            return vec![None];
        }
        let mut becomes: Vec<Option<char>> = Vec::new();
        for &letter in &rule.to {
            if !rule.from_stock || self.has_in_stock(self.turn, letter) {
                becomes.push(Some(letter));
            }
        }
        if rule.optional && !is_last {
            becomes.push(None);
        }
        becomes
    }

    /// "In check, no double step may end beside an enemy pawn on the same rank. With `pinned_pawn_bars = false` an
    /// enemy pawn does not count if its own king would be attacked were that pawn removed."
    pub(crate) fn is_double_step_prohibited(&self, to: Square) -> bool {
        self.game.double_step_barred
            && self.in_check()
            && self.enemy_pawns_beside(to).any(|pawn| self.game.pinned_pawn_bars || !self.is_pinned(pawn))
    }

    fn is_pinned(&self, square: Square) -> bool {
        let Some(piece) = self.at(square) else { return false };
        let mut without = self.clone();
        without.remove(square);
        without.king_attacked(piece.color)
    }

    /// The squares on the same rank and an adjacent file with pawns of the side not to move.
    pub(crate) fn enemy_pawns_beside(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let beside = [-1, 1].into_iter().map(move |side| square.plus(side, 0));
        beside.filter(|&beside| self.is_enemy_pawn(beside))
    }

    /// Whether a pawn of a side stands so that it could capture there.
    pub(crate) fn pawn_captures_on(&self, color: Color, square: Square) -> bool {
        let pawn = Piece { color, letter: self.game.pawn };
        let mut captures = self.game.pawn_kind.captures().iter();
        captures.any(|&side| self.has(square.plus(-side, -color.forward()), pawn))
    }

    pub(crate) fn is_enemy_pawn(&self, square: Square) -> bool {
        self.has(square, Piece { color: self.turn.other(), letter: self.game.pawn })
    }

    /// The `uci` text of NOTATION.md, "Moves".
    pub(crate) fn move_text(&self, promotion: Option<TurnPromotion>, mv: Move) -> String {
        let small = |letter: char| letter.to_ascii_lowercase();
        let mut text = match mv {
            Move::Plain { from, to } | Move::DoubleStep { from, to } | Move::KingsLeap { from, to } => {
                format!("{from}{to}")
            }
            Move::Promotion { from, to, becomes } | Move::EnPassant { from, to, becomes: Some(becomes) } => {
                format!("{from}{to}{}", small(becomes))
            }
            Move::EnPassant { from, to, becomes: None } => format!("{from}{to}"),
            Move::Castle(castle) => self.castle_text(castle),
        };
        if let Some(TurnPromotion { square, letter }) = promotion {
            text += &format!(",{square}{}", small(letter));
        }
        text
    }
}
