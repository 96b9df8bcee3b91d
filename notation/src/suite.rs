//! Perft suites: positions with known counts (`campione verify`).
//!
//! A line is `variant<TAB>fen<TAB>depth<TAB>nodes[<TAB>note]`, or EPD, `fen ;D1 20 ;D2 400`, with one case for each
//! depth. In EPD a tab counts as a space, `wait "e8:2,b1:0";` (NOTATION.md, "Positions") lists waiting pawns, `variant
//! "carrera";` names the variant, and `id "…";` is the note. `fen;20;400` has the counts from depth 1 on. Blank lines and
//! comments (`#`, and `%` as in PGN) are skipped.
//!
//! [`SuiteReader`] also reads the blocks of lines in which several chess libraries keep their suites: `id NAME`, `epd FEN` and
//! `perft DEPTH NODES`.

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
    /// None of the four forms.
    #[error(
        "expected `variant<TAB>fen<TAB>depth<TAB>nodes`, EPD `fen ;D1 20 ;D2 400`, `fen;20;400`, or `perft 1 20` below `epd fen`, \
         found `{0}`"
    )]
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
    in_range(number("depth", text)?)
}

fn in_range(depth: u32) -> Result<u32, SuiteError> {
    if depth > MAX_PERFT_DEPTH { Err(SuiteError::Depth(depth)) } else { Ok(depth) }
}

fn number<T: std::str::FromStr>(what: &'static str, text: &str) -> Result<T, SuiteError> {
    let text = text.trim();
    number::read(text).ok_or_else(|| SuiteError::Number { what, text: text.to_owned() })
}

/// Reads the lines of a suite in their order.
///
/// ```
/// use campione_notation::suite::SuiteReader;
/// let mut suite = SuiteReader::default();
/// for line in ["id start", "epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"] {
///     assert!(suite.read_line(line)?.is_empty());
/// }
/// let case = &suite.read_line("perft 2 400")?[0];
/// assert_eq!((case.depth, case.nodes, case.note.as_str()), (2, 400, "start"));
/// # Ok::<(), campione_notation::suite::SuiteError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SuiteReader {
    /// What the last `id` and `epd` said.
    id: String,
    epd: Option<String>,
}

impl SuiteReader {
    /// Reads the cases of the next line: as [`read_line`], and those of a line `perft` for the position of the last `epd`.
    ///
    /// # Errors
    /// [`SuiteError`] says what cannot be read.
    pub fn read_line(&mut self, line: &str) -> Result<Vec<Case>, SuiteError> {
        let text = line.trim();
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "id" if !rest.contains(';') => {
                (self.id, self.epd) = (rest.to_owned(), None);
                Ok(Vec::new())
            }
            "epd" if !rest.contains(';') => {
                self.epd = Some(rest.to_owned());
                Ok(Vec::new())
            }
            "perft" => {
                let numbers = rest.split_once([' ', '\t']);
                let (Some(fen), Some((plies, nodes))) = (&self.epd, numbers) else {
                    return Err(SuiteError::Form(line.to_owned()));
                };
                let note = self.id.clone();
                let (depth, nodes) = (depth(plies)?, number("nodes", nodes)?);
                Ok(vec![Case { variant: None, fen: fen.clone(), depth, nodes, note }])
            }
            _ => read_line(line),
        }
    }
}

/// Reads the cases of one line; empty for a blank line or a comment.
///
/// # Errors
/// [`SuiteError`] says what cannot be read.
pub fn read_line(line: &str) -> Result<Vec<Case>, SuiteError> {
    if epd::is_remark(line) {
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
    // `fen;20;400`
    let plain: Vec<&str> = counts.trim_end_matches([';', ' ']).split(';').map(str::trim).collect();
    if plain.iter().all(|count| number::is_digits(count)) {
        let case = |(count, plies): (&&str, u32)| {
            let (depth, nodes) = (in_range(plies)?, number("nodes", count)?);
            Ok(Case { variant: None, fen: fen.trim().to_owned(), depth, nodes, note: String::new() })
        };
        return plain.iter().zip(1..).map(case).collect();
    }
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
    fn counts_alone() {
        let counts = read_line("K w - - 0 1;20;400; 8902").unwrap();
        let found: Vec<(u32, u128)> = counts.iter().map(|case| (case.depth, case.nodes)).collect();
        assert_eq!((found.as_slice(), counts[2].fen.as_str()), (&[(1, 20), (2, 400), (3, 8902)][..], "K w - - 0 1"));
        assert_eq!(read_line(&format!("K w{}", ";1".repeat(129))), Err(SuiteError::Depth(129)));
        for line in ["K w;20;x", "K w;20;-1", "K w;20;;8902"] {
            assert!(matches!(read_line(line), Err(SuiteError::Form(_))), "{line}");
        }
    }

    #[test]
    fn blocks_of_lines() {
        let mut suite = SuiteReader::default();
        let lines = "id a\nepd K w - -\nperft 1 20\n\n# more\nperft\t2  400\nid b\nperft 1 20\nepd k\nperft 129 1\nperft 1 x\nK ;D1 2";
        let read: Vec<_> = lines.lines().map(|line| suite.read_line(line)).collect();
        let cases: Vec<_> =
            read.iter().flatten().flatten().map(|case| (&*case.fen, case.depth, case.nodes, &*case.note)).collect();
        assert_eq!(cases, [("K w - -", 1, 20, "a"), ("K w - -", 2, 400, "a"), ("K", 1, 2, "")]);
        // The position of one name is not that of the next.
        assert!(matches!(read[7], Err(SuiteError::Form(_))));
        assert_eq!(read[9], Err(SuiteError::Depth(129)));
        assert!(matches!(read[10], Err(SuiteError::Number { .. })));
        assert!(matches!(SuiteReader::default().read_line("perft 1 20"), Err(SuiteError::Form(_))));
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
