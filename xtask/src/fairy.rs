//! Fairy-Stockfish, over UCI, and other engines that know its `go perft`.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use campione_core::{Betza, Variant};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::fen;

use crate::crosscheck::{Program, SetUp};
use crate::divide::{CastlingStyle, Divide, read_uci};
use crate::engine::Engine;
use crate::games::{FAIRY, FAIRY_KIN, Known, KnownGame};

/// Time limit of an answer without counting.
const SHORT: Duration = Duration::from_secs(20);
/// Time limit of a count.
const LONG: Duration = Duration::from_secs(600);

/// A running Fairy-Stockfish.
pub(crate) struct Fairy {
    engine: Engine,
    /// Its name and version.
    pub(crate) version: String,
    /// Its built-in variants; a build for small boards lacks the large ones.
    built_in: Vec<String>,
    /// Whether the chosen variant has castling as in Chess960.
    random: bool,
}

impl Fairy {
    /// Starts it; the variants of [`FAIRY`] that it does not know are described to it in a file in `folder`.
    pub(crate) fn start(program: &Path, args: &[&Path], folder: &Path) -> anyhow::Result<Fairy> {
        let mut text = String::new();
        for game in FAIRY.iter().filter(|game| game.known == Known::Described) {
            text.push_str(&describe(game.shared()?)?);
        }
        let file = folder.join("fairy-stockfish.ini");
        std::fs::write(&file, text).with_context(|| file.display().to_string())?;
        Fairy::with_games(program, args, &file)
    }

    /// Starts it with the variants of a file.
    pub(crate) fn with_games(program: &Path, args: &[&Path], file: &Path) -> anyhow::Result<Fairy> {
        let mut engine = Engine::start(program, args)?;
        let lines = engine.ask("uci", SHORT, |line| line == "uciok")?;
        let version = lines.iter().find_map(|line| line.strip_prefix("id name ")).unwrap_or("no name").to_owned();
        let built_in = variants(&lines);
        engine.set_option("VariantPath", &file.display().to_string());
        engine.wait_until_ready(SHORT)?;
        Ok(Fairy { engine, version, built_in, random: false })
    }
}

impl Fairy {
    /// Whether it lists a variant, built in or from a file.
    pub(crate) fn has(&mut self, name: &str) -> anyhow::Result<bool> {
        let lines = self.engine.ask("uci", SHORT, |line| line == "uciok")?;
        Ok(variants(&lines).iter().any(|known| known == name))
    }

    /// Chooses the variant of that name.
    pub(crate) fn choose_named(&mut self, name: &str, random: bool) -> anyhow::Result<()> {
        self.random = random;
        self.engine.set_option("UCI_Variant", name);
        self.engine.set_option("UCI_Chess960", &random.to_string());
        self.engine.wait_until_ready(SHORT)
    }
}

impl Program for Fairy {
    fn version(&mut self) -> anyhow::Result<String> {
        Ok(self.version.clone())
    }

    fn games(&self) -> &'static [KnownGame] {
        FAIRY
    }

    fn kin(&self) -> &'static [KnownGame] {
        FAIRY_KIN
    }

    fn style(&self) -> CastlingStyle {
        if self.random { CastlingStyle::KingTakesRook } else { CastlingStyle::KingMove }
    }

    fn choose(&mut self, game: &KnownGame) -> anyhow::Result<bool> {
        let name = match game.known {
            Known::As(name) | Known::Random(name) if self.built_in.iter().any(|known| known == name) => name.to_owned(),
            Known::As(_) | Known::Random(_) => return Ok(false),
            Known::Described => described_name(game.id),
        };
        self.choose_named(&name, matches!(game.known, Known::Random(_)))?;
        Ok(true)
    }

    fn fen(&self, position: &Position) -> Option<String> {
        Dialect::Fairy.write(position, self.random).ok()
    }

    fn set_up_fen(&mut self, sent: &str) -> anyhow::Result<SetUp> {
        self.engine.send(&format!("position fen {sent}"));
        self.engine.send("d");
        // The output of `d` may have further lines: read them here.
        let lines = self.engine.ask("isready", SHORT, |line| line == "readyok")?;
        let read = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        Ok(read.map_or(SetUp::Untold, |read| SetUp::compare(sent, read, 4)))
    }

    fn set_up_own_start(&mut self) -> anyhow::Result<()> {
        self.engine.send("position startpos");
        Ok(())
    }

    fn divide(&mut self, depth: u32) -> anyhow::Result<Divide> {
        let lines = self.engine.ask(&format!("go perft {depth}"), LONG, |line| line.starts_with("Nodes searched"))?;
        read_uci(&lines).ok_or_else(|| anyhow!("cannot parse the answer to `go perft`"))
    }

    fn deepens(&self) -> bool {
        false
    }
}

/// The variants in the answer to `uci`: `option name UCI_Variant type combo default chess var 3check var ...`. An
/// engine without this option plays chess only.
fn variants(lines: &[String]) -> Vec<String> {
    let option = lines.iter().find(|line| line.starts_with("option name UCI_Variant "));
    let names = option.map(|line| line.split(" var ").skip(1).map(|name| name.trim().to_owned()));
    names.map_or_else(|| vec!["chess".to_owned()], Iterator::collect)
}

/// A name that does not hide a built-in variant.
pub(crate) fn described_name(id: &str) -> String {
    format!("campione-{id}")
}

/// Its names of the movements that it knows, by our shorthand.
const MOVEMENTS: &[(&str, &str)] = &[
    ("Q", "queen"),
    ("R", "rook"),
    ("B", "bishop"),
    ("N", "knight"),
    ("BN", "archbishop"),
    ("RN", "chancellor"),
    ("F", "fers"),
    ("FA", "fersAlfil"),
    ("K", "commoner"),
    ("KN", "centaur"),
];

/// The section of a variant, in the format of its `variants.ini`.
pub(crate) fn describe(variant: Variant) -> anyhow::Result<String> {
    let spec = variant.spec();
    let mut text = format!("[{}:chess]\n", described_name(&spec.id));
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("maxFile", &spec.board.files.to_string());
    line("maxRank", &spec.board.ranks.to_string());
    line("promotionRank", &spec.board.ranks.to_string());
    // With a template of eight ranks, Black's pawns stand on rank 7, which later versions do not adapt.
    line("doubleStepRegionBlack", &format!("*{}", spec.board.ranks - 1));
    let mut custom = 0;
    let mut named = Vec::new();
    for (letter, piece) in &spec.piece {
        let letter = letter.to_ascii_lowercase();
        if piece.royal {
            line("king", &letter);
            continue;
        }
        let movement = Betza::parse(&piece.moves)?;
        let mut known = MOVEMENTS.iter().filter(|(moves, _)| Betza::parse(moves).as_ref() == Ok(&movement));
        if let Some((_, name)) = known.next() {
            line(name, &letter);
            named.push(*name);
        } else {
            custom += 1;
            line(&format!("customPiece{custom}"), &format!("{letter}:{}", piece.moves));
        }
    }
    // The template has the orthodox army: pieces that the variant lacks must free their letters.
    for name in ["queen", "rook", "bishop", "knight"].iter().filter(|name| !named.contains(name)) {
        line(name, "-");
    }
    line("promotionPieceTypes", &spec.promotion.to.to_ascii_lowercase());
    match spec.castling.values().next() {
        None => line("castling", "false"),
        Some(castling) => {
            for (side, key) in [
                (&castling.toward_last_file, "castlingKingsideFile"),
                (&castling.toward_first_file, "castlingQueensideFile"),
            ] {
                if let Some((_, target)) = side.as_ref().and_then(|side| side.king.split_once('-')) {
                    line(key, target);
                }
            }
        }
    }
    line("startFen", &fen::write(&Position::start(variant)));
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_it_lists() {
        let lines = ["id name X", "option name UCI_Variant type combo default chess var 3check var janus"];
        assert_eq!(variants(&lines.map(str::to_owned)), ["3check", "janus"]);
        assert_eq!(variants(&[]), ["chess"]);
    }

    #[test]
    fn courier_spiel_is_described() {
        let game = FAIRY.iter().find(|game| game.id == "courier-spiel").unwrap();
        let text = describe(game.shared().unwrap()).unwrap();
        for line in ["bishop = c", "fersAlfil = b", "commoner = f", "centaur = u", "castlingKingsideFile = j"] {
            assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
        }
    }

    #[test]
    fn a_centurion_is_a_custom_piece() {
        let game = FAIRY.iter().find(|game| game.id == "archchess").unwrap();
        let text = describe(game.shared().unwrap()).unwrap();
        assert!(text.contains("customPiece1 = c:NAD\n"), "{text}");
        assert!(text.contains("castling = false\n") && text.contains("promotionRank = 10\n"), "{text}");
    }
}
