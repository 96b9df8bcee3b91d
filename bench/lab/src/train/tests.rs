//! Small trainings, from recorded games to a net.

use std::sync::atomic::AtomicBool;

use campione_core::Variant;
use campione_movegen::Position;
use campione_search::net::{Fitted, Layout};
use clap::Parser;

use super::*;
use crate::{pack, selfplay};

#[derive(Parser)]
#[command(args_override_self = true)]
struct Line<O: clap::Args> {
    #[command(flatten)]
    options: O,
}

pub(super) fn parsed<O: clap::Args>(line: &[&str]) -> O {
    Line::<O>::parse_from(["lab"].iter().chain(line)).options
}

/// The positions of some games of two variants.
pub(super) fn data(folder: &Path, count: u32) -> PathBuf {
    let games = folder.join("games");
    let seeds = format!("0..{count}");
    let mix = ["--mix", "capablanca=1,janus=1", "--nodes", "30", "--hash", "1", "--seeds", &seeds, "--no-net"];
    let options = parsed(&[&["--to", &games.display().to_string()], &mix[..]].concat());
    selfplay::run(&options, &AtomicBool::new(false)).unwrap();
    let name = folder.join("data");
    let line = [games.display().to_string(), "--to".to_owned(), name.display().to_string(), "--held-out=20".to_owned()];
    pack::run(&parsed(&line.each_ref().map(String::as_str))).unwrap();
    name
}

const SMALL: [&str; 5] = ["--hidden=32", "--epochs=3", "--batch=512", "--first-ply=0", "--rate=0.01"];

fn options(data: &Path, to: &Path, more: &[&str]) -> Options {
    let (data, to) = (data.display().to_string(), to.display().to_string());
    parsed(&[&[&data, "--to", &to], &SMALL[..], more].concat())
}

fn train(options: &Options, stop: Stop<'_>) -> anyhow::Result<Trained> {
    Training::new(options)?.run(stop)
}

#[test]
fn the_net_hangs_on_data_and_options_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = data(folder.path(), 120);
    let never: Stop<'_> = &|_| false;
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let to = |name: &str| folder.path().join(name);
    for (name, threads) in [("one", "--threads=1"), ("three", "--threads=3")] {
        let trained = run(&options(&data, &to(name), &[threads]), &AtomicBool::new(false)).unwrap();
        assert_eq!((trained.net, trained.epochs), (Some(to(&format!("{name}.net"))), 3));
    }
    assert_eq!(bytes("one.net"), bytes("three.net"));
    assert_eq!(bytes("one.tsv"), bytes("three.tsv"));
    assert!(String::from_utf8(bytes("one.svg")).unwrap().contains("held out"));

    // The training is stopped in the second epoch, and then in the third. These epochs are repeated from their
    // beginning.
    let (again, steps) =
        (options(&data, &to("again"), &[]), Training::new(&options(&data, &to("no"), &[])).unwrap().steps);
    assert!(steps >= 4, "{steps} steps are too few for this test");
    for (stop, epochs) in [(steps + 2, 1), (2 * steps + 1, 2)] {
        let trained = train(&again, &|step| step >= stop).unwrap();
        assert_eq!((trained.net, trained.epochs), (None, epochs));
        assert!(to("again.state").exists() && !to("again.net").exists());
    }
    let other = options(&data, &to("again"), &["--decay=0.5"]);
    assert!(train(&other, never).unwrap_err().to_string().contains("again.state"));
    train(&again, never).unwrap();
    assert_eq!(bytes("again.net"), bytes("one.net"));
    assert_eq!(bytes("again.tsv"), bytes("one.tsv"));
    assert!(!to("again.state").exists());

    // The last steps fail after the table and the plot. The same command makes the rest.
    let late = options(&data, &to("late"), &[]);
    let in_the_way = |step| {
        if step == 3 * steps - 1 {
            std::fs::create_dir(to("late.net")).unwrap();
        }
        false
    };
    assert!(train(&late, &in_the_way).unwrap_err().to_string().contains("late.net"));
    assert!(to("late.tsv").exists() && to("late.svg").exists() && to("late.state").exists());
    std::fs::remove_dir(to("late.net")).unwrap();
    train(&late, never).unwrap();
    assert_eq!((bytes("late.net"), bytes("late.tsv")), (bytes("one.net"), bytes("one.tsv")));
    assert!(!to("late.state").exists());
    // Beside the state of a training that is not complete, a net is of somebody else.
    let foreign = options(&data, &to("foreign"), &[]);
    train(&foreign, &|step| step > steps).unwrap();
    std::fs::write(to("foreign.net"), "another").unwrap();
    assert!(train(&foreign, never).unwrap_err().to_string().contains("foreign.net exists already"));

    // A training that begins with a trained net has a smaller loss in its first epoch. So has a wider net, which begins as
    // the same function. A narrower one is refused.
    let from = to("one.net").display().to_string();
    train(&options(&data, &to("more"), &["--epochs=1", "--from", &from]), never).unwrap();
    let first = |name: &str| -> f64 {
        let table = String::from_utf8(bytes(name)).unwrap();
        table.lines().nth(1).unwrap().split('\t').nth(2).unwrap().parse().unwrap()
    };
    assert!(first("more.tsv") < first("one.tsv"));
    let wider = options(&data, &to("wider"), &["--hidden=64", "--epochs=1", "--from", &from]);
    let begun = Training::new(&wider).unwrap();
    let same = Training::new(&options(&data, &to("same"), &["--from", &from])).unwrap();
    let loss = |training: &Training| training.measure(&Weights::of(&training.net)).mean();
    assert!((loss(&begun) - loss(&same)).abs() < 1e-6, "{} {}", loss(&begun), loss(&same));
    train(&wider, never).unwrap();
    assert!(first("wider.tsv") < first("one.tsv"));
    let from = to("wider.net").display().to_string();
    let narrower = options(&data, &to("narrower"), &["--from", &from]);
    assert!(format!("{:#}", train(&narrower, never).unwrap_err()).contains("it has 64 hidden neurons"));

    // So has one with more king buckets, which begins as the same function too. The way back is refused.
    let from = to("one.net").display().to_string();
    let three = ["--king-buckets=3", "--epochs=1", "--from", &from];
    let begun = Training::new(&options(&data, &to("three-buckets"), &three)).unwrap();
    assert!((loss(&begun) - loss(&same)).abs() < 1e-6, "{} {}", loss(&begun), loss(&same));
    train(&options(&data, &to("three-buckets"), &three), never).unwrap();
    assert!(first("three-buckets.tsv") < first("one.tsv"));
    let from = to("three-buckets.net").display().to_string();
    assert_eq!(Net::from_bytes(&bytes("three-buckets.net")).unwrap().layout().king_buckets(), KingBuckets::Three);
    let one = options(&data, &to("one-bucket"), &["--from", &from]);
    assert!(format!("{:#}", train(&one, never).unwrap_err()).contains("(3 king buckets), where at most 32 for "));

    // Another seed gives another net. Existing files are not replaced.
    train(&options(&data, &to("seed"), &["--seed=2"]), never).unwrap();
    assert_ne!(bytes("seed.net"), bytes("one.net"));
    // A training that began with one net does not go on with another.
    let begun = |name: &str| options(&data, &to("begun"), &["--from", &to(name).display().to_string()]);
    assert_eq!(train(&begun("one.net"), &|step| step > steps).unwrap().epochs, 1);
    assert!(train(&begun("seed.net"), never).unwrap_err().to_string().contains("begun.state"));
    let error = train(&again, never).unwrap_err().to_string();
    assert!(error.contains("again.net exists already"), "{error}");
}

#[test]
fn a_net_learns_who_is_better() {
    let folder = tempfile::tempdir().unwrap();
    let data = data(folder.path(), 400);
    let to = folder.path().join("net");
    let options = options(&data, &to, &["--epochs=8", "--score-part=1"]);
    let training = Training::new(&options).unwrap();
    let trained = training.run(&|_| false).unwrap();
    let table = std::fs::read_to_string(folder.path().join("net.tsv")).unwrap();
    let losses: Vec<f64> =
        table.lines().skip(1).map(|line| line.rsplit('\t').next().unwrap().parse().unwrap()).collect();
    // On the games that are held out, the net is better than the same guess for every position.
    let targets = || training.held_out.iter().map(|example| f64::from(example.target));
    let mean = targets().sum::<f64>() / targets().count() as f64;
    let guess = targets().map(|target| (target - mean).powi(2)).sum::<f64>() / targets().count() as f64;
    assert!(losses.len() == 8 && losses[7] < 0.9 * guess, "{losses:?}, {guess}");
    let net = Net::from_bytes(&std::fs::read(trained.net.unwrap()).unwrap()).unwrap();
    assert!(net.header().data.contains("positions, CRC-32") && net.header().scale == training.plan.scale);
    let variant = Variant::named("gothic").unwrap();
    assert!(Fitted::new(net.into(), variant).unwrap().evaluate(&Position::start(variant)).abs() < 500);
}

/// The largest sum of the hidden neurons is found, and the unit is chosen by it.
#[test]
fn no_sum_leaves_sixteen_bits() {
    let layout = Layout::of(&[Variant::named("capablanca").unwrap()]).unwrap();
    let (squares, pieces) = (layout.squares(), usize::from(layout.pieces()));
    let mut net = FloatNet::random(layout, 32, 400, 1);
    net.input_weights.fill(0.0);
    net.input_biases.fill(0.0);
    net.output_weights.fill(0.0);
    assert_eq!(quantised(&net).unwrap().header().hidden_unit, HIDDEN_UNIT);
    // Neuron 3 sums to -1.5 for each piece of any movement; each square counts once.
    for input in 0..net.layout.inputs() {
        net.input_weights[input * 32 + 3] = if input % squares < 60 { -1.5 } else { 1.0 };
    }
    net.input_biases[3] = -1.0;
    let most = 1.5 * pieces as f64 + 1.0;
    assert!((farthest(&net) - most).abs() < 1e-9);
    let unit = quantised(&net).unwrap().header().hidden_unit;
    let farthest = f64::from((-1.5 * f32::from(unit)).round()) * pieces as f64 - f64::from(unit);
    assert!(farthest >= f64::from(i16::MIN) && unit > 500, "{unit}: {farthest}");
}

/// Weights of different king buckets are never added up.
#[test]
fn sums_are_of_one_king_bucket() {
    let layout = Layout::of(&[Variant::named("capablanca").unwrap()]).unwrap();
    let layout = layout.with_king_buckets(KingBuckets::Three).unwrap();
    let (squares, bucket) = (layout.squares(), layout.inputs() / 3);
    let mut net = FloatNet::random(layout, 32, 400, 1);
    net.input_weights.fill(0.0);
    net.input_biases.fill(0.0);
    // Twenty squares in the first bucket, twelve others in the last.
    for input in 0..net.layout.inputs() {
        let heavy = match input / bucket {
            0 => (0..20).contains(&(input % squares)),
            2 => (40..52).contains(&(input % squares)),
            _ => false,
        };
        net.input_weights[input * 32 + 3] = if heavy { 1.5 } else { 0.0 };
    }
    assert!((farthest(&net) - 30.0).abs() < 1e-9, "{}", farthest(&net));
}

/// A list of a net's weights.
type List = fn(&mut FloatNet) -> &mut Vec<f32>;

/// The gradients agree with the effect of small changes of each kind of weight.
#[test]
fn gradients_are_slopes() {
    let folder = tempfile::tempdir().unwrap();
    let data = data(folder.path(), 120);
    let training = Training::new(&options(&data, &folder.path().join("x"), &["--score-part=1"])).unwrap();
    let examples = &training.held_out[..50];
    let net = FloatNet::random(training.net.layout.clone(), 32, 400, 3);
    let loss = |net: &FloatNet| {
        let weights = Weights::of(net);
        pulp::Arch::new().dispatch(Measure { weights: &weights, examples }).squares
    };
    let (weights, mut gradient) = (Weights::of(&net), Weights::zero(Shape::new(&net.layout, 32)));
    let learned = pulp::Arch::new().dispatch(Learn { weights: &weights, examples, gradient: &mut gradient });
    assert!((learned.squares - loss(&net)).abs() < 1e-6 && learned.examples == 50);
    let mut slopes = net.clone();
    gradient.give(&mut slopes);
    let lists: [(&str, List); 4] = [
        ("input weights", |net| &mut net.input_weights),
        ("input biases", |net| &mut net.input_biases),
        ("output weights", |net| &mut net.output_weights),
        ("output biases", |net| &mut net.output_biases),
    ];
    for (name, list) in lists {
        // The weight with the steepest slope, and some others.
        let said = list(&mut slopes).clone();
        let steepest = (0..said.len()).max_by(|&a, &b| said[a].abs().total_cmp(&said[b].abs())).unwrap();
        assert!(said[steepest].abs() > 1e-3, "{name} have no slope");
        for index in [steepest, 0, said.len() / 2, said.len() - 1] {
            let by = |change: f32| {
                let mut changed = net.clone();
                list(&mut changed)[index] += change;
                loss(&changed)
            };
            // A smaller step is lost in 32-bit numbers; with a larger one, neurons reach the limits of their range.
            let slope = (by(2e-4) - by(-2e-4)) / 4e-4;
            let off = (slope - f64::from(said[index])).abs();
            assert!(off < 0.05 * slope.abs().max(0.1), "{name}, number {index}: {slope} and not {}", said[index]);
        }
    }
}
