//! Rules that other programs lack.

use campione_core::{SafeSquares, VariantSpec};

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

    /// Takes the rule out of a description.
    pub(super) fn apply(self, spec: &mut VariantSpec) {
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
