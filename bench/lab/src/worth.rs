//! `cargo lab worth`: what pieces and first moves are worth, as the engine's nets see it: docs/background/worth.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use campione_core::{Role, Variant};
use campione_movegen::{Game, Position};
use campione_notation::san;
use campione_search::{Control, Engine, EngineConfig, Fitted, Limits, NetChoice};
use campione_workspace::{Verdict, replace_between, root};
use thousands::Separable;

use crate::data::game::NO_SCORE;
use crate::inspect::each_game;

const PAGE: &str = "docs/background/worth.md";
const VALUES: [&str; 2] = ["<!-- cargo lab worth: pieces -->\n", "<!-- end of pieces -->\n"];
const MOVES: [&str; 2] = ["<!-- cargo lab worth: moves -->\n", "<!-- end of moves -->\n"];

/// The games of the page: those of the sources, and chess to compare.
const GAMES: [&str; 6] = ["carrera", "archchess", "herb-garden", "crc", "courier-spiel", "chess"];

/// Positions with greater scores are left out: one side is winning, and another piece changes little.
const MOST_SCORE: i16 = 200;

/// The first moves shown of each game.
const FIRST_MOVES: usize = 6;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Files of recorded games, or folders of them, in which pieces are removed
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// The most positions of each game
    #[arg(long, default_value_t = 40_000, value_name = "N")]
    positions: usize,
    /// Nodes to search each start position with
    #[arg(long, default_value_t = 5_000_000, value_name = "N")]
    nodes: u64,
    /// Writes the tables to their page
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let positions = read(options)?;
    let mut pieces = String::new();
    for id in GAMES {
        let variant = Variant::named(id)?;
        let found = positions.get(id).map_or(&[][..], Vec::as_slice);
        ensure!(!found.is_empty(), "the files have no games of {id}");
        let net = NetChoice::Embedded.fitted(variant).with_context(|| format!("{id} has no net"))?;
        pieces += &table(variant, &Values::of(variant, &net, found), found.len());
    }
    let mut moves = format!("| game | first moves, {} nodes |\n|---|---|\n", options.nodes.separate_with_commas());
    for id in GAMES {
        let words = first_moves(Variant::named(id)?, options.nodes)?;
        let _ = writeln!(moves, "| `{id}` | {} |", words.join(", "));
    }
    if options.write {
        let path = root().join(PAGE);
        let page = std::fs::read_to_string(&path).context(PAGE)?;
        let page = replace_between(PAGE, &page, VALUES, &pieces)?;
        std::fs::write(&path, replace_between(PAGE, &page, MOVES, &moves)?).context(PAGE)?;
    } else {
        say!("{pieces}\n{moves}");
    }
    Ok(Verdict::Good)
}

/// Positions of recorded games, by the id of the variant: about one in ten, level and not in check.
fn read(options: &Options) -> anyhow::Result<BTreeMap<String, Vec<Position>>> {
    let mut positions = BTreeMap::<String, Vec<Position>>::new();
    each_game(&options.files, |id, game| {
        if !GAMES.contains(&id) {
            return Ok(());
        }
        let own = positions.entry(id.to_owned()).or_default();
        if own.len() >= options.positions {
            return Ok(());
        }
        game.replay(Variant::named(id)?, |played, _, ply| {
            let quiet = ply.score != NO_SCORE && ply.score.abs() <= MOST_SCORE;
            let turn = (played.plies() as u64 + game.number).is_multiple_of(10);
            if quiet && turn && !played.position().in_check() {
                own.push(*played.position());
            }
        })?;
        Ok(())
    })?;
    Ok(positions)
}

/// The part of a game by how many of its pieces are left: most, some, or less than half.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Opening,
    Middle,
    End,
}

impl Phase {
    fn of(position: &Position) -> Phase {
        let all = position.variant().start().board.occupied().count();
        match 10 * position.occupied().count() / all {
            8.. => Phase::Opening,
            5.. => Phase::Middle,
            _ => Phase::End,
        }
    }
}

/// The sum and the number of the differences that a piece of each role made, by phase.
#[derive(Default, Debug)]
struct Values(BTreeMap<usize, [(i64, i64); 3]>);

impl Values {
    /// Removes each piece of each position in turn and evaluates what is left.
    fn of(variant: Variant, net: &Fitted, positions: &[Position]) -> Values {
        let mut values = Values::default();
        for position in positions {
            let mut whole = position.setup();
            // The net does not see rights, and a rook that is gone has none.
            whole.rights.clear();
            (whole.en_passant, whole.waiting) = (None, Vec::new());
            let Ok(before) = Position::new(&whole, variant).map(|position| net.evaluate(&position)) else { continue };
            let pieces: Vec<_> = whole.board.iter().collect();
            for (square, piece) in pieces {
                if piece.role == Role::KING {
                    continue;
                }
                let mut less = whole.clone();
                less.board.set(square, None);
                // Without some pieces the side to move could capture the king.
                let Ok(after) = Position::new(&less, variant).map(|position| net.evaluate(&position)) else { continue };
                let lost = if piece.color == whole.turn { before - after } else { after - before };
                let (sum, count) = &mut values.0.entry(piece.role.index()).or_default()[Phase::of(position) as usize];
                *sum += i64::from(lost);
                *count += 1;
            }
        }
        values
    }

    /// The mean of a role in a phase, in centipawns, where there were enough pieces.
    fn mean(&self, role: Role, phase: Phase) -> Option<i64> {
        let (sum, count) = self.0.get(&role.index())?[phase as usize];
        (count >= 100).then(|| (sum + count / 2).div_euclid(count))
    }
}

/// The values of a variant's pieces, the most valuable first.
fn table(variant: Variant, values: &Values, positions: usize) -> String {
    let phases = [Phase::Opening, Phase::Middle, Phase::End];
    let mut roles: Vec<Role> = variant.all_roles().filter(|&role| role != Role::KING).collect();
    roles.sort_by_key(|&role| std::cmp::Reverse(values.mean(role, Phase::Middle)));
    let mut text = format!(
        "### {}\n\n{} positions.\n\n| | opening | middle game | endgame |\n|---|---|---|---|\n",
        variant.spec().name,
        positions.separate_with_commas()
    );
    for role in roles {
        let cells =
            phases.map(|phase| values.mean(role, phase).map_or_else(|| "–".to_owned(), |mean| mean.to_string()));
        let _ = writeln!(text, "| {} | {} |", variant.role_name(role), cells.join(" | "));
    }
    text + "\n"
}

/// The best first moves with their scores for White, the best one first.
fn first_moves(variant: Variant, nodes: u64) -> anyhow::Result<Vec<String>> {
    let start = Position::start(variant);
    let mut engine = Engine::new(&EngineConfig::default().with_hash(256))?;
    let limits = Limits { nodes: Some(nodes), multipv: FIRST_MOVES, ..Limits::default() };
    let result = engine.search(&Game::new(start), &limits, &Control::new(), &mut |_| {});
    let words = result
        .lines
        .iter()
        .filter_map(|line| Some(format!("{} {}", san::write(*line.pv.first()?, &start), line.score)));
    Ok(words.collect())
}

#[cfg(test)]
mod tests {
    use campione_core::SplitMix64;

    use super::*;

    #[test]
    fn more_pieces_are_worth_more() {
        let variant = Variant::named("carrera").unwrap();
        let net = NetChoice::Embedded.fitted(variant).unwrap();
        let mut random = SplitMix64::new(1);
        let positions: Vec<Position> = (0..60)
            .map(|_| {
                let mut position = Position::start(variant);
                for _ in 0..12 {
                    let moves = position.legal_moves();
                    position = position.play_unchecked(moves[random.index(moves.len())]);
                }
                position
            })
            .collect();
        let values = Values::of(variant, &net, &positions);
        let worth = |name: &str| {
            let role = variant.all_roles().find(|&role| variant.role_name(role) == name).unwrap();
            values.mean(role, Phase::Opening).unwrap()
        };
        let names = ["pawn", "knight", "rook", "queen"];
        assert!(names.windows(2).all(|pair| worth(pair[0]) < worth(pair[1])), "{:?}", names.map(worth));
        assert_eq!(values.mean(Role::PAWN, Phase::End), None);
        assert!(table(variant, &values, 60).lines().any(|line| line.starts_with("| champion | ")));
    }

    #[test]
    fn first_moves_are_ordered() {
        let words = first_moves(Variant::named("chess").unwrap(), 3_000).unwrap();
        assert_eq!(words.len(), FIRST_MOVES);
        let scores: Vec<f64> = words.iter().map(|word| word.split_once(' ').unwrap().1.parse().unwrap()).collect();
        assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]), "{words:?}");
    }
}
