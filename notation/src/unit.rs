//! Work units of a perft that is split over several machines, and their results.
//!
//! A unit is a line `variant<TAB>fen<TAB>depth<TAB>multiplicity`: a position, the remaining depth, and how many paths
//! lead to the position. Its result is the same line followed by `<TAB>nodes`: the perft of the position, not
//! multiplied. Blank lines and lines that start with `#` are skipped.

use campione_movegen::{MAX_PERFT_DEPTH, Position};
use thiserror::Error;

use crate::{fen, number};

/// A work unit or its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitLine<'a> {
    /// Variant, FEN and depth as written: they say what is counted.
    pub task: &'a str,
    /// Id of the variant.
    pub variant: &'a str,
    /// The position.
    pub fen: &'a str,
    /// The depth of the perft, in plies.
    pub depth: u32,
    /// How many paths lead to the position, at least 1.
    pub multiplicity: u128,
    /// The perft of the position, if the line is a result.
    pub nodes: Option<u128>,
}

/// Why a line is neither a unit nor a result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnitError {
    /// Too few or too many fields.
    #[error("{0} fields, but `variant<TAB>fen<TAB>depth<TAB>multiplicity[<TAB>nodes]` has 4 or 5")]
    Fields(usize),
    /// A field that is not a number, or not one that fits into 128 bits.
    #[error("{what}: `{text}` is not a whole number below 2^128")]
    Number {
        /// `depth`, `multiplicity` or `nodes`.
        what: &'static str,
        /// What stands there.
        text: String,
    },
    /// A depth above [`MAX_PERFT_DEPTH`].
    #[error("depth: {0} is more than {MAX_PERFT_DEPTH}, the greatest depth")]
    Depth(u128),
    /// A multiplicity of 0, or one with leading zeros.
    #[error("multiplicity: `{0}` does not start with a digit from 1 to 9")]
    Multiplicity(String),
}

campione_core::codes!(UnitError {
    Fields => "unit.fields",
    Number => "unit.number",
    Depth => "unit.depth",
    Multiplicity => "unit.multiplicity",
});

fn number(what: &'static str, text: &str) -> Result<u128, UnitError> {
    number::read(text).ok_or_else(|| UnitError::Number { what, text: text.to_owned() })
}

/// Reads a line (without its line ending); `None` for a blank line or a comment.
///
/// It does not check that the variant exists or that the position is valid.
///
/// # Errors
/// [`UnitError`] says what cannot be read.
pub fn read_line(line: &str) -> Result<Option<UnitLine<'_>>, UnitError> {
    if line.trim().is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let fields: Vec<&str> = line.split('\t').collect();
    let [variant, fen, depth, multiplicity, rest @ ..] = fields.as_slice() else {
        return Err(UnitError::Fields(fields.len()));
    };
    if rest.len() > 1 {
        return Err(UnitError::Fields(fields.len()));
    }
    let task = &line[..variant.len() + fen.len() + depth.len() + 2];
    let depth = number("depth", depth)?;
    if depth > u128::from(MAX_PERFT_DEPTH) {
        return Err(UnitError::Depth(depth));
    }
    // Lines are compared as texts, so there must be only one way to write each.
    if multiplicity.starts_with('0') {
        return Err(UnitError::Multiplicity((*multiplicity).to_owned()));
    }
    let multiplicity = number("multiplicity", multiplicity)?;
    let nodes = rest.first().map(|nodes| number("nodes", nodes)).transpose()?;
    Ok(Some(UnitLine { task, variant, fen, depth: depth as u32, multiplicity, nodes }))
}

/// Writes a unit as a line, without its line ending. `variant` identifies the rules: the id of a built-in variant.
pub fn write(variant: &str, position: &Position, depth: u32, multiplicity: u128) -> String {
    format!("{variant}\t{}\t{depth}\t{multiplicity}", fen::write(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_results() {
        let unit = read_line("chess\tk w\t3\t340282366920938463463374607431768211455").unwrap().unwrap();
        let expected = UnitLine {
            task: "chess\tk w\t3",
            variant: "chess",
            fen: "k w",
            depth: 3,
            multiplicity: u128::MAX,
            nodes: None,
        };
        assert_eq!(unit, expected);
        let result = read_line("chess\tk w\t0\t7\t0").unwrap().unwrap();
        assert_eq!((result.task, result.multiplicity, result.nodes), ("chess\tk w\t0", 7, Some(0)));
        assert_eq!((read_line(""), read_line(" \t"), read_line("# chess\tk")), (Ok(None), Ok(None), Ok(None)));
    }

    #[test]
    fn bad_lines() {
        assert_eq!(read_line("chess\tk w\t3"), Err(UnitError::Fields(3)));
        assert_eq!(read_line("chess\tk w\t3\t1\t20\t"), Err(UnitError::Fields(6)));
        assert_eq!(read_line("chess\tk w\t129\t1"), Err(UnitError::Depth(129)));
        for multiplicity in ["0", "01"] {
            let error = UnitError::Multiplicity(multiplicity.to_owned());
            assert_eq!(read_line(&format!("chess\tk w\t3\t{multiplicity}")), Err(error));
        }
        let too_great = "340282366920938463463374607431768211456";
        for (what, line) in [
            ("depth", "chess\tk w\t+3\t1"),
            ("depth", "chess\tk w\t\t1"),
            ("multiplicity", "chess\tk w\t3\t"),
            ("multiplicity", "chess\tk w\t3\t-1\t5"),
            ("nodes", "chess\tk w\t3\t1\t"),
            ("nodes", "chess\tk w\t3\t1\t20 "),
            ("nodes", &format!("chess\tk w\t3\t1\t{too_great}")),
        ] {
            assert!(matches!(read_line(line), Err(UnitError::Number { what: found, .. }) if found == what), "{line}");
        }
    }
}
