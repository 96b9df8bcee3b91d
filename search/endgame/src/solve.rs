//! The solver: backwards from the ends of games.
//!
//! 1. Each position is visited once. The move generator lists its moves. Those that leave the ending (captures, promotions,
//!    waits that drop) are looked up in the tables of smaller endings; the others are counted.
//! 2. Distance by distance, each position that is decided in so many plies tells it to the positions one ply before: they
//!    win, or have one move less that does not lose. [`Origins`] finds them, by the quiet moves backwards.
//!
//! A position with a capture en passant has no number. In the solver it is one more position beside the one without it.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use campione_core::{Bitboard, Color, Role, Square, StalemateResult, Variant, between};
use campione_movegen::{Move, MoveKind, Position};
use rayon::prelude::*;

use crate::error::{EndgameError, LONG_WIN};
use crate::goal::Goal;
use crate::layout::{Group, Layout};
use crate::material::Material;
use crate::monitor::Monitor;
use crate::origins::{Origins, Rays, step_origins};
use crate::place::{Passing, Placer, Squares, passing_of};
use crate::ply::end;
use crate::table::{CHUNK, Codes, Table};
use crate::tables::Tables;
use crate::value::{DRAW, INVALID, MOST_PLIES, Value};

/// The most moves that a counter holds; one more is for a draw.
const MOST_MOVES: u32 = 250;

/// Captures en passant of a placement, by two squares of 128 each: more than any board has.
const PASSINGS: u64 = 128 * 128;

struct Solver<'t> {
    goal: Goal,
    variant: Variant,
    tables: &'t Tables,
    layout: Layout,
    rays: Rays,
    /// For each group of the layout, its moves backwards.
    origins: Vec<Origins>,
    /// Whether the quiet moves of each side stay in the ending.
    kept: [bool; 2],
    /// Whether captures en passant may occur.
    en_passant: bool,
    /// For each number, the best known value. A win is a win; a loss is one only if no move is left to count.
    codes: Vec<AtomicU16>,
    /// For each number, the moves that stay in the ending and may save the side to move; one more if another move draws.
    counters: Vec<AtomicU8>,
    /// Positions with a capture en passant, by [`Solver::passing_key`], sorted.
    passing: Vec<u64>,
    passing_codes: Vec<AtomicU16>,
    passing_counters: Vec<AtomicU8>,
    /// The longest distance so far.
    longest: AtomicU32,
}

/// Solves an ending; all that it leads to is in `tables`, solved for the same goal.
pub(crate) fn solve(tables: &Tables, material: Material, goal: Goal, monitor: &Monitor) -> Result<Table, EndgameError> {
    let mut solver = Solver::new(tables, material, goal);
    monitor.begin(2 * solver.layout.size as u64);
    solver.list(monitor)?;
    solver.list_passing(monitor)?;
    let mut distance = 0;
    // A distance at which nothing is decided is not the end: values from smaller endings may be much longer.
    while distance <= solver.longest.load(Ordering::Relaxed) {
        if distance > u32::from(MOST_PLIES) {
            return Err(solver.layout.too_large(LONG_WIN));
        }
        monitor.reached(distance);
        solver.pass(distance as u16, monitor)?;
        distance += 1;
    }
    Ok(solver.finish())
}

fn atomics<T: Default + Send>(count: usize) -> Vec<T> {
    (0..count).into_par_iter().map(|_| T::default()).collect()
}

impl<'t> Solver<'t> {
    fn new(tables: &'t Tables, material: Material, goal: Goal) -> Solver<'t> {
        let variant = tables.variant();
        let layout = Layout::new(variant, material);
        let origins = layout.groups.iter().map(|group| match material.kinds().get(group.first.wrapping_sub(2)) {
            None => Origins::king(variant),
            Some(&kind) => Origins::new(variant, kind),
        });
        Solver {
            goal,
            variant,
            tables,
            rays: Rays::new(variant),
            origins: origins.collect(),
            kept: Color::ALL.map(|color| material.is_kept(color, variant)),
            en_passant: variant.en_passant() && Color::ALL.into_iter().all(|color| material.has_moving_pawns(color)),
            codes: atomics(2 * layout.size),
            counters: atomics(2 * layout.size),
            passing: Vec::new(),
            passing_codes: Vec::new(),
            passing_counters: Vec::new(),
            longest: AtomicU32::new(0),
            layout,
        }
    }

    /// Calls `each` on all threads, for ranges of numbers below `count`.
    fn in_chunks(
        count: usize,
        monitor: &Monitor,
        each: impl Fn(std::ops::Range<usize>) -> Result<(), EndgameError> + Sync,
    ) -> Result<(), EndgameError> {
        (0..count.div_ceil(CHUNK)).into_par_iter().try_for_each(|chunk| {
            if monitor.is_stopped() {
                return Err(EndgameError::Stopped);
            }
            each(chunk * CHUNK..count.min((chunk + 1) * CHUNK))
        })
    }

    /// Visits each position once.
    fn list(&mut self, monitor: &Monitor) -> Result<(), EndgameError> {
        let passing = Mutex::new(Vec::new());
        let solver = &*self;
        Solver::in_chunks(solver.codes.len(), monitor, |numbers| {
            let mut placer = Placer::new(solver.variant, solver.layout.material);
            let mut found = Vec::new();
            let count = numbers.len() as u64;
            for number in numbers {
                let (squares, turn) = solver.layout.placement(number);
                let (code, counter) = match placer.position(squares, turn, None) {
                    None => (INVALID, 0),
                    Some(position) => solver.begin(&position, &mut found)?,
                };
                solver.codes[number].store(code, Ordering::Relaxed);
                solver.counters[number].store(counter, Ordering::Relaxed);
            }
            monitor.listed(count);
            if !found.is_empty() {
                passing.lock().unwrap_or_else(PoisonError::into_inner).append(&mut found);
            }
            Ok(())
        })?;
        self.passing = passing.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.passing.par_sort_unstable();
        // Several double steps lead to the same position.
        self.passing.dedup();
        Ok(())
    }

    /// Visits the positions with a capture en passant.
    fn list_passing(&mut self, monitor: &Monitor) -> Result<(), EndgameError> {
        // A double step in such a position leads to no new one: the pawns that can pass each other are found before.
        self.passing_codes = atomics(self.passing.len());
        self.passing_counters = atomics(self.passing.len());
        let solver = &*self;
        Solver::in_chunks(solver.passing.len(), monitor, |entries| {
            let mut placer = Placer::new(solver.variant, solver.layout.material);
            for entry in entries {
                let (number, passing) = solver.passing_at(entry);
                let (squares, turn) = solver.layout.placement(number);
                let (code, counter) = match placer.position(squares, turn, Some(passing)) {
                    None => (INVALID, 0),
                    Some(position) => solver.begin(&position, &mut Vec::new())?,
                };
                solver.passing_codes[entry].store(code, Ordering::Relaxed);
                solver.passing_counters[entry].store(counter, Ordering::Relaxed);
            }
            Ok(())
        })
    }

    fn passing_at(&self, entry: usize) -> (usize, Passing) {
        let key = self.passing[entry];
        let square = |key: u64| Square::wrapping((key % 128) as u32);
        ((key / PASSINGS) as usize, (square(key / 128), square(key)))
    }

    /// The key of a position with a capture en passant: number, square, and the square of the pawn that it takes.
    fn passing_key(&self, position: &Position) -> Option<u64> {
        let (square, passer) = passing_of(position)?;
        let placed = crate::place::Placed::of(position)?;
        let number = self.layout.number(placed.squares, position.turn())?;
        let [square, passer] = [square, passer].map(|at| self.layout.image(placed.squares[0], at).index() as u64);
        Some(number as u64 * PASSINGS + square * 128 + passer)
    }

    /// What is known of a position from its own moves: code and counter. Adds the positions with a capture en passant that
    /// its double steps lead to.
    fn begin(&self, position: &Position, passing: &mut Vec<u64>) -> Result<(u16, u8), EndgameError> {
        let moves = position.legal_moves();
        if let Some(value) = end(position, &moves) {
            // If both sides help, it does not matter which of them wins.
            let somebody_wins = self.goal == Goal::Help && value != Value::Draw;
            return Ok((if somebody_wins { Value::Win(0) } else { value }.code(), 0));
        }
        let turn = position.turn();
        let (mut counted, mut draws) = (0_u32, false);
        let (mut win, mut loss): (Option<u16>, Option<u16>) = (None, None);
        for mv in moves {
            if self.stays(position, mv) {
                counted += 1;
                if self.en_passant && mv.kind() == MoveKind::DoubleStep {
                    passing.extend(self.passing_key(&position.play_unchecked(mv)));
                }
                continue;
            }
            let next = position.play_unchecked(mv);
            let value = self.tables.probe(&next).ok_or_else(|| {
                let needed = Material::of_position(&next).unwrap_or(Material::KINGS);
                self.tables.missing(self.layout.material, needed)
            })?;
            match value.before() {
                Value::Draw => draws = true,
                Value::Loss(plies) if self.goal == Goal::Help => win = Some(win.map_or(plies, |best| best.min(plies))),
                Value::Win(plies) => win = Some(win.map_or(plies, |best| best.min(plies))),
                Value::Loss(plies) => loss = Some(loss.map_or(plies, |best| best.max(plies))),
            }
        }
        if counted > MOST_MOVES {
            return Err(self.layout.too_large("a position has more than 250 moves"));
        }
        debug_assert!(self.kept[turn.index()] || counted == 0);
        let value = match (win, draws, loss) {
            (Some(plies), ..) => Value::Win(plies),
            // Only perhaps: a move that stays in the ending may still save the side.
            (None, false, Some(plies)) => Value::Loss(plies),
            _ => Value::Draw,
        };
        if let Some(plies) = value.plies() {
            if plies > MOST_PLIES {
                return Err(self.layout.too_large(LONG_WIN));
            }
            self.longest.fetch_max(u32::from(plies), Ordering::Relaxed);
        }
        // A draw is one more move that nobody ever takes off, so the counter does not reach 0.
        Ok((value.code(), counted as u8 + u8::from(draws)))
    }

    /// Whether a move leads to a position of the same ending.
    fn stays(&self, position: &Position, mv: Move) -> bool {
        let turn = position.turn();
        self.kept[turn.index()]
            && mv.turn_promotion().is_none()
            && match mv.kind() {
                MoveKind::DoubleStep => true,
                MoveKind::Quiet => {
                    // A pawn that arrives and waits becomes another kind of piece.
                    self.variant.promotion_wait().is_none()
                        || !self.variant.last_rank(turn).contains(mv.to())
                        || position.role_at(mv.from()) != Some(Role::PAWN)
                }
                _ => false,
            }
    }

    /// Tells the positions one ply before about each position that is decided in `distance` plies: first about those that are
    /// lost, then about those that are won. With both at once, a thread might see a position half told: its last move counted,
    /// and its distance not yet set. In most variants a distance has one of both, as mates are an even number of plies from a
    /// loss; not so where a side to move wins because the game is over.
    fn pass(&self, distance: u16, monitor: &Monitor) -> Result<(), EndgameError> {
        let draws = self.variant.draws();
        let mixed = draws.bare_king || draws.stalemate == StalemateResult::Win || self.goal == Goal::Help;
        for lost in [true, false] {
            if mixed || lost == distance.is_multiple_of(2) {
                self.pass_on(distance, lost, monitor)?;
            }
        }
        Ok(())
    }

    fn pass_on(&self, distance: u16, lost: bool, monitor: &Monitor) -> Result<(), EndgameError> {
        let wanted = if lost { Value::Loss(distance) } else { Value::Win(distance) }.code();
        let is_decided = |code: &AtomicU16, counter: &AtomicU8| {
            code.load(Ordering::Relaxed) == wanted && (!lost || counter.load(Ordering::Relaxed) == 0)
        };
        let news = (lost || self.goal == Goal::Help, distance);
        Solver::in_chunks(self.codes.len(), monitor, |numbers| {
            let mut placer = Placer::new(self.variant, self.layout.material);
            for number in numbers {
                if is_decided(&self.codes[number], &self.counters[number]) {
                    self.tell(&mut placer, number, news);
                }
            }
            Ok(())
        })?;
        Solver::in_chunks(self.passing.len(), monitor, |entries| {
            let mut placer = Placer::new(self.variant, self.layout.material);
            for entry in entries {
                if is_decided(&self.passing_codes[entry], &self.passing_counters[entry]) {
                    let (number, passed) = self.passing_at(entry);
                    let (squares, turn) = self.layout.placement(number);
                    if self.kept[(!turn).index()] {
                        self.tell_steps(&mut placer, (squares, turn), Some(passed), news);
                    }
                }
            }
            Ok(())
        })
    }

    /// Tells the positions one ply before that this one is lost or won in so many plies.
    fn tell(&self, placer: &mut Placer, number: usize, news: (bool, u16)) {
        let (squares, turn) = self.layout.placement(number);
        let mover = !turn;
        if !self.kept[mover.index()] {
            return;
        }
        let material = self.layout.material;
        let occupied: Bitboard = squares[..material.pieces()].iter().copied().collect();
        // The same placement with the other side to move; below, one digit of it changes.
        let base = number - self.layout.half(turn) + self.layout.half(mover);
        for (group, origins) in self.layout.groups.iter().zip(&self.origins) {
            let kind = material.kinds().get(group.first.wrapping_sub(2));
            // The group without a kind is Black's king.
            if kind.map_or(Color::Black, |kind| kind.color()) != mover {
                continue;
            }
            let Some(rank) = group.rank(squares) else { continue };
            let base = base - rank * group.stride;
            for index in group.first..group.first + group.count {
                let square = squares[index];
                let others = occupied.without(square);
                let found = if kind.is_some_and(|kind| kind.is_pawn()) {
                    step_origins(self.variant, mover, square) - occupied
                } else {
                    origins.of(&self.rays, square, others)
                };
                self.tell_group(group, (base, index), squares, found, news);
            }
        }
        if material.has_moving_pawns(mover) {
            self.tell_steps(placer, (squares, turn), None, news);
        }
        if mover == Color::White {
            self.tell_king(number, squares, occupied, news);
        }
    }

    /// Tells the positions in which one piece of a group stands on another square.
    #[inline(always)]
    fn tell_group(
        &self,
        group: &Group,
        (base, index): (usize, usize),
        squares: Squares,
        origins: Bitboard,
        news: (bool, u16),
    ) {
        let mut before = squares;
        for origin in origins {
            before[index] = origin;
            if let Some(rank) = group.rank(before) {
                self.hear(base + rank * group.stride, news);
            }
        }
    }

    /// Tells the positions in which White's king stands on another square. Its images that come from other squares than the
    /// stored ones are visited too: their moves lead from stored positions to this one.
    fn tell_king(&self, number: usize, squares: Squares, occupied: Bitboard, news: (bool, u16)) {
        let layout = &self.layout;
        let king = squares[0];
        let at = layout.king_number(king);
        let rest = number % layout.king_stride;
        let steps = self.variant.king_steps(king) & layout.stored;
        for origin in steps - occupied {
            self.hear(layout.king_number(origin) * layout.king_stride + rest, news);
        }
        for outside in &layout.outside[at] {
            let steps = self.variant.king_steps(outside.king) & layout.stored;
            if steps.is_empty() {
                continue;
            }
            let mut image = layout.mapped(&outside.image, squares);
            let occupied: Bitboard = image[..layout.material.pieces()].iter().copied().collect();
            for origin in steps - occupied {
                image[0] = origin;
                if let Some(number) = layout.number(image, Color::White) {
                    self.hear(number, news);
                }
            }
        }
    }

    /// Tells the positions before a double or longer step; `passed` says which capture en passant is possible after it.
    fn tell_steps(
        &self,
        placer: &mut Placer,
        (squares, turn): (Squares, Color),
        passed: Option<Passing>,
        news: (bool, u16),
    ) {
        let mover = !turn;
        let material = self.layout.material;
        let occupied: Bitboard = squares[..material.pieces()].iter().copied().collect();
        let double = [(2, self.variant.double_step_from(mover))];
        let long = self.variant.long_steps().iter().map(|step| (step.squares, step.from[mover.index()]));
        let enemy_pawns = material.has_moving_pawns(turn);
        let tries = enemy_pawns && (self.en_passant || self.variant.double_step_barred());
        for (ranks, starts) in double.into_iter().chain(long) {
            for (index, kind) in (2..).zip(material.kinds()) {
                if !kind.is_pawn() || kind.color() != mover {
                    continue;
                }
                let to = squares[index];
                for origin in self.variant.first_step_origins(mover, to, ranks) & starts {
                    if between(origin, to).with(origin).intersects(occupied) {
                        continue;
                    }
                    let mut before = squares;
                    before[index] = origin;
                    // Beside enemy pawns a step may be barred in check, or lead to a position with a capture en passant
                    // instead of to this one.
                    if tries && !can_step(placer, before, (origin, to), mover, passed) {
                        continue;
                    }
                    if let Some(number) = self.layout.number(before, mover) {
                        self.hear(number, news);
                    }
                }
            }
        }
    }

    /// A position learns that one of its moves leads to a lost or won position. So do those that differ from it only by a
    /// capture en passant.
    #[inline(always)]
    fn hear(&self, number: usize, news: (bool, u16)) {
        self.learn(&self.codes[number], &self.counters[number], news);
        if !self.passing.is_empty() {
            // The keys begin with the number, so those of one number stand together.
            let first = self.passing.partition_point(|&key| key < number as u64 * PASSINGS);
            let keys = self.passing[first..].iter().take_while(|&&key| key / PASSINGS == number as u64);
            // A capture en passant adds a move to those of the placement and takes none away.
            for entry in first..first + keys.count() {
                self.learn(&self.passing_codes[entry], &self.passing_counters[entry], news);
            }
        }
    }

    #[inline(always)]
    fn learn(&self, code: &AtomicU16, counter: &AtomicU8, (lost, distance): (bool, u16)) {
        let known = code.load(Ordering::Relaxed);
        // Where the game is over, no move can be made, though pieces can be moved back to there.
        let over = [INVALID, Value::Win(0).code(), Value::Loss(0).code()];
        if over.contains(&known) {
            return;
        }
        let known = Value::of_code(known);
        if lost {
            // A known win, by a move out of the ending, may be longer. If several threads store at once, they store the
            // same distance.
            if !matches!(known, Some(Value::Win(plies)) if plies <= distance + 1) {
                code.store(Value::Win(distance + 1).code(), Ordering::Relaxed);
                self.longest.fetch_max(u32::from(distance) + 1, Ordering::Relaxed);
            }
        // Only one thread takes off the last move.
        } else if counter.fetch_sub(1, Ordering::Relaxed) == 1 {
            let plies = match known {
                // All counted moves lose, but a move out of the ending wins.
                Some(Value::Win(_)) => return,
                // A move out of the ending may hold out longer.
                Some(Value::Loss(plies)) => plies.max(distance + 1),
                _ => distance + 1,
            };
            code.store(Value::Loss(plies).code(), Ordering::Relaxed);
            self.longest.fetch_max(u32::from(plies), Ordering::Relaxed);
        }
    }

    /// The table.
    fn finish(self) -> Table {
        let Solver { layout, codes, counters, longest, .. } = self;
        let code = |number: usize| {
            let code = codes[number].load(Ordering::Relaxed);
            let open = counters[number].load(Ordering::Relaxed) > 0;
            // A move that was never taken off saves the side to move.
            if open && matches!(Value::of_code(code), Some(Value::Loss(_))) { DRAW } else { code }
        };
        let small = u8::try_from(Value::Win(longest.into_inner() as u16).code()).is_ok();
        let count = codes.len();
        let codes = if small {
            Codes::Small((0..count).into_par_iter().map(|number| code(number) as u8).collect())
        } else {
            Codes::Large((0..count).into_par_iter().map(code).collect())
        };
        Table::new(layout, codes)
    }
}

/// Whether a double or longer step is legal and leaves this capture en passant.
fn can_step(
    placer: &mut Placer,
    before: Squares,
    (from, to): (Square, Square),
    mover: Color,
    passed: Option<Passing>,
) -> bool {
    let Some(position) = placer.position(before, mover, None) else { return false };
    let steps = position.legal_moves_to(Role::PAWN, to);
    let step = steps.into_iter().find(|mv| mv.from() == from && mv.kind() == MoveKind::DoubleStep);
    step.is_some_and(|mv| {
        let next = position.play_unchecked(mv);
        passing_of(&next) == passed
    })
}
