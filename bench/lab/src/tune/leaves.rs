//! The numbers of an evaluation as a list, each with its path.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;
use campione_search::EvalParams;
use toml::{Table, Value};

/// Numbers that are thresholds rather than weights.
const FIXED: [&str; 8] =
    ["lazy", "danger_limit", "mating_value", "waiting_for_nothing", "empty", "bound_keeps", "mobility", "danger_scale"];

#[derive(Clone)]
pub(crate) struct Leaves {
    table: Table,
    /// The path of keys and indices to each number.
    ways: Vec<Vec<Step>>,
}

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

impl Leaves {
    pub(crate) fn of(params: &EvalParams) -> anyhow::Result<Leaves> {
        let table = Table::try_from(params)?;
        let mut ways = Vec::new();
        walk(&Value::Table(table.clone()), &mut Vec::new(), &mut ways);
        Ok(Leaves { table, ways })
    }

    /// The numbers that may be tuned.
    pub(crate) fn tunable(&self) -> impl Iterator<Item = usize> {
        let fixed = |way: &[Step]| matches!(way, [Step::Key(key), ..] if FIXED.contains(&key.as_str()));
        (0..self.ways.len()).filter(move |&index| !fixed(&self.ways[index]))
    }

    pub(crate) fn get(&self, index: usize) -> i64 {
        let mut value = None;
        for step in &self.ways[index] {
            value = match (step, value) {
                (Step::Key(key), None) => self.table.get(key),
                (Step::Key(key), Some(value)) => Value::get(value, key),
                (Step::Index(at), Some(value)) => Value::get(value, *at),
                (Step::Index(_), None) => None,
            };
        }
        value.and_then(Value::as_integer).unwrap_or_default()
    }

    /// The step by which the effect of a number is measured.
    pub(crate) fn step(&self, index: usize) -> i32 {
        (self.get(index).unsigned_abs() / 8).clamp(6, 40) as i32
    }

    /// A copy with one number changed by `step`.
    pub(crate) fn with(&self, index: usize, by: i32) -> Leaves {
        let mut leaves = self.clone();
        leaves.set(index, self.get(index) + i64::from(by));
        leaves
    }

    pub(crate) fn set(&mut self, index: usize, to: i64) {
        let mut value: Option<&mut Value> = None;
        for step in &self.ways[index] {
            value = match (step, value) {
                (Step::Key(key), None) => self.table.get_mut(key),
                (Step::Key(key), Some(value)) => value.get_mut(key.as_str()),
                (Step::Index(at), Some(value)) => value.get_mut(*at),
                (Step::Index(_), None) => None,
            };
        }
        if let Some(value) = value {
            *value = Value::Integer(to);
        }
    }

    pub(crate) fn params(&self) -> anyhow::Result<EvalParams> {
        Ok(self.table.clone().try_into()?)
    }

    /// Moves the mean of a piece's square table into its value: the evaluation is the same, and values can be compared.
    pub(crate) fn settle(&mut self) {
        let pieces = self.table.get_mut("pieces").and_then(Value::as_table_mut);
        for (_, piece) in pieces.into_iter().flatten() {
            if piece.get("value").is_none() {
                continue;
            }
            for half in 0..2 {
                for squares in ["files", "ranks"] {
                    let Some(squares) = piece.get_mut(squares).and_then(Value::as_array_mut) else { continue };
                    let mut numbers: Vec<&mut Value> =
                        squares.iter_mut().filter_map(|square| square.get_mut(half)).collect();
                    let sum: i64 = numbers.iter().filter_map(|number| number.as_integer()).sum();
                    let average = sum / numbers.len().max(1) as i64;
                    for number in &mut numbers {
                        add(number, -average);
                    }
                    if let Some(value) = piece.get_mut("value").and_then(|value| value.get_mut(half)) {
                        add(value, average);
                    }
                }
            }
        }
    }

    /// Writes the numbers of evaluation to a file of `search/data`.
    pub(crate) fn write(&self, path: &Path, games: &[String]) -> anyhow::Result<()> {
        let mut text = String::from(
            "# Evaluation, fitted by `cargo lab tune` (docs/background/strength-history.md). Scores are pairs: middle game, endgame.\n",
        );
        let games: Vec<Value> = games.iter().cloned().map(Value::String).collect();
        write!(text, "games = {}\n\n[eval]\n", Value::Array(games))?;
        for (key, value) in self.table.iter().filter(|(key, _)| *key != "pieces") {
            writeln!(text, "{key} = {value}")?;
        }
        for (letter, piece) in self.table.get("pieces").and_then(Value::as_table).into_iter().flatten() {
            write!(text, "\n[eval.pieces.{letter}]\n")?;
            for (key, value) in piece.as_table().into_iter().flatten() {
                writeln!(text, "{key} = {value}")?;
            }
        }
        std::fs::write(path, text).with_context(|| format!("{}", path.display()))
    }
}

fn add(number: &mut Value, by: i64) {
    *number = Value::Integer(number.as_integer().unwrap_or_default() + by);
}

fn walk(value: &Value, way: &mut Vec<Step>, ways: &mut Vec<Vec<Step>>) {
    match value {
        Value::Integer(_) => ways.push(way.clone()),
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                way.push(Step::Index(index));
                walk(value, way, ways);
                way.pop();
            }
        }
        Value::Table(table) => {
            for (key, value) in table {
                way.push(Step::Key(key.clone()));
                walk(value, way, ways);
                way.pop();
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use campione_core::Variant;

    use super::*;

    fn spelled_out(id: &str) -> EvalParams {
        let variant = Variant::named(id).unwrap();
        EvalParams::of(variant).spelled_out(variant)
    }

    #[test]
    fn numbers_are_found_and_changed_one_by_one() {
        let leaves = Leaves::of(&spelled_out("carrera")).unwrap();
        let tunable: Vec<usize> = leaves.tunable().collect();
        assert!(tunable.len() > 200 && tunable.len() < leaves.ways.len());
        for &index in &tunable {
            let changed = leaves.with(index, 5);
            for &other in &tunable {
                assert_eq!(changed.get(other), leaves.get(other) + if other == index { 5 } else { 0 });
            }
        }
        assert_eq!(leaves.params().unwrap(), spelled_out("carrera"));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("herb.toml");
        let leaves = Leaves::of(&spelled_out("herb-garden")).unwrap();
        leaves.write(&path, &["herb-garden".to_owned()]).unwrap();
        let file: Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        assert_eq!(file["eval"].as_table(), Some(&leaves.table));
        assert_eq!(file["games"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn what_all_squares_add_goes_into_the_value() {
        let params = spelled_out("chess");
        let mut leaves = Leaves::of(&params).unwrap();
        let knight = |leaves: &Leaves, name: &str| leaves.table["pieces"]["N"][name].clone();
        let before = knight(&leaves, "value")[0].as_integer().unwrap();
        for rank in 0..8 {
            let number = &mut leaves.table["pieces"]["N"]["ranks"][rank][0];
            *number = Value::Integer(if rank < 4 { 30 } else { 10 });
        }
        leaves.settle();
        assert_eq!(knight(&leaves, "value")[0].as_integer(), Some(before + 20));
        assert_eq!(knight(&leaves, "ranks")[0][0].as_integer(), Some(10));
        assert_eq!(knight(&leaves, "ranks")[7][0].as_integer(), Some(-10));
    }
}
