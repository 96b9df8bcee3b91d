//! Movements in Betza's shorthand: leaps, slides, rides and hops.
//!
//! A movement is a sequence of parts. Each part is an atom, with modifiers before it and an optional range after it. The
//! piece may move as any of its parts. `docs/reference/variant-files.md` describes it for users.
//!
//! - Atoms: `R`, `B`, `Q` slide; `K` is `W` and `F`; the leaps are `W` (1,0), `F` (1,1), `D` (2,0), `N` (2,1), `A` (2,2),
//!   `H` (3,0), `C` or `L` (3,1), `Z` or `J` (3,2), `G` (3,3), each to all its symmetric squares.
//! - A number after an atom is the most times its step may be repeated, while the squares between are empty: `R3`, `W2`,
//!   `N2`. A doubled letter repeats it without limit: `NN` is the nightrider.
//! - Before the atom, `m` only moves and `c` only captures; a small `n` makes a leap lame: the squares that it passes
//!   must be empty, first those straight ahead and then those diagonally (`nN` is the horse of Xiangqi, `nZ` the elephant
//!   of Janggi). In a ride each leap is lame.
//! - Before a slide or a ride without limit, `p` hops over exactly one piece, wherever it stands on the way, and lands
//!   anywhere beyond (`mRcpR` is the cannon of Xiangqi); `g` lands right behind the piece (`gQ` is the grasshopper).
//! - Before the atom, directions as the mover sees them: `f b l r`, `v` (`f` and `b`), `s` (`l` and `r`). Of leaps like
//!   the knight's, `f` means those that go more forward than sideways, `fs` those more sideways than forward, `fh` both;
//!   `fr` the one more to the right, `rf` the one more forward, and so on.

use thiserror::Error;

/// One leap of a movement: where it goes, what must be empty for it, and what it may do there.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Leap {
    /// Files and ranks from start to target, as the mover sees them: positive is right and forward.
    pub to: (i8, i8),
    /// Files and ranks from start to each square that must be empty; none for a true leap.
    pub legs: Vec<(i8, i8)>,
    /// Files and ranks from start to squares of which exactly one must be occupied; none unless it hops.
    pub hurdles: Vec<(i8, i8)>,
    /// Whether it may go to an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub captures: bool,
}

impl Leap {
    /// Whether nothing can block it, and it both moves and captures.
    pub fn is_true(&self) -> bool {
        self.legs.is_empty() && self.hurdles.is_empty() && self.quiet && self.captures
    }
}

/// A movement: slides along lines, and leaps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Betza {
    /// Slides like a rook.
    pub orthogonal: bool,
    /// Slides like a bishop.
    pub diagonal: bool,
    /// Every other move; a ride is a leap to each of its squares. Sorted, without duplicates and without squares that the
    /// slides reach.
    pub leaps: Vec<Leap>,
}

/// Text that is not a movement of the supported subset. `index` counts characters from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BetzaError {
    /// The text is empty.
    #[error("the movement is empty: expected Betza letters such as `R`, `BN` or `NAD`")]
    Empty,
    /// An unknown letter.
    #[error(
        "`{text}`: letter {} (`{letter}`) is not one of the atoms R B Q K W F D N A H C L Z J G, nor a modifier (m c n p g, \
         and the directions f b l r v s h)",
        .index + 1
    )]
    Letter {
        /// The whole movement.
        text: String,
        /// Its position.
        index: usize,
        /// The letter.
        letter: char,
    },
    /// A modifier of Betza's that is not supported.
    #[error("`{text}`: letter {} (`{letter}`), {meaning}, is not supported", .index + 1)]
    Unsupported {
        /// The whole movement.
        text: String,
        /// Its position.
        index: usize,
        /// The letter.
        letter: char,
        /// What it stands for.
        meaning: &'static str,
    },
    /// Modifiers without an atom after them.
    #[error("`{text}`: an atom must follow the modifier at letter {}", .index + 1)]
    NoAtom {
        /// The whole movement.
        text: String,
        /// Position of the first of them.
        index: usize,
    },
    /// An `n` before an atom that passes over nothing.
    #[error("`{text}`: the lame `n` at letter {} must stand before one of D N A H C Z G", .index + 1)]
    Lame {
        /// The whole movement.
        text: String,
        /// Position of the `n`.
        index: usize,
    },
    /// A `p` or `g` before an atom that cannot go beyond the piece that it hops over.
    #[error(
        "`{text}`: the hop at letter {} must stand before R, B, Q or a doubled letter such as `NN`, without a range, \
         and without `n` or another hop",
        .index + 1
    )]
    Hop {
        /// The whole movement.
        text: String,
        /// Position of the `p` or `g`.
        index: usize,
    },
    /// A direction that its atom does not have.
    #[error("`{text}`: letter {}: `{atom}` has no direction `{direction}`", .index + 1)]
    Direction {
        /// The whole movement.
        text: String,
        /// Position of the direction.
        index: usize,
        /// The direction.
        direction: String,
        /// The atom.
        atom: char,
    },
    /// A range of 0 or of more than a board.
    #[error("`{text}`: the range at letter {} must be 1 to 11; double the letter for no limit", .index + 1)]
    Range {
        /// The whole movement.
        text: String,
        /// Position of the number.
        index: usize,
    },
}

codes!(BetzaError {
    Empty => "betza.empty",
    Letter => "betza.letter",
    Unsupported => "betza.unsupported",
    NoAtom => "betza.no-atom",
    Lame => "betza.lame",
    Hop => "betza.hop",
    Direction => "betza.direction",
    Range => "betza.range",
});

impl BetzaError {
    /// The position in the text, in characters from 0, at which it is wrong.
    pub fn index(&self) -> usize {
        match self {
            BetzaError::Empty => 0,
            BetzaError::Letter { index, .. }
            | BetzaError::Unsupported { index, .. }
            | BetzaError::NoAtom { index, .. }
            | BetzaError::Lame { index, .. }
            | BetzaError::Hop { index, .. }
            | BetzaError::Direction { index, .. }
            | BetzaError::Range { index, .. } => *index,
        }
    }
}

/// The most steps on any board.
const LONGEST: i8 = 11;

/// The (long, short) steps of an atom; two for an atom with two leaps.
fn steps(letter: char) -> Option<&'static [(i8, i8)]> {
    Some(match letter {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        'D' => &[(2, 0)],
        'N' => &[(2, 1)],
        'A' => &[(2, 2)],
        'H' => &[(3, 0)],
        'C' | 'L' => &[(3, 1)],
        'Z' | 'J' => &[(3, 2)],
        'G' => &[(3, 3)],
        _ => return None,
    })
}

/// What a letter of Betza's that is not supported stands for.
fn unsupported(letter: char) -> Option<&'static str> {
    Some(match letter {
        'j' => "a leap that must pass over another piece",
        'i' => "a move that only a piece has that has not moved",
        'e' => "the capture en passant of a piece that is not a pawn",
        'o' | 'z' | 'q' | 'y' | 'x' | 'a' | 'u' | 't' | 'd' => "a modifier of Betza's",
        _ => return None,
    })
}

/// The squares to which an atom goes in all its symmetries.
fn symmetries((long, short): (i8, i8)) -> Vec<(i8, i8)> {
    let mut all = Vec::new();
    for (a, b) in [(long, short), (short, long)] {
        for (x, y) in [(a, b), (-a, b), (a, -b), (-a, -b)] {
            if !all.contains(&(x, y)) {
                all.push((x, y));
            }
        }
    }
    all
}

/// The squares that a lame leap passes: first along its long direction, then diagonally.
fn lame_legs((x, y): (i8, i8)) -> Vec<(i8, i8)> {
    let mut at = (0_i8, 0_i8);
    let mut legs = Vec::new();
    loop {
        let (rest_x, rest_y) = (x - at.0, y - at.1);
        let step = match rest_x.abs().cmp(&rest_y.abs()) {
            std::cmp::Ordering::Greater => (rest_x.signum(), 0),
            std::cmp::Ordering::Less => (0, rest_y.signum()),
            std::cmp::Ordering::Equal => (rest_x.signum(), rest_y.signum()),
        };
        at = (at.0 + step.0, at.1 + step.1);
        if at == (x, y) {
            return legs;
        }
        legs.push(at);
    }
}

/// Whether a step goes into a direction of one or two letters; `None` if such steps do not have this direction.
fn goes((x, y): (i8, i8), direction: &[char]) -> Option<bool> {
    let toward = |letter: char| match letter {
        'f' => y > 0,
        'b' => y < 0,
        'r' => x > 0,
        'l' => x < 0,
        'v' => y != 0,
        's' => x != 0,
        _ => false,
    };
    let main = |letter: char| match letter {
        'f' | 'b' | 'v' => y.abs() > x.abs(),
        _ => x.abs() > y.abs(),
    };
    let oblique = x != 0 && y != 0 && x.abs() != y.abs();
    Some(match *direction {
        ['h'] => return None,
        [letter] => toward(letter) && (!oblique || main(letter)),
        // The eight leaps of a knight are two halves, mirror images of each other.
        ['h', hand @ ('l' | 'r')] if oblique => (x.signum() * y.signum() > 0) == ((y.abs() > x.abs()) == (hand == 'r')),
        [side, 'h'] if oblique => toward(side),
        ['h', _] | [_, 'h'] => return None,
        // Two letters are two directions of a rook's step, but one diagonal.
        [one, other] if x == 0 || y == 0 => toward(one) || toward(other),
        ['s' | 'v', _] => return None,
        [one, other] if !oblique => toward(one) && toward(other),
        [one, other @ ('s' | 'v')] => toward(one) && main(other),
        [one, other] => toward(one) && toward(other) && main(other),
        _ => return None,
    })
}

/// Where a hopping piece lands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hop {
    /// On any square beyond, up to the next piece: `p`.
    Beyond,
    /// On the next square: `g`.
    Behind,
}

/// One part of a movement: an atom with its modifiers and its range.
#[derive(Debug, Default)]
struct Part {
    moves: bool,
    captures: bool,
    lame: Option<usize>,
    hop: Option<(usize, Hop)>,
    directions: Vec<(usize, Vec<char>)>,
}

impl Part {
    fn is_bare(&self) -> bool {
        !self.moves && !self.captures && self.lame.is_none() && self.hop.is_none() && self.directions.is_empty()
    }
}

impl Betza {
    /// Reads a movement.
    ///
    /// # Errors
    /// [`BetzaError`] names the first letter that cannot be read.
    pub fn parse(text: &str) -> Result<Betza, BetzaError> {
        if text.is_empty() {
            return Err(BetzaError::Empty);
        }
        let mut betza = Betza::default();
        for (_, part) in parts(text)? {
            betza.add(&part);
        }
        betza.tidy();
        Ok(betza)
    }

    /// The parts of a movement; empty if it cannot be read. For `campione-variants`.
    #[doc(hidden)]
    pub fn part_texts(text: &str) -> Vec<PartText> {
        parts(text).unwrap_or_default().into_iter().map(|(part, _)| PartText(part)).collect()
    }

    /// The parts of a movement that add nothing to the others, such as the `W` of `RW`; empty if it cannot be read.
    pub fn idle_parts(text: &str) -> Vec<String> {
        let parts = parts(text).unwrap_or_default();
        let without = |index| {
            let mut rest = Betza::default();
            parts.iter().enumerate().filter(|&(at, _)| at != index).for_each(|(_, (_, part))| rest.add(part));
            rest.tidy();
            rest
        };
        let whole = without(parts.len());
        let idle = |&(index, _): &(usize, &(String, Betza))| parts.len() > 1 && without(index) == whole;
        parts.iter().enumerate().filter(idle).map(|(_, (name, _))| name.clone()).collect()
    }

    fn add(&mut self, other: &Betza) {
        self.orthogonal |= other.orthogonal;
        self.diagonal |= other.diagonal;
        self.leaps.extend(other.leaps.iter().cloned());
    }

    /// Sorts the leaps and drops those that others include.
    fn tidy(&mut self) {
        self.leaps.sort();
        let mut kept: Vec<Leap> = Vec::new();
        for leap in std::mem::take(&mut self.leaps) {
            match kept.last_mut() {
                Some(last) if (last.to, &last.legs, &last.hurdles) == (leap.to, &leap.legs, &leap.hurdles) => {
                    last.quiet |= leap.quiet;
                    last.captures |= leap.captures;
                }
                _ => kept.push(leap),
            }
        }
        // A hop over one piece, with empty squares before and after it, is included in a hop over exactly one piece.
        let hops_too = |one: &Leap, other: &Leap| {
            !other.hurdles.is_empty()
                && other.hurdles.iter().all(|square| one.hurdles.contains(square))
                && one.hurdles.iter().all(|square| other.hurdles.contains(square) || other.legs.contains(square))
        };
        let covers = |one: &Leap, other: &Leap| {
            one.to == other.to
                && one.legs.iter().all(|leg| other.legs.contains(leg))
                && (one.hurdles.is_empty() || hops_too(one, other))
                && (one.quiet || !other.quiet)
                && (one.captures || !other.captures)
        };
        let slides = |leap: &Leap| {
            let (x, y) = leap.to;
            let on_line = if x == 0 || y == 0 { self.orthogonal } else { self.diagonal && x.abs() == y.abs() };
            on_line && lame_legs(leap.to).iter().all(|leg| leap.legs.contains(leg))
        };
        self.leaps = kept
            .iter()
            .filter(|leap| !slides(leap) && !kept.iter().any(|other| other != *leap && covers(other, leap)))
            .cloned()
            .collect();
    }

    /// Whether the piece never leaves the square color on which it stands.
    pub fn is_colorbound(&self) -> bool {
        !self.orthogonal && self.leaps.iter().all(|leap| (leap.to.0 + leap.to.1) % 2 == 0)
    }

    /// Whether some of its moves hop over pieces.
    pub fn hops(&self) -> bool {
        self.leaps.iter().any(|leap| !leap.hurdles.is_empty())
    }

    /// Whether it has special moves, other than the slides of rook and bishop and true leaps: lame, hopping, limited or
    /// directed moves, or moves only with or only without capture.
    pub fn is_special(&self) -> bool {
        self.leaps.iter().any(|leap| !self.is_symmetric(leap))
    }

    /// Whether a leap and its reverse are both true leaps.
    pub(crate) fn is_symmetric(&self, leap: &Leap) -> bool {
        let back = (-leap.to.0, -leap.to.1);
        leap.is_true() && self.leaps.iter().any(|other| other.to == back && other.is_true())
    }
}

/// The text of a part that has been read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartText(pub String);

impl PartText {
    /// Its modifiers, its atom and its range.
    pub fn split(&self) -> (&str, &str, &str) {
        let atom = self.0.find(|letter: char| letter.is_ascii_uppercase()).unwrap_or(0);
        let (modifiers, rest) = self.0.split_at(atom);
        let (atom, range) = rest.split_at(rest.len().min(1));
        (modifiers, atom, range)
    }
}

/// The parts of a movement with their texts.
fn parts(text: &str) -> Result<Vec<(String, Betza)>, BetzaError> {
    let letters: Vec<char> = text.chars().collect();
    let mut parts = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (part, end) = parse_part(text, &letters, at)?;
        parts.push((letters.get(at..end).unwrap_or_default().iter().collect(), part));
        at = end;
    }
    Ok(parts)
}

/// Reads the part that starts at a letter. Returns it and the start of the next one.
fn parse_part(text: &str, letters: &[char], start: usize) -> Result<(Betza, usize), BetzaError> {
    let mut part = Part::default();
    let mut at = start;
    while let Some(&letter) = letters.get(at) {
        match letter {
            'm' => part.moves = true,
            'c' => part.captures = true,
            'n' => part.lame = Some(at),
            'p' | 'g' if part.hop.is_some() => return Err(BetzaError::Hop { text: text.to_owned(), index: at }),
            'p' => part.hop = Some((at, Hop::Beyond)),
            'g' => part.hop = Some((at, Hop::Behind)),
            'f' | 'b' | 'v' | 'l' | 'r' | 's' | 'h' => {
                let pairs = |one: char, other: char| match one {
                    'f' | 'b' | 'v' => matches!(other, 'l' | 'r' | 's' | 'h'),
                    'l' | 'r' | 's' => matches!(other, 'f' | 'b' | 'v' | 'h'),
                    _ => matches!(other, 'l' | 'r'),
                };
                let mut direction = vec![letter];
                match letters.get(at + 1) {
                    Some(&next) if next == letter => at += 1,
                    Some(&next) if pairs(letter, next) => {
                        direction.push(next);
                        at += 1;
                    }
                    _ => {}
                }
                part.directions.push((at + 1 - direction.len(), direction));
            }
            _ => {
                let text = || text.to_owned();
                if let Some(steps) = steps(letter) {
                    return finish_part(&part, text(), letters, at, steps);
                }
                return Err(match unsupported(letter) {
                    Some(meaning) => BetzaError::Unsupported { text: text(), index: at, letter, meaning },
                    None => BetzaError::Letter { text: text(), index: at, letter },
                });
            }
        }
        at += 1;
    }
    Err(BetzaError::NoAtom { text: text.to_owned(), index: start })
}

/// Reads the range after the atom at `at`, and makes the moves of the part.
fn finish_part(
    part: &Part,
    text: String,
    letters: &[char],
    at: usize,
    steps: &[(i8, i8)],
) -> Result<(Betza, usize), BetzaError> {
    let atom = letters.get(at).copied().unwrap_or_default();
    let mut end = at + 1;
    let mut range = if matches!(atom, 'R' | 'B' | 'Q') { LONGEST } else { 1 };
    let digits: String = letters.iter().skip(end).take_while(|letter| letter.is_ascii_digit()).collect();
    if !digits.is_empty() {
        end += digits.len();
        range = digits.parse().ok().filter(|range| (1..=LONGEST).contains(range)).ok_or_else(|| {
            let text = text.clone();
            BetzaError::Range { text, index: at + 1 }
        })?;
    } else if letters.get(end) == Some(&atom) {
        end += 1;
        range = LONGEST;
    }
    if let Some((index, _)) = part.hop
        && (!digits.is_empty() || range != LONGEST || part.lame.is_some())
    {
        return Err(BetzaError::Hop { text, index });
    }
    if let Some(index) = part.lame
        && matches!(atom, 'W' | 'F' | 'K' | 'R' | 'B' | 'Q')
    {
        return Err(BetzaError::Lame { text, index });
    }
    let mut moves = Betza::default();
    let slides = range == LONGEST && part.is_bare();
    for &step in steps {
        if slides && step.0 == 1 {
            moves.orthogonal |= step.1 == 0;
            moves.diagonal |= step.1 == 1;
            continue;
        }
        for (x, y) in symmetries(step) {
            let mut wanted = part.directions.is_empty();
            for (index, direction) in &part.directions {
                // Two letters mean different things for a rook's step and a bishop's, so a queen's step cannot have them.
                let told = if steps.len() > 1 && direction.len() > 1 { None } else { goes((x, y), direction) };
                wanted |= told.ok_or_else(|| BetzaError::Direction {
                    text: text.clone(),
                    index: *index,
                    direction: direction.iter().collect(),
                    atom,
                })?;
            }
            if !wanted {
                continue;
            }
            let unsaid = !part.moves && !part.captures;
            let (quiet, captures) = (part.moves || unsaid, part.captures || unsaid);
            let passed = if part.lame.is_some() { lame_legs((x, y)) } else { Vec::new() };
            let (mut at, mut way) = ((0, 0), Vec::new());
            for times in 1..=range {
                let to = (x * times, y * times);
                if to.0.abs() > LONGEST || to.1.abs() > LONGEST {
                    break;
                }
                way.extend(passed.iter().map(|leg| (at.0 + leg.0, at.1 + leg.1)));
                let (legs, hurdles) = match part.hop {
                    None => (way.clone(), Vec::new()),
                    Some((_, Hop::Beyond)) => (Vec::new(), way.clone()),
                    Some((_, Hop::Behind)) => {
                        way.split_last().map_or_else(Default::default, |(last, before)| (before.to_vec(), vec![*last]))
                    }
                };
                if part.hop.is_none() || !hurdles.is_empty() {
                    moves.leaps.push(Leap { to, legs, hurdles, quiet, captures });
                }
                way.push(to);
                at = to;
            }
        }
    }
    Ok((moves, end))
}

#[cfg(test)]
mod tests;
