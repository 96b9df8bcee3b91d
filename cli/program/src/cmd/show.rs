//! `campione show`: draws a position.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use campione_notation::fen;
use campione_picture::Picture;
use campione_picture::page::{Page, Track};
use serde_json::json;

use crate::Verdict;
use crate::analysis::outcome_json;
use crate::args::{Common, Format, PictureOptions, ShowOptions};
use crate::diagram::{self, Style};
use crate::messages;
use crate::output::Target;
use crate::positions::{self, PositionReader};

pub(crate) fn run(common: &Common, options: &ShowOptions) -> anyhow::Result<Verdict> {
    let reader = PositionReader::of(common, &options.position)?;
    let variant = reader.variant;
    let PictureOptions { svg, png, page, arrows, last_move, .. } = &options.picture;
    ensure!(
        arrows.is_empty() || svg.is_some() || png.is_some(),
        messages::Usage("--arrows are drawn only on pictures: add --svg FILE or --png FILE".to_owned())
    );
    for square in last_move.iter().chain(arrows).flat_map(|&(from, to)| [from, to]) {
        ensure!(
            variant.board().contains(square),
            messages::Usage(format!("{square} is not on the board of {}", variant.id()))
        );
    }
    if [svg, png, &page.html].into_iter().any(Option::is_some) {
        return draw(options, &reader);
    }
    if let Some(option) = page.idle() {
        return Err(
            messages::Usage(format!("{option} is for pictures and pages: add --svg, --png or --html FILE")).into()
        );
    }
    let painting = options.colors.painting();
    let style = if options.colors.ascii { Style::Ascii } else { Style::Unicode };
    positions::answer_positions(common, &options.position, &reader, |position, last_played, out, linewise| {
        let outcome = position.outcome();
        let fen = fen::write(position);
        if common.format == Format::Json {
            let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
            let line = json!({
                "variant": position.variant().id(),
                "fen": fen,
                "turn": position.turn().letter().to_string(),
                "checkers": checkers,
                "legal_moves": position.legal_moves().len(),
                "outcome": outcome.map(outcome_json),
                "diagram": diagram::board(position, style, options.flip),
            });
            writeln!(out, "{line}")?;
            return Ok(());
        }
        let last = last_move.or(last_played.map(|mv| (mv.from(), mv.to())));
        write!(out, "{}", diagram::painted(position, painting, options.flip, last))?;
        writeln!(out, "{}", diagram::caption(position))?;
        if let Some(outcome) = outcome {
            writeln!(out, "{}", outcome.in_words())?;
        }
        writeln!(out, "{fen}")?;
        if linewise {
            writeln!(out)?;
        }
        Ok(())
    })
}

/// Draws pictures, and the page.
fn draw(options: &ShowOptions, reader: &PositionReader) -> anyhow::Result<Verdict> {
    let PictureOptions { svg, png, width, last_move, arrows, page } = &options.picture;
    ensure!(options.position.fen != ["-"], messages::Usage("a picture is of one position, not of lines".to_owned()));
    let target = |path: &Option<PathBuf>| path.as_deref().map(|path| Target::new(path, page.force)).transpose();
    let (svg, png) = (target(svg).context("--svg")?, target(png).context("--png")?);
    let html = page.target()?;
    let targets: Vec<&Target> = [&svg, &png, &html].into_iter().flatten().collect();
    let differ =
        targets.iter().enumerate().all(|(index, one)| !targets[..index].iter().any(|two| one.is_one_with(two)));
    ensure!(differ, messages::Usage("two pictures cannot go to one place: name another file".to_owned()));

    let game = reader.game(&options.position.text(), options.position.play.as_deref())?;
    let mut track = Track::new(&game.variant().spec().name, game.start());
    game.moves().iter().for_each(|&mv| track.play(mv));
    let last_played = game.moves().last().filter(|mv| !mv.is_null()).map(|mv| (mv.from(), mv.to()));
    let mut picture = Picture::new(game.position()).with_theme(page.theme());
    if options.flip {
        picture = picture.flipped();
    }
    if let Some((from, to)) = last_move.or(last_played) {
        picture = picture.with_last_move(from, to);
    }
    for &(from, to) in arrows {
        picture = picture.with_arrow(from, to);
    }
    let mut pages: Vec<(&str, Target, Vec<u8>)> = Vec::new();
    if let Some(target) = svg {
        pages.push(("--svg", target, format!("{}\n", picture.svg()).into_bytes()));
    }
    if let Some(target) = png {
        pages.push(("--png", target, picture.png(*width)?));
    }
    if let Some(target) = html {
        let mut page = Page::new(&game.variant().spec().name, page.theme(), options.flip);
        track.open_at_end();
        page.add(&track);
        pages.push(("--html", target, page.html().into_bytes()));
    }
    // Standard output comes last: if it is closed, the files are already written.
    pages.sort_by_key(|(_, target, _)| target.is_standard_output());
    for (option, target, content) in pages {
        target.write(&content).context(option)?;
    }
    Ok(Verdict::Done)
}
