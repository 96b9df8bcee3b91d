//! Rare features of positions, so that tests can tell what they have met.

use crate::Position;
use crate::attacks::turned;
use crate::board::{Piece, Square};
use crate::castling::leapt_over;
use crate::moves::Move;
use crate::rules::PawnKind;

/// Rare features of a position, so that a test can report which ones it has met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Seen {
    /// A castling with fixed targets.
    Castling,
    /// A free castling.
    FreeCastling,
    /// A free castling after which the king has not passed the partner.
    FreeCastlingWithoutCrossing,
    /// A castling out of check.
    CastlingInCheck,
    /// A king's leap to an empty square.
    KingsLeap,
    /// A king's leap that captures.
    KingsLeapCapture,
    /// A king's leap over a piece.
    KingsLeapOverPieces,
    /// A capture en passant.
    EnPassant,
    /// A capture en passant that promotes.
    EnPassantPromotion,
    /// A double step from another rank than the second.
    DoubleStepFromElsewhere,
    /// A step of more than two squares.
    LongStep,
    /// Several squares on which one pawn can be captured en passant.
    SeveralPassedSquares,
    /// A capture en passant of a pawn that does not stand beside the captor.
    EnPassantFromAfar,
    /// A pawn arrives on the last rank in a variant without promotion.
    ArrivalWithoutPromotion,
    /// A piece hops over another one.
    Hop,
    /// A piece that hops gives check.
    CheckByHop,
    /// A piece must not move to a square where an enemy would hop over it to the king.
    HurdleExposesKing,
    /// A piece must not leave its square: with it, two pieces are in between, and an enemy can hop over only one.
    HurdleMustStay,
    /// A pawn move into the promotion zone that stays a pawn.
    OptionalPromotion,
    /// A pawn move that promotes before the last rank.
    EarlyPromotion,
    /// A kind of piece that a pawn may not become, because its stock is empty.
    StockRefusesKind,
    /// A pawn that cannot go where it would have to promote.
    StockRefusesMove,
    /// A waiting pawn becomes a piece at the start of a turn.
    TurnPromotion,
    /// A capture makes a waiting pawn a piece at once.
    InstantPromotion,
    /// A double step that Carrera's prohibition forbids.
    BarredDoubleStep,
    /// A double step that is allowed because the pawn beside is pinned.
    PinnedPawnDoesNotBar,
    /// A lame leap that is blocked.
    LameBlock,
    /// A capture by a part of a movement that only captures.
    CaptureOnly,
    /// An enemy piece where a part of a movement that only moves would lead.
    MoveOnly,
    /// A ride of leaps that goes farther than one.
    Ride,
    /// A ride that ends at its range before an empty square of the board.
    RideEndsAtRange,
    /// A check that ends rights.
    RightsLostByCheck,
    /// No move and no check.
    Stalemate,
    /// No move and check.
    Checkmate,
    /// A bare king has lost, of the side to move or of the other side.
    BareKingLost,
    /// A bare king may still capture the last piece of the other side.
    BareKingToMove,
    /// A Berolina pawn captures straight ahead.
    BerolinaCapture,
    /// A Berolina pawn captures straight ahead and promotes.
    BerolinaCapturePromotion,
    /// A Berolina pawn promotes with a diagonal step.
    BerolinaStepPromotion,
    /// A Berolina pawn gives check.
    BerolinaCheck,
    /// A Berolina pawn cannot step diagonally to where an enemy piece stands.
    BerolinaBlock,
    /// A Berolina pawn on the first or the last file, where a step to one side leaves the board.
    BerolinaAtEdge,
    /// A double step of a Berolina pawn, or a longer one, that an orthodox pawn could not make: a piece stands straight ahead.
    BerolinaStepPastPiece,
    /// Of the two double steps of a Berolina pawn, Carrera's prohibition forbids one and not the other.
    BerolinaBarredToOneSide,
    /// A step of more than two squares by a Berolina pawn.
    BerolinaLongStep,
    /// A capture en passant between Berolina pawns.
    BerolinaEnPassant,
    /// A Berolina pawn that captures en passant and promotes.
    BerolinaEnPassantPromotion,
    /// A capture en passant of a Berolina pawn that does not stand on an adjacent square.
    BerolinaEnPassantFromAfar,
    /// Several squares on which one Berolina pawn can be captured en passant.
    BerolinaSeveralPassedSquares,
    /// A Berolina pawn has passed a square, and another one stands where a step over it in the other direction would
    /// have ended.
    BerolinaPawnsOnBothSides,
    /// A capture en passant between Berolina pawns that would leave the own king attacked, and the king is not in check.
    BerolinaEnPassantExposesKing,
}

impl Position<'_> {
    /// The rare features of this position. They are found separately from the moves, so that the code of these stays
    /// simple.
    pub fn seen(&self) -> Vec<Seen> {
        let mut seen = Vec::new();
        let in_check = self.in_check();
        let mut any = false;
        self.for_each_legal(|promotion, mv, after| {
            any = true;
            if promotion.is_some() {
                seen.push(Seen::TurnPromotion);
            }
            let enemy = self.turn.other();
            if after.waiting_of(enemy).count() < self.waiting_of(enemy).count() {
                seen.push(Seen::InstantPromotion);
            }
            let lost = |rights: &Position<'_>| rights.rights[enemy.index()].contains(&true);
            if self.game.lost_by_check && after.in_check() && lost(self) && !lost(&after) {
                seen.push(Seen::RightsLostByCheck);
            }
            seen.extend(self.seen_in_move(mv, in_check));
        });
        if self.lost_by_bare_king().is_some() {
            seen.push(Seen::BareKingLost);
        } else if !any {
            seen.push(if in_check { Seen::Checkmate } else { Seen::Stalemate });
        } else if self.game.bare_king_loses && self.pieces().filter(|(_, piece)| piece.color == self.turn).count() == 1
        {
            seen.push(Seen::BareKingToMove);
        }
        if self.en_passant.len() > 1 {
            seen.push(Seen::SeveralPassedSquares);
        }
        self.see_hops(in_check, &mut seen);
        if self.game.pawn_kind == PawnKind::Berolina {
            self.see_berolina(in_check, &mut seen);
        }
        for (from, piece) in self.pieces().filter(|(_, piece)| piece.color == self.turn) {
            if piece.letter == self.game.pawn {
                self.see_pawn(from, &mut seen);
            } else {
                self.see_piece(from, piece, &mut seen);
            }
        }
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    fn seen_in_move(&self, mv: Move, in_check: bool) -> Vec<Seen> {
        let zone = |to| self.game.own_rank(to, self.turn) >= self.game.promotion.rank;
        let last = |to| self.game.own_rank(to, self.turn) == self.game.ranks - 1;
        match mv {
            Move::Castle(castle) => {
                let same_way = (castle.king_to.file - castle.king_from.file).signum();
                let apart = (castle.partner_to.file - castle.king_to.file).signum();
                let kind = match (castle.free, same_way == apart) {
                    (false, _) => Seen::Castling,
                    (true, false) => Seen::FreeCastling,
                    (true, true) => Seen::FreeCastlingWithoutCrossing,
                };
                let out_of_check = if in_check { Some(Seen::CastlingInCheck) } else { None };
                [kind].into_iter().chain(out_of_check).collect()
            }
            Move::KingsLeap { from, to } => {
                let kind = if self.is_empty(to) { Seen::KingsLeap } else { Seen::KingsLeapCapture };
                let over = leapt_over(from, to).iter().any(|&square| !self.is_empty(square));
                let over = if over { Some(Seen::KingsLeapOverPieces) } else { None };
                [kind].into_iter().chain(over).collect()
            }
            Move::EnPassant { from, .. } if self.stopped.is_some_and(|pawn| pawn.rank != from.rank) => {
                vec![Seen::EnPassantFromAfar]
            }
            Move::EnPassant { becomes: None, .. } => vec![Seen::EnPassant],
            Move::EnPassant { .. } => vec![Seen::EnPassantPromotion],
            Move::DoubleStep { from, to } if (to.rank - from.rank).abs() > 2 => vec![Seen::LongStep],
            Move::DoubleStep { from, .. } if self.game.own_rank(from, self.turn) != 1 => {
                vec![Seen::DoubleStepFromElsewhere]
            }
            Move::Promotion { to, .. } if !last(to) => vec![Seen::EarlyPromotion],
            Move::Plain { from, to } if last(to) && self.is_pawn(from) && self.game.promotion.to.is_empty() => {
                vec![Seen::ArrivalWithoutPromotion]
            }
            Move::Plain { from, to } if zone(to) && !last(to) && self.is_pawn(from) => vec![Seen::OptionalPromotion],
            _ => Vec::new(),
        }
    }

    fn is_pawn(&self, square: Square) -> bool {
        self.at(square).is_some_and(|piece| piece.letter == self.game.pawn)
    }

    fn see_pawn(&self, from: Square, seen: &mut Vec<Seen>) {
        for &side in self.game.pawn_kind.steps() {
            self.see_pawn_step(from, side, seen);
        }
    }

    fn see_pawn_step(&self, from: Square, side: i8, seen: &mut Vec<Seen>) {
        let forward = self.turn.forward();
        let ahead = from.plus(side, forward);
        let double = ahead.plus(side, forward);
        if self.can_double_step(from, side) && self.game.double_step_barred && self.in_check() {
            if self.is_double_step_prohibited(double) {
                seen.push(Seen::BarredDoubleStep);
            } else if self.enemy_pawns_beside(double).next().is_some() {
                seen.push(Seen::PinnedPawnDoesNotBar);
            }
        }
        let rule = &self.game.promotion;
        if self.is_empty(ahead)
            && rule.wait.is_none()
            && !rule.to.is_empty()
            && self.game.own_rank(ahead, self.turn) >= rule.rank
        {
            let becomes = self.becomes(ahead);
            if becomes.is_empty() {
                seen.push(Seen::StockRefusesMove);
            } else if becomes.iter().flatten().count() < rule.to.len() {
                seen.push(Seen::StockRefusesKind);
            }
        }
    }

    /// Adds what happens only with Berolina pawns.
    fn see_berolina(&self, in_check: bool, seen: &mut Vec<Seen>) {
        let forward = self.turn.forward();
        let king = self.king(self.turn);
        if self.pawn_captures_on(self.turn.other(), king) {
            seen.push(Seen::BerolinaCheck);
        }
        if self.en_passant.len() > 1 {
            seen.push(Seen::BerolinaSeveralPassedSquares);
        }
        for (passed, pawn) in self.en_passant.iter().zip(self.stopped) {
            // The square as far on the other side.
            if self.is_enemy_pawn(Square::new(2 * passed.file - pawn.file, pawn.rank)) {
                seen.push(Seen::BerolinaPawnsOnBothSides);
            }
        }
        for mv in self.pseudo_legal_moves() {
            let is_legal = self.play(mv, false).is_some();
            match mv {
                Move::EnPassant { from, becomes, .. } if is_legal => {
                    seen.push(Seen::BerolinaEnPassant);
                    if becomes.is_some() {
                        seen.push(Seen::BerolinaEnPassantPromotion);
                    }
                    if self.stopped.is_some_and(|pawn| pawn.rank != from.rank || (pawn.file - from.file).abs() > 1) {
                        seen.push(Seen::BerolinaEnPassantFromAfar);
                    }
                }
                Move::EnPassant { .. } if !in_check => seen.push(Seen::BerolinaEnPassantExposesKing),
                Move::DoubleStep { from, to } if is_legal => {
                    if !self.is_empty(from.plus(0, forward)) {
                        seen.push(Seen::BerolinaStepPastPiece);
                    }
                    if (to.rank - from.rank).abs() > 2 {
                        seen.push(Seen::BerolinaLongStep);
                    }
                }
                Move::Plain { from, to } if is_legal && self.is_pawn(from) && to.file == from.file => {
                    seen.push(Seen::BerolinaCapture);
                }
                Move::Promotion { from, to, .. } if is_legal && to.file == from.file => {
                    seen.push(Seen::BerolinaCapturePromotion);
                }
                Move::Promotion { .. } if is_legal => seen.push(Seen::BerolinaStepPromotion),
                _ => {}
            }
        }
        for (from, _) in self.pieces().filter(|&(from, piece)| piece.color == self.turn && self.is_pawn(from)) {
            let prohibited = |side: i8| self.is_double_step_prohibited(from.plus(2 * side, 2 * forward));
            if self.can_double_step(from, -1) && self.can_double_step(from, 1) && prohibited(-1) != prohibited(1) {
                seen.push(Seen::BerolinaBarredToOneSide);
            }
            for side in [-1, 1] {
                let to = from.plus(side, forward);
                if self.is_capturable(to) {
                    seen.push(Seen::BerolinaBlock);
                }
                if to.file < 0 || to.file >= self.game.files {
                    seen.push(Seen::BerolinaAtEdge);
                }
            }
        }
    }

    /// Adds what hopping pieces forbid to other pieces.
    fn see_hops(&self, in_check: bool, seen: &mut Vec<Seen>) {
        let hoppers: Vec<(Square, Piece)> = self
            .pieces()
            .filter(|(_, piece)| self.game.movement(piece.letter).iter().any(|part| part.hop.is_some()))
            .collect();
        if hoppers.is_empty() {
            return;
        }
        let king = self.king(self.turn);
        for &(from, piece) in hoppers.iter().filter(|(_, piece)| piece.color != self.turn) {
            for part in self.game.movement(piece.letter).iter().filter(|part| part.hop.is_some() && part.captures) {
                self.walk(from, piece.color, part, |to| {
                    if to == king {
                        seen.push(Seen::CheckByHop);
                    }
                });
            }
        }
        for mv in self.pseudo_legal_moves() {
            let Move::Plain { from, to } = mv else { continue };
            if in_check || from == king || !self.is_empty(to) || self.play(mv, false).is_some() {
                continue;
            }
            let mut without = self.clone();
            without.remove(from);
            let leaves = without.king_attacked(self.turn);
            seen.push(if leaves { Seen::HurdleMustStay } else { Seen::HurdleExposesKing });
        }
    }

    fn see_piece(&self, from: Square, piece: Piece, seen: &mut Vec<Seen>) {
        for part in self.game.movement(piece.letter) {
            let enemy_there = |to| self.at(to).is_some_and(|other: Piece| other.color != self.turn);
            let mut reached: Vec<Square> = Vec::new();
            self.walk(from, piece.color, part, |to| {
                reached.push(to);
                if part.hop.is_some() {
                    seen.push(Seen::Hop);
                }
                if enemy_there(to) && !part.moves && self.is_capturable(to) {
                    seen.push(Seen::CaptureOnly);
                }
                if enemy_there(to) && !part.captures {
                    seen.push(Seen::MoveOnly);
                }
            });
            for &step in &part.steps {
                let (files, ranks) = turned(step, piece.color);
                let at = |n: i8| from.plus(files * n, ranks * n);
                let is_leap = files.abs().max(ranks.abs()) > 1;
                if part.lame && self.game.is_on_board(at(1)) && !reached.contains(&at(1)) {
                    seen.push(Seen::LameBlock);
                }
                if is_leap && part.times > 1 && reached.contains(&at(2)) {
                    seen.push(Seen::Ride);
                }
                let limit = part.times as i8;
                if limit > 1
                    && part.hop.is_none()
                    && limit < 12
                    && reached.contains(&at(limit))
                    && self.is_empty(at(limit))
                    && self.is_empty(at(limit + 1))
                {
                    seen.push(Seen::RideEndsAtRange);
                }
            }
        }
    }
}
