//! The solver for one or two pieces against a bare king, some fifteen times as fast as the one for everything (`solve.rs`).
//!
//! Each placement of White's pieces has sets of squares of the bare king, and the solver works on whole sets at once. With
//! Black to move, a position is lost if every step leads to a position that is won for White, and if there is a step or a check.
//! With White to move, a position is won if some move leads to a lost position. Each pass takes back every move that can have
//! led to the positions that were lost in the last pass. Then it examines again only placements with newly won positions.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

use campione_core::{Bitboard, Color, Role, Square, StalemateResult, Variant};
use rayon::prelude::*;

use crate::error::{EndgameError, LONG_WIN};
use crate::layout::Layout;
use crate::material::Material;
use crate::place::{NOWHERE, Placed, Squares};
use crate::table::{Codes, Table};
use crate::tables::Tables;
use crate::value::{DRAW, INVALID, MOST_PLIES, Value};
use crate::ways::Ways;

/// The most pieces besides the kings: those of the endings that the engine solves while it plays.
const MOST: usize = 2;

/// One placement of White's pieces: sets of squares of the bare king.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// Where the bare king would be in check, even if another piece stands there.
    attacked: Bitboard,
    /// With Black to move: lost.
    lost: Bitboard,
    /// For each piece, the plies to mate after the bare king has captured it; 0 if the capture saves Black.
    after_capture: [u16; MOST],
}

/// A set of squares to which several threads add.
#[derive(Default)]
struct SharedSet([AtomicU64; 2]);

impl SharedSet {
    fn add(&self, squares: Bitboard) {
        let bits = squares.bits();
        for (half, bits) in self.0.iter().zip([bits as u64, (bits >> 64) as u64]) {
            // The test spares a locked write where there is nothing new.
            if bits & !half.load(Ordering::Relaxed) != 0 {
                half.fetch_or(bits, Ordering::Relaxed);
            }
        }
    }

    fn take(&mut self) -> Bitboard {
        let [low, high] = &mut self.0;
        let bits = u128::from(std::mem::take(low.get_mut())) | u128::from(std::mem::take(high.get_mut())) << 64;
        Bitboard::from_bits(bits)
    }
}

/// The codes while they are found: one byte each until a distance needs two.
enum Found {
    Small(Vec<AtomicU8>),
    Large(Vec<AtomicU16>),
}

impl Found {
    /// Draws, where the position is legal. For each side to move, each cell has the squares of the bare king where it is.
    fn draws(layout: &Layout, legal: [&[Bitboard]; 2]) -> Found {
        let group = &layout.groups[0];
        let mut codes: Vec<AtomicU8> = vec![0_u8; 2 * layout.size].into_iter().map(AtomicU8::new).collect();
        // Row by row, since the numbers of one cell are far from each other.
        for (legal, codes) in legal.into_iter().zip(codes.chunks_mut(layout.size)) {
            codes.par_chunks_mut(group.stride).enumerate().for_each(|(row, codes)| {
                let (king, weak) = (row / group.places(), group.squares[row % group.places()].index());
                let half = |set: Bitboard| if weak < 64 { set.bits() as u64 } else { (set.bits() >> 64) as u64 };
                for (code, &legal) in codes.iter_mut().zip(&legal[king * group.stride..]) {
                    let is_legal = half(legal) >> (weak % 64) & 1 == 1;
                    *code.get_mut() = if is_legal { DRAW as u8 } else { INVALID as u8 };
                }
            });
        }
        Found::Small(codes)
    }

    #[inline(always)]
    fn set(&self, number: usize, code: u16) {
        match self {
            Found::Small(codes) => codes[number].store(code as u8, Ordering::Relaxed),
            Found::Large(codes) => codes[number].store(code, Ordering::Relaxed),
        }
    }

    /// Makes room for codes up to this one.
    fn widen(&mut self, code: u16) {
        if let Found::Small(codes) = self
            && code > u16::from(u8::MAX)
        {
            let wide = codes.par_iter().map(|code| AtomicU16::new(u16::from(code.load(Ordering::Relaxed))));
            *self = Found::Large(wide.collect());
        }
    }

    fn finish(self) -> Codes {
        match self {
            Found::Small(codes) => Codes::Small(codes.into_iter().map(AtomicU8::into_inner).collect()),
            Found::Large(codes) => {
                let codes: Vec<u16> = codes.into_iter().map(AtomicU16::into_inner).collect();
                // The last pass finds nothing, and may have made room for it.
                let small: Result<Vec<u8>, _> = codes.iter().map(|&code| u8::try_from(code)).collect();
                small.map_or(Codes::Large(codes), Codes::Small)
            }
        }
    }
}

/// The king's steps as shifts of whole sets.
struct KingSteps(Vec<(i8, Bitboard)>);

impl KingSteps {
    fn new(variant: Variant) -> KingSteps {
        let mut shifts: Vec<(i8, Bitboard)> = Vec::new();
        for from in variant.board() {
            for to in variant.king_steps(from) {
                let by = to.index() as i8 - from.index() as i8;
                match shifts.iter_mut().find(|(known, _)| *known == by) {
                    Some((_, origins)) => *origins = origins.with(from),
                    None => shifts.push((by, Bitboard::of(from))),
                }
            }
        }
        KingSteps(shifts)
    }

    /// The squares one step away from a set. From these the set can also be reached, because kings step both ways.
    fn around(&self, set: Bitboard) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |around, &(by, origins)| around | (set & origins).shift(by))
    }
}

/// What does not change while an ending is solved.
struct Rules {
    layout: Layout,
    /// How each of White's pieces moves.
    ways: Vec<Ways>,
    steps: KingSteps,
    /// For each piece, the ending that remains after its capture.
    left: Vec<Arc<Table>>,
    /// Cells for each square of White's king.
    cells_of_king: usize,
}

/// An ending of one or two pieces against a bare king that is being solved pass by pass, so that the caller can pause.
///
/// ```
/// use campione_core::Variant;
/// use campione_endgame::{Material, Tables};
/// let chess = Variant::named("chess")?;
/// let mut tables = Tables::new(chess);
/// let rook = Material::read("KRvK", chess)?;
/// let mut solving = tables.begin(rook).unwrap();
/// let mut pauses = 0;
/// loop {
///     // One pass and a pause.
///     let passes = std::cell::Cell::new(0);
///     if solving.go_on(|| passes.replace(1) == 1)? {
///         break;
///     }
///     pauses += 1;
/// }
/// assert!(pauses > 10);
/// tables.insert(solving.finish().unwrap());
/// assert_eq!(tables.table(rook).unwrap().material(), rook);
/// // Other endings are solved in one go.
/// assert!(tables.begin(Material::read("KRvKN", chess)?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solving {
    rules: Rules,
    cells: Vec<Cell>,
    /// For each cell, the squares of the bare king with which White, to move, has a legal position that is not yet won. They are
    /// read far more often than the rest.
    open: Vec<Bitboard>,
    /// For each cell, the squares with which this pass has found a win.
    won: Vec<SharedSet>,
    found: Found,
    /// The cells with positions that were lost in the last pass, and the squares of the bare king in them.
    lost: Vec<(usize, Bitboard)>,
    /// The distance to mate of the positions that the next pass finds, in plies.
    distance: u16,
    /// The longest win after a capture.
    last_capture: u16,
}

impl fmt::Debug for Solving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (material, distance) = (self.material(), self.distance);
        f.debug_struct("Solving").field("material", &material).field("distance", &distance).finish_non_exhaustive()
    }
}

impl Solving {
    /// Whether these are one or two pieces, without pawns, against a bare king. How they move, and the rules of the variant, decide
    /// besides whether [`Tables::begin`] solves the ending so.
    pub fn is_for(material: Material) -> bool {
        let few = (1..=MOST).contains(&material.count(Color::White));
        few && material.count(Color::Black) == 0 && !material.has_pawns()
    }

    /// How White's pieces move in the endings that can be solved so. `None` for others: with another number of pieces, a pawn, a
    /// piece that hops over others, or where stalemate is not a draw or a bare king loses.
    pub(crate) fn ways(variant: Variant, material: Material) -> Option<Vec<Ways>> {
        let draws = variant.draws();
        if !Solving::is_for(material) || draws.bare_king || draws.stalemate != StalemateResult::Draw {
            return None;
        }
        material.roles(Color::White).map(|role| Ways::new(variant, role)).collect()
    }

    /// Before the first pass. `None` if [`ways`](Self::ways) returns `None`, or if an ending is missing to which this one leads.
    pub(crate) fn begin(tables: &Tables, material: Material) -> Option<Solving> {
        let variant = tables.variant();
        let ways = Solving::ways(variant, material)?;
        let pieces: Vec<Role> = material.roles(Color::White).collect();
        let others = |index: usize| [&pieces[..index], &pieces[index + 1..]].concat();
        let left = (0..pieces.len()).map(|index| tables.table(Material::new(&others(index), &[], variant).ok()?));
        let left = left.collect::<Option<Vec<_>>>()?;
        let layout = Layout::new(variant, material);
        // The bare king is the first digit after White's: what it counts are the placements of the pieces.
        let cells_of_king = layout.groups[0].stride;
        let rules = Rules { layout, ways, steps: KingSteps::new(variant), left, cells_of_king };
        let count = rules.layout.kings.len() * cells_of_king;
        let (mut cells, mut open, mut won) = (vec![Cell::default(); count], vec![Bitboard::EMPTY; count], Vec::new());
        won.resize_with(count, SharedSet::default);
        let mut legal = vec![Bitboard::EMPTY; count];
        cells.par_iter_mut().zip(&mut open).zip(&mut legal).enumerate().for_each(|(number, ((cell, open), legal))| {
            if let Some((squares, occupied)) = rules.squares(number) {
                *cell = rules.cell(squares, occupied);
                // With White to move, the bare king may not be in check.
                *open = variant.board() - occupied - cell.attacked;
                // With Black to move it may be, but not beside White's king, which cannot have left itself in check.
                *legal = variant.board() - occupied - variant.king_steps(squares[0]);
            }
        });
        let found = Found::draws(&rules.layout, [&open, &legal]);
        let lost = cells.par_iter_mut().zip(&open).enumerate();
        let lost = lost.filter_map(|(number, (cell, open))| rules.lose(&found, number, (cell, *open), 0)).collect();
        let last_capture = cells.par_iter().flat_map_iter(|cell| cell.after_capture).max().unwrap_or(0);
        Some(Solving { rules, cells, open, won, found, lost, distance: 1, last_capture })
    }

    /// The ending.
    pub fn material(&self) -> Material {
        self.rules.layout.material
    }

    /// Continues until the ending is solved or `enough` returns `true`. Returns whether it is solved. `enough` is called before
    /// each of some dozens of passes.
    ///
    /// # Errors
    /// A win takes more plies than a table can say.
    pub fn go_on(&mut self, enough: impl Fn() -> bool) -> Result<bool, EndgameError> {
        while !self.is_solved() && !enough() {
            self.pass()?;
        }
        Ok(self.is_solved())
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.lost.is_empty() && self.distance > self.last_capture
    }

    /// The distance to mate of the positions that the next pass finds, in plies.
    pub(crate) fn distance(&self) -> u16 {
        self.distance
    }

    /// Finds the positions that are won in two plies more than in the last pass.
    pub(crate) fn pass(&mut self) -> Result<(), EndgameError> {
        let Solving { rules, cells, open, won, found, lost, distance, .. } = self;
        let now = *distance;
        if now > MOST_PLIES - 2 {
            return Err(rules.layout.too_large(LONG_WIN));
        }
        lost.par_iter().for_each(|&(number, squares)| rules.take_back(number, squares, open, won));
        found.widen(Value::Win(now + 1).code());
        let all = cells.par_iter_mut().zip(open).zip(won).enumerate();
        let newly_lost = all.filter_map(|(number, ((cell, open), won))| {
            let won = won.take();
            // For Black nothing has changed here: no step has become a loss, and neither has a capture.
            if won.is_empty() && !cell.after_capture.contains(&now) {
                return None;
            }
            rules.set(found, (number, Color::White), won, Value::Win(now).code());
            // Before Black's squares are examined: they are lost where nothing open is left.
            *open -= won;
            rules.lose(found, number, (cell, *open), now)
        });
        *lost = newly_lost.collect();
        *distance += 2;
        Ok(())
    }

    /// The table, if the ending is solved.
    pub fn finish(self) -> Option<Arc<Table>> {
        self.is_solved().then(|| Arc::new(Table::new(self.rules.layout, self.found.finish())))
    }
}

impl Rules {
    /// The squares of White's pieces in a cell, and all of them as a set; `None` if two pieces stand on one square.
    #[inline]
    fn squares(&self, cell: usize) -> Option<(Squares, Bitboard)> {
        let (king, pieces) = (cell / self.cells_of_king, cell % self.cells_of_king);
        let (squares, _) = self.layout.placement(king * self.layout.king_stride + pieces);
        let occupied = self.occupied(squares);
        (occupied.count() as usize == 1 + self.ways.len()).then_some((squares, occupied))
    }

    #[inline]
    fn occupied(&self, squares: Squares) -> Bitboard {
        squares[2..2 + self.ways.len()].iter().fold(Bitboard::of(squares[0]), |set, &square| set.with(square))
    }

    /// The number of a cell with White's king on a stored square; `None` if two pieces of a kind stand on one square.
    #[inline]
    fn number(&self, squares: Squares) -> Option<usize> {
        let king = self.layout.king_number(squares[0]) * self.cells_of_king;
        self.layout.groups[1..]
            .iter()
            .try_fold(king, |number, group| Some(number + group.rank(squares)? * group.stride))
    }

    /// Sets the code of a cell with the bare king on each of these squares.
    #[inline]
    fn set(&self, found: &Found, (cell, turn): (usize, Color), squares: Bitboard, code: u16) {
        let (king, pieces) = (cell / self.cells_of_king, cell % self.cells_of_king);
        let first = self.layout.half(turn) + king * self.layout.king_stride + pieces;
        let numbers = &self.layout.groups[0].number;
        squares.for_each(|square| found.set(first + usize::from(numbers[square.index()]) * self.cells_of_king, code));
    }

    /// The squares on which the bare king would be in check. It does not block slides itself: when it steps back along a slide,
    /// it is still in check.
    fn attacked(&self, squares: Squares, occupied: Bitboard) -> Bitboard {
        let mut attacked = self.layout.variant.king_steps(squares[0]);
        for (ways, square) in self.ways.iter().zip(&squares[2..]) {
            for way in &ways.attacks[square.index()] {
                if !way.path.intersects(occupied) {
                    attacked = attacked.with(way.end);
                }
            }
        }
        attacked
    }

    /// A cell before the first pass.
    fn cell(&self, squares: Squares, occupied: Bitboard) -> Cell {
        let attacked = self.attacked(squares, occupied);
        let mut after_capture = [0; MOST];
        for (index, left) in self.left.iter().enumerate() {
            let captured = squares[2 + index];
            // The piece is guarded, so the bare king cannot capture it.
            if attacked.contains(captured) {
                continue;
            }
            let mut after = NOWHERE;
            (after[0], after[1]) = (squares[0], captured);
            if self.left.len() == MOST {
                after[2] = squares[3 - index];
            }
            let after = Placed { material: left.material(), squares: after };
            if let Some(Value::Win(plies)) = left.value_of(after, Color::White) {
                after_capture[index] = plies;
            }
        }
        Cell { attacked, lost: Bitboard::EMPTY, after_capture }
    }

    /// Finds the squares on which Black, to move, is lost, when all wins in up to `distance` plies are known. Returns those that
    /// were not known to be lost before, with the number of the cell; `None` if there are none.
    fn lose(
        &self,
        found: &Found,
        number: usize,
        (cell, open): (&mut Cell, Bitboard),
        distance: u16,
    ) -> Option<(usize, Bitboard)> {
        let (squares, occupied) = self.squares(number)?;
        let board = self.layout.variant.board();
        let king = squares[0];
        // The squares to which the bare king may go, captures included; and those on which it is then not lost.
        let targets = board - cell.attacked - Bitboard::of(king);
        let mut safe = open;
        for (&piece, plies) in squares[2..2 + self.ways.len()].iter().zip(cell.after_capture) {
            // A capture after which White mates later than this pass is not lost yet.
            if targets.contains(piece) && (plies == 0 || plies > distance) {
                safe = safe.with(piece);
            }
        }
        let legal = board - self.layout.variant.king_steps(king) - occupied;
        // No step leads to safety; and there is a check or a step, or else it would be stalemate.
        let lost = (legal - self.steps.around(safe)) & (cell.attacked | self.steps.around(targets));
        let new = lost - cell.lost;
        cell.lost = lost;
        let plies = if distance == 0 { 0 } else { distance + 1 };
        self.set(found, (number, Color::Black), new, Value::Loss(plies).code());
        new.any().then_some((number, new))
    }

    /// Takes back every move of White that leads to this cell. Adds the squares on which Black is lost to the won squares of the
    /// cells before the moves.
    fn take_back(&self, number: usize, lost: Bitboard, open: &[Bitboard], won: &[SharedSet]) {
        let Some((squares, occupied)) = self.squares(number) else { return };
        let win = |number: usize, lost: Bitboard| {
            let lost = lost & open[number];
            if lost.any() {
                won[number].add(lost);
            }
        };
        let king = squares[0];
        for group in &self.layout.groups[1..] {
            let Some(rank) = group.rank(squares) else { return };
            let others_of_group = number - rank * group.stride;
            for index in group.first..group.first + group.count {
                let others = occupied.without(squares[index]);
                for way in &self.ways[index - 2].arrivals[squares[index].index()] {
                    if way.path.with(way.end).intersects(others) {
                        continue;
                    }
                    let mut before = squares;
                    before[index] = way.end;
                    if let Some(rank) = group.rank(before) {
                        // The bare king cannot have stood in the way.
                        win(others_of_group + rank * group.stride, lost - way.path);
                    }
                }
            }
        }
        // Only placements with White's king on a stored square have numbers.
        let steps = |king: Square| self.layout.variant.king_steps(king) & self.layout.stored;
        for origin in steps(king) - occupied {
            win(self.layout.king_number(origin) * self.cells_of_king + number % self.cells_of_king, lost);
        }
        // Steps from stored squares to others: their positions are images of this one.
        for outside in &self.layout.outside[self.layout.king_number(king)] {
            let steps = steps(outside.king);
            if steps.is_empty() {
                continue;
            }
            let mut image = self.layout.mapped(&outside.image, squares);
            let lost = outside.image.of_all(lost);
            for origin in steps - self.occupied(image) {
                image[0] = origin;
                if let Some(number) = self.number(image) {
                    win(number, lost);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::monitor::Monitor;
    use crate::solve::solve;

    /// Distances that need two bytes, which are rare: room is made for them on the way, and only as long as they occur.
    #[test]
    fn codes_of_two_bytes() {
        for (late, width) in [(Value::Win(127), 2), (Value::Loss(126), 1)] {
            let mut found = Found::Small((0..4).map(AtomicU8::new).collect());
            found.set(2, Value::Win(125).code());
            found.widen(Value::Win(126).code());
            assert!(matches!(found, Found::Small(_)));
            found.widen(Value::Win(128).code());
            found.set(3, late.code());
            let codes = found.finish();
            assert_eq!((codes.width(), codes.len()), (width, 4));
            assert_eq!([0, 1, 2, 3].map(|number| codes.get(number)), [0, 1, Value::Win(125).code(), late.code()]);
        }
    }

    /// Two solvers that share the numbering of positions and nothing else: every entry of a table.
    #[test]
    fn both_solvers_agree() {
        let all = [
            ("chess", "KRvK"),
            ("herb-garden", "KEvK"),
            ("archchess", "KCvK"),
            ("carrera", "KAvK"),
            ("courier-spiel", "KFvK"),
            ("chess", "KBBvK"),
            ("gardner", "KBNvK"),
            ("gardner", "KNNvK"),
            ("losalamos", "KRNvK"),
        ];
        all.par_iter().for_each(|&(id, name)| {
            let variant = Variant::named(id).unwrap();
            let mut tables = Tables::new(variant);
            let material = Material::read(name, variant).unwrap();
            let own = tables.build(material, &Monitor::new()).unwrap();
            assert!(Solving::begin(&tables, material).is_some());
            let other = solve(&tables, material, Goal::Best, &Monitor::new()).unwrap();
            let differs = (0..own.entries()).find(|&number| own.value(number) != other.value(number));
            assert_eq!(differs.and_then(|number| own.position(number)), None, "{id} {name}");
            assert_eq!((differs, own.to_bytes() == other.to_bytes()), (None, true), "{id} {name}");
        });
    }
}
