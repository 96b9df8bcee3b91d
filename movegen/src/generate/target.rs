//! Legal moves of one role to one square, found from the target: which pieces reach it, and which of them may leave
//! their squares.
//!
//! The generator finds all checks and pins before it looks at a move. A text in a notation names one move, so here it
//! is the other way round: few pieces reach the square, usually one, and only for these the king's safety is tested.

use campione_core::{Bitboard, DrawRules, PawnKind, Pieces, Rights, Role, Rules, Square, movement};

use super::{Lister, Only, for_each, generate};
use crate::attacks::{Backend, Operation};
use crate::moves::{FewMoves, Move, MoveKind};
use crate::play::behind;
use crate::position::{Position, View};

/// The legal moves of pieces of a role on some squares to one square.
#[derive(Clone, Copy)]
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
        let mut moves = FewMoves::new();
        // A king with rights may castle to the square, and a text may mean that.
        let may_castle = self.role == Role::KING && !self.rights().is_empty();
        if may_castle || !self.search(backend, |_| true, |mv| moves.push(mv)) {
            return backend.call(Generated(self));
        }
        moves
    }
}

impl ToSquare<'_> {
    /// The rights of the side to move.
    #[inline(always)]
    fn rights(&self) -> Rights {
        self.position.state.rights[self.position.state.turn.index()]
    }

    /// Calls `each` for every move except castlings; of the promotions, only for those to a `wanted` role.
    /// False, without a call, if a turn has more parts than a move or a rarer rule decides: then ask the generator.
    #[inline(always)]
    fn search<B: Backend>(self, backend: B, wanted: impl Fn(Option<Role>) -> bool, mut each: impl FnMut(Move)) -> bool {
        let ToSquare { position, role, origins, to } = self;
        let (variant, state) = (position.variant, &position.state);
        if !suits(variant.rules(), position) {
            return false;
        }
        let us = state.turn;
        let [own, enemy] = [state.colors[us.index()], state.colors[(!us).index()]];
        if own.contains(to) || !variant.board().contains(to) {
            return true;
        }
        let search = Search { view: position.view(), backend, own: own & origins, enemy, occupied: own | enemy, to };
        if role == Role::KING {
            if wanted(None) && search.king_steps() {
                each(Move::new(state.kings[us.index()], to, search.kind()));
            }
            return true;
        }
        let (found, kind) = if role == Role::PAWN {
            let Some(found) = search.pawns() else { return false };
            found
        } else {
            (search.pieces(role), search.kind())
        };
        for_each!(found, from => {
            if search.leaves_king_safe(from) {
                let mv = Move::new(from, to, kind);
                if kind.promotes() {
                    for &role in variant.promotions() {
                        if wanted(Some(role)) {
                            each(mv.with_role(role));
                        }
                    }
                } else if wanted(None) {
                    each(mv);
                }
            }
        });
        true
    }
}

/// Whether moves can be found from their target under these rules, in this position. What a pawn may do on its target
/// is decided in [`Search::pawns`].
#[inline(always)]
fn suits(rules: &Rules, position: &Position) -> bool {
    let Rules {
        files: _,
        ranks: _,
        board: _,
        pieces: Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes: _, promotions: _ },
        alphabet: _,
        pawn_kind,
        double_step_from: _,
        long_steps,
        double_step_barred: _,
        pinned_pawn_bars: _,
        en_passant: _,
        last_rank: _,
        promotion_zone: _,
        arrival_zone: _,
        promotes_freely: _,
        promotes_from_stock: _,
        promotion_is_optional: _,
        promotion_wait: _,
        limits: _,
        castlings: _,
        draws: DrawRules { stalemate: _, bare_king, repetition: _, moves: _, dead_position: _ },
        rare_turns,
        notation: _,
        numbering: _,
        home: _,
        start: _,
    } = rules;
    !(*rare_turns
        && (*pawn_kind == PawnKind::Berolina
            || !long_steps.is_empty()
            || position.state.boards[movement::WAITING].any()
            || (*bare_king && position.view().lost_by_bare_king().is_some())))
}

/// The same moves, by the generator.
struct Generated<'p>(ToSquare<'p>);

impl Operation for Generated<'_> {
    type Output = FewMoves;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> FewMoves {
        let ToSquare { position, role, origins, to } = self.0;
        let mut lister = Lister::new(position);
        generate(position.view(), backend, Only { role, to }, &mut lister);
        // Among the king's moves are all castlings.
        lister.moves.retain(|mv| mv.to() == to && origins.contains(mv.from()));
        lister.moves
    }
}

/// The only such move that promotes to this role, or that does not promote; without castlings and without turns that
/// begin with the promotion of a waiting pawn.
pub(crate) struct Unique<'p> {
    pub(crate) to_square: ToSquare<'p>,
    pub(crate) promotion: Option<Role>,
}

impl Operation for Unique<'_> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Option<Move> {
        let Unique { to_square, promotion } = self;
        let (mut found, mut several) = (None, false);
        let mut note = |mv| {
            several |= found.is_some();
            found = Some(mv);
        };
        let position = to_square.position;
        let may_leap = to_square.role == Role::KING
            && !to_square.rights().is_empty()
            && position.castling[position.state.turn.index()].rights.iter().any(|right| right.partner.is_none());
        // `search` knows no castling rows, and a leap is one: it makes a step to the same square ambiguous.
        if may_leap || !to_square.search(backend, |role| role == promotion, &mut note) {
            for mv in backend.call(Generated(to_square)) {
                let castles = position.castling_row(mv).is_some_and(|row| row.partner.is_some());
                if mv.promotion() == promotion && mv.turn_promotion().is_none() && !castles {
                    note(mv);
                }
            }
        }
        found.filter(|_| !several)
    }
}

/// The target, and what stands around it.
#[derive(Clone, Copy)]
struct Search<'p, B> {
    view: View<'p>,
    backend: B,
    /// Our pieces on the origins.
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

    /// The pieces of a role, neither king nor pawn, that reach the target.
    #[inline(always)]
    fn pieces(self, role: Role) -> Bitboard {
        let View { position, state } = self.view;
        let (to, info) = (self.to, position.variant.role(role));
        let mut found = Bitboard::EMPTY;
        // At most a few sliders of a side are on the lines of a square: looking between is cheaper than looking around.
        let mut sliders = Bitboard::EMPTY;
        if info.orthogonal {
            sliders |= state.boards[movement::ORTHOGONAL] & position.tables.orthogonal_rays(to);
        }
        if info.diagonal {
            sliders |= state.boards[movement::DIAGONAL] & position.tables.diagonal_rays(to);
        }
        for_each!((sliders & self.own), from => {
            if !campione_core::between(from, to).intersects(self.occupied) {
                found = found.with(from);
            }
        });
        if let Some(index) = info.leap_class
            && let Some(class) = position.variant.leap_classes().get(usize::from(index))
        {
            let leapers = state.boards[movement::LEAPS + usize::from(index)] & self.own;
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
        // Other roles may move the same way.
        for_each!(found, from => {
            if position.role_at(from) != Some(role) {
                found = found.without(from);
            }
        });
        found
    }

    /// Whether the king may step to the target.
    #[inline(always)]
    fn king_steps(self) -> bool {
        let View { position, state } = self.view;
        let king = state.kings[state.turn.index()];
        // `own` has only the pieces on squares from which the move may start.
        self.own.contains(king)
            && position.variant.king_steps(king).contains(self.to)
            && self.view.attackers(self.backend, self.to, !state.turn, self.occupied.without(king)).is_empty()
    }

    /// The pawns that reach the target, and the kind of their moves; `None` if a rarer rule decides, and the generator
    /// must be asked.
    #[inline(always)]
    fn pawns(self) -> Option<(Bitboard, MoveKind)> {
        let View { position, state } = self.view;
        let (variant, us, to) = (position.variant, state.turn, self.to);
        let pawns = state.boards[movement::PAWNS] & self.own;
        let promotes = variant.arrival_zone(us).contains(to);
        if promotes && !variant.promotes_freely() {
            return None;
        }
        let captors = state.pawn_captors(variant, us, to) & pawns;
        if self.enemy.contains(to) {
            return Some((captors, if promotes { MoveKind::PromotionCapture } else { MoveKind::Capture }));
        }
        // Two pawns leave their squares at once, which `leaves_king_safe` does not look at.
        if state.en_passant == Some(to) && captors.any() {
            return None;
        }
        let one = behind(to, us);
        if pawns.contains(one) {
            return Some((Bitboard::of(one), if promotes { MoveKind::Promotion } else { MoveKind::Quiet }));
        }
        let two = pawns & variant.double_step_from(us) & Bitboard::of(behind(one, us));
        if self.occupied.contains(one) || two.is_empty() {
            return Some((Bitboard::EMPTY, MoveKind::Quiet));
        }
        if variant.double_step_barred() && self.view.in_check(self.backend) {
            return None;
        }
        Some((two, MoveKind::DoubleStep))
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
        let variant = self.view.position.variant;
        let mut attackers = state.pawn_captors(variant, them, king) & enemy;
        for (index, class) in variant.leap_classes().iter().enumerate() {
            let leapers = state.board((movement::LEAPS + index) as u8) & enemy;
            attackers |= class.leaps[king.index()] & leapers;
            if class.is_special() {
                attackers |= self.view.special_leapers(class, leapers, king, them, occupied);
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
