//! The text of a checkpoint.
//!
//! ```text
//! campione perft checkpoint 1
//! variant: chess
//! fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! depth: 6
//! plies: 3
//! units: 5362 1b3c5d7e
//! milliseconds: 840
//! 0: 10402
//! 7: 9322
//! checksum: 0a1b2c3d
//! ```
//!
//! The units are the distinct positions after `plies` plies, in the order in which the program finds them. Their number
//! is followed by a checksum of their list. Each counted unit has a line with its perft to the rest of the depth. The
//! last line is the CRC-32 of all bytes before it, which detects every change of up to 32 bits in a row.

use std::fmt::Write;
use std::str::Split;

use anyhow::{Context, bail};

/// The first words of every checkpoint.
const TITLE: &str = "campione perft checkpoint ";

/// The format that is written and read.
const VERSION: u32 = 1;

/// What a checkpoint is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    /// The id of the variant.
    pub(super) variant: String,
    pub(super) fen: String,
    pub(super) depth: u32,
}

/// The state of a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) header: Header,
    /// The units are the positions after this many plies.
    pub(super) plies: u32,
    pub(super) units: usize,
    /// A checksum of the list of units.
    pub(super) fingerprint: u32,
    /// The time that all runs have spent on these counts.
    pub(super) milliseconds: u64,
    /// The number of each counted unit and its count, sorted by number.
    pub(super) counts: Vec<(usize, u128)>,
}

impl State {
    pub(super) fn write(&self) -> String {
        let State { header: Header { variant, fen, depth }, plies, units, fingerprint, milliseconds, .. } = self;
        let mut text = format!(
            "{TITLE}{VERSION}\nvariant: {variant}\nfen: {fen}\ndepth: {depth}\nplies: {plies}\n\
            units: {units} {fingerprint:08x}\nmilliseconds: {milliseconds}\n"
        );
        for (unit, nodes) in &self.counts {
            let _ = writeln!(text, "{unit}: {nodes}");
        }
        let seal = seal(text.as_bytes());
        text + &seal
    }

    /// # Errors
    /// The text is not a checkpoint, or damaged. The message follows the name of the file and a colon.
    pub(super) fn read(bytes: &[u8]) -> anyhow::Result<State> {
        if !bytes.starts_with(TITLE.as_bytes()) {
            bail!("this is not a checkpoint of `campione perft`, and was left as it is; name another file");
        }
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let version = std::str::from_utf8(&first[TITLE.len()..]).unwrap_or_default();
        match version.parse::<u32>() {
            Ok(VERSION) => {}
            Ok(other) => bail!(
                "this is a checkpoint of format {other}, but this campione writes and reads format {VERSION}; {CURE}"
            ),
            Err(_) => bail!("this checkpoint is damaged: its first line does not end with a number; {CURE}"),
        }
        let body = bytes.len().checked_sub(seal(b"").len()).map(|at| bytes.split_at(at));
        let Some((body, _)) = body.filter(|(body, end)| seal(body).as_bytes() == *end) else {
            bail!("this checkpoint is damaged: its checksum is not that of its content; {CURE}");
        };
        parse(body).with_context(|| format!("this checkpoint is damaged; {CURE}"))
    }
}

/// The advice about a file that cannot be used.
const CURE: &str = "delete it to count from the start, or name another file";

/// The last line of a checkpoint, with the checksum of all before it.
pub(super) fn seal(body: &[u8]) -> String {
    format!("checksum: {:08x}\n", crc32fast::hash(body))
}

/// Nonsense with the right checksum leads to an error, not to a panic.
fn parse(body: &[u8]) -> anyhow::Result<State> {
    let text = std::str::from_utf8(body).context("not UTF-8 text")?;
    // A carriage return is part of its line, so that a text that is read is written again unchanged.
    let mut lines = text.strip_suffix('\n').context("the last line has no end")?.split('\n');
    lines.next();
    let variant = field(&mut lines, "variant")?.to_owned();
    let fen = field(&mut lines, "fen")?.to_owned();
    let depth = field(&mut lines, "depth")?.parse().context("depth")?;
    let plies = field(&mut lines, "plies")?.parse().context("plies")?;
    let (units, fingerprint) = field(&mut lines, "units")?.split_once(' ').context("units")?;
    let units = units.parse().context("units")?;
    let fingerprint = u32::from_str_radix(fingerprint, 16).context("units")?;
    let milliseconds = field(&mut lines, "milliseconds")?.parse().context("milliseconds")?;
    let mut counts = Vec::new();
    for line in lines {
        let (unit, nodes) = line.split_once(": ").with_context(|| format!("no unit and count: {line}"))?;
        let unit = unit.parse().with_context(|| format!("no unit: {line}"))?;
        if unit >= units || counts.last().is_some_and(|&(last, _)| unit <= last) {
            bail!("unit {unit} of {units} is in the wrong place");
        }
        counts.push((unit, nodes.parse().with_context(|| format!("no count: {line}"))?));
    }
    Ok(State { header: Header { variant, fen, depth }, plies, units, fingerprint, milliseconds, counts })
}

fn field<'t>(lines: &mut Split<'t, char>, name: &str) -> anyhow::Result<&'t str> {
    let line = lines.next().unwrap_or_default();
    line.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")).with_context(|| format!("no {name}: {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> State {
        State {
            header: Header { variant: "chess".to_owned(), fen: "K w - - 0 1".to_owned(), depth: 7 },
            plies: 3,
            units: 4,
            fingerprint: 0xf00d,
            milliseconds: 123,
            counts: vec![(0, 1), (2, u128::MAX)],
        }
    }

    #[track_caller]
    fn refused(bytes: &[u8], words: &str) {
        let error = format!("{:#}", State::read(bytes).unwrap_err());
        assert!(error.contains(words), "{error}");
    }

    #[test]
    fn what_is_written_is_read() {
        let mut state = example();
        assert_eq!(State::read(state.write().as_bytes()).unwrap(), state);
        state.counts.clear();
        assert_eq!(State::read(state.write().as_bytes()).unwrap(), state);
    }

    #[test]
    fn every_change_of_a_byte_is_seen() {
        let good = example().write().into_bytes();
        for at in 0..good.len() {
            for other in (0..=u8::MAX).filter(|&other| other != good[at]) {
                let mut bad = good.clone();
                bad[at] = other;
                assert!(State::read(&bad).is_err(), "byte {at} changed to {other} is accepted");
            }
        }
    }

    #[test]
    fn what_is_cut_or_added_is_seen() {
        let good = example().write().into_bytes();
        for length in 0..good.len() {
            assert!(State::read(&good[..length]).is_err(), "the first {length} bytes are accepted");
            assert!(State::read(&good[good.len() - length..]).is_err(), "the last {length} bytes are accepted");
        }
        for more in ["\n", " ", "\0", "3: 1\n"] {
            refused(&[&good, more.as_bytes()].concat(), "damaged");
        }
        refused(&[good.clone(), good].concat(), "damaged");
    }

    #[test]
    fn each_fault_has_its_words() {
        refused(b"", "not a checkpoint");
        refused(b"my notes\n", "not a checkpoint");
        refused(b"\xff\xfe\0", "not a checkpoint");
        let later = example().write().replace("checkpoint 1\n", "checkpoint 2\n");
        refused(later.as_bytes(), "format 2, but this campione writes and reads format 1");
        refused(example().write().replace("depth: 7", "depth: 8").as_bytes(), "checksum");
        let sealed = |body: &str| body.to_owned() + &seal(body.as_bytes());
        let body = example().write().rsplit_once("checksum").unwrap().0.to_owned();
        refused(sealed(&(body.clone() + "4: 1\n")).as_bytes(), "unit 4 of 4");
        refused(sealed(&(body.clone() + "2: 1\n")).as_bytes(), "unit 2 of 4");
        refused(sealed(&(body.clone() + "3 1\n")).as_bytes(), "no unit and count: 3 1");
        refused(sealed(&(body.clone() + "3: -1\n")).as_bytes(), "no count: 3: -1");
        refused(sealed(&body.replace("fen: ", "FEN: ")).as_bytes(), "no fen: FEN: ");
        refused(sealed("campione perft checkpoint 1\n").as_bytes(), "no variant");
        refused(sealed(&body.replace("checkpoint 1\n", "checkpoint x\n")).as_bytes(), "does not end with a number");
        refused(sealed(body.trim_end()).as_bytes(), "the last line has no end");
    }

    /// Found by the fuzz target `checkpoint`.
    #[test]
    fn carriage_returns_are_not_lost() {
        let mut state = example();
        state.header.fen += "\r\r";
        assert_eq!(State::read(state.write().as_bytes()).unwrap(), state);
    }
}
