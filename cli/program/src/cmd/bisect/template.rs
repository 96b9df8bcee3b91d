//! A command that is run once for each question.

use std::ffi::OsString;
use std::time::Duration;

use anyhow::{Context, bail};
use campione_core::Variant;
use campione_driver::Engine;

use super::answer;
use super::options::{BisectOptions, Protocol};
use super::peer::{Peer, Place, SetUp, answered, stop};
use crate::io::Usage;

/// What is replaced in the words of the command.
const PLACEHOLDERS: [&str; 4] = ["{fen}", "{depth}", "{moves}", "{variant}"];

/// A command with placeholders.
pub(super) struct Template {
    words: Vec<String>,
    variant: String,
    place: Place,
    timeout: Duration,
}

impl Template {
    /// Whether a command has placeholders.
    pub(super) fn fits(words: &[String]) -> bool {
        words.iter().any(|word| PLACEHOLDERS.iter().any(|&holder| word.contains(holder)))
    }

    pub(super) fn new(words: Vec<String>, options: &BisectOptions, variant: Variant) -> anyhow::Result<Template> {
        for needed in ["{fen}", "{depth}"] {
            if !words.iter().any(|word| word.contains(needed)) {
                bail!("--engine: a command that is run for each question needs {needed} in it");
            }
        }
        if let Some(name) =
            options.engine_variant.as_ref().filter(|_| !words.iter().any(|word| word.contains("{variant}")))
        {
            let text = format!("--engine-variant {name}: the command has no {{variant}} that the name would replace");
            return Err(Usage(text).into());
        }
        if let Some((name, _)) = options.settings.first() {
            let text = "a command that is run for each question has no options: write it into --engine";
            return Err(Usage(format!("--option {name}: {text}")).into());
        }
        let variant = options.engine_variant.clone().unwrap_or_else(|| variant.id().to_owned());
        Ok(Template { words, variant, place: Place { fen: None, moves: Vec::new() }, timeout: options.timeout })
    }
}

impl Peer for Template {
    fn name(&self) -> &str {
        &self.words[0]
    }

    fn protocol(&self) -> Protocol {
        Protocol::Template
    }

    fn takes_moves(&self) -> bool {
        self.words.iter().any(|word| word.contains("{moves}"))
    }

    fn set_up(&mut self, place: &Place) -> anyhow::Result<SetUp> {
        place.clone_into(&mut self.place);
        Ok(SetUp::default())
    }

    fn divide(&mut self, depth: u32) -> anyhow::Result<Vec<String>> {
        let depth = depth.to_string();
        let moves = self.place.moves.join(" ");
        let fen = self.place.fen.as_deref().unwrap_or("startpos");
        let replaced = |word: &String| {
            let values = [fen, &depth, &moves, &self.variant];
            PLACEHOLDERS.iter().zip(values).fold(word.clone(), |word, (holder, value)| word.replace(holder, value))
        };
        let words: Vec<String> = self.words.iter().map(replaced).collect();
        let args: Vec<OsString> = words[1..].iter().map(OsString::from).collect();
        let engine = answered(Engine::start(words[0].as_ref(), &args)).context("--engine")?;
        let run = || format!("`{}`", words.join(" "));
        let (lines, status) = answered(engine.finish(self.timeout, &stop)).with_context(run)?;
        let tail = || {
            let from = lines.len().saturating_sub(6);
            lines[from..].join(" | ")
        };
        match status {
            Some(status) if status.success() => {}
            Some(status) => bail!("{} has ended ({status}); its last lines: {}", run(), tail()),
            None => bail!("{} has closed its output but still runs", run()),
        }
        if answer::read(&lines).is_none() {
            bail!("{} prints no divide; its last lines: {}", run(), tail());
        }
        Ok(lines)
    }
}
