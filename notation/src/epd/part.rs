//! The position at the beginning of a line, and what stands behind it.

use std::borrow::Cow;

use super::line::split;
use super::pasted::{has_open_operation, peeled, respelled, without_remark};

/// A text that begins with a position. Operations may follow, as in EPD, or after a semicolon.
///
/// ```
/// use campione_notation::epd::PositionText;
/// let text = PositionText::of("8/8/8/8/8/8/8/8 w - -; cdb eval: 8, ply: 0;");
/// assert_eq!((&*text.fen, text.unread), ("8/8/8/8/8/8/8/8 w - - 0 1", None));
/// let text = PositionText::of(r#"8/8/8/8/8/8/8/8 w - - 3 9; variant "chess"; bm e4;"#);
/// assert_eq!((&*text.fen, text.variant.as_deref()), ("8/8/8/8/8/8/8/8 w - - 3 9", Some("chess")));
/// let text = PositionText::of("8/8/8/8/8/8/8/8 w - - 3 9; 50 % of all games");
/// assert_eq!((&*text.fen, text.unread), ("8/8/8/8/8/8/8/8 w - - 3 9", Some("50 % of all games")));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionText<'t> {
    /// The position, with the clocks and waiting pawns of the operations.
    pub fen: Cow<'t, str>,
    /// The variant that the operations name.
    pub variant: Option<String>,
    /// The text after the position, if it cannot be read as operations.
    pub unread: Option<&'t str>,
}

impl<'t> PositionText<'t> {
    /// Parts a text. What people have around a FEN is left out: quotation marks, a tag, an address, a word before it
    /// (NOTATION.md, "Positions as people have them").
    pub fn of(text: &'t str) -> PositionText<'t> {
        let text = peeled(text);
        let ended = text.split_once(';');
        if (ended.is_some() || has_open_operation(text))
            && let Ok(Some(line)) = split(text)
            && let Ok(fen) = line.fen()
        {
            return PositionText { fen: Cow::Owned(fen), variant: line.variant().map(str::to_owned), unread: None };
        }
        let Some((head, tail)) = ended else {
            let (fen, unread) = without_remark(text);
            return PositionText { fen: respelled(fen), variant: None, unread };
        };
        // Remarks of any kind; or a FEN that is none of EPD's, of three fields or with one for the king's leap.
        let tail = tail.trim_matches(|c: char| c == ';' || c.is_whitespace());
        let line = format!("8/8 w - - {tail}");
        let operations = split(&line).ok().flatten().filter(|line| !line.has_clocks());
        PositionText {
            fen: respelled(head.trim_end()),
            variant: operations.as_ref().and_then(|line| line.variant()).map(str::to_owned),
            unread: (!tail.is_empty() && operations.is_none()).then_some(tail),
        }
    }
}
