//! What the files of `verify` say: cases of suites, positions and illegal positions of kits.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, anyhow, bail, ensure};
use campione_core::Variant;
use campione_movegen::{Perft, Position};
use campione_notation::detect::{self, Claim};
use campione_notation::fen::{self, FenFault};
use campione_notation::kit::{self, KitIllegal, KitLine, KitPosition, KitVariant};
use campione_notation::suite::{Case, SuiteReader};

use crate::args::{Common, DEFAULT_VARIANT, VerifyOptions};
use crate::explain::Explained;
use crate::lines::Line;
use crate::positions::say_once;
use crate::variants::Variants;

/// An entry of a line as it was read.
pub(super) enum Entry {
    Case(Case),
    Kit(Box<KitLine>),
}

/// Reads a line. Lines of kits are objects, and no line of a suite begins like one.
pub(super) fn read_line(line: &str, suite: &mut SuiteReader) -> anyhow::Result<Vec<Entry>> {
    if !line.trim_start().starts_with('{') {
        return Ok(suite.read_line(line)?.into_iter().map(Entry::Case).collect());
    }
    let read = serde_json::from_str(line).map_err(|error| anyhow!("not a line of a conformance kit: {error}"))?;
    Ok(vec![Entry::Kit(Box::new(read))])
}

/// Something to check.
pub(super) enum Check {
    Case(Case),
    Position(KitPosition, Variant),
    Illegal(KitIllegal, Variant),
}

/// The checks of the lines, and whether a kit had positions of other variants only than that of `--variant`. Each position of a
/// kit has the rules that its kit states.
pub(super) fn checks(lines: Vec<Line<Entry>>, variants: &Variants) -> (Vec<Line<Check>>, bool) {
    let mut checks = Vec::new();
    let (mut stated, mut kits, mut chosen) = (BTreeMap::new(), false, false);
    for Line { place, number, said } in lines {
        let check = match said {
            Err(error) => Err(error),
            Ok(Entry::Case(case)) => Ok(Some(Check::Case(case))),
            Ok(Entry::Kit(line)) => {
                kits = true;
                let check = check(*line, &mut stated, variants);
                chosen |= matches!(check, Ok(Some(_)));
                check.map_err(|error| Explained::of(&error, None))
            }
        };
        checks.extend(check.transpose().map(|said| Line { place, number, said }));
    }
    (checks, kits && !chosen)
}

/// The check of a line of a kit, if it is one that `--variant` does not exclude. `stated` is the rules that the kit has stated so far.
fn check(line: KitLine, stated: &mut BTreeMap<String, Variant>, variants: &Variants) -> anyhow::Result<Option<Check>> {
    let is_chosen = |id: &str| variants.chosen().is_none_or(|chosen| chosen.id() == id);
    match line {
        KitLine::Kit(header) => {
            stated.clear();
            let version = header.version;
            ensure!(version == kit::VERSION, "a kit of version {version}; this program reads version {}", kit::VERSION);
            Ok(None)
        }
        KitLine::Variant(line) => {
            if is_chosen(&line.id) {
                let id = line.id.clone();
                stated.insert(id, compiled(*line, variants)?);
            }
            Ok(None)
        }
        KitLine::Position(position) if is_chosen(&position.variant) => {
            let variant = of(&position.variant, stated, variants)?;
            Ok(Some(Check::Position(position, variant)))
        }
        KitLine::Illegal(position) if is_chosen(&position.variant) => {
            let variant = of(&position.variant, stated, variants)?;
            Ok(Some(Check::Illegal(position, variant)))
        }
        KitLine::Position(_) | KitLine::Illegal(_) => Ok(None),
    }
}

/// The variant with that id: the kit states its rules, unless lines were taken out of it.
fn of(id: &str, stated: &BTreeMap<String, Variant>, variants: &Variants) -> anyhow::Result<Variant> {
    stated.get(id).map_or_else(|| variants.named(id), |&variant| Ok(variant))
}

/// The variant of a kit: the one that we know by its id if the rules are the same.
fn compiled(line: KitVariant, variants: &Variants) -> anyhow::Result<Variant> {
    let KitVariant { id, rules, .. } = line;
    let same = |known: Variant| known.spec().without_words() == rules.without_words();
    if let Some(chosen) = variants.chosen() {
        if !same(chosen) {
            bail!("the kit has other rules for {id} than --variant");
        }
        return Ok(chosen);
    }
    match Variant::named(&id) {
        Ok(known) if same(known) => Ok(known),
        _ => Variant::compile(rules).with_context(|| format!("the rules of {id}")),
    }
}

/// The position of a case, of the variant that it names, or else of the one that --variant does.
pub(super) fn case_position(case: &Case, variants: &Variants, common: &Common) -> Result<Position, Explained> {
    let fallback = variants.chosen().map_or(DEFAULT_VARIANT, Variant::id);
    let variant = variants.named(case.variant.as_deref().unwrap_or(fallback));
    let variant = variant.map_err(|error| Explained::of(&error, None))?;
    let assumed = common.assumed().filter(|_| case.variant.is_none());
    let read = detect::read(&case.fen, Claim::Named(variant));
    let read = read.map_err(|error| Explained::of(&error.into(), assumed))?;
    read.notes.iter().for_each(say_once);
    Ok(read.position)
}

/// Whether a count of a suite is checked: to the depth, and not above the budget.
pub(super) fn is_asked(case: &Case, options: &VerifyOptions) -> bool {
    options.depth.is_none_or(|most| case.depth <= most)
        && options.budget.is_none_or(|budget| case.nodes <= u128::from(budget))
}

/// The number of counts of a position that are checked: to that depth, and none above the budget.
pub(super) fn depths(position: &KitPosition, depth: Option<u32>, budget: Option<u64>) -> usize {
    let most = depth.map_or(usize::MAX, |depth| depth as usize);
    position.counts.iter().take(most).take_while(|&&nodes| budget.is_none_or(|budget| nodes <= budget)).count()
}

/// What our generator has otherwise than a kit, or than the `known` counts of a suite, each with its depth: a sentence for
/// each difference; `None` if a signal came before.
///
/// # Errors
/// The position cannot be read.
pub(super) fn position(
    expected: &KitPosition,
    variant: Variant,
    depths: usize,
    known: &[(u32, u128)],
    how: Perft<'_>,
) -> anyhow::Result<Option<Vec<String>>> {
    let position = fen::read(&expected.fen, variant)?;
    let mut differences: Vec<String> = moves(expected, &position).into_iter().collect();
    let counts = expected.counts.iter().take(depths).zip(1..).map(|(&nodes, depth)| (depth, u128::from(nodes)));
    for (depth, nodes) in counts.chain(known.iter().copied()) {
        let Some(counted) = how.count(&position, depth) else { return Ok(None) };
        if counted != nodes {
            differences.push(format!("depth {depth}: expected {nodes}, counted {counted}"));
        }
    }
    Ok(Some(differences))
}

/// How our moves differ from those of a kit.
fn moves(expected: &KitPosition, position: &Position) -> Option<String> {
    let ours: BTreeSet<String> = kit::moves(position).into_iter().collect();
    let theirs: BTreeSet<String> = expected.moves.iter().cloned().collect();
    let list = |name, moves: Vec<&String>| {
        let moves: Vec<&str> = moves.into_iter().map(String::as_str).collect();
        (!moves.is_empty()).then(|| format!("{name} {}", moves.join(" ")))
    };
    let missing = list("missing", theirs.difference(&ours).collect());
    let superfluous = list("superfluous", ours.difference(&theirs).collect());
    let parts: Vec<String> = missing.into_iter().chain(superfluous).collect();
    (!parts.is_empty()).then(|| format!("moves: {}", parts.join("; ")))
}

/// How our faults of an illegal position differ from those of a kit.
pub(super) fn illegal(expected: &KitIllegal, variant: Variant) -> Option<String> {
    let stated: BTreeSet<&str> = expected.faults.iter().map(String::as_str).collect();
    let list = |codes: &BTreeSet<&str>| codes.iter().copied().collect::<Vec<_>>().join(" ");
    match fen::read(&expected.fen, variant) {
        Ok(_) => Some(format!("expected {}, but it was accepted", list(&stated))),
        Err(error) => {
            let found: BTreeSet<&str> = error.faults.iter().map(FenFault::code).collect();
            (found != stated).then(|| format!("expected {}, found {}", list(&stated), list(&found)))
        }
    }
}
