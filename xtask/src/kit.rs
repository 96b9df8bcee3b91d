//! `cargo xtask kit`: builds the conformance kit, positions with perft counts for authors of move generators.
//!
//! docs/reference/kit.md describes the file. The same command writes the same bytes: all that is random comes from seeds, and
//! what is written does not depend on the machine, except for the other programs that `--witness` names.

mod candidates;
mod choose;
mod counts;
mod illegal;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use campione_core::{SplitMix64, Variant};
use campione_notation::kit::{KitHeader, KitIllegal, KitLine, KitPosition, KitVariant};
use clap::Args;
use thousands::Separable;

use crate::{Verdict, root};

/// The committed sample.
const SAMPLE: &str = "docs/kit/sample.jsonl";
/// Positions and illegal positions of each variant in the sample.
const OF_SAMPLE: (usize, usize) = (12, 4);

#[derive(Args)]
pub(crate) struct Options {
    /// The file to write
    #[arg(long, value_name = "FILE", required_unless_present = "sample")]
    to: Option<PathBuf>,
    /// Legal positions of each variant
    #[arg(long, value_name = "N", default_value_t = 3000)]
    positions: usize,
    /// Illegal positions of each variant
    #[arg(long, value_name = "N", default_value_t = 150)]
    illegal: usize,
    /// Only this variant
    #[arg(short, long, value_name = "ID")]
    variant: Option<String>,
    /// Another program that counts the positions of the variants that it plays by all our rules: the path of a
    /// Fairy-Stockfish for large boards, or of sjaakii; may be repeated
    #[arg(long, value_name = "PROGRAM")]
    witness: Vec<PathBuf>,
    /// Writes docs/kit/sample.jsonl
    #[arg(long, conflicts_with_all = ["to", "positions", "illegal", "variant", "witness"])]
    sample: bool,
    /// With --sample: only compares it
    #[arg(long, requires = "sample")]
    check: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let Some(to) = &options.to else { return sample(options.check) };
    let variants = chosen(options.variant.as_deref())?;
    let start = Instant::now();
    // A kit that is not complete never has the name of one.
    let mut part = to.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let mut out = BufWriter::new(File::create(&part).with_context(|| part.display().to_string())?);
    let mut witnesses = counts::Witnesses::new(&options.witness)?;
    let mut totals = (0, 0);
    write_line(&mut out, &KitLine::Kit(KitHeader::new()))?;
    for variant in variants {
        let made = of_variant(variant, options.positions, options.illegal, &mut witnesses)?;
        totals = (totals.0 + made.legal.len(), totals.1 + made.illegal.len());
        let nodes: u64 = made.legal.iter().filter_map(|position| position.counts.last()).sum();
        say!(
            "{}: {} positions, {} illegal; {} nodes, {:.0} s so far",
            variant.id(),
            made.legal.len(),
            made.illegal.len(),
            nodes.separate_with_commas(),
            start.elapsed().as_secs_f64()
        );
        made.write(variant, &mut out)?;
    }
    out.into_inner()?.sync_all()?;
    std::fs::rename(&part, to).with_context(|| to.display().to_string())?;
    say!(
        "{}: {} positions, {} illegal",
        to.display(),
        totals.0.separate_with_commas(),
        totals.1.separate_with_commas()
    );
    for difference in &witnesses.differences {
        say!("{difference}");
    }
    Ok(Verdict::Good)
}

fn chosen(variant: Option<&str>) -> anyhow::Result<Vec<Variant>> {
    let ids = Variant::all_ids().filter(|id| variant.is_none_or(|only| only == *id));
    let variants: Vec<Variant> = ids.map(Variant::named).collect::<Result<_, _>>()?;
    match variant {
        Some(id) if variants.is_empty() => bail!("--variant: there is no `{id}`"),
        _ => Ok(variants),
    }
}

/// The lines of one variant.
struct OfVariant {
    legal: Vec<KitPosition>,
    illegal: Vec<KitIllegal>,
}

impl OfVariant {
    fn write(self, variant: Variant, out: &mut impl Write) -> anyhow::Result<()> {
        write_line(out, &KitLine::Variant(Box::new(KitVariant::new(variant))))?;
        let legal = self.legal.into_iter().map(KitLine::Position);
        for line in legal.chain(self.illegal.into_iter().map(KitLine::Illegal)) {
            write_line(out, &line)?;
        }
        Ok(())
    }
}

fn write_line(out: &mut impl Write, line: &KitLine) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")?;
    Ok(())
}

fn of_variant(
    variant: Variant,
    legal: usize,
    illegal: usize,
    witnesses: &mut counts::Witnesses,
) -> anyhow::Result<OfVariant> {
    // The same positions for a variant, whichever others are in the kit.
    let seed = variant.id().bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut random = SplitMix64::new(seed);
    let chosen = choose::positions(variant, legal, &mut random)?;
    let illegal = illegal::positions(variant, &chosen, illegal, &mut random);
    Ok(OfVariant { legal: counts::of(variant, &chosen, witnesses)?, illegal })
}

fn sample(check: bool) -> anyhow::Result<Verdict> {
    let mut text = Vec::new();
    write_line(&mut text, &KitLine::Kit(KitHeader::new()))?;
    let mut nobody = counts::Witnesses::default();
    for variant in chosen(None)? {
        of_variant(variant, OF_SAMPLE.0, OF_SAMPLE.1, &mut nobody)?.write(variant, &mut text)?;
    }
    let path = root().join(SAMPLE);
    if !check {
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
        return Ok(Verdict::Good);
    }
    let committed = std::fs::read(&path).with_context(|| path.display().to_string())?;
    if committed != text {
        say!("{SAMPLE} is not what `cargo xtask kit --sample` writes");
        return Ok(Verdict::Bad);
    }
    Ok(Verdict::Good)
}

#[cfg(test)]
mod tests;
