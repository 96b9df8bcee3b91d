//! Keys that tell positions apart.
//!
//! The numbers come from `SplitMix64`, so a position has the same key on every machine; they are no promise across
//! versions of this crate.

use campione_core::{Color, Role, SplitMix64, Square};

struct Keys {
    men: [[[u64; 128]; 32]; 2],
    rights: [[u64; 128]; 2],
    en_passant: [u64; 128],
}

static KEYS: Keys = keys();

#[allow(clippy::large_stack_arrays, reason = "evaluated by the compiler, not at run time")]
const fn keys() -> Keys {
    let mut keys = Keys { men: [[[0; 128]; 32]; 2], rights: [[0; 128]; 2], en_passant: [0; 128] };
    let mut random = SplitMix64::new(0);
    let mut square = 0;
    while square < 128 {
        let mut color = 0;
        while color < 2 {
            let mut role = 0;
            while role < 32 {
                keys.men[color][role][square] = random.next_u64();
                role += 1;
            }
            keys.rights[color][square] = random.next_u64();
            color += 1;
        }
        keys.en_passant[square] = random.next_u64();
        square += 1;
    }
    keys
}

/// A man on a square.
#[inline(always)]
pub(crate) fn man(color: Color, role: Role, square: Square) -> u64 {
    KEYS.men[color.index()][role.index()][square.index()]
}

/// A waiting pawn is told apart from a pawn by the list alone.
#[inline(always)]
pub(crate) fn waiting(color: Color, list: u64) -> u64 {
    if list == 0 { 0 } else { SplitMix64::new(list ^ 0x5851_f42d_4c95_7f2d_u64.rotate_left(color as u32)).next_u64() }
}

/// The right to castle with the partner that starts on `square`, or to leap with the king that does.
#[inline(always)]
pub(crate) fn right(color: Color, square: Square) -> u64 {
    KEYS.rights[color.index()][square.index()]
}

/// An en-passant square.
#[inline(always)]
pub(crate) fn en_passant(square: Square) -> u64 {
    KEYS.en_passant[square.index()]
}

/// Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = 0x2545_f491_4f6c_dd1d;
