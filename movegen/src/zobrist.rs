//! Zobrist keys of positions, 128 bits wide. The lower 64 bits are the public key. The upper bits verify table hits: in
//! a count that runs for days, two positions with the same lower 64 bits do occur.
//!
//! The numbers come from `SplitMix64`, so a position has the same key on every machine. They may change between
//! versions of this crate.

use campione_core::{Color, Role, SplitMix64, Square};

struct Keys {
    pieces: [[[u128; 128]; 32]; 2],
    rights: [[u128; 128]; 2],
    en_passant: [u128; 128],
}

#[cfg(not(target_family = "wasm"))]
static KEYS: Keys = keys();
/// Random numbers cannot be packed: over a network they are an eighth of the program. There they are made at the first use.
#[cfg(target_family = "wasm")]
static KEYS: std::sync::LazyLock<Box<Keys>> = std::sync::LazyLock::new(|| Box::new(keys()));

/// A number of 128 bits from two generators of 64 bits.
const fn wide(lower: &mut SplitMix64, upper: &mut SplitMix64) -> u128 {
    (lower.next_u64() as u128) | (upper.next_u64() as u128) << 64
}

#[allow(clippy::large_stack_arrays, reason = "evaluated by the compiler, not at run time")]
const fn keys() -> Keys {
    let mut keys = Keys { pieces: [[[0; 128]; 32]; 2], rights: [[0; 128]; 2], en_passant: [0; 128] };
    let (mut random, mut upper) = (SplitMix64::new(0), SplitMix64::new(1));
    let mut square = 0;
    while square < 128 {
        let mut color = 0;
        while color < 2 {
            let mut role = 0;
            while role < 32 {
                keys.pieces[color][role][square] = wide(&mut random, &mut upper);
                role += 1;
            }
            keys.rights[color][square] = wide(&mut random, &mut upper);
            color += 1;
        }
        keys.en_passant[square] = wide(&mut random, &mut upper);
        square += 1;
    }
    keys
}

/// A piece on a square.
#[inline(always)]
pub(crate) fn piece(color: Color, role: Role, square: Square) -> u128 {
    KEYS.pieces[color.index()][role.index()][square.index()]
}

/// The list of waiting pawns of a color. Only this key distinguishes a waiting pawn from another pawn.
#[inline(always)]
pub(crate) fn waiting(color: Color, list: u64) -> u128 {
    if list == 0 {
        return 0;
    }
    let seed = list ^ 0x5851_f42d_4c95_7f2d_u64.rotate_left(color as u32);
    wide(&mut SplitMix64::new(seed), &mut SplitMix64::new(!seed))
}

/// The right to castle with the partner that starts on `square`, or to leap with the king that does.
#[inline(always)]
pub(crate) fn right(color: Color, square: Square) -> u128 {
    KEYS.rights[color.index()][square.index()]
}

/// An en-passant square.
#[inline(always)]
pub(crate) fn en_passant(square: Square) -> u128 {
    KEYS.en_passant[square.index()]
}

/// Black to move.
pub(crate) const BLACK_TO_MOVE: u128 = 0xd1b5_4a32_d192_ed03_2545_f491_4f6c_dd1d;
