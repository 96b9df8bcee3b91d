//! `campione endgame`: endgame tables (docs/guide/endgame.md).

mod build;
mod dead;
mod probe;
mod stats;
mod verify;

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, ensure};
use campione_core::Variant;
use campione_endgame::{Folder, Material, Monitor, Value};
use serde_json::json;
use thousands::Separable;

use crate::Verdict;
use crate::args::{Common, EndgameCommand, EndgameOptions};
use crate::messages::complain;
use crate::positions::PositionReader;
use crate::progress::Progress;
use crate::variants;
use crate::watch::Work;

pub(crate) fn run(common: &Common, options: &EndgameOptions) -> anyhow::Result<Verdict> {
    match &options.command {
        EndgameCommand::Build(options) => build::run(common, options),
        EndgameCommand::Probe(options) => probe::run(common, options),
        EndgameCommand::Stats(options) => stats::run(common, options),
        EndgameCommand::Verify(options) => verify::run(common, options),
        EndgameCommand::Dead(options) => dead::run(common, options),
    }
}

/// The variant of endings on the command line.
fn variant(common: &Common) -> anyhow::Result<Variant> {
    Ok(PositionReader::of_several(common, None)?.variant)
}

/// How `--variant` names a variant again.
fn named(common: &Common, variant: Variant) -> String {
    common.variant.clone().unwrap_or_else(|| variant.id().to_owned())
}

/// The tables in a folder. Damaged ones are reported; they do not count.
fn open(folder: &Path, variant: Variant) -> anyhow::Result<Folder> {
    let folder = Folder::open(folder, variant)?;
    for error in folder.unusable() {
        complain(&format!("campione: {error}"));
    }
    Ok(folder)
}

/// The endings that are named, or all in the folder.
fn chosen(common: &Common, endings: &[String], folder: &Folder, path: &Path) -> anyhow::Result<Vec<Material>> {
    let variant = folder.variant();
    if endings.is_empty() {
        let all: Vec<Material> = folder.files().into_iter().map(|(material, _)| material).collect();
        let damaged = folder.unusable().len();
        ensure!(
            !all.is_empty() || damaged > 0,
            "{}: no table of {}: build one with `campione endgame build KRvK -v {} --to FOLDER`",
            path.display(),
            variant.id(),
            named(common, variant)
        );
        return Ok(all);
    }
    endings
        .iter()
        .map(|name| {
            let material = Material::read(name, variant)?.normal(variant);
            ensure!(folder.file(material).is_some(), missing(common, material, variant, path));
            Ok(material)
        })
        .collect()
}

/// That a table is missing, and how to make it.
fn missing(common: &Common, material: Material, variant: Variant, folder: &Path) -> String {
    let name = material.normal(variant).name(variant);
    let (folder, named) = (folder.display(), named(common, variant));
    format!(
        "{folder}: no table of {name} by the rules of {}: `campione endgame build {name} -v {named} --to {folder}` builds it",
        variant.id()
    )
}

/// A value in JSON.
fn value_json(value: Value) -> serde_json::Value {
    let (word, plies) = match value {
        Value::Draw => ("draw", None),
        Value::Win(plies) => ("win", Some(plies)),
        Value::Loss(plies) => ("loss", Some(plies)),
    };
    json!({ "value": word, "plies": plies })
}

/// Work on one table after the other.
#[derive(Default)]
struct Working {
    monitor: Monitor,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What is done at present.
    what: String,
    /// Numbers of the tables before, of the present one, and of all.
    before: u64,
    now: u64,
    all: u64,
}

impl Working {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Begins all of the work.
    fn begin(&self, all: u64) {
        *self.state() = State { all, ..State::default() };
    }

    /// Begins the next table.
    fn next(&self, what: String, entries: u64) {
        let mut state = self.state();
        state.before += state.now;
        state.now = entries;
        state.what = what;
    }
}

impl Work for Working {
    fn stop(&self) {
        self.monitor.stop();
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        let state = self.state();
        let present = state.now as f64 * self.monitor.done();
        let done = (state.before as f64 + present) / state.all.max(1) as f64;
        let rate = (state.before as f64 + present) / elapsed.as_secs_f64().max(1e-9) / 1e6;
        let distance = self.monitor.distance();
        let ply = if distance > 0 { format!(", at {distance} plies") } else { String::new() };
        let text = format!("{}, {} positions{ply}, {rate:.2} million/s", state.what, state.now.separate_with_commas());
        Progress { done, text }
    }
}

/// The materials of names.
fn read(names: &[String], variant: Variant) -> anyhow::Result<Vec<Material>> {
    names.iter().map(|name| Material::read(name, variant).with_context(|| variants::identity(variant))).collect()
}
