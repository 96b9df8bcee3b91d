//! What affects their king: its steps, castling, checks and pins (docs/background/delta.md, "The king").

use campione_core::pawn_moves::forward;
use campione_core::{Bitboard, PartnerMove, Square, movement};

use super::effects::{Effects, Zones};
use crate::attacks::{Backend, Operation, SliderTables};
use crate::generate::{Context, Counter, for_each};
use crate::position::View;

impl Effects {
    /// The squares that must be safe for their castlings and leaps, without those that their own pieces block.
    /// Everything else that such a castling depends on becomes sensitive. `None` for free castling and for leaps that
    /// capture, which depend on too many squares.
    #[inline(always)]
    pub(super) fn castlings<B: Backend>(&mut self, context: &Context<'_, B>) -> Option<Bitboard> {
        let View { position, state } = context.view;
        let rights = state.rights[state.turn.index()];
        let mut squares = Bitboard::EMPTY;
        if rights.is_empty() {
            return Some(squares);
        }
        let side = position.castling[state.turn.index()];
        for right in &side.rights {
            // What a piece of theirs bars stays barred: if we capture that piece, ours stands there.
            if !rights.contains(right) || right.empty.intersects(context.own) {
                continue;
            }
            for row in side.rows_of(right).iter().filter(|row| !row.empty.intersects(context.own)) {
                if row.free || row.captures {
                    return None;
                }
                squares |= row.safe.with(row.king_to);
                self.sensitive |= row.empty;
                if let Some(PartnerMove { from, to, .. }) = row.partner {
                    self.sensitive = self.sensitive.with(from);
                    // The partner may open a line to the king's target as it leaves, or close one, so that square is
                    // guarded with both pieces where they are after the castling.
                    let after = context.occupied.without(context.king).without(from).with(to);
                    self.guard(context, row.king_to, after);
                }
            }
        }
        Some(squares)
    }

    /// Takes out of the sum every move that could change whether we attack `square` with `occupied` as blockers.
    #[inline(always)]
    fn guard<B: Backend>(&mut self, context: &Context<'_, B>, square: Square, occupied: Bitboard) {
        let ours = context.enemy;
        for_each!((context.view.potential_pinners(ours, square)), pinner => {
            let between = campione_core::between(square, pinner);
            let blockers = between & occupied;
            // The slider attacks the square already: it may not leave, and nothing may step in between.
            if blockers.is_empty() {
                self.sensitive |= between.with(pinner);
            } else if !blockers.several() {
                // Our blocker would open the line. One of theirs cannot: if we capture it, the capturing piece stands there
                // instead.
                self.sensitive |= blockers & ours;
            }
        });
        self.zones.add(context, square, occupied);
    }

    /// Steps of their king. Every move that attacks the square of a safe step removes this step. An unsafe step may
    /// become safe when an attacker leaves or a piece steps in between.
    #[inline(always)]
    pub(super) fn king_steps<B: Backend>(&mut self, context: &Context<'_, B>) {
        let View { position, state } = context.view;
        let ours = context.enemy;
        let without_king = context.occupied.without(context.king);
        self.king_ring = position.variant.king_steps(context.king);
        for_each!((self.king_ring - context.own), square => {
            let attackers = context.view.attackers(context.backend, square, !state.turn, without_king);
            // An attacked step is no reply, and remains none as long as no attack on it ends.
            for_each!(attackers, attacker => { self.sensitive |= campione_core::between(square, attacker).with(attacker); });
            if attackers.is_empty() {
                self.base += 1;
                let mut zones = Zones::EMPTY;
                zones.add(context, square, without_king);
                self.king_steps.push(zones);
                for_each!((context.view.potential_pinners(ours, square)), pinner => {
                    let between = campione_core::between(square, pinner);
                    let blockers = between & without_king;
                    if let Some(blocker) = (blockers & ours).first()
                        && !blockers.several()
                    {
                        // Leaving uncovers the square, unless the blocker goes along the line or attacks it anyway.
                        self.leaving[blocker.index()] -= 1;
                        self.except(blocker, zones.of_all(between));
                    }
                });
            }
        });
    }

    /// Takes out of the sum every move that could give check, change which of their pieces are pinned, or attack a
    /// square that must be safe for castling.
    #[inline(always)]
    pub(super) fn checks_and_pins<B: Backend>(&mut self, context: &Context<'_, B>, safe_for_castling: Bitboard) {
        let position = context.view.position;
        let (variant, tables, backend) = (position.variant, position.tables, context.backend);
        let (king, occupied, ours, theirs) = (context.king, context.occupied, context.enemy, context.own);
        // The king's own square is treated below, with the checks.
        for_each!((safe_for_castling.without(king)), square => { self.guard(context, square, occupied.without(king)); });
        for_each!((context.view.potential_pinners(ours, king)), pinner => {
            let between = campione_core::between(king, pinner);
            let blockers = between & occupied;
            // Never 0: they have just moved, so they are not in check.
            match blockers.count() {
                // A pin. Its line, with the pinned piece, may not be entered.
                1 if blockers.intersects(theirs) => {
                    self.sensitive |= between;
                    let unpin = Unpin { context: *context, pinned: blockers, line: between.with(pinner) };
                    let Unpinned { gain, sees } = backend.call(unpin);
                    if sees.contains(pinner) {
                        self.sensitive = self.sensitive.with(pinner);
                    } else {
                        // Leaving unpins, unless the pinner stays on the line.
                        self.leaving[pinner.index()] += gain;
                        self.except(pinner, aligned(tables, king, pinner) | sees);
                    }
                }
                // Our piece would discover check.
                1 => self.sensitive |= blockers,
                // If ours leaves, theirs is pinned.
                2 if blockers.intersects(theirs) => self.sensitive |= blockers & ours,
                _ => {}
            }
        });
        self.zones.add(context, king, occupied);
        // A slider that would pin attacks the king through one of their pieces.
        let blockers = backend.orthogonal(tables, king, occupied) & theirs;
        self.zones.0[movement::ORTHOGONAL] |= backend.orthogonal(tables, king, occupied - blockers);
        let blockers = backend.diagonal(tables, king, occupied) & theirs;
        self.zones.0[movement::DIAGONAL] |= backend.diagonal(tables, king, occupied - blockers);
        // Kings' steps are symmetric: these are the squares from which our king would attack a step of theirs, or a square
        // that must be safe.
        for_each!(((self.king_ring - theirs) | safe_for_castling.with(king)), square => {
            self.king_zone |= variant.king_steps(square);
        });
    }
}

/// The squares of the line through two squares that a slider connects, without these two.
#[inline(always)]
fn aligned(tables: &SliderTables, one: Square, other: Square) -> Bitboard {
    let orthogonal = tables.orthogonal_rays(one);
    // The rays of the two squares share their common line. Elsewhere they cross only on the two squares, and a square is
    // not on its own rays.
    if orthogonal.contains(other) {
        orthogonal & tables.orthogonal_rays(other)
    } else {
        tables.diagonal_rays(one) & tables.diagonal_rays(other)
    }
}

/// What a pinned piece of theirs could do without the pin.
#[derive(Clone, Copy)]
struct Unpinned {
    /// How many more moves it would have.
    gain: i16,
    /// The squares on which another piece affects its moves.
    sees: Bitboard,
}

/// Finds what the one piece of a set, which is pinned on a line, could do without the pin.
struct Unpin<'p, B> {
    context: Context<'p, B>,
    pinned: Bitboard,
    line: Bitboard,
}

impl<X: Backend> Operation for Unpin<'_, X> {
    type Output = Unpinned;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Unpinned {
        let Unpin { context, pinned, line } = self;
        let state = context.view.state;
        let count = |targets: Bitboard| {
            let mut counter = Counter::default();
            context.pieces::<_, false>(&mut counter, pinned, targets);
            let pawns = state.boards[movement::PAWNS] & pinned;
            context.pawns::<_, _, false>(state.turn, &mut counter, pawns, targets);
            counter.moves as i16
        };
        // They are not in check, so all that limits the piece is the pin. Not two calls: each would be a copy of the code.
        let [free, along] = [context.targets, context.targets & line].map(count);
        let gain = free - along;
        let mut sees = pinned;
        if let Some(square) = pinned.first() {
            sees |= context.slides(square);
            for (class, board) in context.view.leap_classes() {
                if board.contains(square) {
                    sees |= class.leaps[square.index()];
                }
            }
            if state.boards[movement::PAWNS].contains(square) {
                let ahead = pinned.shift(forward(state.turn));
                sees |= ahead | ahead.shift(forward(state.turn));
                sees |= context.view.position.variant.pawn_attacks(state.turn, pinned);
            }
        }
        Unpinned { gain, sees }
    }
}
