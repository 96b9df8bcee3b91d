//! A checked variant, compiled into the tables that the move generator walks.

mod castlings;
mod compile;
mod faults;
mod long_steps;
mod pieces;
mod rules;
mod start;
mod warnings;
mod words;

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::SideCastling;
use crate::color::Color;
use crate::crc::{ArrayNumberError, ArrayNumbering};
use crate::placement::PlacementError;
use crate::role::{Piece, Role};
use crate::setup::Setup;
use crate::spec::{PieceSpec, UnknownVariant, VariantSpec};
use crate::square::Square;

pub(crate) use self::faults::write_lines;
pub use self::faults::{VariantFault, VariantFaults};
pub use self::long_steps::LongStep;
pub use self::pieces::{LeapClass, MAX_LEAP_CLASSES, RoleInfo, SpecialLeap, SpecialLeaps, component};
pub use self::rules::DrawRules;
pub use self::warnings::VariantWarning;

use self::rules::Rules;

/// A variant: the rules of a game, checked and compiled, with the words of its description.
///
/// It is a handle of two pointers, copied at no cost, and shared freely between threads. What it points to is made once and
/// stays for the rest of the program: the same rules, compiled again, are the same tables, and the same description the same
/// words. A program that reads many users' files pays for each set of rules once: 12 to 25 KiB, 140 KiB for a
/// variant with random arrays, up to 600 KiB where pieces hop. Ten thousand games of users are some 200 MiB.
///
/// Two variants are equal if their rules are: board, letters and movements of the pieces in their order, start position,
/// castlings, pawns, draws. Ids, names and explanations do not matter, nor how a file says a rule.
///
/// ```
/// use campione_core::{Variant, VariantSpec};
/// let gothic = Variant::named("gothic")?;
/// let file = "extends = \"gothic\"\nid = \"my-gothic\"\nname = \"The chess that I play\"\n";
/// let mine = Variant::from_toml(file, "game").unwrap();
/// assert_eq!(mine, gothic);
/// assert_eq!((mine.id(), gothic.id()), ("my-gothic", "gothic"));
/// assert_ne!(mine, Variant::named("capablanca")?);
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
#[derive(Clone, Copy)]
pub struct Variant {
    rules: &'static Rules,
    spec: &'static VariantSpec,
}

/// All rules that have been compiled, with the descriptions that they have.
static KNOWN: LazyLock<Mutex<HashMap<&'static Rules, Vec<&'static VariantSpec>>>> = LazyLock::new(Mutex::default);

impl Variant {
    /// The handle of these rules and words; new ones are kept for ever.
    fn intern(rules: Rules, spec: VariantSpec) -> Variant {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let rules = match known.get_key_value(&rules) {
            Some((&known, _)) => known,
            None => Box::leak(Box::new(rules)),
        };
        let specs = known.entry(rules).or_default();
        let spec = specs.iter().copied().find(|known| **known == spec).unwrap_or_else(|| {
            let spec = &*Box::leak(Box::new(spec));
            specs.push(spec);
            spec
        });
        Variant { rules, spec }
    }

    /// The ids of the built-in games but for the guests.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        VariantSpec::ids()
    }

    /// The ids of the guests: games that people know from elsewhere, built in as a user's file would describe them.
    pub fn guest_ids() -> impl Iterator<Item = &'static str> {
        VariantSpec::guest_ids()
    }

    /// The ids of all built-in games, the guests last.
    pub fn all_ids() -> impl Iterator<Item = &'static str> {
        VariantSpec::all_ids()
    }

    /// A built-in variant; compiled when it is first asked for.
    ///
    /// # Errors
    /// [`UnknownVariant`], with the ids that look like it.
    ///
    /// # Panics
    /// Never: that every built-in file compiles is tested.
    pub fn named(id: &str) -> Result<Variant, UnknownVariant> {
        static NAMED: [OnceLock<Variant>; VariantSpec::BUILT_IN] = [const { OnceLock::new() }; VariantSpec::BUILT_IN];
        let compile = || {
            let spec = VariantSpec::built_in(id)?;
            Ok(Variant::compile(spec).unwrap_or_else(|faults| unreachable!("{id}: {faults}")))
        };
        let Some(cell) = VariantSpec::all_ids().position(|known| known == id).and_then(|index| NAMED.get(index)) else {
            return compile();
        };
        match cell.get() {
            Some(&variant) => Ok(variant),
            None => compile().map(|variant| *cell.get_or_init(|| variant)),
        }
    }

    /// Whether it has the rules of the built-in variant of its id: a user's file may take an id for other rules.
    pub fn is_built_in(self) -> bool {
        Variant::named(self.id()) == Ok(self)
    }

    /// The description from which it was compiled.
    pub fn spec(self) -> &'static VariantSpec {
        self.spec
    }

    /// The id by which commands name it.
    pub fn id(self) -> &'static str {
        &self.spec.id
    }

    /// Files of the board.
    pub fn files(self) -> u8 {
        self.rules.files
    }

    /// Ranks of the board.
    pub fn ranks(self) -> u8 {
        self.rules.ranks
    }

    /// The squares of the board.
    #[inline(always)]
    pub fn board(self) -> Bitboard {
        self.rules.board
    }

    /// The men of the game, king and pawn first; a [`Role`] is an index into them.
    #[inline(always)]
    pub fn roles(self) -> &'static [RoleInfo] {
        &self.rules.pieces.roles
    }

    /// The roles of the variant, king and pawn first.
    pub fn all_roles(self) -> impl DoubleEndedIterator<Item = Role> + Clone {
        (0..self.rules.pieces.roles.len()).filter_map(Role::from_index)
    }

    /// What the description says of a role; `None` for the pawn, which has a part of its own there.
    pub fn piece_spec(self, role: Role) -> Option<&'static PieceSpec> {
        self.spec.piece_spec(role)
    }

    /// The description of a role of this game.
    ///
    /// # Panics
    /// If the role is not of this game.
    #[inline(always)]
    pub fn role(self, role: Role) -> &'static RoleInfo {
        &self.rules.pieces.roles[role.index()]
    }

    /// The role with that upper-case letter.
    pub fn role_by_letter(self, letter: char) -> Option<Role> {
        self.rules.alphabet.role(letter)
    }

    /// The name of a role: `champion`, `centaur` and so on; empty if the role is not of this variant.
    pub fn role_name(self, role: Role) -> &'static str {
        self.spec.role_name(role)
    }

    /// The letter of a man, lower case for Black.
    pub fn piece_letter(self, piece: Piece) -> char {
        self.rules.alphabet.letter(piece)
    }

    /// The letters of all men.
    pub fn letters(self) -> String {
        self.rules.alphabet.letters().iter().collect()
    }

    /// The squares to which a king on `square` steps.
    #[inline(always)]
    pub fn king_steps(self, square: Square) -> Bitboard {
        self.rules.pieces.king_steps[square.index()]
    }

    /// The sets of leaps of the game's men; at most [`MAX_LEAP_CLASSES`].
    #[inline(always)]
    pub fn leap_classes(self) -> &'static [LeapClass] {
        &self.rules.pieces.leap_classes
    }

    /// Whether what a leaper does depends on its role, not only on the component board on which it stands.
    #[inline(always)]
    pub fn has_mixed_leapers(self) -> bool {
        self.leap_classes().last().is_some_and(|class| class.is_mixed)
    }

    /// From where pawns of `color` may move two squares.
    #[inline(always)]
    pub fn double_step_from(self, color: Color) -> Bitboard {
        self.rules.double_step_from[color.index()]
    }

    /// The first steps of more than two squares, in a game that has such.
    pub fn long_steps(self) -> &'static [LongStep] {
        &self.rules.long_steps
    }

    /// Whether pawns may move more than two squares at once.
    #[inline(always)]
    pub fn has_long_steps(self) -> bool {
        !self.rules.long_steps.is_empty()
    }

    /// Whether pins do not tell which moves are legal, so that they are tried: where men hop over others, or pawns make
    /// steps of more than two squares.
    #[inline(always)]
    pub fn tries_moves(self) -> bool {
        self.has_hoppers() || !self.rules.long_steps.is_empty()
    }

    /// Whether men hop over others: then a man between a king and a hopper may give check by standing there.
    #[inline(always)]
    pub fn has_hoppers(self) -> bool {
        self.leap_classes().iter().any(|class| class.hops)
    }

    /// Whether the double step is barred in check beside an enemy pawn (RULES.md §1).
    #[inline(always)]
    pub fn double_step_barred(self) -> bool {
        self.rules.double_step_barred
    }

    /// Whether an enemy pawn that is pinned bars the double step too (RULES.md §1).
    #[inline(always)]
    pub fn pinned_pawn_bars(self) -> bool {
        self.rules.pinned_pawn_bars
    }

    /// Whether pawns capture en passant.
    #[inline(always)]
    pub fn en_passant(self) -> bool {
        self.rules.en_passant
    }

    /// The rank on which pawns of `color` end.
    #[inline(always)]
    pub fn last_rank(self, color: Color) -> Bitboard {
        self.rules.last_rank[color.index()]
    }

    /// The ranks on which pawns of `color` promote, the last one included; none where they do not promote.
    #[inline(always)]
    pub fn promotion_zone(self, color: Color) -> Bitboard {
        self.rules.promotion_zone[color.index()]
    }

    /// Whether a pawn that arrives in the promotion zone becomes at once what its owner likes of
    /// [`promotions`](Self::promotions): no waiting, no choice to stay a pawn, no stock, and not nothing.
    #[inline(always)]
    pub fn promotes_freely(self) -> bool {
        self.rules.promotes_freely
    }

    /// The ranks on which pawns of `color` promote as they arrive; none where they wait.
    #[inline(always)]
    pub fn arrival_zone(self, color: Color) -> Bitboard {
        self.rules.arrival_zone[color.index()]
    }

    /// Whether a pawn may only become a man of which its owner has fewer than its [`limit`](Self::limit).
    #[inline(always)]
    pub fn promotes_from_stock(self) -> bool {
        self.rules.promotes_from_stock
    }

    /// Whether a pawn may enter the promotion zone before its last rank and stay a pawn.
    #[inline(always)]
    pub fn promotion_is_optional(self) -> bool {
        self.rules.promotion_is_optional
    }

    /// How many men of a role `color` may have and no pawn become one more: as many as at the start, or what the file says.
    /// Means something only in games where [pawns promote from stock](Self::promotes_from_stock).
    #[inline(always)]
    pub fn limit(self, color: Color, role: Role) -> u8 {
        self.rules.limits[color.index()][role.index()]
    }

    /// What a pawn may become.
    #[inline(always)]
    pub fn promotions(self) -> &'static [Role] {
        &self.rules.pieces.promotions
    }

    /// For a game in which promotion waits, the wait of a pawn that arrives (RULES.md §6).
    #[inline(always)]
    pub fn promotion_wait(self) -> Option<u8> {
        self.rules.promotion_wait
    }

    /// Whether a side that has nothing but its king has lost (RULES.md, "Bare king").
    #[inline(always)]
    pub fn bare_king_loses(self) -> bool {
        self.rules.draws.bare_king
    }

    /// Whether a turn may be other than a move, because pawns wait for their promotion or a bare king has lost, or moves are
    /// [tried](Self::tries_moves).
    #[inline(always)]
    pub fn has_rare_turns(self) -> bool {
        self.rules.rare_turns
    }

    /// Whether a side that is put in check loses its castling rights (RULES.md §4).
    #[inline(always)]
    pub fn rights_lost_by_check(self) -> bool {
        self.rules.castlings.lost_by_check
    }

    /// Whether king and rooks may start on other squares than the default array's.
    pub fn has_random_arrays(self) -> bool {
        self.rules.numbering.is_some()
    }

    /// The scheme that numbers the start arrays, in a variant that has one.
    pub fn numbering(self) -> Option<ArrayNumbering> {
        self.rules.numbering
    }

    /// Whether the castling field of a FEN has the partners' file letters instead of K and Q (NOTATION.md, "Castling field").
    pub fn rights_by_file(self) -> bool {
        self.rules.notation.rights_by_file
    }

    /// Whether a castling is written in coordinates as the king taking its own rook.
    pub fn king_takes_rook(self) -> bool {
        self.rules.notation.king_takes_rook
    }

    /// The start position.
    pub fn start(self) -> &'static Setup {
        &self.rules.start
    }

    /// The start position with the array of that number, in a game that numbers its arrays.
    ///
    /// # Errors
    /// `None` in a game without numbers, [`ArrayNumberError`] for a number out of range.
    pub fn numbered_start(self, number: u32) -> Option<Result<Setup, ArrayNumberError>> {
        let numbering = self.rules.numbering?;
        Some(numbering.array(number).map(|array| self.start_with(&array)))
    }

    /// The manoeuvres of `color` when the king started on `king` and partners on `partners`, if they can have.
    ///
    /// In a game with one array there is one table a side; with random arrays one for every pair of rook files around
    /// a king file, and a partner that is not given may be any.
    pub fn castling(self, color: Color, king: Square, partners: &[Square]) -> Option<&'static SideCastling> {
        self.rules.castlings.find(color, king, partners)
    }

    /// The manoeuvres of the default array.
    pub fn default_castling(self, color: Color) -> &'static SideCastling {
        self.rules.castlings.default_of(color)
    }

    /// The start position with an array.
    fn start_with(self, array: &str) -> Setup {
        let Rules { alphabet, castlings, home, .. } = self.rules;
        let board = home.board(array, alphabet);
        Setup { rights: castlings.rights_at_start(&board), board, ..Setup::empty() }
    }

    /// How games end without checkmate.
    #[inline(always)]
    pub fn draws(self) -> &'static DrawRules {
        &self.rules.draws
    }

    /// Reads a placement, the first field of a FEN (NOTATION.md, "Placement"): ranks from the top down, separated by `/`; a run
    /// of digits is one number of empty squares, and is read digit by digit where its value does not fit the rest of the rank.
    ///
    /// # Errors
    /// Every fault, one for each bad rank at most; the placement of another board is one fault.
    ///
    /// ```
    /// use campione_core::Variant;
    /// let gothic = Variant::named("gothic")?;
    /// let text = "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR";
    /// assert_eq!(gothic.read_placement(text).as_ref(), Ok(&gothic.start().board));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn read_placement(self, text: &str) -> Result<Board, Vec<PlacementError>> {
        self.rules.alphabet.read(text, self.id())
    }

    /// The first field of a FEN: runs of empty squares in decimal, `/` between ranks, lower case for Black.
    pub fn placement(self, board: &Board) -> String {
        let mut text = String::with_capacity(96);
        self.write_placement(&mut text, board.occupied(), |square| board.piece_at(square));
        text
    }

    /// Appends the first field of a FEN for the pieces on `occupied`, which `piece_at` knows.
    pub fn write_placement(self, text: &mut String, occupied: Bitboard, piece_at: impl Fn(Square) -> Option<Piece>) {
        self.rules.alphabet.write(text, occupied, piece_at);
    }
}

impl PartialEq for Variant {
    /// Equal rules, whatever the words.
    fn eq(&self, other: &Variant) -> bool {
        std::ptr::eq(self.rules, other.rules)
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.rules, state);
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Variant").field(&self.id()).finish()
    }
}

#[cfg(test)]
mod tests;
