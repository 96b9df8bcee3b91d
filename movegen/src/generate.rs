//! Legal moves, set-wise.
//!
//! One generic walk serves every purpose: it hands sets of targets to a [`Sink`], which lists moves or only counts
//! them. The walk goes over component boards: all orthogonal sliders, all diagonal sliders, each class of leapers; a
//! queen is met twice, with different targets.

mod narrow;
mod pawns;
mod sink;
mod trial;

use campione_core::{Bitboard, Color, Piece, Role, Square, component};
use smallvec::SmallVec;

use crate::attacks::{Backend, ForSide, Operation, Side};
use crate::moves::MoveKind;
use crate::position::{FILE_A, LAST_FILE, Position, View, beside, forward};
use crate::waiting::waiting_square;

pub(crate) use campione_core::for_each_square as for_each;
pub(crate) use narrow::generate_to;
pub(crate) use pawns::FirstEnPassant;
use pawns::{Arrivals, EnPassants, FreePawns};
pub(crate) use sink::{Counter, Lister, Noisy, Quiet, Sink};
use trial::Trial;

/// The square from which a step leads to `to`.
#[inline(always)]
pub(crate) fn origin(to: Square, step: i8) -> Square {
    Square::wrapping((to.index() as i32 - i32::from(step)) as u32)
}

/// Hands all legal moves of a position to a sink.
#[inline(always)]
pub(crate) fn generate<B: Backend, S: Sink>(view: View<'_>, backend: B, sink: &mut S) {
    struct Generate<'a, 'p, B, S>(View<'p>, B, &'a mut S);
    impl<B: Backend, S: Sink> ForSide for Generate<'_, '_, B, S> {
        type Output = ();
        #[inline(always)]
        fn run<C: Side>(self, side: C) {
            generate_for(side, self.0, self.1, self.2);
        }
    }
    backend.for_side(view.state.turn, Generate(view, backend, sink));
}

/// The same where the side to move is known.
#[inline(always)]
pub(crate) fn generate_for<C: Side, B: Backend, S: Sink>(side: C, view: View<'_>, backend: B, sink: &mut S) {
    // Most games have none of these rules, and ask once.
    if view.position.variant.has_rare_turns() {
        if is_over_or_tried(view, backend, None, sink) {
            return;
        }
        if view.position.variant.promotion_wait().is_some() {
            return each_opening(view, sink, |view, sink| {
                let turn = backend.call(WaitingTurn(side, view, sink.aside()));
                sink.absorb(turn);
            });
        }
    }
    turn::<C, B, S, false>(side, view, backend, sink);
}

/// Whether there is nothing left to hand over: the game has been lost by a bare king, or its moves had to be tried.
#[inline(always)]
fn is_over_or_tried<B: Backend, S: Sink>(
    view: View<'_>,
    backend: B,
    wanted: Option<(Role, Square)>,
    sink: &mut S,
) -> bool {
    let variant = view.position.variant;
    if variant.bare_king_loses() && view.lost_by_bare_king().is_some() {
        return true;
    }
    if variant.tries_moves() {
        let tried = backend.call(Trial(view, wanted, sink.aside()));
        sink.absorb(tried);
        return true;
    }
    false
}

/// Hands on what opens a turn in a game where promotion waits: if the first waiting pawn is ready and the stock not empty, the
/// position after its promotion to each piece of the stock (RULES.md §6), else the position as it is.
#[inline(always)]
fn each_opening<S: Sink>(view: View<'_>, sink: &mut S, mut go_on: impl FnMut(View<'_>, &mut S)) {
    let us = view.state.turn;
    let position = view.position;
    let ready = position.waiting.of(us).first_ready().is_some();
    let stock = if ready { position.stock(us) } else { 0 };
    if stock == 0 {
        return go_on(view, sink);
    }
    for &role in position.variant.promotions() {
        if stock & (1 << role.index()) != 0 {
            let mut promoted = *position;
            promoted.promote_first_waiting(us, role);
            sink.turn_promotion(Some(role));
            go_on(promoted.view(), sink);
        }
    }
    sink.turn_promotion(None);
}

/// What follows it.
struct WaitingTurn<'p, C, S>(C, View<'p>, S);

impl<C: Side, S: Sink> Operation for WaitingTurn<'_, C, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> S {
        let WaitingTurn(side, view, mut sink) = self;
        turn::<C, B, S, true>(side, view, backend, &mut sink);
        sink
    }
}

/// A pinned piece and the squares on which it still shields its king: the squares between and the pinner's own.
pub(crate) type Pins = SmallVec<[(Square, Bitboard); 8]>;

/// A capture of one of some roles lets an enemy pawn promote at once (RULES.md §6).
#[derive(Clone, Copy)]
struct InstantPromotion {
    /// The roles, a bit for each.
    roles: u32,
    /// Where the pawn waits.
    square: Square,
}

/// What the parts of the generator share about one position.
#[derive(Clone, Copy)]
pub(crate) struct Context<'p, B> {
    pub(crate) view: View<'p>,
    pub(crate) backend: B,
    pub(crate) own: Bitboard,
    pub(crate) enemy: Bitboard,
    pub(crate) occupied: Bitboard,
    pub(crate) king: Square,
    /// Squares to which a piece may go if it is no king: not on its own pieces nor on what cannot be captured, and in check
    /// only where that parries the check.
    pub(crate) targets: Bitboard,
    /// The same for the king.
    pub(crate) king_targets: Bitboard,
    pub(crate) in_check: bool,
    pub(crate) pinned: Bitboard,
    instant: Option<InstantPromotion>,
}

#[inline(always)]
fn turn<C: Side, B: Backend, S: Sink, const WAITING: bool>(side: C, view: View<'_>, backend: B, sink: &mut S) {
    let state = view.state;
    let mut pins = Pins::new();
    let context = Context::new::<C, WAITING>(side, view, backend, &mut pins);
    context.king_moves::<S, WAITING>(sink);
    if context.may_castle(side) {
        let castlings = backend.call(Castlings(context, sink.aside()));
        sink.absorb(castlings);
    }
    if context.targets.is_empty() {
        return;
    }
    context.state::<S, WAITING>(sink, !context.pinned, context.targets);
    let pawns = state.boards[component::PAWNS] & context.own;
    context.pawns::<C, S, WAITING>(side, sink, pawns - context.pinned, context.targets);
    if let Some(square) = state.en_passant {
        let en_passants = backend.call(EnPassants(context, sink.aside(), square));
        sink.absorb(en_passants);
    }
    if context.pinned.any() {
        let pinned = backend.call(PinnedMen::<_, _, WAITING>(context, &pins, sink.aside()));
        sink.absorb(pinned);
    }
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
            // Waiting pawns cannot be captured, and a piece just promoted may look at the king, but not take it.
            king_targets -= (state.boards[component::WAITING] & enemy).with(state.kings[(!us).index()]);
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
        for_each!((state.pawn_captors(!us, king)), checker => { context.add_check(Bitboard::of(checker)); });
        context.leaper_checks(pins);
        for_each!((view.snipers(enemy, king)), sniper => {
            let between = campione_core::between(king, sniper);
            let shields = between & context.occupied;
            let line = between.with(sniper);
            if shields.is_empty() {
                context.add_check(line);
            } else if !shields.several() && shields.intersects(own) {
                context.add_pin(pins, shields, line);
            }
        });
        context
    }

    #[inline(always)]
    fn leaper_checks(&mut self, pins: &mut Pins) {
        let View { position, state } = self.view;
        for (class, board) in
            position.variant.leap_classes().iter().zip(&state.boards[component::LEAPS..component::COUNT])
        {
            let leapers = *board & self.enemy;
            for_each!((class.leaps[self.king.index()] & leapers), checker => {
                self.add_check(Bitboard::of(checker));
            });
            if class.is_special() {
                for leap in class.special_to(!state.turn, self.king) {
                    let whose = !class.is_mixed || leap.is_of(position.role_at(leap.end));
                    if leapers.contains(leap.end) && whose {
                        let shields = leap.legs & self.occupied;
                        let line = leap.legs.with(leap.end);
                        if shields.is_empty() && leap.has_hurdle(self.occupied) {
                            self.add_check(line);
                        } else if !shields.several() && shields.intersects(self.own) {
                            self.add_pin(pins, shields, line);
                        }
                    }
                }
            }
        }
    }

    /// Only moves to `parries` answer this check.
    #[inline(always)]
    fn add_check(&mut self, parries: Bitboard) {
        self.in_check = true;
        self.targets &= parries;
    }

    /// The one piece of `piece` must stay on `line`. Two lame leapers, or one and a slider, can pin the same piece.
    #[inline(always)]
    fn add_pin(&mut self, pins: &mut Pins, piece: Bitboard, line: Bitboard) {
        let Some(square) = piece.first() else { return };
        if self.pinned.contains(square) {
            for pin in pins {
                if pin.0 == square {
                    pin.1 &= line;
                }
            }
        } else {
            self.pinned |= piece;
            pins.push((square, line));
        }
    }

    #[inline(always)]
    fn is_attacked(&self, square: Square, occupied: Bitboard) -> bool {
        self.view.attackers(self.backend, square, !self.view.state.turn, occupied).any()
    }

    /// Whether a right is held whose squares are empty; a first glance.
    #[inline(always)]
    fn may_castle(&self, side: impl Side) -> bool {
        let us = side.color().index();
        let rights = self.view.state.rights[us];
        rights != 0
            && self.view.position.castling[us]
                .rights
                .iter()
                .any(|right| rights & right.mask != 0 && !self.occupied.intersects(right.empty))
    }

    #[inline(always)]
    fn king_moves<S: Sink, const WAITING: bool>(&self, sink: &mut S) {
        let mut steps = self.view.position.variant.king_steps(self.king) & sink.king_targets(self.king_targets);
        let lifted = self.occupied.without(self.king);
        for_each!(steps, to => {
            if self.is_attacked(to, lifted) {
                steps = steps.without(to);
            }
        });
        if WAITING {
            steps = self.without_exposing_captures(self.king, steps);
        }
        if steps.any() {
            sink.state(self.king, steps);
        }
    }

    /// Drops the captures by the piece on `from` after which an enemy pawn promotes at once and attacks the king.
    #[inline(always)]
    fn without_exposing_captures(&self, from: Square, targets: Bitboard) -> Bitboard {
        let context = *self;
        self.instant.map_or(targets, |instant| context.without_exposing(instant, from, targets))
    }

    /// By value, so that what it is called on can live in registers.
    #[cold]
    fn without_exposing(self, instant: InstantPromotion, from: Square, targets: Bitboard) -> Bitboard {
        let mut kept = targets;
        for_each!((targets & self.enemy), to => {
            if let Some(role) = self.view.position.role_at(to)
                && instant.triggered_by(role)
            {
                let occupied = self.occupied.without(from).with(to);
                let king = if from == self.king { to } else { self.king };
                let piece = Piece { color: !self.view.state.turn, role };
                if self.view.piece_reaches(self.backend, piece, instant.square, king, occupied.with(king)) {
                    kept = kept.without(to);
                }
            }
        });
        kept
    }

    /// Moves of the sliders and leapers among `movers`.
    #[inline(always)]
    pub(crate) fn state<S: Sink, const WAITING: bool>(&self, sink: &mut S, movers: Bitboard, targets: Bitboard) {
        let View { position, state } = self.view;
        let movers = movers & self.own;
        let mut emit = |from: Square, mut targets: Bitboard| {
            if WAITING {
                targets = self.without_exposing_captures(from, targets);
            }
            sink.state(from, targets);
        };
        for_each!((state.boards[component::ORTHOGONAL] & movers), from => {
            emit(from, self.backend.orthogonal(position.tables, from, self.occupied) & targets);
        });
        for_each!((state.boards[component::DIAGONAL] & movers), from => {
            emit(from, self.backend.diagonal(position.tables, from, self.occupied) & targets);
        });
        for (class, board) in
            position.variant.leap_classes().iter().zip(&state.boards[component::LEAPS..component::COUNT])
        {
            let leapers = *board & movers;
            if class.is_special() || class.overlaps_slides {
                for_each!(leapers, from => {
                    let mut leaps = class.leaps[from.index()];
                    for leap in class.special_from(state.turn, from) {
                        let whose = !class.is_mixed || leap.is_of(position.role_at(from));
                        if leap.is_open(self.occupied)
                            && leap.fits(self.occupied.contains(leap.end))
                            && whose
                        {
                            leaps = leaps.with(leap.end);
                        }
                    }
                    if class.overlaps_slides {
                        leaps -= self.slides(from);
                    }
                    emit(from, leaps & targets);
                });
            } else {
                for_each!(leapers, from => { emit(from, class.leaps[from.index()] & targets); });
            }
        }
    }

    /// What the piece on `from` sees as a slider, if it is one.
    #[inline(always)]
    pub(crate) fn slides(&self, from: Square) -> Bitboard {
        let View { position, state } = self.view;
        let mut seen = Bitboard::EMPTY;
        if state.boards[component::ORTHOGONAL].contains(from) {
            seen |= self.backend.orthogonal(position.tables, from, self.occupied);
        }
        if state.boards[component::DIAGONAL].contains(from) {
            seen |= self.backend.diagonal(position.tables, from, self.occupied);
        }
        seen
    }

    /// The squares beside enemy pawns, where no double step or longer one may land in check in some games (RULES.md §1).
    #[inline(always)]
    fn barred(&self) -> Bitboard {
        let mut pawns = self.view.state.boards[component::PAWNS] & self.enemy;
        if !self.view.position.variant.pinned_pawn_bars() {
            pawns = self.backend.call(FreePawns(*self, pawns));
        }
        beside(pawns)
    }

    /// Steps, double steps, captures and promotions of `pawns` to squares of `targets`.
    #[inline(always)]
    pub(crate) fn pawns<C: Side, S: Sink, const WAITING: bool>(
        &self,
        side: C,
        sink: &mut S,
        pawns: Bitboard,
        targets: Bitboard,
    ) {
        let us = side.color();
        let variant = self.view.position.variant;
        let step = forward(us);
        let empty = variant.board() - self.occupied;
        let ahead = pawns.shift(step);
        let single = ahead & empty;
        let mut double = ((pawns & variant.double_step_from(us)).shift(step) & empty).shift(step) & empty & targets;
        if self.in_check && variant.double_step_barred() {
            double -= self.barred();
        }
        let single = single & targets;
        let mut left = (pawns - FILE_A).shift(step - 1) & self.enemy & targets;
        let mut right = (pawns - LAST_FILE).shift(step + 1) & self.enemy & targets;
        if WAITING {
            if self.instant.is_some() {
                for_each!(left, to => { left ^= Bitboard::of(to) ^ self.without_exposing_captures(origin(to, step - 1), Bitboard::of(to)); });
                for_each!(right, to => { right ^= Bitboard::of(to) ^ self.without_exposing_captures(origin(to, step + 1), Bitboard::of(to)); });
            }
            sink.pawns(single, step, MoveKind::Quiet);
            sink.pawns(left, step - 1, MoveKind::Capture);
            sink.pawns(right, step + 1, MoveKind::Capture);
        } else {
            let zone = variant.arrival_zone(us);
            let mut single = single;
            if ahead.intersects(zone) {
                if variant.promotes_freely() {
                    sink.promotions(single & zone, step, MoveKind::Promotion);
                    sink.promotions(left & zone, step - 1, MoveKind::PromotionCapture);
                    sink.promotions(right & zone, step + 1, MoveKind::PromotionCapture);
                } else {
                    let arrivals = [single & zone, left & zone, right & zone];
                    let chosen = self.backend.call(Arrivals(*self, sink.aside(), arrivals));
                    sink.absorb(chosen);
                }
                (single, left, right) = (single - zone, left - zone, right - zone);
            }
            sink.pawns(single, step, MoveKind::Quiet);
            sink.pawns(left, step - 1, MoveKind::Capture);
            sink.pawns(right, step + 1, MoveKind::Capture);
        }
        sink.pawns(double, 2 * step, MoveKind::DoubleStep);
    }
}

// What is rare stands in functions of its own, which keeps the common path short.

/// Moves of pinned pieces along the lines on which they are pinned.
pub(crate) struct PinnedMen<'p, B, S, const WAITING: bool>(
    pub(crate) Context<'p, B>,
    pub(crate) &'p Pins,
    pub(crate) S,
);

impl<X: Backend, S: Sink, const WAITING: bool> Operation for PinnedMen<'_, X, S, WAITING> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let PinnedMen(context, pins, mut sink) = self;
        let turn = context.view.state.turn;
        let pawns = context.view.state.boards[component::PAWNS] & context.own;
        for &(square, line) in pins {
            let piece = Bitboard::of(square);
            context.state::<S, WAITING>(&mut sink, piece, context.targets & line);
            context.pawns::<_, S, WAITING>(turn, &mut sink, pawns & piece, context.targets & line);
        }
        sink
    }
}

/// Walks the castling rows of the rights that are left.
pub(crate) struct Castlings<'p, B, S>(pub(crate) Context<'p, B>, pub(crate) S);

impl<X: Backend, S: Sink> Operation for Castlings<'_, X, S> {
    type Output = S;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> S {
        let Castlings(context, mut sink) = self;
        let us = context.view.state.turn;
        let side = context.view.position.castling[us.index()];
        let rights = context.view.state.rights[us.index()];
        let lifted = context.occupied.without(context.king);
        // Rows share squares, so each is asked about once.
        let mut asked = Bitboard::EMPTY;
        let mut attacked = Bitboard::EMPTY;
        for right in &side.rights {
            if rights & right.mask == 0 || context.occupied.intersects(right.empty) {
                continue;
            }
            for (index, row) in (usize::from(right.first_row)..).zip(side.rows_of(right)) {
                if (context.in_check && !row.in_check) || context.occupied.intersects(row.empty) {
                    continue;
                }
                for_each!((row.safe - asked), square => {
                    if context.is_attacked(square, lifted) {
                        attacked = attacked.with(square);
                    }
                });
                asked |= row.safe;
                if row.safe.intersects(attacked) {
                    continue;
                }
                let uncapturable = context.own.with(context.view.state.kings[(!us).index()]);
                if row.captures && uncapturable.contains(row.king_to) {
                    continue;
                }
                let mut after = lifted;
                if let Some((from, to, _)) = row.partner {
                    after = after.without(from).with(to);
                }
                if !context.is_attacked(row.king_to, after.with(row.king_to)) {
                    sink.castling(index, row);
                }
            }
        }
        sink
    }
}

impl InstantPromotion {
    /// Whether captures of pieces of `owner` can make its first waiting pawn promote at once: when it is ready and the
    /// stock is empty.
    #[inline(always)]
    fn of(position: &Position, owner: Color) -> Option<InstantPromotion> {
        let file = position.waiting.of(owner).first_ready()?;
        let variant = position.variant;
        let counts = position.role_counts(owner);
        let mut roles = 0;
        for &role in variant.promotions() {
            let start = variant.limit(owner, role);
            if counts[role.index()] < start {
                return None;
            }
            if counts[role.index()] == start && start > 0 {
                roles |= 1 << role.index();
            }
        }
        Some(InstantPromotion { roles, square: waiting_square(owner, file, variant.ranks()) })
    }

    /// Whether the capture of `role` triggers it.
    #[inline(always)]
    fn triggered_by(self, role: Role) -> bool {
        self.roles & (1 << role.index()) != 0
    }
}

/// Whether capturing a piece of `owner` of that role makes its first waiting pawn promote at once.
pub(crate) fn promotes_instantly(position: &Position, owner: Color, captured: Role) -> bool {
    InstantPromotion::of(position, owner).is_some_and(|instant| instant.triggered_by(captured))
}
