//! Games as text. What users see of it is `campione.pgn`, in Python.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use campione::pgn::{
    MAX_DEPTH, Movetext, PgnError, PgnFault, PgnGame, PgnOptions, PgnReader, Ply, Reading, Remark, Tag, read_result,
    result_text, write,
};
use campione::{Game, Position};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::board::Board;
use crate::errors;
use crate::long::{TICK, lock, short};
use crate::moves::{Move, MoveOrText, raise};
use crate::variant::{Variant, VariantOrName};

/// What Python raised while a stream was read.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Ends a read by an exception of Python.
fn raised(slot: &Raised, error: PyErr) -> io::Error {
    *lock(slot) = Some(error);
    io::Error::other("Python has raised an exception")
}

/// A file; now and then it looks for signals.
struct Watched {
    file: File,
    looked: Instant,
    raised: Raised,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.looked.elapsed() >= TICK {
            self.looked = Instant::now();
            #[expect(
                clippy::redundant_closure_for_method_calls,
                reason = "the method has one lifetime, the closure any"
            )]
            let signals = Python::attach(|py| py.check_signals());
            signals.map_err(|error| raised(&self.raised, error))?;
        }
        self.file.read(buffer)
    }
}

/// A file object of Python, binary or text.
struct Object {
    read: Py<PyAny>,
    pending: Cursor<Vec<u8>>,
    raised: Raised,
}

/// How much is asked of a file object at once: bytes, or characters of a text.
const CHUNK: usize = 1 << 16;

/// The buffer before a file object, which keeps what it has read: a reader of one game costs no more than that.
const SMALL: usize = 1 << 12;

impl Object {
    fn more(&self) -> PyResult<Vec<u8>> {
        Python::attach(|py| {
            py.check_signals()?;
            let chunk = self.read.call1(py, (CHUNK,))?.into_bound(py);
            if let Ok(text) = chunk.cast::<PyString>() {
                return Ok(text.to_cow()?.as_bytes().to_vec());
            }
            if let Ok(bytes) = chunk.cast::<PyBytes>() {
                return Ok(bytes.as_bytes().to_vec());
            }
            Err(PyTypeError::new_err(format!(
                "read() has returned {}, neither str nor bytes",
                chunk.get_type().name()?
            )))
        })
    }
}

impl Read for Object {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.pending.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        self.pending = Cursor::new(self.more().map_err(|error| raised(&self.raised, error))?);
        self.pending.read(buffer)
    }
}

/// Reads the games of a stream, one at a time.
#[pyclass(frozen, module = "campione._campione")]
pub(crate) struct GameReader {
    reader: Mutex<PgnReader<Box<dyn BufRead + Send>>>,
    raised: Raised,
}

impl GameReader {
    /// What Python raised where it was asked for text, or the fault of a game.
    fn raise(&self, py: Python<'_>, error: &PgnError) -> PyErr {
        match &error.fault {
            PgnFault::Stream(fault) => {
                lock(&self.raised).take().unwrap_or_else(|| PyOSError::new_err(fault.to_string()))
            }
            _ => errors::pgn(py, error),
        }
    }
}

#[pymethods]
impl GameReader {
    /// `source` is a path, bytes, or an object with `read`.
    #[new]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        variant: VariantOrName,
        overrule: bool,
        reading: Option<&str>,
    ) -> PyResult<GameReader> {
        let reading: Option<Reading> =
            reading.map(str::parse).transpose().map_err(|error: campione::pgn::UnknownReading| {
                errors::bad_word(py, "reading", error.to_string(), Some(error.code()))
            })?;
        let options = PgnOptions { overrule, reading, ..PgnOptions::new(variant.get(py)?.rules) };
        let raised = Raised::default();
        let input: Box<dyn BufRead + Send> = if let Ok(bytes) = source.cast::<PyBytes>() {
            Box::new(Cursor::new(bytes.as_bytes().to_vec()))
        } else if source.hasattr("read")? {
            let read = source.getattr("read")?.unbind();
            let pending = Cursor::default();
            Box::new(BufReader::with_capacity(SMALL, Object { read, pending, raised: Arc::clone(&raised) }))
        } else {
            let path: PathBuf = source.extract()?;
            let file = py.detach(|| File::open(&path)).map_err(PyErr::from)?;
            let watched = Watched { file, looked: Instant::now(), raised: Arc::clone(&raised) };
            Box::new(BufReader::with_capacity(CHUNK, watched))
        };
        Ok(GameReader { reader: Mutex::new(PgnReader::new(input, options)), raised })
    }

    /// The next game; `None` at the end. Raises `PgnError` for a game that cannot be read, after which the next one follows.
    fn read(&self, py: Python<'_>) -> PyResult<Option<GameText>> {
        let game = short(py, || lock(&self.reader).next()).transpose().map_err(|error| self.raise(py, &error))?;
        Ok(game.map(|game| GameText(Arc::new(game))))
    }

    /// Reads the tags of the next game and skips its moves; false at the end. Raises `PgnError` for tags that cannot be read.
    fn skip(&self, py: Python<'_>) -> PyResult<bool> {
        let skipped =
            short(py, || lock(&self.reader).skip_game()).transpose().map_err(|error| self.raise(py, &error))?;
        Ok(skipped.is_some())
    }

    /// The rest of the line on which the last game ended.
    fn rest(&self, py: Python<'_>) -> String {
        short(py, || String::from_utf8_lossy(lock(&self.reader).rest_of_line()).into_owned())
    }

    /// Bytes and plies read so far.
    fn progress(&self, py: Python<'_>) -> (u64, u64) {
        short(py, || {
            let reader = lock(&self.reader);
            (reader.bytes(), reader.plies())
        })
    }
}

/// A game as it was read.
#[pyclass(frozen, module = "campione._campione")]
pub(crate) struct GameText(Arc<PgnGame>);

impl GameText {
    fn line<'py>(py: Python<'py>, line: &Movetext, start: &Position) -> PyResult<Bound<'py, PyAny>> {
        let plies = PyList::empty(py);
        let mut position = *start;
        for ply in &line.plies {
            let before = position;
            position = position.play_unchecked(ply.mv);
            plies.append((Move::of(ply.mv, &before), GameText::remarks(py, &ply.remarks, &before)?))?;
        }
        (GameText::remarks(py, &line.remarks, start)?, plies).into_bound_py_any(py)
    }

    /// What stands behind a move that was played in `before`: numbers, texts, and lines as pairs.
    fn remarks<'py>(py: Python<'py>, remarks: &[Remark], before: &Position) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for remark in remarks {
            match remark {
                Remark::Nag(number) => list.append(number)?,
                Remark::Comment(text) => list.append(text)?,
                Remark::Variation(line) => list.append(GameText::line(py, line, before)?)?,
            }
        }
        Ok(list)
    }
}

#[pymethods]
impl GameText {
    #[getter]
    fn number(&self) -> u64 {
        self.0.number
    }

    #[getter]
    fn first_line(&self) -> u64 {
        self.0.line
    }

    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        self.0.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect()
    }

    #[getter]
    fn variant(&self) -> Variant {
        Variant::of(self.0.start.variant())
    }

    #[getter]
    fn result(&self) -> &'static str {
        result_text(self.0.outcome)
    }

    #[getter]
    fn reading(&self) -> &'static str {
        self.0.reading.name()
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes.iter().map(ToString::to_string).collect()
    }

    /// The number of moves of the main line.
    fn plies(&self) -> usize {
        self.0.moves.plies.len()
    }

    /// The board before the first move.
    fn board(&self) -> Board {
        Board::from_position(&self.0.start)
    }

    /// The board after the main line, with its moves.
    fn end(&self, py: Python<'_>) -> Board {
        let game = py.detach(|| {
            let mut game = Game::new(self.0.start);
            self.0.moves.plies.iter().for_each(|ply| game.play_unchecked(ply.mv));
            game
        });
        Board::of(game, Variant::of(self.0.start.variant()))
    }

    /// The moves of the main line.
    fn moves(&self) -> Vec<Move> {
        let mut position = self.0.start;
        let play = |ply: &Ply| {
            let mv = Move::of(ply.mv, &position);
            position = position.play_unchecked(ply.mv);
            mv
        };
        self.0.moves.plies.iter().map(play).collect()
    }

    /// The moves with all remarks, as nested pairs.
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        GameText::line(py, &self.0.moves, &self.0.start)
    }

    /// The game in the export format.
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| write(&self.0))
    }
}

/// A line of Python's objects: `remarks`, and `plies` with `move` and `remarks`.
fn read_line(line: &Bound<'_, PyAny>, start: &Position, depth: usize) -> PyResult<Movetext> {
    let py = line.py();
    if depth > MAX_DEPTH {
        return Err(errors::bad_argument(py, "moves", format!("variations are nested more than {MAX_DEPTH} deep")));
    }
    let mut position = *start;
    let mut plies = Vec::new();
    for ply in line.getattr("plies")?.try_iter()? {
        let ply = ply?;
        let mv: MoveOrText = ply.getattr("move")?.extract()?;
        let mv = mv.find_or_pass(&position).map_err(|error| raise(py, &error, &position, Some(plies.len())))?;
        plies.push(Ply { mv, remarks: read_remarks(&ply.getattr("remarks")?, &position, depth)? });
        position = position.play_unchecked(mv);
    }
    Ok(Movetext { remarks: read_remarks(&line.getattr("remarks")?, start, depth)?, plies })
}

fn read_remarks(remarks: &Bound<'_, PyAny>, before: &Position, depth: usize) -> PyResult<Vec<Remark>> {
    let mut read = Vec::new();
    for remark in remarks.try_iter()? {
        let remark = remark?;
        read.push(if let Ok(text) = remark.cast::<PyString>() {
            Remark::Comment(text.to_cow()?.into_owned())
        } else if remark.hasattr("plies")? {
            Remark::Variation(read_line(&remark, before, depth + 1)?)
        } else {
            let number = remark.extract::<u16>().map_err(|_| {
                let reason = "a remark is a glyph from 0 to 65535, a comment (str) or a variation (Line)";
                errors::bad_argument(remark.py(), "remarks", reason)
            })?;
            Remark::Nag(number)
        });
    }
    Ok(read)
}

/// Whether a game that starts so needs a `FEN` tag.
#[pyfunction]
pub(crate) fn needs_fen(start: &Board) -> bool {
    campione::pgn::needs_fen(&start.position())
}

/// A game of Python's objects in the export format.
#[pyfunction]
pub(crate) fn write_game(
    py: Python<'_>,
    start: &Board,
    tags: Vec<(String, String)>,
    moves: &Bound<'_, PyAny>,
    result: &str,
) -> PyResult<String> {
    let start = start.position();
    let outcome = read_result(result.as_bytes())
        .map_err(|error| errors::bad_argument(py, "result", format!("`{result}`: {error}")))?;
    let named = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if let Some((name, _)) = tags.iter().find(|(name, _)| !named(name)) {
        return Err(errors::bad_argument(py, "tags", format!("`{name}`: a name has letters, digits and `_`")));
    }
    let tags = tags.into_iter().map(|(name, value)| Tag { name, value }).collect();
    let moves = read_line(moves, &start, 0)?;
    let game = PgnGame { number: 1, line: 1, tags, start, moves, outcome, reading: Reading::Native, notes: Vec::new() };
    Ok(py.detach(|| write(&game)))
}
