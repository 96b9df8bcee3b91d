//! Perft suites: positions with known counts (`campione verify`).
//!
//! A line is `variant<TAB>fen<TAB>depth<TAB>nodes[<TAB>note]`, or EPD, `fen ;D1 20 ;D2 400`, which gives a case for each
//! depth. Blank lines and lines that start with `#` are skipped.

use campione_movegen::MAX_PERFT_DEPTH;
use thiserror::Error;

/// One count to be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Id of the game; none in EPD, which leaves it to the command line.
    pub variant: Option<String>,
    /// The position.
    pub fen: String,
    /// Plies.
    pub depth: u32,
    /// The count that is right.
    pub nodes: u128,
    /// What the line is about; may be empty.
    pub note: String,
}

/// Why a line of a suite cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SuiteError {
    /// Neither of the two forms.
    #[error("expected `variant<TAB>fen<TAB>depth<TAB>nodes` or EPD `fen ;D1 20 ;D2 400`, found `{0}`")]
    Form(String),
    /// A depth or count that is no number.
    #[error("{what}: `{text}` is no whole number")]
    Number {
        /// `depth` or `nodes`.
        what: &'static str,
        /// What stands there.
        text: String,
    },
    /// A depth beyond all counting.
    #[error("depth: {0} is more than {MAX_PERFT_DEPTH}, the greatest depth there is")]
    Depth(u32),
}

fn depth(text: &str) -> Result<u32, SuiteError> {
    let depth = number("depth", text)?;
    if depth > MAX_PERFT_DEPTH { Err(SuiteError::Depth(depth)) } else { Ok(depth) }
}

fn number<T: std::str::FromStr>(what: &'static str, text: &str) -> Result<T, SuiteError> {
    let text = text.trim();
    let error = || SuiteError::Number { what, text: text.to_owned() };
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error());
    }
    text.parse().map_err(|_| error())
}

/// The cases of one line; none for a blank line or a comment.
///
/// # Errors
/// [`SuiteError`] says what cannot be read.
pub fn read_line(line: &str) -> Result<Vec<Case>, SuiteError> {
    if line.trim().is_empty() || line.starts_with('#') {
        return Ok(Vec::new());
    }
    let form = || SuiteError::Form(line.to_owned());
    if line.contains('\t') {
        let fields: Vec<&str> = line.splitn(5, '\t').collect();
        let [variant, fen, plies, nodes, note @ ..] = fields.as_slice() else { return Err(form()) };
        return Ok(vec![Case {
            variant: Some(variant.trim().to_owned()),
            fen: fen.trim().to_owned(),
            depth: depth(plies)?,
            nodes: number("nodes", nodes)?,
            note: note.first().map_or_else(String::new, |note| note.trim().to_owned()),
        }]);
    }
    let (fen, counts) = line.split_once(';').ok_or_else(form)?;
    let mut cases = Vec::new();
    for count in counts.split(';').map(str::trim).filter(|count| !count.is_empty()) {
        let (plies, nodes) = count.split_once(char::is_whitespace).ok_or_else(form)?;
        let plies = plies.strip_prefix(['D', 'd']).ok_or_else(form)?;
        cases.push(Case {
            variant: None,
            fen: fen.trim().to_owned(),
            depth: depth(plies)?,
            nodes: number("nodes", nodes)?,
            note: String::new(),
        });
    }
    if cases.is_empty() { Err(form()) } else { Ok(cases) }
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
    }

    #[test]
    fn bad_lines() {
        for line in ["K w - - 0 1", "K w ;", "K ;X1 2", "K ;D1", "carrera\tK w\t3"] {
            assert!(matches!(read_line(line), Err(SuiteError::Form(_))), "{line}");
        }
        assert_eq!(read_line("carrera\tK w\t129\t3"), Err(SuiteError::Depth(129)));
        for line in ["carrera\tK w\t-1\t3", "carrera\tK w\t1\t+3", "K ;D1 2x", "K ;Dx 2"] {
            assert!(matches!(read_line(line), Err(SuiteError::Number { .. })), "{line}");
        }
    }
}
