//! How pawns step, capture, make a first step of several squares and are captured en passant. Only this file and `pawn_ways`,
//! which answers for a variant, know it.
//!
//! The generator asks for sets of squares, everything else for single moves. What is not asked there is not about where
//! pawns go: promotions, waiting pawns, and when a double step is forbidden.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::spec::PawnKind;
use crate::square::MAX_FILES;

/// What a pawn's move from one square to another is, whatever stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnMove {
    /// One square, to an empty square.
    Step,
    /// A first step of this many squares, at least 2, over empty squares to an empty square.
    FirstStep(u8),
    /// A capture, en passant too.
    Capture,
}

/// The square straight ahead of a pawn, as a difference of square numbers.
#[inline(always)]
pub const fn forward(color: Color) -> i8 {
    match color {
        Color::White => MAX_FILES as i8,
        Color::Black => -(MAX_FILES as i8),
    }
}

/// The squares one rank ahead of `pawns` and this many files, -1 to 1, toward the last file, on the whole address space. On
/// boards with fewer files than the most, some may lie beyond the edge.
#[inline(always)]
pub const fn ahead(color: Color, pawns: Bitboard, sideways: i8) -> Bitboard {
    const FIRST: u128 = !Bitboard::file(0).bits();
    const LAST: u128 = !Bitboard::file(MAX_FILES - 1).bits();
    let staying = match sideways {
        -1 => FIRST,
        1 => LAST,
        _ => u128::MAX,
    };
    Bitboard::from_bits(pawns.bits() & staying).shift(forward(color) + sideways)
}

/// To which sides, as [`ahead`] has them, pawns step and capture.
#[derive(Clone, Copy, Debug)]
pub struct Sides<const STEPS: usize, const CAPTURES: usize> {
    /// Without a capture.
    pub steps: [i8; STEPS],
    /// With a capture.
    pub captures: [i8; CAPTURES],
}

/// Pawns that step straight ahead and capture to both sides.
pub const STRAIGHT: Sides<1, 2> = Sides { steps: [0], captures: [-1, 1] };

/// Pawns that step to both sides and capture straight ahead.
pub const BEROLINA: Sides<2, 1> = Sides { steps: [-1, 1], captures: [0] };

/// The squares from which pawns of White and of Black capture on each square of a board.
pub(super) fn captors(kind: PawnKind, board: Bitboard) -> [[Bitboard; 128]; 2] {
    Color::ALL.map(|color| {
        let mut captors = [Bitboard::EMPTY; 128];
        for from in board {
            for to in attacks(kind, color, Bitboard::of(from)) & board {
                captors[to.index()] = captors[to.index()].with(from);
            }
        }
        captors
    })
}

/// What pawns attack, on the whole address space.
#[inline(always)]
pub(super) fn attacks(kind: PawnKind, color: Color, pawns: Bitboard) -> Bitboard {
    match kind {
        PawnKind::Orthodox => union(color, pawns, STRAIGHT.captures),
        PawnKind::Berolina => union(color, pawns, BEROLINA.captures),
    }
}

/// The squares ahead of pawns to each of these sides.
#[inline(always)]
pub(super) fn union<const N: usize>(color: Color, pawns: Bitboard, sides: [i8; N]) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for side in sides {
        squares |= ahead(color, pawns, side);
    }
    squares
}

impl PawnKind {
    /// To which sides it steps and captures.
    pub(super) const fn sides(self) -> (&'static [i8], &'static [i8]) {
        match self {
            PawnKind::Orthodox => (&STRAIGHT.steps, &STRAIGHT.captures),
            PawnKind::Berolina => (&BEROLINA.steps, &BEROLINA.captures),
        }
    }
}
