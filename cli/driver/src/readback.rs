//! Compares the position that the other program prints with the one that it was sent.

/// The position that an engine has set up, beside the one that it was sent.
///
/// ```
/// use campione_driver::ReadBack;
/// let sent = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// let read = ReadBack::compare(sent, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1");
/// let ReadBack::Here { differences } = read else { panic!("the pieces are the same") };
/// assert_eq!(differences, ["the engine's castling field is `Qkq`, where it should be `KQkq`"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadBack {
    /// The same pieces and the same side to move.
    Here {
        /// Messages about other fields that differ.
        differences: Vec<String>,
    },
    /// Another position.
    Elsewhere {
        /// The FEN that it prints.
        stands_at: String,
    },
}

/// The pieces of a placement on a board with `files` files, rank by rank, with a dot for each empty square. Marks of
/// promoted pieces and hands are left out. A run of empty squares that is too long for its rank is read digit by digit.
fn pieces(placement: &str, files: usize) -> Vec<String> {
    let placement = placement.split('[').next().unwrap_or_default();
    let rank = |rank: &str| {
        let mut squares = String::new();
        let mut rest = rank;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (run, after) = rest.split_at(if digits > 0 { digits } else { letter.len_utf8() });
            rest = after;
            if digits > 0 {
                let left = files.saturating_sub(squares.len());
                let whole = run.parse().ok().filter(|&run: &usize| run <= left);
                let each = || run.bytes().map(|digit| usize::from(digit - b'0')).sum();
                squares.extend(std::iter::repeat_n('.', whole.unwrap_or_else(each)));
            } else if letter != '~' {
                squares.push(letter);
            }
        }
        squares
    };
    placement.split('/').map(rank).collect()
}

/// The number of files of a placement whose runs of empty squares are decimal numbers.
fn files(placement: &str) -> usize {
    pieces(placement.split('/').next().unwrap_or_default(), usize::MAX).first().map_or(0, String::len)
}

/// The letters of a castling field, sorted because their order means nothing.
fn rights(field: &str) -> Vec<char> {
    let mut letters: Vec<char> = field.chars().filter(|&letter| letter != '-').collect();
    letters.sort_unstable();
    letters
}

/// Whether all letters of a castling field are `KQkq`.
fn has_markers(field: &str) -> bool {
    field.chars().all(|letter| "KQkq-".contains(letter))
}

impl ReadBack {
    /// Compares the FEN that was sent, or would have been, with the one that the engine prints.
    pub fn compare(sent: &str, read: &str) -> ReadBack {
        let (sent, mut printed): (Vec<&str>, Vec<&str>) =
            (sent.split_whitespace().collect(), read.split_whitespace().collect());
        // Some programs print no castling field if there are no rights.
        if printed.get(2).is_some_and(|field| field.contains(|letter: char| letter.is_ascii_digit())) {
            printed.insert(2, "-");
        }
        let field = |fields: &[&str], index: usize| fields.get(index).copied().unwrap_or_default().to_owned();
        let side = |fields: &[&str]| field(fields, 1).chars().next();
        let width = files(&field(&sent, 0));
        if pieces(&field(&sent, 0), width) != pieces(&field(&printed, 0), width) || side(&sent) != side(&printed) {
            return ReadBack::Elsewhere { stands_at: read.to_owned() };
        }
        let mut differences = Vec::new();
        let mut differ = |name: &str, index: usize| {
            let (sent, printed) = (field(&sent, index), field(&printed, index));
            differences.push(format!("the engine's {name} is `{printed}`, where it should be `{sent}`"));
        };
        let (ours, theirs) = (field(&sent, 2), field(&printed, 2));
        let comparable = has_markers(&ours) == has_markers(&theirs) || theirs == "-" || ours == "-";
        if printed.len() > 2 && comparable && rights(&ours) != rights(&theirs) {
            differ("castling field", 2);
        }
        // Some programs print the square after every double step.
        if printed.len() > 3 && field(&sent, 3) != field(&printed, 3) && field(&sent, 3) != "-" {
            differ("en passant field", 3);
        }
        ReadBack::Here { differences }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(sent: &str, read: &str) -> Vec<String> {
        match ReadBack::compare(sent, read) {
            ReadBack::Here { differences } => differences,
            ReadBack::Elsewhere { stands_at } => panic!("{stands_at}"),
        }
    }

    #[test]
    fn the_same_position_written_otherwise() {
        for read in ["r11/93/P11 w AJ - 3 9", "r11/93/P~11[] w JA e3 0 1", "r92/66/P11 white JA -"] {
            assert_eq!(differences("r11/12/P11 w JA - 0 1", read), [""; 0], "{read}");
        }
        assert_eq!(pieces("rn91/1A1", 12), ["rn..........", ".A."]);
        // So many squares would not fit in memory.
        assert_eq!(pieces(&format!("r{}", usize::MAX), 8)[0].len(), 1 + 87);
    }

    #[test]
    fn another_position() {
        for read in ["4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/5K2 w - - 0 1", "4K3/8/8/8/8/8/8/4k3 w - -"] {
            let found = ReadBack::compare("4k3/8/8/8/8/8/8/4K3 w - - 0 1", read);
            assert_eq!(found, ReadBack::Elsewhere { stands_at: read.to_owned() });
        }
    }

    #[test]
    fn without_a_castling_field() {
        assert_eq!(differences("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w 0 1"), [""; 0]);
        assert_eq!(
            differences("4k3/8/8/8/4P3/8/8/4K3 b K e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b e2 0 1"),
            [
                "the engine's castling field is `-`, where it should be `K`",
                "the engine's en passant field is `e2`, where it should be `e3`"
            ]
        );
    }

    #[test]
    fn fields_that_differ() {
        let found = differences("r3k2r/8/8/8/8/8/8/R3K2R w KQkq e3 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1");
        assert_eq!(
            found,
            [
                "the engine's castling field is `Qkq`, where it should be `KQkq`",
                "the engine's en passant field is `-`, where it should be `e3`"
            ]
        );
        assert!(differences("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").is_empty());
    }
}
