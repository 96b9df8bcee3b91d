//! The page of a game, and its longest wins as games in PGN.

use std::fmt::Write as _;

use anyhow::{Context, bail};
use campione_core::{Color, Role, Variant};
use campione_endgame::Material;
use campione_movegen::EndReason;
use campione_notation::pgn::{self, Movetext, PgnGame, Ply, Reading, Tag};
use campione_notation::san;
use thousands::Separable;

use super::row::{BEATEN, DRAWN, Longest, Row, Side};

/// What is remarkable, in words. The numbers are filled in.
const WORDS: [(&str, &str); 6] = [
    ("chess", include_str!("words/chess.md")),
    ("carrera", include_str!("words/carrera.md")),
    ("archchess", include_str!("words/archchess.md")),
    ("herb-garden", include_str!("words/herb-garden.md")),
    ("crc", include_str!("words/crc.md")),
    ("courier-spiel", include_str!("words/courier-spiel.md")),
];

/// The kinds of endings, as the titles of their sections in order.
const SECTIONS: [&str; 6] = [
    "One piece against the king",
    "Two pieces against the king",
    "Piece against piece",
    "A pawn and a second piece against the king",
    "Piece or pawn against pawn",
    "Five pieces and more",
];

/// The section of an ending.
fn section(material: Material) -> &'static str {
    let number = match (material.pieces(), material.count(Color::Black), material.has_pawns()) {
        (..=3, _, _) => 0,
        (4, 0, false) => 1,
        (4, _, false) => 2,
        (4, 0, true) => 3,
        (4, _, true) => 4,
        _ => 5,
    };
    SECTIONS[number]
}

pub(super) fn page(variant: Variant, rows: &[Row], chess: &[Row]) -> anyhow::Result<String> {
    let id = variant.id();
    let materials = rows.iter().map(|row| Material::read(&row.ending, variant)).collect::<Result<Vec<_>, _>>()?;
    let mut text = format!(
        "<!-- Written by `cargo lab tables`. -->\n\n# Endings of {}\n\n{} endings on a board of {}x{}, each solved to the last \
         position ([what the numbers mean](../guide/endgame.md)). Percentages are of all positions in which the side can be to move, \
         those with a piece to be captured at once included. A length is in moves of the winner up to mate, with best play of both \
         sides; the rule of {} moves is left aside. *In general* a side wins if the other one loses at least {BEATEN} % of the \
         positions in which it is to move; with less than {DRAWN} % the ending is drawn, else open.\n\n",
        variant.spec().name,
        rows.len(),
        variant.files(),
        variant.ranks(),
        variant.draws().moves.unwrap_or(50),
    );
    let words = WORDS.iter().find(|(known, _)| *known == id).with_context(|| id.to_owned())?.1;
    text += &fill(words, rows, chess).with_context(|| format!("words/{id}.md"))?;
    for title in SECTIONS {
        let belongs = |(row, material)| (section(material) == title).then_some(row);
        let rows: Vec<&Row> = rows.iter().zip(materials.iter().copied()).filter_map(belongs).collect();
        if !rows.is_empty() {
            table(&mut text, variant, title, &rows, chess)?;
        }
    }
    lines(&mut text, variant, rows)?;
    cost(&mut text, rows)?;
    Ok(text)
}

/// What a table of results shows of each ending.
fn table(text: &mut String, variant: Variant, title: &str, rows: &[&Row], chess: &[Row]) -> anyhow::Result<()> {
    let both = rows.iter().any(|row| row.sides[1].won > 0);
    let compared = variant.id() != "chess";
    write!(text, "\n## {title}\n\n| ending | White to move: wins | draws | loses | longest win |")?;
    write!(text, " Black to move: wins | draws | loses |{}", if both { " longest win |" } else { "" })?;
    write!(text, " in general |{}\n|---|--:|--:|--:|--:|--:|--:|--:|", if compared { " in chess |" } else { "" })?;
    writeln!(text, "{}---|{}", if both { "--:|" } else { "" }, if compared { "---|" } else { "" })?;
    for row in rows {
        let longest =
            |side: &Side| side.longest.as_ref().map_or_else(|| "-".to_owned(), |longest| longest.moves().to_string());
        let shares = |side: &Side| [side.won, side.drawn, side.lost].map(|part| side.percent(part)).join(" | ");
        let [white, black] = &row.sides;
        write!(text, "| {} | {} | {} | {} |", row.ending, shares(white), longest(white), shares(black))?;
        if both {
            write!(text, " {} |", longest(black))?;
        }
        write!(text, " {} |", row.verdict())?;
        if compared {
            let same =
                alike(variant, &row.ending).then(|| chess.iter().find(|other| other.ending == row.ending)).flatten();
            let shown = same.map(|other| {
                let side = &other.sides[0];
                format!("{} % won, {}", side.percent(side.won), longest(side))
            });
            write!(text, " {} |", shown.unwrap_or_default())?;
        }
        text.push('\n');
    }
    Ok(())
}

/// Whether the pieces of an ending move as those of chess with the same letters.
fn alike(variant: Variant, ending: &str) -> bool {
    let Ok(chess) = Variant::named("chess") else { return false };
    let moves =
        |variant: Variant, letter: char| variant.spec().piece.get(&letter.to_string()).map(|piece| piece.moves.clone());
    ending.chars().filter(|&letter| letter != 'v').all(|letter| {
        let pawn = variant.role(Role::PAWN).letter == letter && chess.role(Role::PAWN).letter == letter;
        pawn || (moves(variant, letter).is_some() && moves(variant, letter) == moves(chess, letter))
    })
}

/// The longest wins with their moves.
fn lines(text: &mut String, variant: Variant, rows: &[Row]) -> anyhow::Result<()> {
    let id = variant.id();
    write!(
        text,
        "\n## The longest wins\n\nOne position of each longest win, with best play. The book has all of them as <a \
         href=\"{id}.pgn\">games</a> and as <a href=\"{id}-lines.html\">a page to click through</a>; `cargo lab tables --games \
         FOLDER` writes the games.\n\n"
    )?;
    for row in rows {
        for longest in row.lines() {
            let (start, moves) = longest.replay(variant)?;
            let mut position = start;
            let mut shown = String::new();
            for mv in moves {
                if position.turn() == Color::White {
                    write!(shown, "{}. ", position.fullmove_number())?;
                } else if position == start {
                    write!(shown, "{}... ", position.fullmove_number())?;
                }
                write!(shown, "{} ", san::write(mv, &position))?;
                position = position.play_unchecked(mv);
            }
            write!(
                text,
                "<details><summary>{}: {} mates in {}</summary>\n\n`{}`\n\n{}\n\n</details>\n",
                row.ending,
                start.turn(),
                longest.moves(),
                longest.fen,
                shown.trim_end()
            )?;
        }
    }
    Ok(())
}

/// Time and memory.
fn cost(text: &mut String, rows: &[Row]) -> anyhow::Result<()> {
    text.push_str(
        "\n## What the tables cost\n\nSeconds are those of all processors together, on a shared machine; memory is what the solver \
         asks for at the most.\n\n| ending | positions | seconds | million a second | memory, MB | file, kB |\n|---|--:|--:|--:|--:|--:|\n",
    );
    let (mut entries, mut seconds, mut bytes) = (0, 0.0, 0);
    for row in rows {
        let rate = row.seconds.map(|seconds| format!("{:.2}", row.entries as f64 / seconds.max(0.005) / 1e6));
        let time = row.seconds.map(|seconds| format!("{seconds:.1}"));
        let memory = row.memory.map(|bytes| bytes.div_ceil(1_000_000).separate_with_commas());
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            row.ending,
            row.entries.separate_with_commas(),
            time.unwrap_or_default(),
            rate.unwrap_or_default(),
            memory.unwrap_or_default(),
            row.bytes.div_ceil(1000).separate_with_commas()
        )?;
        entries += row.entries;
        seconds += row.seconds.unwrap_or(0.0);
        bytes += row.bytes;
    }
    let (entries, bytes) = (entries.separate_with_commas(), bytes.div_ceil(1000).separate_with_commas());
    writeln!(text, "| all | {entries} | {seconds:.0} | | | {bytes} |")?;
    Ok(())
}

/// The longest wins as games.
pub(super) fn games(variant: Variant, rows: &[Row]) -> anyhow::Result<String> {
    let mut text = String::new();
    for row in rows {
        for longest in row.lines() {
            text += &game(variant, row, longest)?;
            text.push('\n');
        }
    }
    text.pop();
    Ok(text)
}

fn game(variant: Variant, row: &Row, longest: &Longest) -> anyhow::Result<String> {
    let (start, moves) = longest.replay(variant)?;
    let tag = |name: &str, value: String| Tag { name: name.to_owned(), value };
    let mut tags = vec![
        tag("Event", format!("{}: mate in {}", row.ending, longest.moves())),
        tag("White", row.ending.split('v').next().unwrap_or_default().to_owned()),
        tag("Black", row.ending.split('v').nth(1).unwrap_or_default().to_owned()),
        tag("Result", if start.turn() == Color::White { "1-0" } else { "0-1" }.to_owned()),
    ];
    if variant.id() != "chess" {
        tags.push(tag("Variant", variant.id().to_owned()));
    }
    tags.push(tag("SetUp", "1".to_owned()));
    tags.push(tag("FEN", longest.fen.clone()));
    let outcome = campione_movegen::Outcome::win(start.turn(), EndReason::Declared);
    let plies = moves.into_iter().map(|mv| Ply { mv, remarks: Vec::new() }).collect();
    let moves = Movetext { remarks: Vec::new(), plies };
    let (reading, notes) = (Reading::Native, Vec::new());
    Ok(pgn::write(&PgnGame { number: 1, line: 1, tags, start, moves, outcome: Some(outcome), reading, notes }))
}

/// Text with numbers filled in: `{KRvKN moves}` is the length of White's longest win, `{KRvKN won}`, `drawn` and `lost` are
/// percentages with White to move, and all four with `black` before them are Black's with Black to move. `chess` in front
/// means chess: `{chess KRvKN moves}`.
fn fill(words: &str, rows: &[Row], chess: &[Row]) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('{') {
        let (field, after) = after.split_once('}').context("no }")?;
        text += before;
        text += &value(field, rows, chess).with_context(|| format!("{{{field}}}"))?;
        rest = after;
    }
    Ok(text + rest)
}

fn value(field: &str, rows: &[Row], chess: &[Row]) -> anyhow::Result<String> {
    let (field, rows) = field.strip_prefix("chess ").map_or((field, rows), |field| (field, chess));
    let (ending, what) = field.split_once(' ').context("an ending and what of it")?;
    let row = rows.iter().find(|row| row.ending == ending).context("no such ending")?;
    let (side, what) = what.strip_prefix("black ").map_or((&row.sides[0], what), |what| (&row.sides[1], what));
    Ok(match what {
        "won" => side.percent(side.won),
        "drawn" => side.percent(side.drawn),
        "lost" => side.percent(side.lost),
        "moves" => side.longest.as_ref().context("nothing is won")?.moves().to_string(),
        other => bail!("`{other}` is not a number of an ending"),
    })
}
