//! What went wrong: a status for the call, and more of it for the thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::ptr;

use campione::dialect::{PositionNotSaid, UnknownDialect};
use campione::fen::{FenError, StartError};
use campione::moves::{MoveError, MoveFault, MoveNotSaid, UnknownNotation};
use campione::{EngineError, FileFaults, Position, UnknownVariant};

use crate::border::{ask, c_text, static_text};

/// How a call went.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It did what it should.
    Ok = 0,
    /// An argument is NULL, no UTF-8, out of its range, or an unknown word.
    Argument = 1,
    /// There is no such variant, or its file has faults.
    Variant = 2,
    /// A FEN has faults, or the position cannot be written so.
    Position = 3,
    /// The text is no legal move, or the move cannot be written so, or there is none to take back.
    Move = 4,
    /// The engine is searching.
    Busy = 5,
    /// The count was stopped. A search that is stopped has a result.
    Stopped = 6,
    /// The system does not give the memory or the threads that were asked for.
    System = 7,
    /// A bug of the library. The process is whole; please report what you did.
    Bug = 8,
}

/// One fault.
#[derive(Debug)]
struct Fault {
    code: &'static str,
    /// What it is about: a field of a FEN, a key of a file, an argument.
    field: String,
    /// Line and column from 1, or zeros.
    place: (usize, usize),
    text: String,
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Error {
    status: Status,
    message: String,
    faults: Vec<Fault>,
}

impl Error {
    /// An error of one fault, whose message is the error's.
    fn new(status: Status, code: &'static str, field: &str, text: impl Into<String>) -> Error {
        let text = text.into();
        let fault = Fault { code, field: field.to_owned(), place: (0, 0), text: text.clone() };
        Error { status, message: text, faults: vec![fault] }
    }

    pub(crate) fn argument(code: &'static str, name: &str, text: impl Into<String>) -> Error {
        Error::new(Status::Argument, code, name, text)
    }

    pub(crate) fn null(name: &str) -> Error {
        Error::argument("argument.null", name, format!("{name} is NULL"))
    }

    /// A number or a word outside the range of an argument.
    pub(crate) fn range(name: &str, text: &str) -> Error {
        Error::argument("argument.range", name, format!("{name}: {text}"))
    }

    pub(crate) fn nothing_to_undo() -> Error {
        Error::new(Status::Move, "move.none", "", "no move has been played")
    }

    pub(crate) fn busy() -> Error {
        Error::new(Status::Busy, "engine.busy", "engine", "the engine is busy: it searches one position at a time")
    }

    pub(crate) fn stopped() -> Error {
        Error::new(Status::Stopped, "count.stopped", "control", "the count was stopped")
    }

    pub(crate) fn system(text: impl Into<String>) -> Error {
        Error::new(Status::System, "system", "", text)
    }

    pub(crate) fn bug() -> Error {
        Error::new(Status::Bug, "bug", "", "a bug of campione: it has panicked; please report what you did")
    }

    pub(crate) fn file(faults: &FileFaults) -> Error {
        let all = faults.0.iter().map(|fault| Fault {
            code: fault.code(),
            field: fault.key.join("."),
            place: (fault.line, fault.column),
            text: fault.reason(),
        });
        Error { status: Status::Variant, message: faults.to_string(), faults: all.collect() }
    }

    pub(crate) fn fen(error: &FenError) -> Error {
        let faults = error.faults.iter().map(|fault| Fault {
            code: fault.code(),
            field: fault.field().map_or("fields", campione::SetupField::words).to_owned(),
            place: (0, 0),
            text: fault.to_string(),
        });
        Error { status: Status::Position, message: error.to_string(), faults: faults.collect() }
    }

    /// A text that is no legal move. The faults of a move that breaks rules are these.
    pub(crate) fn mv(error: &MoveError, position: &Position) -> Error {
        let own = Error::new(Status::Move, error.code(), "move", error.to_string());
        if error.fault != MoveFault::Illegal {
            return own;
        }
        let reasons = campione::why::explain(&error.text, position).map(|why| why.reasons).unwrap_or_default();
        let faults = reasons.iter().map(|reason| Fault {
            code: reason.cause.code(),
            field: "move".to_owned(),
            place: (0, 0),
            text: reason.to_string(),
        });
        Error { faults: own.faults.into_iter().chain(faults).collect(), ..own }
    }
}

/// Errors of one fault, whose words are its own.
macro_rules! of_one_fault {
    ($($error:ty => $status:ident, $field:literal;)*) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error::new(Status::$status, error.code(), $field, error.to_string())
            }
        }
    )*};
}

of_one_fault! {
    UnknownVariant => Variant, "variant";
    UnknownDialect => Argument, "dialect";
    UnknownNotation => Argument, "notation";
    StartError => Position, "fen";
    PositionNotSaid => Position, "dialect";
    MoveNotSaid => Move, "notation";
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Error {
        Error::system(error.to_string())
    }
}

/// The last error of a thread, ready for C.
#[derive(Default)]
struct Kept {
    message: CString,
    faults: Vec<(&'static str, CString, (usize, usize), CString)>,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Keeps what a call came to for its thread.
pub(crate) fn keep(result: Result<(), Error>) -> Status {
    let (status, kept) = match result {
        Ok(()) => (Status::Ok, Kept::default()),
        Err(Error { status, message, faults }) => {
            let faults = faults.into_iter().map(|fault| {
                let Fault { code, field, place, text } = fault;
                (code, c_text(&field), place, c_text(&text))
            });
            (status, Kept { message: c_text(&message), faults: faults.collect() })
        }
    };
    // While a thread ends there is nobody to read it.
    let _ = KEPT.try_with(|last| last.replace(kept));
    status
}

/// Something of the last error of this thread.
fn kept<T>(otherwise: T, read: impl FnOnce(&Kept) -> T) -> T
where
    T: Copy,
{
    ask(otherwise, || KEPT.try_with(|last| read(&last.borrow())).unwrap_or(otherwise))
}

/// The last error of this thread in words, all faults of it; empty if its last call went well. It is there until the next call of this
/// thread that returns a status.
#[unsafe(no_mangle)]
pub extern "C" fn campione_error_message() -> *const c_char {
    kept(c"".as_ptr(), |kept| kept.message.as_ptr())
}

/// How many faults the last error of this thread has; 0 if its last call went well.
#[unsafe(no_mangle)]
pub extern "C" fn campione_error_count() -> usize {
    kept(0, |kept| kept.faults.len())
}

/// The code of a fault, for programs, such as `fen.side` or `illegal.pinned`; NULL if there are not so many. It is there as long as
/// the process.
#[unsafe(no_mangle)]
pub extern "C" fn campione_error_code(index: usize) -> *const c_char {
    kept(ptr::null(), |kept| kept.faults.get(index).map_or(ptr::null(), |fault| static_text(fault.0)))
}

/// What a fault is about: a field of the FEN, a key of the file, an argument; NULL if there are not so many. It is there as long as
/// campione_error_message.
#[unsafe(no_mangle)]
pub extern "C" fn campione_error_field(index: usize) -> *const c_char {
    kept(ptr::null(), |kept| kept.faults.get(index).map_or(ptr::null(), |fault| fault.1.as_ptr()))
}

/// What is wrong, in words; NULL if there are not so many. It is there as long as campione_error_message.
#[unsafe(no_mangle)]
pub extern "C" fn campione_error_text(index: usize) -> *const c_char {
    kept(ptr::null(), |kept| kept.faults.get(index).map_or(ptr::null(), |fault| fault.3.as_ptr()))
}

/// The line of a variant's file on which a fault is, from 1; 0 if it is not of a file.
#[unsafe(no_mangle)]
pub extern "C" fn campione_error_line(index: usize) -> usize {
    kept(0, |kept| kept.faults.get(index).map_or(0, |fault| fault.2.0))
}

/// The column of a variant's file at which a fault is, in characters from 1; 0 if it is not of a file.
#[unsafe(no_mangle)]
pub extern "C" fn campione_error_column(index: usize) -> usize {
    kept(0, |kept| kept.faults.get(index).map_or(0, |fault| fault.2.1))
}
