//! A checked game, compiled into the tables that the move generator walks.

mod castlings;
mod faults;
mod long_steps;
mod men;
mod warnings;
mod words;

use crate::bitboard::{Bitboard, relative_ranks};
use crate::board::Board;
use crate::castling::SideCastling;
use crate::color::Color;
use crate::crc::ArrayNumberError;
use crate::geometry::between;
use crate::role::{Piece, Role};
use crate::setup::{RightName, Setup};
use crate::spec::{BlackArray, MAX_ID, UnknownVariant, VariantSpec};
use crate::square::{MAX_FILES, MAX_RANKS, Square};

pub(crate) use self::faults::write_lines;
pub use self::faults::{VariantFault, VariantFaults};
pub use self::long_steps::LongStep;
pub use self::men::{LeapClass, MAX_LEAP_CLASSES, RoleInfo, SpecialLeap, SpecialLeaps, component};

pub use self::warnings::VariantWarning;

use self::men::Men;
use self::words::check_words;

/// What a character means in a placement.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlacementSymbol {
    /// The man that it is, if it is one.
    pub(crate) piece: Option<Piece>,
    /// The squares that it fills; 0 if it has no place there.
    pub(crate) files: u8,
}

/// A checked game.
#[derive(Clone, Debug)]
pub struct Variant {
    spec: VariantSpec,
    board: Bitboard,
    roles: Vec<RoleInfo>,
    /// What each ASCII character means in a placement.
    placement: [PlacementSymbol; 128],
    king_steps: [Bitboard; 128],
    leap_classes: Vec<LeapClass>,
    double_step_from: [Bitboard; 2],
    long_steps: Vec<LongStep>,
    last_rank: [Bitboard; 2],
    promotion_zone: [Bitboard; 2],
    arrival_zone: [Bitboard; 2],
    promotes_freely: bool,
    promotions: Vec<Role>,
    /// How many men of each role a side may have for a pawn to become one, where that is limited.
    limits: [[u8; 32]; 2],
    /// The rank of the king at the start, from 0.
    home_rank: [u8; 2],
    castlings: [Vec<SideCastling>; 2],
    lost_by_check: bool,
    rare_turns: bool,
    start: Setup,
}

impl Variant {
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

    /// A built-in game.
    ///
    /// # Errors
    /// [`UnknownVariant`], with the ids that look like it.
    ///
    /// # Panics
    /// Never: that every built-in file compiles is tested.
    pub fn named(id: &str) -> Result<Variant, UnknownVariant> {
        let spec = VariantSpec::built_in(id)?;
        Ok(Variant::compile(spec).unwrap_or_else(|faults| unreachable!("{id}: {faults}")))
    }

    /// Whether it has the rules of the built-in game of its id: a user's file may take an id for other rules.
    pub fn is_built_in(&self) -> bool {
        Variant::named(self.id()).is_ok_and(|known| known.spec().without_words() == self.spec().without_words())
    }

    /// Checks a description and compiles it.
    ///
    /// # Errors
    /// Every fault found, not only the first.
    pub fn compile(mut spec: VariantSpec) -> Result<Variant, VariantFaults> {
        spec.complete();
        let mut faults = Vec::new();
        let (files, ranks) = (spec.board.files, spec.board.ranks);
        if !(4..=MAX_FILES).contains(&files) || !(5..=MAX_RANKS).contains(&ranks) {
            faults.push(VariantFault::BoardSize { files, ranks });
        }
        let board = Bitboard::board(files, ranks);
        let men = Men::compile(&spec, board, &mut faults);
        check_words(&spec, &mut faults);
        if !faults.is_empty() {
            return Err(VariantFaults(faults));
        }
        let ranks_of = |relative: &[u8]| relative_ranks(relative.iter().copied(), ranks).map(|squares| squares & board);
        // Where pawns do not promote, no rank is one on which they do.
        let first = if spec.promotion.to.is_empty() { ranks + 1 } else { spec.promotion.rank.unwrap_or(ranks) };
        let zone: Vec<u8> = (first..=ranks).collect();
        let long_steps = spec.pawn.long_steps.iter().map(|(squares, from)| LongStep {
            squares: squares.to_digit(10).unwrap_or_default() as u8,
            from: ranks_of(from),
        });
        let mut variant = Variant {
            board,
            king_steps: men.king_steps,
            long_steps: long_steps.collect(),
            rare_turns: spec.promotion.wait.is_some()
                || spec.draws.bare_king
                || !spec.pawn.long_steps.is_empty()
                || men.leap_classes.iter().any(|class| class.hops),
            leap_classes: men.leap_classes,
            double_step_from: ranks_of(if spec.pawn.double_step { &spec.pawn.double_step_ranks } else { &[] }),
            last_rank: ranks_of(&[ranks]),
            promotion_zone: ranks_of(&zone),
            arrival_zone: ranks_of(if spec.promotion.wait.is_some() { &[] } else { &zone }),
            promotes_freely: spec.promotion.wait.is_none()
                && !spec.promotion.optional
                && !spec.promotion.from_stock
                && !spec.promotion.to.is_empty(),
            limits: limits(&spec, &men.roles),
            promotions: men.promotions,
            castlings: [Vec::new(), Vec::new()],
            lost_by_check: spec.castling.values().any(|castling| castling.lost_by_check),
            start: Setup::empty(),
            home_rank: Color::ALL.map(|color| color.relative_rank(0, ranks)),
            placement: [PlacementSymbol::default(); 128],
            roles: men.roles,
            spec,
        };
        variant.fill_placement();
        variant.set_up(&mut faults);
        if !faults.is_empty() {
            return Err(VariantFaults(faults));
        }
        for color in Color::ALL {
            variant.castlings[color.index()] = variant.compile_castlings(color, &mut faults);
        }
        if faults.is_empty() {
            variant.start.rights = variant.start_rights(&variant.start, &mut faults);
        }
        if faults.is_empty() {
            Ok(variant)
        } else {
            let mut told: Vec<VariantFault> = Vec::new();
            for fault in faults {
                if !told.contains(&fault) {
                    told.push(fault);
                }
            }
            Err(VariantFaults(told))
        }
    }

    /// The description from which it was compiled.
    pub fn spec(&self) -> &VariantSpec {
        &self.spec
    }

    /// The id by which commands name it.
    pub fn id(&self) -> &str {
        &self.spec.id
    }

    /// Files of the board.
    pub fn files(&self) -> u8 {
        self.spec.board.files
    }

    /// Ranks of the board.
    pub fn ranks(&self) -> u8 {
        self.spec.board.ranks
    }

    /// The squares of the board.
    #[inline(always)]
    pub fn board(&self) -> Bitboard {
        self.board
    }

    /// The men of the game, king and pawn first; a [`Role`] is an index into them.
    #[inline(always)]
    pub fn roles(&self) -> &[RoleInfo] {
        &self.roles
    }

    /// The description of a role of this game.
    ///
    /// # Panics
    /// If the role is not of this game.
    #[inline(always)]
    pub fn role(&self, role: Role) -> &RoleInfo {
        &self.roles[role.index()]
    }

    /// The role with that upper-case letter.
    pub fn role_by_letter(&self, letter: char) -> Option<Role> {
        let symbol = self.placement.get(usize::try_from(u32::from(letter)).ok()?)?;
        symbol.piece.filter(|piece| piece.color == Color::White).map(|piece| piece.role)
    }

    /// What a character of a placement means; a number of empty squares has one digit here.
    #[inline]
    pub(crate) fn placement_symbol(&self, byte: u8) -> PlacementSymbol {
        self.placement.get(usize::from(byte)).copied().unwrap_or_default()
    }

    fn fill_placement(&mut self) {
        for files in 1..=9_u8 {
            self.placement[usize::from(b'0' + files)] = PlacementSymbol { piece: None, files };
        }
        for (index, info) in self.roles.iter().enumerate() {
            for color in Color::ALL {
                let letter = if color == Color::White { info.letter } else { info.letter.to_ascii_lowercase() };
                if let Some(symbol) = self.placement.get_mut(letter as usize) {
                    *symbol =
                        PlacementSymbol { piece: Role::from_index(index).map(|role| Piece { color, role }), files: 1 };
                }
            }
        }
    }

    /// The letter of a man, lower case for Black.
    pub fn piece_letter(&self, piece: Piece) -> char {
        let letter = self.role(piece.role).letter;
        if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() }
    }

    /// The letters of all men.
    pub fn letters(&self) -> String {
        self.roles.iter().map(|info| info.letter).collect()
    }

    /// The squares to which a king on `square` steps.
    #[inline(always)]
    pub fn king_steps(&self, square: Square) -> Bitboard {
        self.king_steps[square.index()]
    }

    /// The sets of leaps of the game's men; at most [`MAX_LEAP_CLASSES`].
    #[inline(always)]
    pub fn leap_classes(&self) -> &[LeapClass] {
        &self.leap_classes
    }

    /// Whether what a leaper does depends on its role, not only on the component board on which it stands.
    #[inline(always)]
    pub fn has_mixed_leapers(&self) -> bool {
        self.leap_classes.last().is_some_and(|class| class.is_mixed)
    }

    /// From where pawns of `color` may move two squares.
    #[inline(always)]
    pub fn double_step_from(&self, color: Color) -> Bitboard {
        self.double_step_from[color.index()]
    }

    /// The first steps of more than two squares, in a game that has such.
    pub fn long_steps(&self) -> &[LongStep] {
        &self.long_steps
    }

    /// Whether pawns may move more than two squares at once.
    #[inline(always)]
    pub fn has_long_steps(&self) -> bool {
        !self.long_steps.is_empty()
    }

    /// Whether pins do not tell which moves are legal, so that they are tried: where men hop over others, or pawns make
    /// steps of more than two squares.
    #[inline(always)]
    pub fn tries_moves(&self) -> bool {
        self.has_hoppers() || !self.long_steps.is_empty()
    }

    /// Whether men hop over others: then a man between a king and a hopper may give check by standing there.
    #[inline(always)]
    pub fn has_hoppers(&self) -> bool {
        self.leap_classes.iter().any(|class| class.hops)
    }

    /// Whether the double step is barred in check beside an enemy pawn (RULES.md §1).
    #[inline(always)]
    pub fn double_step_barred(&self) -> bool {
        self.spec.pawn.double_step_barred_in_check_beside_pawn
    }

    /// Whether an enemy pawn that is pinned bars the double step too (RULES.md §1).
    #[inline(always)]
    pub fn pinned_pawn_bars(&self) -> bool {
        self.spec.pawn.pinned_pawn_bars
    }

    /// Whether pawns capture en passant.
    #[inline(always)]
    pub fn en_passant(&self) -> bool {
        self.spec.pawn.en_passant
    }

    /// The rank on which pawns of `color` end.
    #[inline(always)]
    pub fn last_rank(&self, color: Color) -> Bitboard {
        self.last_rank[color.index()]
    }

    /// The ranks on which pawns of `color` promote, the last one included; none where they do not promote.
    #[inline(always)]
    pub fn promotion_zone(&self, color: Color) -> Bitboard {
        self.promotion_zone[color.index()]
    }

    /// Whether a pawn that arrives in the promotion zone becomes at once what its owner likes of
    /// [`promotions`](Self::promotions): no waiting, no choice to stay a pawn, no stock, and not nothing.
    #[inline(always)]
    pub fn promotes_freely(&self) -> bool {
        self.promotes_freely
    }

    /// The ranks on which pawns of `color` promote as they arrive; none where they wait.
    #[inline(always)]
    pub fn arrival_zone(&self, color: Color) -> Bitboard {
        self.arrival_zone[color.index()]
    }

    /// Whether a pawn may only become a man of which its owner has fewer than its [`limit`](Self::limit).
    #[inline(always)]
    pub fn promotes_from_stock(&self) -> bool {
        self.spec.promotion.from_stock
    }

    /// Whether a pawn may enter the promotion zone before its last rank and stay a pawn.
    #[inline(always)]
    pub fn promotion_is_optional(&self) -> bool {
        self.spec.promotion.optional
    }

    /// How many men of a role `color` may have and no pawn become one more: as many as at the start, or what the file says.
    /// Means something only in games where [pawns promote from stock](Self::promotes_from_stock).
    #[inline(always)]
    pub fn limit(&self, color: Color, role: Role) -> u8 {
        self.limits[color.index()][role.index()]
    }

    /// What a pawn may become.
    #[inline(always)]
    pub fn promotions(&self) -> &[Role] {
        &self.promotions
    }

    /// For a game in which promotion waits, the wait of a pawn that arrives (RULES.md §6).
    #[inline(always)]
    pub fn promotion_wait(&self) -> Option<u8> {
        self.spec.promotion.wait
    }

    /// Whether a side that has nothing but its king has lost (RULES.md, "Bare king").
    #[inline(always)]
    pub fn bare_king_loses(&self) -> bool {
        self.spec.draws.bare_king
    }

    /// Whether a turn may be other than a move, because pawns wait for their promotion or a bare king has lost, or moves are
    /// [tried](Self::tries_moves).
    #[inline(always)]
    pub fn has_rare_turns(&self) -> bool {
        self.rare_turns
    }

    /// Whether a side that is put in check loses its castling rights (RULES.md §4).
    #[inline(always)]
    pub fn rights_lost_by_check(&self) -> bool {
        self.lost_by_check
    }

    /// Whether king and rooks may start on other squares than the default array's.
    pub fn has_random_arrays(&self) -> bool {
        self.spec.board.numbering.is_some()
    }

    /// The start position.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The start position with the array of that number, in a game that numbers its arrays.
    ///
    /// # Errors
    /// `None` in a game without numbers, [`ArrayNumberError`] for a number out of range.
    pub fn numbered_start(&self, number: u32) -> Option<Result<Setup, ArrayNumberError>> {
        let numbering = self.spec.board.numbering?;
        Some(numbering.array(number).map(|array| self.start_with(&array)))
    }

    /// The manoeuvres of `color` when the king started on `king` and partners on `partners`, if they can have.
    ///
    /// In a game with one array there is one table a side; with random arrays one for every pair of rook files around
    /// a king file, and a partner that is not given may be any.
    pub fn castling(&self, color: Color, king: Square, partners: &[Square]) -> Option<&SideCastling> {
        self.castlings[color.index()]
            .iter()
            .find(|side| side.king == king && partners.iter().all(|&partner| side.right_of_partner(partner).is_some()))
    }

    /// The manoeuvres of the default array.
    pub fn default_castling(&self, color: Color) -> &SideCastling {
        &self.castlings[color.index()][0]
    }

    /// The square on the king's rank of `color` that stands for White's `file`.
    fn home(&self, color: Color, file: u8) -> Square {
        let rank = self.home_rank[color.index()];
        Square::wrapping(u32::from(rank) * u32::from(MAX_FILES) + u32::from(self.home_file(color, file)))
    }

    /// What stands for White's `file` on the side of `color`, and the reverse.
    fn home_file(&self, color: Color, file: u8) -> u8 {
        match (color, self.spec.board.black) {
            (Color::Black, BlackArray::Rotated) => self.files() - 1 - file,
            _ => file,
        }
    }

    /// White's file that stands for the file of the king of `color` at the start.
    fn king_home_file(&self, color: Color) -> u8 {
        let king = self.start.board.squares_of(color, Role::KING).first();
        self.home_file(color, king.map_or(0, Square::file))
    }

    /// Places the men of the start position and checks where they stand.
    fn set_up(&mut self, faults: &mut Vec<VariantFault>) {
        let key = if self.spec.board.start.is_some() { "board.start" } else { "board.array" };
        match &self.spec.board.start {
            Some(text) => match Board::parse_placement(text, self) {
                Ok(board) => self.start.board = board,
                Err(errors) => faults.extend(errors.into_iter().map(VariantFault::Start)),
            },
            None => self.start.board = self.board_with(&self.spec.board.array),
        }
        if !faults.is_empty() {
            return;
        }
        for color in Color::ALL {
            let kings = self.start.board.squares_of(color, Role::KING);
            let letter = self.roles[Role::KING.index()].letter;
            match kings.first() {
                Some(king) if kings.count() == 1 => self.home_rank[color.index()] = king.rank(),
                _ => faults.push(VariantFault::Kings { key, color, letter, count: kings.count() as usize }),
            }
            let pawns = self.start.board.squares_of(color, Role::PAWN);
            for square in pawns & self.last_rank(!color) {
                faults.push(VariantFault::StartPawn { color, square, reason: "its own first rank" });
            }
            for square in pawns & self.last_rank(color) & self.promotion_zone(color) {
                faults.push(VariantFault::StartPawn { color, square, reason: "where it would have promoted" });
            }
        }
        let black = self.start.board.squares_of(Color::Black, Role::KING).first();
        if let Some(square) = black.and_then(|king| self.attackers_at_start(king, Color::White).first()) {
            let role = self.start.board.piece_at(square).map_or(Role::PAWN, |piece| piece.role);
            faults.push(VariantFault::StartCheck { key, man: self.role(role).name.clone(), square });
        }
    }

    /// The men of `by` that attack a square in the start position.
    fn attackers_at_start(&self, target: Square, by: Color) -> Bitboard {
        let board = &self.start.board;
        let attacks = |from: Square, role: Role| {
            let (files, ranks) = (target.file().abs_diff(from.file()), target.rank().abs_diff(from.rank()));
            let clear = !between(from, target).intersects(board.occupied());
            let info = self.role(role);
            let class = info.leap_class.and_then(|class| self.leap_classes.get(usize::from(class)));
            match role {
                Role::KING => self.king_steps(from).contains(target),
                Role::PAWN => {
                    let ahead = target.rank() as i8 - from.rank() as i8;
                    files == 1 && ahead == if by == Color::White { 1 } else { -1 }
                }
                _ => {
                    (info.orthogonal && clear && (files == 0 || ranks == 0))
                        || (info.diagonal && clear && files == ranks)
                        || class.is_some_and(|class| {
                            class.leaps[from.index()].contains(target)
                                || class.special_to(by, target).iter().any(|leap| {
                                    leap.end == from && leap.is_of(Some(role)) && leap.is_open(board.occupied())
                                })
                        })
                }
            }
        };
        let men = board.pieces().filter(|&(from, piece)| piece.color == by && attacks(from, piece.role));
        men.map(|(from, _)| from).collect()
    }

    /// The men of both sides in an array, with all pawns before them.
    fn board_with(&self, array: &str) -> Board {
        let mut board = Board::default();
        for color in Color::ALL {
            let (rank, step) = (color.relative_rank(0, self.ranks()), if color == Color::White { 1 } else { -1 });
            for (file, letter) in (0..self.files()).zip(array.chars()) {
                let square = Square::new(self.home_file(color, file), rank);
                let (Some(role), Some(square)) = (self.role_by_letter(letter.to_ascii_uppercase()), square) else {
                    continue;
                };
                board.set(square, Some(Piece { color, role }));
                if let Some(ahead) = square.offset(0, step) {
                    board.set(ahead, Some(Piece { color, role: Role::PAWN }));
                }
            }
        }
        board
    }

    /// The rights in a start position: all that its men can have, or those that the file names.
    fn start_rights(&self, setup: &Setup, faults: &mut Vec<VariantFault>) -> Vec<RightName> {
        let mut rights = Vec::new();
        let mut known = String::new();
        let wanted = self.spec.board.rights.as_deref();
        for color in Color::ALL {
            let Some(side) = self.start_side(setup, color) else { continue };
            for right in &side.rights {
                let letter = if color == Color::White { right.letter } else { right.letter.to_ascii_lowercase() };
                known.push(letter);
                if wanted.is_none_or(|wanted| wanted.contains(letter)) {
                    rights.push(right.name(color));
                }
            }
        }
        let unknown = |letter: &char| !known.contains(*letter);
        if let Some(letter) = wanted.filter(|wanted| *wanted != "-").and_then(|wanted| wanted.chars().find(unknown)) {
            let known = if known.is_empty() { "there are none".to_owned() } else { format!("there are `{known}`") };
            faults.push(VariantFault::Rights { letter, known });
        }
        if let Some(king) = setup.board.squares_of(Color::White, Role::KING).first()
            && self.lost_by_check
            && rights.iter().any(|right| right.color() == Color::White)
            && self.attackers_at_start(king, Color::Black).any()
        {
            faults.push(VariantFault::RightsInCheck);
        }
        rights
    }

    /// The manoeuvres of a side in a start position.
    fn start_side(&self, setup: &Setup, color: Color) -> Option<&SideCastling> {
        let king = setup.board.squares_of(color, Role::KING).first()?;
        let side = self.castling(color, king, &[])?;
        if !self.has_random_arrays() {
            return Some(side);
        }
        let rank = Bitboard::rank(self.home_rank[color.index()]);
        let partner = |piece: Piece| {
            let letter = self.role(piece.role).letter;
            piece.color == color && self.spec.castling.values().any(|castling| castling.partner == letter)
        };
        let partners = setup.board.pieces().filter(|&(square, piece)| rank.contains(square) && partner(piece));
        let partners: Vec<Square> = partners.map(|(square, _)| square).collect();
        self.castling(color, king, &partners).or(Some(side))
    }

    fn start_with(&self, array: &str) -> Setup {
        let mut setup = Setup { board: self.board_with(array), ..Setup::empty() };
        setup.rights = self.start_rights(&setup, &mut Vec::new());
        setup
    }
}

/// How many men of each role a side may have before no pawn can become one.
fn limits(spec: &VariantSpec, roles: &[RoleInfo]) -> [[u8; 32]; 2] {
    let mut limits = [[0; 32]; 2];
    for color in Color::ALL {
        for (info, limit) in roles.iter().zip(&mut limits[color.index()]) {
            *limit = spec.promotion.limits.get(&info.letter).copied().unwrap_or(info.start_count[color.index()]);
        }
    }
    limits
}

#[cfg(test)]
mod tests;
