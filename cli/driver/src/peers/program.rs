//! An installed program that is compared with ours.

use std::path::{Path, PathBuf};
use std::time::Duration;

use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_variants::Known;

use super::{KnownVariant, fairy_stockfish_kin, known};
use crate::command::EngineCommand;
use crate::counter::{Counter, CounterOptions, OpenError, Place, Protocol, SetUp};
use crate::describe;
use crate::divide::{self, Divide};
use crate::notation::{EngineNotation, Letters};
use crate::open::open;
use crate::options::Setting;
use crate::readback::ReadBack;
use crate::session::{DriverError, Patience};

/// A program whose variants are known: Fairy-Stockfish (or a UCI engine with its `go perft`), or Sjaak II.
///
/// ```no_run
/// use campione_driver::peers::PeerProgram;
/// let program = PeerProgram::new("fairy-stockfish".parse()?, std::env::temp_dir().as_path())?;
/// for known in program.variants() {
///     println!("{}{}", known.id, known.note());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PeerProgram {
    command: EngineCommand,
    is_sjaak: bool,
    /// The descriptions of variants that it does not know.
    described: PathBuf,
}

/// A program that has chosen a variant.
pub struct Opened {
    counter: Box<dyn Counter>,
    notation: EngineNotation,
    is_sjaak: bool,
    /// Whether castling fields have file letters.
    letters: bool,
}

fn variants(is_sjaak: bool) -> impl Iterator<Item = KnownVariant> {
    known(if is_sjaak { |row| row.sjaak } else { |row| row.fairy_stockfish })
}

impl PeerProgram {
    /// The names of the programs that are looked for.
    pub const NAMES: [&'static str; 2] = ["fairy-stockfish", "sjaakii"];

    /// A program; variants that it does not know are described to it in a file in `folder`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(command: EngineCommand, folder: &Path) -> std::io::Result<PeerProgram> {
        let is_sjaak = Path::new(command.program()).file_name().is_some_and(|name| name == PeerProgram::NAMES[1]);
        let file = if is_sjaak { "sjaak.txt" } else { "fairy-stockfish.ini" };
        let mut text = String::new();
        for known in variants(is_sjaak).filter(|known| matches!(known.known, Known::Described(_))) {
            let shared = known.shared().map_err(|faults| faults.to_string());
            let described = shared.and_then(|shared| {
                if is_sjaak {
                    describe::for_sjaak(shared)
                } else {
                    describe::for_fairy_stockfish(shared).map_err(|error| error.to_string())
                }
            });
            text += &described.map_err(std::io::Error::other)?;
        }
        let described = folder.join(file);
        std::fs::write(&described, text)?;
        Ok(PeerProgram { command, is_sjaak, described })
    }

    /// A program at a path, with arguments.
    ///
    /// # Errors
    /// The path is not UTF-8, or the file of descriptions cannot be written.
    pub fn at(path: &Path, args: &[String], folder: &Path) -> std::io::Result<PeerProgram> {
        let program = path.to_str().ok_or_else(|| std::io::Error::other("the path is not UTF-8"))?.to_owned();
        let words = std::iter::once(program).chain(args.iter().cloned()).collect();
        PeerProgram::new(EngineCommand::new(words).map_err(std::io::Error::other)?, folder)
    }

    /// The variants that it can count.
    pub fn variants(&self) -> impl Iterator<Item = KnownVariant> {
        variants(self.is_sjaak)
    }

    /// Its own variants that are similar to ours, but have other rules: their speed can be compared, not their counts.
    pub fn kin(&self) -> impl Iterator<Item = KnownVariant> {
        fairy_stockfish_kin().filter(|_| !self.is_sjaak)
    }

    /// Whether it counts all smaller depths before the one asked for.
    pub fn deepens(&self) -> bool {
        self.is_sjaak
    }

    /// Its name and version.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn version(&self) -> Result<String, OpenError> {
        let chess = self.variants().find(|known| known.id == "chess");
        let opened = chess.map(|chess| self.open(chess)).transpose()?.flatten();
        Ok(opened.map_or_else(|| self.command.to_string(), |opened| opened.counter.name().to_owned()))
    }

    /// Starts it and chooses a variant; `None` if it does not know the variant.
    ///
    /// # Errors
    /// It cannot be started, or does not answer.
    pub fn open(&self, known: KnownVariant) -> Result<Option<Opened>, OpenError> {
        let variant = known.full();
        let name = match (known.known, self.is_sjaak) {
            (Known::As(name) | Known::Random(name), _) => name.to_owned(),
            (Known::Described(_), true) => describe::name_for_sjaak(known.id),
            (Known::Described(_), false) => describe::name(known.id),
        };
        let file = self.described.display().to_string();
        let mut words = self.command.words().to_vec();
        let mut options = CounterOptions { variant_name: Some(name), ..CounterOptions::default() };
        if self.is_sjaak {
            words.extend(["-xboard".to_owned(), file]);
            options.protocol = Some(Protocol::Xboard);
            options.divide_command = Some("perft {depth} 1".to_owned());
        } else {
            options.protocol = Some(Protocol::Uci);
            options.settings.push(Setting { name: "VariantPath".to_owned(), value: file });
            options.chess960 = Some(matches!(known.known, Known::Random(_)));
        }
        let patience = Patience { short: Duration::from_secs(20), ..Patience::default() };
        let mut counter =
            match open(&EngineCommand::new(words).map_err(DriverError::from)?, variant, &options, patience) {
                Ok(counter) => counter,
                Err(OpenError::Variant(_) | OpenError::Driver(DriverError::Rejected { .. })) => return Ok(None),
                Err(error) => return Err(error),
            };
        // After this it has the time of a long count.
        counter.divide(1)?;
        let letters = matches!(known.known, Known::Random(_));
        Ok(Some(Opened::new(counter, EngineNotation::new(Letters::default(), None, variant), letters)))
    }
}

impl Opened {
    /// A program that has chosen a variant. `letters`: its castling fields have file letters.
    pub fn new(counter: Box<dyn Counter>, notation: EngineNotation, letters: bool) -> Opened {
        let is_sjaak = counter.protocol() == Protocol::Xboard;
        Opened { counter, notation: notation.assuming(u8::from(!is_sjaak)), is_sjaak, letters }
    }

    /// Its name and version.
    pub fn version(&self) -> &str {
        self.counter.name()
    }

    /// How it writes moves.
    pub fn notation(&self) -> &EngineNotation {
        &self.notation
    }

    /// A position in its dialect; `None` if that cannot express the position.
    pub fn fen(&self, position: &Position) -> Option<String> {
        if self.is_sjaak { sjaak_fen(position) } else { Dialect::Fairy.write(position, self.letters).ok() }
    }

    /// Sets up a position in its dialect. Returns the FEN that it has instead, if it is another one.
    ///
    /// # Errors
    /// It does not answer.
    pub fn set_up(&mut self, fen: &str) -> Result<Option<String>, DriverError> {
        let SetUp { fen: read, .. } = self.counter.set_up(&Place { fen: Some(fen.to_owned()), moves: Vec::new() })?;
        Ok(read.filter(|read| match ReadBack::compare(fen, read) {
            ReadBack::Elsewhere { .. } => true,
            // Sjaak omits the castling field of variants without castling.
            ReadBack::Here { differences } => !self.is_sjaak && !differences.is_empty(),
        }))
    }

    /// Sets up its own start position of the variant.
    ///
    /// # Errors
    /// It does not answer.
    pub fn set_up_start(&mut self) -> Result<(), DriverError> {
        self.counter.set_up(&Place::default()).map(|_| ())
    }

    /// Counts from the position that is set up.
    ///
    /// # Errors
    /// It does not answer, or prints no divide.
    pub fn divide(&mut self, depth: u32) -> Result<Divide, DriverError> {
        let lines = self.counter.divide(depth)?;
        divide::parse(&lines).ok_or(DriverError::NoDivide { lines })
    }
}

/// A position in Sjaak's dialect; `None` if it cannot express a castling right.
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::peers::sjaak_fen;
/// use campione_movegen::Position;
/// let start = Position::start(Variant::named("chess")?);
/// assert_eq!(sjaak_fen(&start).unwrap(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
pub fn sjaak_fen(position: &Position) -> Option<String> {
    let text = Dialect::Xboard.write(position, false).ok()?;
    let mut fields: Vec<&str> = text.split(' ').collect();
    // A right with an inner rook is a file letter, which Sjaak does not read.
    if fields[2].contains(|letter| !"KQkq-".contains(letter)) {
        return None;
    }
    // Its count stops after 50 moves; perft does not.
    fields[4] = "0";
    Some(fields.join(" "))
}
