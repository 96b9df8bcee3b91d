//! A table against the move generator: each position against those one ply later.

use campione_core::Color;
use campione_movegen::Position;

use crate::monitor::Monitor;
use crate::ply::one_ply;
use crate::table::Table;
use crate::tables::Tables;
use crate::value::Value;

/// A position whose value contradicts its successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Its number in the table.
    pub number: u64,
    /// The position; `None` if the table has a value where there is none.
    pub position: Option<Position>,
    /// What the table says.
    pub found: Option<Value>,
    /// What follows from the positions one ply later; `None` if their table is missing.
    pub expected: Option<Value>,
}

/// What a check has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Numbers that were checked.
    pub entries: u64,
    /// The first contradiction, if there is one.
    pub mismatch: Option<Mismatch>,
}

impl Tables {
    /// Compares each position of a table with those one ply later, as the move generator plays them: the value must follow
    /// from theirs, and numbers of no position must say so.
    ///
    /// With this, and because distances fall along every best line, each value is right.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Material, Monitor, Tables};
    /// let gardner = Variant::named("gardner")?;
    /// let mut tables = Tables::new(gardner);
    /// let pawn = tables.build(Material::read("KPvK", gardner)?, &Monitor::new())?;
    /// let verified = tables.verify(&pawn, &Monitor::new());
    /// assert_eq!((verified.entries, verified.mismatch), (pawn.entries(), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, table: &Table, monitor: &Monitor) -> Verified {
        let checked = table.each(monitor, |placer, number| {
            let (squares, turn): (_, Color) = table.layout.placement(number);
            let found = Value::of_code(table.codes.get(number));
            let position = placer.position(squares, turn, None);
            let expected = position.as_ref().and_then(|position| one_ply(position, |next| self.probe(next)));
            let right = found == expected && found.is_some() == position.is_some();
            let mismatch = Mismatch { number: number as u64, position, found, expected };
            if right { Ok(()) } else { Err(Box::new(mismatch)) }
        });
        match checked {
            Ok(entries) => Verified { entries, mismatch: None },
            Err(mismatch) => Verified { entries: mismatch.number, mismatch: Some(*mismatch) },
        }
    }
}
