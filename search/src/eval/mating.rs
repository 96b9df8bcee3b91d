//! Which pieces can mate a bare king, from a table of solved endings. The table covers all pieces of the built-in
//! variants. It also serves pieces of users' variants that move like them on a board of the same size. For other pieces
//! the caller decides by their value.

use campione_core::{Betza, Role, StalemateResult, Variant};

/// Written by `cargo xtask endings --write`.
const TABLE: &str = include_str!("../../data/endings.tsv");

/// An ending counts as a win if at least this percentage of its positions is won. Below this, the won positions are
/// immediate wins.
const ENOUGH: f64 = 40.0;

/// On squares of which color two colorbound pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shades {
    /// Both on squares of the same color.
    Same,
    /// One on a dark and one on a light square.
    Different,
    /// It does not matter, because not both are colorbound.
    Any,
}

#[derive(Clone, Copy, Debug)]
struct Solved {
    one: Role,
    two: Option<Role>,
    shades: Shades,
    wins: bool,
}

/// The table's results for one variant.
#[derive(Debug, Default)]
pub(crate) struct Mating(Vec<Solved>);

impl Mating {
    pub(crate) fn new(variant: Variant) -> Mating {
        let spec = variant.spec();
        let size = format!("{}x{}", variant.files(), variant.ranks());
        let movement = |role: Role| {
            let piece = spec.piece.get(&variant.role(role).letter.to_string())?;
            Some((role, Betza::parse(&piece.moves).ok()?))
        };
        let roles = variant.all_roles().filter(|&role| role != Role::PAWN);
        let pieces: Vec<(Role, Betza)> = roles.filter_map(movement).collect();
        let royal = pieces.iter().find(|(role, _)| *role == Role::KING);
        let usual = royal.is_some_and(|(_, moves)| Betza::parse("K").is_ok_and(|king| king == *moves));
        if !usual || variant.draws().stalemate != StalemateResult::Draw {
            return Mating::default();
        }
        let mut solved = Vec::new();
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let (Some(board), Some(army), Some(won)) = (fields.next(), fields.next(), fields.next()) else { continue };
            if board != size {
                continue;
            }
            let (army, shades) = match (army.strip_suffix('='), army.strip_suffix('/')) {
                (Some(army), _) => (army, Shades::Same),
                (_, Some(army)) => (army, Shades::Different),
                _ => (army, Shades::Any),
            };
            let wins = won.parse::<f64>().is_ok_and(|won| won >= ENOUGH);
            let who = |text: &str| -> Vec<Role> {
                let Ok(moves) = Betza::parse(text) else { return Vec::new() };
                pieces
                    .iter()
                    .filter(|(role, other)| *role != Role::KING && *other == moves)
                    .map(|&(role, _)| role)
                    .collect()
            };
            let (first, second) = army.split_once('+').unwrap_or((army, ""));
            for one in who(first) {
                if second.is_empty() {
                    solved.push(Solved { one, two: None, shades, wins });
                } else {
                    solved.extend(who(second).into_iter().map(|two| Solved { one, two: Some(two), shades, wins }));
                }
            }
        }
        Mating(solved)
    }

    /// Whether a king and one piece of this role can mate. `None` if the table does not say.
    pub(crate) fn alone(&self, role: Role) -> Option<bool> {
        self.0.iter().find(|solved| solved.one == role && solved.two.is_none()).map(|solved| solved.wins)
    }

    /// Whether a king and two pieces can mate. `None` if the table does not say. `shades` must be [`Shades::Any`]
    /// unless both are colorbound.
    pub(crate) fn pair(&self, one: Role, two: Role, shades: Shades) -> Option<bool> {
        let is = |solved: &&Solved| {
            let both =
                solved.two.is_some_and(|other| (solved.one, other) == (one, two) || (other, solved.one) == (one, two));
            both && solved.shades == shades
        };
        self.0.iter().find(is).map(|solved| solved.wins)
    }
}

#[cfg(test)]
mod tests;
