//! Castlings and king's leaps, from the description of a game to rows.

use super::{Variant, VariantFault};
use crate::castling::{CastlingRow, FreeChoice, Manner, SideCastling};
use crate::color::Color;
use crate::role::{Piece, Role};
use crate::spec::{CastlingSide, CastlingSpec, KingLeapSpec};
use crate::square::Square;

/// Most rights that a side may have.
pub(super) const MAX_RIGHTS: usize = 8;
/// Most castling rows that a side may have.
pub(super) const MAX_ROWS: usize = 128;

impl Variant {
    /// The tables of castling rows of one side: those of the start position first.
    pub(super) fn compile_castlings(&self, color: Color, faults: &mut Vec<VariantFault>) -> Vec<SideCastling> {
        let king_file = self.king_home_file(color);
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
        let mut side = SideCastling::new(color, self.home(color, king));
        let mut plans = Vec::new();
        for (&letter, castling) in &self.spec.castling {
            let sides = [
                (true, "toward_last_file", &castling.toward_last_file),
                (false, "toward_first_file", &castling.toward_first_file),
            ];
            for (last, name, files) in sides {
                let Some(files) = files else { continue };
                let found = |wanted: &u8| self.stands(color, *wanted, castling.partner);
                let outermost = if last { (0..self.files()).rev().find(found) } else { (0..self.files()).find(found) };
                let rook = rooks.map_or(outermost, |(left, right)| Some(if last { right } else { left }));
                let reading = Reading { color, castling, letter, side: name, king, rook, random: rooks.is_some() };
                match self.side_files(&reading, files) {
                    Ok(files) => plans.push((letter, castling, last, files)),
                    // Who has no right at the start need not have the men for it.
                    Err(VariantFault::CastlingMan { .. }) if self.starts_without(color, last, files) => {}
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
        if rights > MAX_RIGHTS || rows + 3 > MAX_ROWS {
            faults.push(VariantFault::TooManyCastlings { rights, rows });
            return side;
        }
        for (letter, castling, last, files) in plans {
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
                let fault = if by_file { VariantFault::SharedRight } else { VariantFault::RightLetter };
                faults.push(fault(right_letter));
            }
            // Who is in check has no rights left where a check ends them. The generator relies on that: it keeps the
            // rights of a side in check when it only counts replies.
            let in_check = castling.in_check && !self.lost_by_check;
            let manner = Manner { safe: castling.safe, in_check, letter, long: !last };
            match files.targets {
                Some((king_to, partner_to)) => side.add_fixed(
                    right_letter,
                    self.home(color, king_to),
                    (partner_from, self.home(color, partner_to), role),
                    manner,
                ),
                None => side.add_free(right_letter, partner_from, role, manner, FreeChoice::of(castling)),
            }
        }
        for (index, row) in side.rows.iter().enumerate().filter(|(_, row)| !row.free) {
            // Of two partners on one side the nearer is in the other's way, so only one of their castlings is possible.
            let beyond = |row: &CastlingRow| row.partner.is_some_and(|(from, ..)| from > row.king_from);
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
            if let Some(&to) = targets.iter().find(|&&to| self.king_steps(side.king).contains(to)) {
                faults.push(VariantFault::LeapIsStep { from: side.king, to });
            }
            let in_check = leap.in_check && !self.lost_by_check;
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

    /// Whether a man of that letter stands at the start on the square that is White's `file` for `color`.
    fn stands(&self, color: Color, file: u8, letter: char) -> bool {
        let role = self.role_by_letter(letter);
        role.is_some_and(|role| self.start.board.piece_at(self.home(color, file)) == Some(Piece { color, role }))
    }

    /// Reads and checks the files of one castling.
    fn side_files(&self, reading: &Reading<'_>, files: &CastlingSide) -> Result<SideFiles, VariantFault> {
        let Reading { color, castling, letter, side, king, rook, random } = *reading;
        let parse = |man: &'static str, text: &str| -> Result<(Option<u8>, Option<u8>), VariantFault> {
            let bad = || VariantFault::CastlingFiles { letter, side, man, text: text.to_owned() };
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
        let missing = |man: &'static str, wanted: char, file: u8| {
            let square = self.home(color, file);
            VariantFault::CastlingMan { letter, side, man, color, wanted, square }
        };
        let king_letter = self.roles[Role::KING.index()].letter;
        if let Some(from) = king_from.filter(|&from| from != king) {
            return Err(missing("king", king_letter, from));
        }
        let partner_from = partner_from.or(rook).ok_or_else(|| missing("partner", castling.partner, king))?;
        if !random && (partner_from == king || !self.stands(color, partner_from, castling.partner)) {
            return Err(missing("partner", castling.partner, partner_from));
        }
        let targets = match (king_to, partner_to) {
            (Some(king_to), Some(partner_to)) if king_to != partner_to => Some((king_to, partner_to)),
            (None, None) => None,
            _ => return Err(VariantFault::CastlingTargets { letter, side }),
        };
        Ok(SideFiles { partner_from, targets })
    }
}

/// The longest leap that makes sense.
pub(super) const MAX_LEAP: u8 = 11;

/// Which castling is read, and for which king.
#[derive(Clone, Copy)]
struct Reading<'a> {
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
