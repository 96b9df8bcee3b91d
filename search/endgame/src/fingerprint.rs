//! A number that is the same for the same rules of an ending, whatever the variant is called.

use std::fmt::Write;

use campione_core::{Bitboard, Color, Role, Variant};

use crate::material::Material;

/// The fingerprint of everything on which the table of an ending depends: the board, the letters, movements and order of the
/// pieces that may occur, the rules of pawns if there are any, stalemate and bare kings. The start position, castlings and
/// all draws but stalemate do not matter: a table for `gothic` serves `capablanca` as well.
pub(crate) fn fingerprint(variant: Variant, material: Material) -> u64 {
    let mut text = format!("{}x{}\n", variant.files(), variant.ranks());
    let draws = variant.draws();
    let _ = writeln!(text, "{:?} {}", draws.stalemate, draws.bare_king);
    let board = |text: &mut String, squares: Bitboard| {
        let _ = write!(text, "{:x},", squares.bits());
    };
    let mut roles: Vec<Role> = Color::ALL.into_iter().flat_map(|color| material.roles(color)).collect();
    if material.has_pawns() {
        roles.extend(variant.promotions());
    }
    roles.push(Role::KING);
    roles.sort_unstable();
    roles.dedup();
    for role in roles {
        let info = variant.role(role);
        let _ = write!(text, "\n{}", info.letter);
        match role {
            Role::KING => variant.board().for_each(|square| board(&mut text, variant.king_steps(square))),
            Role::PAWN => pawns(&mut text, variant),
            _ => {
                let _ = write!(text, " {} {} ", info.orthogonal, info.diagonal);
                let class = info.leap_class.and_then(|class| variant.leap_classes().get(usize::from(class)));
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
    // FNV-1a with 64 bits.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn pawns(text: &mut String, variant: Variant) {
    for color in Color::ALL {
        for zone in [
            variant.double_step_from(color),
            variant.last_rank(color),
            variant.promotion_zone(color),
            variant.arrival_zone(color),
        ] {
            let _ = write!(text, "{:x},", zone.bits());
        }
        for step in variant.long_steps() {
            let _ = write!(text, "{} {:x},", step.squares, step.from[color.index()].bits());
        }
        for &role in variant.promotions() {
            let limit = if variant.promotes_from_stock() { variant.limit(color, role) } else { u8::MAX };
            let _ = write!(text, "{}{limit},", variant.role(role).letter);
        }
    }
    let barred = variant.double_step_barred();
    let _ = write!(
        text,
        "{barred} {} {} {} {} {:?}",
        barred && variant.pinned_pawn_bars(),
        variant.en_passant(),
        variant.promotes_from_stock(),
        variant.promotion_is_optional(),
        variant.promotion_wait(),
    );
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
    }
}
