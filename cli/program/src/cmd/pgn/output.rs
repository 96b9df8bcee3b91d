//! Games as lines of text and JSON objects.

use std::convert::Infallible;

use campione_movegen::Position;
use campione_notation::epd::{self, Epd};
use campione_notation::moves::MoveNotation;
use campione_notation::pgn::{Movetext, PgnGame, Reading, Remark, result_text};
use campione_notation::{fen, pgn, san, uci};
use campione_picture::page::Track;
use serde_json::{Map, Value, json};

use crate::args::GamesAs;

/// A game in that form; the text ends with a newline.
pub(super) fn game(game: &PgnGame, form: GamesAs, file: &str) -> anyhow::Result<String> {
    Ok(match form {
        // A blank line separates it from the next game.
        GamesAs::Pgn => pgn::write(game) + "\n",
        GamesAs::Json => format!("{}\n", object(game, file)),
        GamesAs::Epd => epd(game),
        GamesAs::Uci => moves(game, MoveNotation::Uci)?,
        GamesAs::San => moves(game, MoveNotation::San)?,
        GamesAs::Lan => moves(game, MoveNotation::Lan)?,
    })
}

/// The main line with its comments, for a page.
pub(super) fn track(game: &PgnGame) -> Track {
    let tag = |name| game.tag(name).filter(|value| !value.starts_with('?'));
    let players = match [tag("White"), tag("Black")] {
        [None, None] => "game".to_owned(),
        players => players.map(|name| name.unwrap_or("?")).join(" – "),
    };
    let mut name = format!("{}. {players}: {}", game.number, result_text(game.outcome));
    for value in [tag("Event"), tag("Date")].into_iter().flatten() {
        name += &format!(", {value}");
    }
    let mut track = Track::new(&name, &game.start);
    track.note(&comments(&game.moves.remarks));
    for ply in &game.moves.plies {
        track.play(ply.mv);
        track.note(&comments(&ply.remarks));
    }
    track
}

fn comments(remarks: &[Remark]) -> String {
    let words = remarks.iter().filter_map(|remark| match remark {
        Remark::Comment(text) => Some(text.as_str()),
        Remark::Nag(_) | Remark::Variation(_) => None,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Calls `each` with every position of the main line and the move played there; `None` for the last position.
fn main_line<E>(
    game: &PgnGame,
    mut each: impl FnMut(&Position, Option<campione_movegen::Move>) -> Result<(), E>,
) -> Result<(), E> {
    let mut position = game.start;
    for ply in &game.moves.plies {
        each(&position, Some(ply.mv))?;
        position = position.play_unchecked(ply.mv);
    }
    each(&position, None)
}

fn moves(game: &PgnGame, notation: MoveNotation) -> anyhow::Result<String> {
    let mut words = Vec::new();
    if game.start != Position::start(game.start.variant()) {
        words.push(format!("[FEN \"{}\"]", fen::write(&game.start)));
    }
    main_line(game, |position, mv| {
        words.extend(mv.map(|mv| notation.write(mv, position)).transpose()?);
        anyhow::Ok(())
    })?;
    Ok(words.join(" ") + "\n")
}

/// A line for each position, with the move played from there.
fn epd(game: &PgnGame) -> String {
    let mut text = String::new();
    let mut ply = 0;
    let Ok(()) = main_line::<Infallible>(game, |position, played| {
        let id = Some(format!("game {} ply {ply}", game.number));
        text += &epd::write(&Epd { played, id, ..Epd::new(*position) });
        text.push('\n');
        ply += 1;
        Ok(())
    });
    text
}

fn object(game: &PgnGame, file: &str) -> Value {
    let mut tags = Map::new();
    let mut repeated = Vec::new();
    for tag in &game.tags {
        if tags.contains_key(&tag.name) {
            repeated.push(json!([tag.name, tag.value]));
        } else {
            tags.insert(tag.name.clone(), Value::from(tag.value.as_str()));
        }
    }
    let mut end = game.start;
    for ply in &game.moves.plies {
        end = end.play_unchecked(ply.mv);
    }
    let mut object = json!({
        "file": file,
        "game": game.number,
        "line": game.line,
        "variant": game.start.variant().id(),
        "tags": tags,
        "start": fen::write(&game.start),
        "fen": fen::write(&end),
        "result": result_text(game.outcome),
    });
    if let Value::Object(object) = &mut object {
        if game.reading != Reading::Native {
            object.insert("reading".to_owned(), Value::from(game.reading.name()));
        }
        if !repeated.is_empty() {
            object.insert("repeated_tags".to_owned(), Value::from(repeated));
        }
        add_line(object, &game.moves, &game.start);
    }
    object
}

/// Adds `remarks`, if there are any before the first move, and `moves`.
fn add_line(object: &mut Map<String, Value>, line: &Movetext, start: &Position) {
    if !line.remarks.is_empty() {
        object.insert("remarks".to_owned(), remarks(&line.remarks, start));
    }
    let mut position = *start;
    let plies = line.plies.iter().map(|ply| {
        let mut object = Map::new();
        object.insert("uci".to_owned(), uci::write(ply.mv, &position).into());
        object.insert("san".to_owned(), san::write(ply.mv, &position).into());
        if !ply.remarks.is_empty() {
            object.insert("remarks".to_owned(), remarks(&ply.remarks, &position));
        }
        position = position.play_unchecked(ply.mv);
        Value::Object(object)
    });
    let plies = plies.collect();
    object.insert("moves".to_owned(), Value::Array(plies));
}

/// The remarks on a move of `position`, as JSON.
fn remarks(remarks: &[Remark], position: &Position) -> Value {
    let objects = remarks.iter().map(|remark| match remark {
        Remark::Nag(number) => json!({ "nag": number }),
        Remark::Comment(text) => json!({ "comment": text }),
        Remark::Variation(line) => {
            let mut variation = Map::new();
            add_line(&mut variation, line, position);
            json!({ "variation": variation })
        }
    });
    objects.collect()
}
