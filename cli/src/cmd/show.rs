//! `campione show`: a position drawn.

use anyhow::{Context, ensure};
use campione_core::{Square, Variant};
use campione_movegen::Position;
use campione_notation::{fen, moves};
use campione_picture::Picture;
use serde_json::json;

use crate::Verdict;
use crate::args::{Common, Format, PositionArgument, ShowOptions, Theme};
use crate::cmd::outcome_text;
use crate::diagram::{self, Style};
use crate::{io, output};

pub(crate) fn run(common: &Common, options: &ShowOptions) -> anyhow::Result<Verdict> {
    let variant = io::variant(common, options.position.first())?;
    if options.picture.svg.is_some() || options.picture.png.is_some() {
        return draw(options, &variant);
    }
    let style = if options.ascii { Style::Ascii } else { Style::Unicode };
    io::for_each_position(common, &options.position, &variant, |position, out, linewise| {
        let outcome = position.outcome_without_history().map(outcome_text);
        let fen = fen::write(position);
        if common.format == Format::Json {
            let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
            let line = json!({
                "variant": variant.id(),
                "fen": fen,
                "turn": position.turn().letter().to_string(),
                "checkers": checkers,
                "legal_moves": position.legal_moves().len(),
                "outcome": outcome,
                "diagram": diagram::board(position, style, options.flip),
            });
            writeln!(out, "{line}")?;
            return Ok(());
        }
        write!(out, "{}", diagram::board(position, style, options.flip))?;
        writeln!(out, "{}", diagram::caption(position))?;
        if let Some(outcome) = outcome {
            writeln!(out, "{outcome}")?;
        }
        writeln!(out, "{fen}")?;
        if linewise {
            writeln!(out)?;
        }
        Ok(())
    })
}

/// Draws pictures instead.
fn draw(options: &ShowOptions, variant: &Variant) -> anyhow::Result<Verdict> {
    let pictures = &options.picture;
    ensure!(options.position.fen != ["-"], io::Usage("a picture is of one position, not of lines".to_owned()));
    let (position, last_played) = played(&options.position, variant)?;
    let mut picture = Picture::new(&position).with_theme(match pictures.theme {
        Theme::Light => campione_picture::Theme::Light,
        Theme::Dark => campione_picture::Theme::Dark,
    });
    if options.flip {
        picture = picture.flipped();
    }
    let named = pictures.last_move.iter().chain(&pictures.arrows).flat_map(|&(from, to)| [from, to]);
    for square in named {
        ensure!(
            variant.board().contains(square),
            io::Usage(format!("{square} is not on the board of {}", variant.id()))
        );
    }
    if let Some((from, to)) = pictures.last_move.or(last_played) {
        picture = picture.with_last_move(from, to);
    }
    for &(from, to) in &pictures.arrows {
        picture = picture.with_arrow(from, to);
    }
    let svg = picture.svg();
    if let Some(path) = &pictures.svg {
        output::write(path, format!("{svg}\n").as_bytes(), pictures.force).context("--svg")?;
    }
    if let Some(path) = &pictures.png {
        output::write(path, &campione_picture::png(&svg, pictures.width)?, pictures.force).context("--png")?;
    }
    Ok(Verdict::Done)
}

/// The position of the command line, and the squares of the last move of `--play`.
fn played<'v>(
    argument: &PositionArgument,
    variant: &'v Variant,
) -> anyhow::Result<(Position<'v>, Option<(Square, Square)>)> {
    let start = io::position(&argument.fen.join(" "), None, variant)?;
    let mut last = None;
    let line = argument.play.as_deref().unwrap_or_default();
    let position = io::play_moves("--play, ", start, line, moves::read, |mv, _| {
        last = Some((mv.from(), mv.to()));
        Ok(())
    })?;
    Ok((position, last))
}
