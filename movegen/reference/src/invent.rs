//! Random variants, as files. Most are valid; the rest is refused by whoever reads them.

const ORTHOGONAL: &[&str] = &["f", "b", "l", "r", "v", "s", "fs", "bs", "fb", "lr", "fl", "br", "vl", "rv"];
const DIAGONAL: &[&str] =
    &["f", "b", "l", "r", "fl", "fr", "bl", "br", "fs", "bs", "lv", "rv", "lf", "flbr", "frbl", "brf"];
const BOTH: &[&str] = &["f", "b", "l", "r", "v", "s", "fb", "lr"];
const OBLIQUE: &[&str] = &[
    "f", "b", "l", "r", "v", "s", "fs", "bs", "lv", "rv", "fh", "bh", "lh", "rh", "fl", "fr", "bl", "br", "lf", "rf",
    "lb", "rb", "hl", "hr", "fb", "fhb", "bhf", "lvr", "flrb",
];

/// A draw of random things.
struct Dice<'r>(&'r mut dyn FnMut(u64) -> u64);

impl Dice<'_> {
    /// An index into `length` things.
    fn index(&mut self, length: usize) -> usize {
        (self.0)(length as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.index(all.len())]
    }

    fn between(&mut self, low: u8, high: u8) -> u8 {
        low + (self.0)(u64::from(high - low) + 1) as u8
    }

    fn percent(&mut self, chance: u64) -> bool {
        (self.0)(100) < chance
    }

    fn truth(&mut self) -> bool {
        self.percent(50)
    }

    fn part(&mut self, text: &mut String) {
        let atom = self
            .one_of(&['W', 'F', 'D', 'A', 'N', 'N', 'H', 'C', 'L', 'Z', 'J', 'G', 'K', 'R', 'R', 'B', 'B', 'Q', 'Q']);
        let mut modifiers = Vec::new();
        if self.percent(35) {
            modifiers.push(self.one_of(&["m", "c"]));
        }
        let lame = "DNAHCZG".contains(atom) && self.percent(30);
        if lame {
            modifiers.push("n");
        }
        if self.percent(35) {
            modifiers.push(self.one_of(match atom {
                'W' | 'D' | 'H' | 'R' => ORTHOGONAL,
                'F' | 'A' | 'G' | 'B' => DIAGONAL,
                'K' | 'Q' => BOTH,
                _ => OBLIQUE,
            }));
        }
        let hops = !lame && self.percent(12);
        if hops {
            modifiers.push(self.one_of(&["p", "p", "g"]));
        }
        while !modifiers.is_empty() {
            *text += modifiers.remove(self.index(modifiers.len()));
        }
        text.push(atom);
        if hops {
            if !"RBQ".contains(atom) {
                text.push(atom);
            }
        } else if self.percent(30) {
            if self.percent(30) && !"RBQ".contains(atom) {
                text.push(atom);
            } else {
                *text += &self.between(1, 4).to_string();
            }
        }
    }

    fn movement(&mut self) -> String {
        if self.percent(25) {
            return self
                .one_of(&["R", "B", "Q", "N", "RN", "BN", "mQcN", "NN", "nNnAnD", "FA", "mRcpR", "mBcpB", "pR", "gQ"])
                .to_string();
        }
        let mut text = String::new();
        for _ in 0..self.one_of(&[1, 1, 2, 2, 3]) {
            let mut part = String::new();
            self.part(&mut part);
            // `N` and `N` would be the nightrider.
            if !text.ends_with(&part[..1]) {
                text += &part;
            }
        }
        text
    }
}

/// The first rank of a side, with gaps where `None` stands.
type Row = Vec<Option<char>>;

fn write_row(row: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for piece in row {
        match piece {
            None => gap += 1,
            Some(letter) => {
                if gap > 0 {
                    text += &std::mem::take(&mut gap).to_string();
                }
                text.push(*letter);
            }
        }
    }
    if gap > 0 {
        text += &gap.to_string();
    }
    text
}

/// The text of one file. `below` draws a random number below its argument; the same numbers make the same file.
///
/// ```
/// let mut number = 0;
/// let file = campione_reference::invent::file(&mut |bound| {
///     number += 7;
///     number % bound
/// });
/// assert!(file.contains("board.files"));
/// ```
pub fn file(below: &mut dyn FnMut(u64) -> u64) -> String {
    let mut dice = Dice(below);
    let (files, ranks) = (dice.between(4, 12), dice.between(5, 10));
    let pawn = dice.one_of(&['P', 'P', 'S']);
    let mut letters: Vec<char> = "ABCDEFGHIJLMNOPQRSTUVWXYZ".chars().filter(|&letter| letter != pawn).collect();
    let mut kinds = Vec::new();
    let mut text = format!("board.files = {files}\nboard.ranks = {ranks}\n");
    let king = dice.one_of(&["K", "K", "K", "K", "W", "F", "KN", "WA", "KD", "KH", "vNsW", "KK1"]);
    let king = if king == "KK1" { "W1F1" } else { king };
    text += &format!("piece.K = {{ moves = \"{king}\", royal = true }}\n");
    for _ in 0..dice.between(2, 6) {
        let letter = letters.remove(dice.index(letters.len()));
        text += &format!("piece.{letter}.moves = \"{}\"\n", dice.movement());
        kinds.push(letter);
    }

    let rotated = dice.truth();
    if rotated {
        text += "board.black = \"rotated\"\n";
    }
    let places_pieces = dice.truth();
    let mut row: Row = (0..files).map(|_| Some(dice.one_of(&kinds))).collect();
    let king_file = dice.index(row.len());
    if places_pieces {
        for piece in &mut row {
            if dice.percent(25) {
                *piece = None;
            }
        }
    }
    row[king_file] = Some('K');
    if places_pieces {
        // White's half from its first rank on: the king on the first or second, the pawns before it.
        let half = usize::from(ranks / 2);
        let mut rows: Vec<Row> = vec![vec![None; row.len()]; half];
        let home = usize::from(half > 2 && dice.percent(40));
        rows[home].clone_from(&row);
        for file in 0..row.len() {
            let rank = dice.index(half);
            if rank > home
                && dice.percent(85)
                && let Some(place) = rows[rank].get_mut(file)
            {
                *place = Some(pawn);
            }
        }
        let black = |row: &Row| {
            let mut row = row.clone();
            if rotated {
                row.reverse();
            }
            write_row(&row).to_lowercase()
        };
        let upper: Vec<String> = rows.iter().map(black).collect();
        let middle = (ranks % 2 == 1).then(|| files.to_string());
        let lower = rows.iter().rev().map(|row| write_row(row));
        let rows: Vec<String> = upper.into_iter().chain(middle).chain(lower).collect();
        text += &format!("board.start = \"{}\"\n", rows.join("/"));
    } else {
        let array: String = row.iter().flatten().collect();
        text += &format!("board.array = \"{}\"\n", array.to_lowercase());
    }

    let (zone, waits) = promotion(&mut dice, &kinds, ranks, &mut text);
    pawns(&mut dice, pawn, zone, &mut text);
    let by_file = castlings(&mut dice, &row, king_file, &mut text);
    if dice.percent(35) {
        text += &format!("king_leap.distance = {}\n", dice.between(2, 3));
        for key in ["forward", "sideways", "in_check", "over_pieces", "captures"] {
            if dice.percent(60) && !(waits && key == "captures") {
                text += &format!("king_leap.{key} = {}\n", if key == "over_pieces" { dice.truth() } else { true });
            }
        }
    }
    if by_file || dice.percent(15) {
        text += "notation.rights_by_file = true\n";
    }
    if dice.percent(25) {
        text += "notation.king_takes_rook = true\n";
    }
    let stalemate = dice.one_of(&["draw", "loss", "win"]);
    text += &format!("draws = {{ stalemate = \"{stalemate}\", dead_position = false }}\n");
    text
}

/// The pawns' own rules; `zone` is the first rank on which they promote.
fn pawns(dice: &mut Dice<'_>, pawn: char, zone: u8, text: &mut String) {
    *text += &format!("pawn.letter = \"{pawn}\"\n");
    let berolina = dice.percent(20);
    if berolina {
        *text += "pawn.kind = \"berolina\"\n";
    } else if dice.percent(10) {
        *text += "pawn.kind = \"orthodox\"\n";
    }
    match dice.between(0, 5) {
        0 => *text += "pawn.double_step = false\n",
        _ if zone < 5 => *text += "pawn.double_step = false\n",
        1 if zone > 5 => *text += "pawn.double_step_ranks = [2, 3]\n",
        2 if zone > 6 => *text += "pawn.double_step_ranks = [3, 4]\n",
        3 if zone > 5 => *text += "pawn.double_step_ranks = [3]\n",
        _ => {}
    }
    // Berolina pawns seldom meet so that one captures en passant.
    if zone > 6 && dice.percent(if berolina { 60 } else { 35 }) {
        let longest = if zone > 8 && dice.truth() { "{ 3 = [2, 3], 4 = [2] }" } else { "{ 3 = [2] }" };
        *text += &format!("pawn.long_steps = {longest}\n");
    }
    if dice.percent(60) {
        *text += "pawn.double_step_barred_in_check_beside_pawn = true\n";
        if dice.percent(70) {
            *text += "pawn.pinned_pawn_bars = false\n";
        }
    }
    if dice.percent(if berolina { 15 } else { 25 }) {
        *text += "pawn.en_passant = false\n";
    }
}

/// The rules of promotion; returns the first rank on which pawns promote, and whether they wait.
fn promotion(dice: &mut Dice<'_>, kinds: &[char], ranks: u8, text: &mut String) -> (u8, bool) {
    if dice.percent(12) {
        *text += "promotion.to = \"\"\n";
        return (ranks, false);
    }
    let mut to: Vec<char> = kinds.to_vec();
    for _ in 1..kinds.len() {
        if dice.truth() {
            to.remove(dice.index(to.len()));
        }
    }
    *text += &format!("promotion.to = \"{}\"\n", to.iter().collect::<String>());
    let from_stock = dice.percent(45);
    if from_stock {
        *text += "promotion.from_stock = true\n";
        if dice.percent(45) {
            *text += &format!("promotion.wait = {}\n", dice.between(0, 2));
            return (ranks, true);
        }
        let mut limits = Vec::new();
        for letter in &to {
            if dice.percent(40) {
                limits.push(format!("{letter} = {}", dice.between(0, 3)));
            }
        }
        if !limits.is_empty() {
            *text += &format!("promotion.limits = {{ {} }}\n", limits.join(", "));
        }
    }
    let zone = if dice.percent(60) { dice.between(ranks - 2, ranks) } else { ranks };
    if zone < ranks || dice.truth() {
        *text += &format!("promotion.rank = {zone}\n");
    }
    if zone < ranks && dice.percent(60) {
        *text += "promotion.optional = true\n";
    }
    (zone, false)
}

/// Castlings with pieces of the first rank; whether rights can be written by file only.
fn castlings(dice: &mut Dice<'_>, row: &Row, king: usize, text: &mut String) -> bool {
    let name = |file: usize| char::from(b'a' + file as u8);
    let mut of_side = [0, 0];
    let mut used = Vec::new();
    let lost_by_check = dice.percent(25);
    for letter in ['O', 'H', 'E', 'T'] {
        if !dice.percent(45) {
            continue;
        }
        let partners: Vec<usize> =
            (0..row.len()).filter(|&file| file != king && row[file].is_some() && !used.contains(&file)).collect();
        if partners.is_empty() {
            break;
        }
        let partner = dice.one_of(&partners);
        let piece = row[partner].unwrap_or(' ');
        let mut sides = String::new();
        let mut free = false;
        let other_side: Vec<usize> = partners
            .iter()
            .copied()
            .filter(|&file| row[file] == Some(piece) && (file > king) != (partner > king))
            .collect();
        let mut files = vec![partner];
        if !other_side.is_empty() {
            files.push(dice.one_of(&other_side));
        }
        for file in files {
            used.push(file);
            of_side[usize::from(file > king)] += 1;
            let is_outermost = if file > king { row[file + 1..].iter() } else { row[..file].iter() }
                .all(|&other| other != Some(piece));
            let king_from = if dice.percent(20) { '*' } else { name(king) };
            let partner_from = if is_outermost && dice.percent(30) { '*' } else { name(file) };
            let (king_to, partner_to) = if dice.percent(40) {
                free = true;
                ('*', '*')
            } else {
                // Mostly on the partner's side.
                let (low, high) = if dice.percent(90) { (king.min(file), king.max(file)) } else { (0, row.len() - 1) };
                let to = |dice: &mut Dice<'_>| dice.between(low as u8, high as u8) as usize;
                let king_to = to(dice);
                let partner_to = to(dice);
                let partner_to =
                    if partner_to == king_to { if king_to == low { low + 1 } else { king_to - 1 } } else { partner_to };
                // A king that leaves its partner behind must at least let it pass.
                let away = |to: usize| if file > king { to < king } else { to > king };
                let passes = if file > king { king_to > partner_to } else { king_to < partner_to };
                let (king_to, partner_to) =
                    if away(king_to) && !passes { (partner_to, king_to) } else { (king_to, partner_to) };
                (name(king_to), name(partner_to))
            };
            let side = if file > king { "toward_last_file" } else { "toward_first_file" };
            sides += &format!(
                "castling.{letter}.{side} = {{ king = \"{king_from}-{king_to}\", partner = \"{partner_from}-{partner_to}\" }}\n"
            );
        }
        *text += &format!("castling.{letter}.partner = \"{piece}\"\n{sides}");
        if dice.percent(60) {
            let safe = dice.one_of(&["king-path", "king-to-partner", "king-crossing"]);
            *text += &format!("castling.{letter}.safe = \"{safe}\"\n");
        }
        for key in ["in_check", "crossing"] {
            if dice.percent(40) {
                *text += &format!("castling.{letter}.{key} = {}\n", key == "in_check");
            }
        }
        if free && dice.percent(50) {
            *text += &format!("castling.{letter}.beside = {}\n", dice.truth());
            *text += &format!("castling.{letter}.shortest = {}\n", dice.between(1, 3));
            if dice.truth() {
                *text += &format!("castling.{letter}.longest = {}\n", dice.between(3, 5));
            }
        }
        if lost_by_check {
            *text += &format!("castling.{letter}.lost_by_check = true\n");
        }
    }
    of_side.iter().any(|&count| count > 1)
}
