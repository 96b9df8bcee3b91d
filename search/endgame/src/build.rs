//! Solves endings.

use std::sync::Arc;

use crate::bare::Solving;
use crate::error::EndgameError;
use crate::goal::Goal;
use crate::material::Material;
use crate::monitor::Monitor;
use crate::solve::solve;
use crate::table::Table;
use crate::tables::Tables;

impl Tables {
    /// Solves an ending with everything that it leads to, as far as it is not in memory.
    ///
    /// Threads are those of the present rayon pool.
    ///
    /// # Errors
    /// The monitor has stopped it, or the ending is too large for the numbers of a table.
    pub fn build(&mut self, material: Material, monitor: &Monitor) -> Result<Arc<Table>, EndgameError> {
        for step in self.plan(material) {
            if self.table(step.material).is_none() {
                self.solve(step.material, monitor)?;
            }
        }
        self.table(material).ok_or_else(|| self.missing(material, material))
    }

    /// Solves one ending. All that it [needs](Self::needs) must be in memory.
    ///
    /// # Errors
    /// As [`build`](Self::build), or an ending is missing.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Material, Monitor, Tables};
    /// let chess = Variant::named("chess")?;
    /// let mut tables = Tables::new(chess);
    /// let rook = Material::read("KRvK", chess)?;
    /// assert_eq!(tables.solve(rook, &Monitor::new()).unwrap_err().to_string(), "KRvK: it leads to KvK, which is not solved: build that first");
    /// tables.solve(Material::KINGS, &Monitor::new())?;
    /// tables.solve(rook, &Monitor::new())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, material: Material, monitor: &Monitor) -> Result<Arc<Table>, EndgameError> {
        let material = material.normal(self.variant());
        for next in self.needs(material) {
            if self.table(next).is_none() {
                return Err(self.missing(material, next));
            }
        }
        let table = match self.solve_bare(material, monitor)? {
            Some(table) => table,
            None => Arc::new(solve(self, material, self.goal(), monitor)?),
        };
        self.insert(table.clone());
        Ok(table)
    }

    /// One or two pieces against a bare king have a faster solver. `None` for other endings.
    fn solve_bare(&self, material: Material, monitor: &Monitor) -> Result<Option<Arc<Table>>, EndgameError> {
        if self.goal() != Goal::Best {
            return Ok(None);
        }
        // What comes before the passes is one piece of work.
        monitor.begin(1);
        let Some(mut solving) = Solving::begin(self, material) else { return Ok(None) };
        monitor.listed(1);
        while !solving.is_solved() {
            if monitor.is_stopped() {
                return Err(EndgameError::Stopped);
            }
            monitor.reached(u32::from(solving.distance()));
            solving.pass()?;
        }
        Ok(solving.finish())
    }

    /// Begins to solve an ending of one or two pieces against a bare king; all that it leads to is solved at once. `None` for
    /// endings with pawns, with a piece that hops over others or with other pieces, and in variants in which stalemate is not a draw
    /// or a bare king loses: [`build`](Self::build) solves those.
    ///
    /// See [`Solving`] for an example.
    pub fn begin(&mut self, material: Material) -> Option<Solving> {
        let material = material.normal(self.variant());
        Solving::ways(self.variant(), material)?;
        for next in self.needs(material) {
            self.build(next, &Monitor::new()).ok()?;
        }
        Solving::begin(self, material)
    }
}
