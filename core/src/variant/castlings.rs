//! Castlings and king's leaps, from the description of a game to rows.

use super::{Variant, VariantFault};
use crate::castling::{Manner, SideCastling};
use crate::color::Color;
use crate::role::Role;
use crate::spec::{CastlingSide, CastlingSpec};
use crate::square::Square;

/// Most rights that a side may have.
pub(super) const MAX_RIGHTS: usize = 8;
/// Most castling rows that a side may have.
pub(super) const MAX_ROWS: usize = 128;

impl Variant {
    /// The tables of castling rows of one side: the default array's first.
    pub(super) fn compile_castlings(&self, color: Color, faults: &mut Vec<VariantFault>) -> Vec<SideCastling> {
        let array: Vec<char> = self.spec.board.array.chars().map(|c| c.to_ascii_uppercase()).collect();
        let king_letter = self.roles[Role::KING.index()].letter;
        let king_file = array.iter().position(|&letter| letter == king_letter).unwrap_or(0) as u8;
        let mut sides = vec![self.compile_side(color, king_file, None, faults)];
        if self.has_random_arrays() {
            for king in 1..self.files() - 1 {
                for left in 0..king {
                    for right in king + 1..self.files() {
                        sides.push(self.compile_side(color, king, Some((left, right)), faults));
                    }
                }
            }
        }
        sides
    }

    /// The rows of one side with the king on White's file `king` and, in a random array, rooks on two files.
    fn compile_side(
        &self,
        color: Color,
        king: u8,
        rooks: Option<(u8, u8)>,
        faults: &mut Vec<VariantFault>,
    ) -> SideCastling {
        let array: Vec<char> = self.spec.board.array.chars().map(|c| c.to_ascii_uppercase()).collect();
        let letter_of = |file: u8| array.get(usize::from(file)).copied().unwrap_or(' ');
        let mut side = SideCastling::new(color, self.home(color, king));
        let mut plans = Vec::new();
        for castling in &self.spec.castling {
            for (last, files) in [(true, &castling.toward_last_file), (false, &castling.toward_first_file)] {
                let Some(files) = files else { continue };
                let outermost = |wanted: char| {
                    let mut found = (0..self.files()).filter(|&file| letter_of(file) == wanted);
                    if last { found.next_back() } else { found.next() }
                };
                let default_rook =
                    rooks.map_or(outermost(castling.partner), |(left, right)| Some(if last { right } else { left }));
                match self.side_files(castling, files, king, default_rook, rooks.is_some(), &letter_of) {
                    Ok(files) => plans.push((castling, last, files)),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        // The order in which a FEN writes the rights: by file, or K, toward the last file, before Q.
        let by_file = self.spec.notation.rights_by_file;
        plans.sort_by_key(|(_, _, files)| {
            let partner = self.home(color, files.partner_from);
            if by_file { partner.index() } else { usize::from(partner < side.king) }
        });
        let rows: usize = plans.iter().map(|(_, _, files)| files.row_count(king)).sum();
        let leap = self.spec.king_leap.as_ref();
        let rights = plans.len() + usize::from(leap.is_some());
        if rights > MAX_RIGHTS || rows + 3 > MAX_ROWS {
            faults.push(VariantFault::TooManyCastlings { rights, rows });
            return side;
        }
        for (castling, last, files) in plans {
            let partner_from = self.home(color, files.partner_from);
            let role = self.role_by_letter(castling.partner).unwrap_or(Role::PAWN);
            let right_letter = if by_file {
                partner_from.file_letter().to_ascii_uppercase()
            } else if partner_from > side.king {
                'K'
            } else {
                'Q'
            };
            if side.rights.iter().any(|right| right.letter == right_letter) {
                faults.push(VariantFault::RightLetter(right_letter));
            }
            let manner =
                Manner { safe: castling.safe, in_check: castling.in_check, letter: castling.letter, long: !last };
            match files.targets {
                Some((king_to, partner_to)) => side.add_fixed(
                    right_letter,
                    self.home(color, king_to),
                    (partner_from, self.home(color, partner_to), role),
                    manner,
                ),
                None => side.add_free(right_letter, partner_from, role, manner),
            }
        }
        if let Some(leap) = leap {
            let distance = leap.distance as i8;
            let forward = if color == Color::White { distance } else { -distance };
            let steps = [(leap.forward, 0, forward), (leap.sideways, -distance, 0), (leap.sideways, distance, 0)];
            let targets: Vec<Square> = steps
                .into_iter()
                .filter_map(|(wanted, files, ranks)| side.king.offset(files, ranks).filter(|_| wanted))
                .filter(|&square| self.board.contains(square))
                .collect();
            side.add_leaps(&targets, leap.in_check);
        }
        side
    }

    /// Reads and checks the files of one castling.
    fn side_files(
        &self,
        castling: &CastlingSpec,
        files: &CastlingSide,
        king: u8,
        rook: Option<u8>,
        random: bool,
        letter_of: &impl Fn(u8) -> char,
    ) -> Result<SideFiles, VariantFault> {
        let name = &castling.name;
        let parse = |text: &str| -> Result<(Option<u8>, Option<u8>), VariantFault> {
            let bad = || VariantFault::CastlingFiles { name: name.clone(), text: text.to_owned() };
            let (from, to) = text.split_once('-').ok_or_else(bad)?;
            let file = |text: &str| match text.as_bytes() {
                b"*" => Ok(None),
                [letter @ b'a'..=b'l'] if letter - b'a' < self.files() => Ok(Some(letter - b'a')),
                _ => Err(bad()),
            };
            Ok((file(from)?, file(to)?))
        };
        let (king_from, king_to) = parse(&files.king)?;
        let (partner_from, partner_to) = parse(&files.partner)?;
        let missing = |letter: char, file: u8| VariantFault::CastlingMan {
            name: name.clone(),
            letter,
            file: char::from(b'a' + file),
        };
        let king_letter = self.roles[Role::KING.index()].letter;
        if let Some(from) = king_from.filter(|&from| from != king) {
            return Err(missing(king_letter, from));
        }
        let partner_from = partner_from.or(rook).ok_or_else(|| missing(castling.partner, king))?;
        if !random && (letter_of(partner_from) != castling.partner || partner_from == king) {
            return Err(missing(castling.partner, partner_from));
        }
        let bad_targets =
            || VariantFault::CastlingFiles { name: name.clone(), text: format!("{}, {}", files.king, files.partner) };
        let targets = match (king_to, partner_to) {
            (Some(king_to), Some(partner_to)) if king_to != partner_to => Some((king_to, partner_to)),
            (None, None) => None,
            _ => return Err(bad_targets()),
        };
        Ok(SideFiles { partner_from, targets })
    }
}

/// The checked files of one castling: where the partner starts and, unless it is free, where both end.
struct SideFiles {
    partner_from: u8,
    targets: Option<(u8, u8)>,
}

impl SideFiles {
    fn row_count(&self, king: u8) -> usize {
        let distance = usize::from(self.partner_from.abs_diff(king));
        if self.targets.is_some() { 1 } else { distance * (distance + 1) / 2 }
    }
}
