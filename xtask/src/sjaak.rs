//! Sjaak II, over the protocol of `xboard`.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use campione_core::{Betza, CastlingRow, Color, Square, Variant};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;

use crate::crosscheck::{Program, SetUp};
use crate::divide::{CastlingStyle, Divide, read_sjaak};
use crate::engine::Engine;
use crate::games::{Known, KnownGame, SJAAK};

/// Time limit of an answer without counting.
const SHORT: Duration = Duration::from_secs(20);
/// Time limit of a count.
const LONG: Duration = Duration::from_secs(600);

/// A running Sjaak.
pub(crate) struct Sjaak {
    engine: Engine,
    pings: u32,
    /// Whether the chosen variant has ten ranks, which the protocol of `xboard` counts from 0.
    ranks_from_zero: bool,
}

impl Sjaak {
    /// Starts it; the variants of [`SJAAK`] that it does not know are described to it in a file in `folder`.
    pub(crate) fn start(program: &Path, folder: &Path) -> anyhow::Result<Sjaak> {
        let mut text = String::new();
        for game in SJAAK.iter().filter(|game| game.known == Known::Described) {
            text.push_str(&describe(game.shared()?)?);
        }
        let file = folder.join("sjaak.txt");
        std::fs::write(&file, text).with_context(|| file.display().to_string())?;
        let engine = Engine::start(program, &[Path::new("-xboard"), &file])?;
        let mut sjaak = Sjaak { engine, pings: 0, ranks_from_zero: false };
        sjaak.ask("xboard", SHORT)?;
        Ok(sjaak)
    }

    /// Sends a command and a ping; returns the output before the answer to the ping.
    fn ask(&mut self, command: &str, limit: Duration) -> anyhow::Result<Vec<String>> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.engine.send(command);
        self.engine.ask(&format!("ping {}", self.pings), limit, |line| line == pong)
    }
}

impl Program for Sjaak {
    fn version(&mut self) -> anyhow::Result<String> {
        let lines = self.ask("protover 2", SHORT)?;
        let named = lines.iter().find_map(|line| line.split_once("myname=\"")?.1.split_once('"'));
        Ok(named.map_or("no name", |(name, _)| name).to_owned())
    }

    fn games(&self) -> &'static [KnownGame] {
        SJAAK
    }

    fn kin(&self) -> &'static [KnownGame] {
        &[]
    }

    fn style(&self) -> CastlingStyle {
        CastlingStyle::Letters
    }

    fn choose(&mut self, game: &KnownGame) -> anyhow::Result<bool> {
        let name = match game.known {
            Known::As(name) | Known::Random(name) => name.to_owned(),
            Known::Described => described_name(game.id),
        };
        self.ranks_from_zero = game.full()?.ranks() == 10;
        let answer = self.ask(&format!("variant {name}"), SHORT)?;
        // Without this it replies with a move when Black is to move.
        self.ask("force", SHORT)?;
        Ok(!answer.iter().any(|line| line.starts_with("Error")))
    }

    fn fen(&self, position: &Position) -> Option<String> {
        dialect(position)
    }

    fn set_up_fen(&mut self, sent: &str) -> anyhow::Result<SetUp> {
        self.ask(&format!("setboard {sent}"), SHORT)?;
        let lines = self.ask("fen", SHORT)?;
        let read = lines.iter().find(|line| line.contains('/')).ok_or_else(|| anyhow!("`fen` prints no FEN"))?;
        // It omits the castling field of variants without castling, so only the pieces and the side are compared.
        Ok(SetUp::compare(sent, read, 2))
    }

    fn set_up_own_start(&mut self) -> anyhow::Result<()> {
        // Choosing the variant has set up the position already.
        Ok(())
    }

    fn divide(&mut self, depth: u32) -> anyhow::Result<Divide> {
        let lines = self.ask(&format!("perft {depth} 1"), LONG)?;
        let divide = read_sjaak(&lines, depth).ok_or_else(|| anyhow!("cannot parse the answer to `perft`"))?;
        if !self.ranks_from_zero {
            return Ok(divide);
        }
        let moves = divide.moves.iter().map(|(mv, &nodes)| (ranks_from_one(mv), nodes)).collect();
        Ok(Divide { moves, ..divide })
    }

    fn deepens(&self) -> bool {
        true
    }
}

/// A position in its dialect; `None` if it cannot express a castling right.
pub(crate) fn dialect(position: &Position) -> Option<String> {
    let text = Dialect::Xboard.write(position, false).ok()?;
    let mut fields: Vec<&str> = text.split(' ').collect();
    // A right with an inner rook is a file letter, which Sjaak does not read.
    if fields[2].contains(|letter| !"KQkq-".contains(letter)) {
        return None;
    }
    // Its count stops after 50 moves; perft does not.
    fields[4] = "0";
    Some(fields.join(" "))
}

/// A move whose ranks are counted from 0, counted from 1: `a8a9q` as `a9a10q`.
fn ranks_from_one(mv: &str) -> String {
    let shifted = |letter: char| letter.to_digit(10).map_or_else(|| letter.to_string(), |rank| (rank + 1).to_string());
    mv.chars().map(shifted).collect()
}

/// A name that does not hide a built-in variant; a name ends at the first character that is not a letter.
pub(crate) fn described_name(id: &str) -> String {
    format!("campione{}", id.replace('-', ""))
}

/// The description of a variant, in the format of its `variants.txt`.
pub(crate) fn describe(variant: Variant) -> anyhow::Result<String> {
    let spec = variant.spec();
    let mut text = String::new();
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key}: {value}");
    };
    line("Variant", &described_name(&spec.id));
    line("Board", &format!("{}x{}", spec.board.files, spec.board.ranks));
    line("FEN", &format!("\"{}\"", start(variant)?));
    let ranks = spec.board.ranks;
    for (name, rank) in [("first", 0), ("second", 1), ("last_but_one", ranks - 2), ("last", ranks - 1)] {
        let squares = (0..spec.board.files).filter_map(|file| Square::new(file, rank));
        line("Zone", &format!("{name} = {}", squares.map(|square| square.to_string()).collect::<Vec<_>>().join(",")));
    }
    for (letter, piece) in &spec.piece {
        let movement = Betza::parse(&piece.moves)?;
        line("Piece", &piece.name);
        let slides: &[&str] = match (movement.orthogonal, movement.diagonal) {
            (false, false) => &[],
            (true, false) => &["H", "V"],
            (false, true) => &["D", "A"],
            (true, true) => &["H", "V", "D", "A"],
        };
        if !slides.is_empty() {
            line("Move", &format!("slide ({})", slides.join(",")));
        }
        if let Some(leap) = leaps(&movement)? {
            line("Move", &leap);
        }
        line("Symbol", &format!("\"{letter}\", \"{letter},{}\"", letter.to_ascii_lowercase()));
        if piece.royal {
            line("Flags", "royal");
            for color in Color::ALL {
                for row in &variant.default_castling(color).rows {
                    if let Some(castling) = castle(color, row) {
                        line("Castle", &castling);
                    }
                }
            }
        }
    }
    line("Piece", &spec.pawn.name);
    line("Move", "step N");
    line("Capture", "step NE,NW");
    if spec.pawn.double_step {
        line("Special", "second, last_but_one, step 2N");
    }
    line("Symbol", "\" \", \"P,p\"");
    if spec.pawn.en_passant {
        line("Flags", "set_ep,take_ep");
    }
    line("Promotion", &format!("last, first, \"{}\"", spec.promotion.to));
    text.push('\n');
    Ok(text)
}

/// The start position for a description: without clocks.
fn start(variant: Variant) -> anyhow::Result<String> {
    let text = Dialect::Xboard.write(&Position::start(variant), false)?;
    let fields: Vec<&str> = text.split(' ').take(4).collect();
    Ok(fields.join(" "))
}

/// The true leaps of a movement, one for each class of symmetric targets.
fn leaps(movement: &Betza) -> anyhow::Result<Option<String>> {
    if movement.leaps.iter().any(|leap| !leap.is_true()) {
        bail!("a movement with lame leaps cannot be described to Sjaak");
    }
    let targets = movement.leaps.iter().map(|leap| leap.to).filter(|&(files, ranks)| files >= ranks && ranks >= 0);
    let targets: Vec<String> = targets.map(|(files, ranks)| format!("({files},{ranks})")).collect();
    Ok(if targets.is_empty() { None } else { Some(format!("leap {}", targets.join("|"))) })
}

fn castle(color: Color, row: &CastlingRow) -> Option<String> {
    let partner = row.partner?.from;
    let side = if color == Color::White { "white" } else { "black" };
    Some(format!("{side} {}-{} with {partner}", row.king_from, row.king_to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(id: &str) -> String {
        let game = SJAAK.iter().find(|game| game.id == id).unwrap();
        describe(game.shared().unwrap()).unwrap()
    }

    #[test]
    fn movements() {
        assert!(described("archchess").contains("Move: leap (2,0)|(2,1)|(2,2)\n"), "{}", described("archchess"));
        assert!(leaps(&Betza::parse("NnAnD").unwrap()).is_err());
        assert_eq!(leaps(&Betza::parse("Q").unwrap()).unwrap(), None);
        assert!(described("janus").contains("Move: slide (D,A)\nMove: leap (2,1)\n"));
    }

    #[test]
    fn ten_ranks() {
        assert_eq!([ranks_from_one("a0a2"), ranks_from_one("a8a9q")], ["a1a3", "a9a10q"]);
    }

    #[test]
    fn castlings() {
        let herbs = described("herb-garden");
        for line in ["white g1-i1 with l1", "white g1-e1 with a1", "black f7-d7 with a7", "black f7-h7 with l7"] {
            assert!(herbs.contains(&format!("Castle: {line}\n")), "{herbs}");
        }
        assert!(herbs.contains("FEN: \"rhenbkqbnehr/pppppppppppp/12/12/12/PPPPPPPPPPPP/RHENBQKBNEHR w KQkq -\"\n"));
    }
}
