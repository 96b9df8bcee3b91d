//! Incremental (delta) counting: the replies to many moves at once, without making the moves.
//!
//! The replies are counted once, as if we passed. Each move of ours then corrects that number by what changes on the
//! square that it leaves and by what changes on the square that it enters. A move for which this sum would be wrong is
//! made, and its replies are counted. docs/background/delta.md explains why the sum is right for all others; each part of this
//! module has a section there. This is for perft only and not part of the generator. The test
//! `every_way_to_count_replies_agrees` compares it with the plain count.
//!
//! "We" are the side to move, "they" reply. A [`Context`](crate::generate::Context) here is made for them: its `own` pieces
//! are theirs and its `enemy` pieces ours.

mod count;
mod effects;
mod king;
mod pawns;
mod sliders;

use campione_core::{DrawRules, Pieces, Rules};

use self::count::Sum;
use self::effects::Effects;
use super::leaps_alone;
use crate::attacks::{Backend, ForSide, Operation, Side};
use crate::generate::{All, generate_for};
use crate::position::{Position, View};

/// The number of replies to all legal moves of a position without waiting pawns; `None` where they must be counted the
/// plain way (docs/background/delta.md, "Positions that are not counted this way").
#[inline(always)]
pub(super) fn replies<B: Backend>(position: &Position, backend: B) -> Option<u64> {
    if !suits(position.variant.rules(), position) {
        return None;
    }
    backend.for_side(position.state.turn, Begin { position, backend })
}

/// Whether somebody has shown that the sum is right under these rules (docs/background/delta.md, "Positions that are not
/// counted this way"). Castlings are decided row by row in `king.rs`. A new rule concerns the plain count (`siblings.rs`) too, if by it moves
/// depend on more squares than a piece sees.
#[inline(always)]
fn suits(rules: &Rules, position: &Position) -> bool {
    let Rules {
        files: _,
        ranks: _,
        board: _,
        pieces: Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes, promotions: _ },
        alphabet: _,
        // `needs_roles` has turned away all but orthodox pawns, and long steps.
        pawn_kind: _,
        double_step_from: _,
        long_steps: _,
        double_step_barred: _,
        pinned_pawn_bars,
        en_passant: _,
        last_rank: _,
        promotion_zone: _,
        arrival_zone: _,
        promotes_freely,
        promotes_from_stock: _,
        promotion_is_optional: _,
        promotion_wait,
        limits: _,
        castlings: _,
        draws: DrawRules { stalemate: _, bare_king, repetition: _, moves: _, dead_position: _ },
        rare_turns: _,
        notation: _,
        numbering: _,
        home: _,
        start: _,
    } = rules;
    // Under other conditions of promotion a capture changes what pawns may become, and where a bare king loses, a capture may
    // end the game.
    leaps_alone(leap_classes)
        && (*promotes_freely || promotion_wait.is_some())
        && *pinned_pawn_bars
        && !(*bare_king && position.state.colors.iter().any(|pieces| pieces.count() < 3))
}

struct Begin<'a, B> {
    position: &'a Position,
    backend: B,
}

impl<B: Backend> ForSide for Begin<'_, B> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<C: Side>(self, side: C) -> Option<u64> {
        let Begin { position, backend } = self;
        backend.call(Delta { position, side })
    }
}

/// The count for one side to move.
struct Delta<'a, C> {
    position: &'a Position,
    side: C,
}

impl<C: Side> Operation for Delta<'_, C> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Option<u64> {
        let Delta { position, side } = self;
        let us = side.color();
        // In check we cannot pass: they would reply by capturing the king.
        if position.view().attackers(backend, position.king(us), !us, position.occupied()).any() {
            return None;
        }
        let mut state = position.state;
        state.turn = !us;
        // The right to capture en passant was ours, and ends with our move.
        state.en_passant = None;
        let mut effects = Effects::new();
        let view = View { position, state: &state };
        effects.fill(side.other(), view, backend)?;
        let mut sum = Sum::new(position, &effects, backend);
        generate_for(side, position.view(), backend, All, &mut sum);
        Some(sum.nodes())
    }
}
