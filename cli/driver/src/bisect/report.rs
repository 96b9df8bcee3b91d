//! The report on a walk.

use campione_movegen::Position;
use campione_notation::{fen, san, uci};

use super::divergence::{BisectProgress, Divergence, Finding, Step};
use super::rule::{self, Against, Concern};
use crate::compare::Comparison;
use crate::notation::EngineNotation;

/// One more cause of a wrong count where the moves are right.
const BULK: &str = ", counts its last ply in another way than it lists moves";

/// A move that only one of the two programs has, and the rule that is probably concerned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveItem {
    /// The move: ours in coordinates, the other program's as it writes it.
    pub text: String,
    /// The same as SAN, if it is a legal move.
    pub san: Option<String>,
    /// The rule in words.
    pub rule: String,
    /// What kind of move it is, without its squares, the same for all moves that break the same rule: `castling`,
    /// `move of the centaur`; for a move that is not legal the code of the first reason against it, `illegal.pinned`.
    pub kind: String,
    /// Where the rule comes from.
    pub source: String,
    /// Whether it is a castling.
    pub castling: bool,
}

/// A rule that is probably broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenRule {
    /// The rule in words.
    pub text: String,
    /// Where it comes from: `RULES.md §5; source 003`.
    pub source: String,
}

/// A move of the path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathStep {
    /// In coordinates.
    pub uci: String,
    /// As SAN.
    pub san: String,
    /// As it was sent to the other program.
    pub sent: String,
}

/// The result of a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BisectReport {
    /// The id of the variant.
    pub variant: String,
    /// The position at the start of the walk.
    pub fen: String,
    /// The full depth, in plies.
    pub depth: u32,
    /// The name of the other program.
    pub engine: String,
    /// Whether the two agree to the full depth.
    pub agrees: bool,
    /// The depth at which the counts first differ, or the full depth, with our count and the other program's; `None` if
    /// they could not be compared.
    pub counts: Option<(u32, (u128, u128))>,
    /// The moves to the position where the two differ.
    pub path: Vec<PathStep>,
    /// That position.
    pub position: String,
    /// That position in the other program's dialect.
    pub engine_position: String,
    /// Our moves that the other program lacks.
    pub missing: Vec<MoveItem>,
    /// Its moves that are not legal.
    pub superfluous: Vec<MoveItem>,
    /// The rules that are probably broken.
    pub rules: Vec<BrokenRule>,
    /// The move that it plays wrongly, in coordinates and as SAN.
    pub played_wrongly: Option<[String; 2]>,
    /// Notes for the user.
    pub notes: Vec<String>,
}

impl BisectReport {
    pub(super) fn new(
        root: &Position,
        depth: u32,
        engine: &str,
        known: &BisectProgress,
        notation: &EngineNotation,
        found: Divergence,
    ) -> BisectReport {
        let Divergence { finding, spot, engine_fen, culprit, notes } = found;
        let position = &spot.position;
        let step = |step: &Step| PathStep { uci: step.uci(), san: step.san(), sent: step.theirs.clone() };
        let mut words = BisectReport {
            variant: root.variant().id().to_owned(),
            fen: fen::write(root),
            depth,
            engine: engine.to_owned(),
            agrees: matches!(finding, Finding::Agreement),
            counts: known.counts(),
            path: spot.path.iter().map(step).collect(),
            position: fen::write(position),
            engine_position: engine_fen,
            missing: Vec::new(),
            superfluous: Vec::new(),
            rules: Vec::new(),
            played_wrongly: culprit.as_ref().map(|step| [step.uci(), step.san()]),
            notes,
        };
        match &finding {
            Finding::Agreement => {}
            Finding::Difference(found) => words.difference(found, position, notation),
            Finding::NotTaken { stands_at } => {
                words.notes.push(format!("the engine has not accepted this position: {stands_at}"));
            }
            Finding::OnTheWay { counts: (ours, theirs), depth } => {
                let after = spot.path.last().map(Step::san).unwrap_or_default();
                let bulk = if *depth == 1 { BULK } else { "" };
                words.notes.push(format!(
                    "asked about this position itself, the engine counts {ours} to depth {depth} as we do; as part of the \
                     count before {after} it counts {theirs}: in that count it plays {after} differently{bulk}, or uses a \
                     stored count of another position"
                ));
            }
            Finding::Ended { ours } => {
                let after = spot.path.last().map(Step::san).unwrap_or_default();
                words.notes.push(format!(
                    "the engine has {after}, but counts nothing after it, and we {ours}: it takes the game for over; perft \
                     goes on where there is a legal move, also after a draw by material, repetition or the count of moves"
                ));
            }
        }
        if let Some(step) = &culprit {
            // The moves at the last ply are right, and their number is not: it may be counted without them.
            let bulk = matches!(finding, Finding::OnTheWay { depth: 1, .. });
            words.played_wrongly(step, position, bulk);
        }
        words
    }

    fn difference(&mut self, found: &Comparison, position: &Position, notation: &EngineNotation) {
        let concerns: Vec<Concern> = found.missing.iter().map(|&mv| rule::of(mv, position)).collect();
        for (&mv, concern) in found.missing.iter().zip(&concerns) {
            self.missing.push(MoveItem {
                text: uci::write(mv, position),
                san: Some(san::write(mv, position)),
                rule: concern.text(),
                kind: concern.group().to_owned(),
                source: concern.source.clone(),
                castling: mv.castling_row().is_some(),
            });
        }
        match (rule::summary(&concerns, "missing"), &concerns[..]) {
            (None, [concern]) => self.rule(concern.text(), &concern.source),
            (None, _) => {}
            (Some(summary), _) => {
                let mut sources: Vec<&str> = concerns.iter().map(|concern| concern.source.as_str()).collect();
                sources.sort_unstable();
                sources.dedup();
                self.rule(summary, &sources.join("; "));
            }
        }
        for text in &found.superfluous {
            let ours = notation.to_ours(text);
            let Against { text: rule, kind, source } = rule::against(&ours, position);
            self.rule(rule.clone(), &source);
            let castling = rule::looks_like_castling(&ours, position);
            let kind = kind.to_owned();
            self.superfluous.push(MoveItem { text: text.clone(), san: None, rule, kind, source, castling });
        }
        if let Some(sum) = found.wrong_total {
            let note = format!("the engine prints {} as its total, but its moves add up to {sum}", found.nodes.1);
            self.notes.push(note);
        }
        if !found.listed {
            let (ours, theirs) = found.nodes;
            let moves = match found.unread.first() {
                Some(text) => format!("the engine's moves cannot be read, such as `{text}`"),
                None => "the engine prints no moves".to_owned(),
            };
            self.notes.push(format!("{moves}; here it counts {theirs}, and we {ours}"));
        } else if !found.moves_differ() {
            let different = found.different.iter().map(|other| {
                let (ours, theirs) = other.counts;
                format!("{}: we count {ours}, the engine {theirs}", uci::write(other.mv, position))
            });
            self.notes.extend(different);
        }
    }

    /// Adds a note and a rule about the move that the other program plays wrongly.
    fn played_wrongly(&mut self, step: &Step, position: &Position, bulk: bool) {
        let san = step.san();
        let bulk = if bulk { BULK } else { "" };
        self.notes.push(format!(
            "told the position after {san}, the engine finds the same moves as we do, but not when it plays {san} itself: \
             it plays that move wrongly{bulk}, or remembers something that is not in the position"
        ));
        let spec = position.variant().spec();
        let castles = self.missing.iter().chain(&self.superfluous).any(|item| item.castling);
        if let Some(castling) = spec.castling.values().next().filter(|_| castles) {
            let check = if castling.lost_by_check { ", and when the king is put in check" } else { "" };
            let text = format!("a right to castle goes when king or partner moves or the partner is captured{check}");
            self.rule(text, &castling.why.source.clone());
        } else if self.missing.is_empty() && self.superfluous.is_empty() {
            let concern = rule::of(step.mv, &step.before);
            // An ordinary move says nothing.
            if !concern.is_plain() {
                self.rule(concern.text(), &concern.source);
            }
        }
    }

    fn rule(&mut self, text: String, source: &str) {
        let rule = BrokenRule { text, source: source.to_owned() };
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }
}
