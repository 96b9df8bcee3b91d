//! Games that `XBoard` does not know, as it is told of them: board, men, start position and how the men move.

use std::fmt::Write;

use campione_core::{Role, Variant};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;

use crate::games;

/// The pictures that `XBoard` has for men, in the order of its table, each by the letter that it usually has there.
const SLOTS: &str = "PNBRQFEACWMOHIJGDVLSUK";

/// The games that it knows by itself.
const KNOWN: [&str; 6] = ["chess", "chess960", "capablanca", "gothic", "janus", "crc"];

/// The lines that describe a game; none where that is not needed.
pub(super) fn describe(variant: &Variant) -> Option<String> {
    if KNOWN.contains(&variant.id()) && games::identity(variant) == variant.id() {
        return None;
    }
    let start = Dialect::Xboard.write(&Position::start(variant), false).ok()?;
    let (files, ranks) = (variant.files(), variant.ranks());
    let mut text = format!("setup ({}) {files}x{ranks}+0_fairy {start}", table(variant));
    for (role, moves) in men(variant) {
        if let Some(moves) = moves {
            let _ = write!(text, "\npiece {}& {moves}", variant.role(role).letter);
        }
    }
    Some(text)
}

/// The men with how they move, where `XBoard` has to be told.
fn men(variant: &Variant) -> Vec<(Role, Option<String>)> {
    let roles = (0..variant.roles().len()).filter_map(Role::from_index);
    roles.map(|role| (role, movement(variant, role))).collect()
}

/// How a man moves in `XBoard`'s letters; none where its picture says that already.
fn movement(variant: &Variant, role: Role) -> Option<String> {
    let spec = variant.spec();
    if role == Role::PAWN {
        let double = if spec.pawn.double_step { "ifmnD" } else { "" };
        let passing = if spec.pawn.en_passant { "e" } else { "" };
        return Some(format!("fmWfc{passing}F{double}"));
    }
    let letter = variant.role(role).letter;
    let moves = &spec.piece.get(&letter.to_string())?.moves;
    // Where we write a letter twice to repeat a step without limit, a 0 stands behind it there.
    let mut text = String::new();
    for letter in moves.chars() {
        if letter.is_ascii_uppercase() && text.ends_with(letter) {
            text.push('0');
        } else {
            text.push(letter);
        }
    }
    Some(text)
}

/// Which letter each picture has, White's and Black's.
fn table(variant: &Variant) -> String {
    let mut letters: Vec<Option<char>> = vec![None; SLOTS.len()];
    let place = |slot: char| SLOTS.find(slot).unwrap_or(0);
    let mut rest = Vec::new();
    for role in (0..variant.roles().len()).filter_map(Role::from_index) {
        let letter = variant.role(role).letter;
        let slot = if role == Role::KING { Some('K') } else { picture(variant, role) };
        match slot.map(place).filter(|&slot| letters[slot].is_none()) {
            Some(slot) => letters[slot] = Some(letter),
            None => rest.push(letter),
        }
    }
    for letter in rest {
        let own = SLOTS.find(letter).filter(|&slot| letters[slot].is_none());
        let free = || (0..SLOTS.len()).rev().find(|&slot| letters[slot].is_none());
        if let Some(slot) = own.or_else(free) {
            letters[slot] = Some(letter);
        }
    }
    let white: String = letters.iter().map(|letter| letter.unwrap_or('.')).collect();
    white.clone() + &white.to_ascii_lowercase()
}

/// The picture of men that move so; none where there is no better one than that of their letter.
fn picture(variant: &Variant, role: Role) -> Option<char> {
    let spec = variant.spec();
    if role == Role::PAWN {
        // In the first place it would be promoted at once.
        return spec.promotion.wait.is_none().then_some('P');
    }
    match spec.piece.get(&variant.role(role).letter.to_string())?.moves.as_str() {
        "N" => Some('N'),
        "B" => Some('B'),
        "R" => Some('R'),
        "Q" => Some('Q'),
        "RN" | "NR" => Some('C'),
        "BN" | "NB" => Some('A'),
        "F" => Some('F'),
        "K" => Some('M'),
        _ => None,
    }
}
