//! Where pieces can go, and the word "attacked" of RULES.md.

use super::betza::{self, Hop, Part};
use super::{Piece, Position};
use crate::board::{Color, Square};

impl Position<'_> {
    /// Calls `visit` with every square to which one part of a movement leads, up to and including the square of the
    /// first piece in the way.
    pub(crate) fn walk(&self, from: Square, color: Color, part: &Part, mut visit: impl FnMut(Square)) {
        // "Black's pieces move as White's do with the board turned by half a circle."
        let turned = |(files, ranks): (i8, i8)| (files * color.forward(), ranks * color.forward());
        for &step in &part.steps {
            let mut here = from;
            if let Some(hop) = part.hop {
                let (files, ranks) = turned(step);
                self.hop(from, (files, ranks), hop, &mut visit);
                continue;
            }
            for _ in 0..part.times {
                let (files, ranks) = turned(step);
                let next = here.plus(files, ranks);
                let is_free = |(f, r): (i8, i8)| self.is_empty(here.plus(f, r));
                let may_pass = !part.lame || betza::passed_by((files, ranks)).into_iter().all(is_free);
                if !self.game.is_on_board(next) || !may_pass {
                    break;
                }
                visit(next);
                if !self.is_empty(next) {
                    break;
                }
                here = next;
            }
        }
    }

    /// "Over exactly one piece of either side, who may stand anywhere on the way."
    fn hop(&self, from: Square, (files, ranks): (i8, i8), hop: Hop, visit: &mut impl FnMut(Square)) {
        let mut hurdle = from.plus(files, ranks);
        while self.is_empty(hurdle) {
            hurdle = hurdle.plus(files, ranks);
        }
        if !self.game.is_on_board(hurdle) {
            return;
        }
        let mut landing = hurdle.plus(files, ranks);
        while self.game.is_on_board(landing) {
            visit(landing);
            if hop == Hop::NextSquare || !self.is_empty(landing) {
                return;
            }
            landing = landing.plus(files, ranks);
        }
    }

    /// "A piece attacks the squares on which it could capture", if an enemy piece stood there. Pins and what really
    /// stands there do not matter.
    pub(crate) fn attacked(&self, target: Square, by: Color) -> bool {
        self.pieces().any(|(from, piece)| piece.color == by && self.piece_attacks(from, piece, target))
    }

    pub(crate) fn king_attacked(&self, color: Color) -> bool {
        self.attacked(self.king(color), color.other())
    }

    fn piece_attacks(&self, from: Square, piece: Piece, target: Square) -> bool {
        if piece.letter == self.game.pawn {
            // A waiting pawn attacks nothing: no rank lies before it.
            let mut captures = self.game.pawn_kind.captures().iter();
            return captures.any(|&side| target == from.plus(side, piece.color.forward()));
        }
        let mut found = false;
        for part in self.game.movement(piece.letter).iter().filter(|part| part.captures) {
            self.walk(from, piece.color, part, |to| found |= to == target);
        }
        found
    }
}
