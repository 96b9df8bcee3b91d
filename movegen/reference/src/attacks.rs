//! Where pieces can go, and the word "attacked" of RULES.md.

use crate::Position;
use crate::betza;
use crate::board::{Color, Piece, Square};
use crate::rules::{Hop, Part};

impl Position<'_> {
    /// Calls `visit` with every square to which one part of a movement leads, up to and including the square of the
    /// first piece in the way.
    pub(crate) fn walk(&self, from: Square, color: Color, part: &Part, mut visit: impl FnMut(Square)) {
        for &step in &part.steps {
            self.walk_one_way(from, turned(step, color), part, &mut visit);
        }
    }

    fn walk_one_way(&self, from: Square, step: (i8, i8), part: &Part, visit: &mut impl FnMut(Square)) {
        if let Some(hop) = part.hop {
            self.hop(from, step, hop, visit);
            return;
        }
        let mut here = from;
        for _ in 0..part.times {
            let next = here.plus(step.0, step.1);
            let is_free = |(files, ranks): (i8, i8)| self.is_empty(here.plus(files, ranks));
            let may_pass = !part.lame || betza::passed_by(step).into_iter().all(is_free);
            if !self.game.is_on_board(next) || !may_pass {
                return;
            }
            visit(next);
            if !self.is_empty(next) {
                return;
            }
            here = next;
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
            for &step in &part.steps {
                let step = turned(step, piece.color);
                if is_on_the_way(from, step, target) {
                    self.walk_one_way(from, step, part, &mut |to| found |= to == target);
                }
            }
        }
        found
    }
}

/// "Black's pieces move as White's do with the board turned by half a circle."
pub(crate) fn turned((files, ranks): (i8, i8), color: Color) -> (i8, i8) {
    (files * color.forward(), ranks * color.forward())
}

/// Whether some number of equal steps leads from one square to the other. Other ways need not be walked.
fn is_on_the_way(from: Square, (files, ranks): (i8, i8), target: Square) -> bool {
    let (across, up) = (target.file - from.file, target.rank - from.rank);
    across * ranks == up * files && across * files >= 0 && up * ranks >= 0
}
