//! A number that is the same for the same rules of an ending, whatever the variant is called.

use std::fmt::Write;

use campione_core::{Bitboard, Color, DrawRules, PawnKind, Pieces, Role, Rules, Variant};

use crate::material::Material;

/// The fingerprint of everything on which the table of an ending depends: the board, the letters, movements and order of the
/// pieces that may occur, the rules of pawns if there are any, stalemate and bare kings. The start position, castlings and
/// all draws but stalemate do not matter: a table for `gothic` serves `capablanca` as well.
pub(crate) fn fingerprint(variant: Variant, material: Material) -> u64 {
    // Whoever adds a rule decides here whether tables depend on it, and if they do, what it means for moves backwards
    // (`origins.rs`, `solve.rs`).
    let Rules {
        files,
        ranks,
        board: _,
        pieces: Pieces { roles: _, king_steps: _, pawn_captors: _, orthodox_king: _, leap_classes, promotions },
        alphabet: _,
        pawn_kind,
        double_step_from,
        long_steps,
        double_step_barred,
        pinned_pawn_bars,
        en_passant,
        last_rank,
        promotion_zone,
        arrival_zone,
        // It follows from the next three.
        promotes_freely: _,
        promotes_from_stock,
        promotion_is_optional,
        promotion_wait,
        limits,
        castlings: _,
        draws: DrawRules { stalemate, bare_king, repetition: _, moves: _, dead_position: _ },
        rare_turns: _,
        notation: _,
        numbering: _,
        home: _,
        start: _,
    } = variant.rules();
    let mut text = format!("{files}x{ranks}\n");
    let _ = writeln!(text, "{stalemate:?} {bare_king}");
    let board = |text: &mut String, squares: Bitboard| {
        let _ = write!(text, "{:x},", squares.bits());
    };
    let mut roles: Vec<Role> = Color::ALL.into_iter().flat_map(|color| material.roles(color)).collect();
    if material.has_pawns() {
        roles.extend(promotions);
    }
    roles.push(Role::KING);
    roles.sort_unstable();
    roles.dedup();
    let pawns = |text: &mut String| {
        for color in Color::ALL.map(Color::index) {
            for zones in [double_step_from, last_rank, promotion_zone, arrival_zone] {
                board(text, zones[color]);
            }
            for step in long_steps {
                let _ = write!(text, "{} {:x},", step.squares, step.from[color].bits());
            }
            for &role in promotions {
                let limit = if *promotes_from_stock { limits[color][role.index()] } else { u8::MAX };
                let _ = write!(text, "{}{limit},", variant.role(role).letter);
            }
        }
        let bars = *double_step_barred && *pinned_pawn_bars;
        let _ = write!(
            text,
            "{double_step_barred} {bars} {en_passant} {promotes_from_stock} {promotion_is_optional} {promotion_wait:?}"
        );
        // Said only where it matters, so that tables of older versions are still found.
        if *pawn_kind != PawnKind::Orthodox {
            let _ = write!(text, " {pawn_kind:?}");
        }
    };
    for role in roles {
        let info = variant.role(role);
        let _ = write!(text, "\n{}", info.letter);
        match role {
            Role::KING => variant.board().for_each(|square| board(&mut text, variant.king_steps(square))),
            Role::PAWN => pawns(&mut text),
            _ => {
                let _ = write!(text, " {} {} ", info.orthogonal, info.diagonal);
                let class = info.leap_class.and_then(|class| leap_classes.get(usize::from(class)));
                let Some(class) = class else { continue };
                for square in variant.board() {
                    board(&mut text, class.leaps[square.index()]);
                    for color in Color::ALL {
                        let leaps = class.special_from(color, square).iter().filter(|leap| leap.is_of(Some(role)));
                        let mut leaps: Vec<String> = leaps
                            .map(|leap| {
                                let (legs, hurdles) = (leap.legs.bits(), leap.hurdles.bits());
                                format!("{} {legs:x} {hurdles:x} {} {}", leap.end, leap.quiet, leap.captures)
                            })
                            .collect();
                        leaps.sort_unstable();
                        let _ = write!(text, "{};", leaps.join("/"));
                    }
                }
            }
        }
    }
    // FNV-1a with 64 bits: the hash stands in files, so it must be the same in every version of Rust.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_shares_a_table() {
        let of = |id: &str, name: &str| {
            let variant = Variant::named(id).unwrap();
            fingerprint(variant, Material::read(name, variant).unwrap())
        };
        assert_eq!(of("capablanca", "KQvKR"), of("gothic", "KQvKR"));
        assert_eq!(of("capablanca", "KPvK"), of("crc", "KPvK"));
        assert_eq!(of("capablanca", "KQvKR"), of("carrera", "KQvKR"));
        assert_ne!(of("capablanca", "KPvK"), of("carrera", "KPvK"), "pawns differ");
        assert_ne!(of("chess", "KQvK"), of("capablanca", "KQvK"), "the board differs");
        assert_ne!(of("archchess", "KCvK"), of("arciscacchiere", "KCvK"), "the centurion differs");
        assert_ne!(of("chess", "KNvK"), of("chess", "KBvK"));
        assert_ne!(of("chess", "KPvK"), of("berolina", "KPvK"), "pawns move otherwise");
        assert_eq!(of("chess", "KQvKR"), of("berolina", "KQvKR"));
    }
}
