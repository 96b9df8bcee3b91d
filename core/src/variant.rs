//! A validated variant, compiled into tables for the move generator.

mod castlings;
mod compile;
mod faults;
mod limits;
mod long_steps;
pub mod pawn_moves;
mod pawn_ways;
mod pawns;
mod pieces;
mod placed;
mod rules;
mod start;
mod values;
mod warning;
mod warnings;
mod zones;

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

pub use self::faults::{VariantFault, VariantFaults};
pub use self::long_steps::LongStep;
pub use self::pawn_moves::PawnMove;
pub use self::pieces::{LeapClass, MAX_LEAP_CLASSES, Pieces, RoleInfo, SpecialLeap, SpecialLeaps, movement};
pub use self::rules::{DrawRules, Rules};
pub use self::warning::VariantWarning;

/// A variant: a set of rules, validated and compiled, with the texts of its description.
///
/// It is a handle of two pointers: cheap to copy, and shared freely between threads. The tables behind it are made once and
/// stay in memory until the program ends. Compiling the same rules again returns the same tables. A program that reads many
/// users' files pays once for each set of rules: 16 to 29 KiB, 140 KiB for a variant with random arrays, up to 600 KiB if
/// pieces hop. Ten thousand variants of users take some 200 MiB.
///
/// Two variants are equal if their rules are equal: the board, the letters and movements of the pieces in their order, the
/// start position, castlings, pawns and draws. Ids, names, explanations and the spelling of a rule do not matter.
///
/// ```
/// use campione_core::{Variant, VariantSpec};
/// let gothic = Variant::named("gothic")?;
/// let spec = VariantSpec { id: "my-gothic".to_owned(), name: "The chess that I play".to_owned(), ..gothic.spec().clone() };
/// let mine = Variant::compile(spec).unwrap();
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

/// All rules compiled so far, each with its descriptions.
static KNOWN: LazyLock<Mutex<HashMap<&'static Rules, Vec<&'static VariantSpec>>>> = LazyLock::new(Mutex::default);

impl Variant {
    /// The handle of these rules and texts. New ones are kept until the program ends.
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

    /// The ids of the built-in variants, without the guests.
    ///
    /// ```
    /// use campione_core::Variant;
    /// assert!(Variant::ids().any(|id| id == "archchess"));
    /// assert!(Variant::guest_ids().any(|id| id == "shatranj"));
    /// assert!(Variant::all_ids().eq(Variant::ids().chain(Variant::guest_ids())));
    /// assert!(Variant::all_ids().all(|id| Variant::named(id).is_ok()));
    /// ```
    pub fn ids() -> impl Iterator<Item = &'static str> {
        VariantSpec::ids()
    }

    /// The ids of the guests: well-known variants of other boards and programs, built in from files like a user's.
    pub fn guest_ids() -> impl Iterator<Item = &'static str> {
        VariantSpec::guest_ids()
    }

    /// The ids of all built-in variants, the guests last.
    pub fn all_ids() -> impl Iterator<Item = &'static str> {
        VariantSpec::all_ids()
    }

    /// A built-in variant. It is compiled on the first call.
    ///
    /// # Errors
    /// [`UnknownVariant`], with the ids that are similar.
    ///
    /// # Panics
    /// Never: a test compiles every built-in file.
    ///
    /// ```
    /// use campione_core::Variant;
    /// let herb_garden = Variant::named("herb-garden")?;
    /// assert_eq!((herb_garden.id(), herb_garden.files(), herb_garden.ranks()), ("herb-garden", 12, 7));
    /// let error = Variant::named("carera").unwrap_err();
    /// assert!(error.to_string().contains("did you mean carrera"));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
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

    /// Whether it has the rules of the built-in variant with its id. A user's file may use the same id for other rules.
    ///
    /// ```
    /// use campione_core::{Variant, VariantSpec};
    /// assert!(Variant::named("gothic")?.is_built_in());
    /// let mut spec = VariantSpec::built_in("gothic")?;
    /// spec.pawn.en_passant = false;
    /// let other = Variant::compile(spec)?;
    /// assert!(other.id() == "gothic" && !other.is_built_in());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_built_in(self) -> bool {
        Variant::named(self.id()) == Ok(self)
    }

    /// The description from which it was compiled.
    ///
    /// ```
    /// use campione_core::Variant;
    /// let spec = Variant::named("archchess")?.spec();
    /// assert_eq!((spec.name.as_str(), spec.board.array.as_str()), ("Archchess", "rnbckqdbnr"));
    /// assert_eq!(spec.piece["C"].moves, "NAD");
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn spec(self) -> &'static VariantSpec {
        self.spec
    }

    /// Its compiled rules, all of them: for code that must decide about each rule.
    ///
    /// ```
    /// use campione_core::{Rules, Variant};
    /// let archchess = Variant::named("archchess")?;
    /// let Rules { ranks, pieces, en_passant, .. } = archchess.rules();
    /// assert_eq!((*ranks, pieces.roles.as_slice(), *en_passant), (10, archchess.roles(), archchess.en_passant()));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn rules(self) -> &'static Rules {
        self.rules
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
    ///
    /// ```
    /// use campione_core::{Bitboard, Variant};
    /// let archchess = Variant::named("archchess")?;
    /// assert_eq!(archchess.board(), Bitboard::board(10, 10));
    /// assert!(!archchess.board().contains("k1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn board(self) -> Bitboard {
        self.rules.board
    }

    /// The roles of the variant, king and pawn first. A [`Role`] is an index into them.
    #[inline(always)]
    pub fn roles(self) -> &'static [RoleInfo] {
        &self.rules.pieces.roles
    }

    /// The roles of the variant, king and pawn first.
    ///
    /// ```
    /// use campione_core::{Role, Variant};
    /// let carrera = Variant::named("carrera")?;
    /// let names: Vec<_> = carrera.all_roles().map(|role| carrera.role_name(role)).collect();
    /// assert_eq!(names, ["king", "pawn", "queen", "champion", "centaur", "rook", "bishop", "knight"]);
    /// assert_eq!(carrera.piece_spec(carrera.role_by_letter('A').unwrap()).unwrap().moves, "BN");
    /// assert_eq!(carrera.piece_spec(Role::PAWN), None);
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn all_roles(self) -> impl DoubleEndedIterator<Item = Role> + Clone {
        (0..self.rules.pieces.roles.len()).filter_map(Role::from_index)
    }

    /// The description of a role. `None` for the pawn, which [`VariantSpec::pawn`] describes.
    pub fn piece_spec(self, role: Role) -> Option<&'static PieceSpec> {
        self.spec.piece_spec(role)
    }

    /// How the pieces of a role move, and its letter.
    ///
    /// # Panics
    /// If the variant does not have this role.
    ///
    /// The decurion steps diagonally, so it never leaves the color of its square:
    ///
    /// ```
    /// use campione_core::Variant;
    /// let archchess = Variant::named("archchess")?;
    /// let decurion = archchess.role_by_letter('D').unwrap();
    /// let info = archchess.role(decurion);
    /// assert!(info.colorbound && !info.diagonal);
    /// assert_eq!(info.start_count, [1, 1]);
    /// assert_eq!(&archchess.roles()[decurion.index()], info);
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn role(self, role: Role) -> &'static RoleInfo {
        &self.rules.pieces.roles[role.index()]
    }

    /// The role with that upper-case letter.
    ///
    /// ```
    /// use campione_core::{Color, Piece, Variant};
    /// let (carrera, herb_garden) = (Variant::named("carrera")?, Variant::named("herb-garden")?);
    /// let champion = carrera.role_by_letter('C').unwrap();
    /// assert_eq!(carrera.role_name(champion), "champion");
    /// assert_eq!(carrera.piece_letter(Piece { color: Color::Black, role: champion }), 'c');
    /// assert_eq!(herb_garden.role_by_letter('C'), None); // There it is H.
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn role_by_letter(self, letter: char) -> Option<Role> {
        self.rules.alphabet.role(letter)
    }

    /// The name of a role: `champion`, `centaur` and so on; empty if the variant does not have this role.
    pub fn role_name(self, role: Role) -> &'static str {
        self.spec.role_name(role)
    }

    /// The letter of a piece, lower case for Black.
    pub fn piece_letter(self, piece: Piece) -> char {
        self.rules.alphabet.letter(piece)
    }

    /// The letters of all pieces.
    ///
    /// ```
    /// use campione_core::Variant;
    /// assert_eq!(Variant::named("archchess")?.letters(), "KPQCDRBN");
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn letters(self) -> String {
        self.rules.alphabet.letters().iter().collect()
    }

    /// The squares to which a king on `square` steps.
    ///
    /// ```
    /// use campione_core::Variant;
    /// let archchess = Variant::named("archchess")?;
    /// assert_eq!(archchess.king_steps("e1".parse()?).count(), 5);
    /// assert_eq!(archchess.king_steps("j10".parse()?).count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn king_steps(self, square: Square) -> Bitboard {
        self.rules.pieces.king_steps[square.index()]
    }

    /// Whether the king moves as in orthodox chess: one step in any direction.
    ///
    /// ```
    /// use campione_core::Variant;
    /// assert!(Variant::named("archchess")?.king_is_orthodox());
    /// assert!(!Variant::named("knightmate")?.king_is_orthodox());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn king_is_orthodox(self) -> bool {
        self.rules.pieces.orthodox_king
    }

    /// The different sets of leaps that pieces of the variant have; at most [`MAX_LEAP_CLASSES`].
    ///
    /// The centurion leaps two squares in any direction or as a knight:
    ///
    /// ```
    /// use campione_core::{Square, Variant};
    /// let archchess = Variant::named("archchess")?;
    /// let centurion = archchess.role(archchess.role_by_letter('C').unwrap());
    /// let class = &archchess.leap_classes()[usize::from(centurion.leap_class.unwrap())];
    /// let e5: Square = "e5".parse()?;
    /// assert_eq!(class.leaps[e5.index()].count(), 16);
    /// assert!(class.leaps[e5.index()].contains("g7".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn leap_classes(self) -> &'static [LeapClass] {
        &self.rules.pieces.leap_classes
    }

    /// Whether the moves of a leaper depend on its role, and not only on its movement bitboard.
    #[inline(always)]
    pub fn has_mixed_leapers(self) -> bool {
        self.leap_classes().last().is_some_and(|class| class.is_mixed)
    }

    /// Whether pieces hop over others. Then a hopper may give check because another piece stands between it and the king.
    ///
    /// The cannons of Shako hop to capture:
    ///
    /// ```
    /// use campione_core::Variant;
    /// let shako = Variant::named("shako")?;
    /// assert!(shako.has_hoppers() && shako.has_rare_turns());
    /// let carrera = Variant::named("carrera")?;
    /// assert!(!carrera.has_hoppers() && !carrera.has_mixed_leapers() && !carrera.has_rare_turns());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn has_hoppers(self) -> bool {
        self.leap_classes().iter().any(|class| class.hops)
    }

    /// Whether a side with a bare king has lost (RULES.md, "Bare king").
    ///
    /// ```
    /// use campione_core::Variant;
    /// assert!(Variant::named("shatranj")?.bare_king_loses());
    /// assert!(!Variant::named("courier-spiel")?.bare_king_loses());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn bare_king_loses(self) -> bool {
        self.rules.draws.bare_king
    }

    /// Whether the variant has rare rules that the generator handles apart: pawns that wait for their promotion, a bare king
    /// that loses, Berolina pawns, steps of more than two squares or hopping pieces.
    #[inline(always)]
    pub fn has_rare_turns(self) -> bool {
        self.rules.rare_turns
    }

    /// Whether a check ends the castling rights of the side in check (RULES.md §4).
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
    ///
    /// ```
    /// use campione_core::Variant;
    /// let herb_garden = Variant::named("herb-garden")?;
    /// assert!(herb_garden.rights_by_file() && herb_garden.rights_lost_by_check());
    /// let crc = Variant::named("crc")?;
    /// assert!(!crc.rights_by_file() && !crc.rights_lost_by_check() && !crc.king_takes_rook());
    /// assert!(Variant::named("chess960")?.king_takes_rook());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn rights_by_file(self) -> bool {
        self.rules.notation.rights_by_file
    }

    /// Whether a castling is written in coordinates as the king taking its own rook.
    pub fn king_takes_rook(self) -> bool {
        self.rules.notation.king_takes_rook
    }

    /// The start position.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// let start = Variant::named("gothic")?.start();
    /// assert_eq!((start.turn, start.fullmove_number), (Color::White, 1));
    /// assert_eq!((start.board.occupied().count(), start.rights.len()), (40, 4));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn start(self) -> &'static Setup {
        &self.rules.start
    }

    /// The start position with the array of that number, in a variant that numbers its arrays.
    ///
    /// # Errors
    /// `None` in a variant without numbers; [`ArrayNumberError`] for a number out of range.
    ///
    /// Number 25933 is the array of Gothic Chess:
    ///
    /// ```
    /// use campione_core::Variant;
    /// let (crc, gothic) = (Variant::named("crc")?, Variant::named("gothic")?);
    /// assert!(crc.has_random_arrays() && !gothic.has_random_arrays());
    /// assert_eq!(crc.numbering().unwrap().count(), 48_000);
    /// assert_eq!(crc.numbered_start(25_933).unwrap()?.board, gothic.start().board);
    /// assert!(crc.numbered_start(48_001).unwrap().is_err());
    /// assert_eq!(gothic.numbered_start(1), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn numbered_start(self, number: u32) -> Option<Result<Setup, ArrayNumberError>> {
        let numbering = self.rules.numbering?;
        Some(numbering.array(number).map(|array| self.start_with(&array)))
    }

    /// The castlings and leaps of `color` for a king that started on `king` and partners that started on `partners`; `None` if
    /// there are none for these squares.
    ///
    /// A variant with one array has one table for each side. A variant with random arrays has one for each pair of rook files
    /// around each king file; then a partner that is not given may be any.
    ///
    /// ```
    /// use campione_core::{Color, Variant};
    /// let gothic = Variant::named("gothic")?;
    /// let (king, rook) = ("f1".parse()?, "j1".parse()?);
    /// let side = gothic.castling(Color::White, king, &[rook]).unwrap();
    /// assert_eq!(side, gothic.default_castling(Color::White));
    /// let row = &side.rows_of(side.right_of_partner(rook).unwrap())[0];
    /// assert_eq!((row.king_to, row.letter, row.long), ("i1".parse()?, 'O', false));
    /// assert_eq!(gothic.castling(Color::White, "e1".parse()?, &[rook]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn castling(self, color: Color, king: Square, partners: &[Square]) -> Option<&'static SideCastling> {
        self.rules.castlings.find(color, king, partners)
    }

    /// The castlings and leaps of the default array.
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
    ///
    /// ```
    /// use campione_core::Variant;
    /// let draws = Variant::named("carrera")?.draws();
    /// assert_eq!((draws.repetition, draws.moves, draws.plies()), (Some(3), Some(50), Some(100)));
    /// assert!(draws.draws_at(100) && !draws.draws_at(99));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[inline(always)]
    pub fn draws(self) -> &'static DrawRules {
        &self.rules.draws
    }

    /// Reads a placement, the first field of a FEN (NOTATION.md, "Placement"): ranks from the top down, separated by `/`. A run
    /// of digits is one number of empty squares. If that number does not fit in the rank, its digits are read one by one.
    ///
    /// # Errors
    /// Every fault, at most one for each rank. A placement for a board of another size is one fault.
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
    ///
    /// ```
    /// use campione_core::Variant;
    /// let herb_garden = Variant::named("herb-garden")?;
    /// let board = herb_garden.read_placement("r11/12/12/10H1/12/12/K10k").unwrap();
    /// assert_eq!(herb_garden.placement(&board), "r11/12/12/10H1/12/12/K10k");
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn placement(self, board: &Board) -> String {
        let mut text = String::with_capacity(96);
        self.write_placement(&mut text, board.occupied(), |square| board.piece_at(square));
        text
    }

    /// Appends the first field of a FEN for the squares of `occupied`; `piece_at` returns the piece on each.
    ///
    /// ```
    /// use campione_core::Variant;
    /// let gothic = Variant::named("gothic")?;
    /// let board = &gothic.start().board;
    /// let mut text = "position fen ".to_owned();
    /// gothic.write_placement(&mut text, board.occupied(), |square| board.piece_at(square));
    /// assert!(text.starts_with("position fen rnbqckabnr/pppppppppp/10/"));
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn write_placement(self, text: &mut String, occupied: Bitboard, piece_at: impl Fn(Square) -> Option<Piece>) {
        self.rules.alphabet.write(text, occupied, piece_at);
    }
}

impl PartialEq for Variant {
    /// Equal rules; the texts do not matter.
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

/// How many tables of castlings a side has: for tests.
pub fn castling_tables(variant: Variant, color: Color) -> usize {
    variant.rules.castlings.count(color)
}
