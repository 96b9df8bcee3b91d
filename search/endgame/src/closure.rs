//! Which endings an ending leads to, by captures, promotions and waits.

use std::collections::HashSet;

use campione_core::{Color, Role, Variant};

use crate::material::{Kind, Material};

/// The pieces of one side besides its king, while they change.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Side {
    /// Those that do not wait.
    roles: Vec<Role>,
    /// The waits of its waiting pawns in order of arrival.
    waits: Vec<u8>,
}

impl Side {
    fn of(material: Material, color: Color) -> Side {
        let mut side = Side { roles: Vec::new(), waits: Vec::new() };
        for kind in material.kinds().iter().filter(|kind| kind.color() == color) {
            match kind.wait() {
                Some(wait) => side.waits.push(wait),
                None => side.roles.push(kind.role()),
            }
        }
        side
    }

    fn stock(&self, color: Color, variant: Variant) -> Vec<Role> {
        let count = |role| self.roles.iter().filter(|&&own| own == role).count();
        let below = |role: &Role| count(*role) < usize::from(variant.limit(color, *role));
        variant.promotions().iter().copied().filter(below).collect()
    }

    fn kinds(&self, color: Color) -> impl Iterator<Item = Kind> {
        let pieces = self.roles.iter().map(move |&role| Kind::piece(color, role));
        pieces.chain((0..).zip(&self.waits).map(move |(order, &wait)| Kind::waiting(color, order, wait)))
    }

    fn without(&self, index: usize) -> Side {
        let mut side = self.clone();
        side.roles.remove(index);
        side
    }
}

/// The endings that one move may lead to, other than the ending itself, each in its normal form. There may be some that no
/// move leads to.
pub(crate) fn next(material: Material, variant: Variant) -> Vec<Material> {
    let mut found = HashSet::new();
    for color in Color::ALL {
        let (us, them) = (Side::of(material, color), Side::of(material, !color));
        for us in after_own_part(&us, color, variant) {
            for them in after_capture(&them, !color, variant) {
                let kinds: Vec<Kind> = us.kinds(color).chain(them.kinds(!color)).collect();
                found.extend(Material::of(&kinds).map(|material| material.normal(variant)));
            }
        }
    }
    let own = material.normal(variant);
    let mut found: Vec<Material> = found.into_iter().filter(|next| *next != own).collect();
    found.sort_unstable();
    found
}

/// The endings whose tables it takes to solve or verify an ending: those that one move may lead to, and where such a move may
/// allow a capture en passant, also those that the next one may lead to. The value of a position with a capture en passant is
/// in no table; it is computed from the positions after it.
pub(crate) fn needs(material: Material, variant: Variant) -> Vec<Material> {
    let mut found = next(material, variant);
    let pawns = |material: Material| Color::ALL.into_iter().all(|color| material.has_moving_pawns(color));
    // A double step that changes the ending: pawns of the same side wait.
    let changes = Color::ALL.into_iter().any(|color| !material.is_kept(color, variant));
    if variant.en_passant() && changes && pawns(material) {
        let later: Vec<Material> =
            found.iter().filter(|later| pawns(**later)).flat_map(|&later| next(later, variant)).collect();
        found.extend(later);
        found.sort_unstable();
        found.dedup();
        let own = material.normal(variant);
        found.retain(|needed| *needed != own);
    }
    found
}

/// The side to move after each kind of move: waits that drop, a promotion at the start of the turn, a pawn that arrives.
fn after_own_part(us: &Side, color: Color, variant: Variant) -> Vec<Side> {
    let mut begun = vec![us.clone()];
    if us.waits.first() == Some(&0) {
        let stock = us.stock(color, variant);
        if !stock.is_empty() {
            begun = stock
                .into_iter()
                .map(|role| {
                    let mut side = us.clone();
                    side.waits.remove(0);
                    side.roles.push(role);
                    side
                })
                .collect();
        }
    }
    let mut sides = Vec::new();
    for mut side in begun {
        // Anew, since a promotion at the start of the turn has taken a role out of it.
        let stock = side.stock(color, variant);
        for wait in &mut side.waits {
            *wait = wait.saturating_sub(1);
        }
        if let Some(pawn) = side.roles.iter().position(|&role| role == Role::PAWN) {
            let rest = side.without(pawn);
            if let Some(wait) = variant.promotion_wait() {
                let mut waiting = rest.clone();
                waiting.waits.push(wait);
                sides.push(waiting);
            } else {
                let roles = if variant.promotes_from_stock() { stock } else { variant.promotions().to_vec() };
                sides.extend(roles.into_iter().map(|role| {
                    let mut promoted = rest.clone();
                    promoted.roles.push(role);
                    promoted
                }));
            }
        }
        sides.push(side);
    }
    sides
}

/// The other side: as it is, and after the capture of each of its pieces. A capture may make a pawn promote at once.
fn after_capture(them: &Side, color: Color, variant: Variant) -> Vec<Side> {
    let mut sides = vec![them.clone()];
    for (index, &role) in them.roles.iter().enumerate() {
        let mut side = them.without(index);
        let was_empty = them.stock(color, variant).is_empty();
        let in_stock = role != Role::PAWN && side.stock(color, variant).contains(&role);
        // RULES.md §6: with an empty stock, a pawn that is ready becomes the captured piece at once.
        if side.waits.first() == Some(&0) && was_empty && in_stock {
            side.waits.remove(0);
            side.roles.push(role);
        }
        sides.push(side);
    }
    sides
}

/// All endings that an ending leads to, itself last, each after those that it leads to; all in their normal form.
pub(crate) fn closure(goals: &[Material], variant: Variant) -> Vec<Material> {
    fn visit(material: Material, variant: Variant, seen: &mut HashSet<Material>, order: &mut Vec<Material>) {
        if seen.insert(material) {
            for next in next(material, variant) {
                visit(next, variant, seen, order);
            }
            order.push(material);
        }
    }
    let (mut seen, mut order) = (HashSet::new(), Vec::new());
    for goal in goals {
        visit(goal.normal(variant), variant, &mut seen, &mut order);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(id: &str, name: &str) -> Vec<String> {
        let variant = Variant::named(id).unwrap();
        closure(&[Material::read(name, variant).unwrap()], variant).iter().map(|next| next.name(variant)).collect()
    }

    #[test]
    fn what_endings_lead_to() {
        assert_eq!(names("chess", "KvK"), ["KvK"]);
        assert_eq!(names("chess", "KNvKR"), ["KvK", "KRvK", "KNvK", "KRvKN"]);
        assert_eq!(names("carrera", "KPvK"), ["KvK", "KQvK", "KPvK"]);
        let waiting = names("courier-spiel", "KPvK");
        assert_eq!(waiting.last().unwrap(), "KPvK");
        for name in ["KP2vK", "KP1vK", "KP0vK", "KQvK", "KFvK"] {
            assert!(waiting.contains(&name.to_owned()), "{name} in {waiting:?}");
        }
        // What a pawn becomes in Grand Chess depends on what its side still has: there is one queen.
        let grand = names("grand", "KQPvK");
        assert!(grand.contains(&"KQRvK".to_owned()) && !grand.contains(&"KQQvK".to_owned()), "{grand:?}");
    }
}
