//! `campione crc`: the numbered start arrays of Capablanca Random Chess (RULES.md §5), and of Chess960.

mod balance;
mod explain;

use std::io::{self as stdio, Write};

use anyhow::{Context, bail};
use campione_core::{ArrayNumbering, Bitboard, SplitMix64, Variant};
use campione_movegen::Position;
use campione_notation::arrays::{ArrayFilter, ArrayTraits};
use campione_notation::fen;
use rayon::prelude::*;
use serde_json::{Value, json};

use self::balance::Balance;
use crate::Verdict;
use crate::args::{Common, CrcOptions, Filter, Format};
use crate::interrupt;
use crate::lines;
use crate::lines::Answers;
use crate::messages;
use crate::seed;
use crate::variants;

pub(crate) fn run(common: &Common, options: &CrcOptions) -> anyhow::Result<Verdict> {
    let id = common.variant.as_deref().unwrap_or("crc");
    let variant = variants::load(id)?;
    let Some(numbering) = variant.numbering() else {
        bail!(
            "--variant: {id} has one start array, which has no number; `campione crc` knows those of crc and chess960"
        );
    };
    let arrays = Arrays { variant, numbering, format: common.format, balance: options.balance };
    let filter = arrays.filter(options.filter)?;
    if options.item.as_deref() == Some("-") {
        if options.explain && common.format == Format::Text {
            bail!("--explain of many arrays: ask for --format json, one object a line");
        }
        let answers = if options.balance.is_some() { Answers::AtOnce } else { Answers::BeforeWaiting };
        return lines::for_each_line(common, answers, "number or array", |line, out| {
            let entry = arrays.one(arrays.read(line)?)?;
            arrays.write_line(&entry, options.explain, out)
        });
    }
    let mut out = stdio::BufWriter::new(stdio::stdout().lock());
    if options.count {
        arrays.count(filter, &mut out)?;
    } else if options.list {
        let mut numbers = arrays.numbers(filter);
        // Searches run side by side, and their results are printed in order.
        let at_once = options.balance.map_or(1, |_| 4 * rayon::current_num_threads());
        loop {
            let some: Vec<u32> = numbers.by_ref().take(at_once).collect();
            if some.is_empty() {
                break;
            }
            interrupt::check()?;
            let entries: Vec<anyhow::Result<Entry>> = some.into_par_iter().map(|number| arrays.one(number)).collect();
            for entry in entries {
                arrays.write_line(&entry?, false, &mut out)?;
            }
            if options.balance.is_some() {
                out.flush()?;
            }
        }
    } else if options.random {
        let seed = options.seed.unwrap_or_else(|| seed::fresh().into());
        let number = arrays.choose(filter, &mut SplitMix64::new(seed));
        arrays.write_page(&arrays.one(number)?, options.explain, Some((seed, filter)), &mut out)?;
    } else {
        let number = match (&options.item, &options.array) {
            (Some(item), _) => arrays.read(item.trim())?,
            (None, Some(array)) => numbering.number(array.trim()).context("--array")?,
            (None, None) => numbering.number(&variant.spec().board.array)?,
        };
        arrays.write_page(&arrays.one(number)?, options.explain, None, &mut out)?;
    }
    out.flush()?;
    Ok(Verdict::Done)
}

/// The arrays of a variant that numbers them.
struct Arrays {
    variant: Variant,
    numbering: ArrayNumbering,
    format: Format,
    /// Nodes to search each start position with.
    balance: Option<u64>,
}

/// One of the arrays.
struct Entry {
    number: u32,
    array: String,
    fen: String,
    /// The properties that crc's filters check; `None` for other variants.
    traits: Option<ArrayTraits>,
    balance: Option<Balance>,
}

impl Entry {
    /// The filters, and whether the array passes them.
    fn filters(&self) -> impl Iterator<Item = (ArrayFilter, bool)> {
        let filters = if self.traits.is_some() { &ArrayFilter::ALL[..] } else { &[ArrayFilter::All] };
        filters.iter().map(|&filter| (filter, self.traits.is_none_or(|traits| traits.pass(filter))))
    }
}

impl Arrays {
    /// The filter of the command line. Chess960 has only the one that keeps everything.
    fn filter(&self, asked: Filter) -> anyhow::Result<ArrayFilter> {
        let filter = match asked {
            Filter::All => ArrayFilter::All,
            Filter::Protected => ArrayFilter::Protected,
            Filter::Seed => ArrayFilter::Seed,
            Filter::Published2005 => ArrayFilter::Published2005,
        };
        if self.numbering != ArrayNumbering::Crc && filter != ArrayFilter::All {
            bail!(
                "--filter {}: the filters are rules of crc (RULES.md §5), and {} has none: leave the option out",
                filter.name(),
                self.variant.id()
            );
        }
        Ok(filter)
    }

    fn numbers(&self, filter: ArrayFilter) -> Box<dyn Iterator<Item = u32>> {
        match self.numbering {
            ArrayNumbering::Crc => Box::new(filter.map().numbers()),
            ArrayNumbering::Chess960 => {
                let (first, last) = self.numbering.range();
                Box::new(first..=last)
            }
        }
    }

    fn choose(&self, filter: ArrayFilter, random: &mut SplitMix64) -> u32 {
        match self.numbering {
            ArrayNumbering::Crc => filter.map().choose(random),
            ArrayNumbering::Chess960 => self.numbering.choose(random),
        }
    }

    fn count(&self, filter: ArrayFilter, out: &mut dyn Write) -> anyhow::Result<()> {
        let count = match self.numbering {
            ArrayNumbering::Crc => filter.map().count(),
            ArrayNumbering::Chess960 => self.numbering.count(),
        };
        match self.format {
            Format::Text => writeln!(out, "{count}")?,
            Format::Json => {
                let line = json!({ "variant": self.variant.id(), "filter": filter.name(), "count": count });
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    /// Reads a number, `crc:27621` or an array.
    fn read(&self, text: &str) -> anyhow::Result<u32> {
        let (first, last) = self.numbering.range();
        let number = match text.split_once(':') {
            Some((id, number)) if id == self.variant.id() => number,
            Some((id, _)) if Variant::named(id).is_ok() => {
                bail!(
                    "`{text}` is an array of {id}, but the variant is {}: choose it with `-v {id}`",
                    self.variant.id()
                );
            }
            _ => text,
        };
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            return match number.parse() {
                Ok(known) if (first..=last).contains(&known) => Ok(known),
                _ => bail!("there is no start array {number}: expected {first} to {last}"),
            };
        }
        if text.starts_with(char::is_alphabetic) && !text.contains([':', '/', ' ']) {
            return Ok(self.numbering.number(text)?);
        }
        let example = &self.variant.spec().board.array;
        bail!("`{text}` is neither a number from {first} to {last} nor an array such as `{example}`")
    }

    fn one(&self, number: u32) -> anyhow::Result<Entry> {
        let array = self.numbering.array(number)?;
        let setup = self.variant.numbered_start(number).context("the variant has no numbered arrays")??;
        let start = Position::new(&setup, self.variant)?;
        let traits = (self.numbering == ArrayNumbering::Crc).then(|| ArrayTraits::of(&start));
        let balance = self.balance.map(|nodes| Balance::of(&start, nodes)).transpose()?;
        Ok(Entry { number, array, fen: fen::write(&start), traits, balance })
    }

    fn object(&self, entry: &Entry, explain: bool) -> anyhow::Result<Value> {
        let passed: serde_json::Map<String, Value> =
            entry.filters().map(|(filter, passes)| (filter.name().to_owned(), passes.into())).collect();
        let mut object = json!({
            "variant": self.variant.id(),
            "number": entry.number,
            "array": entry.array,
            "fen": entry.fen,
            "filters": passed,
        });
        if let Some(traits) = entry.traits {
            object["unprotected"] = squares(traits.unprotected).into();
            object["unlike_gothic"] = traits.unlike_gothic.into();
            object["bishops_together"] = traits.bishops_together.into();
        }
        if let Some(balance) = &entry.balance {
            object["balance"] = balance.json();
        }
        if explain {
            object["steps"] = explain::steps(self.numbering, entry.number)?;
        }
        Ok(object)
    }

    /// Prints an array in one line.
    fn write_line(&self, entry: &Entry, explain: bool, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.format == Format::Json {
            writeln!(out, "{}", self.object(entry, explain)?)?;
            return Ok(());
        }
        let passed: Vec<&str> =
            entry.filters().filter(|&(_, passes)| passes).map(|(filter, _)| filter.name()).collect();
        write!(out, "{}\t{}\t{}\t{}", entry.number, entry.array, entry.fen, passed.join(","))?;
        if let Some(Balance { score, best, .. }) = &entry.balance {
            write!(out, "\t{score}\t{best}")?;
        }
        writeln!(out)?;
        Ok(())
    }

    /// Prints an array with all details. `drawn` is the seed and the filter of a random one.
    fn write_page(
        &self,
        entry: &Entry,
        explain: bool,
        drawn: Option<(u64, ArrayFilter)>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if self.format == Format::Json {
            let mut object = self.object(entry, explain)?;
            if let Some((seed, filter)) = drawn {
                object["seed"] = messages::count(seed.into());
                object["filter"] = filter.name().into();
            }
            writeln!(out, "{object}")?;
            return Ok(());
        }
        writeln!(out, "number: {}\narray: {}\nfen: {}", entry.number, entry.array, entry.fen)?;
        if let Some(traits) = entry.traits {
            for (filter, passes) in entry.filters() {
                let because =
                    if passes { "yes".to_owned() } else { format!("no, {}", reasons(&traits, filter).join("; ")) };
                writeln!(out, "filter {}: {because}", filter.name())?;
            }
        }
        if let Some(balance) = &entry.balance {
            writeln!(out, "balance: {balance}")?;
        }
        if let Some((seed, filter)) = drawn {
            writeln!(out, "random: seed {seed}, filter {}", filter.name())?;
        }
        if explain {
            write!(out, "\n{}", explain::page(self.numbering, entry.number)?)?;
        }
        Ok(())
    }
}

fn squares(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

/// Why an array does not pass a filter.
fn reasons(traits: &ArrayTraits, filter: ArrayFilter) -> Vec<String> {
    let mut reasons = Vec::new();
    if filter >= ArrayFilter::Protected && !traits.all_protected() {
        reasons.push(format!("nothing protects {}", squares(traits.unprotected).join(", ")));
    }
    if filter >= ArrayFilter::Seed && !traits.differs_from_gothic() {
        reasons.push(match traits.unlike_gothic {
            0 => "it is the array of Gothic Chess".to_owned(),
            squares => format!("only {squares} squares differ from Gothic Chess"),
        });
    }
    if filter >= ArrayFilter::Published2005 && traits.bishops_together {
        reasons.push("the bishops stand side by side".to_owned());
    }
    reasons
}
