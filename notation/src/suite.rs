//! Perft suites: positions with known counts (`campione verify`).
//!
//! A line is `variant<TAB>fen<TAB>depth<TAB>nodes[<TAB>note]`, or EPD, `fen ;D1 20 ;D2 400`, with one case for each
//! depth. In EPD a tab counts as a space, `wait "e8:2,b1:0";` (NOTATION.md, "Positions") lists waiting pawns, `variant
//! "carrera";` names the variant, and `id "…";` is the note. Blank lines and comments (`#`) are skipped.

use campione_movegen::MAX_PERFT_DEPTH;
use thiserror::Error;

use crate::epd::{self, Operand};
use crate::number;

/// One count to be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Id of the variant; `None` if an EPD line does not name one.
    pub variant: Option<String>,
    /// The position: a FEN, `startpos`, or a start array such as `crc:27621`.
    pub fen: String,
    /// Depth in plies.
    pub depth: u32,
    /// The correct count.
    pub nodes: u128,
    /// A note on the position; may be empty.
    pub note: String,
}

/// Why a line of a suite cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// Neither of the two forms.
    #[error("expected `variant<TAB>fen<TAB>depth<TAB>nodes` or EPD `fen ;D1 20 ;D2 400`, found `{0}`")]
    Form(String),
    /// A depth or count that is not a number.
    #[error("{what}: `{text}` is not a whole number")]
    Number {
        /// `depth` or `nodes`.
        what: &'static str,
        /// What stands there.
        text: String,
    },
    /// A depth above [`MAX_PERFT_DEPTH`].
    #[error("depth: {0} is more than {MAX_PERFT_DEPTH}, the greatest depth")]
    Depth(u32),
}

campione_core::codes!(SuiteError {
    Form => "suite.form",
    Number => "suite.number",
    Depth => "suite.depth",
});

fn depth(text: &str) -> Result<u32, SuiteError> {
    let depth = number("depth", text)?;
    if depth > MAX_PERFT_DEPTH { Err(SuiteError::Depth(depth)) } else { Ok(depth) }
}

fn number<T: std::str::FromStr>(what: &'static str, text: &str) -> Result<T, SuiteError> {
    let text = text.trim();
    number::read(text).ok_or_else(|| SuiteError::Number { what, text: text.to_owned() })
}

/// Reads the cases of one line; empty for a blank line or a comment.
///
/// # Errors
/// [`SuiteError`] says what cannot be read.
pub fn read_line(line: &str) -> Result<Vec<Case>, SuiteError> {
    if line.trim().is_empty() || line.trim_start().starts_with('#') {
        return Ok(Vec::new());
    }
    let form = || SuiteError::Form(line.to_owned());
    // In the form with tabs, only the note, the fifth field, may contain a semicolon.
    let epd = line.split_once(';').filter(|(fen, _)| fen.matches('\t').count() < 4);
    let Some((fen, counts)) = epd else {
        let fields: Vec<&str> = line.splitn(5, '\t').collect();
        let [variant, fen, plies, nodes, note @ ..] = fields.as_slice() else { return Err(form()) };
        return Ok(vec![Case {
            variant: Some(variant.trim().to_owned()),
            fen: fen.trim().to_owned(),
            depth: depth(plies)?,
            nodes: number("nodes", nodes)?,
            note: note.first().map_or_else(String::new, |note| note.trim().to_owned()),
        }]);
    };
    // `fen wait "a8:0"` or `fen`, then operations, each ended by a semicolon.
    let (fen, first) = fen.find(" wait ").map_or((fen, ""), |at| fen.split_at(at));
    let (mut waiting, mut variant, mut note) = (None, None, None);
    let mut found = Vec::new();
    for operation in epd::operations(&format!("{first};{counts}")).map_err(|_| form())? {
        let text = || operation.only("one operand").map(str::to_owned).map_err(|_| form());
        let place = match operation.code.as_str() {
            "wait" if matches!(operation.operands.as_slice(), [Operand::Text(_)]) => &mut waiting,
            "variant" => &mut variant,
            "id" => &mut note,
            code => {
                let plies = code.strip_prefix(['D', 'd']).ok_or_else(form)?;
                found.push((depth(plies)?, number("nodes", &text()?)?));
                continue;
            }
        };
        if place.replace(text()?).is_some() {
            return Err(form());
        }
    }
    if found.is_empty() {
        return Err(form());
    }
    let mut fen = fen.trim().to_owned();
    if let Some(list) = waiting {
        // In a FEN, the list stands after the clocks, which EPD omits.
        if fen.split_whitespace().count() == 4 {
            fen.push_str(" 0 1");
        }
        fen = format!("{fen} {list}");
    }
    let note = note.unwrap_or_default();
    let case = |(depth, nodes)| Case { variant: variant.clone(), fen: fen.clone(), depth, nodes, note: note.clone() };
    Ok(found.into_iter().map(case).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms() {
        let tsv = read_line("carrera\tK w\t3\t340282366920938463463374607431768211455\ta note\twith a tab").unwrap();
        assert_eq!((tsv[0].depth, tsv[0].nodes, tsv[0].note.as_str()), (3, u128::MAX, "a note\twith a tab"));
        let epd = read_line("K w - - 0 1 ;D1 20 ;D2 400").unwrap();
        assert_eq!(epd.iter().map(|case| (case.depth, case.nodes)).collect::<Vec<_>>(), [(1, 20), (2, 400)]);
        assert_eq!((epd[1].fen.as_str(), &epd[1].variant), ("K w - - 0 1", &None));
        assert_eq!(read_line("# comment"), Ok(Vec::new()));
        assert_eq!(read_line("  "), Ok(Vec::new()));
        assert_eq!(read_line(" \t# ;D1 20"), Ok(Vec::new()));
    }

    #[test]
    fn tabs_in_epd() {
        let expected = read_line("K w - - 0 1 ;D1 20 ;D2 400");
        for line in ["K w - - 0 1\t;D1 20 ;D2 400", "K w - - 0 1\t;D1\t20\t;D2\t400", "K w - - 0 1 ;D1 20;D2   400;"] {
            assert_eq!(read_line(line), expected, "{line}");
        }
        // A note may say anything.
        let tsv = read_line("carrera\tK w\t3\t4\t;D1 20").unwrap();
        assert_eq!((tsv[0].variant.as_deref(), tsv[0].note.as_str()), (Some("carrera"), ";D1 20"));
    }

    #[test]
    fn other_operations_of_epd() {
        for line in [
            "K w - - wait \"a8:2,b1:0\"; D1 20",
            "K w - - ;wait \"a8:2,b1:0\"; D1 20",
            "K w - - ;D1 20; wait \"a8:2,b1:0\";",
            "K w - - 0 1\t;wait \"a8:2,b1:0\" ;D1 20",
        ] {
            let read = read_line(line).unwrap();
            assert_eq!((read[0].fen.as_str(), read[0].nodes), ("K w - - 0 1 a8:2,b1:0", 20), "{line}");
        }
        let named = read_line("K w - - ;D1 20; variant \"carrera\"; id \"a note; of two parts\"; D2 400").unwrap();
        assert_eq!((named.len(), named[1].variant.as_deref()), (2, Some("carrera")));
        assert_eq!(named[0].note, "a note; of two parts");
        for list in ["a8:0", "\"", "\"a8:0", "\"a8:0\" wait \"a8:0\"", "\"a8:0\"; wait \"a8:0\""] {
            let line = format!("K w - - wait {list} ;D1 20");
            assert!(matches!(read_line(&line), Err(SuiteError::Form(_))), "{line}");
        }
    }

    #[test]
    fn bad_lines() {
        for line in [
            "K w - - 0 1",
            "K w ;",
            "K ;X1 2",
            "K ;D1",
            "K ;D1 2 3",
            "K ;D1 2; variant carrera; variant chess",
            "K ;D1 2; id",
            "carrera\tK w\t3",
        ] {
            assert!(matches!(read_line(line), Err(SuiteError::Form(_))), "{line}");
        }
        assert_eq!(read_line("carrera\tK w\t129\t3"), Err(SuiteError::Depth(129)));
        for line in ["carrera\tK w\t-1\t3", "carrera\tK w\t1\t+3", "K ;D1 2x", "K ;Dx 2"] {
            assert!(matches!(read_line(line), Err(SuiteError::Number { .. })), "{line}");
        }
    }
}
