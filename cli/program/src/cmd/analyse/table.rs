//! The lines of an analysis in columns, one below the other or in a table that changes in place.

use std::io;
use std::iter;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use campione_movegen::Position;
use campione_notation::moves::MoveNotation;
use campione_search::Report;
use console::{Term, truncate_str};
use thousands::Separable;

use crate::analysis::{chances_text, line_text};
use crate::width;

/// The table is updated at most this often.
const EVERY: Duration = Duration::from_millis(100);

/// The columns of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// Whether there are several lines, which have numbers.
    pub(super) numbered: bool,
    /// How the moves of a line are written.
    pub(super) notation: MoveNotation,
    /// Whether the chances of a win, a draw and a loss stand beside the score.
    pub(super) wdl: bool,
    /// Whether nodes and speed are left out, so that the table fits 60 columns.
    pub(super) narrow: bool,
}

impl Columns {
    /// The same columns, without the last ones if standard output is a terminal that is too narrow for all.
    pub(super) fn fitting(self) -> Columns {
        // Room for a few moves behind the columns.
        Columns { narrow: width::is_below(self.head().len() + 20), ..self }
    }

    /// The names of the columns.
    pub(super) fn head(self) -> String {
        let number = if self.numbered { "  # " } else { "" };
        let chances = if self.wdl { "   win draw loss" } else { "" };
        let effort = if self.narrow { "" } else { "           nodes         nps" };
        format!("{number}  depth    score{chances}       time{effort}  line")
    }

    /// The row of a line.
    pub(super) fn row(self, report: &Report, position: &Position) -> String {
        let number = if self.numbered { format!("{:>3} ", report.multipv) } else { String::new() };
        let chances = if self.wdl { format!(" {:>15}", chances_text(report.score, position)) } else { String::new() };
        let effort = if self.narrow {
            String::new()
        } else {
            format!(" {:>15} {:>11}", report.nodes.separate_with_commas(), report.nps().separate_with_commas())
        };
        format!(
            "{number}{:>3}/{:<3} {:>8}{chances} {:>8.2} s{effort}  {}",
            report.depth,
            report.seldepth,
            report.score.to_string(),
            report.time.as_secs_f64(),
            line_text(&report.pv, position, self.notation)
        )
    }
}

/// A table on standard output, at most as wide and high as the terminal. If there are more lines, the first are shown.
///
/// The cursor stays on the line below it, so that a `^C` printed by the terminal does not shift the table.
#[derive(Debug)]
pub(super) struct Table {
    columns: Columns,
    terminal: Term,
    content: Mutex<Content>,
}

#[derive(Debug, Default)]
struct Content {
    rows: Vec<String>,
    /// How many lines are on the terminal.
    drawn: usize,
    last: Option<Instant>,
}

impl Table {
    pub(super) fn new(columns: Columns) -> Table {
        Table::on(Term::buffered_stdout(), columns)
    }

    fn on(terminal: Term, columns: Columns) -> Table {
        Table { columns, terminal, content: Mutex::default() }
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces an older line.
    pub(super) fn put(&self, report: &Report, position: &Position) {
        let (rows, index) = (&mut self.content().rows, report.multipv.saturating_sub(1));
        if rows.len() <= index {
            rows.resize(index + 1, String::new());
        }
        rows[index] = self.columns.row(report, position);
    }

    /// Draws it if an update is due, with the state of the search below it.
    pub(super) fn draw(&self, state: &str) -> io::Result<()> {
        let mut content = self.content();
        if content.last.is_some_and(|last| last.elapsed() < EVERY) {
            return Ok(());
        }
        content.last = Some(Instant::now());
        let (height, width) = self.terminal.size();
        let room = usize::from(height).saturating_sub(3);
        let head = self.columns.head();
        let rows = content.rows.iter().take(room).map(String::as_str);
        let lines: Vec<&str> = iter::once(head.as_str()).chain(rows).chain([state]).collect();
        let terminal = &self.terminal;
        terminal.clear_line()?;
        terminal.move_cursor_up(content.drawn)?;
        for line in &lines {
            terminal.clear_line()?;
            terminal.write_line(&truncate_str(line, width.into(), "…"))?;
        }
        content.drawn = lines.len();
        terminal.flush()
    }

    /// Removes the table from the terminal.
    pub(super) fn clear(&self) -> io::Result<()> {
        let mut content = self.content();
        self.terminal.clear_line()?;
        self.terminal.clear_last_lines(std::mem::take(&mut content.drawn))?;
        self.terminal.flush()
    }
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;
    use campione_search::Score;

    use super::*;

    #[test]
    fn narrow_columns_leave_room_for_moves_in_sixty() {
        let position = Position::start(Variant::named("chess").unwrap());
        let pv: Vec<_> = position.legal_moves().into_iter().take(1).collect();
        let (score, time) = (Score::Cp(-1234), Duration::from_secs(12345));
        let report =
            Report { depth: 100, seldepth: 120, multipv: 12, score, nodes: 987_654_321, time, hashfull: 0, pv };
        let wide = Columns { numbered: true, notation: MoveNotation::San, wdl: true, narrow: false };
        let narrow = Columns { narrow: true, ..wide };
        for columns in [wide, narrow] {
            let (head, row) = (columns.head(), columns.row(&report, &position));
            // The moves stand below the head of their column.
            assert_eq!(head.find("line"), row.rfind("  ").map(|at| at + 2), "{head}\n{row}");
            assert_eq!((head.len() > 60, row.contains("987,654,321")), (!columns.narrow, !columns.narrow), "{row}");
        }
        // There is room for at least four moves without the chances, and for one with them.
        let row = Columns { wdl: false, ..narrow }.row(&report, &position);
        assert!(row.len() < 40 && narrow.row(&report, &position).len() < 60, "{row}");
    }

    /// On Unix alone, where a file can stand for a terminal.
    #[cfg(unix)]
    #[test]
    fn a_table_as_high_as_the_terminal() {
        use std::fs::{self, File};

        let file = tempfile::NamedTempFile::new().unwrap();
        let write = File::options().append(true).open(file.path()).unwrap();
        let terminal = Term::read_write_pair(File::open(file.path()).unwrap(), write);
        let (height, width) = terminal.size();
        let table =
            Table::on(terminal, Columns { numbered: true, notation: MoveNotation::San, wdl: false, narrow: false });
        let chess = Variant::named("chess").unwrap();
        let position = Position::start(chess);
        let pv: Vec<_> = position.legal_moves().into_iter().take(1).collect();
        for multipv in 1..=50 {
            let (score, time) = (Score::Cp(multipv as i32), Duration::ZERO);
            let (depth, seldepth, nodes, hashfull) = (7, 9, 12345, 0);
            let report = Report { depth, seldepth, multipv, score, nodes, time, hashfull, pv: pv.clone() };
            table.put(&report, &position);
        }
        table.draw(&"far ".repeat(100)).unwrap();
        let drawn = fs::read_to_string(file.path()).unwrap();
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), usize::from(height) - 1, "{drawn}");
        assert!(lines[0].contains("score") && lines[1].contains("  7/9 ") && lines[1].contains(" 12,345 "), "{drawn}");
        let last = console::strip_ansi_codes(lines[lines.len() - 1]);
        assert_eq!(last.trim_start_matches('\r').chars().count(), usize::from(width), "{last}");
        // Shortly after that, nothing is drawn again.
        table.draw("far").unwrap();
        assert_eq!(fs::read_to_string(file.path()).unwrap(), drawn);
        table.clear().unwrap();
        let cleared = fs::read_to_string(file.path()).unwrap();
        assert!(cleared[drawn.len()..].contains(&format!("\u{1b}[{}A", height - 1)), "{cleared:?}");
        table.clear().unwrap();
        assert!(!fs::read_to_string(file.path()).unwrap()[cleared.len()..].contains('A'), "the file is gone");
    }
}
