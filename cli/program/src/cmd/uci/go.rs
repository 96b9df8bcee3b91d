//! What `go` asks for.

use std::time::Duration;

use campione_core::Color;
use campione_movegen::{MAX_PERFT_DEPTH, Position};
use campione_notation::uci;
use campione_search::{Clock, Limits, Strength};

use crate::options::Settings;
use crate::play::task::Hold;

/// The work that `go` asks for.
#[derive(Clone, Debug)]
pub(super) enum Go {
    Search {
        limits: Limits,
        hold: Hold,
        /// The strength, and the seed of its errors.
        strength: (Strength, u64),
    },
    /// A divide of this many plies.
    Perft(u32),
}

/// The time of a search if words follow `go`, but no limit that can be read.
const UNREAD_TIME: Duration = Duration::from_secs(1);

/// Mates in more moves are not looked for.
const MOST_MATE: u64 = 500;

/// The words after `go` that take a number.
const NUMBERS: [&str; 10] =
    ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft"];
/// The words after `go` that take no number, or a list of moves.
const OTHERS: [&str; 3] = ["infinite", "ponder", "searchmoves"];

/// The numbers of a `go`, in the order of [`NUMBERS`].
struct Numbers([Option<u64>; NUMBERS.len()]);

impl Numbers {
    fn get(&self, name: &str) -> Option<u64> {
        NUMBERS.iter().position(|&known| known == name).and_then(|index| self.0[index])
    }

    fn milliseconds(&self, name: &str) -> Option<Duration> {
        self.get(name).map(Duration::from_millis)
    }
}

/// Reads what follows `go`. Also returns complaints about what cannot be used.
pub(super) fn read(text: &str, position: &Position, settings: &Settings) -> (Go, Vec<String>) {
    let mut limits = Limits { multipv: settings.multipv, ..Limits::default() };
    let (mut numbers, mut infinite, mut ponder) = (Numbers([None; NUMBERS.len()]), false, false);
    let (mut complaints, mut unread) = (Vec::new(), Vec::new());
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => infinite = true,
            "ponder" => ponder = true,
            "searchmoves" => {
                let known = |word: &&str| NUMBERS.contains(word) || OTHERS.contains(word);
                while let Some(text) = words.next_if(|word| !known(word)) {
                    match uci::read(text, position) {
                        Ok(mv) if limits.search_moves.contains(&mv) => {}
                        Ok(mv) => limits.search_moves.push(mv),
                        Err(error) => complaints.push(format!("go searchmoves: illegal move: {error}")),
                    }
                }
            }
            _ => match NUMBERS.iter().position(|&known| known == word) {
                None => unread.push(format!("go: `{word}` is unknown")),
                Some(index) => match words.next_if(|word| word.parse::<i128>().is_ok()) {
                    // A clock that has run out may be negative.
                    Some(number) => {
                        let number = number.parse().unwrap_or(0_i128);
                        numbers.0[index] = Some(u64::try_from(number.max(0)).unwrap_or(u64::MAX));
                    }
                    None => unread.push(format!("go {word}: expected a whole number")),
                },
            },
        }
    }
    let misread = !unread.is_empty();
    complaints.extend(unread);
    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    if let Some(depth) = numbers.get("perft") {
        let most = u64::from(MAX_PERFT_DEPTH);
        if depth > most {
            complaints.push(format!("go perft: {most} plies at most"));
        }
        return (Go::Perft(small(depth.min(most))), complaints);
    }
    limits.depth = numbers.get("depth").map(|depth| small(depth.max(1)));
    limits.nodes = numbers.get("nodes").map(|nodes| nodes.max(1));
    limits.mate = numbers.get("mate").filter(|&moves| moves > 0).map(|moves| small(moves.min(MOST_MATE)));
    if !infinite {
        let overhead = settings.overhead;
        // At least half of the time is for the search, however large the overhead is.
        limits.time = numbers.milliseconds("movetime").map(|time| time.saturating_sub(overhead.min(time / 2)));
        let (remaining, increment) = match position.turn() {
            Color::White => ("wtime", "winc"),
            Color::Black => ("btime", "binc"),
        };
        limits.clock = numbers.milliseconds(remaining).map(|remaining| Clock {
            remaining,
            increment: numbers.milliseconds(increment).unwrap_or_default(),
            moves_to_go: numbers.get("movestogo").filter(|&moves| moves > 0).map(small),
            overhead,
        });
    }
    // The caller meant some limit, and may never send `stop`.
    let endless = limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.mate.is_none()
        && limits.time.is_none()
        && limits.clock.is_none()
        && !infinite;
    if endless && misread {
        limits.time = Some(UNREAD_TIME);
        complaints.push(format!("go: without a known limit the search takes {} s", UNREAD_TIME.as_secs()));
    }
    let hold = match (infinite, ponder) {
        (true, _) => Hold::Stop,
        (false, true) => Hold::Ponderhit,
        (false, false) => Hold::Nothing,
    };
    let (limited, seed) = settings.skill.strength();
    // A weak level is for games.
    let is_analysis = infinite || limits.mate.is_some() || settings.analyses;
    let strength = (if is_analysis { Strength::FULL } else { limited }, seed);
    (Go::Search { limits, hold, strength }, complaints)
}
