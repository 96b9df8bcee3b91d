//! Pseudo-legal moves, the filter that leaves the legal ones, and their text.

use crate::Position;
use crate::board::{Piece, Square};
use crate::castling::Castle;
use crate::rules::{Castling, Role};
use crate::waiting::TurnPromotion;

/// A move, without the promotion that may have opened the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// A piece goes to an empty square or captures there; a pawn may become another piece.
    Plain {
        from: Square,
        to: Square,
        becomes: Option<Role>,
    },
    DoubleStep {
        from: Square,
        to: Square,
    },
    EnPassant {
        from: Square,
        to: Square,
    },
    /// King and partner move together: castling, championing, centauring.
    Castle(Castle),
    /// RULES.md §3: the king's leap.
    KingsLeap {
        from: Square,
        to: Square,
    },
}

impl Position {
    /// Calls `visit` with every legal turn: the promotion that opens it (courier-spiel), the move,
    /// and the position after it.
    pub(crate) fn for_each_legal(&self, mut visit: impl FnMut(Option<TurnPromotion>, Move, Position)) {
        for (promotion, position) in self.ways_to_begin_the_turn() {
            for mv in position.pseudo_legal_moves() {
                if let Some(after) = position.play(mv, promotion.is_some()) {
                    visit(promotion, mv, after);
                }
            }
        }
    }

    fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.pieces().filter(|(_, piece)| piece.color == self.turn) {
            if piece.role == Role::Pawn {
                self.add_pawn_moves(from, &mut moves);
            } else {
                self.add_piece_moves(from, piece.role, &mut moves);
            }
        }
        self.add_castling(&mut moves);
        self.add_kings_leaps(&mut moves);
        moves
    }

    fn add_piece_moves(&self, from: Square, role: Role, moves: &mut Vec<Move>) {
        let plain = |to| Move::Plain { from, to, becomes: None };
        for &(files, ranks) in role.leaps().iter().copied().flatten() {
            let to = from.plus(files, ranks);
            if self.is_free_or_capturable(to) {
                moves.push(plain(to));
            }
        }
        // RULES.md §3, arciscacchiere: blocked by a piece in between.
        for &(files, ranks) in role.two_step_moves().iter().copied().flatten() {
            let to = from.plus(files, ranks);
            if self.is_free_or_capturable(to) && self.is_empty(from.plus(files / 2, ranks / 2)) {
                moves.push(plain(to));
            }
        }
        for &(files, ranks) in role.slides().iter().copied().flatten() {
            let mut to = from.plus(files, ranks);
            while self.is_free_or_capturable(to) {
                moves.push(plain(to));
                if !self.is_empty(to) {
                    break;
                }
                to = to.plus(files, ranks);
            }
        }
    }

    fn is_free_or_capturable(&self, to: Square) -> bool {
        self.rules.is_on_board(to) && (self.is_empty(to) || self.is_capturable(to))
    }

    /// Whether an enemy piece stands there that may be captured: not a king (RULES.md: "No move ever captures a king")
    /// or a waiting pawn (RULES.md §6).
    fn is_capturable(&self, to: Square) -> bool {
        self.rules.is_on_board(to)
            && self.at(to).is_some_and(|piece| {
                piece.color != self.turn && piece.role != Role::King && !self.is_waiting_pawn(to, piece)
            })
    }

    /// A waiting pawn adds nothing: no square lies before it.
    fn add_pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let forward = self.turn.forward();
        let ahead = from.plus(0, forward);
        if self.rules.is_on_board(ahead) && self.is_empty(ahead) {
            self.add_pawn_arrival(from, ahead, moves);
            let two_ahead = ahead.plus(0, forward);
            // RULES.md "Double step".
            if from.rank == self.rules.second_rank(self.turn)
                && self.is_empty(two_ahead)
                && !self.is_double_step_prohibited(two_ahead)
            {
                moves.push(Move::DoubleStep { from, to: two_ahead });
            }
        }
        for side in [-1, 1] {
            let to = from.plus(side, forward);
            if self.is_capturable(to) {
                self.add_pawn_arrival(from, to, moves);
            }
            if self.en_passant == Some(to) {
                moves.push(Move::EnPassant { from, to });
            }
        }
    }

    fn add_pawn_arrival(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        let promotes = to.rank == self.rules.last_rank(self.turn)
            // RULES.md §6: there it becomes a waiting pawn, which `play` handles.
            && self.rules.waiting_army.is_none();
        if promotes {
            for &role in self.rules.promotions {
                moves.push(Move::Plain { from, to, becomes: Some(role) });
            }
        } else {
            moves.push(Move::Plain { from, to, becomes: None });
        }
    }

    /// RULES.md §1 and §3: "A double step is forbidden when the mover is in check and the pawn
    /// would land beside (same rank, adjacent file) an enemy pawn."
    fn is_double_step_prohibited(&self, to: Square) -> bool {
        self.rules.double_step_prohibition && self.enemy_pawn_beside(to) && self.in_check()
    }

    /// Whether a pawn of the side not to move stands on the same rank and an adjacent file.
    pub(crate) fn enemy_pawn_beside(&self, square: Square) -> bool {
        let pawn = Piece { color: self.turn.other(), role: Role::Pawn };
        [-1, 1].into_iter().any(|side| {
            let beside = square.plus(side, 0);
            self.rules.is_on_board(beside) && self.at(beside) == Some(pawn)
        })
    }

    /// The `uci` text of NOTATION.md, "Moves".
    pub(crate) fn move_text(&self, promotion: Option<TurnPromotion>, mv: Move) -> String {
        let mut text = match mv {
            Move::Plain { from, to, becomes: Some(role) } => {
                format!("{from}{to}{}", self.rules.role_letter(role))
            }
            Move::Plain { from, to, becomes: None }
            | Move::DoubleStep { from, to }
            | Move::EnPassant { from, to }
            | Move::KingsLeap { from, to } => format!("{from}{to}"),
            Move::Castle(castle) => self.castle_text(castle),
        };
        if let Some(TurnPromotion { square, role }) = promotion {
            text += &format!(",{square}{}", self.rules.role_letter(role));
        }
        text
    }

    fn castle_text(&self, castle: Castle) -> String {
        let Castle { king_from, king_to, partner_from, partner_to } = castle;
        match self.rules.castling {
            _ if self.rules.king_takes_rook_text => format!("{king_from}{partner_from}"),
            Castling::Free => format!("{king_from}{king_to},{partner_from}{partner_to}"),
            Castling::Random { .. } if (king_to.file - king_from.file).abs() < 2 => {
                format!("{king_from}{king_to}k")
            }
            _ => format!("{king_from}{king_to}"),
        }
    }
}
