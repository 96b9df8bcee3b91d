//! What another program answered, and the journal of it.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail, ensure};

use campione_driver::Protocol;
use campione_driver::bisect::BisectReport;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::args::VerifyOptions;
use crate::cmd::bisect;
use crate::count::Durable;
use crate::messages::complain;

/// The answer about a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    /// The number of the position among all that are asked, from 0.
    pub(super) number: usize,
    /// The kit and the line.
    pub(super) place: String,
    pub(super) id: String,
    pub(super) variant: String,
    pub(super) fen: String,
    pub(super) tags: Vec<String>,
    pub(super) depth: u32,
    pub(super) passed: bool,
    /// The kinds of what is wrong, without squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) kinds: Vec<String>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    /// The way down to the first wrong move, as `bisect` has it in JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) report: Option<Value>,
}

impl Asked {
    /// Adds the result of a walk.
    pub(super) fn reported(self, report: &BisectReport) -> Asked {
        if report.agrees {
            return Asked { passed: true, ..self };
        }
        Asked { kinds: kinds(report), report: Some(bisect::json(report)), ..self }
    }

    /// Adds why there is no answer.
    pub(super) fn failed(self, kind: &str, error: String) -> Asked {
        Asked { kinds: vec![kind.to_owned()], error: Some(error), ..self }
    }
}

/// The kinds of what is wrong, each once.
fn kinds(report: &BisectReport) -> Vec<String> {
    let missing = report.missing.iter().map(|item| format!("missing: {}", item.kind));
    let superfluous = report.superfluous.iter().map(|item| format!("superfluous: {}", item.kind));
    let mut kinds: Vec<String> = missing.chain(superfluous).collect();
    if report.played_wrongly.is_some() {
        kinds = vec!["a move is played wrongly".to_owned()];
    } else if kinds.is_empty() {
        let kind = if report.counts.is_none() { "the position is not accepted" } else { "only the count differs" };
        kinds = vec![kind.to_owned()];
    }
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The first line of a journal: what must be the same to go on.
pub(super) fn head(engine: &str, options: &VerifyOptions, positions: u32) -> Value {
    let counter = &options.counter;
    let settings: Vec<String> =
        counter.settings.iter().map(|setting| format!("{}={}", setting.name, setting.value)).collect();
    json!({
        "journal": "campione verify",
        "engine": engine,
        "files": files(engine, &settings),
        "protocol": counter.protocol.map(campione_driver::Protocol::name),
        "dialect": counter.dialect.map(campione_notation::dialect::Dialect::name),
        "letters": format!("{:?}", counter.letters),
        "first_rank": counter.first_rank,
        "engine_variant": counter.engine_variant,
        "option": settings,
        "divide_command": counter.divide_command,
        "fen_command": counter.fen_command,
        "positions": format!("{positions:08x}"),
    })
}

/// The files of the engine and of its options, with size and time: a program that was built again is another one.
fn files(engine: &str, settings: &[String]) -> Vec<String> {
    let (_, command) = Protocol::split(engine).unwrap_or((None, engine));
    let words = campione_driver::split(command).unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        words.first().into_iter().flat_map(|first| std::env::split_paths(&path).map(move |folder| folder.join(first)));
    let named = words.iter().map(PathBuf::from);
    let values = settings.iter().filter_map(|setting| Some(PathBuf::from(setting.split_once('=')?.1)));
    let about = |file: PathBuf| {
        let about = fs::metadata(&file).ok().filter(fs::Metadata::is_file)?;
        let time = about.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some(format!("{} {} {}", file.display(), about.len(), time.as_nanos()))
    };
    let mut files: Vec<PathBuf> = found.chain(named).chain(values).collect();
    // An absolute path is found in each folder.
    files.sort_unstable();
    files.dedup();
    files.into_iter().filter_map(about).collect()
}

/// The file of `--resume`.
pub(super) struct Journal {
    path: PathBuf,
    file: Mutex<File>,
    /// No other process writes to it.
    _lock: Durable,
}

impl Journal {
    /// Opens or creates it. Returns the answers in it.
    ///
    /// # Errors
    /// It cannot be written, is not a journal, or is that of another engine or kit.
    pub(super) fn open(path: &Path, head: &Value) -> anyhow::Result<(Journal, Vec<Asked>)> {
        let lock = Durable::lock(path, &|message| complain(message))?;
        let done = match fs::File::open(path) {
            Ok(file) => read(file, head).with_context(|| path.display().to_string())?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        // Also without what a kill has left of a line.
        let lines = done.iter().map(serde_json::to_string).collect::<Result<Vec<String>, _>>()?;
        let text: String = std::iter::once(head.to_string()).chain(lines).map(|line| line + "\n").collect();
        lock.replace(text.as_bytes())?;
        let file = File::options().append(true).open(path).with_context(|| path.display().to_string())?;
        Ok((Journal { path: path.to_owned(), file: Mutex::new(file), _lock: lock }, done))
    }

    /// Adds a line.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn add(&self, answer: &Asked) -> anyhow::Result<()> {
        let line = serde_json::to_string(answer)? + "\n";
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let length = file.metadata().map(|about| about.len());
        let written = file.write_all(line.as_bytes());
        if written.is_err()
            && let Ok(length) = length
        {
            // Half a line would spoil those that other threads add. If it cannot be cut, it is reported when it is read.
            let _ = file.set_len(length);
        }
        written.with_context(|| self.path.display().to_string())
    }
}

/// The answers in a journal.
fn read(file: File, head: &Value) -> anyhow::Result<Vec<Asked>> {
    let mut lines = BufReader::new(file).split(b'\n');
    let Some(first) = lines.next().transpose()? else { return Ok(Vec::new()) };
    let other = "it is not a journal of `verify --engine`: name another file with --resume";
    let first: Value = serde_json::from_slice(&first).ok().context(other)?;
    ensure!(first["journal"] == head["journal"], "{other}");
    for (key, value) in head.as_object().into_iter().flatten() {
        if first[key] != *value {
            let what = match key.as_str() {
                "positions" => "kit, or of another --depth or --budget",
                "files" => "version of the engine",
                key => key,
            };
            bail!(
                "it is the journal of another {what} (there {}, here {value}): name another file with --resume",
                first[key]
            );
        }
    }
    // Only the last line may be torn.
    let mut answers = Vec::new();
    let mut torn = None;
    for (line, number) in lines.zip(2..) {
        if let Some(torn) = torn {
            bail!("line {torn}: it cannot be read: remove the line, or name another file with --resume");
        }
        match serde_json::from_slice(&line?) {
            Ok(answer) => answers.push(answer),
            Err(_) => torn = Some(number),
        }
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_was_built_again_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine");
        let about = |settings: &[String]| files(&format!("uci:'{}' --fast", path.display()), settings);
        assert_eq!(about(&[]), [""; 0]);
        fs::write(&path, "first").unwrap();
        let first = about(&[]);
        fs::write(&path, "second").unwrap();
        assert!(first.len() == 1 && about(&[]).len() == 1 && first != about(&[]), "{first:?}");
        let option = folder.path().join("variants.ini");
        fs::write(&option, "").unwrap();
        assert_eq!(about(&[format!("VariantPath={}", option.display())]).len(), 2);
    }
}
