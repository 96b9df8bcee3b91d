//! Chess games that look like those of people: openings, captures, checks, games that end when they are decided, and the
//! tags and comments of the files that servers publish.
//!
//! A random game has hardly a capture and many pieces that must be told apart, so it says little about the files that
//! users have. The player here looks one ply ahead and counts what is attacked.

use std::fmt::Write;

use campione_core::{Color, Role, SplitMix64, Variant};
use campione_movegen::{Move, Position};
use campione_notation::san;

use super::games::{Lines, PART, WIDTH, in_parts};

/// Games end in a draw after this many plies, if not sooner.
const MOST_PLIES: u32 = 240;

/// A side resigns when it is behind by this, in hundredths of a pawn, sooner or later.
const LOST: i32 = 900;

/// Openings, from which a game leaves at a random ply.
const OPENINGS: [(&str, &str); 24] = [
    ("C65", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8"),
    ("C84", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3"),
    ("C50", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O a6 Bb3 Ba7"),
    ("C55", "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Re1 d6"),
    ("C57", "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5 Bb5+ c6 dxc6 bxc6"),
    ("C45", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7 Qe2 Nd5"),
    ("C42", "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3 Nc6 O-O Be7"),
    ("B90", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3"),
    ("B33", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5 a6 Na3 b5"),
    ("B22", "e4 c5 c3 d5 exd5 Qxd5 d4 Nf6 Nf3 e6 Bd3 Nc6 O-O"),
    ("B12", "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 c5 Be3 Nd7 O-O"),
    ("C02", "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 Nh6"),
    ("C11", "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7 Bxe7 Qxe7 f4 O-O"),
    ("B01", "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 c6 Bc4 Bf5"),
    ("B07", "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5"),
    ("D37", "d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4 O-O e3 c5 dxc5 Bxc5"),
    ("D02", "d4 d5 Nf3 Nf6 Bf4 e6 e3 c5 c3 Nc6 Nbd2 Bd6 Bg3 O-O"),
    ("D20", "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6"),
    ("D15", "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4"),
    ("E60", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7"),
    ("E32", "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3+ Qxc3 b6"),
    ("A45", "d4 Nf6 Bg5 e6 e4 h6 Bxf6 Qxf6 Nf3 d6"),
    ("A20", "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6"),
    ("A04", "Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7 d3 O-O Nbd2 c5 e4 Nc6"),
];

/// The games of one part, in their order.
pub(super) fn part(part: u64, variant: Variant) -> Vec<String> {
    in_parts(part, |number| Played::new(number, variant).text(number))
}

/// How a game is written down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Moves alone, in lines of 79 characters, as in collections of tournament games.
    Bare,
    /// Each move with the clock, in one line, as servers publish games.
    Clocks,
    /// Each move with an evaluation and the clock, some with a suffix.
    Evaluations,
}

/// A game.
struct Played {
    moves: Vec<(String, i32)>,
    result: &'static str,
    termination: &'static str,
    eco: &'static str,
    random: SplitMix64,
}

impl Played {
    /// Plays a game; the number decides everything.
    fn new(number: u64, variant: Variant) -> Played {
        let mut random = SplitMix64::new(number ^ (PART << 32));
        let (eco, opening) = OPENINGS[random.index(OPENINGS.len())];
        let leaves = 4 + random.index(14);
        let mut opening = opening.split(' ').take(leaves);
        let player = Player::new(variant);
        let mut position = Position::start(variant);
        let mut moves = Vec::new();
        let (mut result, mut termination) = ("1/2-1/2", "Normal");
        for ply in 0..MOST_PLIES {
            let known = opening.next().and_then(|text| san::read(text, &position).ok());
            let Some(mv) = known.or_else(|| player.choose(&position, &mut random)) else { break };
            let text = san::write(mv, &position);
            position.make_unchecked(mv);
            let balance = player.balance(&position);
            let mates = text.ends_with('#');
            moves.push((text, balance));
            if mates {
                result = won_by(!position.turn());
                break;
            }
            if balance.abs() > LOST && random.index(16) == 0 {
                result = won_by(if balance > 0 { Color::White } else { Color::Black });
                break;
            }
            if ply > 40 && random.index(250) == 0 {
                (result, termination) = (won_by(!position.turn()), "Time forfeit");
                break;
            }
            if ply > 60 && balance.abs() < 100 && random.index(60) == 0 {
                break;
            }
        }
        Played { moves, result, termination, eco, random }
    }

    /// The game in PGN.
    fn text(mut self, number: u64) -> String {
        // Half of the games with clocks, a quarter with evaluations.
        let style = [Style::Bare, Style::Clocks, Style::Evaluations, Style::Clocks][number as usize % 4];
        let mut text = self.tags(number, style);
        let mut lines = Lines::new(if style == Style::Bare { WIDTH } else { usize::MAX });
        let mut clocks = [180, 180];
        for (ply, (mv, balance)) in self.moves.iter().enumerate() {
            let number = ply / 2 + 1;
            let black = ply % 2 == 1;
            if !black {
                lines.word(&format!("{number}."));
            } else if style != Style::Bare {
                lines.word(&format!("{number}..."));
            }
            let suffix = match self.random.index(24) {
                0 if style == Style::Evaluations => "?!",
                1 if style == Style::Evaluations => "??",
                _ => "",
            };
            lines.word(&format!("{mv}{suffix}"));
            let clock = &mut clocks[usize::from(black)];
            *clock -= (self.random.index(8) as i32).min(*clock - 1);
            let (minutes, seconds) = (*clock / 60, *clock % 60);
            match style {
                Style::Bare => {}
                Style::Clocks => lines.word(&format!("{{ [%clk 0:{minutes:02}:{seconds:02}] }}")),
                Style::Evaluations => {
                    let eval = f64::from(*balance) / 100.0;
                    lines.word(&format!("{{ [%eval {eval:.2}] [%clk 0:{minutes:02}:{seconds:02}] }}"));
                }
            }
        }
        lines.word(self.result);
        let _ = writeln!(text, "\n{}\n", lines.text());
        text
    }

    fn tags(&mut self, number: u64, style: Style) -> String {
        let mut text = String::with_capacity(2000);
        let (day, month) = (1 + self.random.index(28), 1 + self.random.index(12));
        let (white, black) = (self.random.index(90_000), self.random.index(90_000));
        let elo = [1200 + self.random.index(1200), 1200 + self.random.index(1200)].map(|elo| elo.to_string());
        let date = format!("2024.{month:02}.{day:02}");
        let server = style != Style::Bare;
        let tags = [
            ("Event", if server { "Rated blitz game".to_owned() } else { format!("Open championship {month}") }, true),
            ("Site", if server { format!("https://games.example/{number:08x}") } else { "?".to_owned() }, true),
            ("Date", date.clone(), true),
            ("Round", if server { "-".to_owned() } else { (1 + number % 9).to_string() }, true),
            ("White", format!("player{white}"), true),
            ("Black", format!("player{black}"), true),
            ("Result", self.result.to_owned(), true),
            ("UTCDate", date, server),
            ("UTCTime", format!("{:02}:{:02}:00", number % 24, number % 60), server),
            ("WhiteElo", elo[0].clone(), true),
            ("BlackElo", elo[1].clone(), true),
            ("ECO", self.eco.to_owned(), true),
            ("TimeControl", "180+0".to_owned(), server),
            ("Termination", self.termination.to_owned(), server),
        ];
        for (name, value, _) in tags.iter().filter(|(_, _, written)| *written) {
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text
    }
}

fn won_by(color: Color) -> &'static str {
    if color == Color::White { "1-0" } else { "0-1" }
}

/// Chooses moves.
struct Player {
    /// The value of each role, in hundredths of a pawn; 0 for a king.
    values: [i32; 32],
}

impl Player {
    fn new(variant: Variant) -> Player {
        let mut values = [0; 32];
        for (letter, value) in [('P', 100), ('N', 310), ('B', 330), ('R', 500), ('Q', 900)] {
            if let Some(role) = variant.role_by_letter(letter) {
                values[role.index()] = value;
            }
        }
        Player { values }
    }

    fn value(&self, role: Option<Role>) -> i32 {
        role.map_or(0, |role| self.values[role.index()])
    }

    /// The material of White without that of Black.
    fn balance(&self, position: &Position) -> i32 {
        let side = |color| position.by_color(color).into_iter().map(|square| self.value(position.role_at(square)));
        side(Color::White).sum::<i32>() - side(Color::Black).sum::<i32>()
    }

    /// The move that looks best, with some luck; `None` if there is none.
    fn choose(&self, position: &Position, random: &mut SplitMix64) -> Option<Move> {
        let legal = position.legal_moves();
        legal.into_iter().max_by_key(|&mv| self.merit(position, mv) + random.index(50) as i32)
    }

    fn merit(&self, position: &Position, mv: Move) -> i32 {
        let (us, them) = (position.turn(), !position.turn());
        let Some(role) = position.moving_role(mv) else { return 0 };
        let next = position.play_unchecked(mv);
        if next.is_checkmate() {
            return 100_000;
        }
        let value = self.value(mv.promotion().or(Some(role)));
        let mut merit = self.value(position.captured_role(mv)) + value - self.value(Some(role));
        let weakest = |square, by| {
            let attackers = next.attackers_to(square, by).into_iter();
            attackers
                .map(|from| next.role_at(from))
                .map(|role| if role == Some(Role::KING) { 2000 } else { self.value(role) })
                .min()
        };
        // What the piece loses on its new square.
        if let Some(attacker) = weakest(mv.to(), them) {
            let guarded = next.attackers_to(mv.to(), us).any();
            merit -= if guarded { (value - attacker).max(0) } else { value };
        }
        // What it no longer loses on the old one.
        let hunters = position.attackers_to(mv.from(), them);
        if hunters.any() && !position.attackers_to(mv.from(), us).any() {
            merit += self.value(Some(role)) * 3 / 4;
        }
        if next.in_check() {
            merit += 25;
        }
        let many = position.occupied().count() > 14;
        let center = |square: campione_core::Square| {
            let far = |at: u8| i32::from((2 * at).abs_diff(7)) / 2;
            6 - far(square.file()) - far(square.rank())
        };
        merit += match role {
            Role::KING if mv.castling_row().is_some() => 90,
            Role::KING if many => -60,
            Role::PAWN => 4 * i32::from(us.relative_rank(mv.to().rank(), 8)),
            _ => 6 * (center(mv.to()) - center(mv.from())),
        };
        merit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use campione_notation::pgn::{PgnOptions, PgnReader};

    #[test]
    fn games_are_legal_and_look_like_those_of_people() {
        let variant = Variant::named("chess").unwrap();
        let games: Vec<String> = (0..80).map(|number| Played::new(number, variant).text(number)).collect();
        let text = games.concat();
        assert_eq!(games[3], Played::new(3, variant).text(3));
        let mut reader = PgnReader::new(text.as_bytes(), PgnOptions::new(variant));
        for number in 1..=80 {
            let checked = reader.check().unwrap().unwrap();
            assert_eq!((checked.number, checked.notes), (number, Vec::new()));
        }
        assert!(reader.check().is_none());
        let plies = reader.plies();
        assert!((3000..=10_000).contains(&plies), "{plies}");
        let count = |sign: char| text.matches(sign).count() as u64;
        assert!(count('x') * 8 > plies && count('+') * 40 > plies && count('#') > 3, "captures, checks, mates");
        for sign in ["[%clk", "[%eval", "O-O", "1-0", "0-1", "1/2-1/2", "Time forfeit"] {
            assert!(text.contains(sign), "{sign}");
        }
    }

    #[test]
    fn openings_are_legal() {
        for (eco, line) in OPENINGS {
            let mut position = Position::start(Variant::named("chess").unwrap());
            for text in line.split(' ') {
                let mv = san::read(text, &position).unwrap_or_else(|error| panic!("{eco}: {error}"));
                assert_eq!(san::write(mv, &position), text, "{eco}");
                position.make_unchecked(mv);
            }
        }
    }
}
