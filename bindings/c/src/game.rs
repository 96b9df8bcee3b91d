//! Games: a position, how it came about, and what may be played.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::{Arc, Mutex};

use campione::dialect::Dialect;
use campione::moves::{self, MoveNotation};
use campione::{Color, Position, ReadPosition as _, Square, fen};

use crate::border::{call, given, handle, lock, optional_text, owned_text, place, pointer_place, static_text, text};
use crate::error::{Error, Status};
use crate::moves::{Moves, notation};
use crate::variant::Variant;

/// A game that is played: a start position, the moves, and every position between them. A position alone is a game without moves.
pub struct Game(Mutex<Arc<campione::Game>>);

impl Game {
    fn of(game: campione::Game) -> Game {
        Game(Mutex::new(Arc::new(game)))
    }

    /// The game as it is now.
    pub(crate) fn now(&self) -> Arc<campione::Game> {
        Arc::clone(&lock(&self.0))
    }

    pub(crate) fn position(&self) -> Position {
        *lock(&self.0).position()
    }
}

/// Who has won.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// The game goes on.
    None = 0,
    White = 1,
    Black = 2,
    Draw = 3,
}

/// How a game ended.
#[repr(C)]
pub struct Outcome {
    pub winner: Winner,
    /// Why, for programs: `checkmate`, `stalemate`, `bare-king`, `repetition`, `move-rule`, `dead-position`; empty while the game goes on.
    /// It is there as long as the process.
    pub reason: *const c_char,
}

impl Outcome {
    pub(crate) fn of(outcome: Option<campione::Outcome>) -> Outcome {
        let winner = outcome.map_or(Winner::None, |outcome| match outcome.winner {
            Some(Color::White) => Winner::White,
            Some(Color::Black) => Winner::Black,
            None => Winner::Draw,
        });
        Outcome { winner, reason: static_text(outcome.map_or("", |outcome| outcome.reason.code())) }
    }
}

/// Reads a move of a position in the notation of that name, or in any for NULL.
///
/// # Safety
/// As [`text`].
unsafe fn read_move(
    (mv, length): (*const c_char, usize),
    (name, name_length): (*const c_char, usize),
    position: &Position,
) -> Result<campione::Move, Error> {
    // SAFETY: the caller's promise.
    let (mv, name) = unsafe { (text(mv, length, "move")?, optional_text(name, name_length, "notation")?) };
    let read = match name {
        None => moves::read(mv, position),
        Some(name) => name.parse::<MoveNotation>()?.read(mv, position),
    };
    read.map_err(|error| Error::mv(&error, position))
}

/// A game that begins with a position. `fen` is a FEN in any dialect, or the name of a start position, such as `startpos` or
/// `crc:27621`; NULL is the start position of the variant. Each fault of a FEN has its code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_game_new(
    variant: Option<&Variant>,
    fen: *const c_char,
    length: usize,
    game: Option<&mut MaybeUninit<*mut Game>>,
) -> Status {
    call(|| {
        let game = pointer_place(game, "game")?;
        let variant = given(variant, "variant")?.0;
        // SAFETY: what the caller promises of texts.
        let start = match unsafe { optional_text(fen, length, "fen") }? {
            None => Position::start(variant),
            Some(text) => match fen::read_start(text, variant) {
                Some(start) => start?,
                None => variant.position(text).map_err(|error| Error::fen(&error))?,
            },
        };
        game.write(handle(Game::of(campione::Game::new(start))));
        Ok(())
    })
}

/// The same game once more; the two share their positions until one of them is changed.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_copy(game: Option<&Game>, copy: Option<&mut MaybeUninit<*mut Game>>) -> Status {
    call(|| {
        let copy = pointer_place(copy, "copy")?;
        let game = given(game, "game")?.now();
        copy.write(handle(Game(Mutex::new(game))));
        Ok(())
    })
}

/// Frees a game. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_free(game: Option<Box<Game>>) {
    drop(game);
}

/// The variant that is played.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_variant(
    game: Option<&Game>,
    variant: Option<&mut MaybeUninit<*mut Variant>>,
) -> Status {
    call(|| {
        let variant = pointer_place(variant, "variant")?;
        variant.write(handle(Variant(given(game, "game")?.position().variant())));
        Ok(())
    })
}

/// The position as a FEN. `dialect` is `xfen`, `shredder`, `fairy`, `xboard` or `chessv`; NULL is `xfen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_game_fen(
    game: Option<&Game>,
    dialect: *const c_char,
    length: usize,
    fen: Option<&mut MaybeUninit<*mut c_char>>,
) -> Status {
    call(|| {
        let fen = pointer_place(fen, "fen")?;
        let position = given(game, "game")?.position();
        // SAFETY: what the caller promises of texts.
        let dialect = match unsafe { optional_text(dialect, length, "dialect") }? {
            None => Dialect::Xfen,
            Some(name) => name.parse()?,
        };
        fen.write(owned_text(&dialect.write(&position, false)?));
        Ok(())
    })
}

/// Whose turn it is: 1 for White, 0 for Black.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_white_to_move(game: Option<&Game>, white: Option<&mut MaybeUninit<u32>>) -> Status {
    call(|| {
        let turn = given(game, "game")?.position().turn();
        place(white, "white")?.write(u32::from(turn == Color::White));
        Ok(())
    })
}

/// Whether the side to move is in check: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_in_check(game: Option<&Game>, check: Option<&mut MaybeUninit<u32>>) -> Status {
    call(|| {
        let in_check = given(game, "game")?.position().in_check();
        place(check, "check")?.write(u32::from(in_check));
        Ok(())
    })
}

/// The piece on a square such as `e4`: its letter as in a FEN, upper case for White, or 0 if the square is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_game_piece_at(
    game: Option<&Game>,
    square: *const c_char,
    length: usize,
    letter: Option<&mut MaybeUninit<c_char>>,
) -> Status {
    call(|| {
        let position = given(game, "game")?.position();
        let letter = place(letter, "letter")?;
        // SAFETY: what the caller promises of texts.
        let square = unsafe { text(square, length, "square") }?;
        let variant = position.variant();
        let found = square.parse::<Square>().ok().filter(|&square| variant.board().contains(square));
        let found = found.ok_or_else(|| {
            let shown: String = square.chars().take(40).collect();
            let (files, ranks) = (variant.files(), variant.ranks());
            Error::range("square", &format!("`{shown}` is no square of {files} files and {ranks} ranks"))
        })?;
        let piece = position.piece_at(found).map(|piece| variant.piece_letter(piece));
        letter.write(piece.and_then(|letter| u8::try_from(letter).ok()).unwrap_or(0) as c_char);
        Ok(())
    })
}

/// How often the position has occurred in this game, this time included.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_repetitions(game: Option<&Game>, times: Option<&mut MaybeUninit<u32>>) -> Status {
    call(|| {
        let repetitions = given(game, "game")?.now().repetitions();
        place(times, "times")?.write(u32::try_from(repetitions).unwrap_or(u32::MAX));
        Ok(())
    })
}

/// A number of 64 bits of the position: the same for the same pieces, side to move and rights.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_zobrist(game: Option<&Game>, key: Option<&mut MaybeUninit<u64>>) -> Status {
    call(|| {
        let zobrist = given(game, "game")?.position().zobrist();
        place(key, "key")?.write(zobrist);
        Ok(())
    })
}

/// The legal moves, in the notation of that name: `uci`, `crc`, `uci960`, `xboard`, `san` or `lan`; NULL is `uci`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_game_legal_moves(
    game: Option<&Game>,
    notation: *const c_char,
    length: usize,
    moves: Option<&mut MaybeUninit<*mut Moves>>,
) -> Status {
    call(|| {
        let moves = pointer_place(moves, "moves")?;
        let position = given(game, "game")?.position();
        // SAFETY: what the caller promises of texts.
        let notation = unsafe { self::notation(notation, length, MoveNotation::Uci) }?;
        let list = position.legal_moves();
        moves.write(handle(Moves::of(list.iter().map(|&mv| (mv, &position, 0)), notation)?));
        Ok(())
    })
}

/// A legal move in the notation of that name; NULL is `san`. The text of the move is in any notation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_game_write_move(
    game: Option<&Game>,
    mv: *const c_char,
    mv_length: usize,
    notation: *const c_char,
    notation_length: usize,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> Status {
    call(|| {
        let text = pointer_place(text, "text")?;
        let position = given(game, "game")?.position();
        // SAFETY: what the caller promises of texts.
        let (notation, mv) = unsafe {
            let notation = self::notation(notation, notation_length, MoveNotation::San)?;
            (notation, read_move((mv, mv_length), (ptr::null(), 0), &position)?)
        };
        text.write(owned_text(&notation.write(mv, &position)?));
        Ok(())
    })
}

/// Plays a move. Its text is in the notation of that name, or in any for NULL. If it breaks rules, the faults behind the first name these.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_game_play(
    game: Option<&Game>,
    mv: *const c_char,
    mv_length: usize,
    notation: *const c_char,
    notation_length: usize,
) -> Status {
    call(|| {
        let mut game = lock(&given(game, "game")?.0);
        // SAFETY: what the caller promises of texts.
        let mv = unsafe { read_move((mv, mv_length), (notation, notation_length), game.position()) }?;
        Arc::make_mut(&mut game).play_unchecked(mv);
        Ok(())
    })
}

/// Takes the last move back.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_undo(game: Option<&Game>) -> Status {
    call(|| {
        let mut game = lock(&given(game, "game")?.0);
        if game.plies() == 0 {
            return Err(Error::nothing_to_undo());
        }
        Arc::make_mut(&mut game).undo();
        Ok(())
    })
}

/// The moves played, in the notation of that name; NULL is `uci`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn campione_game_moves(
    game: Option<&Game>,
    notation: *const c_char,
    length: usize,
    moves: Option<&mut MaybeUninit<*mut Moves>>,
) -> Status {
    call(|| {
        let moves = pointer_place(moves, "moves")?;
        let game = given(game, "game")?.now();
        // SAFETY: what the caller promises of texts.
        let notation = unsafe { self::notation(notation, length, MoveNotation::Uci) }?;
        let list = game.moves().iter().zip(game.positions()).map(|(&mv, position)| (mv, position, 0));
        moves.write(handle(Moves::of(list, notation)?));
        Ok(())
    })
}

/// How the game ended by the rules of its variant, repetitions included.
#[unsafe(no_mangle)]
pub extern "C" fn campione_game_outcome(game: Option<&Game>, outcome: Option<&mut MaybeUninit<Outcome>>) -> Status {
    call(|| {
        let found = given(game, "game")?.now().outcome();
        place(outcome, "outcome")?.write(Outcome::of(found));
        Ok(())
    })
}
