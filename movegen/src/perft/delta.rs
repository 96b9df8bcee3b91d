//! Counting the replies to many moves at once.
//!
//! Most moves leave most replies as they were. So the replies are counted once, as if we passed, and each of our moves
//! then corrects that number: for the enemy sliders and pawns that see the square left or the square entered, and for the
//! piece captured. The corrections add up square by square, because a move that joins both squares in one line is taken out
//! and counted the plain way. So are moves that could check, pin or unpin, or give the enemy king back a square. A step of
//! that king which is safe is lost when a move attacks its square. A trick of perft, no part of the generator: tests hold
//! it against the plain count.

use campione_core::{Bitboard, CastlingRow, Role, Square, component};
use smallvec::SmallVec;

use super::replies::Replier;
use crate::attacks::{Backend, DIAGONAL_LINES, ForSide, ORTHOGONAL_LINES, Operation, Side, SliderTables};
use crate::generate::{Castlings, Context, Counter, PinnedMen, Pins, Sink, for_each, generate_for, origin};
use crate::moves::MoveKind;
use crate::position::{Position, View, forward, pawn_attacks};

/// The number of replies to all legal moves of a position without waiting pawns; `None` where only the plain way leads
/// to it: in check, in games with special leaps or promotions, when the enemy could castle freely, and where a capture may
/// end the game by a bare king.
#[inline(always)]
pub(super) fn replies<B: Backend>(position: &Position, backend: B) -> Option<u64> {
    let variant = position.variant;
    if variant.leap_classes().iter().any(|class| class.is_special() || class.overlaps_slides)
        || !(variant.promotes_freely() || variant.promotion_wait().is_some())
        || !variant.pinned_pawn_bars()
        || (variant.bare_king_loses() && position.state.colors.iter().any(|state| state.count() < 3))
    {
        return None;
    }
    backend.for_side(position.state.turn, Begin(position, backend))
}

struct Begin<'a, B>(&'a Position, B);

impl<B: Backend> ForSide for Begin<'_, B> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<C: Side>(self, side: C) -> Option<u64> {
        self.1.call(Delta(self.0, side))
    }
}

/// The count for one side to move.
struct Delta<'a, C>(&'a Position, C);

impl<C: Side> Operation for Delta<'_, C> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Option<u64> {
        let Delta(position, side) = self;
        let us = side.color();
        if position.view().attackers(backend, position.king(us), !us, position.occupied()).any() {
            return None;
        }
        let mut state = position.state;
        state.turn = !us;
        state.en_passant = None;
        let mut effects = Effects::new();
        let view = View { position, state: &state };
        effects.fill(side.other(), view, backend)?;
        let mut sum = Sum { position, effects: &effects, nodes: 0, plain: Replier::new(position, backend) };
        generate_for(side, position.view(), backend, &mut sum);
        Some(sum.nodes as u64 + sum.plain.nodes)
    }
}

/// What the enemy ("they") could reply if we passed, and how that changes when a piece of ours leaves or enters a square.
struct Effects {
    /// Their replies if we passed.
    base: i32,
    /// Change when our piece leaves the square.
    leaving: [i16; 128],
    /// Change when our piece enters the square, which is empty or holds the piece that it captures.
    entering: [i16; 128],
    /// For squares of our pieces: where such a piece must not go, or leaving and entering do not simply add up.
    joined: SmallVec<[(Square, Bitboard); 16]>,
    /// The squares that occur in `joined`.
    joining: Bitboard,
    /// Squares that no move may leave or enter, because a line to their king runs there, or an attack on a square next to
    /// it could end.
    lines: Bitboard,
    /// From where pieces could check or pin, or attack a square that must be safe for castling.
    zones: Zones,
    /// The safe steps of their king: from where pieces attack them.
    steps: SmallVec<[Zones; 8]>,
    /// Where our king is too near to theirs.
    king_zone: Bitboard,
    /// Squares next to their king, where a capture may be answered by the king.
    near_king: Bitboard,
    /// Squares attacked by their pawns: a double step over one can be answered en passant.
    pawn_attacks: Bitboard,
}

/// For each component board, the squares from which a piece on it attacks a square, or one of several.
type Zones = [Bitboard; component::COUNT + 1];

/// From where a piece on `boards` attacks.
#[inline(always)]
fn attackers_of<const N: usize>(zones: &Zones, boards: [u8; N]) -> Bitboard {
    let mut attackers = Bitboard::EMPTY;
    for board in boards {
        attackers |= zones[usize::from(board) % zones.len()];
    }
    attackers
}

impl Effects {
    #[inline(always)]
    fn new() -> Effects {
        Effects {
            base: 0,
            leaving: [0; 128],
            entering: [0; 128],
            joined: SmallVec::new(),
            joining: Bitboard::EMPTY,
            lines: Bitboard::EMPTY,
            zones: [Bitboard::EMPTY; component::COUNT + 1],
            steps: SmallVec::new(),
            king_zone: Bitboard::EMPTY,
            near_king: Bitboard::EMPTY,
            pawn_attacks: Bitboard::EMPTY,
        }
    }

    /// Fills the tables; `side` is theirs, and `view` has them to move.
    #[inline(always)]
    fn fill<C: Side, B: Backend>(&mut self, side: C, view: View<'_>, backend: B) -> Option<()> {
        let mut pins = Pins::new();
        let context = Context::new::<C, false>(side, view, backend, &mut pins);
        let castling = self.castlings(&context)?;
        let View { position, state } = view;
        let theirs = context.own;
        let movers = theirs - context.pinned;
        for_each!((state.boards[component::ORTHOGONAL] & movers), from => {
            self.slider(&context, from, ORTHOGONAL_LINES);
        });
        for_each!((state.boards[component::DIAGONAL] & movers), from => {
            self.slider(&context, from, DIAGONAL_LINES);
        });
        let classes = position.variant.leap_classes();
        for (class, board) in classes.iter().zip(&state.boards[component::LEAPS..component::COUNT]) {
            for_each!((*board & movers), from => {
                let leaps = class.leaps[from.index()];
                let guarded = leaps & theirs;
                let count = leaps.count() - guarded.count();
                self.base += count as i32;
                self.entering[from.index()] -= count as i16;
                for_each!(guarded, to => { self.entering[to.index()] += 1; });
            });
        }
        self.pawns(side, &context, state.boards[component::PAWNS] & movers);
        self.pawn_attacks = pawn_attacks(side.color(), state.boards[component::PAWNS] & theirs);
        if castling.any() {
            let counter = backend.call(Castlings(context, Counter::new(position)));
            self.base += counter.moves as i32;
        }
        if context.pinned.any() {
            let counter = backend.call(PinnedMen::<_, _, false>(context, &pins, Counter::new(position)));
            self.base += counter.moves as i32;
        }
        self.king_steps(&context);
        self.zones(&context, castling);
        Some(())
    }

    /// What one of their sliders sees along two lines.
    #[inline(always)]
    fn slider<B: Backend>(&mut self, context: &Context<'_, B>, from: Square, lines: [usize; 2]) {
        let tables = context.view.position.tables;
        for line in lines {
            let seen = context.backend.along(tables, line, from, context.occupied);
            let (up, down) = tables.rays(line, from);
            let up = Bitboard::from_bits(seen & up);
            if up.any() {
                let last = Square::wrapping(up.bits().ilog2());
                let mut rest = self.ray(context, from, line, up, last);
                for_each!((up - context.occupied), to => {
                    rest -= 1;
                    self.entering[to.index()] -= rest;
                });
            }
            let down = Bitboard::from_bits(seen & down);
            if let Some(last) = down.first() {
                // From far to near: beyond the farthest empty square lies at most the blocker.
                let count = self.ray(context, from, line, down, last);
                let empty = down - context.occupied;
                let mut rest = count - empty.count() as i16;
                for_each!(empty, to => {
                    self.entering[to.index()] -= rest;
                    rest += 1;
                });
            }
        }
    }

    /// One ray that ends on `last`; gives back how many of its squares are targets.
    #[inline(always)]
    fn ray<B: Backend>(
        &mut self,
        context: &Context<'_, B>,
        from: Square,
        line: usize,
        ray: Bitboard,
        last: Square,
    ) -> i16 {
        let mut count = ray.count() as i16;
        if context.own.contains(last) {
            // Guarded: it can be taken back.
            count -= 1;
            self.entering[last.index()] += 1;
        } else if context.enemy.contains(last) {
            let tables = context.view.position.tables;
            let through = context.backend.along(tables, line, from, context.occupied.without(last));
            let beyond = Bitboard::from_bits(through & rest_of_line(tables.rays(line, from), ray.bits())) - ray;
            self.leaving[last.index()] += (beyond - context.own).count() as i16;
            self.join(last, (ray | beyond).with(from));
        }
        self.base += i32::from(count);
        self.entering[from.index()] -= count;
        count
    }

    #[inline(always)]
    fn join(&mut self, square: Square, squares: Bitboard) {
        self.joined.push((square, squares));
        self.joining = self.joining.with(square);
    }

    /// Steps and captures of their pawns.
    #[inline(always)]
    fn pawns<B: Backend>(&mut self, side: impl Side, context: &Context<'_, B>, pawns: Bitboard) {
        let them = side.color();
        let variant = context.view.position.variant;
        let step = forward(them);
        let zone = variant.promotion_zone(them);
        let choices = if variant.promotion_wait().is_some() { 1 } else { variant.promotions().len() as i16 };
        let weight = |square: Square| if zone.contains(square) { choices } else { 1 };
        let (ours, occupied) = (context.enemy, context.occupied);
        let doubles = variant.double_step_from(them);
        for_each!(pawns, from => {
            // Whatever the pawn does with a piece of ours changes when that piece captures it: `from` is joined each time.
            let pawn = Bitboard::of(from);
            let mut count = 0;
            let ahead = origin(from, -step);
            let beyond = origin(ahead, -step);
            let double = doubles.contains(from);
            if !occupied.contains(ahead) {
                count = weight(ahead);
                if double && !occupied.contains(beyond) {
                    count += 1;
                    self.entering[beyond.index()] -= 1;
                } else if double && ours.contains(beyond) {
                    self.leaving[beyond.index()] += 1;
                    self.join(beyond, pawn.with(ahead));
                }
                self.entering[ahead.index()] -= count;
            } else if ours.contains(ahead) {
                let opens = double && !occupied.contains(beyond);
                self.leaving[ahead.index()] += weight(ahead) + i16::from(opens);
                self.join(ahead, if opens { pawn.with(beyond) } else { pawn });
            }
            let captures = pawn_attacks(them, pawn) & variant.board();
            for_each!(captures, to => {
                if ours.contains(to) {
                    count += weight(to);
                    self.leaving[to.index()] -= weight(to);
                    self.join(to, pawn);
                } else {
                    self.entering[to.index()] += weight(to);
                }
            });
            self.base += i32::from(count);
            self.entering[from.index()] -= count;
        });
    }

    /// The squares that must be safe for those of their castlings and leaps that no piece of their own bars; what else
    /// such a manoeuvre depends on goes to `lines`. `None` for free castling, which depends on too much.
    #[inline(always)]
    fn castlings<B: Backend>(&mut self, context: &Context<'_, B>) -> Option<Bitboard> {
        let View { position, state } = context.view;
        let rights = state.rights[state.turn.index()];
        let mut squares = Bitboard::EMPTY;
        if rights == 0 {
            return Some(squares);
        }
        let side = position.castling[state.turn.index()];
        for right in &side.rights {
            if rights & right.mask == 0 || right.empty.intersects(context.own) {
                continue;
            }
            for row in side.rows_of(right).iter().filter(|row| !row.empty.intersects(context.own)) {
                if row.free || row.captures {
                    return None;
                }
                squares |= row.safe.with(row.king_to);
                self.lines |= row.empty;
                if let Some((from, to, _)) = row.partner {
                    self.lines = self.lines.with(from);
                    let after = context.occupied.without(context.king).without(from).with(to);
                    self.zone(context, row.king_to, after);
                }
            }
        }
        Some(squares)
    }

    /// Where a move of ours could change whether a slider attacks `square` when the pieces on `occupied` stand in the way.
    #[inline(always)]
    fn zone<B: Backend>(&mut self, context: &Context<'_, B>, square: Square, occupied: Bitboard) {
        let ours = context.enemy;
        for_each!((context.view.snipers(ours, square)), sniper => {
            let between = campione_core::between(square, sniper);
            let shields = between & occupied;
            if shields.is_empty() {
                self.lines |= between.with(sniper);
            } else if !shields.several() {
                self.lines |= shields & ours;
            }
        });
        attack(&mut self.zones, context, square, occupied);
    }

    /// Steps of their king. A safe one is lost to every move that attacks its square; one that is not safe may come back
    /// when an attacker leaves or a piece steps between.
    #[inline(always)]
    fn king_steps<B: Backend>(&mut self, context: &Context<'_, B>) {
        let View { position, state } = context.view;
        let ours = context.enemy;
        let lifted = context.occupied.without(context.king);
        self.near_king = position.variant.king_steps(context.king);
        for_each!((self.near_king - context.own), square => {
            let attackers = context.view.attackers(context.backend, square, !state.turn, lifted);
            for_each!(attackers, attacker => { self.lines |= campione_core::between(square, attacker).with(attacker); });
            if attackers.is_empty() {
                self.base += 1;
                let mut zones = [Bitboard::EMPTY; component::COUNT + 1];
                attack(&mut zones, context, square, lifted);
                self.steps.push(zones);
                for_each!((context.view.snipers(ours, square)), sniper => {
                    let between = campione_core::between(square, sniper);
                    let shields = between & lifted;
                    if let Some(shield) = (shields & ours).first()
                        && !shields.several()
                    {
                        // Leaving uncovers the square, unless the shield goes along the line or attacks it anyway.
                        self.leaving[shield.index()] -= 1;
                        self.join(shield, zones.iter().fold(between, |all, &zone| all | zone));
                    }
                });
            }
        });
    }

    /// Where a move of ours could give check, change which of their pieces are pinned, or attack one of the squares that
    /// must be safe for castling.
    #[inline(always)]
    fn zones<B: Backend>(&mut self, context: &Context<'_, B>, castling: Bitboard) {
        let position = context.view.position;
        let (variant, tables, backend) = (position.variant, position.tables, context.backend);
        let (king, occupied, ours, theirs) = (context.king, context.occupied, context.enemy, context.own);
        for_each!((castling.without(king)), square => { self.zone(context, square, occupied.without(king)); });
        for_each!((context.view.snipers(ours, king)), sniper => {
            let between = campione_core::between(king, sniper);
            let shields = between & occupied;
            match shields.count() {
                1 if shields.intersects(theirs) => {
                    self.lines |= between;
                    let Shield { loss, sees } = backend.call(Shielding(*context, shields, between.with(sniper)));
                    if sees.contains(sniper) {
                        self.lines = self.lines.with(sniper);
                    } else {
                        // Leaving unpins, unless the sniper stays on the line.
                        self.leaving[sniper.index()] += loss;
                        self.join(sniper, aligned(tables, king, sniper) | sees);
                    }
                }
                1 => self.lines |= shields,
                2 if shields.intersects(theirs) => self.lines |= shields & ours,
                _ => {}
            }
        });
        attack(&mut self.zones, context, king, occupied);
        // A piece that would pin attacks the king through one of their pieces.
        let shields = backend.orthogonal(tables, king, occupied) & theirs;
        self.zones[component::ORTHOGONAL] |= backend.orthogonal(tables, king, occupied - shields);
        let shields = backend.diagonal(tables, king, occupied) & theirs;
        self.zones[component::DIAGONAL] |= backend.diagonal(tables, king, occupied - shields);
        for_each!(((self.near_king - theirs) | castling.with(king)), square => {
            self.king_zone |= variant.king_steps(square);
        });
    }

    /// The change that a move makes to the base, if both squares may simply be added up.
    #[inline(always)]
    fn of_move(&self, from: Square, to: Square) -> i32 {
        i32::from(self.leaving[from.index()]) + i32::from(self.entering[to.index()])
    }

    /// Where the piece on `from` must not go.
    #[inline(always)]
    fn joined_with(&self, from: Square) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        if self.joining.contains(from) {
            for &(square, set) in &self.joined {
                if square == from {
                    squares |= set;
                }
            }
        }
        squares
    }
}

/// Adds the squares from which pieces of ours would attack `square` when the pieces on `occupied` stand in the way.
#[inline(always)]
fn attack<B: Backend>(zones: &mut Zones, context: &Context<'_, B>, square: Square, occupied: Bitboard) {
    let View { position, state } = context.view;
    zones[component::ORTHOGONAL] |= context.backend.orthogonal(position.tables, square, occupied);
    zones[component::DIAGONAL] |= context.backend.diagonal(position.tables, square, occupied);
    zones[component::PAWNS] |= pawn_attacks(state.turn, Bitboard::of(square));
    for (class, zone) in position.variant.leap_classes().iter().zip(&mut zones[component::LEAPS..component::COUNT]) {
        *zone |= class.leaps[square.index()];
    }
}

/// The squares of the line of two squares that sliders connect, without those two.
#[inline(always)]
fn aligned(tables: &SliderTables, one: Square, other: Square) -> Bitboard {
    let orthogonal = tables.orthogonal_rays(one);
    if orthogonal.contains(other) {
        orthogonal & tables.orthogonal_rays(other)
    } else {
        tables.diagonal_rays(one) & tables.diagonal_rays(other)
    }
}

/// What a pinned piece of theirs could do.
#[derive(Clone, Copy)]
struct Shield {
    /// How many moves the pin takes from it.
    loss: i16,
    /// The squares on which another piece matters to its moves.
    sees: Bitboard,
}

/// Finds the [`Shield`] that is the one piece of a set, pinned on a line.
struct Shielding<'p, B>(Context<'p, B>, Bitboard, Bitboard);

impl<X: Backend> Operation for Shielding<'_, X> {
    type Output = Shield;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Shield {
        let Shielding(context, piece, line) = self;
        let View { position, state } = context.view;
        let count = |targets: Bitboard| {
            let mut counter = Counter::new(position);
            context.state::<_, false>(&mut counter, piece, targets);
            let pawns = state.boards[component::PAWNS] & piece;
            context.pawns::<_, _, false>(state.turn, &mut counter, pawns, targets);
            counter.moves as i16
        };
        let loss = count(context.targets) - count(context.targets & line);
        let mut sees = piece;
        if let Some(square) = piece.first() {
            sees |= context.slides(square);
            let classes = position.variant.leap_classes();
            for (class, board) in classes.iter().zip(&state.boards[component::LEAPS..component::COUNT]) {
                if board.contains(square) {
                    sees |= class.leaps[square.index()];
                }
            }
            if state.boards[component::PAWNS].contains(square) {
                let ahead = piece.shift(forward(state.turn));
                sees |= ahead | ahead.shift(forward(state.turn)) | pawn_attacks(state.turn, piece);
            }
        }
        Shield { loss, sees }
    }
}

/// The half of a line on which a ray lies.
#[inline(always)]
fn rest_of_line((up, down): (u128, u128), ray: u128) -> u128 {
    if ray & up != 0 { up } else { down }
}

/// Adds up the replies to the moves that it receives, and keeps those that must be counted the plain way.
struct Sum<'a, B> {
    position: &'a Position,
    effects: &'a Effects,
    nodes: i64,
    plain: Replier<'a, B>,
}

impl<B: Backend> Sink for Sum<'_, B> {
    #[inline(always)]
    fn state(&mut self, from: Square, targets: Bitboard) {
        let effects = self.effects;
        let position = self.position;
        let Some(role) = position.role_at(from) else { return };
        let boards = position.variant.role(role).boards;
        let mut leaper_zone = attackers_of(&effects.zones, [boards[2]]);
        if role == Role::KING {
            leaper_zone = effects.king_zone;
        }
        if (effects.lines | leaper_zone).contains(from) {
            self.plain.state(from, targets);
            return;
        }
        let mut special = effects.lines | leaper_zone | effects.joined_with(from);
        special |= attackers_of(&effects.zones, [boards[0], boards[1]]);
        special |= effects.near_king & position.by_color(!position.state.turn);
        let plain = targets & special;
        let simple = targets ^ plain;
        for_each!(simple, to => { self.nodes += i64::from(effects.entering[to.index()]); });
        for zones in &effects.steps {
            self.nodes -= i64::from((simple & attackers_of(zones, boards)).count());
        }
        let each = effects.base + i32::from(effects.leaving[from.index()]);
        self.nodes += i64::from(simple.count()) * i64::from(each);
        self.plain.state(from, plain);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        let effects = self.effects;
        let position = self.position;
        let us = position.state.turn;
        let special = effects.lines | effects.zones[component::PAWNS] | position.variant.promotion_zone(us);
        let mut plain = Bitboard::EMPTY;
        for_each!(targets, to => {
            let from = origin(to, step);
            let both = Bitboard::of(from).with(to);
            let apart = special.intersects(both)
                || effects.joined_with(from).contains(to)
                || kind == MoveKind::Capture && effects.near_king.contains(to)
                || kind == MoveKind::DoubleStep && effects.pawn_attacks.contains(origin(to, step / 2));
            if apart {
                plain = plain.with(to);
            } else {
                self.nodes += i64::from(effects.base + effects.of_move(from, to));
            }
        });
        for zones in &effects.steps {
            self.nodes -= i64::from(((targets ^ plain) & zones[component::PAWNS]).count());
        }
        self.plain.pawns(plain, step, kind);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        self.plain.promotions(targets, step, kind);
    }

    #[inline(always)]
    fn promotion(&mut self, targets: Bitboard, step: i8, kind: MoveKind, role: Role) {
        self.plain.promotion(targets, step, kind, role);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.plain.en_passant(from, to);
    }

    #[inline(always)]
    fn en_passant_promotion(&mut self, from: Square, to: Square, role: Role) {
        self.plain.en_passant_promotion(from, to, role);
    }

    #[inline(always)]
    fn castling(&mut self, index: usize, row: &CastlingRow) {
        self.plain.castling(index, row);
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
