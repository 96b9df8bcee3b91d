//! What becomes of the moves: listed or only counted.

use campione_core::{Bitboard, CastlingRow, Role, Square};
use smallvec::SmallVec;

use super::{for_each, origin};
use crate::moves::{Move, MoveKind};
use crate::position::Position;

/// Receives the legal moves of one position.
pub(crate) trait Sink: Sized {
    /// Those of the squares to which the king might go that matter here; whether it may is asked for these alone.
    #[inline(always)]
    fn king_targets(&self, targets: Bitboard) -> Bitboard {
        targets
    }
    /// A piece other than a pawn goes from `from` to any of `targets`.
    fn state(&mut self, from: Square, targets: Bitboard);
    /// Pawns go to any of `targets` from `step` squares before them.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind);
    /// Pawns reach the last rank on any of `targets` and become any of the game's choices.
    fn promotions(&mut self, targets: Bitboard, step: i8, kind: MoveKind);
    /// Pawns reach a rank on which they promote on any of `targets` and become pieces of that role.
    fn promotion(&mut self, targets: Bitboard, step: i8, kind: MoveKind, role: Role);
    /// A pawn captures en passant.
    fn en_passant(&mut self, from: Square, to: Square);
    /// A pawn captures en passant and becomes a piece of that role.
    fn en_passant_promotion(&mut self, from: Square, to: Square, role: Role);
    /// A row of the side's castling table.
    fn castling(&mut self, index: usize, row: &CastlingRow);
    /// From now on, all moves belong to turns that start with this promotion of a waiting pawn.
    fn turn_promotion(&mut self, role: Option<Role>);
    /// An empty sink of the same kind. Rare moves go there: a sink that is never lent to another function can live in
    /// registers.
    fn aside(&self) -> Self;
    /// Adds what an [`aside`](Sink::aside) has received.
    fn absorb(&mut self, aside: Self);
}

/// Writes the moves down, in a list with room for `N` on the stack.
pub(crate) struct Lister<const N: usize> {
    enemy: Bitboard,
    promotions: &'static [Role],
    turn_promotion: Option<Role>,
    pub(crate) moves: SmallVec<[Move; N]>,
}

impl<const N: usize> Lister<N> {
    #[inline(always)]
    pub(crate) fn new(position: &Position, moves: SmallVec<[Move; N]>) -> Lister<N> {
        let enemy = position.by_color(!position.turn());
        Lister { enemy, promotions: position.variant.promotions(), turn_promotion: None, moves }
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.moves.push(match self.turn_promotion {
            Some(role) => mv.with_role(role),
            None => mv,
        });
    }
}

impl<const N: usize> Sink for Lister<N> {
    #[inline(always)]
    fn state(&mut self, from: Square, targets: Bitboard) {
        let captures = targets & self.enemy;
        for_each!(captures, to => { self.push(Move::new(from, to, MoveKind::Capture)); });
        for_each!((targets ^ captures), to => { self.push(Move::new(from, to, MoveKind::Quiet)); });
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for_each!(targets, to => { self.push(Move::new(origin(to, step), to, kind)); });
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for_each!(targets, to => {
            for &role in self.promotions {
                self.push(Move::new(origin(to, step), to, kind).with_role(role));
            }
        });
    }

    #[inline(always)]
    fn promotion(&mut self, targets: Bitboard, step: i8, kind: MoveKind, role: Role) {
        for_each!(targets, to => { self.push(Move::new(origin(to, step), to, kind).with_role(role)); });
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(Move::new(from, to, MoveKind::EnPassant));
    }

    #[inline(always)]
    fn en_passant_promotion(&mut self, from: Square, to: Square, role: Role) {
        self.push(Move::new(from, to, MoveKind::EnPassantPromotion).with_role(role));
    }

    #[inline(always)]
    fn castling(&mut self, index: usize, row: &CastlingRow) {
        self.push(Move::castling(row.king_from, row.king_to, index));
    }

    #[inline(always)]
    fn turn_promotion(&mut self, role: Option<Role>) {
        self.turn_promotion = role;
    }

    #[inline(always)]
    fn aside(&self) -> Self {
        Lister { moves: SmallVec::new(), ..*self }
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.moves.extend_from_slice(&aside.moves);
    }
}

/// Writes down captures and promotions alone.
pub(crate) struct Noisy<const N: usize>(pub(crate) Lister<N>);

impl<const N: usize> Sink for Noisy<N> {
    #[inline(always)]
    fn king_targets(&self, targets: Bitboard) -> Bitboard {
        targets & self.0.enemy
    }

    #[inline(always)]
    fn state(&mut self, from: Square, targets: Bitboard) {
        for_each!((targets & self.0.enemy), to => { self.0.push(Move::new(from, to, MoveKind::Capture)); });
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        if kind == MoveKind::Capture {
            self.0.pawns(targets, step, kind);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        self.0.promotions(targets, step, kind);
    }

    #[inline(always)]
    fn promotion(&mut self, targets: Bitboard, step: i8, kind: MoveKind, role: Role) {
        self.0.promotion(targets, step, kind, role);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.0.en_passant(from, to);
    }

    #[inline(always)]
    fn en_passant_promotion(&mut self, from: Square, to: Square, role: Role) {
        self.0.en_passant_promotion(from, to, role);
    }

    #[inline(always)]
    fn castling(&mut self, _index: usize, _row: &CastlingRow) {}

    #[inline(always)]
    fn turn_promotion(&mut self, role: Option<Role>) {
        self.0.turn_promotion(role);
    }

    #[inline(always)]
    fn aside(&self) -> Self {
        Noisy(self.0.aside())
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.0.absorb(aside.0);
    }
}

/// Writes down all moves that [`Noisy`] does not.
pub(crate) struct Quiet<const N: usize>(pub(crate) Lister<N>);

impl<const N: usize> Sink for Quiet<N> {
    #[inline(always)]
    fn king_targets(&self, targets: Bitboard) -> Bitboard {
        targets - self.0.enemy
    }

    #[inline(always)]
    fn state(&mut self, from: Square, targets: Bitboard) {
        for_each!((targets - self.0.enemy), to => { self.0.push(Move::new(from, to, MoveKind::Quiet)); });
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        if kind != MoveKind::Capture {
            self.0.pawns(targets, step, kind);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, _targets: Bitboard, _step: i8, _kind: MoveKind) {}

    #[inline(always)]
    fn promotion(&mut self, _targets: Bitboard, _step: i8, _kind: MoveKind, _role: Role) {}

    #[inline(always)]
    fn en_passant(&mut self, _from: Square, _to: Square) {}

    #[inline(always)]
    fn en_passant_promotion(&mut self, _from: Square, _to: Square, _role: Role) {}

    #[inline(always)]
    fn castling(&mut self, index: usize, row: &CastlingRow) {
        self.0.castling(index, row);
    }

    #[inline(always)]
    fn turn_promotion(&mut self, role: Option<Role>) {
        self.0.turn_promotion(role);
    }

    #[inline(always)]
    fn aside(&self) -> Self {
        Quiet(self.0.aside())
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.0.absorb(aside.0);
    }
}

/// Counts the moves without unpacking them.
pub(crate) struct Counter {
    promotions: u32,
    pub(crate) moves: u32,
}

impl Counter {
    #[inline(always)]
    pub(crate) fn new(position: &Position) -> Counter {
        Counter { promotions: position.variant.promotions().len() as u32, moves: 0 }
    }
}

impl Sink for Counter {
    #[inline(always)]
    fn state(&mut self, _from: Square, targets: Bitboard) {
        self.moves += targets.count();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _step: i8, _kind: MoveKind) {
        self.moves += targets.count();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _step: i8, _kind: MoveKind) {
        self.moves += targets.count() * self.promotions;
    }

    #[inline(always)]
    fn promotion(&mut self, targets: Bitboard, _step: i8, _kind: MoveKind, _role: Role) {
        self.moves += targets.count();
    }

    #[inline(always)]
    fn en_passant(&mut self, _from: Square, _to: Square) {
        self.moves += 1;
    }

    #[inline(always)]
    fn en_passant_promotion(&mut self, _from: Square, _to: Square, _role: Role) {
        self.moves += 1;
    }

    #[inline(always)]
    fn castling(&mut self, _index: usize, _row: &CastlingRow) {
        self.moves += 1;
    }

    #[inline(always)]
    fn turn_promotion(&mut self, _role: Option<Role>) {}

    #[inline(always)]
    fn aside(&self) -> Self {
        Counter { moves: 0, ..*self }
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.moves += aside.moves;
    }
}
