//! The sum over our moves (docs/background/delta.md, "The sum").

use campione_core::{Bitboard, Role, Square};

use super::effects::Effects;
use crate::attacks::Backend;
use crate::generate::{Batch, Sink, for_each, origin};
use crate::moves::MoveKind;
use crate::perft::replies::Replier;
use crate::position::Position;

/// Adds up the replies to the moves that it receives, and sends moves that must be counted the plain way to `plain`.
pub(super) struct Sum<'a, B> {
    position: &'a Position,
    effects: &'a Effects,
    // Signed: a batch adds its corrections before its `base`, so the sum may be below 0 in between.
    nodes: i64,
    plain: Replier<'a, B>,
}

impl<'a, B: Backend> Sum<'a, B> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, effects: &'a Effects, backend: B) -> Self {
        Sum { position, effects, nodes: 0, plain: Replier::new(position, backend) }
    }

    /// The replies to all moves received.
    #[inline(always)]
    pub(super) fn nodes(&self) -> u64 {
        self.nodes as u64 + self.plain.nodes
    }

    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        // Many pieces cannot move.
        if targets.is_empty() {
            return;
        }
        let effects = self.effects;
        let position = self.position;
        let Some(role) = position.role_at(from) else { return };
        let boards = position.variant.role(role).boards;
        // A leaper in its zone attacks one of these squares already, and would stop by leaving. So it is excluded as a
        // whole. For sliders the squares of their lines are sensitive instead.
        let mut leaper_zone = effects.zones.of([boards[2]]);
        if role == Role::KING {
            leaper_zone = effects.king_zone;
        }
        if (effects.sensitive | leaper_zone).contains(from) {
            return self.plain.receive(Batch::Piece { from, targets });
        }
        let mut excluded = effects.sensitive | leaper_zone | effects.exceptions_of(from);
        excluded |= effects.zones.of([boards[0], boards[1]]);
        // A capture beside their king gives it a step that is not in `base`.
        excluded |= effects.king_ring & position.by_color(!position.state.turn);
        let plain = targets & excluded;
        let summed = targets ^ plain;
        for_each!(summed, to => { self.nodes += i64::from(effects.entering[to.index()]); });
        // Step by step, not for all together: a piece that attacks the squares of two steps takes both from the king.
        for zones in &effects.king_steps {
            self.nodes -= i64::from((summed & zones.of(boards)).count());
        }
        let each = effects.base + i32::from(effects.leaving[from.index()]);
        self.nodes += i64::from(summed.count()) * i64::from(each);
        self.plain.receive(Batch::Piece { from, targets: plain });
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        if targets.is_empty() {
            return;
        }
        let effects = self.effects;
        let position = self.position;
        let us = position.state.turn;
        let excluded = effects.sensitive | effects.zones.of_pawns() | position.variant.promotion_zone(us);
        // Where a pawn comes from matters as well: by leaving its zone it stops attacking.
        let mut plain = excluded | excluded.shift(step);
        if kind == MoveKind::Capture {
            plain |= effects.king_ring;
        }
        if kind == MoveKind::DoubleStep {
            // Half of the step leads back to the square passed over, where they may capture en passant.
            plain |= effects.pawn_attacks.shift(step / 2);
        }
        plain &= targets;
        for_each!((effects.with_exceptions.shift(step) & targets), to => {
            plain |= effects.exceptions_of(origin(to, step)) & Bitboard::of(to);
        });
        for_each!((targets ^ plain), to => {
            let from = origin(to, step);
            let change = i32::from(effects.leaving[from.index()]) + i32::from(effects.entering[to.index()]);
            self.nodes += i64::from(effects.base + change);
        });
        for zones in &effects.king_steps {
            self.nodes -= i64::from(((targets ^ plain) & zones.of_pawns()).count());
        }
        self.plain.receive(Batch::Pawns { targets: plain, step, kind });
    }
}

impl<B: Backend> Sink for Sum<'_, B> {
    // `needs_roles` turns away the variants in which moves are tried.
    const TRIES: bool = false;

    #[inline(always)]
    fn receive(&mut self, batch: Batch) {
        match batch {
            Batch::Piece { from, targets } => self.piece(from, targets),
            Batch::Pawns { targets, step, kind } => self.pawns(targets, step, kind),
            rare => self.plain.receive(rare),
        }
    }

    #[inline(always)]
    fn turn_promotion(&mut self, role: Option<Role>) {
        self.plain.turn_promotion(role);
    }

    #[inline(always)]
    fn aside(&self) -> Self {
        Sum { nodes: 0, plain: self.plain.aside(), ..*self }
    }

    #[inline(always)]
    fn absorb(&mut self, aside: Self) {
        self.nodes += aside.nodes;
        self.plain.absorb(aside.plain);
    }
}
