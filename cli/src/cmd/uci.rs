//! `campione uci`: as much of the protocol as a match at limited nodes, plies or time for a move needs.

use std::io::{BufRead, Write};
use std::time::Duration;

use anyhow::Context;
use campione_core::Variant;
use campione_movegen::{History, Position};
use campione_notation::{dialect::Dialect, uci};
use campione_search::{Control, Engine, Limits, Score};

use crate::Verdict;

pub(crate) fn run() -> anyhow::Result<Verdict> {
    let mut lines = std::io::stdin().lock().lines();
    let mut id = "capablanca".to_owned();
    let mut hash = 16;
    // The game is chosen before the first position, and for good.
    for line in lines.by_ref() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci", ..] => say("id name Campione\noption name Hash type spin default 16 min 1 max 4096\nuciok")?,
            ["setoption", "name", "UCI_Variant", "value", name] => name.clone_into(&mut id),
            ["setoption", "name", "Hash", "value", size] => hash = size.parse().context("Hash")?,
            ["isready", ..] => say("readyok")?,
            ["quit", ..] => return Ok(Verdict::Done),
            ["ucinewgame", ..] => break,
            _ => {}
        }
    }
    let variant = Variant::named(&id)?;
    let mut engine = Engine::new(hash, 1)?;
    let mut position = Position::start(&variant);
    let mut history = History::new(&position);
    for line in lines {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ucinewgame", ..] => engine.clear(),
            ["isready", ..] => say("readyok")?,
            ["position", kind, ..] => {
                let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
                position = match kind {
                    "fen" => Dialect::detect(&words[2..moves].join(" "), &variant)?.1,
                    _ => Position::start(&variant),
                };
                history = History::new(&position);
                for text in words.iter().skip(moves + 1) {
                    position = position.play(uci::read(text, &position)?).context("an illegal move")?;
                    history.push(&position);
                }
            }
            ["go", what, number, ..] => {
                let number: u64 = number.parse().context("go")?;
                let mut limits = Limits::default();
                match what {
                    "nodes" => limits.nodes = Some(number),
                    "movetime" => limits.time = Some(Duration::from_millis(number)),
                    _ => limits.depth = Some(number as u32),
                }
                let result = engine.search(&position, &history, &limits, &Control::new(), &mut |_| {});
                let line = result.lines.first();
                let score = match line.map(|line| line.score) {
                    Some(Score::Mate(moves)) => format!("mate {moves}"),
                    Some(Score::Cp(cp)) => format!("cp {cp}"),
                    None => "cp 0".to_owned(),
                };
                let depth = line.map_or(0, |line| line.depth);
                let best = result.best.map_or("(none)".to_owned(), |mv| uci::write(mv, &position));
                say(&format!("info depth {depth} score {score} nodes {}\nbestmove {best}", result.nodes))?;
            }
            ["quit", ..] => break,
            _ => {}
        }
    }
    Ok(Verdict::Done)
}

fn say(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
