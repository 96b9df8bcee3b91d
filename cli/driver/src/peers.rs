//! Which variants the other programs can play, and which of our rules must be left out for that.
//!
//! The omitted rules are named here and printed by the command. Under the remaining rules two programs can be compared
//! in full. A position is counted under the full rules too: if the count is the same, the full rules are confirmed
//! there as well.

mod program;

use campione_core::{SafeSquares, Variant, VariantFaults, VariantSpec};

pub use program::{Opened, PeerProgram, sjaak_fen};

/// A rule of ours that cannot be described to another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// No castling, and no king's leap.
    ///
    /// Fairy-Stockfish has one target file for both colors (herb-garden is point symmetric), one kind of partner, and no
    /// choice of targets as in archchess. Sjaak has the choice for the king only.
    Castling,
    /// Castling with rooks only, and earlier checks do not matter: no championing, no centauring.
    ///
    /// No other program has several partners on one side or rights that are lost by a check (RULES.md §4).
    OtherPartners,
    /// In castling, the squares between the king's target and the rook may be attacked.
    ///
    /// RULES.md §6 requires all squares from king to rook to be safe; the others check the king's path only.
    SafeRookPath,
    /// Pawns promote on arrival, to any piece: no waiting pawns, no promotion stock (RULES.md §6).
    Waiting,
    /// The double step is allowed in check beside an enemy pawn too (RULES.md §1).
    BarredDoubleStep,
    /// Captures en passant are allowed, because the program cannot forbid them.
    NoEnPassant,
}

impl LeftOut {
    /// Its description for the user.
    pub fn text(self) -> &'static str {
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

/// How a program knows a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Under this name.
    As(&'static str),
    /// Under this name, with castling as in Chess960: castling fields have file letters, if the program supports them.
    Random(&'static str),
    /// It does not know it: we describe the variant to it.
    Described,
}

/// A variant that a program can count.
///
/// ```
/// use campione_driver::peers::{FAIRY_STOCKFISH, LeftOut};
/// let carrera = FAIRY_STOCKFISH.iter().find(|known| known.id == "carrera").expect("it is described");
/// assert_eq!(carrera.note(), " (without: barred double step; absence of en passant)");
/// assert_eq!(LeftOut::NoEnPassant.text(), "absence of en passant");
/// assert!(carrera.shared()? != carrera.full());
/// # Ok::<(), campione_core::VariantFaults>(())
/// ```
pub struct KnownVariant {
    /// Our id.
    pub id: &'static str,
    /// How the program knows the variant.
    pub known: Known,
    /// Our rules that are left out.
    pub left_out: &'static [LeftOut],
}

impl KnownVariant {
    /// The variant with our full rules.
    ///
    /// # Panics
    /// Never: a test compiles every variant of the tables.
    pub fn full(&self) -> Variant {
        Variant::named(self.id).expect("the tables have built-in variants only")
    }

    /// The variant without the omitted rules.
    ///
    /// # Errors
    /// The rules that are left do not make a variant. A test compiles every variant of the tables.
    pub fn shared(&self) -> Result<Variant, VariantFaults> {
        let mut spec = self.full().spec().clone();
        for left_out in self.left_out {
            left_out.apply(&mut spec);
        }
        Variant::compile(spec)
    }

    /// The omitted rules as text in parentheses; empty if there are none.
    pub fn note(&self) -> String {
        let texts: Vec<&str> = self.left_out.iter().map(|left_out| left_out.text()).collect();
        if texts.is_empty() { String::new() } else { format!(" (without: {})", texts.join("; ")) }
    }
}

const fn game(id: &'static str, known: Known, left_out: &'static [LeftOut]) -> KnownVariant {
    KnownVariant { id, known, left_out }
}

const COURIER: &[LeftOut] = &[LeftOut::SafeRookPath, LeftOut::Waiting];

/// The variants that Fairy-Stockfish can count.
///
/// `modern-carrera` and `bird` differ from Capablanca's chess in the array only. Debian's version 11 cannot forbid
/// captures en passant, so no version is asked to. It does not know the centurion either; its start position shows
/// that, and the variant is skipped.
pub const FAIRY_STOCKFISH: &[KnownVariant] = &[
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

/// Variants of Fairy-Stockfish with a board and an army like ours, but other rules.
pub const FAIRY_STOCKFISH_KIN: &[KnownVariant] = &[game("courier-spiel", Known::As("courier"), &[])];

/// The variants that Sjaak can count.
///
/// In its own `embassy` the king may castle to either of two squares on each side, which no source supports, so we
/// describe ours to it. `arciscacchiere` is missing: one of its pieces has both true and lame leaps, and Sjaak supports
/// only one kind in a piece.
pub const SJAAK: &[KnownVariant] = &[
    game("chess", Known::As("normal"), &[]),
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
    fn every_variant_compiles_without_the_rules_left_out() {
        for game in FAIRY_STOCKFISH.iter().chain(SJAAK) {
            let shared = game.shared().unwrap();
            assert_eq!(shared.files(), game.full().files());
            assert_eq!(shared.spec() == game.full().spec(), game.left_out.is_empty(), "{}", game.id);
        }
    }
}
