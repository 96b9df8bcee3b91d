//! `cargo xtask book`: writes the pages of the variants in docs/games from the variants' own data and docs/background/worth.md, and builds the
//! whole book where mdBook is installed, with the longest wins of docs/endings as games, and as pages to click through. The page to play,
//! to which the pages link, is copied into the book if it is built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use campione_core::{Bitboard, Color, Piece, Provenance, Role, Setup, Square, TitledRule, Variant};
use campione_movegen::{Move, Position};
use campione_notation::fen;
use campione_notation::pgn::{PgnOptions, PgnReader};
use campione_picture::page::{Page, Track};
use campione_picture::{Picture, Theme};

use crate::{Verdict, root};
use campione_driver::find;

/// The variants of the seeds.
pub(crate) const GAMES: [&str; 5] = ["carrera", "archchess", "herb-garden", "crc", "courier-spiel"];

/// The folder of their pages and pictures.
pub(crate) const FOLDER: &str = "docs/games";

/// The page to play as `bindings/wasm/build-site` builds it, and its folder in the book.
const SITE: &str = "bindings/wasm/site/dist";
const PLAY: &str = "play";

/// What pieces and moves are worth, written by `cargo lab worth`.
const WORTH: &str = "docs/background/worth.md";

/// The variants with a file of longest wins, as `cargo lab tables --games` writes them.
const ENDINGS: [&str; 6] = ["chess", "carrera", "archchess", "herb-garden", "crc", "courier-spiel"];

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Write nothing; fail if a page differs from what would be written
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let mut faults = 0;
    let folder = root().join(FOLDER);
    for id in GAMES {
        let variant = Variant::named(id)?;
        for (name, text) in files(variant)? {
            let path = folder.join(&name);
            if options.check {
                if fs::read_to_string(&path).unwrap_or_default() != text {
                    say!("{FOLDER}/{name} differs from the variant's data: `cargo xtask book` writes it");
                    faults += 1;
                }
                continue;
            }
            fs::create_dir_all(&folder)?;
            fs::write(&path, text).with_context(|| path.display().to_string())?;
        }
    }
    if options.check && faults == 0 {
        say!("the pages in {FOLDER} agree with the variants' data");
    } else if !options.check {
        if let Some(folder) = build()? {
            say!("the pages agree with the variants' data; the book is in {}", folder.display());
        } else {
            say!(
                "the pages agree with the variants' data; mdbook is not installed, so the book is not built (`cargo install mdbook`)"
            );
        }
    }
    Ok(Verdict::of(faults))
}

/// Builds the book if mdBook is installed; returns its folder.
///
/// # Errors
/// mdBook or the laboratory has failed.
pub(crate) fn build() -> anyhow::Result<Option<PathBuf>> {
    let cargo = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo/bin/mdbook"));
    let Some(program) = find("mdbook").or(cargo.filter(|path| path.is_file())) else {
        return Ok(None);
    };
    let folder = root().join("target/book");
    let built = Command::new(program)
        .args(["build", "docs", "--dest-dir"])
        .arg(&folder)
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .context("mdbook")?;
    ensure!(built.status.success(), "mdbook has failed:\n{}", String::from_utf8_lossy(&built.stderr));
    let endings = folder.join("endings");
    let written = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--release", "-p", "campione-lab", "--", "tables", "--games"])
        .arg(&endings)
        .current_dir(root())
        .status()
        .context("cargo run -p campione-lab")?;
    ensure!(written.success(), "`cargo lab tables --games` has failed");
    for id in ENDINGS {
        let games = endings.join(format!("{id}.pgn"));
        let text = fs::read_to_string(&games).with_context(|| games.display().to_string())?;
        let page = lines(id, &text)?.html();
        fs::write(endings.join(format!("{id}-lines.html")), page).with_context(|| format!("{id}-lines.html"))?;
    }
    let site = root().join(SITE);
    if site.is_dir() {
        copy_folder(&site, &folder.join(PLAY))?;
        say!("with the page to play, {PLAY}/index.html");
    } else {
        say!("without the page to play: `bindings/wasm/build-site` builds it, then `cargo xtask book` takes it");
    }
    Ok(Some(folder))
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target).with_context(|| target.display().to_string())?;
        }
    }
    Ok(())
}

/// Longest wins as a page to click through.
fn lines(id: &str, games: &str) -> anyhow::Result<Page> {
    let mut page = Page::new(&format!("Longest wins, {id}"), Theme::Light, false);
    for game in PgnReader::new(games.as_bytes(), PgnOptions::new(Variant::named(id)?)) {
        let game = game?;
        let mut track = Track::new(game.tag("Event").unwrap_or("?"), &game.start);
        game.moves.plies.iter().for_each(|ply| track.play(ply.mv));
        page.add(&track);
    }
    Ok(page)
}

/// The page of a variant and its pictures, by file name.
fn files(variant: Variant) -> anyhow::Result<Vec<(String, String)>> {
    let (id, spec) = (variant.id(), variant.spec());
    let start = Position::start(variant);
    let mut text = format!("# {}\n\n{}\n\n", spec.name, spec.about);
    text += &format!("![The start position of {}]({id}.svg)\n\n`{}`\n\n", spec.name, fen::write(&start));
    text += &format!(
        "[Play it in the browser](../{PLAY}/index.html#variant={id}). [Its endings, solved](../endings/{id}.md).\n\n"
    );
    text += "## Pieces\n\n| | letter | moves | in Betza's letters | source |\n|---|---|---|---|---|\n";
    let mut files = vec![(format!("{id}.svg"), Picture::new(&start).svg() + "\n")];
    for role in variant.all_roles() {
        let info = variant.role(role);
        let piece = spec.piece.get(&info.letter.to_string());
        let why = piece.map(|piece| &piece.why);
        let rule = why.map_or("Straight ahead, and captures diagonally ahead: see below.", |why| why.rule.as_str());
        let moves = piece.map_or_else(String::new, |piece| format!("`{}`", piece.moves));
        let source = why.map_or("", |why| why.source.as_str());
        text += &format!("| {} | {} | {rule} | {moves} | {source} |\n", variant.role_name(role), info.letter);
    }
    text += "\n";
    for role in variant.all_roles() {
        if role == Role::PAWN || role == Role::KING || ["Q", "R", "B", "N"].contains(&moves_of(variant, role)) {
            continue;
        }
        let name = format!("{id}-{}.svg", variant.role_name(role));
        text += &format!("![Where the {} goes from d4]({name})\n\n", variant.role_name(role));
        files.push((name, reach(variant, role)? + "\n"));
    }
    for TitledRule { title, provenance: why } in spec.rules() {
        text += &rule(&title, why);
    }
    text += &worth(&read_worth()?, variant)?;
    text += &format!(
        "## In numbers\n\nThe counts of its start position are in [perft.md](../reference/perft.md). `campione variants {id}` prints these \
        rules on a terminal, `campione variants {id} --format toml` the data that it is made of.\n"
    );
    files.push((format!("{id}.md"), text));
    Ok(files)
}

fn moves_of(variant: Variant, role: Role) -> &'static str {
    let piece = variant.spec().piece.get(&variant.role(role).letter.to_string());
    piece.map_or("", |piece| piece.moves.as_str())
}

fn read_worth() -> anyhow::Result<String> {
    fs::read_to_string(root().join(WORTH)).context(WORTH)
}

/// What the pieces and first moves of a variant are worth, from the page that `cargo lab worth` writes.
fn worth(page: &str, variant: Variant) -> anyhow::Result<String> {
    let (id, name) = (variant.id(), &variant.spec().name);
    let missing = || format!("{WORTH} has nothing about {name}");
    let (_, pieces) = page.split_once(&format!("\n### {name}\n\n")).with_context(missing)?;
    let (positions, pieces) = pieces.split_once(" positions.\n\n").with_context(missing)?;
    let table: String =
        pieces.lines().take_while(|line| line.starts_with('|')).map(|line| format!("{line}\n")).collect();
    let (_, moves) = page.split_once("| first moves, ").with_context(missing)?;
    let (nodes, moves) = moves.split_once(" nodes |\n").with_context(missing)?;
    let row = moves.lines().find_map(|line| line.strip_prefix(&format!("| `{id}` | "))?.strip_suffix(" |"));
    let row = row.with_context(missing)?;
    Ok(format!(
        "## What pieces and moves are worth\n\nThe value of a piece to the engine's net, in centipawns: what the evaluation loses on \
        average if the piece is taken away, in {positions} level positions of recorded games \
        ([more, and how it is measured](../background/worth.md)).\n\n{table}\nThe best first moves after a search of \
        {nodes} nodes, with their scores for White: {row}.\n\n"
    ))
}

/// A rule with its source and, if the project settled it, the reason.
fn rule(title: &str, why: &Provenance) -> String {
    let mut text = format!("## {title}\n\n{}\n\n*Source: {}.*\n\n", why.rule, why.source);
    if let Some(settled) = &why.settled {
        text += &format!("> Settled: {settled}\n\n");
    }
    text
}

/// A piece on d4 of an empty board, with the squares that it can reach.
fn reach(variant: Variant, role: Role) -> anyhow::Result<String> {
    let square = |text: &str| -> anyhow::Result<Square> { Ok(text.parse()?) };
    let from = square("d4")?;
    let mut setup = Setup::empty();
    // No piece can move there from d4.
    setup.board.set(square("a2")?, Some(Piece { color: Color::White, role: Role::KING }));
    setup.board.set(square("a6")?, Some(Piece { color: Color::Black, role: Role::KING }));
    setup.board.set(from, Some(Piece { color: Color::White, role }));
    let position = Position::new(&setup, variant)?;
    let targets = position.legal_moves().into_iter().filter(|mv| mv.from() == from).map(Move::to);
    let targets = targets.fold(Bitboard::EMPTY, Bitboard::with);
    Ok(Picture::new(&position).with_targets(targets).svg())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_wins_can_be_clicked_through() {
        let games = "[Event \"KQvK: mate in 1\"]\n[SetUp \"1\"]\n[FEN \"k7/8/1K6/8/8/8/8/1Q6 w - - 0 1\"]\n\n1. Qg6 Kb8 2. Qg8# 1-0\n";
        let page = lines("chess", games).unwrap();
        assert!(!page.is_empty() && page.html().contains("KQvK: mate in 1"));
    }

    #[test]
    fn worth_is_found_by_game_or_missed() {
        let page = read_worth().unwrap();
        let archchess = worth(&page, Variant::named("archchess").unwrap()).unwrap();
        assert!(archchess.contains("| centurion | ") && archchess.contains(" nodes, with their scores for White: "));
        assert!(!archchess.contains("| champion | "));
        let error = worth(&page, Variant::named("grand").unwrap()).unwrap_err();
        assert!(error.to_string().contains("has nothing about Grand Chess"), "{error}");
    }

    #[test]
    fn pages_are_as_the_games_say() {
        for id in GAMES {
            for (name, text) in files(Variant::named(id).unwrap()).unwrap() {
                let path = root().join(FOLDER).join(&name);
                assert!(fs::read_to_string(&path).unwrap_or_default() == text, "{name}: `cargo xtask book`");
            }
        }
    }
}
