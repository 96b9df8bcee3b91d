//! Nets in files, and the choice of the evaluation.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use campione_core::Variant;
use campione_movegen::Position;
use campione_search::{EvalParams, Evaluator, Fitted, Net, NetChoice, Score};

use crate::args::EvalOptions;
use crate::messages::printable;

/// More than any net has: larger files are not read into memory.
const MOST_BYTES: u64 = 64 << 20;

impl EvalOptions {
    /// The net to use.
    ///
    /// # Errors
    /// The file cannot be read or is not a net.
    pub(crate) fn nets(&self) -> anyhow::Result<NetChoice> {
        match &self.eval_file {
            _ if self.no_net => Ok(NetChoice::Off),
            None => Ok(NetChoice::Embedded),
            Some(path) => Ok(NetChoice::Given(read(path).context("--eval-file")?)),
        }
    }

    /// The net to use for one variant.
    ///
    /// # Errors
    /// As [`EvalOptions::nets`], and if the net does not fit the variant.
    pub(crate) fn nets_for(&self, variant: Variant) -> anyhow::Result<NetChoice> {
        let nets = self.nets()?;
        fit(&nets, variant).context("--eval-file")?;
        Ok(nets)
    }
}

/// The settings for nets in a protocol.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nets {
    /// Whether any net is used.
    pub(crate) used: bool,
    /// The user's net, if one is loaded.
    given: Option<Arc<Net>>,
}

impl Default for Nets {
    fn default() -> Nets {
        Nets { used: true, given: None }
    }
}

impl Nets {
    /// Loads the net of a file; an empty name or `<empty>` selects the built-in net again.
    ///
    /// # Errors
    /// As [`read`]; then nothing changes.
    pub(crate) fn load(&mut self, file: &str) -> anyhow::Result<()> {
        self.given = match file.trim() {
            "" | "<empty>" => None,
            file => Some(read(Path::new(file))?),
        };
        Ok(())
    }

    /// The choice for the engine.
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
/// The file cannot be read or is not a net.
pub(crate) fn read(path: &Path) -> anyhow::Result<Arc<Net>> {
    let place = || path.display().to_string();
    let size = std::fs::metadata(path).with_context(place)?.len();
    anyhow::ensure!(size <= MOST_BYTES, "{}: {size} bytes: too large for a net", place());
    let bytes = std::fs::read(path).with_context(place)?;
    Ok(Arc::new(Net::from_bytes(&bytes).with_context(place)?))
}

/// Checks that the chosen net fits a variant.
///
/// # Errors
/// It does not fit; the message says why.
pub(crate) fn fit(nets: &NetChoice, variant: Variant) -> anyhow::Result<()> {
    if let NetChoice::Given(net) = nets {
        Fitted::new(net.clone(), variant).context("the net does not fit the variant")?;
    }
    Ok(())
}

/// The evaluations of a position without a search, one a line; first the one that a search uses.
pub(crate) fn evaluations(nets: &NetChoice, position: &Position) -> String {
    let variant = position.variant();
    let mut evaluator = Evaluator::new(variant, &EvalParams::of(variant));
    let by_hand = evaluator.evaluate(position);
    let text = |value| Score::Cp(value).to_string();
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
