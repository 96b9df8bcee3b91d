//! The result of an ending, as a line of a table.

use anyhow::{Context, bail, ensure};
use campione_core::Variant;
use campione_movegen::{Move, Position};
use campione_notation::{fen, uci};

/// The header of the files.
const HEADER: &str = "\
# What endgame tables say: written by `cargo lab tables --read`, checked by `cargo lab tables --check`.
# Columns, separated by tabs; `-` for none:
# - the ending, the stronger side as White
# - numbers of positions in the table, both sides to move, images by symmetry not counted; bytes of its file
# - the most bytes of memory while it was solved; seconds of all processors together
# - positions on the whole board with White to move that White wins, that are drawn, that White loses
# - plies to mate in White's longest win with White to move, a position where it takes so long, and best play (UCI)
# - the same six with Black to move, for Black
";

/// An ending is won in general if the weak side loses this percentage of the positions with it to move.
pub(super) const BEATEN: u64 = 50;
/// It is drawn if that side loses less than this percentage.
pub(super) const DRAWN: u64 = 20;

/// An ending.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row {
    pub(super) ending: String,
    pub(super) entries: u64,
    pub(super) bytes: u64,
    pub(super) memory: Option<u64>,
    pub(super) seconds: Option<f64>,
    /// White to move, and Black to move.
    pub(super) sides: [Side; 2],
}

/// What the side to move has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Side {
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
    pub(super) longest: Option<Longest>,
}

/// A longest win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Longest {
    pub(super) plies: usize,
    pub(super) fen: String,
    /// Best play of both sides, in UCI's notation.
    pub(super) moves: String,
}

impl Side {
    pub(super) fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Percent of the positions: exactly 0 and 100 only if none or all are meant.
    pub(super) fn percent(&self, part: u64) -> String {
        let all = self.positions();
        match part {
            0 => "0".to_owned(),
            part if part == all => "100".to_owned(),
            part => format!("{:.2}", (100.0 * part as f64 / all.max(1) as f64).clamp(0.01, 99.99)),
        }
    }
}

impl Longest {
    /// Moves of the winner.
    pub(super) fn moves(&self) -> usize {
        self.plies.div_ceil(2)
    }

    /// Plays the line to its end: the start and the moves. It must be legal, as long as it says, and end with a win of
    /// the side that begins.
    pub(super) fn replay(&self, variant: Variant) -> anyhow::Result<(Position, Vec<Move>)> {
        let start = fen::read(&self.fen, variant).with_context(|| self.fen.clone())?;
        let (mut position, mut moves) = (start, Vec::new());
        for text in self.moves.split(' ') {
            let mv = uci::read(text, &position).with_context(|| format!("{}: {text}", self.fen))?;
            moves.push(mv);
            position = position.play_unchecked(mv);
        }
        let winner = position.outcome().and_then(|outcome| outcome.winner);
        ensure!(moves.len() == self.plies, "{}: {} plies, and the line has {}", self.fen, self.plies, moves.len());
        ensure!(winner == Some(start.turn()), "{}: the line does not end with a win", self.fen);
        Ok((start, moves))
    }
}

impl Row {
    /// The longest wins of both sides.
    pub(super) fn lines(&self) -> impl Iterator<Item = &Longest> {
        self.sides.iter().filter_map(|side| side.longest.as_ref())
    }

    /// Who wins in general: the weak side loses even if it is to move.
    pub(super) fn verdict(&self) -> &'static str {
        let loses = |side: &Side, percent: u64| 100 * side.lost >= percent * side.positions();
        let [white, black] = &self.sides;
        match (loses(black, BEATEN), loses(white, BEATEN)) {
            (true, _) => "White wins",
            (false, true) => "Black wins",
            _ if loses(black, DRAWN) || loses(white, DRAWN) => "open",
            _ => "drawn",
        }
    }

    fn text(&self) -> String {
        let or_none = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        let mut columns = vec![
            self.ending.clone(),
            self.entries.to_string(),
            self.bytes.to_string(),
            or_none(self.memory.map(|bytes| bytes.to_string())),
            or_none(self.seconds.map(|seconds| format!("{seconds:.2}"))),
        ];
        for side in &self.sides {
            columns.extend([side.won, side.drawn, side.lost].map(|count| count.to_string()));
            match &side.longest {
                Some(longest) => {
                    columns.extend([longest.plies.to_string(), longest.fen.clone(), longest.moves.clone()]);
                }
                None => columns.extend(["-", "-", "-"].map(str::to_owned)),
            }
        }
        columns.join("\t")
    }

    fn parse(line: &str) -> anyhow::Result<Row> {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[ending, entries, bytes, memory, seconds, ref sides @ ..] = columns.as_slice() else {
            bail!("too few columns");
        };
        ensure!(sides.len() == 12, "{} columns instead of 17", columns.len());
        let side = |columns: &[&str]| -> anyhow::Result<Side> {
            let &[won, drawn, lost, plies, fen, moves] = columns else { bail!("too few columns") };
            let longest = (plies != "-")
                .then(|| -> anyhow::Result<Longest> {
                    Ok(Longest { plies: plies.parse()?, fen: fen.to_owned(), moves: moves.to_owned() })
                })
                .transpose()?;
            Ok(Side { won: won.parse()?, drawn: drawn.parse()?, lost: lost.parse()?, longest })
        };
        let known = |text: &str| (text != "-").then(|| text.to_owned());
        Ok(Row {
            ending: ending.to_owned(),
            entries: entries.parse()?,
            bytes: bytes.parse()?,
            memory: known(memory).map(|text| text.parse()).transpose()?,
            seconds: known(seconds).map(|text| text.parse()).transpose()?,
            sides: [side(&sides[..6])?, side(&sides[6..])?],
        })
    }
}

/// The file of some endings.
pub(super) fn write(rows: &[Row]) -> String {
    rows.iter().fold(HEADER.to_owned(), |text, row| text + &row.text() + "\n")
}

/// Reads such a file.
pub(super) fn read(text: &str) -> anyhow::Result<Vec<Row>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Row::parse(line).with_context(|| format!("`{line}`"))).collect()
}
