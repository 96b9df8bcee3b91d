//! A FEN that can be changed piece by piece, for positions after moves that are not legal.

/// A position of the slow generator.
pub(crate) type Position = campione_reference::Position<'static>;

/// File and rank, both from 0.
pub(crate) type At = (i32, i32);

/// The name of a square, such as `e10`.
pub(crate) fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// The squares named in a move, in order.
pub(crate) fn squares(text: &str) -> Vec<At> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for (index, letter) in text.char_indices() {
        let digits: String = text[index + 1..].chars().take_while(char::is_ascii_digit).collect();
        if letter.is_ascii_lowercase() && !digits.is_empty() {
            found.push((i32::from(bytes[index] - b'a'), digits.parse::<i32>().expect("digits") - 1));
        }
    }
    found
}

/// A move with `by` added to its rank numbers.
pub(crate) fn ranks(text: &str, by: i32) -> String {
    let mut found = String::new();
    let mut number = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_ascii_digit() {
            number.push(letter);
            continue;
        }
        if let Ok(rank) = number.parse::<i32>() {
            found += &(rank + by).to_string();
        }
        number.clear();
        found.push(letter);
    }
    found.trim_end().to_owned()
}

/// The fields of a FEN, with the pieces by squares.
#[derive(Clone)]
pub(crate) struct Board {
    pieces: Vec<Vec<Option<char>>>,
    pub(crate) white: bool,
    pub(crate) rights: String,
    pub(crate) en_passant: String,
    pub(crate) waiting: Vec<(At, u32)>,
}

impl Board {
    pub(crate) fn of(position: &Position) -> Board {
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut pieces: Vec<Vec<Option<char>>> = fields[0].split('/').map(row).collect();
        pieces.reverse();
        let waiting = fields.get(6).map_or_else(Vec::new, |list| {
            let entries = list.split(',').filter_map(|entry| entry.split_once(':'));
            entries.map(|(square, wait)| (squares(square)[0], wait.parse().expect("a wait"))).collect()
        });
        Board { pieces, white: fields[1] == "w", rights: fields[2].into(), en_passant: fields[3].into(), waiting }
    }

    /// The position; `None` if it is not valid.
    pub(crate) fn position(&self, variant: &str) -> Option<Position> {
        let placement: Vec<String> = self.pieces.iter().rev().map(|row| text(row)).collect();
        let side = if self.white { 'w' } else { 'b' };
        let rights = if self.rights.is_empty() { "-" } else { &self.rights };
        let mut fen = format!("{} {side} {rights} {} 0 1", placement.join("/"), self.en_passant);
        let waiting: Vec<String> = self.waiting.iter().map(|&(at, wait)| format!("{}:{wait}", name(at))).collect();
        if !waiting.is_empty() {
            fen += &format!(" {}", waiting.join(","));
        }
        Position::named(variant, &fen).ok()
    }

    pub(crate) fn piece(&self, (file, rank): At) -> Option<char> {
        let rank = self.pieces.get(usize::try_from(rank).ok()?)?;
        *rank.get(usize::try_from(file).ok()?)?
    }

    pub(crate) fn is_empty(&self, at: At) -> bool {
        self.is_on_board(at) && self.piece(at).is_none()
    }

    pub(crate) fn is_on_board(&self, (file, rank): At) -> bool {
        (0..self.files()).contains(&file) && (0..self.ranks()).contains(&rank)
    }

    pub(crate) fn files(&self) -> i32 {
        self.pieces[0].len() as i32
    }

    pub(crate) fn ranks(&self) -> i32 {
        self.pieces.len() as i32
    }

    pub(crate) fn put(&mut self, (file, rank): At, piece: Option<char>) {
        self.pieces[rank as usize][file as usize] = piece;
    }

    /// Moves the content of a square to another square.
    pub(crate) fn shift(&mut self, from: At, to: At) {
        let piece = self.piece(from);
        self.put(from, None);
        self.put(to, piece);
    }

    /// Changes the side to move.
    pub(crate) fn pass(&mut self) {
        self.white = !self.white;
        "-".clone_into(&mut self.en_passant);
    }

    /// A letter in the case of the side to move.
    pub(crate) fn own(&self, letter: char) -> char {
        if self.white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    }

    /// A letter in the case of the side that is not to move.
    pub(crate) fn enemy(&self, letter: char) -> char {
        if self.white { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    }

    pub(crate) fn is_enemy(&self, piece: char) -> bool {
        piece.is_ascii_uppercase() != self.white
    }

    /// The squares of a piece.
    pub(crate) fn find(&self, piece: char) -> Vec<At> {
        let all = (0..self.ranks()).flat_map(|rank| (0..self.files()).map(move |file| (file, rank)));
        all.filter(|&at| self.piece(at) == Some(piece)).collect()
    }

    pub(crate) fn king(&self) -> At {
        self.find(self.own('k'))[0]
    }

    pub(crate) fn forward(&self) -> i32 {
        if self.white { 1 } else { -1 }
    }

    /// The rank on which the pawns of the side to move start.
    pub(crate) fn second_rank(&self) -> i32 {
        if self.white { 1 } else { self.ranks() - 2 }
    }

    /// Whether a move of the side to move is a castling with a partner.
    pub(crate) fn is_castling(&self, text: &str) -> bool {
        self.castling_partner(text).is_some()
    }

    /// The partner of a castling with fixed targets: the outermost piece of the first rank on that side.
    pub(crate) fn castling_partner(&self, text: &str) -> Option<At> {
        let [from, to] = squares(text)[..] else { return None };
        let castles = from == self.king() && from.1 == to.1 && ((from.0 - to.0).abs() > 1 || text.ends_with('k'));
        // In crc the king may stay on c or come to it from b.
        let step = if to.0 < from.0 || to.0 == 2 && text.ends_with('k') { -1 } else { 1 };
        let rooks =
            self.find(self.own('r')).into_iter().filter(|&(file, rank)| rank == from.1 && (file - from.0) * step > 0);
        let rook = rooks.max_by_key(|&(file, _)| (file - from.0).abs());
        if castles && !self.rights.is_empty() && self.rights != "-" { rook } else { None }
    }
}

fn row(text: &str) -> Vec<Option<char>> {
    let mut row = Vec::new();
    let mut run = 0;
    for letter in text.chars().chain(['/']) {
        if let Some(digit) = letter.to_digit(10) {
            run = run * 10 + digit as usize;
            continue;
        }
        row.extend(std::iter::repeat_n(None, std::mem::take(&mut run)));
        row.extend(Some(letter).filter(|letter| *letter != '/').map(Some));
    }
    row
}

fn text(row: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for piece in row.iter().copied().chain([Some('/')]) {
        match piece {
            None => run += 1,
            Some(letter) => {
                if run > 0 {
                    text += &run.to_string();
                }
                run = 0;
                text.extend(Some(letter).filter(|letter| *letter != '/'));
            }
        }
    }
    text
}
