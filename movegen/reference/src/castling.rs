//! Castling in all its forms, and the king's leap.

use crate::Position;
use crate::board::{Square, files_between, files_from_to};
use crate::moves::Move;
use crate::rules::{Castling, Targets};

/// Where king and partner come from and go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Castle {
    pub king_from: Square,
    pub king_to: Square,
    pub partner_from: Square,
    pub partner_to: Square,
}

impl Position {
    /// A right says that the king and the partner on that file never moved, so both are there.
    pub(crate) fn add_castling(&self, moves: &mut Vec<Move>) {
        for file in 0..self.rules.files {
            if !self.rights[self.turn.index()][file as usize] {
                continue;
            }
            let king = self.king(self.turn);
            let toward_a = file < king.file;
            let pick = |a_side: Targets, far_side| if toward_a { a_side } else { far_side };
            match self.rules.castling {
                Castling::None => {}
                Castling::Orthodox { a_side, far_side } => {
                    self.add_orthodox(king.file, file, pick(a_side, far_side), moves);
                }
                Castling::CourierSpiel { a_side, far_side } => {
                    self.add_courier_spiel(king.file, file, pick(a_side, far_side), moves);
                }
                Castling::Random { a_side, far_side } => {
                    self.add_random(king.file, file, pick(a_side, far_side), moves);
                }
                Castling::Free => self.add_free(king.file, file, moves),
                Castling::TwoSquares => {
                    let step = if toward_a { -1 } else { 1 };
                    let targets = Targets { king: king.file + 2 * step, rook: king.file + step };
                    // RULES.md §4 has the orthodox conditions: all squares between empty, the king
                    // not in check, not over and not onto an attacked square.
                    self.add_orthodox(king.file, file, targets, moves);
                }
            }
        }
    }

    fn add_orthodox(&self, king: i8, partner: i8, targets: Targets, moves: &mut Vec<Move>) {
        if files_between(king, partner).all(|file| self.is_empty(self.home(file)))
            && files_from_to(king, targets.king).all(|file| self.is_safe(file))
        {
            moves.push(self.castle(king, partner, targets));
        }
    }

    /// RULES.md §6: "all squares between them empty, and no square from the king's to the rook's,
    /// both included, attacked".
    fn add_courier_spiel(&self, king: i8, rook: i8, targets: Targets, moves: &mut Vec<Move>) {
        if files_between(king, rook).all(|file| self.is_empty(self.home(file)))
            && files_from_to(king, rook).all(|file| self.is_safe(file))
        {
            moves.push(self.castle(king, rook, targets));
        }
    }

    /// RULES.md §5: "every square between king and target, and between rook and target (targets included), free of
    /// third pieces; no square from the king's start to its target, both included, attacked; and the king not attacked
    /// in the final position", which `play` checks.
    fn add_random(&self, king: i8, rook: i8, targets: Targets, moves: &mut Vec<Move>) {
        let no_third_piece = |file: i8| file == king || file == rook || self.is_empty(self.home(file));
        if files_from_to(king, targets.king).all(no_third_piece)
            && files_from_to(rook, targets.rook).all(no_third_piece)
            && files_from_to(king, targets.king).all(|file| self.is_safe(file))
        {
            moves.push(self.castle(king, rook, targets));
        }
    }

    /// RULES.md §3: "The king goes to any square k with 1 <= |k - s| <= |r - s| toward the rook, and
    /// the rook goes to any square on the king's former side of k: from s itself up to the square
    /// next to k."
    fn add_free(&self, king: i8, rook: i8, moves: &mut Vec<Move>) {
        if !files_between(king, rook).all(|file| self.is_empty(self.home(file))) {
            return;
        }
        let step = (rook - king).signum();
        for distance in 1..=(rook - king).abs() {
            let king_to = king + distance * step;
            if files_between(king, king_to).any(|file| self.is_attacked_with_king_removed(self.home(file))) {
                continue;
            }
            for rook_distance in 0..distance {
                let targets = Targets { king: king_to, rook: king + rook_distance * step };
                moves.push(self.castle(king, rook, targets));
            }
        }
    }

    /// RULES.md §3: "the never-moved king jumps two squares straight forward or sideways to an
    /// empty square; the square jumped over may be occupied".
    pub(crate) fn add_kings_leaps(&self, moves: &mut Vec<Move>) {
        if !self.leap_right[self.turn.index()] {
            return;
        }
        let from = self.king(self.turn);
        for (files, ranks) in [(0, self.turn.forward()), (-1, 0), (1, 0)] {
            let over = from.plus(files, ranks);
            let to = over.plus(files, ranks);
            if self.is_empty(to) && !self.is_attacked_with_king_removed(over) {
                moves.push(Move::KingsLeap { from, to });
            }
        }
    }

    /// RULES.md §3: the squares crossed are "seen with the king removed".
    fn is_attacked_with_king_removed(&self, square: Square) -> bool {
        let mut without = self.clone();
        without.remove(self.king(self.turn));
        without.attacked(square, self.turn.other())
    }

    fn castle(&self, king: i8, partner: i8, targets: Targets) -> Move {
        Move::Castle(Castle {
            king_from: self.home(king),
            king_to: self.home(targets.king),
            partner_from: self.home(partner),
            partner_to: self.home(targets.rook),
        })
    }

    /// The square of that file on the first rank of the side to move.
    fn home(&self, file: i8) -> Square {
        Square::new(file, self.rules.first_rank(self.turn))
    }

    fn is_safe(&self, file: i8) -> bool {
        !self.attacked(self.home(file), self.turn.other())
    }
}
