//! Which games the other programs can play, and what has to be left out of our rules for that.
//!
//! The rules left out are named here, one by one, and printed by the command. Two programs that play the rules which
//! are left can then be compared in full. Where leaving them out makes no difference in a position to the given depth,
//! which is checked by counting it under the full rules too, the full rules are confirmed there as well.

use campione_core::{SafeSquares, Variant, VariantFaults, VariantSpec};

/// A rule of ours that another program cannot be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeftOut {
    /// No castling, and no king's leap.
    ///
    /// Fairy-Stockfish has one target file for both colors, which does not do for herb-garden's point symmetry, one
    /// kind of partner, and no choice of targets as in archchess; Sjaak has the choice for the king only.
    Castling,
    /// Castling with rooks alone, whatever checks there have been before: neither championing nor centauring.
    ///
    /// No other program has several partners on one side or rights that go with a check (RULES.md §4).
    OtherPartners,
    /// In castling, the squares between the king's target and the rook may be attacked.
    ///
    /// RULES.md §6 wants all squares from king to rook safe; the others look at the king's path only.
    SafeRookPath,
    /// Pawns promote as they arrive, to any piece: no waiting pawns, no stock (RULES.md §6).
    Waiting,
    /// The double step is allowed in check beside an enemy pawn too (RULES.md §1).
    BarredDoubleStep,
    /// There is capture en passant, because the program cannot do without.
    NoEnPassant,
}

impl LeftOut {
    /// What it is, for the user.
    pub(crate) fn text(self) -> &'static str {
        match self {
            LeftOut::Castling => "castling and king's leap",
            LeftOut::OtherPartners => "championing, centauring, loss of rights by check",
            LeftOut::SafeRookPath => "safety of the rook's path in castling",
            LeftOut::Waiting => "waiting pawns",
            LeftOut::BarredDoubleStep => "barred double step",
            LeftOut::NoEnPassant => "absence of en passant",
        }
    }

    fn apply(self, spec: &mut VariantSpec) {
        match self {
            LeftOut::Castling => {
                spec.castling.clear();
                spec.king_leap = None;
                spec.notation.rights_by_file = false;
            }
            LeftOut::OtherPartners => {
                spec.castling.retain(|_, castling| castling.partner == 'R');
                spec.castling.values_mut().for_each(|castling| castling.lost_by_check = false);
                spec.notation.rights_by_file = false;
            }
            LeftOut::SafeRookPath => {
                spec.castling.values_mut().for_each(|castling| castling.safe = SafeSquares::KingPath);
            }
            LeftOut::Waiting => {
                spec.promotion.wait = None;
                spec.promotion.from_stock = false;
            }
            LeftOut::BarredDoubleStep => spec.pawn.double_step_barred_in_check_beside_pawn = false,
            LeftOut::NoEnPassant => spec.pawn.en_passant = true,
        }
    }
}

/// How a game is known to a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// Under this name.
    As(&'static str),
    /// Under this name, with castling as in Chess960: castling fields by file letters, if the program has them.
    Random(&'static str),
    /// Not at all: it is described to it.
    Described,
}

/// A game that a program can be asked about.
pub(crate) struct KnownGame {
    /// Our id.
    pub(crate) id: &'static str,
    /// How the program knows it.
    pub(crate) known: Known,
    /// The rules of ours left out.
    pub(crate) left_out: &'static [LeftOut],
}

impl KnownGame {
    /// The game as we play it.
    pub(crate) fn full(&self) -> anyhow::Result<Variant> {
        Ok(Variant::named(self.id)?)
    }

    /// The game without the rules that the program cannot be told.
    pub(crate) fn shared(&self) -> anyhow::Result<Variant> {
        let mut spec = self.full()?.spec().clone();
        for left_out in self.left_out {
            left_out.apply(&mut spec);
        }
        Variant::compile(spec)
            .map_err(|faults: VariantFaults| anyhow::anyhow!("{} without some rules: {faults}", self.id))
    }

    /// The rules left out, as text in parentheses; empty when there are none.
    pub(crate) fn note(&self) -> String {
        let texts: Vec<&str> = self.left_out.iter().map(|left_out| left_out.text()).collect();
        if texts.is_empty() { String::new() } else { format!(" (without: {})", texts.join("; ")) }
    }
}

const fn game(id: &'static str, known: Known, left_out: &'static [LeftOut]) -> KnownGame {
    KnownGame { id, known, left_out }
}

const COURIER: &[LeftOut] = &[LeftOut::SafeRookPath, LeftOut::Waiting];

/// What Fairy-Stockfish can be asked about.
///
/// `modern-carrera` and `bird` differ from Capablanca's chess in the array only. Version 11, which Debian has, cannot
/// forbid en passant, so no version is asked to; nor does it know the centurion, and the start position that it reads
/// back shows that, so that the game is skipped.
pub(crate) const FAIRY: &[KnownGame] = &[
    game("chess", Known::As("chess"), &[]),
    game("chess960", Known::Random("chess"), &[]),
    game("capablanca", Known::As("capablanca"), &[]),
    game("gothic", Known::As("gothic"), &[]),
    game("embassy", Known::As("embassy"), &[]),
    game("janus", Known::As("janus"), &[]),
    game("modern-carrera", Known::As("capablanca"), &[]),
    game("bird", Known::As("capablanca"), &[]),
    game("crc", Known::Random("caparandom"), &[]),
    game("carrera", Known::Described, &[LeftOut::BarredDoubleStep, LeftOut::NoEnPassant]),
    game("carrera-qac", Known::Described, &[LeftOut::BarredDoubleStep, LeftOut::NoEnPassant]),
    game("archchess", Known::Described, &[LeftOut::Castling, LeftOut::BarredDoubleStep, LeftOut::NoEnPassant]),
    game("arciscacchiere", Known::Described, &[LeftOut::Castling, LeftOut::BarredDoubleStep, LeftOut::NoEnPassant]),
    game("herb-garden", Known::Described, &[LeftOut::Castling]),
    game("courier-spiel", Known::Described, COURIER),
];

/// Games of Fairy-Stockfish on the same board as ours and with an army like ours, but under other rules.
pub(crate) const FAIRY_KIN: &[KnownGame] = &[game("courier-spiel", Known::As("courier"), &[])];

/// What Sjaak can be asked about.
///
/// It has an `embassy` of its own, but there the king may castle to either of two squares on each side, which no
/// source has; so it is told ours. `arciscacchiere` is missing: a piece there has true and lame leaps at once, of which
/// Sjaak takes one kind only.
pub(crate) const SJAAK: &[KnownGame] = &[
    game("chess", Known::As("chess"), &[]),
    game("chess960", Known::Random("chess960"), &[]),
    game("capablanca", Known::As("capablanca"), &[]),
    game("gothic", Known::As("gothic"), &[]),
    game("embassy", Known::Described, &[]),
    game("janus", Known::Described, &[]),
    game("modern-carrera", Known::As("capablanca"), &[]),
    game("bird", Known::As("capablanca"), &[]),
    game("crc", Known::Random("caparandom"), &[]),
    game("carrera", Known::Described, &[LeftOut::BarredDoubleStep]),
    game("carrera-qac", Known::Described, &[LeftOut::BarredDoubleStep]),
    game("archchess", Known::Described, &[LeftOut::Castling, LeftOut::BarredDoubleStep]),
    game("herb-garden", Known::Described, &[LeftOut::OtherPartners]),
    game("courier-spiel", Known::Described, COURIER),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_compiles_without_the_rules_left_out() {
        for game in FAIRY.iter().chain(SJAAK) {
            let shared = game.shared().unwrap();
            assert_eq!(shared.files(), game.full().unwrap().files());
            assert_eq!(shared.spec() == game.full().unwrap().spec(), game.left_out.is_empty(), "{}", game.id);
        }
    }
}
