//! Checks, pins, and the moves of all pieces but pawns.

use campione_core::{Bitboard, LeapClass, Role, SpecialLeap, Square, movement};
use smallvec::SmallVec;

use super::instant::InstantPromotion;
use super::{Batch, Sink, for_each};
use crate::attacks::{Backend, Operation, Side};
use crate::position::View;

/// Pinned pieces, each with the squares where it still blocks: those between king and pinner, and the pinner's own.
pub(crate) type Pins = SmallVec<[(Square, Bitboard); 8]>;

/// What the parts of the generator need to know of one position.
#[derive(Clone, Copy)]
pub(crate) struct Context<'p, B> {
    pub(crate) view: View<'p>,
    pub(crate) backend: B,
    pub(crate) own: Bitboard,
    pub(crate) enemy: Bitboard,
    pub(crate) occupied: Bitboard,
    pub(crate) king: Square,
    /// The squares to which a piece other than the king may go. Own pieces and pieces that cannot be captured are
    /// excluded. In check, only squares that parry it are left.
    pub(crate) targets: Bitboard,
    /// The squares to which the king may go, attacked ones included.
    pub(crate) king_targets: Bitboard,
    pub(crate) in_check: bool,
    pub(crate) pinned: Bitboard,
    pub(super) instant: Option<InstantPromotion>,
}

impl<'p, B: Backend> Context<'p, B> {
    /// Finds checks and pins.
    #[inline(always)]
    pub(crate) fn new<C: Side, const WAITING: bool>(side: C, view: View<'p>, backend: B, pins: &mut Pins) -> Self {
        let us = side.color();
        let View { position, state } = view;
        let own = state.colors[us.index()];
        let enemy = state.colors[(!us).index()];
        let king = state.kings[us.index()];
        let mut king_targets = position.variant.board() - own;
        if WAITING {
            // Waiting pawns cannot be captured. A piece that has just promoted may attack the king, but not capture it.
            king_targets -= (state.boards[movement::WAITING] & enemy).with(state.kings[(!us).index()]);
        }
        let mut context = Context {
            view,
            backend,
            own,
            enemy,
            occupied: own | enemy,
            king,
            targets: king_targets,
            king_targets,
            in_check: false,
            pinned: Bitboard::EMPTY,
            instant: if WAITING { InstantPromotion::of(position, !us) } else { None },
        };
        // Their king is not asked: no king can have stepped beside another one.
        for_each!((state.pawn_captors(position.variant, !us, king)), checker => { context.add_check(Bitboard::of(checker)); });
        context.leaper_checks(pins);
        for_each!((view.potential_pinners(enemy, king)), pinner => {
            let between = campione_core::between(king, pinner);
            context.add_line(pins, between, between.with(pinner));
        });
        context
    }

    #[inline(always)]
    fn leaper_checks(&mut self, pins: &mut Pins) {
        let (view, enemy) = (self.view, self.enemy);
        for (class, board) in view.leap_classes() {
            let leapers = board & enemy;
            for_each!((class.leaps[self.king.index()] & leapers), checker => {
                self.add_check(Bitboard::of(checker));
            });
            if class.special_starts(!view.state.turn, self.king).intersects(leapers) {
                for leap in class.special_to(!view.state.turn, self.king) {
                    let owned = view.has_leap(class, leap, leap.end);
                    if leapers.contains(leap.end) && owned {
                        let blockers = leap.legs & self.occupied;
                        let line = leap.legs.with(leap.end);
                        if blockers.is_empty() && leap.has_hurdle(self.occupied) {
                            self.add_check(line);
                        } else if !blockers.several() && blockers.intersects(self.own) {
                            self.add_pin(pins, blockers, line);
                        }
                    }
                }
            }
        }
    }

    /// Adds the check that a slider gives along `line`, or the pin of our only piece in between.
    #[inline(always)]
    fn add_line(&mut self, pins: &mut Pins, between: Bitboard, line: Bitboard) {
        let blockers = between & self.occupied;
        if blockers.is_empty() {
            self.add_check(line);
        } else if !blockers.several() && blockers.intersects(self.own) {
            self.add_pin(pins, blockers, line);
        }
    }

    /// Adds a check that only moves to `parries` answer.
    #[inline(always)]
    fn add_check(&mut self, parries: Bitboard) {
        self.in_check = true;
        self.targets &= parries;
    }

    /// Adds a pin: the one piece of `pinned` must stay on `line`. Two lame leapers, or one and a slider, can pin the
    /// same piece.
    #[inline(always)]
    fn add_pin(&mut self, pins: &mut Pins, pinned: Bitboard, line: Bitboard) {
        let Some(square) = pinned.first() else { return };
        if self.pinned.contains(square) {
            for pin in pins {
                if pin.0 == square {
                    pin.1 &= line;
                }
            }
        } else {
            self.pinned |= pinned;
            pins.push((square, line));
        }
    }

    #[inline(always)]
    pub(super) fn is_attacked(&self, square: Square, occupied: Bitboard) -> bool {
        self.view.attackers(self.backend, square, !self.view.state.turn, occupied).any()
    }

    #[inline(always)]
    pub(super) fn king_moves<S: Sink, const WAITING: bool>(&self, sink: &mut S) {
        let mut steps = self.view.position.variant.king_steps(self.king) & sink.king_targets(self.king_targets);
        // The king does not hide the squares behind it from a slider that gives check.
        let without_king = self.occupied.without(self.king);
        for_each!(steps, to => {
            if self.is_attacked(to, without_king) {
                steps = steps.without(to);
            }
        });
        if WAITING {
            steps = self.without_exposing_captures(self.king, steps);
        }
        if steps.any() {
            sink.receive(Batch::Piece { from: self.king, targets: steps });
        }
    }

    /// Moves of the sliders and leapers among `movers`.
    #[inline(always)]
    pub(crate) fn pieces<S: Sink, const WAITING: bool>(&self, sink: &mut S, movers: Bitboard, targets: Bitboard) {
        let View { position, state } = self.view;
        let movers = movers & self.own;
        let mut emit = |from: Square, mut targets: Bitboard| {
            if WAITING {
                targets = self.without_exposing_captures(from, targets);
            }
            sink.receive(Batch::Piece { from, targets });
        };
        for_each!((state.boards[movement::ORTHOGONAL] & movers), from => {
            emit(from, self.backend.orthogonal(position.tables, from, self.occupied) & targets);
        });
        for_each!((state.boards[movement::DIAGONAL] & movers), from => {
            emit(from, self.backend.diagonal(position.tables, from, self.occupied) & targets);
        });
        for (class, board) in self.view.leap_classes() {
            let leapers = board & movers;
            if class.is_special() || class.overlaps_slides {
                for_each!(leapers, from => {
                    let mut leaps = class.leaps[from.index()];
                    for leap in class.special_from(state.turn, from) {
                        if leap.is_open(self.occupied)
                            && leap.fits(self.occupied.contains(leap.end))
                            && self.view.has_leap(class, leap, from)
                        {
                            leaps = leaps.with(leap.end);
                        }
                    }
                    if class.overlaps_slides {
                        // These targets were sent with the slides.
                        leaps -= self.slides(from);
                    }
                    emit(from, leaps & targets);
                });
            } else {
                for_each!(leapers, from => { emit(from, class.leaps[from.index()] & targets); });
            }
        }
    }

    /// What the piece on `from` sees as a slider; empty if it is not one.
    #[inline(always)]
    pub(crate) fn slides(&self, from: Square) -> Bitboard {
        let View { position, state } = self.view;
        let mut seen = Bitboard::EMPTY;
        if state.boards[movement::ORTHOGONAL].contains(from) {
            seen |= self.backend.orthogonal(position.tables, from, self.occupied);
        }
        if state.boards[movement::DIAGONAL].contains(from) {
            seen |= self.backend.diagonal(position.tables, from, self.occupied);
        }
        seen
    }

    /// The pieces of the side to move that have `role`; waiting pawns are not among them.
    #[inline(always)]
    pub(super) fn pieces_of(&self, role: Role) -> Bitboard {
        let View { position, state } = self.view;
        if role == Role::PAWN {
            return state.boards[movement::PAWNS] & self.own;
        }
        // All pieces of the role are on each of its boards, but other pieces may be there too.
        let boards =
            position.variant.role(role).boards.into_iter().filter(|&board| usize::from(board) < movement::COUNT);
        let mut found = boards.fold(self.own, |found, board| found & state.board(board));
        for_each!(found, square => {
            if position.role_at(square) != Some(role) {
                found = found.without(square);
            }
        });
        found
    }
}

/// Moves of pinned pieces along the lines on which they are pinned.
pub(crate) struct PinnedPieces<'p, B, S, const WAITING: bool> {
    pub(crate) context: Context<'p, B>,
    pub(crate) pins: &'p Pins,
    pub(crate) sink: S,
}

impl<X: Backend, S: Sink, const WAITING: bool> Operation for PinnedPieces<'_, X, S, WAITING> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let PinnedPieces { context, pins, mut sink } = self;
        let turn = context.view.state.turn;
        let pawns = context.view.state.boards[movement::PAWNS] & context.own;
        for &(square, line) in pins {
            let pinned = Bitboard::of(square);
            context.pieces::<S, WAITING>(&mut sink, pinned, context.targets & line);
            context.pawns::<_, S, WAITING>(turn, &mut sink, pawns & pinned, context.targets & line);
        }
        sink
    }
}

impl<'p> View<'p> {
    /// The classes of leaps, each with the pieces of both colors that have it.
    #[inline(always)]
    pub(crate) fn leap_classes(self) -> impl Iterator<Item = (&'static LeapClass, Bitboard)> + 'p {
        let boards = self.state.boards[movement::LEAPS..movement::COUNT].iter().copied();
        self.position.variant.leap_classes().iter().zip(boards)
    }

    /// Whether the piece on `square`, which has the class, has this special leap.
    #[inline(always)]
    pub(crate) fn has_leap(self, class: &LeapClass, leap: &SpecialLeap, square: Square) -> bool {
        !class.is_mixed || leap.is_of(self.position.role_at(square))
    }
}
