//! An engine with a bug, for the tests of `campione bisect`.
//!
//! It is the slow generator of `movegen/reference` behind UCI, the protocol of `xboard` or a command line. One of the
//! bugs of [`bugs`] changes its moves, and some [`Manner`]s change its output. The test binary is also the engine,
//! because Cargo does not build a second program for every way to run a test: [`command`] starts it again for the
//! single test [`play`].

mod board;
mod bugs;

use std::cell::Cell;
use std::io::{BufRead, Write, stdin, stdout};

use campione_reference::Game;

use self::board::{Board, Position};
use self::bugs::{Bug, State};

/// How it communicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// It speaks only the protocol of `xboard`.
    Xboard,
    /// It has no command that prints its position.
    Mute,
    /// Ranks are counted from 0.
    RanksFromZero,
    /// Castlings are written as the king taking its own partner.
    KingTakesRook,
    /// It uses the letters M for C and Y for A.
    Letters,
    /// It silently ignores positions with a move number above 1.
    DropsPositions,
    /// When it gets moves, it silently ignores the first promotion and all moves after it.
    DropsMoves,
    /// It reports ignored moves.
    Complains,
    /// It ends at the first count, with messages on standard error.
    Dies,
    /// It ends at the first count in check.
    DiesInCheck,
    /// It never answers a count.
    Hangs,
    /// It prints nonsense for a count.
    Garbage,
    /// It prints moves in an unknown format.
    Riddles,
    /// It prints only the total.
    CountsAlone,
    /// It adds one to every third ply's total.
    WrongTotal,
    /// In a count of three plies, it counts one node too many after the first move.
    Remembers,
    /// It answers a count at once with `readyok` and prints the divide later.
    Late,
}

const MANNERS: &[(&str, Manner)] = &[
    ("xboard", Manner::Xboard),
    ("mute", Manner::Mute),
    ("ranks-from-0", Manner::RanksFromZero),
    ("king-takes-rook", Manner::KingTakesRook),
    ("letters", Manner::Letters),
    ("drops-positions", Manner::DropsPositions),
    ("drops-moves", Manner::DropsMoves),
    ("complains", Manner::Complains),
    ("dies", Manner::Dies),
    ("dies-in-check", Manner::DiesInCheck),
    ("hangs", Manner::Hangs),
    ("garbage", Manner::Garbage),
    ("riddles", Manner::Riddles),
    ("counts-alone", Manner::CountsAlone),
    ("wrong-total", Manner::WrongTotal),
    ("remembers", Manner::Remembers),
    ("late", Manner::Late),
];

struct Engine {
    variant: String,
    /// The variants that it offers.
    variants: Vec<String>,
    bug: Option<Bug>,
    manners: Vec<Manner>,
    state: State,
    /// It has sent `readyok` before `isready`.
    said_ready: Cell<bool>,
}

/// The argument before the words for the engine.
const MARK: &str = "faulty-engine";

/// A command that starts the engine. `words` are `VARIANT [WORD...]`, where each word names a bug or a manner,
/// optionally followed by `once FEN DEPTH [MOVES]`. The variant `all` offers all of the slow generator's, in UCI.
pub(crate) fn command(words: &str) -> String {
    let binary = std::env::current_exe().unwrap();
    // Cargo's test harness needs only the name of the test; the further words match no test.
    format!("\"{}\" --exact --quiet --nocapture engine::play {MARK} {words}", binary.display())
}

/// Not a test, but the engine, when the binary is started by [`command`].
#[test]
fn play() {
    let mut words = std::env::args().skip_while(|word| word != MARK).skip(1);
    let Some(variant) = words.next() else { return };
    let variants = if variant == "all" { Game::ids().map(str::to_owned).collect() } else { vec![variant] };
    let variant = variants[0].clone();
    // The harness may have printed part of a line.
    println!();
    let state = State::new(Position::start(Game::named(&variant).expect("a game of the slow generator")));
    let mut engine = Engine { variant, variants, bug: None, manners: Vec::new(), state, said_ready: Cell::new(false) };
    while let Some(word) = words.next() {
        if word == "once" {
            engine.once(&words.collect::<Vec<String>>());
            std::process::exit(0);
        }
        match MANNERS.iter().find(|(name, _)| *name == word) {
            Some(&(_, manner)) => engine.manners.push(manner),
            None => engine.bug = Some(Bug::named(&word).unwrap_or_else(|| panic!("no bug or manner {word}"))),
        }
    }
    for line in stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = if engine.has(Manner::Xboard) { engine.xboard(&words) } else { engine.uci(&words) };
        // The receiver may be gone.
        if answer == Answer::Quit || stdout().flush().is_err() {
            break;
        }
    }
    std::process::exit(0);
}

#[derive(PartialEq, Eq)]
enum Answer {
    Done,
    Quit,
}

impl Engine {
    fn game(&self) -> &'static Game {
        Game::named(&self.variant).expect("it is known")
    }

    fn has(&self, manner: Manner) -> bool {
        self.manners.contains(&manner)
    }

    /// `FEN DEPTH [MOVES]` on the command line.
    fn once(&mut self, question: &[String]) {
        self.set_up(&question[0]);
        for mv in question.get(2).map(|moves| moves.split_whitespace()).into_iter().flatten() {
            self.play(mv);
        }
        self.divide(question[1].parse().expect("a depth"));
    }

    fn uci(&mut self, words: &[&str]) -> Answer {
        match words {
            ["uci"] => {
                let all = self.variants.join(" var ");
                println!("id name Faulty\noption name UCI_Variant type combo default {} var {all}", self.variant);
                println!("option name Style type combo default Solid var Solid var Risky");
                println!("uciok");
            }
            ["setoption", "name", "UCI_Variant", "value", variant] => (*variant).clone_into(&mut self.variant),
            ["isready"] if self.said_ready.take() => {}
            ["isready"] => println!("readyok"),
            ["position", place, rest @ ..] => {
                let moves = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                if *place == "startpos" {
                    self.state = State::new(Position::start(self.game()));
                } else {
                    self.set_up(&rest[..moves].join(" "));
                }
                for mv in rest.iter().skip(moves + 1) {
                    if !self.play(mv) {
                        break;
                    }
                }
            }
            ["d"] if !self.has(Manner::Mute) => println!("Fen: {}", self.fen()),
            ["go", "perft", depth] => self.divide(depth.parse().expect("a depth")),
            ["quit"] => return Answer::Quit,
            _ => {}
        }
        Answer::Done
    }

    fn xboard(&mut self, words: &[&str]) -> Answer {
        match words {
            ["protover", _] => println!(
                "feature ping=1 setboard=1 usermove=1 myname=\"Faulty X\" variants=\"normal,{}\"\n\
                 feature option=\"Style -combo *Solid /// Risky\"\nfeature done=1",
                self.variant
            ),
            ["new"] => self.state = State::new(Position::start(self.game())),
            ["setboard", fen @ ..] => self.set_up(&fen.join(" ")),
            ["usermove", mv] => {
                if !self.play(mv) && (!self.has(Manner::DropsMoves) || self.has(Manner::Complains)) {
                    println!("Illegal move: {mv}");
                }
            }
            ["fen"] if !self.has(Manner::Mute) => println!("{}", self.fen()),
            ["perft", depth, "1"] => self.divide(depth.parse().expect("a depth")),
            ["ping", number] => println!("pong {number}"),
            ["quit"] => return Answer::Quit,
            ["xboard" | "force"] | ["variant", _] | [] => {}
            [command, ..] => println!("Error (unknown command): {command}"),
        }
        Answer::Done
    }

    fn set_up(&mut self, fen: &str) {
        let Ok(position) = Position::from_fen(self.game(), &self.from_theirs(fen)) else { return };
        if !self.has(Manner::DropsPositions) || fen.ends_with(" 1") {
            self.state = State::new(position);
        }
    }

    fn play(&mut self, mv: &str) -> bool {
        let moves = self.moves(&self.state);
        let found = moves.into_iter().find(|(text, _)| self.said(text, &self.state) == mv);
        let Some((text, next)) = found else { return false };
        let promotes = text.ends_with(char::is_alphabetic);
        if self.has(Manner::DropsMoves) && promotes {
            return false;
        }
        next.is_some_and(|next| {
            self.state = next;
            true
        })
    }

    /// The moves and the states after them; `None` if the position is impossible, which counts as one node.
    fn moves(&self, state: &State) -> Vec<(String, Option<State>)> {
        bugs::moves(self.bug, &self.variant, state)
    }

    fn perft(&self, state: &State, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        self.moves(state).into_iter().map(|(_, next)| self.count(next, depth)).sum()
    }

    fn count(&self, next: Option<State>, depth: u32) -> u128 {
        match next {
            Some(next) => self.perft(&next, depth - 1),
            None => u128::from(depth == 1),
        }
    }

    fn divide(&self, depth: u32) {
        if self.has(Manner::Dies) || self.has(Manner::DiesInCheck) && self.state.position.in_check() {
            eprintln!("assertion failed: a rook has no file");
            std::process::exit(3);
        }
        if self.has(Manner::Hangs) {
            // Longer than any timeout of the tests.
            std::thread::sleep(std::time::Duration::from_secs(120));
        }
        if self.has(Manner::Garbage) {
            let _ = stdout().write_all(b"\xff\xfe\x00 ????: many\n\ntotal confusion\n");
            return;
        }
        if self.has(Manner::Late) {
            println!("readyok");
            self.said_ready.set(true);
        }
        let mut total = 0;
        for (index, (text, next)) in self.moves(&self.state).into_iter().enumerate() {
            let remembered = u128::from(self.has(Manner::Remembers) && depth == 3 && index == 0);
            let nodes = self.count(next, depth) + remembered;
            total += nodes;
            if self.has(Manner::Riddles) {
                println!("<{text}>: {nodes}");
            } else if !self.has(Manner::CountsAlone) {
                println!("{}: {nodes}", self.said(&text, &self.state));
            }
        }
        let wrong = u128::from(self.has(Manner::WrongTotal) && depth == 3);
        println!("Nodes searched: {}", total + wrong);
    }

    /// A move as the engine writes it.
    fn said(&self, text: &str, state: &State) -> String {
        let board = Board::of(&state.position);
        let mut text = text.to_owned();
        if let Some(partner) = board.castling_partner(&text).filter(|_| self.has(Manner::KingTakesRook)) {
            let from = text.split_at(text[1..].find(char::is_alphabetic).map_or(2, |at| at + 1)).0;
            text = format!("{from}{}", board::name(partner));
        }
        if self.has(Manner::Letters) && text.ends_with(['c', 'a']) {
            let letter = if text.ends_with('c') { "m" } else { "y" };
            text.replace_range(text.len() - 1.., letter);
        }
        if self.has(Manner::RanksFromZero) { board::ranks(&text, -1) } else { text }
    }

    fn fen(&self) -> String {
        let fen = self.state.position.fen();
        if !self.has(Manner::Letters) {
            return fen;
        }
        let (pieces, rest) = fen.split_at(fen.find(' ').unwrap_or(0));
        pieces.replace('C', "M").replace('c', "m").replace('A', "Y").replace('a', "y") + rest
    }

    #[allow(clippy::wrong_self_convention, reason = "it is their FEN that is read")]
    fn from_theirs(&self, fen: &str) -> String {
        if !self.has(Manner::Letters) {
            return fen.to_owned();
        }
        let (pieces, rest) = fen.split_at(fen.find(' ').unwrap_or(0));
        pieces.replace('M', "C").replace('m', "c").replace('Y', "A").replace('y', "a") + rest
    }
}
