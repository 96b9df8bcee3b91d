//! Castling, championing, centauring, free castling and king's leaps, all as rows of one table.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::geometry::between;
use crate::rights::Rights;
use crate::role::Role;
use crate::setup::RightName;
use crate::spec::{CastlingSpec, KingLeapSpec, SafeSquares, VariantSpec};
use crate::square::{MAX_FILES, Square};

/// One castling or king's leap, ready for the generator.
///
/// The generator plays it when the right is held, `empty` is empty, no square of `safe` is attacked (with the king
/// removed), the king is not in check or `in_check` allows that, and the king is not attacked afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a condition with a name")]
pub struct CastlingRow {
    /// The right that it needs: a [`Right::set`] of its side.
    pub right: Rights,
    /// Start square of the king.
    pub king_from: Square,
    /// Target of the king; may be its start square in Capablanca Random Chess.
    pub king_to: Square,
    /// How the partner moves; `None` in a king's leap.
    pub partner: Option<PartnerMove>,
    /// Squares that no third piece may occupy.
    pub empty: Bitboard,
    /// Whether the king may capture on its target, which only a leap can.
    pub captures: bool,
    /// Squares that may not be attacked, seen with the king removed.
    pub safe: Bitboard,
    /// Whether it may be played out of check.
    pub in_check: bool,
    /// The letter of its notation: `O` for `O-O`, `H` for `H-H`, `L` for a king's leap, which has none.
    pub letter: char,
    /// Whether it is written with three letters (`O-O-O`).
    pub long: bool,
    /// Whether king and partner choose their targets, so that the notation has to name them (`O-O:i1g1`).
    pub free: bool,
}

/// A piece with which the king may castle, on its start square: a rook in most variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Partner {
    /// Its start square.
    pub square: Square,
    /// Its role.
    pub role: Role,
}

/// How the partner moves in a castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartnerMove {
    /// Its start square.
    pub from: Square,
    /// Its target, which may be its start square.
    pub to: Square,
    /// Its role.
    pub role: Role,
}

/// A right to castle with one partner, or to leap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Right {
    /// The set of this right alone.
    pub set: Rights,
    /// Its letter in the castling field of a native FEN, in upper case: `K`, `Q`, `L` or a file letter.
    pub letter: char,
    /// The partner; `None` for the king's leap.
    pub partner: Option<Partner>,
    /// Squares that must be empty for every row of this right. One test on them may rule out all rows.
    pub empty: Bitboard,
    /// Where its rows start in [`SideCastling::rows`].
    pub first_row: u8,
    /// How many rows it has.
    pub row_count: u8,
}

impl Right {
    /// What it is called in a position that can be written down.
    ///
    /// ```
    /// use campione_core::{Color, RightName, Variant};
    /// let side = Variant::named("archchess")?.default_castling(Color::White);
    /// let j1 = "j1".parse()?;
    /// let rook = side.right_of_partner(j1).unwrap();
    /// let leap = side.right_to_leap().unwrap();
    /// assert_eq!(rook.name(Color::White), RightName::Partner(Color::White, j1));
    /// assert_eq!(leap.name(Color::White), RightName::Leap(Color::White));
    /// // Straight forward, and sideways to both sides.
    /// assert_eq!(side.rows_of(leap).len(), 3);
    /// assert_eq!(side.all_rights().count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(&self, color: Color) -> RightName {
        match self.partner {
            Some(partner) => RightName::Partner(color, partner.square),
            None => RightName::Leap(color),
        }
    }
}

/// A right that a side has in a position: who may castle with whom, and how the variant calls it.
///
/// See `Position::rights` in `campione-movegen`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CastlingRight {
    /// Who has it.
    pub color: Color,
    /// Its letter in the castling field of a native FEN, in upper case: `K`, `Q`, `L` or a file letter.
    pub letter: char,
    /// The name that the variant gives it: `castling`, `championing`, `king's leap`.
    pub name: &'static str,
    /// The square of the king.
    pub king: Square,
    /// The partner; `None` for the king's leap.
    pub partner: Option<Partner>,
}

impl CastlingRight {
    /// A right of the tables of a side, in the variant of that description.
    ///
    /// ```
    /// use campione_core::{CastlingRight, Color, Variant};
    /// let archchess = Variant::named("archchess")?;
    /// let side = archchess.default_castling(Color::Black);
    /// let leap = CastlingRight::of(archchess.spec(), side, side.right_to_leap().unwrap());
    /// assert_eq!((leap.letter, leap.name, leap.partner), ('L', "king's leap", None));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn of(spec: &'static VariantSpec, side: &SideCastling, right: &Right) -> CastlingRight {
        // All rows of a right are of one castling.
        let castling = side.rows_of(right).first().and_then(|row| spec.castling.get(&row.letter));
        let name = castling
            .map_or(if right.partner.is_some() { "castling" } else { "king's leap" }, |castling| &castling.name);
        CastlingRight { color: side.color, letter: right.letter, name, king: side.king, partner: right.partner }
    }
}

/// All castlings and leaps of one side for one pair of start squares of king and partners.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SideCastling {
    /// Whose they are.
    pub color: Color,
    /// Start square of the king.
    pub king: Square,
    /// The rights, in the order in which a FEN writes them.
    pub rights: Vec<Right>,
    /// The rows, those of one right together. A move names a row by its index, so there are at most 128.
    pub rows: Vec<CastlingRow>,
    /// For each square, the rights that are lost when the piece on it moves or is captured.
    pub lost: [Rights; 128],
}

/// How a castling is to be turned into rows.
#[derive(Clone, Copy)]
pub(crate) struct CastlingConditions {
    pub(crate) safe: SafeSquares,
    pub(crate) in_check: bool,
    pub(crate) letter: char,
    pub(crate) long: bool,
}

/// What free castling leaves to the player.
#[derive(Clone, Copy)]
pub(crate) struct FreeChoice {
    crossing: bool,
    beside: bool,
    shortest: u8,
    longest: u8,
}

impl FreeChoice {
    pub(crate) fn of(castling: &CastlingSpec) -> FreeChoice {
        let &CastlingSpec { crossing, beside, shortest, longest, .. } = castling;
        FreeChoice { crossing, beside, shortest, longest: longest.unwrap_or(MAX_FILES) }
    }

    /// How far king and partner end from the king's start. The partner ends on the king's former side of the king; if they
    /// need not cross, on any other square than the king.
    pub(crate) fn steps(self, distance: i32) -> impl Iterator<Item = (i32, i32)> {
        let FreeChoice { crossing, beside, shortest, longest } = self;
        (i32::from(shortest)..=distance.min(i32::from(longest))).flat_map(move |far| {
            let nears = match (beside, crossing) {
                (true, _) => far - 1..far,
                (false, true) => 0..far,
                (false, false) => 0..distance,
            };
            nears.filter(move |&near| near != far).map(move |near| (far, near))
        })
    }
}

impl SideCastling {
    pub(crate) fn new(color: Color, king: Square) -> SideCastling {
        SideCastling { color, king, rights: Vec::new(), rows: Vec::new(), lost: [Rights::NONE; 128] }
    }

    /// All rights of the side.
    pub fn all_rights(&self) -> Rights {
        self.rights.iter().fold(Rights::NONE, |all, right| all | right.set)
    }

    /// Those of the rights that are in a set, in the order in which a FEN writes them.
    pub fn held(&self, rights: Rights) -> impl Iterator<Item = &Right> {
        self.rights.iter().filter(move |right| rights.contains(right))
    }

    /// The right whose partner starts on `square`.
    pub fn right_of_partner(&self, square: Square) -> Option<&Right> {
        self.rights.iter().find(|right| right.partner.is_some_and(|partner| partner.square == square))
    }

    /// The right to leap, in a variant that has it.
    pub fn right_to_leap(&self) -> Option<&Right> {
        self.rights.iter().find(|right| right.partner.is_none())
    }

    /// The rows of one right.
    #[inline(always)]
    pub fn rows_of(&self, right: &Right) -> &[CastlingRow] {
        &self.rows[usize::from(right.first_row)..][..usize::from(right.row_count)]
    }

    /// Adds a right and its rows. Callers keep to eight rights and 128 rows.
    fn add(&mut self, letter: char, partner: Option<Partner>, rows: Vec<CastlingRow>) {
        let set = Rights::nth(self.rights.len());
        let empty = rows.iter().fold(Bitboard::ALL, |common, row| common & row.empty);
        self.lost[self.king.index()] |= set;
        if let Some(partner) = partner {
            self.lost[partner.square.index()] |= set;
        }
        let first_row = self.rows.len() as u8;
        let row_count = rows.len() as u8;
        self.rights.push(Right { set, letter, partner, empty, first_row, row_count });
        self.rows.extend(rows.into_iter().map(|row| CastlingRow { right: set, ..row }));
    }

    /// A castling with a fixed target for king and partner.
    pub(crate) fn add_fixed(
        &mut self,
        right_letter: char,
        king_to: Square,
        partner: PartnerMove,
        conditions: CastlingConditions,
    ) {
        let row = row(self.king, king_to, partner, conditions, false);
        self.add(right_letter, Some(Partner { square: partner.from, role: partner.role }), vec![row]);
    }

    /// Free castling: the king goes any way up to the partner's own square, the partner to any square from the king's start
    /// square on, within what the choice allows (RULES.md §3).
    pub(crate) fn add_free(
        &mut self,
        right_letter: char,
        partner_from: Square,
        role: Role,
        conditions: CastlingConditions,
        choice: FreeChoice,
    ) {
        let king = self.king.index() as i32;
        let step = (partner_from.index() as i32 - king).signum();
        let distance = (partner_from.index() as i32 - king).abs();
        let rows = choice.steps(distance).map(|(far, near)| {
            let king_to = Square::wrapping((king + step * far) as u32);
            let partner_to = Square::wrapping((king + step * near) as u32);
            row(self.king, king_to, PartnerMove { from: partner_from, to: partner_to, role }, conditions, true)
        });
        let rows = rows.collect();
        self.add(right_letter, Some(Partner { square: partner_from, role }), rows);
    }

    /// King's leaps to the given squares: each must be empty itself, unless it may be captured on; what is jumped over need
    /// be only where the rule says so.
    pub(crate) fn add_leaps(&mut self, targets: &[Square], leap: &KingLeapSpec) {
        let rows = targets
            .iter()
            .map(|&to| CastlingRow {
                right: Rights::NONE,
                king_from: self.king,
                king_to: to,
                partner: None,
                empty: if leap.over_pieces { Bitboard::EMPTY } else { between(self.king, to) }
                    | if leap.captures { Bitboard::EMPTY } else { Bitboard::of(to) },
                captures: leap.captures,
                safe: between(self.king, to),
                in_check: leap.in_check,
                letter: 'L',
                long: false,
                free: false,
            })
            .collect();
        self.add('L', None, rows);
    }
}

/// The squares from `a` to `b` on one rank, both included.
fn path(a: Square, b: Square) -> Bitboard {
    between(a, b).with(a).with(b)
}

fn row(king: Square, king_to: Square, partner: PartnerMove, conditions: CastlingConditions, free: bool) -> CastlingRow {
    let PartnerMove { from, to, .. } = partner;
    let empty = (path(king, king_to) | path(from, to) | between(king, from)).without(king).without(from);
    let safe = match conditions.safe {
        SafeSquares::KingPath => path(king, king_to),
        SafeSquares::KingToPartner => path(king, king_to) | path(king, from),
        SafeSquares::KingCrossing => between(king, king_to),
    };
    // Out of check the king's own square is attacked; that is allowed then, or `in_check` would mean nothing.
    let safe = if conditions.in_check { safe.without(king) } else { safe };
    CastlingRow {
        right: Rights::NONE,
        king_from: king,
        king_to,
        partner: Some(partner),
        empty,
        captures: false,
        safe,
        in_check: conditions.in_check,
        letter: conditions.letter,
        long: conditions.long,
        free,
    }
}
