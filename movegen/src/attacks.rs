//! Slider attacks: two backends behind one function.
//!
//! [`Pext`] gathers the blockers of a line with the PEXT instruction and looks up the attacked squares in a table.
//! [`Portable`] finds the first blocker on either side by bit tricks and runs anywhere. The backend is chosen once, at
//! the entry of an operation ([`dispatch`]), so the loops inside know it at compile time.

use std::sync::OnceLock;

use campione_core::{Bitboard, Color, LINES, MAX_FILES, MAX_RANKS, Square, line, ray};

/// Indices into [`LINES`].
const RANK: usize = 0;
const FILE: usize = 1;
const DIAGONAL: usize = 2;
const ANTIDIAGONAL: usize = 3;
/// The lines of a rook.
pub(crate) const ORTHOGONAL_LINES: [usize; 2] = [RANK, FILE];
/// The lines of a bishop.
pub(crate) const DIAGONAL_LINES: [usize; 2] = [DIAGONAL, ANTIDIAGONAL];

/// Entries of the largest table, that of a 12x10 board, rounded up to a power of two.
const ENTRIES: usize = 1 << 18;

/// The blockers of one line through one square: the squares where a piece can hide something behind it. The square
/// itself and the edges are not among them.
#[derive(Clone, Copy, Default)]
#[cfg_attr(
    not(all(target_arch = "x86_64", not(campione_portable))),
    allow(dead_code, reason = "only the PEXT backend reads the table")
)]
struct Blockers {
    low: u64,
    high: u64,
    /// Where the line's targets start in the table.
    offset: u32,
    /// How many blockers lie in the lower half.
    low_count: u32,
}

/// The two rays from one square along one line: toward higher and toward lower square numbers.
#[derive(Clone, Copy, Default)]
struct Rays {
    up: u128,
    down: u128,
}

/// The lines of one board size.
pub(crate) struct SliderTables {
    blockers: Box<[[Blockers; 4]; 128]>,
    rays: Box<[[Rays; 4]; 128]>,
    orthogonal_rays: [Bitboard; 128],
    diagonal_rays: [Bitboard; 128],
    /// For each line and each set of its blockers, the squares reached, the first blockers included.
    targets: Vec<[u64; 2]>,
}

static TABLES: [[OnceLock<Box<SliderTables>>; MAX_RANKS as usize + 1]; MAX_FILES as usize + 1] =
    [const { [const { OnceLock::new() }; MAX_RANKS as usize + 1] }; MAX_FILES as usize + 1];

impl SliderTables {
    /// The tables for a board of that size, built on first use.
    pub(crate) fn for_board(files: u8, ranks: u8) -> &'static SliderTables {
        let (files, ranks) = (files.min(MAX_FILES), ranks.min(MAX_RANKS));
        TABLES[usize::from(files)][usize::from(ranks)].get_or_init(|| Box::new(SliderTables::build(files, ranks)))
    }

    #[allow(clippy::large_stack_arrays, reason = "made once for a board size, then kept on the heap")]
    fn build(files: u8, ranks: u8) -> SliderTables {
        let board = Bitboard::board(files, ranks);
        let mut tables = SliderTables {
            blockers: Box::new([[Blockers::default(); 4]; 128]),
            rays: Box::new([[Rays::default(); 4]; 128]),
            orthogonal_rays: [Bitboard::EMPTY; 128],
            diagonal_rays: [Bitboard::EMPTY; 128],
            targets: Vec::with_capacity(1 << 16),
        };
        for square in board {
            let whole = LINES.map(|direction| line(square, direction) & board);
            tables.orthogonal_rays[square.index()] = whole[RANK] | whole[FILE];
            tables.diagonal_rays[square.index()] = whole[DIAGONAL] | whole[ANTIDIAGONAL];
            for (index, direction) in LINES.into_iter().enumerate() {
                // The far end of a ray blocks nothing. (`up` runs toward higher square numbers.)
                let up = (ray(square, direction) & board).bits();
                let down = (ray(square, direction.reverse()) & board).bits();
                let last = if up == 0 { 0 } else { 1 << up.ilog2() };
                let first = down & down.wrapping_neg();
                let blockers = (up ^ last) | (down ^ first);
                let (low, high) = (blockers as u64, (blockers >> 64) as u64);
                let offset = tables.targets.len() as u32;
                tables.blockers[square.index()][index] = Blockers { low, high, offset, low_count: low.count_ones() };
                tables.rays[square.index()][index] = Rays { up, down };
                // All subsets of the blockers, in the order in which PEXT numbers them.
                let mut subset = 0u128;
                loop {
                    let seen = first_blockers(up, down, subset);
                    tables.targets.push([seen as u64, (seen >> 64) as u64]);
                    subset = subset.wrapping_sub(blockers) & blockers;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
        debug_assert!(tables.targets.len() <= ENTRIES);
        tables
    }

    /// The two rays from `square` along a line: toward higher and toward lower square numbers.
    #[inline(always)]
    pub(crate) fn rays(&self, line: usize, square: Square) -> (u128, u128) {
        let rays = &self.rays[square.index()][line];
        (rays.up, rays.down)
    }

    /// The squares of the rank and file of `square`, without itself: what a rook sees on an empty board.
    #[inline(always)]
    pub(crate) fn orthogonal_rays(&self, square: Square) -> Bitboard {
        self.orthogonal_rays[square.index()]
    }

    /// The squares of the diagonals of `square`, without itself: what a bishop sees on an empty board.
    #[inline(always)]
    pub(crate) fn diagonal_rays(&self, square: Square) -> Bitboard {
        self.diagonal_rays[square.index()]
    }
}

/// The squares of two opposite rays up to and including the first of `occupied` on each.
#[inline(always)]
fn first_blockers(up: u128, down: u128, occupied: u128) -> u128 {
    let above = occupied & up;
    // Everything up to the lowest blocker; everything if there is none.
    let upward = up & (above ^ above.wrapping_sub(1));
    // Everything from the highest blocker up; the sentinel a1 makes sure that there is one.
    let below = (occupied & down) | 1;
    let downward = down & (u128::MAX << (below.ilog2()));
    upward | downward
}

/// A computation that runs with the best backend of this machine.
pub(crate) trait Operation {
    /// Its result.
    type Output;

    /// Runs the computation. Mark it `#[inline(always)]`, so that it is compiled for the instructions of the backend.
    fn run<B: Backend>(self, backend: B) -> Self::Output;
}

/// A side, known at compile time ([`White`], [`Black`]) or only at run time (a [`Color`]).
pub(crate) trait Side: Copy {
    /// The other side.
    type Other: Side;

    /// Its color.
    fn color(self) -> Color;

    /// The other side.
    fn other(self) -> Self::Other;
}

/// White, known at compile time.
#[derive(Clone, Copy)]
pub(crate) struct White;

/// Black, known at compile time.
#[derive(Clone, Copy)]
pub(crate) struct Black;

impl Side for White {
    type Other = Black;

    #[inline(always)]
    fn color(self) -> Color {
        Color::White
    }

    #[inline(always)]
    fn other(self) -> Black {
        Black
    }
}

impl Side for Black {
    type Other = White;

    #[inline(always)]
    fn color(self) -> Color {
        Color::Black
    }

    #[inline(always)]
    fn other(self) -> White {
        White
    }
}

impl Side for Color {
    type Other = Color;

    #[inline(always)]
    fn color(self) -> Color {
        self
    }

    #[inline(always)]
    fn other(self) -> Color {
        !self
    }
}

/// A computation for one side.
pub(crate) trait ForSide {
    /// Its result.
    type Output;

    /// Runs the computation. Mark it `#[inline(always)]`.
    fn run<C: Side>(self, side: C) -> Self::Output;
}

/// Runs an operation compiled for each side.
#[inline(always)]
fn specialized<O: ForSide>(color: Color, operation: O) -> O::Output {
    match color {
        Color::White => one_side(White, operation),
        Color::Black => one_side(Black, operation),
    }
}

/// Runs an operation for one side. A browser compiles function by function, and on two cores draws nothing while it compiles a large
/// one; there each side has a function of its own.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
fn one_side<O: ForSide, C: Side>(side: C, operation: O) -> O::Output {
    operation.run(side)
}

/// Runs an operation with the best backend of this machine.
#[inline]
pub(crate) fn dispatch<O: Operation>(operation: O) -> O::Output {
    #[cfg(all(target_arch = "x86_64", not(campione_portable)))]
    if let Some(pext) = Pext::detect() {
        return pext.call(operation);
    }
    Portable.call(operation)
}

/// A way to compute slider attacks.
pub(crate) trait Backend: Copy + Send + Sync {
    /// Runs an operation as a separate function, compiled for this backend. Recursion must go through it.
    fn call<O: Operation>(self, operation: O) -> O::Output;

    /// Runs an operation for one side. The usual backend compiles it once for each side. A fallback for older
    /// processors compiles it once for both, which halves its code and so its compile time.
    fn for_side<O: ForSide>(self, color: Color, operation: O) -> O::Output;

    /// Prefetches memory that will be read soon.
    #[inline(always)]
    fn prefetch<T>(self, _soon: &T) {}

    /// The squares seen from `square` along one of the [`LINES`], blockers included.
    fn along(self, tables: &SliderTables, line: usize, square: Square, occupied: Bitboard) -> u128;

    /// What a rook on `square` sees: the squares up to and including the first piece in each direction.
    #[inline(always)]
    fn orthogonal(self, tables: &SliderTables, square: Square, occupied: Bitboard) -> Bitboard {
        let seen = self.along(tables, RANK, square, occupied) | self.along(tables, FILE, square, occupied);
        Bitboard::from_bits(seen)
    }

    /// What a bishop on `square` sees.
    #[inline(always)]
    fn diagonal(self, tables: &SliderTables, square: Square, occupied: Bitboard) -> Bitboard {
        let seen = self.along(tables, DIAGONAL, square, occupied) | self.along(tables, ANTIDIAGONAL, square, occupied);
        Bitboard::from_bits(seen)
    }
}

/// The backend that runs on every machine, by bit tricks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Backend for Portable {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn call<O: Operation>(self, operation: O) -> O::Output {
        operation.run(self)
    }

    #[cfg(all(target_arch = "x86_64", not(campione_portable)))]
    #[inline(always)]
    fn for_side<O: ForSide>(self, color: Color, operation: O) -> O::Output {
        operation.run(color)
    }

    #[cfg(not(all(target_arch = "x86_64", not(campione_portable))))]
    #[inline(always)]
    fn for_side<O: ForSide>(self, color: Color, operation: O) -> O::Output {
        specialized(color, operation)
    }

    #[inline(always)]
    fn along(self, tables: &SliderTables, line: usize, square: Square, occupied: Bitboard) -> u128 {
        let rays = &tables.rays[square.index()][line];
        first_blockers(rays.up, rays.down, occupied.bits())
    }
}

#[cfg(all(target_arch = "x86_64", not(campione_portable)))]
pub(crate) use x86::{Pext, prefetch};

/// Prefetches memory that will be read soon; here it does nothing.
#[cfg(not(all(target_arch = "x86_64", not(campione_portable))))]
#[inline(always)]
pub(crate) fn prefetch<T>(_soon: &T) {}

#[cfg(all(target_arch = "x86_64", not(campione_portable)))]
#[allow(
    unsafe_code,
    reason = "PEXT and the unchecked table look-up: measured at 1.4 times the portable code; prefetching"
)]
mod x86 {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch, _pext_u64};
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::{Backend, Bitboard, Color, ForSide, Operation, SliderTables, Square, specialized};

    /// What [`Pext::detect`] has found; 0 before its first call.
    static FOUND: AtomicU8 = AtomicU8::new(0);
    const YES: u8 = 1;
    const NO: u8 = 2;

    /// The PEXT backend. A value proves that this machine has AVX2, BMI1, BMI2, LZCNT and POPCNT.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Pext(());

    impl Pext {
        /// The backend, if this machine has the instructions.
        #[inline]
        pub(crate) fn detect() -> Option<Pext> {
            // Search calls this several times per node, so the result is cached.
            match FOUND.load(Ordering::Relaxed) {
                YES => Some(Pext(())),
                NO => None,
                _ => Pext::look(),
            }
        }

        #[cold]
        fn look() -> Option<Pext> {
            let found = std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("bmi1")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("lzcnt")
                && std::arch::is_x86_feature_detected!("popcnt");
            FOUND.store(if found { YES } else { NO }, Ordering::Relaxed);
            found.then_some(Pext(()))
        }
    }

    /// Prefetches memory that will be read soon.
    #[inline(always)]
    pub(crate) fn prefetch<T>(soon: &T) {
        // SAFETY: every x86-64 processor has the instruction, and it changes nothing that a program sees.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(soon).cast()) }
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run<O: Operation>(operation: O, pext: Pext) -> O::Output {
        operation.run(pext)
    }

    impl Backend for Pext {
        #[inline]
        fn call<O: Operation>(self, operation: O) -> O::Output {
            // SAFETY: a `Pext` is only made where `detect` has found these instructions.
            unsafe { run(operation, self) }
        }

        #[inline(always)]
        fn for_side<O: ForSide>(self, color: Color, operation: O) -> O::Output {
            specialized(color, operation)
        }

        #[inline(always)]
        fn prefetch<T>(self, soon: &T) {
            prefetch(soon);
        }

        #[inline(always)]
        fn along(self, tables: &SliderTables, line: usize, square: Square, occupied: Bitboard) -> u128 {
            let entry = &tables.blockers[square.index()][line];
            let (low, high) = (occupied.bits() as u64, (occupied.bits() >> 64) as u64);
            // SAFETY: a `Pext` is only made where `detect` has found BMI2.
            let (low, high) = unsafe { (_pext_u64(low, entry.low), _pext_u64(high, entry.high)) };
            // The bits of the upper half follow those of the lower one, as if one PEXT had read all 128: the order of
            // `build`.
            let index = entry.offset as usize + (low | high << entry.low_count) as usize;
            debug_assert!(index < tables.targets.len());
            // SAFETY: `build` pushed a target for each of the 2^n subsets of the n blockers of this line from `offset`
            // on, and PEXT yields n bits.
            let [low, high] = unsafe { *tables.targets.get_unchecked(index) };
            u128::from(low) | u128::from(high) << 64
        }
    }
}

#[cfg(test)]
mod tests;
