//! Legal moves of one role to one square, found from the target: which pieces reach it, and which of them may leave
//! their squares.
//!
//! The generator finds all checks and pins before it looks at a move. A text in a notation names one move, so here it
//! is the other way round: few pieces reach the square, usually one, and only for these the king's safety is tested.

use campione_core::{Bitboard, Role, Square, movement};

use super::{Lister, Only, for_each, generate};
use crate::attacks::{Backend, Operation};
use crate::moves::{FewMoves, Move, MoveKind};
use crate::play::behind;
use crate::position::{Position, View};

/// The legal moves of pieces of a role on some squares to one square.
pub(crate) struct ToSquare<'p> {
    pub(crate) position: &'p Position,
    pub(crate) role: Role,
    pub(crate) origins: Bitboard,
    pub(crate) to: Square,
}

impl Operation for ToSquare<'_> {
    type Output = FewMoves;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> FewMoves {
        let ToSquare { position, role, origins, to } = self;
        let state = &position.state;
        let us = state.turn;
        let [own, enemy] = [state.colors[us.index()], state.colors[(!us).index()]];
        let mut moves = FewMoves::new();
        if position.needs_generator(role) {
            return backend.call(Generated(self));
        }
        if own.contains(to) || !position.variant.board().contains(to) {
            return moves;
        }
        let search = Search { view: position.view(), backend, own, enemy, occupied: own | enemy, to };
        match role {
            Role::PAWN => {
                if !search.pawns(origins, &mut moves) {
                    return backend.call(Generated(self));
                }
            }
            Role::KING => search.king(origins, &mut moves),
            _ => search.pieces(role, origins, &mut moves),
        }
        moves
    }
}

impl Position {
    /// Whether moves of a role cannot be found from their target, because a turn has more parts than a move, or because
    /// the king may castle.
    #[inline(always)]
    fn needs_generator(&self, role: Role) -> bool {
        if role == Role::KING && !self.state.rights[self.state.turn.index()].is_empty() {
            return true;
        }
        let variant = self.variant;
        variant.has_rare_turns()
            && (variant.has_long_steps()
                || self.state.boards[movement::WAITING].any()
                || (variant.bare_king_loses() && self.view().lost_by_bare_king().is_some()))
    }
}

/// The same moves, by the generator.
struct Generated<'p>(ToSquare<'p>);

impl Operation for Generated<'_> {
    type Output = FewMoves;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> FewMoves {
        let ToSquare { position, role, origins, to } = self.0;
        let mut lister = Lister::new(position);
        generate(position.view(), backend, Only(role, to), &mut lister);
        // Among the king's moves are all castlings.
        lister.moves.retain(|mv| mv.to() == to && origins.contains(mv.from()));
        lister.moves
    }
}

/// The target, and what stands around it.
#[derive(Clone, Copy)]
struct Search<'p, B> {
    view: View<'p>,
    backend: B,
    own: Bitboard,
    enemy: Bitboard,
    occupied: Bitboard,
    to: Square,
}

impl<B: Backend> Search<'_, B> {
    /// The kind of an ordinary move to the target.
    #[inline(always)]
    fn kind(self) -> MoveKind {
        if self.enemy.contains(self.to) { MoveKind::Capture } else { MoveKind::Quiet }
    }

    /// Moves of pieces that are neither kings nor pawns.
    #[inline(always)]
    fn pieces(self, role: Role, origins: Bitboard, moves: &mut FewMoves) {
        let View { position, state } = self.view;
        let info = position.variant.role(role);
        let (to, own) = (self.to, self.own & origins);
        let mut found = Bitboard::EMPTY;
        if info.orthogonal {
            let sliders = state.boards[movement::ORTHOGONAL] & own & position.tables.orthogonal_rays(to);
            for_each!(sliders, from => {
                if !campione_core::between(from, to).intersects(self.occupied) {
                    found = found.with(from);
                }
            });
        }
        if info.diagonal {
            let sliders = state.boards[movement::DIAGONAL] & own & position.tables.diagonal_rays(to);
            for_each!(sliders, from => {
                if !campione_core::between(from, to).intersects(self.occupied) {
                    found = found.with(from);
                }
            });
        }
        if let Some(index) = info.leap_class
            && let Some(class) = position.variant.leap_classes().get(usize::from(index))
        {
            let leapers = state.boards[movement::LEAPS + usize::from(index)] & own;
            found |= class.leaps[to.index()] & leapers;
            if class.is_special() {
                let captures = self.enemy.contains(to);
                for_each!((leapers - found), from => {
                    let leaps = class.special_from(state.turn, from);
                    if leaps.iter().any(|leap| {
                        leap.end == to && leap.is_of(Some(role)) && leap.fits(captures) && leap.is_open(self.occupied)
                    }) {
                        found = found.with(from);
                    }
                });
            }
        }
        for_each!(found, from => {
            // Other roles may move the same way.
            if position.role_at(from) == Some(role) && self.leaves_king_safe(from) {
                moves.push(Move::new(from, to, self.kind()));
            }
        });
    }

    /// Steps of the king.
    #[inline(always)]
    fn king(self, origins: Bitboard, moves: &mut FewMoves) {
        let View { position, state } = self.view;
        let king = state.kings[state.turn.index()];
        if origins.contains(king) && position.variant.king_steps(king).contains(self.to) {
            let without_king = self.occupied.without(king);
            if self.view.attackers(self.backend, self.to, !state.turn, without_king).is_empty() {
                moves.push(Move::new(king, self.to, self.kind()));
            }
        }
    }

    /// Moves of pawns; false if a rarer rule decides, and the generator must be asked.
    #[inline(always)]
    fn pawns(self, origins: Bitboard, moves: &mut FewMoves) -> bool {
        let View { position, state } = self.view;
        let (variant, us, to) = (position.variant, state.turn, self.to);
        let pawns = state.boards[movement::PAWNS] & self.own & origins;
        if self.enemy.contains(to) {
            let captors = state.pawn_captors(us, to) & pawns;
            if captors.any() && variant.arrival_zone(us).contains(to) && !variant.promotes_freely() {
                return false;
            }
            for_each!(captors, from => { self.arrive(from, MoveKind::Capture, MoveKind::PromotionCapture, moves); });
            return true;
        }
        let one = behind(to, us);
        if pawns.contains(one) {
            if variant.arrival_zone(us).contains(to) && !variant.promotes_freely() {
                return false;
            }
            self.arrive(one, MoveKind::Quiet, MoveKind::Promotion, moves);
        } else if !self.occupied.contains(one) {
            let two = behind(one, us);
            if (pawns & variant.double_step_from(us)).contains(two) {
                if variant.double_step_barred() && self.view.in_check(self.backend) {
                    return false;
                }
                if self.leaves_king_safe(two) {
                    moves.push(Move::new(two, to, MoveKind::DoubleStep));
                }
            }
        }
        if state.en_passant == Some(to) && (state.pawn_captors(us, to) & pawns).any() {
            return false;
        }
        true
    }

    /// Adds the move of a pawn, or its promotions.
    #[inline(always)]
    fn arrive(self, from: Square, stays: MoveKind, promotes: MoveKind, moves: &mut FewMoves) {
        let View { position, state } = self.view;
        if !self.leaves_king_safe(from) {
            return;
        }
        if position.variant.arrival_zone(state.turn).contains(self.to) {
            let mv = Move::new(from, self.to, promotes);
            moves.extend(position.variant.promotions().iter().map(|&role| mv.with_role(role)));
        } else {
            moves.push(Move::new(from, self.to, stays));
        }
    }

    /// Whether our king is not attacked after a move of another piece from `from` to the target.
    #[inline(always)]
    fn leaves_king_safe(self, from: Square) -> bool {
        let state = self.view.state;
        let (us, them) = (state.turn, !state.turn);
        let king = state.kings[us.index()];
        let occupied = self.occupied.without(from).with(self.to);
        // A captured piece attacks nothing. Their king never attacks ours.
        let enemy = self.enemy.without(self.to);
        let mut attackers = state.pawn_captors(them, king) & enemy;
        for (class, board) in self.view.leap_classes() {
            attackers |= class.leaps[king.index()] & board & enemy;
            if class.is_special() {
                attackers |= self.view.special_leapers(class, board, king, them, occupied) & enemy;
            }
        }
        if attackers.any() {
            return false;
        }
        for_each!((self.view.potential_pinners(enemy, king)), slider => {
            if !campione_core::between(king, slider).intersects(occupied) {
                return false;
            }
        });
        true
    }
}
