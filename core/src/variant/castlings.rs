//! Castlings and king's leaps, from the description of a variant to rows.

use super::faults::VariantFault;
use super::limits::{MAX_RIGHTS, MAX_ROWS};
use super::pieces::Pieces;
use super::start::Start;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastlingConditions, CastlingRow, FreeChoice, PartnerMove, SideCastling};
use crate::color::Color;
use crate::placement::Alphabet;
use crate::role::{Piece, Role};
use crate::setup::RightName;
use crate::spec::{CastlingSide, CastlingSpec, KingLeapSpec, VariantSpec};
use crate::square::{Square, file_letter};

const LAST: &str = "toward_last_file";
const FIRST: &str = "toward_first_file";

/// What is known of a variant before its castlings.
pub(super) struct Ground<'a> {
    pub(super) spec: &'a VariantSpec,
    pub(super) board: Bitboard,
    pub(super) pieces: &'a Pieces,
    pub(super) alphabet: &'a Alphabet,
    pub(super) start: &'a Start,
}

/// The castlings of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Castlings {
    /// The tables of each side: that of the start position first, then one for each king and pair of partners that a random
    /// array may have.
    sides: [Vec<SideCastling>; 2],
    /// Whether who is put in check loses the rights.
    pub lost_by_check: bool,
    /// The roles that are partners, a bit for each.
    partners: u32,
    /// The letters of the rights that start positions have, if not all that their pieces give.
    wanted: Option<String>,
}

impl Castlings {
    /// The tables of both sides.
    ///
    /// # Errors
    /// Every fault, some perhaps told once for each side.
    pub(super) fn compile(ground: &Ground<'_>) -> Result<Castlings, Vec<VariantFault>> {
        let mut faults = Vec::new();
        let specs = || ground.spec.castling.values();
        let roles = specs().filter_map(|castling| ground.alphabet.role(castling.partner));
        let castlings = Castlings {
            sides: Color::ALL.map(|color| ground.sides(color, &mut faults)),
            lost_by_check: ground.lost_by_check(),
            partners: roles.fold(0, |partners, role| partners | 1 << role.index()),
            wanted: ground.spec.board.rights.clone(),
        };
        if faults.is_empty() { Ok(castlings) } else { Err(faults) }
    }

    /// The table of the default array.
    pub(super) fn default_of(&self, color: Color) -> &SideCastling {
        &self.sides[color.index()][0]
    }

    /// How many tables a side has.
    pub(super) fn count(&self, color: Color) -> usize {
        self.sides[color.index()].len()
    }

    /// The table of a king and partners that started on these squares, if they can have.
    pub(super) fn find(&self, color: Color, king: Square, partners: &[Square]) -> Option<&SideCastling> {
        self.sides[color.index()]
            .iter()
            .find(|side| side.king == king && partners.iter().all(|&partner| side.right_of_partner(partner).is_some()))
    }

    /// The table of a side in a start position.
    fn at_start(&self, board: &Board, color: Color) -> Option<&SideCastling> {
        let king = board.pieces(color, Role::KING).first()?;
        let side = self.find(color, king, &[])?;
        let random = self.sides[color.index()].len() > 1;
        if !random {
            return Some(side);
        }
        let rank = Bitboard::rank(king.rank());
        let is_partner = |piece: Piece| piece.color == color && self.partners & (1 << piece.role.index()) != 0;
        let partners = board.iter().filter(|&(square, piece)| rank.contains(square) && is_partner(piece));
        let partners: Vec<Square> = partners.map(|(square, _)| square).collect();
        self.find(color, king, &partners).or(Some(side))
    }

    /// The rights in a start position, all that its pieces can have or those that the file names, each with its letter.
    pub(super) fn rights_at_start(&self, board: &Board) -> Vec<RightName> {
        let wanted = |letter: char| self.wanted.as_deref().is_none_or(|wanted| wanted.contains(letter));
        let known = self.known_at_start(board).into_iter();
        known.filter(|&(letter, _)| wanted(letter)).map(|(_, right)| right).collect()
    }

    /// All rights that the pieces of a start position can have, each with its letter.
    fn known_at_start(&self, board: &Board) -> Vec<(char, RightName)> {
        let mut known = Vec::new();
        for color in Color::ALL {
            let rights = self.at_start(board, color).map_or(&[][..], |side| &side.rights);
            known.extend(rights.iter().map(|right| {
                let letter = if color == Color::White { right.letter } else { right.letter.to_ascii_lowercase() };
                (letter, right.name(color))
            }));
        }
        known
    }

    /// The rights of the variant's start position.
    ///
    /// # Errors
    /// Rights that the file names and there are not, or that a side in check would have lost.
    pub(super) fn start_rights(&self, board: &Board, pieces: &Pieces) -> Result<Vec<RightName>, Vec<VariantFault>> {
        let mut faults = Vec::new();
        let known: String = self.known_at_start(board).iter().map(|&(letter, _)| letter).collect();
        let unknown = |letter: &char| !known.contains(*letter);
        let wanted = self.wanted.as_deref().filter(|wanted| *wanted != "-");
        if let Some(letter) = wanted.and_then(|wanted| wanted.chars().find(unknown)) {
            let known = if known.is_empty() { "there are none".to_owned() } else { format!("there are `{known}`") };
            faults.push(VariantFault::Rights { letter, known });
        }
        let rights = self.rights_at_start(board);
        if let Some(king) = board.pieces(Color::White, Role::KING).first()
            && self.lost_by_check
            && rights.iter().any(|right| right.color() == Color::White)
            && pieces.attackers(board, king, Color::Black).any()
        {
            faults.push(VariantFault::RightsInCheck);
        }
        if faults.is_empty() { Ok(rights) } else { Err(faults) }
    }
}

impl Ground<'_> {
    fn files(&self) -> u8 {
        self.spec.board.files
    }

    fn home(&self, color: Color, file: u8) -> Square {
        self.start.home.square(color, file)
    }

    fn lost_by_check(&self) -> bool {
        self.spec.castling.values().any(|castling| castling.lost_by_check)
    }

    /// White's file that stands for the file of the king of `color` at the start.
    fn king_file(&self, color: Color) -> u8 {
        let king = self.start.board.pieces(color, Role::KING).first();
        self.start.home.file(color, king.map_or(0, Square::file))
    }

    /// The tables of one side: that of the start position first.
    fn sides(&self, color: Color, faults: &mut Vec<VariantFault>) -> Vec<SideCastling> {
        let mut sides = vec![self.side(color, self.king_file(color), None, faults)];
        if self.spec.board.numbering.is_some() {
            // In all numbered arrays the king stands between its rooks.
            for king in 1..self.files() - 1 {
                for left in 0..king {
                    for right in king + 1..self.files() {
                        sides.push(self.side(color, king, Some((left, right)), faults));
                    }
                }
            }
        }
        sides
    }

    /// The rows of one side with the king on White's file `king` and, in a random array, rooks on two files.
    fn side(&self, color: Color, king: u8, rooks: Option<(u8, u8)>, faults: &mut Vec<VariantFault>) -> SideCastling {
        let mut side = SideCastling::new(color, self.home(color, king));
        let mut plans = Vec::new();
        for (&letter, castling) in &self.spec.castling {
            let sides = [(true, LAST, &castling.toward_last_file), (false, FIRST, &castling.toward_first_file)];
            for (last, name, files) in sides {
                let Some(files) = files else { continue };
                let found = |wanted: &u8| self.stands(color, *wanted, castling.partner);
                let outermost = if last { (king + 1..self.files()).rev().find(found) } else { (0..king).find(found) };
                let rook = rooks.map_or(outermost, |(left, right)| Some(if last { right } else { left }));
                let text = CastlingText { color, castling, letter, side: name, king, rook, random: rooks.is_some() };
                match self.side_files(&text, files) {
                    Ok(files) => plans.push((letter, castling, last, files)),
                    // Who has no right at the start need not have the pieces for it.
                    Err(VariantFault::CastlingPiece { .. }) if self.starts_without(color, last, files) => {}
                    Err(fault) => faults.push(fault),
                }
            }
        }
        // The order in which a FEN writes the rights: by file, or K, toward the last file, before Q.
        let by_file = self.spec.notation.rights_by_file;
        plans.sort_by_key(|(_, _, _, files)| {
            let partner = self.home(color, files.partner_from);
            if by_file { partner.index() } else { usize::from(partner < side.king) }
        });
        let rows: usize =
            plans.iter().map(|(_, castling, _, files)| files.row_count(king, FreeChoice::of(castling))).sum();
        let leap = self.spec.king_leap.as_ref();
        let rights = plans.len() + usize::from(leap.is_some());
        // At most three leaps of the king follow the castlings.
        if rights > MAX_RIGHTS || rows + 3 > MAX_ROWS {
            faults.push(VariantFault::TooManyCastlings { rights, rows });
            return side;
        }
        // The letter of each right and of its castling.
        let mut named: Vec<(char, char)> = Vec::new();
        for (letter, castling, last, files) in plans {
            let partner_from = self.home(color, files.partner_from);
            let role = self.alphabet.role(castling.partner).unwrap_or(Role::PAWN);
            let right_letter = if by_file {
                partner_from.file_letter().to_ascii_uppercase()
            } else if partner_from > side.king {
                'K'
            } else {
                'Q'
            };
            if let Some(&(_, other)) = named.iter().find(|(right, _)| *right == right_letter) {
                faults.push(if by_file {
                    VariantFault::SharedRight(right_letter)
                } else {
                    VariantFault::RightLetter { right: right_letter, castlings: [other, letter] }
                });
            }
            named.push((right_letter, letter));
            // Who is in check has no rights left where a check ends them. The generator relies on that: it keeps the
            // rights of a side in check when it only counts replies.
            let in_check = castling.in_check && !self.lost_by_check();
            let conditions = CastlingConditions { safe: castling.safe, in_check, letter, long: !last };
            match files.targets {
                Some((king_to, partner_to)) => side.add_fixed(
                    right_letter,
                    self.home(color, king_to),
                    PartnerMove { from: partner_from, to: self.home(color, partner_to), role },
                    conditions,
                ),
                None => side.add_free(right_letter, partner_from, role, conditions, FreeChoice::of(castling)),
            }
        }
        for (index, row) in side.rows.iter().enumerate().filter(|(_, row)| !row.free) {
            // Of two partners on one side the nearer is in the other's way, so only one of their castlings is possible.
            let beyond = |row: &CastlingRow| row.partner.is_some_and(|partner| partner.from > row.king_from);
            let same =
                |other: &CastlingRow| !other.free && other.king_to == row.king_to && beyond(other) != beyond(row);
            if !self.spec.notation.king_takes_rook && side.rows[..index].iter().any(same) {
                faults.push(VariantFault::SameCastlings { color, from: row.king_from, to: row.king_to });
            }
        }
        if let Some(leap) = leap {
            if side.rights.iter().any(|right| right.letter == 'L') {
                faults.push(VariantFault::LeapLetter);
            }
            let distance = leap.distance.min(MAX_LEAP) as i8;
            let forward = if color == Color::White { distance } else { -distance };
            let steps = [(leap.forward, 0, forward), (leap.sideways, -distance, 0), (leap.sideways, distance, 0)];
            let targets: Vec<Square> = steps
                .into_iter()
                .filter_map(|(wanted, files, ranks)| side.king.offset(files, ranks).filter(|_| wanted))
                .filter(|&square| self.board.contains(square))
                .collect();
            if let Some(&to) = targets.iter().find(|&&to| self.pieces.king_steps[side.king.index()].contains(to)) {
                faults.push(VariantFault::LeapIsStep { from: side.king, to });
            }
            let in_check = leap.in_check && !self.lost_by_check();
            side.add_leaps(&targets, &KingLeapSpec { in_check, ..leap.clone() });
        }
        side
    }

    /// Whether the file gives the start position's rights, and not this one to `color`.
    fn starts_without(&self, color: Color, last: bool, files: &CastlingSide) -> bool {
        let side = if last { 'K' } else { 'Q' };
        let file = files.partner.chars().next().filter(char::is_ascii_lowercase);
        let letter = if self.spec.notation.rights_by_file { file.unwrap_or(side) } else { side };
        let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        self.spec.board.rights.as_deref().is_some_and(|rights| !rights.contains(letter))
    }

    /// Whether a piece of that letter stands at the start on the square that is White's `file` for `color`.
    fn stands(&self, color: Color, file: u8, letter: char) -> bool {
        let role = self.alphabet.role(letter);
        role.is_some_and(|role| self.start.board.piece_at(self.home(color, file)) == Some(Piece { color, role }))
    }

    /// Reads and checks the files of one castling.
    fn side_files(&self, text: &CastlingText<'_>, files: &CastlingSide) -> Result<SideFiles, VariantFault> {
        let CastlingText { color, castling, letter, side, king, rook, random } = *text;
        let parse = |piece: &'static str, text: &str| -> Result<(Option<u8>, Option<u8>), VariantFault> {
            let bad = || VariantFault::CastlingFiles { letter, side, piece, text: text.to_owned() };
            let (from, to) = text.split_once('-').ok_or_else(bad)?;
            let file = |text: &str| match text.as_bytes() {
                b"*" => Ok(None),
                [letter @ b'a'..=b'l'] if letter - b'a' < self.files() => Ok(Some(letter - b'a')),
                _ => Err(bad()),
            };
            Ok((file(from)?, file(to)?))
        };
        let (king_from, king_to) = parse("king", &files.king)?;
        let (partner_from, partner_to) = parse("partner", &files.partner)?;
        let missing = |piece: &'static str, wanted: char, file: u8| {
            let square = self.home(color, file);
            VariantFault::CastlingPiece { letter, side, piece, color, wanted, square }
        };
        let king_letter = self.alphabet.letter(Piece { color: Color::White, role: Role::KING });
        if let Some(from) = king_from.filter(|&from| from != king) {
            return Err(missing("king", king_letter, from));
        }
        let partner_from = partner_from.or(rook).ok_or_else(|| missing("partner", castling.partner, king))?;
        if !random && (partner_from == king || !self.stands(color, partner_from, castling.partner)) {
            return Err(missing("partner", castling.partner, partner_from));
        }
        let last = side == LAST;
        if (partner_from > king) != last {
            let file = file_letter(partner_from);
            return Err(VariantFault::CastlingSide { letter, side, file, other: if last { FIRST } else { LAST } });
        }
        let targets = match (king_to, partner_to) {
            (Some(king_to), Some(partner_to)) if king_to != partner_to => Some((king_to, partner_to)),
            (None, None) => None,
            _ => return Err(VariantFault::CastlingTargets { letter, side }),
        };
        // A king on the b-file may well step to the c-file and let its rook on the a-file pass.
        if let Some((king_to, partner_to)) = targets
            && king_to != king
            && (king_to > king) != last
            && (king_to > partner_to) != last
        {
            let files = [king, king_to, partner_to].map(file_letter);
            return Err(VariantFault::CastlingAway { letter, side, files });
        }
        Ok(SideFiles { partner_from, targets })
    }
}

/// The longest leap that makes sense.
pub(super) const MAX_LEAP: u8 = 11;

/// Which castling is read, and for which king.
#[derive(Clone, Copy)]
struct CastlingText<'a> {
    color: Color,
    castling: &'a CastlingSpec,
    letter: char,
    side: &'static str,
    king: u8,
    /// Where a partner stands whose file is not given.
    rook: Option<u8>,
    random: bool,
}

/// The checked files of one castling: where the partner starts and, unless it is free, where both end.
struct SideFiles {
    partner_from: u8,
    targets: Option<(u8, u8)>,
}

impl SideFiles {
    fn row_count(&self, king: u8, choice: FreeChoice) -> usize {
        match self.targets {
            Some(_) => 1,
            None => choice.steps(i32::from(self.partner_from.abs_diff(king))).count(),
        }
    }
}
