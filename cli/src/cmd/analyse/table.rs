//! The lines of an analysis in columns, one below the other or in a table that changes in place.

use campione_movegen::Position;
use campione_notation::moves::MoveNotation;
use campione_search::Report;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use thousands::Separable;

use crate::analysis::{line_text, score_text};

/// What stands in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// Whether there are several lines, which have numbers.
    pub(super) numbered: bool,
    /// How the line is written.
    pub(super) notation: MoveNotation,
}

impl Columns {
    /// The names of the columns.
    pub(super) fn head(self) -> String {
        let number = if self.numbered { "  # " } else { "" };
        format!("{number}  depth    score       time           nodes         nps  line")
    }

    /// A line of an iteration.
    pub(super) fn row(self, report: &Report, position: &Position<'_>) -> String {
        let number = if self.numbered { format!("{:>3} ", report.multipv) } else { String::new() };
        format!(
            "{number}{:>3}/{:<3} {:>8} {:>8.2} s {:>15} {:>11}  {}",
            report.depth,
            report.seldepth,
            score_text(report.score),
            report.time.as_secs_f64(),
            report.nodes.separate_with_commas(),
            report.nps().separate_with_commas(),
            line_text(&report.pv, position, self.notation)
        )
    }
}

/// A table on standard output. As wide and high as the terminal at most.
#[derive(Debug)]
pub(super) struct Table {
    columns: Columns,
    place: MultiProgress,
    head: ProgressBar,
    rows: Vec<ProgressBar>,
    state: ProgressBar,
}

impl Table {
    /// With room for so many lines.
    pub(super) fn new(columns: Columns, lines: usize) -> Table {
        let place = MultiProgress::with_draw_target(ProgressDrawTarget::stdout());
        let style = ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
        let row = || place.add(ProgressBar::no_length().with_style(style.clone()));
        let head = row();
        let rows = (0..lines).map(|_| row()).collect();
        let state = row();
        Table { columns, place, head, rows, state }
    }

    /// Puts a line where an older one stands.
    pub(super) fn show(&self, report: &Report, position: &Position<'_>) {
        if let Some(row) = report.multipv.checked_sub(1).and_then(|index| self.rows.get(index)) {
            self.head.set_message(self.columns.head());
            row.set_message(self.columns.row(report, position));
        }
    }

    /// Says below the lines how far the search is.
    pub(super) fn state(&self, text: &str) {
        self.state.set_message(text.to_owned());
    }

    /// Leaves the terminal as it was.
    pub(super) fn clear(&self) {
        // Without a terminal there is nothing to clear.
        let _ = self.place.clear();
    }
}
