//! Both protocols with all kinds of input: valid lines, lines with faults, and random bytes.

use std::io::Write;

use campione_core::{SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::{uci, xboard};

use crate::program::Engine;
use crate::start;

/// The number of lines that each protocol is sent.
const LINES: u32 = 10_000;

/// After each such number of lines the engine must still answer.
const ASKED: u32 = 100;

/// The most memory that an engine may take, in kibibytes: twice what its table and the variants need.
const MEMORY: u64 = 400_000;

/// A program under this test.
struct Victim {
    engine: Engine,
    /// Valid lines.
    lines: &'static [&'static str],
    /// The line that is sent before `ask`, because a search need not end by itself.
    calm: &'static str,
    ask: &'static str,
    answer: &'static str,
}

const UCI: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "setoption name UCI_Variant value crc",
    "setoption name UCI_Variant value archchess",
    "setoption name UCI_Variant value courier-spiel",
    "setoption name UCI_Variant value capablanca",
    "setoption name UCI_Variant value caparandom",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_AnalyseMode value true",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Ponder value true",
    "setoption name Hash value 8",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Move Overhead value 20",
    "setoption name Clear Hash",
    "setoption name VariantPath value <empty>",
    "setoption name VariantPath value /nowhere/x.toml",
    "position startpos",
    "position startpos moves e2e4 e7e5 b1c3",
    "position crc:5",
    "position fen rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1 moves e2e4",
    "position fen 4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1 moves e1i1,j1g1",
    "position fen 6P5/12/12/2k9/12/12/12/R7K3 w - - 0 1 g8:0 moves a1a2,g8q",
    "position fen 8/8 w - -",
    "go",
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "go depth 3",
    "go nodes 500",
    "go movetime 5",
    "go mate 2",
    "go wtime 60 btime 60 winc 1 binc 1 movestogo 3",
    "go searchmoves e2e4 d2d4 depth 2",
    "go perft 2",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "bench 1",
    "debug on",
    "register later",
    "",
];

const XBOARD: &[&str] = &[
    "xboard",
    "protover 2",
    "accepted done",
    "rejected ping",
    "new",
    "random",
    "variant capablanca",
    "variant caparandom",
    "variant archchess",
    "variant herb-garden",
    "variant kurierspiel",
    "variant x",
    "force",
    "go",
    "playother",
    "usermove e2e4",
    "usermove e0e2",
    "usermove e0j0,j0f0",
    "usermove O-O-O",
    "usermove e7e8q",
    "e7e5",
    "level 40 5 0",
    "level 0 0:01 0.01",
    "st 1",
    "sd 2",
    "time 10",
    "otim 10",
    "undo",
    "remove",
    "?",
    ".",
    "draw",
    "hint",
    "bk",
    "analyze",
    "exit",
    "hard",
    "easy",
    "post",
    "nopost",
    "computer",
    "name who",
    "rating 1 2",
    "result 1-0 {x}",
    "setboard rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    "setboard rnbckqdbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBCKQDBNR b KQkq - 0 1",
    "setboard 8/8 w",
    "edit",
    "lift e2",
    "lift e0",
    "put e4",
    "hover e4",
    "memory 40",
    "cores 2",
    "cores 1",
    "option MultiPV=3",
    "option Resign=1",
    "option VariantPath=/nowhere",
    "option Clear Hash",
    "ping 5",
    "pause",
    "resume",
];

const WORDS: &[&str] = &[
    "name",
    "value",
    "Hash",
    "fen",
    "moves",
    "startpos",
    "e2e4",
    "e1g1",
    "f1i1k",
    "a8=Q:b1c3",
    "e8q",
    "0000",
    "depth",
    "nodes",
    "-1",
    "007",
    "99999999999999999999",
    "1e9",
    "+4",
    "-",
    "/",
    "w",
    "KQkq",
    "chess960:960",
    "<empty>",
    "\u{1b}[2J",
    "\u{0}",
    "ä",
    "♞",
    "\"",
    "'",
    "\\",
    "$(x)",
    "%s%n",
    "{",
    "=",
];

/// A line to send: valid, mutated, random words, or random bytes.
fn line(victim: &Victim, random: &mut SplitMix64) -> Vec<u8> {
    let valid = victim.lines[random.index(victim.lines.len())];
    match random.index(10) {
        0..=4 => valid.as_bytes().to_vec(),
        5 | 6 => mutated(valid.as_bytes().to_vec(), random),
        7 => {
            let mut words: Vec<&str> = valid.split(' ').take(2).collect();
            words.extend((0..random.index(9)).map(|_| WORDS[random.index(WORDS.len())]));
            words.join(" ").into_bytes()
        }
        8 => (0..random.index(80)).map(|_| random.next_u64() as u8).collect(),
        _ => vec![b"x /e4"[random.index(5)]; random.index(20_000)],
    }
}

/// A line with some bytes removed, changed, doubled or moved.
fn mutated(mut line: Vec<u8>, random: &mut SplitMix64) -> Vec<u8> {
    for _ in 0..=random.index(3) {
        if line.is_empty() {
            break;
        }
        let (at, other) = (random.index(line.len()), random.index(line.len()));
        match random.index(5) {
            0 => drop(line.remove(at)),
            1 => line[at] = random.next_u64() as u8,
            2 => line.insert(at, line[other]),
            3 => line.swap(at, other),
            _ => line.truncate(at),
        }
    }
    line
}

/// Whether a line would end the engine, or ask for more resources than a test may take.
fn is_spared(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let numbers = text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse::<u64>().ok());
    let greedy = ["Hash", "Threads", "memory", "cores"].iter().any(|word| text.contains(word));
    text.trim_start().starts_with("quit")
        || greedy && numbers.max().is_some_and(|number| number > 64)
        || text.contains("perft") && !text.contains("perft 2")
        || text.contains("bench") && text.trim() != "bench 1"
}

impl Victim {
    /// Sends all lines. After them the engine must still work.
    fn suffer(mut self, seed: u64) -> Engine {
        let mut random = SplitMix64::new(seed);
        let mut said = 0;
        while said < LINES {
            let mut line = line(&self, &mut random);
            line.retain(|&byte| byte != b'\n');
            if is_spared(&line) {
                continue;
            }
            line.push(b'\n');
            self.engine.input.write_all(&line).unwrap();
            said += 1;
            if said % ASKED == 0 {
                self.engine.send(self.calm);
                self.engine.send(self.ask);
                self.engine.until(self.answer);
            }
        }
        // A line that is too long, and one that is not text.
        self.engine.input.write_all(&vec![b'x'; 3 << 20]).unwrap();
        self.engine.input.write_all(b"\n\xff\xfe\n").unwrap();
        self.engine.send(self.calm);
        self.engine.send(self.ask);
        self.engine.until(self.answer);
        if let Some(memory) = most_memory(self.engine.child.id()) {
            assert!(memory < MEMORY, "it has taken {memory} KiB");
        }
        self.engine
    }
}

/// The peak memory of a process, in kibibytes, if the system reports it.
fn most_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok())
}

#[test]
fn any_lines_of_uci() {
    let engine = Engine::of(start("uci"));
    let victim = Victim { engine, lines: UCI, calm: "stop", ask: "isready", answer: "readyok" };
    let mut engine = victim.suffer(2005);
    for line in [
        "setoption name UCI_Chess960 value false",
        "setoption name UCI_Variant value crc",
        "setoption name MultiPV value 1",
        "setoption name Threads value 1",
        "position startpos",
        "go perft 3",
    ] {
        engine.send(line);
    }
    engine.until("Nodes searched: 25366");
    engine.send("go depth 2");
    let lines = engine.until("bestmove");
    let best = lines[lines.len() - 1].split(' ').nth(1).unwrap_or_default();
    assert!(uci::read(best, &Position::start(Variant::named("crc").unwrap())).is_ok(), "{best}");
    engine.quit();
}

#[test]
fn any_lines_of_xboard() {
    let engine = Engine::of(start("xboard"));
    let victim = Victim { engine, lines: XBOARD, calm: "force", ask: "ping 987", answer: "pong 987" };
    let mut engine = victim.suffer(8);
    for line in ["new", "variant archchess", "sd 2", "level 40 5 0", "force", "usermove e1e3", "go"] {
        engine.send(line);
    }
    let lines = engine.until("move ");
    let variant = Variant::named("archchess").unwrap();
    let after = Position::start(variant).play(xboard::read("e1e3", &Position::start(variant)).unwrap()).unwrap();
    let mv = lines[lines.len() - 1].split(' ').nth(1).unwrap_or_default();
    assert!(xboard::read(mv, &after).is_ok(), "{mv}");
    engine.quit();
}
