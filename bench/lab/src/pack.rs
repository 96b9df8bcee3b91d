//! `lab pack`: turns recorded games into files of positions, joined and shuffled, with one of a hundred games held out.
//!
//! Positions are distributed at random to temporary files, each small enough for the memory. Then these are shuffled
//! one by one. The result depends only on the seed, the input files and their order, and the number of temporary files.

mod neighbors;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::File;
use std::io::{BufWriter, IntoInnerError, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use campione_core::{SplitMix64, Variant};
use rayon::prelude::*;
use thousands::Separable;

use self::neighbors::Neighbors;
use crate::data::DataError;
use crate::data::file::{Reader, folder_of, new_file};
use crate::data::game::{NO_SCORE, RecordedGame};
use crate::data::header::{Header, Rules};
use crate::data::packed::{PackHeader, RECORD, Record, Source, beginning, end};
use crate::inspect::expand;

/// The arguments of `lab pack`.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Files of games, or folders of them
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// The output: NAME.train and NAME.held
    #[arg(long, value_name = "NAME")]
    pub to: PathBuf,
    /// Seed of the shuffle
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Memory for the shuffle, in MiB
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: u64,
    /// Hold out one game in this many
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub held_out: u64,
    /// Mix into each score this part of the mixed score of the next position, and for the last position of the result;
    /// with 0, scores are those of the search
    #[arg(long, default_value_t = 0.0, value_parser = foresight)]
    pub foresight: f64,
    /// Take only the games of these variants, by their ids; all by default
    #[arg(long, value_name = "VARIANT,...", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Take, in place of the positions of games, this many neighbors of each, on average: a few random moves away, with
    /// the score of the hand-written evaluation. Their results mean nothing: train with `--score-part 1`
    #[arg(long, value_parser = neighbors, conflicts_with = "foresight")]
    pub neighbors: Option<f64>,
}

pub(crate) fn neighbors(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.01..=100.0).contains(number));
    number.ok_or_else(|| "expected a number from 0.01 to 100".to_owned())
}

fn foresight(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0, below 1".to_owned())
}

/// The counts of a packing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Packed {
    /// Positions for training.
    pub training: u64,
    /// Positions of the games that are held out.
    pub held_out: u64,
    /// Games that repeat an earlier one.
    pub duplicates: u64,
    /// Positions with too many pieces for a record.
    pub crowded: u64,
}

/// The most temporary files, which are all open at the same time.
const MOST_BUCKETS: u64 = 500;

/// Packs games.
///
/// # Errors
/// A file is damaged, or cannot be read or written.
pub fn run(options: &Options) -> anyhow::Result<Packed> {
    let files = expand(&options.files)?;
    let names = ["train", "held"].map(|part| PathBuf::from(format!("{}.{part}", options.to.display())));
    if let Some(there) = names.iter().find(|name| name.exists()) {
        bail!("{} exists already; choose another name, or delete it", there.display());
    }
    let plan = Plan::of(&files, &options.only)?;
    for note in &plan.notes {
        eprintln!("{note}");
    }
    let folder = folder_of(&names[0]);
    let room = options.memory << 20;
    let buckets = |positions: u64| (2 * positions * RECORD as u64).div_ceil(room).clamp(1, MOST_BUCKETS);
    let mut parts =
        [Part::new(folder, buckets(plan.positions))?, Part::new(folder, buckets(plan.positions / options.held_out))?];
    let mut packed = Packed::default();
    let mut seen = HashSet::new();
    for (path, places) in files.iter().zip(&plan.places) {
        let place = || format!("{}", path.display());
        let mut reader = Reader::open(path).with_context(place)?;
        while let Some(block) = reader.whole_block().with_context(place)? {
            let wanted = block.games.into_iter().filter_map(|game| Some((places[usize::from(game.variant)]?, game)));
            let mut wanted: Vec<(u8, RecordedGame)> = wanted.collect();
            let before = wanted.len();
            wanted.retain(|(_, game)| seen.insert(game.fingerprint()));
            packed.duplicates += (before - wanted.len()) as u64;
            let records = wanted.par_iter().map_init(HashMap::new, |neighbors, &(variant, ref game)| {
                let rules = plan.variants[usize::from(variant)];
                if let Some(rate) = options.neighbors {
                    let neighbors = neighbors.entry(variant).or_insert_with(|| Neighbors::new(rate, rules));
                    let mut random = SplitMix64::new(SplitMix64::new(options.seed ^ 1).next_u64() ^ game.fingerprint());
                    return Ok((neighbors.of(game, variant, rules, &mut random)?, 0));
                }
                let (mut records, crowded) = records(game, variant, rules)?;
                look_ahead(&mut records, options.foresight);
                Ok((records, crowded))
            });
            let records: Vec<(Vec<Record>, u64)> = records.collect::<Result<_, DataError>>().with_context(place)?;
            for ((_, game), (records, crowded)) in wanted.iter().zip(records) {
                packed.crowded += crowded;
                let mut random = SplitMix64::new(SplitMix64::new(options.seed).next_u64() ^ game.fingerprint());
                let part = usize::from(random.below(options.held_out) == 0);
                for record in &records {
                    parts[part].add(record, &mut random)?;
                }
            }
        }
    }
    let [training, held] = &mut parts;
    let header = |part: &str| PackHeader {
        seed: options.seed,
        part: part.to_owned(),
        held_out: options.held_out,
        foresight: options.foresight,
        sources: plan.sources.clone(),
        variants: plan.rules.clone(),
        roles: plan.variants.iter().copied().map(roles).collect(),
    };
    packed.training = training.write(&names[0], &header("training"), options.seed)?;
    packed.held_out = held.write(&names[1], &header("hold-out"), options.seed)?;
    Ok(packed)
}

/// The common content of all files.
#[derive(Default)]
struct Plan {
    rules: Vec<Rules>,
    variants: Vec<Variant>,
    sources: Vec<Source>,
    /// For each file, the numbers of its variants in the list of all variants; `None` for those that are left out.
    places: Vec<Vec<Option<u8>>>,
    /// An upper bound on the number of positions.
    positions: u64,
    notes: Vec<String>,
}

impl Plan {
    fn of(files: &[PathBuf], only: &[String]) -> anyhow::Result<Plan> {
        let mut plan = Plan::default();
        let mut ids = BTreeSet::new();
        for path in files {
            plan.add(path, only, &mut ids).with_context(|| format!("{}", path.display()))?;
        }
        if let Some(id) = only.iter().find(|id| !ids.contains(*id)) {
            let ids: Vec<String> = ids.into_iter().collect();
            bail!("--only {id}: the files have no games of that variant; they have {}", ids.join(", "));
        }
        Ok(plan)
    }

    /// Adds a file, and to `ids` those of all its variants.
    fn add(&mut self, path: &Path, only: &[String], ids: &mut BTreeSet<String>) -> anyhow::Result<()> {
        let mut reader = Reader::open(path)?;
        let Header { commit, signature, seeds, nodes, net, variants, .. } = reader.header().clone();
        let source = Source { commit, signature, seeds, nodes, net };
        if !self.sources.contains(&source) {
            self.sources.push(source);
        }
        let mut places = Vec::new();
        for rules in variants {
            ids.insert(rules.id.clone());
            if !only.is_empty() && !only.contains(&rules.id) {
                places.push(None);
                continue;
            }
            // The weight does not matter for games that are already played.
            let rules = Rules { weight: 0, ..rules };
            let known = self.rules.iter().position(|known| *known == rules);
            let place = if let Some(place) = known {
                place
            } else {
                let variant = rules.variant().with_context(|| format!("the rules of {}", rules.id))?;
                self.variants.push(variant);
                self.rules.push(rules);
                self.rules.len() - 1
            };
            let place = u8::try_from(place).ok().filter(|&place| place < u8::MAX).context("more than 255 variants")?;
            places.push(Some(place));
        }
        loop {
            match reader.block() {
                Ok(None) => break,
                Ok(Some(block)) => {
                    let games = block.games.iter().filter(|game| places[usize::from(game.variant)].is_some());
                    self.positions += games.map(|game| game.plies.len() as u64).sum::<u64>();
                }
                Err(error @ DataError::Torn { .. }) => {
                    self.notes.push(format!("{}: {error}", path.display()));
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.places.push(places);
        Ok(())
    }
}

/// The roles of a variant in the order of their numbers: letter and movement.
fn roles(variant: Variant) -> Vec<String> {
    let moves = |letter: char| {
        let piece = variant.spec().piece.get(&letter.to_string());
        piece.map_or_else(|| "pawn".to_owned(), |piece| piece.moves.clone())
    };
    variant.roles().iter().map(|role| format!("{} {}", role.letter, moves(role.letter))).collect()
}

/// The positions of a game that were searched, and the number of those with too many pieces.
fn records(game: &RecordedGame, variant: u8, rules: Variant) -> Result<(Vec<Record>, u64), DataError> {
    let (mut records, mut crowded) = (Vec::with_capacity(game.plies.len()), 0);
    let mut keys = Vec::with_capacity(game.plies.len());
    game.replay(rules, |played, mv, ply| {
        let position = played.position();
        if position.halfmove_clock() == 0 {
            keys.clear();
        }
        let repeated = keys.contains(&position.zobrist());
        keys.push(position.zobrist());
        if ply.score != NO_SCORE {
            match Record::new(position, (mv, ply), (game, played.plies(), variant), repeated) {
                Some(record) => records.push(record),
                None => crowded += 1,
            }
        }
    })?;
    Ok((records, crowded))
}

/// The number of centipawns for one unit of the logistic function, when scores are mixed as expected points.
const FORESIGHT_SCALE: f64 = 400.0;

/// The largest mixed score. Mixed scores are never mates.
const FORESIGHT_MOST: f64 = 4_000.0;

/// Mixes into each score of a game the scores after it, as expected points.
fn look_ahead(records: &mut [Record], foresight: f64) {
    if foresight == 0.0 {
        return;
    }
    // The expected points and the ply of the next record, from the view of its side to move.
    let mut later: Option<(f64, u16)> = None;
    for record in records.iter_mut().rev() {
        let score = f64::from(record.score).clamp(-FORESIGHT_MOST, FORESIGHT_MOST);
        let own = 1.0 / (1.0 + (-score / FORESIGHT_SCALE).exp());
        // If a position in between is left out, the side to move may be the same.
        let next = match later {
            Some((points, ply)) if (ply - record.ply) % 2 == 0 => points,
            Some((points, _)) => 1.0 - points,
            None => f64::from(record.points) / 2.0,
        };
        let mixed = (1.0 - foresight) * own + foresight * next;
        later = Some((mixed, record.ply));
        let score = FORESIGHT_SCALE * (mixed / (1.0 - mixed)).ln();
        record.score = score.clamp(-FORESIGHT_MOST, FORESIGHT_MOST).round() as i16;
    }
}

/// The positions for one file.
struct Part {
    buckets: Vec<BufWriter<File>>,
    counts: Vec<u64>,
}

impl Part {
    fn new(folder: &Path, buckets: u64) -> anyhow::Result<Part> {
        let file = || tempfile::tempfile_in(folder).with_context(|| format!("{}", folder.display()));
        let buckets = (0..buckets).map(|_| Ok(BufWriter::with_capacity(1 << 16, file()?)));
        let buckets = buckets.collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Part { counts: vec![0; buckets.len()], buckets })
    }

    fn add(&mut self, record: &Record, random: &mut SplitMix64) -> anyhow::Result<()> {
        let bucket = random.index(self.buckets.len());
        self.counts[bucket] += 1;
        self.buckets[bucket].write_all(&record.to_bytes()).context("a file of the shuffle")
    }

    /// Writes all positions in random order, and returns their number. The file is written completely or not at all.
    fn write(&mut self, path: &Path, header: &PackHeader, seed: u64) -> anyhow::Result<u64> {
        let target = new_file(path).with_context(|| format!("{}", path.display()))?;
        let mut out = BufWriter::with_capacity(1 << 20, target);
        out.write_all(&beginning(header)?)?;
        let (mut hasher, mut records) = (crc32fast::Hasher::new(), 0);
        for (number, (bucket, &count)) in (1..).zip(self.buckets.iter_mut().zip(&self.counts)) {
            bucket.flush()?;
            let file = bucket.get_mut();
            file.seek(SeekFrom::Start(0))?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            // Free the space on disk for the output.
            file.set_len(0)?;
            let (bytes, rest) = bytes.as_chunks_mut::<RECORD>();
            ensure!(bytes.len() as u64 == count && rest.is_empty(), "a file of the shuffle has changed");
            let mut random = SplitMix64::new(SplitMix64::new(seed ^ number << 40).next_u64());
            random.shuffle(bytes);
            hasher.update(bytes.as_flattened());
            out.write_all(bytes.as_flattened())?;
            records += count;
        }
        out.write_all(&end(records, hasher.finalize()))?;
        let target = out.into_inner().map_err(IntoInnerError::into_error)?;
        target.as_file().sync_all()?;
        target.persist_noclobber(path).map_err(|error| error.error).with_context(|| format!("{}", path.display()))?;
        Ok(records)
    }
}

/// A report of the packing.
pub fn report(packed: &Packed) -> String {
    let Packed { training, held_out, duplicates, crowded } = packed;
    let mut text = format!(
        "{} positions for training, {} held out",
        training.separate_with_commas(),
        held_out.separate_with_commas()
    );
    if *duplicates > 0 {
        text += &format!("; {} games occurred twice and are left out", duplicates.separate_with_commas());
    }
    if *crowded > 0 {
        text += &format!("; {} positions with more than 48 pieces are left out", crowded.separate_with_commas());
    }
    text
}
