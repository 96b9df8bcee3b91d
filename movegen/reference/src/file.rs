//! The text of a variant file (variant-files.md, "All keys").
//!
//! Every key is taken out of its table when it is read; a key that is left over is an error, so that no rule is
//! silently ignored.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::board::{Color, FILES, Piece, RANKS, Square, file_of_letter};
use crate::rules::{Castling, Game, Leap, Part, PawnKind, Promotion, Safe, Stalemate, Targets, king_starts};
use crate::{Position, betza, fen};

type Read<T> = Result<T, String>;

/// Reads a file, and checks that its start position can be set up.
pub(crate) fn game(text: &str) -> Read<Game> {
    let game = rules(text)?;
    Position::try_start(&game)?;
    Ok(game)
}

fn rules(text: &str) -> Read<Game> {
    let mut file: Table = text.parse().map_err(|error| format!("no TOML: {error}"))?;
    for word in ["id", "name", "about", "no_castling"] {
        file.remove(word);
    }
    let mut board = table(&mut file, "board")?.ok_or("board is missing")?;
    let files = small(&mut board, "files")?.ok_or("board.files is missing")?;
    let ranks = small(&mut board, "ranks")?.ok_or("board.ranks is missing")?;
    if !(1..=FILES).contains(&files) || !(1..=RANKS).contains(&ranks) {
        return Err("the size of the board".to_string());
    }
    let rotated = match text_of(&mut board, "black")?.as_deref() {
        None | Some("mirrored") => false,
        Some("rotated") => true,
        Some(other) => return Err(format!("board.black = {other:?}")),
    };

    let (pieces, king) = pieces(&mut file)?;
    let mut pawn = table(&mut file, "pawn")?.unwrap_or_default();
    let pawn_letter = letter_of(&text_of(&mut pawn, "letter")?.unwrap_or("P".to_string()))?;
    pawn.remove("name");
    let pawn_kind = pawn_kind(&mut pawn)?;

    let start = match (text_of(&mut board, "array")?, text_of(&mut board, "start")?) {
        (Some(array), None) => from_array(&array, pawn_letter, files, ranks, rotated)?,
        (None, Some(start)) => fen::read_placement(&start, files, ranks)?,
        _ => return Err("one of board.array and board.start".to_string()),
    };
    let rights = text_of(&mut board, "rights")?;
    let numbered = text_of(&mut board, "numbering")?.is_some();
    done(board, "board")?;

    let has_double_step = truth(&mut pawn, "double_step", true)?;
    let double_step_ranks = match pawn.remove("double_step_ranks") {
        _ if !has_double_step => Vec::new(),
        None => vec![1],
        Some(Value::Array(ranks)) => ranks.iter().map(|rank| Ok(to_small(rank)? - 1)).collect::<Read<Vec<i8>>>()?,
        Some(_) => return Err("pawn.double_step_ranks".to_string()),
    };
    let mut long_steps = Vec::new();
    for (squares, ranks) in table(&mut pawn, "long_steps")?.unwrap_or_default() {
        let squares: i8 = squares.parse().map_err(|_| "pawn.long_steps")?;
        let Value::Array(ranks) = ranks else { return Err("pawn.long_steps".to_string()) };
        for rank in &ranks {
            long_steps.push((squares, to_small(rank)? - 1));
        }
    }
    let double_step_barred = truth(&mut pawn, "double_step_barred_in_check_beside_pawn", false)?;
    let pinned_pawn_bars = truth(&mut pawn, "pinned_pawn_bars", true)?;
    let en_passant = truth(&mut pawn, "en_passant", true)?;
    done(pawn, "pawn")?;

    let count = |color, letter| start.iter().filter(|(_, piece)| *piece == Piece { color, letter }).count();
    let promotion = promotion(&mut file, ranks, count)?;

    let mut notation = table(&mut file, "notation")?.unwrap_or_default();
    let rights_by_file = truth(&mut notation, "rights_by_file", false)?;
    let king_takes_rook = truth(&mut notation, "king_takes_rook", false)?;
    done(notation, "notation")?;

    let mut draws = table(&mut file, "draws")?.unwrap_or_default();
    let stalemate = match text_of(&mut draws, "stalemate")?.as_deref() {
        None | Some("draw") => Stalemate::Draw,
        Some("loss") => Stalemate::Loss,
        Some("win") => Stalemate::Win,
        Some(other) => return Err(format!("draws.stalemate = {other:?}")),
    };
    let bare_king_loses = truth(&mut draws, "bare_king", false)?;
    for draw in ["repetition", "moves", "dead_position"] {
        draws.remove(draw);
    }
    done(draws, "draws")?;

    let leap = kings_leap(&mut file)?;
    let (castlings, lost_by_check) = castlings(&mut file, &Array { start: &start, king, files, rotated, numbered })?;
    done(file, "the file")?;

    Ok(Game {
        files,
        ranks,
        king_starts: king_starts(&start, king).ok_or("a king is missing")?,
        start,
        rights,
        pieces,
        king,
        pawn: pawn_letter,
        pawn_kind,
        double_step_ranks,
        long_steps,
        double_step_barred,
        pinned_pawn_bars,
        en_passant,
        promotion,
        castlings,
        lost_by_check,
        leap,
        stalemate,
        bare_king_loses,
        orthodox_draws: None,
        numbered,
        rights_by_file,
        king_takes_rook,
    })
}

/// What the castlings depend on.
struct Array<'a> {
    start: &'a [(Square, Piece)],
    king: char,
    files: i8,
    rotated: bool,
    numbered: bool,
}

/// Each side's castlings, and whether a check ends their rights.
fn castlings(file: &mut Table, array: &Array<'_>) -> Read<([Vec<Castling>; 2], bool)> {
    let mut castlings = [Vec::new(), Vec::new()];
    let mut lost_by_check = false;
    for (name, mut rule) in table(file, "castling")?.unwrap_or_default() {
        let Value::Table(rule) = &mut rule else { return Err(format!("castling.{name}")) };
        lost_by_check |= truth(rule, "lost_by_check", false)?;
        for (color, list) in Color::BOTH.into_iter().zip(&mut castlings) {
            list.extend(castlings_of(rule, color, array)?);
        }
        for word in ["name", "partner", "toward_last_file", "toward_first_file", "safe", "in_check", "why"] {
            rule.remove(word);
        }
        for word in ["crossing", "beside", "shortest", "longest"] {
            rule.remove(word);
        }
        done(rule.clone(), &name)?;
    }
    Ok((castlings, lost_by_check))
}

/// The movements by letter, and the letter of the king.
fn pieces(file: &mut Table) -> Read<(BTreeMap<char, Vec<Part>>, char)> {
    let mut pieces = BTreeMap::new();
    let mut kings = Vec::new();
    for (letter, piece) in table(file, "piece")?.ok_or("no pieces")? {
        let Value::Table(mut piece) = piece else { return Err(format!("piece.{letter}")) };
        let letter = letter_of(&letter)?;
        let moves = text_of(&mut piece, "moves")?.ok_or_else(|| format!("piece.{letter}.moves is missing"))?;
        pieces.insert(letter, betza::parse(&moves)?);
        if truth(&mut piece, "royal", false)? {
            kings.push(letter);
        }
        piece.remove("name");
        done(piece, "piece")?;
    }
    match kings[..] {
        [king] => Ok((pieces, king)),
        _ => Err("exactly one piece is royal".to_string()),
    }
}

/// "White's first rank from the a-file; the second is full of pawns."
fn from_array(array: &str, pawn: char, files: i8, ranks: i8, rotated: bool) -> Read<Vec<(Square, Piece)>> {
    let letters: Vec<char> = array.chars().collect();
    if letters.len() != files as usize {
        return Err("the length of board.array".to_string());
    }
    let mut pieces = Vec::new();
    for file in 0..files {
        let white = letter_of(&letters[file as usize].to_string())?;
        let black = if rotated { letter_of(&letters[(files - 1 - file) as usize].to_string())? } else { white };
        pieces.push((Square::new(file, 0), Piece { color: Color::White, letter: white }));
        pieces.push((Square::new(file, 1), Piece { color: Color::White, letter: pawn }));
        pieces.push((Square::new(file, ranks - 2), Piece { color: Color::Black, letter: pawn }));
        pieces.push((Square::new(file, ranks - 1), Piece { color: Color::Black, letter: black }));
    }
    Ok(pieces)
}

fn pawn_kind(pawn: &mut Table) -> Read<PawnKind> {
    match text_of(pawn, "kind")?.as_deref() {
        None | Some("orthodox") => Ok(PawnKind::Orthodox),
        Some("berolina") => Ok(PawnKind::Berolina),
        Some(other) => Err(format!("pawn.kind = {other:?}")),
    }
}

fn promotion(file: &mut Table, ranks: i8, at_start: impl Fn(Color, char) -> usize) -> Read<Promotion> {
    let mut rule = table(file, "promotion")?.ok_or("promotion is missing")?;
    let to: Vec<char> = text_of(&mut rule, "to")?.ok_or("promotion.to is missing")?.chars().collect();
    let last = ranks - 1;
    let rank = small(&mut rule, "rank")?.map_or(last, |rank| rank - 1);
    let mut own = table(&mut rule, "limits")?.unwrap_or_default();
    let mut limits = [BTreeMap::new(), BTreeMap::new()];
    for &letter in &to {
        let named = own.remove(&letter.to_string()).map(|limit| to_small(&limit)).transpose()?;
        for color in Color::BOTH {
            let limit = named.map_or_else(|| at_start(color, letter), |limit| limit as usize);
            limits[color.index()].insert(letter, limit);
        }
    }
    done(own, "promotion.limits")?;
    let wait = small(&mut rule, "wait")?.map(|wait| wait as u32);
    let optional = truth(&mut rule, "optional", false)?;
    let from_stock = truth(&mut rule, "from_stock", false)?;
    done(rule, "promotion")?;
    if wait.is_some() && (!from_stock || rank != last || optional) {
        return Err("promotion.wait".to_string());
    }
    Ok(Promotion { to, rank, optional, from_stock, limits, wait })
}

fn kings_leap(file: &mut Table) -> Read<Option<Leap>> {
    let Some(mut rule) = table(file, "king_leap")? else { return Ok(None) };
    let leap = Leap {
        distance: small(&mut rule, "distance")?.ok_or("king_leap.distance is missing")?,
        forward: truth(&mut rule, "forward", false)?,
        sideways: truth(&mut rule, "sideways", false)?,
        in_check: truth(&mut rule, "in_check", false)?,
        over_pieces: truth(&mut rule, "over_pieces", true)?,
        captures: truth(&mut rule, "captures", false)?,
    };
    done(rule, "king_leap")?;
    Ok(Some(leap))
}

/// The castlings of one color that a table `castling.X` describes.
fn castlings_of(rule: &Table, color: Color, array: &Array<'_>) -> Read<Vec<Castling>> {
    let &Array { start, king, files, rotated, numbered } = array;
    let mut rule = rule.clone();
    let partner = letter_of(&text_of(&mut rule, "partner")?.ok_or("castling.partner is missing")?)?;
    let safe = match text_of(&mut rule, "safe")?.as_deref() {
        None | Some("king-path") => Safe::Path,
        Some("king-to-partner") => Safe::ToPartner,
        Some("king-crossing") => Safe::Crossing,
        Some(other) => return Err(format!("safe = {other:?}")),
    };
    let in_check = truth(&mut rule, "in_check", false)?;
    let crossing = truth(&mut rule, "crossing", true)?;
    let beside = truth(&mut rule, "beside", false)?;
    let shortest = small(&mut rule, "shortest")?.unwrap_or(1);
    let longest = small(&mut rule, "longest")?.unwrap_or(FILES);
    let start_of =
        |letter| start.iter().filter(move |(_, piece)| *piece == Piece { color, letter }).map(|(square, _)| *square);
    let home = start_of(king).next().ok_or("a king is missing")?;
    // "Files are White's; with black = "rotated" Black's are counted from the other side."
    let turned = rotated && color == Color::Black;
    let own_file = |file: i8| if turned { files - 1 - file } else { file };
    let mut found = Vec::new();
    for (side, whites_last) in [("toward_last_file", true), ("toward_first_file", false)] {
        let Some(mut ways) = table(&mut rule, side)? else { continue };
        let way = |text: Option<String>| -> Read<(Option<i8>, Option<i8>)> {
            let text = text.ok_or("a way is missing")?;
            let (from, to) = text.split_once('-').ok_or("a way without a hyphen")?;
            Ok((file_or_star(from)?.map(own_file), file_or_star(to)?.map(own_file)))
        };
        let (king_from, king_to) = way(text_of(&mut ways, "king")?)?;
        let (partner_from, partner_to) = way(text_of(&mut ways, "partner")?)?;
        done(ways, side)?;
        let anywhere = numbered && king_from.is_none() && partner_from.is_none();
        let king_from = king_from.unwrap_or(home.file);
        if king_from != home.file {
            return Err("the king starts elsewhere".to_string());
        }
        let toward_last = whites_last != turned;
        // "*": wherever the array has put it; of several partners the outermost one of that side.
        let partners = start_of(partner).filter(|square| square.rank == home.rank).map(|square| square.file);
        let on_side = partners.filter(|&file| (file > home.file) == toward_last);
        let outermost = if toward_last { on_side.max() } else { on_side.min() };
        let partner_from = partner_from.or(outermost).ok_or("no partner on that side")?;
        let partner_square = Square::new(partner_from, home.rank);
        if !start_of(partner).any(|square| square == partner_square) {
            return Err("the partner starts elsewhere".to_string());
        }
        let targets = match (king_to, partner_to) {
            (Some(king), Some(partner)) => Targets::Fixed { king, partner },
            (None, None) => Targets::Free { crossing, beside, shortest, longest },
            _ => return Err("half a free castling".to_string()),
        };
        let from = if anywhere { None } else { Some((king_from, partner_from)) };
        found.push(Castling { from, toward_last, letter: partner, targets, safe, in_check });
    }
    Ok(found)
}

fn file_or_star(text: &str) -> Read<Option<i8>> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some('*'), None) => Ok(None),
        (Some(letter), None) => file_of_letter(letter).map(Some).ok_or_else(|| format!("no file {letter:?}")),
        _ => Err(format!("no file {text:?}")),
    }
}

/// A letter of a piece, in upper case.
fn letter_of(text: &str) -> Read<char> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => Ok(letter.to_ascii_uppercase()),
        _ => Err(format!("{text:?} is not a letter of a piece")),
    }
}

fn table(from: &mut Table, key: &str) -> Read<Option<Table>> {
    match from.remove(key) {
        None => Ok(None),
        Some(Value::Table(table)) => Ok(Some(table)),
        Some(_) => Err(format!("{key} is not a table")),
    }
}

fn text_of(from: &mut Table, key: &str) -> Read<Option<String>> {
    match from.remove(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("{key} is not text")),
    }
}

fn truth(from: &mut Table, key: &str, default: bool) -> Read<bool> {
    match from.remove(key) {
        None => Ok(default),
        Some(Value::Boolean(truth)) => Ok(truth),
        Some(_) => Err(format!("{key} is neither true nor false")),
    }
}

fn small(from: &mut Table, key: &str) -> Read<Option<i8>> {
    from.remove(key).map(|value| to_small(&value)).transpose()
}

fn to_small(value: &Value) -> Read<i8> {
    let number = value.as_integer().ok_or("a number is expected")?;
    i8::try_from(number).map_err(|_| format!("{number} is out of bounds"))
}

/// Checks that nothing but `why`, the words about a rule, is left in its table.
fn done(mut table: Table, name: &str) -> Read<()> {
    table.remove("why");
    match table.keys().next() {
        None => Ok(()),
        Some(key) => Err(format!("{name}: key {key:?} is not known")),
    }
}
