//! What the failures have in common, all together and kind by kind.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use campione_notation::kit::Tag;
use serde_json::{Value, json};

use super::asked::Asked;
use super::shared::{self, Marks, Shared};

/// A variant in which so many positions are asked, and nearly all fail, is reported as a whole: the engine may have other rules,
/// or another game of this name.
const FEW: usize = 4;

/// Nearly all: this part of ten.
const NEARLY: usize = 9;

/// Positions that were asked, and those of them that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) asked: usize,
    pub(super) failed: usize,
}

impl Tally {
    /// The tally of some answers.
    pub(super) fn of(answers: &[&Asked]) -> Tally {
        Tally { asked: answers.len(), failed: answers.iter().filter(|answer| !answer.passed).count() }
    }

    fn add(&mut self, answer: &Asked) {
        self.asked += 1;
        self.failed += usize::from(!answer.passed);
    }

    pub(super) fn json(self) -> Value {
        json!({ "positions": self.asked, "failures": self.failed })
    }
}

/// A tally for each name that answers have.
pub(super) fn tallies<'a>(answers: &[&'a Asked], of: impl Fn(&'a Asked) -> Vec<&'a str>) -> BTreeMap<&'a str, Tally> {
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for answer in answers {
        for name in of(answer) {
            tallies.entry(name).or_default().add(answer);
        }
    }
    tallies
}

/// The marks of positions: tags, then variants if there are several.
pub(super) struct Names {
    tags: Vec<String>,
    variants: Vec<String>,
}

impl Names {
    pub(super) fn of(answers: &[&Asked]) -> Names {
        let mut tags: Vec<String> = Tag::ALL.iter().map(|tag| tag.name().to_owned()).collect();
        let mut variants: Vec<String> = Vec::new();
        for answer in answers {
            for tag in &answer.tags {
                if !tags.contains(tag) {
                    tags.push(tag.clone());
                }
            }
            if !variants.contains(&answer.variant) {
                variants.push(answer.variant.clone());
            }
        }
        // There are so many marks at most; what is beyond them explains nothing.
        tags.truncate(Marks::BITS as usize);
        variants.truncate(if variants.len() > 1 { Marks::BITS as usize - tags.len() } else { 0 });
        Names { tags, variants }
    }

    fn marks(&self, answer: &Asked) -> Marks {
        let all = self.tags.iter().map(|tag| answer.tags.contains(tag));
        let all = all.chain(self.variants.iter().map(|id| answer.variant == *id));
        all.enumerate().fold(0, |marks, (bit, has)| marks | Marks::from(has) << bit)
    }

    /// The names of tags and variants among some marks.
    fn named(&self, marks: Marks) -> [Vec<&str>; 2] {
        let has = |bit: usize| marks >> bit & 1 == 1;
        let of = |names: &'_ [String], first: usize| -> Vec<usize> {
            (0..names.len()).filter(|index| has(first + index)).collect()
        };
        let tags = of(&self.tags, 0).into_iter().map(|index| self.tags[index].as_str());
        let variants = of(&self.variants, self.tags.len()).into_iter().map(|index| self.variants[index].as_str());
        [tags.collect(), variants.collect()]
    }

    /// A set of marks for programs.
    pub(super) fn json(&self, set: &Shared) -> Value {
        let [tags, variants] = self.named(set.marks);
        json!({ "tags": tags, "variants": variants, "failures": set.failures, "others": set.others })
    }

    /// `all 12 have `en-passant` and `pinned`; no other position does`.
    pub(super) fn sentence(&self, set: &Shared, all: usize) -> String {
        let Shared { marks, failures, others } = *set;
        let subject = match (failures, all) {
            (2, 2) => "both".to_owned(),
            (failures, all) if failures == all => format!("all {all}"),
            _ => format!("{failures} of {all}"),
        };
        let [tags, variants] = self.named(marks);
        if marks == 0 {
            let what = if others == 0 { "every position is one of them" } else { "no tag tells them from the others" };
            return format!("{subject}: {what}");
        }
        let tags: Vec<String> = tags.iter().map(|tag| format!("`{tag}`")).collect();
        let has = (!tags.is_empty()).then(|| format!("have {}", listed(&tags)));
        let of = (!variants.is_empty()).then(|| format!("are of {}", variants.join(" and ")));
        let verb = if of.is_some() { ["is", "are"] } else { ["does", "do"] };
        let parts: Vec<String> = of.into_iter().chain(has).collect();
        let rest = match others {
            0 => format!("no other position {}", verb[0]),
            1 => format!("so {} 1 other", verb[0]),
            others => format!("so {} {others} others", verb[1]),
        };
        format!("{subject} {}; {rest}", parts.join(" and "))
    }
}

fn listed(words: &[String]) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => words.concat(),
    }
}

/// The failures of one kind.
pub(super) struct Kind<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) failures: Vec<&'a Asked>,
    /// They are all or nearly all positions of a variant.
    pub(super) is_whole: bool,
    /// What they have in common otherwise.
    pub(super) shared: Vec<Shared>,
}

/// What the failures have in common.
pub(super) struct Findings<'a> {
    /// All of them, but those of variants of which nearly all positions fail.
    pub(super) shared: Vec<Shared>,
    /// How many these are.
    pub(super) failures: usize,
    /// Variants of which nearly all positions fail, then the kinds of the other failures, the most frequent first.
    pub(super) kinds: Vec<Kind<'a>>,
}

impl<'a> Findings<'a> {
    /// The findings about some answers.
    pub(super) fn of(answers: &[&'a Asked], names: &Names) -> Findings<'a> {
        let variants = tallies(answers, |answer| vec![&answer.variant]);
        let tally = |id: &str| variants.get(id).copied().unwrap_or_default();
        let fails = |answer: &&&Asked| {
            let Tally { asked, failed } = tally(&answer.variant);
            variants.len() > 1 && asked >= FEW && failed * 10 >= asked * NEARLY
        };
        let mut whole: BTreeMap<&str, Vec<&Asked>> = BTreeMap::new();
        for answer in answers.iter().filter(|answer| !answer.passed).filter(fails) {
            whole.entry(&answer.variant).or_default().push(answer);
        }
        let answers: Vec<&Asked> = answers.iter().filter(|answer| !fails(answer)).copied().collect();
        let mut by_kind: BTreeMap<&str, Vec<&Asked>> = BTreeMap::new();
        for answer in &answers {
            for kind in &answer.kinds {
                by_kind.entry(kind).or_default().push(answer);
            }
        }
        let marks: Vec<(Marks, usize)> = answers.iter().map(|answer| (names.marks(answer), answer.number)).collect();
        let shared = |failures: &BTreeSet<usize>| {
            shared::explain(marks.iter().map(|(marks, number)| (*marks, failures.contains(number))))
        };
        let numbers = |failures: &[&Asked]| failures.iter().map(|answer| answer.number).collect();
        let of_kind = by_kind.into_iter().map(|(name, failures)| {
            let shared = shared(&numbers(&failures));
            Kind { name: Cow::Borrowed(name), failures, is_whole: false, shared }
        });
        let mut of_kind: Vec<Kind<'_>> = of_kind.collect();
        of_kind.sort_by_key(|kind| usize::MAX - kind.failures.len());
        let whole = whole.into_iter().map(|(id, failures)| {
            let Tally { asked, failed } = tally(id);
            let name = if failed == asked { format!("every position of {id}") } else { format!("nearly all of {id}") };
            let name = Cow::Owned(name);
            Kind { name, failures, is_whole: true, shared: Vec::new() }
        });
        let all: Vec<&Asked> = answers.iter().filter(|answer| !answer.passed).copied().collect();
        Findings { shared: shared(&numbers(&all)), failures: all.len(), kinds: whole.chain(of_kind).collect() }
    }
}
