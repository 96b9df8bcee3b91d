//! `campione endgame dead`.

use std::io::{self, Write};
use std::sync::Arc;

use campione_core::Variant;
use campione_endgame::{EndgameError, Mating, prove_dead};
use campione_notation::fen;
use serde_json::json;
use thousands::Separable;

use super::{Working, variant};
use crate::args::{Common, DeadOptions, Format};
use crate::watch::Watch;
use crate::{Verdict, interrupt};

pub(crate) fn run(common: &Common, options: &DeadOptions) -> anyhow::Result<Verdict> {
    let variant = variant(common)?;
    let applies = variant.draws().dead_position;
    let watch = Watch::start()?;
    let work = Arc::new(Working::default());
    work.begin(1);
    work.next(variant.id().to_owned(), 1);
    let (mut alive, mut wrong, mut left_out, mut written) = (0, 0, 0, Ok(()));
    let proven = watch.during(work.clone(), || {
        prove_dead(variant, usize::from(options.pieces), &work.monitor, |mating| {
            wrong += usize::from(applies && mating.listed && !mating.is_dead());
            left_out += usize::from(applies && !mating.listed && mating.is_dead());
            let plain = !(mating.is_dead() || applies && mating.listed);
            alive += usize::from(plain);
            if written.is_ok() && (common.format == Format::Json || !plain) {
                written = write(common, variant, &mating);
            }
        })
    });
    interrupt::check()?;
    written?;
    match proven {
        Err(EndgameError::Stopped) | Ok(()) => {}
        Err(error) => return Err(error.into()),
    }
    if common.format == Format::Text {
        let mut out = io::stdout().lock();
        writeln!(out, "{alive} others can be won")?;
        match (applies, wrong, left_out) {
            (false, ..) => writeln!(out, "this variant has no rule of dead positions")?,
            (true, 0, 0) => writeln!(out, "the list of dead positions is right and complete")?,
            (true, 0, _) => writeln!(out, "the list of dead positions is right, and leaves out {left_out} of these")?,
            (true, ..) => writeln!(out, "the list of dead positions is wrong in {wrong} of these")?,
        }
    }
    Ok(if wrong == 0 { Verdict::Done } else { Verdict::Failed })
}

fn write(common: &Common, variant: Variant, mating: &Mating) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let name = mating.material.name(variant);
    let example = mating.example.as_ref().map(fen::write);
    if common.format == Format::Json {
        let line = json!({
            "ending": name,
            "listed": mating.listed,
            "dead": mating.is_dead(),
            "agrees": mating.agrees(),
            "positions": mating.positions,
            "open": mating.open,
            "longest": mating.longest,
            "example": example,
        });
        return writeln!(out, "{line}");
    }
    let positions = mating.positions.unwrap_or(1).separate_with_commas();
    match (mating.is_dead(), mating.listed) {
        (true, true) => writeln!(out, "{name}: dead: nobody can win in any of {positions} positions"),
        (true, false) => {
            writeln!(out, "{name}: dead, but not in the list: nobody can win in any of {positions} positions")
        }
        (false, _) => {
            let (open, example) = (mating.open.separate_with_commas(), example.unwrap_or_default());
            writeln!(out, "{name}: in the list, but {open} of {positions} positions can be won: {example}")
        }
    }
}
