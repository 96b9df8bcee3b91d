//! The walk to the first difference between our counts and the divides of another program, which somebody runs by hand.

use std::cell::RefCell;
use std::collections::HashMap;

use campione::moves::{self, MoveNotation};
use campione::{Move, Notation, Position, uci};
use campione_driver::bisect::{BisectError, BisectProgress, BisectReport, BisectSettings, Bisection, MoveItem};
use campione_driver::divide::{self, Divide};
use campione_driver::{Comparison, EngineNotation, Letters, Place, Protocol, Recorded};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::board::{RawBoard, coordinates};
use crate::counts::{count, depth_of};
use crate::errors::{self, Result};

/// Our divides, by position and depth: a walk that is taken again counts nothing twice.
type Counts = HashMap<(String, u32), Vec<(Move, u128)>>;

/// A walk from the position of a board.
#[wasm_bindgen]
pub struct RawBisection {
    root: Position,
    depth: u32,
    protocol: Protocol,
    letters: Letters,
    counts: RefCell<Counts>,
}

#[wasm_bindgen]
impl RawBisection {
    /// `protocol` says what the other program is sent, `letters` its letters of pieces: `C=M,A=Y`.
    #[wasm_bindgen(constructor)]
    pub fn new(board: &RawBoard, depth: f64, protocol: &str, letters: &str) -> Result<RawBisection> {
        let depth = depth_of(depth)?;
        if depth == 0 {
            return Err(errors::bad_argument("depth", "a divide has at least one ply"));
        }
        let Some(protocol) = Protocol::ALL.into_iter().find(|known| known.name() == protocol) else {
            let names = Protocol::ALL.map(Protocol::name).join(", ");
            let protocol: String = protocol.chars().take(40).collect();
            return Err(errors::bad_argument("protocol", &format!("`{protocol}` is none of {names}")));
        };
        let letters: Letters = letters.parse().map_err(|reason: String| errors::bad_argument("letters", &reason))?;
        let root = *board.position();
        letters.check(root.variant()).map_err(|reason| errors::bad_argument("letters", &reason))?;
        Ok(RawBisection { root, depth, protocol, letters, counts: RefCell::default() })
    }

    /// Takes our divide of a position from elsewhere: moves in coordinates with spaces between them, and their counts. One that has
    /// other moves than the position is not taken.
    pub fn know(&self, board: &RawBoard, depth: f64, moves: &str, counts: Vec<f64>) -> Result<()> {
        let (position, depth) = (board.position(), depth_of(depth)?);
        let known: HashMap<&str, u128> =
            moves.split_ascii_whitespace().zip(counts.into_iter().map(|nodes| nodes as u128)).collect();
        let legal = position.legal_moves();
        let divide = legal.iter().map(|&mv| Some((mv, *known.get(coordinates(mv, position).as_str())?)));
        let Some(divide) = divide.collect::<Option<Vec<_>>>().filter(|divide| divide.len() == known.len()) else {
            return Err(errors::bad_argument("divide", "it has not the moves of the position"));
        };
        self.counts.borrow_mut().insert((campione::fen::write(position), depth), divide);
        Ok(())
    }

    /// Walks as far as the divides go, as JSON: the questions that they answer, and the next question or the report.
    pub fn walk(&self, divides: Vec<String>) -> Result<String> {
        let ours = |position: &Position, depth: u32| Some(self.ours(position, depth));
        let mut steps: Vec<Value> = Vec::new();
        for given in 0..=divides.len() {
            let peer = Recorded::new(self.protocol, &divides[..given]);
            let settings = BisectSettings { letters: self.letters.clone(), ..BisectSettings::to_depth(self.depth) };
            let mut bisection = Bisection::new(Box::new(peer), settings, self.root.variant(), &ours);
            let error = match bisection.walk(&self.root) {
                Ok(report) => {
                    return Ok(json!({ "steps": steps, "question": null, "report": of_report(&report) }).to_string());
                }
                Err(error) => error,
            };
            let Some((place, depth)) = error.question() else { return Err(not_read(&error, given)) };
            let (question, position) = self.question(place, depth, bisection.progress());
            match divides.get(given) {
                None => {
                    return Ok(json!({ "steps": steps, "question": question, "report": null }).to_string());
                }
                Some(text) => steps.push(self.compared(question, &position, depth, text, given)?),
            }
        }
        // The last turn of the loop has no text, and returns.
        Err(errors::bad_argument("divides", "the walk did not end"))
    }
}

impl RawBisection {
    fn ours(&self, position: &Position, depth: u32) -> Vec<(Move, u128)> {
        let key = (campione::fen::write(position), depth);
        if let Some(known) = self.counts.borrow().get(&key) {
            return known.clone();
        }
        let found = campione::divide(position, depth);
        self.counts.borrow_mut().insert(key, found.clone());
        found
    }

    /// What the other program is to be asked, and the position in question.
    fn question(&self, place: &Place, depth: u32, known: &BisectProgress) -> (Value, Position) {
        let mut position = self.root;
        let mut sans = Vec::new();
        for text in &known.asked {
            let Ok(mv) = uci::read(text, &position) else { break };
            sans.push(position.san(mv));
            position = position.play_unchecked(mv);
        }
        let promised = known.promised.filter(|_| known.asked == known.path && !known.path.is_empty());
        let question = json!({
            "path": known.asked,
            "san": sans,
            "depth": depth,
            "fen": place.fen,
            "sent": place.moves,
            "counts": promised.map(|(ours, theirs)| [count(ours), count(theirs)]),
        });
        (question, position)
    }

    /// A question with the answer beside our divide.
    fn compared(&self, mut question: Value, position: &Position, depth: u32, text: &str, at: usize) -> Result<Value> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let Some(divide) = divide::parse(&lines) else { return Err(no_divide(at)) };
        let usual = u8::from(self.protocol != Protocol::Xboard);
        let mut notation = EngineNotation::new(self.letters.clone(), None, position.variant()).assuming(usual);
        let from_0 = notation.learn(divide.moves.iter().map(|(text, _)| text.as_str()));
        let ours = self.ours(position, depth);
        let found = Comparison::new(position, depth, &ours, &divide, &notation);
        let theirs = |mv: Move, nodes: u128| {
            let other = found.different.iter().find(|other| other.mv == mv);
            let lacks = !found.listed || found.missing.contains(&mv);
            other.map_or_else(|| if lacks { None } else { Some(nodes) }, |other| Some(other.counts.1))
        };
        let moves: Vec<Value> = ours
            .iter()
            .map(|&(mv, nodes)| {
                json!({
                    "uci": coordinates(mv, position),
                    "san": position.san(mv),
                    "nodes": count(nodes),
                    "theirs": theirs(mv, nodes).map(count),
                })
            })
            .collect();
        let superfluous: Vec<Value> =
            found.superfluous.iter().map(|text| superfluous(text, &divide, &notation)).collect();
        question["moves"] = moves.into();
        question["superfluous"] = superfluous.into();
        question["nodes"] = json!([count(found.nodes.0), count(found.nodes.1)]);
        question["listed"] = found.listed.into();
        question["differs"] = found.differs().into();
        question["sum"] = found.wrong_total.map(count).into();
        question["notation"] = words(&divide, &notation, from_0).into();
        Ok(question)
    }
}

/// A move that is not ours: as it was written, its count and its squares.
fn superfluous(text: &str, divide: &Divide, notation: &EngineNotation) -> Value {
    let nodes = divide.moves.iter().find(|(other, _)| other == text).map(|&(_, nodes)| count(nodes));
    let squares = uci::squares(&notation.to_ours(text)).map(|(from, to)| [from.to_string(), to.to_string()]);
    json!({ "text": text, "nodes": nodes, "squares": squares })
}

/// How the moves of a divide are written.
fn words(divide: &Divide, notation: &EngineNotation, from_0: bool) -> String {
    let coordinates =
        |(text, _): &&(String, u128)| moves::detect(&notation.to_ours(text).to_ascii_lowercase()) == MoveNotation::Uci;
    let kind = match (divide.moves.len(), divide.moves.iter().filter(coordinates).count()) {
        (0, _) => "a total without moves",
        (all, found) if 2 * found >= all => "moves in coordinates",
        _ => "moves in algebraic notation",
    };
    let ranks = if from_0 { ", ranks counted from 0" } else { "" };
    format!("{kind}{ranks}")
}

fn no_divide(at: usize) -> JsValue {
    let reason = "this is not a divide: lines with a move and a count are needed, such as `e2e4: 20`";
    errors::bad_argument("divides", &format!("text {}: {reason}", at + 1))
}

/// Why a text is no answer.
fn not_read(error: &BisectError, given: usize) -> JsValue {
    errors::bad_argument("divides", &format!("text {given}: {error}"))
}

fn of_report(report: &BisectReport) -> Value {
    let items = |items: &[MoveItem]| -> Value {
        let one = |MoveItem { text, san, rule, source, kind: _, castling: _ }: &MoveItem| json!({ "move": text, "san": san, "rule": rule, "source": source });
        items.iter().map(one).collect()
    };
    let rules: Vec<Value> =
        report.rules.iter().map(|rule| json!({ "rule": rule.text, "source": rule.source })).collect();
    let path: Vec<&str> = report.path.iter().map(|step| step.uci.as_str()).collect();
    let san: Vec<&str> = report.path.iter().map(|step| step.san.as_str()).collect();
    json!({
        "agrees": report.agrees,
        "compared": report.counts.map(|(depth, (ours, theirs))| json!({ "depth": depth, "nodes": [count(ours), count(theirs)] })),
        "path": path,
        "san": san,
        "position": report.position,
        "missing": items(&report.missing),
        "superfluous": items(&report.superfluous),
        "rules": rules,
        "playedWrongly": report.played_wrongly.as_ref().map(|[mv, san]| json!({ "move": mv, "san": san })),
        "notes": report.notes,
    })
}
