//! Movements in Betza's shorthand (variant-files.md, "Movements").

use crate::rules::{Hop, Part, WITHOUT_LIMIT};

/// Reads a whole movement. Anything that variant-files.md does not define is an error.
pub(crate) fn parse(text: &str) -> Result<Vec<Part>, String> {
    let letters: Vec<char> = text.chars().collect();
    let mut parts = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (mut only_moves, mut only_captures, mut lame) = (false, false, false);
        let mut hop = None;
        let mut directions = String::new();
        let mut last_was_direction = false;
        while let Some(letter) = letters.get(at).filter(|letter| letter.is_ascii_lowercase()) {
            match letter {
                'm' => only_moves = true,
                'c' => only_captures = true,
                'n' => lame = true,
                'p' | 'g' if hop.is_some() => return Err(format!("{text}: two hops")),
                'p' => hop = Some(Hop::AnywhereBeyond),
                'g' => hop = Some(Hop::NextSquare),
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                    // Not defined: a letter given twice, and letters that do not stand together.
                    if directions.ends_with(*letter) || (!directions.is_empty() && !last_was_direction) {
                        return Err(format!("{text}: directions {directions} and {letter}"));
                    }
                    directions.push(*letter);
                }
                other => return Err(format!("{text}: modifier {other:?}")),
            }
            last_was_direction = !matches!(letter, 'm' | 'c' | 'n' | 'p' | 'g');
            at += 1;
        }
        let atom = *letters.get(at).ok_or_else(|| format!("{text}: a modifier without an atom"))?;
        at += 1;
        let mut range = String::new();
        while let Some(digit) = letters.get(at).filter(|letter| letter.is_ascii_digit()) {
            range.push(*digit);
            at += 1;
        }
        let twice = range.is_empty() && letters.get(at) == Some(&atom);
        if twice {
            at += 1;
        }
        // The patterns of one step, as (farther, less far), and whether the letter means a slide.
        let (patterns, slides): (&[(i8, i8)], bool) = match atom {
            'W' => (&[(1, 0)], false),
            'F' => (&[(1, 1)], false),
            'D' => (&[(2, 0)], false),
            'A' => (&[(2, 2)], false),
            'N' => (&[(2, 1)], false),
            'H' => (&[(3, 0)], false),
            'C' | 'L' => (&[(3, 1)], false),
            'Z' | 'J' => (&[(3, 2)], false),
            'G' => (&[(3, 3)], false),
            'K' => (&[(1, 0), (1, 1)], false),
            'R' => (&[(1, 0)], true),
            'B' => (&[(1, 1)], true),
            'Q' => (&[(1, 0), (1, 1)], true),
            other => return Err(format!("{text}: no atom {other:?}")),
        };
        if lame && (slides || matches!(atom, 'W' | 'F' | 'K')) {
            return Err(format!("{text}: n before {atom}"));
        }
        // "For R B Q and letters said twice." With a range it is not defined, nor for a lame ride.
        if hop.is_some() && (lame || !range.is_empty() || !(slides || twice)) {
            return Err(format!("{text}: a hop before {atom}"));
        }
        let times = match range.parse::<u32>() {
            Ok(0) => return Err(format!("{text}: a range of 0")),
            Ok(times) => times,
            Err(_) if slides || twice => WITHOUT_LIMIT,
            Err(_) => 1,
        };
        let mut steps = Vec::new();
        for &pattern in patterns {
            steps.extend(
                steps_toward(pattern, &directions, patterns.len() == 2).map_err(|why| format!("{text}: {why}"))?,
            );
        }
        parts.push(Part {
            moves: only_moves || !only_captures,
            captures: only_captures || !only_moves,
            lame,
            hop,
            steps,
            times,
        });
    }
    if parts.is_empty() { Err("an empty movement".to_string()) } else { Ok(parts) }
}

/// The squares between the start and the end of one lame step: "first straight ahead, then diagonally".
pub(crate) fn passed_by((files, ranks): (i8, i8)) -> Vec<(i8, i8)> {
    let diagonal = files.abs().min(ranks.abs());
    let straight = files.abs().max(ranks.abs()) - diagonal;
    let (mut file, mut rank) = (0, 0);
    let mut passed = Vec::new();
    for taken in 0..straight + diagonal {
        let along = taken >= straight;
        if along || files.abs() > ranks.abs() {
            file += files.signum();
        }
        if along || ranks.abs() > files.abs() {
            rank += ranks.signum();
        }
        if (file, rank) != (files, ranks) {
            passed.push((file, rank));
        }
    }
    passed
}

/// All steps of a pattern: with either sign, and with either of the two numbers for the files.
fn all_steps((far, near): (i8, i8)) -> Vec<(i8, i8)> {
    let mut steps = Vec::new();
    for (files, ranks) in [(far, near), (near, far)] {
        for step in [(files, ranks), (-files, ranks), (files, -ranks), (-files, -ranks)] {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// The steps of a pattern that the letters of direction name; all of them when there are no letters.
fn steps_toward(pattern: (i8, i8), directions: &str, king_like: bool) -> Result<Vec<(i8, i8)>, String> {
    let all = all_steps(pattern);
    if directions.is_empty() {
        return Ok(all);
    }
    let (far, near) = pattern;
    let mut wanted = Vec::new();
    let mut rest = directions;
    while !rest.is_empty() {
        let word = if near == 0 && !king_like {
            &rest[..1]
        } else if far == near || king_like {
            let pair = rest.get(..2).filter(|pair| crosswise(pair));
            if king_like && pair.is_some() {
                return Err(format!("two letters before K or Q: {directions}"));
            }
            pair.unwrap_or(&rest[..1])
        } else {
            let pair = rest.get(..2);
            let is_word = |pair: &&str| crosswise(pair) || pair.contains('h');
            pair.filter(is_word).unwrap_or(&rest[..1])
        };
        let named: Vec<(i8, i8)> = if near == 0 {
            all.iter().copied().filter(|&step| straight_goes(step, word)).collect()
        } else if far == near {
            all.iter().copied().filter(|&step| word.chars().all(|letter| diagonal_goes(step, letter))).collect()
        } else {
            all.iter().copied().filter(|&step| oblique_goes(step, word)).collect()
        };
        if named.is_empty() {
            return Err(format!("no direction {word}"));
        }
        wanted.extend(named);
        rest = &rest[word.len()..];
    }
    Ok(all.into_iter().filter(|step| wanted.contains(step)).collect())
}

/// One letter that means forward or backward and one that means a side, in either order.
fn crosswise(pair: &str) -> bool {
    let upright = |letter: char| "fbv".contains(letter);
    let sidelong = |letter: char| "lrs".contains(letter);
    let letters: Vec<char> = pair.chars().collect();
    matches!(letters[..], [a, b] if upright(a) && sidelong(b) || sidelong(a) && upright(b))
}

/// Whether a letter allows a step along a rank or file: it names one direction or two opposite ones.
fn straight_goes((files, ranks): (i8, i8), letter: &str) -> bool {
    match letter {
        "f" => ranks > 0,
        "b" => ranks < 0,
        "l" => files < 0,
        "r" => files > 0,
        "v" => ranks != 0,
        "s" => files != 0,
        _ => false,
    }
}

/// Whether a letter allows a diagonal step.
fn diagonal_goes((files, ranks): (i8, i8), letter: char) -> bool {
    match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'l' => files < 0,
        'r' => files > 0,
        'v' | 's' => true,
        _ => false,
    }
}

/// Whether one letter, or two that belong together, allow a step of N, C or Z. Undefined letters allow none.
fn oblique_goes(step: (i8, i8), word: &str) -> bool {
    let (files, ranks) = step;
    let ahead_far = ranks.abs() > files.abs();
    match word {
        // "A single letter means those that go farther that way."
        "f" => ahead_far && ranks > 0,
        "b" => ahead_far && ranks < 0,
        "l" => !ahead_far && files < 0,
        "r" => !ahead_far && files > 0,
        "v" => ahead_far,
        "s" => !ahead_far,
        // "With s or v behind it those that go farther the other way."
        "fs" => !ahead_far && ranks > 0,
        "bs" => !ahead_far && ranks < 0,
        "lv" => ahead_far && files < 0,
        "rv" => ahead_far && files > 0,
        // "With h all on that side."
        "fh" => ranks > 0,
        "bh" => ranks < 0,
        "lh" => files < 0,
        "rh" => files > 0,
        // "Of two letters the second says where it goes farther."
        "fl" => !ahead_far && ranks > 0 && files < 0,
        "fr" => !ahead_far && ranks > 0 && files > 0,
        "bl" => !ahead_far && ranks < 0 && files < 0,
        "br" => !ahead_far && ranks < 0 && files > 0,
        "lf" => ahead_far && ranks > 0 && files < 0,
        "rf" => ahead_far && ranks > 0 && files > 0,
        "lb" => ahead_far && ranks < 0 && files < 0,
        "rb" => ahead_far && ranks < 0 && files > 0,
        // "The two halves that mirror each other": hr has the step far ahead and a little to the right, and its turns
        // by quarters of a circle.
        "hr" => (files.signum() == ranks.signum()) == ahead_far,
        "hl" => (files.signum() == ranks.signum()) != ahead_far,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, passed_by};

    /// The steps of all parts, in order.
    fn steps(text: &str) -> Vec<(i8, i8)> {
        let mut steps: Vec<_> = parse(text).unwrap().into_iter().flat_map(|part| part.steps).collect();
        steps.sort_unstable();
        steps
    }

    /// The examples of variant-files.md.
    #[test]
    fn directions_of_the_page() {
        assert_eq!(steps("frF"), [(1, 1)]);
        assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("frN"), [(2, 1)]);
        assert_eq!(steps("rfN"), [(1, 2)]);
        assert_eq!(steps("hrN"), [(-2, 1), (-1, -2), (1, 2), (2, -1)]);
        assert_eq!(steps("fK"), [(-1, 1), (0, 1), (1, 1)]);
    }

    #[test]
    fn lame_leaps_go_straight_ahead_first() {
        assert_eq!(passed_by((1, 2)), [(0, 1)]);
        assert_eq!(passed_by((-3, 1)), [(-1, 0), (-2, 0)]);
        assert_eq!(passed_by((2, -3)), [(0, -1), (1, -2)]);
        assert_eq!(passed_by((3, 3)), [(1, 1), (2, 2)]);
        assert_eq!(passed_by((0, -2)), [(0, -1)]);
    }
}
