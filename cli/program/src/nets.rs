//! Nets in files, and which evaluation a search has.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use campione_core::Variant;
use campione_movegen::Position;
use campione_search::{Evaluator, Fitted, Net, NetChoice, Params, Score};
use clap::Args as ClapArgs;

use crate::analysis::score_text;
use crate::io::printable;

/// More than any net has: files are not read into memory whatever they are.
const MOST_BYTES: u64 = 64 << 20;

/// What evaluates positions.
#[derive(ClapArgs, Debug, Default)]
pub(crate) struct EvalOptions {
    /// Evaluate positions by the net in FILE instead of what the program has for the game
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// Evaluate positions by hand-written terms, without a net
    #[arg(long, conflicts_with = "eval_file")]
    no_net: bool,
}

impl EvalOptions {
    /// What they say.
    ///
    /// # Errors
    /// The file cannot be read or is no net.
    pub(crate) fn nets(&self) -> anyhow::Result<NetChoice> {
        match &self.eval_file {
            _ if self.no_net => Ok(NetChoice::Off),
            None => Ok(NetChoice::Embedded),
            Some(path) => Ok(NetChoice::Given(read(path).context("--eval-file")?)),
        }
    }

    /// The same for a search of one game.
    ///
    /// # Errors
    /// As well if the net is for other games.
    pub(crate) fn nets_for(&self, variant: Variant) -> anyhow::Result<NetChoice> {
        let nets = self.nets()?;
        fit(&nets, variant).context("--eval-file")?;
        Ok(nets)
    }
}

/// What a protocol was told of nets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nets {
    /// Whether any net is used.
    pub(crate) used: bool,
    /// One of the user's.
    given: Option<Arc<Net>>,
}

impl Default for Nets {
    fn default() -> Nets {
        Nets { used: true, given: None }
    }
}

impl Nets {
    /// Takes the net in a file; with no name or `<empty>` that of the program again.
    ///
    /// # Errors
    /// As [`read`]; then all is as it was.
    pub(crate) fn load(&mut self, file: &str) -> anyhow::Result<()> {
        self.given = match file.trim() {
            "" | "<empty>" => None,
            file => Some(read(Path::new(file))?),
        };
        Ok(())
    }

    /// As the engine takes it.
    pub(crate) fn choice(&self) -> NetChoice {
        match &self.given {
            _ if !self.used => NetChoice::Off,
            None => NetChoice::Embedded,
            Some(net) => NetChoice::Given(net.clone()),
        }
    }
}

/// The net in a file.
///
/// # Errors
/// It cannot be read or is no net.
pub(crate) fn read(path: &Path) -> anyhow::Result<Arc<Net>> {
    let place = || path.display().to_string();
    let size = std::fs::metadata(path).with_context(place)?.len();
    anyhow::ensure!(size <= MOST_BYTES, "{}: {size} bytes: no net is so large", place());
    let bytes = std::fs::read(path).with_context(place)?;
    Ok(Arc::new(Net::from_bytes(&bytes).with_context(place)?))
}

/// Whether a net that was chosen serves a game.
///
/// # Errors
/// Why it does not.
pub(crate) fn fit(nets: &NetChoice, variant: Variant) -> anyhow::Result<()> {
    if let NetChoice::Given(net) = nets {
        Fitted::new(net.clone(), variant).context("the net does not fit the game")?;
    }
    Ok(())
}

/// What a position is worth without a search, by all that evaluates it; a line each, what the search takes first.
pub(crate) fn evaluations(nets: &NetChoice, position: &Position) -> String {
    let variant = position.variant();
    let mut evaluator = Evaluator::new(variant, &Params::of(variant));
    let by_hand = evaluator.evaluate(position);
    let text = |value| score_text(Score::Cp(value));
    let fitted = nets.fitted(variant);
    let by_net = fitted.as_ref().map(|net| evaluator.evaluate_by(net, position));
    let taken = by_net.unwrap_or(by_hand);
    let mut lines = format!("evaluation: {} for {}, without a search", text(taken), position.turn());
    if let (Some(value), Some(fitted)) = (by_net, fitted) {
        let header = fitted.net().header();
        lines += &format!("\nby the net: {} ({} hidden neurons", text(value), header.hidden);
        if !header.data.is_empty() {
            lines += &format!("; {}", printable(&header.data));
        }
        lines += &format!(")\nby hand-written terms: {}", text(by_hand));
    }
    lines
}
