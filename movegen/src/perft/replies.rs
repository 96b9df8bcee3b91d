//! Counting two plies at once, where no pawn waits.

use campione_core::{Bitboard, Role, component};

use super::{Leaves, delta};
use crate::attacks::{Backend, Operation};
use crate::generate::{Lister, generate};
use crate::moves::{Move, MoveKind, MoveList};
use crate::play::behind;
use crate::position::{Men, Position, View, pawn_attacks};

/// The number of legal replies to all legal moves of a position without waiting pawns.
pub(super) struct Replies<'a, 'v>(pub(super) &'a Position<'v>);

impl Operation for Replies<'_, '_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let position = self.0;
        delta::replies(position, backend).unwrap_or_else(|| backend.call(PlainReplies(position)))
    }
}

/// The same, each move made and its replies counted.
pub(super) struct PlainReplies<'a, 'v>(pub(super) &'a Position<'v>);

impl Operation for PlainReplies<'_, '_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let position = self.0;
        let mut lister = Lister::new(position, MoveList::new());
        generate(position.view(), backend, &mut lister);
        let mut men = position.men;
        men.turn = !men.turn;
        let mut nodes = 0;
        for &mv in &lister.moves {
            nodes += replies_to(position, &mut men, backend, mv);
        }
        nodes
    }
}

/// The number of legal replies to one move, by the plain way. `men` are those of `position` but for the turn, before
/// and after.
#[inline(always)]
pub(super) fn replies_to<B: Backend>(position: &Position<'_>, men: &mut Men, backend: B, mv: Move) -> u64 {
    let Some(change) = Change::of(position, mv) else {
        return backend.call(Leaves(position.after(backend, mv).view()));
    };
    let kept = (men.en_passant, men.kings, men.rights);
    change.toggle(position, men);
    men.en_passant = Change::en_passant(position, men, mv);
    if change.moved == Role::KING {
        men.kings[position.men.turn.index()] = mv.to();
    }
    if men.rights[men.turn.index()] != 0 && mv.is_capture() {
        // Rights that a check takes away are kept: who is in check could not use them anyway.
        men.rights[men.turn.index()] &= !position.castling[men.turn.index()].lost[mv.to().index()];
    }
    let nodes = backend.call(Leaves(View { position, men }));
    change.toggle(position, men);
    (men.en_passant, men.kings, men.rights) = kept;
    nodes
}

/// What an ordinary move does to the boards.
#[derive(Clone, Copy)]
struct Change {
    moved: Role,
    boards: [u8; component::MOST],
    captured: Option<[u8; component::MOST]>,
    from: Bitboard,
    to: Bitboard,
}

impl Change {
    /// None for the rare moves that change more: castling, en passant, promotion, arrival of a pawn that will wait.
    #[inline(always)]
    fn of(position: &Position<'_>, mv: Move) -> Option<Change> {
        let moved = position.role_at(mv.from())?;
        let arrives = || moved == Role::PAWN && position.variant.last_rank(position.men.turn).contains(mv.to());
        let captured = match mv.kind() {
            MoveKind::Castling | MoveKind::EnPassant | MoveKind::Promotion | MoveKind::PromotionCapture => return None,
            _ if arrives() => return None,
            MoveKind::Capture => Some(position.variant.role(position.role_at(mv.to())?).boards),
            MoveKind::Quiet | MoveKind::DoubleStep => None,
        };
        let boards = position.variant.role(moved).boards;
        Some(Change { moved, boards, captured, from: Bitboard::of(mv.from()), to: Bitboard::of(mv.to()) })
    }

    /// Makes the change, or takes it back.
    #[inline(always)]
    fn toggle(&self, position: &Position<'_>, men: &mut Men) {
        let us = position.men.turn;
        if let Some(boards) = self.captured {
            men.toggle(boards, self.to);
            men.colors[(!us).index()] ^= self.to;
        }
        men.toggle(self.boards, self.from | self.to);
        men.colors[us.index()] ^= self.from | self.to;
    }

    /// The square on which the move can be answered en passant.
    #[inline(always)]
    fn en_passant(position: &Position<'_>, men: &Men, mv: Move) -> Option<campione_core::Square> {
        if mv.kind() != MoveKind::DoubleStep || !position.variant.en_passant() {
            return None;
        }
        let us = position.men.turn;
        let passed = behind(mv.to(), us);
        let captors = pawn_attacks(us, Bitboard::of(passed)) & men.colors[(!us).index()];
        captors.intersects(men.boards[component::PAWNS]).then_some(passed)
    }
}
