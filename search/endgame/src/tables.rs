//! The solved endings of a variant.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use campione_core::Variant;
use campione_movegen::{Move, Position};

use crate::closure::{closure, needs};
use crate::error::EndgameError;
use crate::goal::Goal;
use crate::layout::Layout;
use crate::material::Material;
use crate::place::Placed;
use crate::ply::{one_ply, rated_moves};
use crate::table::Table;
use crate::value::Value;

/// The endings of a variant that are solved and in memory.
///
/// ```
/// use campione_core::{Setup, Variant};
/// use campione_endgame::{Material, Monitor, Tables, Value};
/// use campione_movegen::Position;
/// let chess = Variant::named("chess")?;
/// let mut tables = Tables::new(chess);
/// tables.build(Material::read("KQvK", chess)?, &Monitor::new())?;
/// let board = chess.read_placement("k7/8/1QK5/8/8/8/8/8").unwrap();
/// let position = Position::new(&Setup { board, ..Setup::empty() }, chess)?;
/// assert_eq!(tables.probe(&position), Some(Value::Win(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tables {
    variant: Variant,
    /// What the tables say.
    goal: Goal,
    /// By material in both orders of the colors; `true` if the colors of the table are swapped.
    known: BTreeMap<Material, (Arc<Table>, bool)>,
}

/// One ending of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The ending.
    pub material: Material,
    /// The numbers that its positions have, for both sides to move.
    pub entries: u64,
    /// Whether it is already in memory.
    pub known: bool,
}

impl Step {
    /// Bytes in memory while it is solved, without those of other endings, at the most: three for each entry, and up to two for
    /// the finished table. One or two pieces against a bare king take less.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Material, Tables};
    /// let capablanca = Variant::named("capablanca")?;
    /// let plan = Tables::new(capablanca).plan(Material::read("KQvKR", capablanca)?);
    /// assert_eq!(plan.last().unwrap().entries, 2 * 20 * 80 * 80 * 80);
    /// assert_eq!(plan.last().unwrap().memory(), 5 * 20_480_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn memory(&self) -> u64 {
        self.entries * 5
    }
}

impl Tables {
    /// No ending yet.
    pub fn new(variant: Variant) -> Tables {
        Tables::with_goal(variant, Goal::Best)
    }

    /// For tables that say something else.
    pub(crate) fn with_goal(variant: Variant, goal: Goal) -> Tables {
        Tables { variant, goal, known: BTreeMap::new() }
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// What the tables say.
    pub(crate) fn goal(&self) -> Goal {
        self.goal
    }

    /// The endings that have to be solved for one, in order; the ending itself is the last.
    pub fn plan(&self, material: Material) -> Vec<Step> {
        let steps = closure(&[material], self.variant).into_iter().map(|material| Step {
            material,
            entries: 2 * Layout::count(self.variant, material),
            known: self.known.contains_key(&material),
        });
        steps.collect()
    }

    /// The endings whose tables must be in memory to solve or to verify one, each in its [normal](Material::normal) form: those
    /// that one of its moves may lead to, and in rare cases those one move later.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Material, Tables};
    /// let chess = Variant::named("chess")?;
    /// let needed = Tables::new(chess).needs(Material::read("KRvKN", chess)?);
    /// let names: Vec<String> = needed.iter().map(|needed| needed.name(chess)).collect();
    /// assert_eq!(names, ["KRvK", "KNvK"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn needs(&self, material: Material) -> Vec<Material> {
        needs(material, self.variant)
    }

    /// The most bytes in memory at any time when endings are built one after the other, each needed table is in memory, and
    /// those that no later ending leads to are [forgotten](Self::forget).
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Material, Tables};
    /// let capablanca = Variant::named("capablanca")?;
    /// let tables = Tables::new(capablanca);
    /// let plan = tables.plan(Material::read("KQvKR", capablanca)?);
    /// assert!((102..110).contains(&(tables.memory(&plan) / 1_000_000)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn memory(&self, steps: &[Step]) -> u64 {
        let last_use = |index: usize| {
            let material = steps[index].material;
            let users = steps.iter().enumerate().skip(index + 1);
            users.filter(|(_, step)| self.needs(step.material).contains(&material)).map(|(user, _)| user).max()
        };
        let last_uses: Vec<Option<usize>> = (0..steps.len()).map(last_use).collect();
        let kept = |now: usize| {
            let needed = (0..now).filter(|&index| last_uses[index].is_some_and(|last| last >= now));
            needed.map(|index| 2 * steps[index].entries).sum::<u64>()
        };
        let most = steps.iter().enumerate().map(|(now, step)| kept(now) + if step.known { 0 } else { step.memory() });
        most.max().unwrap_or(0)
    }

    /// Bytes of all tables in memory.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Material, Monitor, Tables};
    /// let mut tables = Tables::new(Variant::named("gardner")?);
    /// let queen = tables.build(Material::read("KQvK", tables.variant())?, &Monitor::new())?;
    /// let kings = tables.table(Material::KINGS).unwrap();
    /// assert_eq!(tables.bytes(), queen.memory() + kings.memory());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bytes(&self) -> u64 {
        self.known.values().filter(|(_, swapped)| !swapped).map(|(table, _)| table.memory()).sum()
    }

    /// Removes the tables that none of these endings leads to.
    pub fn forget(&mut self, later: &[Step]) {
        let needed: HashSet<Material> = later.iter().flat_map(|step| self.needs(step.material)).collect();
        self.known.retain(|_, (table, _)| needed.contains(&table.material()));
    }

    pub(crate) fn missing(&self, material: Material, needed: Material) -> EndgameError {
        EndgameError::Missing { material: material.name(self.variant), needed: needed.name(self.variant) }
    }

    /// Adds a table of the same rules.
    pub fn insert(&mut self, table: Arc<Table>) {
        let material = table.material();
        if material.is_fair(self.variant) {
            self.known.insert(material.swapped(), (table.clone(), true));
        }
        self.known.insert(material, (table, false));
    }

    /// Removes a table, and so frees its memory if nobody else has it.
    pub fn remove(&mut self, material: Material) {
        let material = material.normal(self.variant);
        self.known.remove(&material);
        self.known.remove(&material.swapped());
    }

    /// The most pieces of an ending in memory, kings included; 0 if there is none.
    ///
    /// ```
    /// use campione_core::Variant;
    /// use campione_endgame::{Material, Monitor, Tables};
    /// let mut tables = Tables::new(Variant::named("gardner")?);
    /// assert_eq!(tables.most_pieces(), 0);
    /// tables.build(Material::read("KQvK", tables.variant())?, &Monitor::new())?;
    /// assert_eq!(tables.most_pieces(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn most_pieces(&self) -> usize {
        self.known.keys().map(Material::pieces).max().unwrap_or(0)
    }

    /// The table of an ending, if it is in memory. Its colors may be swapped ([`Material::normal`]).
    pub fn table(&self, material: Material) -> Option<Arc<Table>> {
        self.known.get(&material).map(|(table, _)| table.clone())
    }

    /// The value of a position; `None` if its ending is not in memory, or if there are rights to castle or leap.
    ///
    /// The clock, repetitions and the rule of dead positions are left aside.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Value> {
        if position.legal_en_passant().is_some() {
            return self.one_ply(position);
        }
        let placed = Placed::of(position)?;
        let (table, swapped) = self.known.get(&placed.material)?;
        if *swapped {
            table.value_of(placed.swapped(self.variant), !position.turn())
        } else {
            table.value_of(placed, position.turn())
        }
    }

    /// The legal moves of a position, the best first, each with the value for the side that makes it. `None` where
    /// [`probe`](Self::probe) returns `None` for a position after one of them.
    ///
    /// ```
    /// use campione_core::{Setup, Variant};
    /// use campione_endgame::{Material, Monitor, Tables, Value};
    /// use campione_movegen::Position;
    /// let chess = Variant::named("chess")?;
    /// let mut tables = Tables::new(chess);
    /// tables.build(Material::read("KQvK", chess)?, &Monitor::new())?;
    /// let board = chess.read_placement("k7/8/1QK5/8/8/8/8/8").unwrap();
    /// let position = Position::new(&Setup { board, ..Setup::empty() }, chess)?;
    /// let moves = tables.moves(&position).unwrap();
    /// let mates = moves.iter().filter(|(_, value)| *value == Value::Win(1)).count();
    /// assert_eq!((moves[0].1, mates), (Value::Win(1), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, Value)>> {
        rated_moves(position, |next| self.probe(next))
    }

    /// The value of a position, computed from the positions one ply later.
    fn one_ply(&self, position: &Position) -> Option<Value> {
        one_ply(position, |next| self.probe(next))
    }
}
