//! `lab bullet`: positions and a program for the trainer bullet, which runs on graphics processors, and the way back.
//!
//! A record has the active inputs of both views instead of pieces, so that the program needs no rules.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use campione_search::net::{BUCKETS, FloatNet, HIDDEN_STEP, KingBuckets, Layout, MAX_HIDDEN};
use thousands::Separable;

use super::examples::{Example, Examples, Lessons};
use super::{hidden, king_buckets, named, number, quantised, refuse_existing};
use crate::data::file::{new_file, write_whole};
use crate::data::packed::{PackReader, Record};

/// The program, with its numbers between `@`.
const PROGRAM: &str = include_str!("bullet.txt");

/// The arguments of `lab bullet`.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The output of `lab pack`: NAME.train
    #[arg(value_name = "NAME")]
    data: PathBuf,
    /// The output: NAME.bullet and the program NAME.rs, or with --weights NAME.net
    #[arg(long, value_name = "NAME")]
    to: PathBuf,
    /// Makes a net of what bullet has trained, the file `raw.bin` of a checkpoint
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Hidden neurons for each side, a multiple of 32
    #[arg(long, default_value_t = 128, value_parser = hidden, conflicts_with = "weights")]
    hidden: usize,
    /// Sets of inputs by the place of the own king: 1, or 3 (near the middle, on a wing, beyond the second rank)
    #[arg(long, default_value = "1", value_parser = king_buckets, value_name = "1|3", conflicts_with = "weights")]
    king_buckets: KingBuckets,
    /// How often each position is used
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000), conflicts_with = "weights")]
    epochs: u32,
    /// Part of the score in the target; the rest is the result of the game
    #[arg(long, default_value_t = 0.55, value_parser = |text: &str| number(text, 0.0..=1.0), conflicts_with = "weights")]
    score_part: f32,
    /// Centipawns for one unit of the logistic function, the same for the positions and for the net
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    scale: u16,
    /// Leave out positions after fewer plies, counted with those of the opening
    #[arg(long, default_value_t = 16, conflicts_with = "weights")]
    first_ply: u16,
    /// Limit scores, also of mates, to this many centipawns
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(i16).range(1..=30_000), conflicts_with = "weights")]
    most: i16,
}

/// Positions for one step.
const BATCH: u64 = 16_384;

/// Writes the positions and the program, or the net; returns what was done, in words.
///
/// # Errors
/// Files cannot be read or written, exist already, or do not fit together, or contain no usable positions.
pub(crate) fn run(options: &Options) -> anyhow::Result<String> {
    let endings: &[&str] = if options.weights.is_some() { &["net"] } else { &["bullet", "rs"] };
    refuse_existing(&options.to, endings)?;
    let source = named(&options.data, "train");
    let read = || -> anyhow::Result<_> {
        let reader = PackReader::open(&source)?;
        let lessons = Lessons { first_ply: options.first_ply, most: options.most, score_part: options.score_part };
        Ok((Examples::new(reader.header(), lessons, options.king_buckets)?, reader))
    };
    let (examples, reader) = read().with_context(|| source.display().to_string())?;
    match &options.weights {
        None => export(options, &examples, reader, &source),
        Some(weights) => import(options, examples.layout(), weights),
    }
}

fn export<R: std::io::Read>(
    options: &Options,
    examples: &Examples,
    mut reader: PackReader<R>,
    source: &Path,
) -> anyhow::Result<String> {
    let pieces = usize::from(examples.layout().pieces());
    let (data, program) = (named(&options.to, "bullet"), named(&options.to, "rs"));
    let place = || data.display().to_string();
    let mut file = BufWriter::new(new_file(&data).with_context(place)?);
    let (mut records, mut count) = (Vec::new(), 0_u64);
    while reader.read(&mut records, 1 << 14).with_context(|| source.display().to_string())? > 0 {
        for record in records.iter().filter(|record| examples.are_of(record)) {
            let example = examples.example(record, f32::from(options.scale));
            file.write_all(&bytes(record, &example, examples, pieces)).with_context(place)?;
            count += 1;
        }
    }
    ensure!(count > 0, "{}: no position is left after the filters", source.display());
    let file = file.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(place)?;
    file.persist_noclobber(&data).with_context(place)?;
    write_whole(&program, text(options, examples.layout(), count).as_bytes())
        .with_context(|| program.display().to_string())?;
    Ok(format!(
        "{} positions in {}, a program for them in {}",
        count.separate_with_commas(),
        place(),
        program.display()
    ))
}

/// The bytes of a position: score, points doubled, bucket, number of pieces, the inputs of the side to move, those of the
/// other side; numbers of two bytes are little-endian, places without a piece are zero.
fn bytes(record: &Record, example: &Example, examples: &Examples, pieces: usize) -> Vec<u8> {
    let mut bytes = vec![0; 6 + 4 * pieces];
    bytes[..2].copy_from_slice(&examples.score(record).to_le_bytes());
    bytes[2..6].copy_from_slice(&[record.points, example.bucket, 0, 0]);
    let (own, other) = bytes[6..].split_at_mut(2 * pieces);
    let places = own.chunks_exact_mut(2).zip(other.chunks_exact_mut(2));
    let mut count = 0_u16;
    for ((own, other), pair) in places.zip(example.pairs()) {
        own.copy_from_slice(&(pair.0 as u16).to_le_bytes());
        other.copy_from_slice(&(pair.1 as u16).to_le_bytes());
        count += 1;
    }
    bytes[4..6].copy_from_slice(&count.to_le_bytes());
    bytes
}

/// The program for bullet.
fn text(options: &Options, layout: &Layout, count: u64) -> String {
    let file = named(&options.to, "bullet");
    let numbers = [
        ("file", format!("{:?}", file.file_name().unwrap_or_default().to_string_lossy())),
        ("inputs", layout.inputs().to_string()),
        ("pieces", layout.pieces().to_string()),
        ("buckets", BUCKETS.to_string()),
        ("hidden", options.hidden.to_string()),
        ("scale", options.scale.to_string()),
        ("result", format!("{:?}", 1.0 - options.score_part)),
        ("batch", BATCH.min(count).to_string()),
        ("steps", (count / BATCH).max(1).to_string()),
        ("epochs", options.epochs.to_string()),
    ];
    numbers.iter().fold(PROGRAM.to_owned(), |text, (name, number)| text.replace(&format!("@{name}@"), number))
}

/// Writes a net of bullet's weights.
fn import(options: &Options, layout: &Layout, weights: &Path) -> anyhow::Result<String> {
    let place = || weights.display().to_string();
    let bytes = fs::read(weights).with_context(place)?;
    let mut net = float_net(&bytes, layout, options.scale).with_context(place)?;
    net.data = format!("{}, trained by bullet", named(&options.data, "train").display());
    let to = named(&options.to, "net");
    write_whole(&to, &quantised(&net)?.to_bytes()).with_context(|| to.display().to_string())?;
    Ok(format!("{} is written, with {} hidden neurons", to.display(), net.hidden))
}

/// The net of bullet's weights: 32-bit floating point numbers, little-endian. A row of hidden neurons for each input, their
/// biases, a row of output buckets for each hidden neuron of the side to move and then of the other, and the biases of
/// output buckets. The numbers of hidden neurons and king buckets follow from the size.
fn float_net(bytes: &[u8], layout: &Layout, scale: u16) -> anyhow::Result<FloatNet> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    let wanted = |layout: &Layout, hidden: usize| (layout.inputs() + 1 + 2 * BUCKETS) * hidden + BUCKETS;
    let layouts = KingBuckets::ALL.map(|buckets| layout.clone().with_king_buckets(buckets));
    let sizes = (HIDDEN_STEP..=MAX_HIDDEN).step_by(HIDDEN_STEP);
    let fits = |layout: &Layout| sizes.clone().find(|&hidden| wanted(layout, hidden) == numbers.len());
    let mut fitting = layouts.into_iter().flatten().filter_map(|layout| Some((fits(&layout)?, layout)));
    let Some((hidden, layout)) = fitting.next().filter(|_| rest.is_empty()) else {
        bail!(
            "it has {} bytes; a net with {} inputs and 128 hidden neurons has {}: expected the file raw.bin of the program \
             that `cargo lab bullet` wrote for the same positions",
            bytes.len(),
            layout.inputs(),
            4 * wanted(layout, 128)
        );
    };
    let numbers: Vec<f32> = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    ensure!(
        numbers.iter().all(|number| number.is_finite()),
        "not all of its numbers are finite: the training has diverged"
    );
    let (inputs, numbers) = numbers.split_at(layout.inputs() * hidden);
    let (biases, numbers) = numbers.split_at(hidden);
    let (outputs, output_biases) = numbers.split_at(2 * hidden * BUCKETS);
    let mut net = FloatNet::random(layout, hidden, scale, 0);
    net.input_weights = inputs.to_vec();
    net.input_biases = biases.to_vec();
    net.output_weights =
        (0..BUCKETS).flat_map(|bucket| outputs.iter().copied().skip(bucket).step_by(BUCKETS)).collect();
    net.output_biases = output_biases.to_vec();
    Ok(net)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::tests::{data, parsed};

    fn options(data: &Path, to: &Path, more: &[&str]) -> Options {
        let (data, to) = (data.display().to_string(), to.display().to_string());
        parsed(&[&[&data, "--to", &to], more].concat())
    }

    /// What the program reads is what our trainer learns from.
    #[test]
    fn records_have_the_inputs_of_our_trainer() {
        let folder = tempfile::tempdir().unwrap();
        let data = data(folder.path(), 60);
        let to = folder.path().join("out");
        let options = options(&data, &to, &["--first-ply=0", "--hidden=64", "--score-part=0.75", "--king-buckets=3"]);
        run(&options).unwrap();
        assert!(run(&options).unwrap_err().to_string().contains("out.bullet exists already"));
        let mut reader = PackReader::open(&named(&data, "train")).unwrap();
        let lessons = Lessons { first_ply: 0, most: 3_000, score_part: 0.75 };
        let examples = Examples::new(reader.header(), lessons, KingBuckets::Three).unwrap();
        let pieces = usize::from(examples.layout().pieces());
        let written = fs::read(named(&to, "bullet")).unwrap();
        let mut left = written.chunks_exact(6 + 4 * pieces);
        let mut records = Vec::new();
        let mut count = 0;
        while reader.read(&mut records, 1000).unwrap() > 0 {
            for record in records.iter().filter(|record| examples.are_of(record)) {
                let bytes = left.next().unwrap();
                let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
                let example = examples.example(record, 400.0);
                assert_eq!(
                    (word(0) as i16, bytes[2], bytes[3]),
                    (examples.score(record), record.points, example.bucket)
                );
                let both = (0..usize::from(word(4))).map(|place| (word(6 + 2 * place), word(6 + 2 * (pieces + place))));
                let both: Vec<_> = both.map(|(own, other)| (usize::from(own), usize::from(other))).collect();
                assert_eq!(both, example.pairs().collect::<Vec<_>>());
                count += 1;
            }
        }
        assert!(left.next().is_none() && count > 1000, "{count} positions");
        let program = fs::read_to_string(named(&to, "rs")).unwrap();
        for line in [
            "const FILE: &str = \"out.bullet\";".to_owned(),
            format!("const INPUTS: usize = {};", examples.layout().inputs()),
            format!("const PIECES: usize = {pieces};"),
            "const HIDDEN: usize = 64;".to_owned(),
            "const RESULT: f32 = 0.25;".to_owned(),
            "const SCALE: f32 = 400.0;".to_owned(),
            "//! becomes a net by `cargo lab bullet NAME --weights raw.bin --scale 400 --to NET`.".to_owned(),
        ] {
            assert!(program.lines().any(|found| found == line), "{line} is missing in\n{program}");
        }
        assert!(!program.contains('@'), "{program}");
    }

    /// The weights in bullet's order come back as the same net, of another size too, and with other king buckets.
    #[test]
    fn weights_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let data = data(folder.path(), 60);
        let reader = PackReader::open(&named(&data, "train")).unwrap();
        let lessons = Lessons { first_ply: 0, most: 3_000, score_part: 1.0 };
        let raw = folder.path().join("raw.bin");
        let to = folder.path().join("net");
        for (hidden, king_buckets) in [(32, KingBuckets::Three), (32, KingBuckets::One), (96, KingBuckets::One)] {
            let layout = Examples::new(reader.header(), lessons, king_buckets).unwrap().layout().clone();
            let net = FloatNet::random(layout, hidden, 300, 5);
            let rows: Vec<&[f32]> = net.output_weights.chunks_exact(2 * hidden).collect();
            let outputs = (0..2 * hidden).flat_map(|neuron| rows.iter().map(move |row| row[neuron]));
            let inputs = net.input_weights.iter().chain(&net.input_biases).copied();
            let numbers = inputs.chain(outputs).chain(net.output_biases.iter().copied());
            let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
            fs::write(&raw, &bytes).unwrap();
            let line = ["--scale=300", "--weights", raw.to_str().unwrap()];
            run(&options(&data, &to, &line)).unwrap();
            let mut back =
                campione_search::net::Net::from_bytes(&fs::read(named(&to, "net")).unwrap()).unwrap().to_float();
            assert!(back.data.ends_with("data.train, trained by bullet"), "{}", back.data);
            let expected = quantised(&net).unwrap().to_float();
            (back.data, back.seed) = (expected.data.clone(), expected.seed);
            assert_eq!(back, expected);
            fs::remove_file(named(&to, "net")).unwrap();
        }
        for (bytes, said) in [(vec![0; 400], "it has 400 bytes"), (vec![255; fs::read(&raw).unwrap().len()], "finite")]
        {
            fs::write(&raw, &bytes).unwrap();
            let error = run(&options(&data, &to, &["--weights", raw.to_str().unwrap()])).unwrap_err();
            assert!(format!("{error:#}").contains(said), "{error:#}");
        }
    }
}
