//! Which pieces can mate a bare king, and which piece beats which, from tables of solved endings. They cover all pieces of the
//! built-in variants, and each piece of chess and of the five games against each. They also serve pieces of users' variants
//! that move like them on a board of the same size. For other pieces the caller decides by their value.

use campione_core::{Betza, Role, StalemateResult, Variant};

/// Written by `cargo lab endings --write`.
const TABLE: &str = include_str!("../../data/endings.tsv");

/// Written by `cargo lab tables`.
const DUELS: &str = include_str!("../../data/duels.tsv");

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

/// One piece against one, without pawns.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Duel {
    strong: Role,
    weak: Role,
    /// Percent of the positions with the weak side to move that it loses.
    lost: f64,
}

/// The tables' results for one variant.
#[derive(Debug, Default)]
pub(crate) struct Mating {
    solved: Vec<Solved>,
    duels: Vec<Duel>,
}

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
        let who = |text: &str| -> Vec<Role> {
            let Ok(moves) = Betza::parse(text) else { return Vec::new() };
            pieces
                .iter()
                .filter(|(role, other)| *role != Role::KING && *other == moves)
                .map(|&(role, _)| role)
                .collect()
        };
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
            let (first, second) = army.split_once('+').unwrap_or((army, ""));
            for one in who(first) {
                if second.is_empty() {
                    solved.push(Solved { one, two: None, shades, wins });
                } else {
                    solved.extend(who(second).into_iter().map(|two| Solved { one, two: Some(two), shades, wins }));
                }
            }
        }
        let mut duels = Vec::new();
        for line in DUELS.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let &[board, one, other, _, one_loses, _, other_loses] = fields.as_slice() else { continue };
            if board != size {
                continue;
            }
            let (Ok(one_loses), Ok(other_loses)) = (one_loses.parse(), other_loses.parse()) else { continue };
            for one in who(one) {
                for other in who(other) {
                    duels.push(Duel { strong: one, weak: other, lost: other_loses });
                    duels.push(Duel { strong: other, weak: one, lost: one_loses });
                }
            }
        }
        Mating { solved, duels }
    }

    /// How hard it is for a piece to beat another one, without pawns: the percentage of positions with the weak side to move
    /// that it loses. Drawn endings have less than 20, won ones more than 50. `None` if the table does not say.
    pub(crate) fn against(&self, strong: Role, weak: Role) -> Option<f64> {
        self.duels.iter().find(|duel| (duel.strong, duel.weak) == (strong, weak)).map(|duel| duel.lost)
    }

    /// Whether a king and one piece of this role can mate. `None` if the table does not say.
    pub(crate) fn alone(&self, role: Role) -> Option<bool> {
        self.solved.iter().find(|solved| solved.one == role && solved.two.is_none()).map(|solved| solved.wins)
    }

    /// Whether a king and two pieces can mate. `None` if the table does not say. `shades` must be [`Shades::Any`]
    /// unless both are colorbound.
    pub(crate) fn pair(&self, one: Role, two: Role, shades: Shades) -> Option<bool> {
        let is = |solved: &&Solved| {
            let both =
                solved.two.is_some_and(|other| (solved.one, other) == (one, two) || (other, solved.one) == (one, two));
            both && solved.shades == shades
        };
        self.solved.iter().find(is).map(|solved| solved.wins)
    }
}

#[cfg(test)]
mod tests;
