//! Perfect play in endings of king and one or two pieces against a bare king. Each ending of a variant is solved when
//! it first occurs at the root.

use std::time::Duration;

use campione_core::{Color, Role, Variant};
use campione_endgame::{Material, Solving, Tables as Endings};
use campione_movegen::{Move, Position};
use web_time::Instant;

use crate::endgames::{Endgames, TableLine};
use crate::eval::Tables;
use crate::limits::{Control, Limits};

/// The number of solved endings of two pieces that are kept. Each takes dozens of mebibytes.
const KEPT: usize = 3;

/// A search with less time than this solves no ending.
const LEAST_TIME: Duration = Duration::from_millis(50);

/// The solved endings of one variant.
#[derive(Debug)]
pub(crate) struct Tablebase {
    solved: Endings,
    /// Those of two pieces, the latest last.
    pairs: Vec<Material>,
    solving: Option<Solving>,
}

impl Tablebase {
    pub(crate) fn new(variant: Variant) -> Tablebase {
        Tablebase { solved: Endings::new(variant), pairs: Vec::new(), solving: None }
    }

    /// The root moves of such an ending, the best first, one for each requested line. `None` if the position is no such
    /// ending, if it is not won before the move rule draws, or if the ending is not solved yet.
    ///
    /// Solving takes some tenths of a second. If the time is limited, it uses at most three quarters of it, and
    /// continues in the next search.
    pub(crate) fn probe(
        &mut self,
        position: &Position,
        root: &[Move],
        tables: &Tables,
        (limits, control, start): (&Limits, &Control, Instant),
    ) -> Option<Vec<TableLine>> {
        let material = Material::of_position(position)?.normal(position.variant());
        if !Solving::is_for(material) {
            return None;
        }
        let roles: Vec<Role> = material.roles(Color::White).collect();
        // If one of two pieces can mate alone, the search finds the win.
        if roles.len() == 2 && tables.mates_alone(&roles) {
            return None;
        }
        if self.solved.table(material).is_none() {
            if limits.time.is_some_and(|time| time < LEAST_TIME) {
                return None;
            }
            self.solve(material, (limits, control, start));
        }
        Endgames::new(&self.solved, position)?.lines(position, root, limits.multipv)
    }

    /// Solves an ending, or continues to solve it.
    fn solve(&mut self, material: Material, (limits, control, start): (&Limits, &Control, Instant)) {
        if self.solving.as_ref().is_none_or(|solving| solving.material() != material) {
            self.solving = self.solved.begin(material);
        }
        let Some(mut solving) = self.solving.take() else { return };
        // The last quarter is for the search, which must answer if the ending is not solved in time.
        let late = || control.is_stopped() || limits.time.is_some_and(|time| start.elapsed() >= time / 4 * 3);
        match solving.go_on(late) {
            Ok(true) => {}
            Ok(false) => {
                self.solving = Some(solving);
                return;
            }
            Err(_) => return,
        }
        let Some(table) = solving.finish() else { return };
        if material.count(Color::White) == 2 {
            if self.pairs.len() == KEPT {
                self.solved.remove(self.pairs.remove(0));
            }
            self.pairs.push(material);
        }
        self.solved.insert(table);
    }
}
