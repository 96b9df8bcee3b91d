//! `campione pgn`: games, checked move by move or converted.

mod output;
mod parallel;
mod parts;
mod source;

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, Error, anyhow, bail};
use campione_core::internal::one_of;
use campione_notation::moves::Letters;
use campione_notation::pgn::{
    Checked, PgnError, PgnFault, PgnGame, PgnNote, PgnOptions as Options, PgnReader, Reading as How,
};
use campione_picture::page::Page;
use serde_json::{Value, json};
use thousands::Separable;

use crate::Verdict;
use crate::args::{Common, Format, GamesAs, PgnOptions};
use crate::explain::advice;
use crate::interrupt::{self, Interrupted};
use crate::messages::complain;
use crate::output::Lenient;
use crate::variants;
use crate::watch::Watch;
use crate::width;

use parallel::Form;
use source::{CHUNK, ReadBytes, Source};

/// The totals of all files.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    plies: u64,
    variation_plies: u64,
    bytes: u64,
    /// A file had no game in it.
    empty: bool,
}

pub(crate) fn run(common: &Common, options: &PgnOptions) -> anyhow::Result<Verdict> {
    if common.format == Format::Json && !matches!(options.to, None | Some(GamesAs::Json)) {
        bail!("--format json goes with a check, or with --to json");
    }
    let variant = variants::of(common)?;
    let mut how = Options::new(variant);
    how.overrule = common.variant.is_some();
    how.letters = options.letters.unwrap_or(Letters::OURS);
    how.reading = options.reading;
    for file in &options.files {
        source::must_exist(file)?;
    }
    let target = options.page.file()?;
    let mut page = target.as_ref().map(|_| Page::new(&title(&options.files), options.page.theme(), false));
    let watch = Watch::start()?;
    let start = Instant::now();
    // The page is written even if standard output is closed.
    let out = Lenient::new(io::stdout().lock(), page.is_some());
    let mut out = io::BufWriter::with_capacity(CHUNK, out);
    let mut tally = Tally::default();
    for file in &options.files {
        let source = Source::open(file)?;
        let done = match source.reading() {
            Some(reading) => {
                watch.during(reading, || games(file, source, how, options.to, page.as_mut(), &mut out, &mut tally))
            }
            None => games(file, source, how, options.to, page.as_mut(), &mut out, &mut tally),
        };
        match done {
            Ok(()) => {}
            // The summary reports the interruption.
            Err(error) if error.is::<Interrupted>() => break,
            Err(error) => {
                out.flush()?;
                return Err(error);
            }
        }
    }
    if options.to.is_none() {
        summary(common.format, &tally, start, &mut out)?;
    }
    out.flush()?;
    if let (Some(target), Some(page)) = (target, page) {
        if page.is_empty() {
            complain("--html: no page is written, because no game could be read");
        } else {
            target.write(page.html().as_bytes()).context("--html")?;
        }
    }
    interrupt::check()?;
    Ok(if tally.failed > 0 || tally.empty { Verdict::Failed } else { Verdict::Done })
}

/// The title of a page with the games of some files.
fn title(files: &[PathBuf]) -> String {
    let names = files.iter().map(|file| file.file_name().unwrap_or(file.as_os_str()).to_string_lossy());
    names.collect::<Vec<_>>().join(", ")
}

/// A game that could be read: what remains to be reported.
struct Good {
    number: u64,
    line: u64,
    notes: Vec<PgnNote>,
    /// The game, converted.
    text: String,
}

impl Good {
    fn checked(Checked { number, line, notes, .. }: Checked) -> Good {
        Good { number, line, notes, text: String::new() }
    }

    fn converted(game: PgnGame, to: Option<GamesAs>, file: &str) -> anyhow::Result<Good> {
        let text = to.map(|to| output::game(&game, to, file)).transpose()?.unwrap_or_default();
        let PgnGame { number, line, notes, .. } = game;
        Ok(Good { number, line, notes, text })
    }
}

/// A source that is being read.
struct Stream<'n> {
    /// Its file name; `None` for standard input.
    name: Option<&'n str>,
    to: Option<GamesAs>,
    /// The reading of the games that the user has chosen, if any.
    reading: Option<How>,
    /// Notes on the whole file (it is not UTF-8, how its games are read) that were printed already: each is printed
    /// once.
    said: Vec<PgnNote>,
}

impl Stream<'_> {
    /// The prefix of its messages.
    fn place(&self) -> String {
        self.name.map_or_else(String::new, |name| format!("{name}: "))
    }

    /// The next game. The outer error is one of writing it.
    fn next<R: BufRead>(
        &self,
        reader: &mut PgnReader<R>,
        page: Option<&mut Page>,
    ) -> Option<anyhow::Result<Result<Good, Box<PgnError>>>> {
        if self.to.is_none() && page.is_none() {
            return Some(Ok(reader.check()?.map(Good::checked)));
        }
        let game = match reader.next()? {
            Ok(game) => game,
            Err(error) => return Some(Ok(Err(error))),
        };
        if let Some(page) = page {
            page.add(&output::track(&game));
        }
        Some(Good::converted(game, self.to, self.name.unwrap_or("-")).map(Ok))
    }

    /// Reports what is known at the end of the source.
    fn end(&self, left_over: Option<u64>, found: bool, tally: &mut Tally) {
        if let Some(line) = left_over {
            let place = self.place();
            complain(&format!("warning: {place}line {line}: a comment after the last game belongs to no game"));
        }
        if !found {
            complain(&format!("{}: no game in it", self.name.unwrap_or("standard input")));
            tally.empty = true;
        }
    }

    fn report(&mut self, read: Result<Good, Box<PgnError>>, out: &mut impl Write) -> anyhow::Result<()> {
        let place = self.place();
        match read {
            Ok(Good { number, line, notes, text }) => {
                out.write_all(text.as_bytes())?;
                for note in notes {
                    let of_the_file = matches!(
                        note,
                        PgnNote::Latin1 | PgnNote::Read(_) | PgnNote::Overruled { .. } | PgnNote::Start(_)
                    );
                    if of_the_file && self.said.contains(&note) {
                        continue;
                    }
                    let (word, remedy) = match &note {
                        PgnNote::Read(reading) => ("note", format!("; `--reading {reading}` says so for all games")),
                        PgnNote::Overruled { variant, .. } => {
                            ("warning", format!(", as --variant says: if it is not of {variant}, leave --variant out"))
                        }
                        _ => ("warning", String::new()),
                    };
                    complain(&format!("{word}: {place}game {number}, line {line}: {note}{remedy}"));
                    if of_the_file {
                        self.said.push(note);
                    }
                }
            }
            Err(error) => {
                let text = in_words(&error, self.reading);
                if self.to == Some(GamesAs::Json) {
                    let file = self.name.unwrap_or("-");
                    let PgnError { game, line, ply, .. } = *error;
                    let object = json!({
                        "file": file, "game": game, "line": line, "ply": ply, "error": text, "code": error.fault.code(),
                    });
                    writeln!(out, "{object}")?;
                }
                // Keeps the order if standard output and standard error go to the same place.
                out.flush()?;
                complain(&format!("{place}{text}"));
            }
        }
        Ok(())
    }
}

/// The first bytes of files that are not PGN, and what to do with such files.
const NO_TEXT: [(&[u8], &str); 7] = [
    (b"\x1f\x8b", "packed by gzip: unpack it first (`gzip -dc FILE | campione pgn -`)"),
    (b"BZh", "packed by bzip2: unpack it first (`bzip2 -dc FILE | campione pgn -`)"),
    (b"\xfd7zXZ", "packed by xz: unpack it first (`xz -dc FILE | campione pgn -`)"),
    (b"\x28\xb5\x2f\xfd", "packed by zstd: unpack it first (`zstd -dc FILE | campione pgn -`)"),
    (b"PK\x03\x04", "a ZIP file: unpack it first"),
    (b"\xff\xfe", "UTF-16: write it as UTF-8 first"),
    (b"\xfe\xff", "UTF-16: write it as UTF-8 first"),
];

/// Whether a file that begins so is no text. Some programs leave single zero bytes in a text.
fn is_binary(head: &[u8]) -> bool {
    let head = &head[..head.len().min(1024)];
    head.split(|&byte| byte == 0).count() * 8 > head.len() + 8
}

/// Reads all games of a source.
fn games(
    file: &Path,
    source: Source,
    how: Options,
    to: Option<GamesAs>,
    mut page: Option<&mut Page>,
    out: &mut impl Write,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let name = (file != Path::new("-")).then(|| file.display().to_string());
    let mut stream = Stream { name: name.as_deref(), to, reading: how.reading, said: Vec::new() };
    let seen = source.reading();
    let mut input = BufReader::with_capacity(CHUNK, source);
    let head = input.fill_buf().map_err(|error| signal_or(&error, file))?;
    let what = NO_TEXT.iter().find(|(sign, _)| head.starts_with(sign)).map(|&(_, what)| what);
    if let Some(what) = what.or_else(|| is_binary(head).then_some("a binary file, not PGN")) {
        let name = name.as_deref().unwrap_or("standard input");
        complain(&format!("{name}: this is {what}"));
        tally.empty = true;
        return Ok(());
    }
    let threads = rayon::current_num_threads();
    if let Some(seen) = seen.as_deref().filter(|seen| page.is_none() && threads > 1 && seen.is_large()) {
        return at_once(&mut stream, input, how, threads, seen, out, tally).map_err(|error| of_file(error, file));
    }
    let mut reader = PgnReader::new(input, how);
    let before = (tally.plies, tally.variation_plies, tally.bytes);
    let mut found = false;
    loop {
        let next = stream.next(&mut reader, page.as_deref_mut());
        tally.plies = before.0 + reader.plies();
        tally.variation_plies = before.1 + reader.variation_plies();
        tally.bytes = before.2 + reader.bytes();
        if let Some(seen) = &seen {
            seen.plies.store(reader.plies(), Ordering::Relaxed);
        }
        let Some(read) = next.transpose()? else { break };
        if let Some(stream) = read.as_ref().err().and_then(|error| error.stream()) {
            return Err(signal_or(stream, file));
        }
        found = true;
        *(if read.is_ok() { &mut tally.passed } else { &mut tally.failed }) += 1;
        stream.report(read, out)?;
        if seen.is_none() {
            // A program that sends one game at a time waits for the answer.
            out.flush()?;
        }
        interrupt::check()?;
    }
    stream.end(reader.left_over(), found, tally);
    Ok(())
}

/// The same for a file, with several threads.
fn at_once(
    stream: &mut Stream<'_>,
    input: BufReader<Source>,
    how: Options,
    threads: usize,
    seen: &ReadBytes,
    out: &mut impl Write,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let form = Form { how, to: stream.to, file: stream.name.unwrap_or("-") };
    let (mut found, mut left_over) = (false, None);
    parallel::read(input, form, threads, |games| {
        tally.plies += games.plies;
        tally.variation_plies += games.variation_plies;
        tally.bytes += games.bytes;
        seen.plies.fetch_add(games.plies, Ordering::Relaxed);
        left_over = left_over.or(games.left_over);
        for read in games.read {
            found = true;
            *(if read.is_ok() { &mut tally.passed } else { &mut tally.failed }) += 1;
            stream.report(read, out)?;
        }
        interrupt::check()?;
        games.error.map_or(Ok(()), Err)
    })?;
    stream.end(left_over, found, tally);
    Ok(())
}

/// An error of reading or writing the games of a file, with the file's name.
fn of_file(error: Error, file: &Path) -> Error {
    let of_game = error.downcast_ref::<Box<PgnError>>().and_then(|error| error.stream());
    match error.downcast_ref::<io::Error>().or(of_game) {
        Some(stream) => signal_or(stream, file),
        None if error.is::<Interrupted>() => error,
        None => error.context(file.display().to_string()),
    }
}

/// The signal that ended the reading of a file, or its error with the file's name.
fn signal_or(error: &io::Error, file: &Path) -> Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Interrupted>()) {
        Some(&interrupted) => Error::new(interrupted),
        None if file == Path::new("-") => anyhow!("standard input: {error}"),
        None => anyhow!("{}: {error}", file.display()),
    }
}

/// What is wrong with a game, and what to do about it, in one line.
fn in_words(error: &PgnError, reading: Option<How>) -> String {
    let mut text = error.to_string();
    if let Some(tag) = &error.overruled {
        text +=
            &format!("; the Variant tag says {tag}, but --variant says otherwise: if the tag is right, leave it out");
    }
    match &error.fault {
        PgnFault::Fen(fault) => {
            text += &advice(&Error::new(fault.clone()), error.assumed.as_deref());
        }
        PgnFault::Move(fault) => {
            if let Some((theirs, ours)) = fault.letter {
                let pairs = ours.map_or_else(|| "S=N,L=B".to_owned(), |ours| format!("{theirs}={ours}"));
                text += "; if it has the letters of another language or program, say which pieces they are: ";
                text += &format!("`--letters {pairs}`");
            }
            if let Some(id) = &error.assumed {
                text += &format!("; the game has no Variant tag and no --variant was given, so it is read as {id}");
                text += ": if it is another, say which (`-v ID`)";
            }
            // The moves and the position in the message count ranks from 1, as everywhere else.
            let ten_ranks = error.fen.as_ref().is_some_and(|fen| fen.matches('/').count() == 9);
            if reading == Some(How::Xboard) && ten_ranks {
                text += "; with `--reading xboard` the ranks of the game's moves are counted from 0, those of the moves and the \
                         position listed here from 1: if the game counts from 1, leave the option out";
            }
        }
        PgnFault::Variant(_) => {
            text += "; if it is a variant of your own, name its file: `-v FILE`; `campione variants` lists those that are \
                     built in";
        }
        PgnFault::Variants(variants) => {
            let options: Vec<String> = variants.iter().map(|id| format!("`-v {id}`")).collect();
            text += &format!("; say which: {}", one_of(&options));
        }
        PgnFault::Readings(readings) => {
            let options: Vec<String> = readings.iter().map(|reading| format!("`--reading {reading}`")).collect();
            text += &format!("; say which it is: {}", one_of(&options));
        }
        _ => {}
    }
    text
}

fn summary(format: Format, tally: &Tally, start: Instant, out: &mut impl Write) -> anyhow::Result<()> {
    let Tally { passed, failed, plies, variation_plies, bytes, .. } = *tally;
    let seconds = start.elapsed().as_secs_f64();
    let per_second = |count: u64| count as f64 / seconds.max(1e-9);
    let interrupted = interrupt::check().is_err();
    let games = passed + failed;
    if format == Format::Text {
        let interrupted = if interrupted { "interrupted: " } else { "" };
        let (g, p) = (if games == 1 { "game" } else { "games" }, if plies == 1 { "ply" } else { "plies" });
        let text = format!("{interrupted}{games} {g}, {plies} {p}: {passed} passed, {failed} failed");
        out.write_all(width::line(&text, "  ").as_bytes())?;
        out.flush()?;
        if io::stderr().is_terminal() {
            let (speed, rate) = (per_second(plies) / 1e6, per_second(bytes) / 1e6);
            complain(&format!(
                "{} bytes in {seconds:.2} s: {speed:.2} million plies a second, {rate:.1} MB/s",
                bytes.separate_with_commas()
            ));
        }
        return Ok(());
    }
    let mut object = json!({
        "games": games,
        "plies": plies,
        "variation_plies": variation_plies,
        "passed": passed,
        "failed": failed,
        "bytes": bytes,
        "seconds": seconds,
        "plies_per_second": per_second(plies).round() as u64,
        "mb_per_second": per_second(bytes) / 1e6,
    });
    if interrupted {
        object["interrupted"] = Value::from(true);
    }
    writeln!(out, "{object}")?;
    Ok(())
}
