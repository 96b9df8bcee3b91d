//! Whether an array belongs to a numbering.

use super::fault::{ArrayError, ArrayFault};
use super::{ArrayNumbering, Rank, Shade, bits};

/// A kind of piece: letter, name, how many.
type Kind = (u8, &'static str, u32);

impl ArrayNumbering {
    const fn pieces(self) -> &'static [Kind] {
        match self {
            ArrayNumbering::Crc => &[
                (b'k', "king", 1),
                (b'q', "queen", 1),
                (b'a', "archbishop", 1),
                (b'c', "chancellor", 1),
                (b'r', "rook", 2),
                (b'b', "bishop", 2),
                (b'n', "knight", 2),
            ],
            ArrayNumbering::Chess960 => {
                &[(b'k', "king", 1), (b'q', "queen", 1), (b'r', "rook", 2), (b'b', "bishop", 2), (b'n', "knight", 2)]
            }
        }
    }

    /// Reads an array, in either case, and checks that it belongs to this numbering.
    pub(super) fn check(self, array: &str) -> Result<Rank, ArrayError> {
        let (rank, mut faults) = self.read(array);
        if faults.is_empty() {
            for &(letter, name, needed) in self.pieces() {
                let found = rank.of(letter).count_ones();
                if found != needed {
                    faults.push(ArrayFault::Pieces { letter: char::from(letter), name, found, needed });
                }
            }
        }
        // The squares are checked only if the pieces are right.
        if faults.is_empty() {
            self.check_squares(&rank, &mut faults);
        }
        if faults.is_empty() { Ok(rank) } else { Err(ArrayError { array: array.to_owned(), faults }) }
    }

    fn read(self, array: &str) -> (Rank, Vec<ArrayFault>) {
        let mut faults = Vec::new();
        let mut rank = Rank::new(self.files());
        let mut unknown = false;
        let (found, files) = (array.chars().count(), self.files());
        if found != usize::from(files) {
            faults.push(ArrayFault::Length { found, files });
        }
        for (index, letter) in array.chars().enumerate() {
            let known = self.pieces().iter().find(|piece| char::from(piece.0) == letter.to_ascii_lowercase());
            match (known, rank.pieces.get_mut(index)) {
                (Some(&(letter, ..)), Some(piece)) => *piece = letter,
                (Some(_), None) => {}
                (None, _) if unknown => {}
                (None, _) => {
                    unknown = true;
                    faults.push(ArrayFault::Letter { place: index + 1, letter, pieces: self.pieces_text() });
                }
            }
        }
        (rank, faults)
    }

    fn pieces_text(self) -> String {
        let pieces: Vec<String> =
            self.pieces().iter().map(|&(letter, name, _)| format!("{} ({name})", char::from(letter))).collect();
        pieces.join(", ")
    }

    fn check_squares(self, rank: &Rank, faults: &mut Vec<ArrayFault>) {
        let two = |files: u16| {
            let mut files = bits(files);
            files.next().zip(files.next())
        };
        let mut pairs = vec![("bishops", rank.of(b'b'))];
        if self == ArrayNumbering::Crc {
            pairs.push(("queen and archbishop", rank.of(b'q') | rank.of(b'a')));
        }
        for (pieces, set) in pairs {
            if (set & Shade::Light.files()).count_ones() != 1
                && let Some(files) = two(set)
            {
                faults.push(ArrayFault::SameColor { pieces, files });
            }
        }
        if let (Some(king), Some(rooks)) = (bits(rank.of(b'k')).next(), two(rank.of(b'r')))
            && !(rooks.0 < king && king < rooks.1)
        {
            faults.push(ArrayFault::King { king, rooks });
        }
    }
}
