//! Positions on the command line.

use clap::Args as ClapArgs;

/// A position on the command line.
#[derive(ClapArgs, Debug)]
pub(crate) struct PositionArgument {
    /// A FEN, quoted or not; `startpos` (the default); or a numbered start position such as `crc:27621` or
    /// `chess960:518`. With `-`, positions are read from standard input, one per line. An empty text is an error
    #[arg(value_name = "FEN")]
    pub(crate) fen: Vec<String>,
    /// Moves to play first, in any notation, separated by spaces; may be empty
    #[arg(long, value_name = "MOVES")]
    pub(crate) play: Option<String>,
}

impl PositionArgument {
    /// Whether positions are read from standard input.
    pub(crate) fn is_lines(&self) -> bool {
        self.fen == ["-"]
    }

    /// The whole position; the start position if none is given.
    pub(crate) fn text(&self) -> String {
        if self.fen.is_empty() { "startpos".to_owned() } else { self.fen.join(" ") }
    }
}
