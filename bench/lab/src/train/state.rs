//! The saved state of a training, from which a stopped training continues.

use std::fs::File;
use std::io::{BufReader, BufWriter, IntoInnerError, Read, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use campione_search::net::{HIDDEN_STEP, KingBuckets};
use serde::{Deserialize, Serialize};

use super::model::{Shape, Weights};
use super::optimizer::Optimizer;
use crate::data::DataError;
use crate::data::file::{new_file, read_sealed, sealed};

/// The first bytes of a file of a training.
const MAGIC: &str = "CAMPTRAI";

const VERSION: u32 = 1;

/// Everything that determines the result of a training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// A description of the training data.
    pub(super) data: String,
    pub(super) hidden: usize,
    pub(super) epochs: u32,
    pub(super) batch: usize,
    pub(super) rate: f32,
    pub(super) decay: f32,
    pub(super) score_part: f32,
    pub(super) scale: u16,
    pub(super) first_ply: u16,
    pub(super) most: i16,
    pub(super) seed: u64,
    /// Trainings begun before there were several have one.
    #[serde(default = "one_king_bucket")]
    pub(super) king_buckets: usize,
    /// The net that the training began with, as the checksum of its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
}

fn one_king_bucket() -> usize {
    KingBuckets::One.count()
}

/// A row of the table for an epoch: mean squared errors of the expected points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) epoch: u32,
    /// The learning rate at the end of the epoch.
    pub(super) rate: f32,
    pub(super) training: f64,
    pub(super) held_out: f64,
}

/// A training between two epochs.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    pub(super) weights: Weights,
    pub(super) optimizer: Optimizer,
    pub(super) rows: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    plan: Plan,
    step: u64,
    rows: Vec<Row>,
}

impl State {
    /// Writes the state, and replaces an earlier one of the same training.
    pub(super) fn write(&self, plan: &Plan, path: &Path) -> anyhow::Result<()> {
        let place = || path.display().to_string();
        let text = Text { plan: plan.clone(), step: self.optimizer.step, rows: self.rows.clone() };
        let mut out = BufWriter::new(new_file(path).with_context(place)?);
        out.write_all(&sealed(MAGIC, VERSION, &toml::to_string(&text)?))?;
        let mut hasher = crc32fast::Hasher::new();
        for weights in [&self.weights, &self.optimizer.first, &self.optimizer.second] {
            for lanes in &weights.lanes {
                let bytes = lanes.map(f32::to_le_bytes);
                hasher.update(bytes.as_flattened());
                out.write_all(bytes.as_flattened()).with_context(place)?;
            }
        }
        out.write_all(&hasher.finalize().to_le_bytes()).with_context(place)?;
        let file = out.into_inner().map_err(IntoInnerError::into_error).with_context(place)?;
        file.as_file().sync_all().with_context(place)?;
        file.persist(path).map_err(|error| error.error).with_context(place)?;
        Ok(())
    }

    /// Reads the state of this training.
    ///
    /// # Errors
    /// The state is of another training, or damaged.
    pub(super) fn read(plan: &Plan, shape: Shape, path: &Path) -> anyhow::Result<State> {
        let mut source = BufReader::new(File::open(path)?);
        let (_, text) = read_sealed(&mut source, MAGIC, "a training", VERSION)?;
        let text = std::str::from_utf8(&text).map_err(|_| DataError::Header { what: "it is not text".to_owned() })?;
        let text: Text =
            toml::from_str(text).map_err(|error| DataError::Header { what: error.message().to_owned() })?;
        if text.plan != *plan {
            bail!(
                "this training was begun with other options or data: {:?}; now they are {plan:?}; \
                 continue with those, choose another name, or delete the file",
                text.plan
            );
        }
        let mut hasher = crc32fast::Hasher::new();
        let mut weights = || -> anyhow::Result<Weights> {
            let mut weights = Weights::zero(shape);
            let mut bytes = [[0; 4]; HIDDEN_STEP];
            for lanes in &mut weights.lanes {
                source.read_exact(bytes.as_flattened_mut())?;
                hasher.update(bytes.as_flattened());
                *lanes = bytes.map(f32::from_le_bytes);
            }
            Ok(weights)
        };
        let state = State {
            weights: weights()?,
            optimizer: Optimizer { first: weights()?, second: weights()?, step: text.step },
            rows: text.rows,
        };
        let mut sum = [0; 4];
        source.read_exact(&mut sum)?;
        ensure!(sum == hasher.finalize().to_le_bytes(), "the checksum at its end is wrong; delete it");
        Ok(state)
    }
}
