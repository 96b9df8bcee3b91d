//! Sentences for rules that a file gives without words.

use super::{
    CastlingSpec, DrawSpec, KingLeapSpec, PawnKind, PawnSpec, PromotionSpec, Provenance, SafeSquares, StalemateResult,
    VariantSpec,
};
use crate::betza::{Betza, PartText};

/// A rule of a variant with its title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TitledRule<'s> {
    /// What it is about: `Board`, `King's leap`.
    pub title: String,
    /// The rule in words, and its source.
    pub provenance: &'s Provenance,
}

impl VariantSpec {
    /// Its rules without the movements of the pieces, each with a title: board, pawns, promotion, castlings, the king's leap,
    /// draws.
    ///
    /// ```
    /// use campione_core::VariantSpec;
    /// let spec = VariantSpec::built_in("archchess")?;
    /// let rules = spec.rules();
    /// let titles: Vec<_> = rules.iter().map(|rule| rule.title.as_str()).collect();
    /// assert_eq!(titles, ["Board", "Pawns", "Promotion", "Free castling (O-O, O-O-O)", "King's leap", "Draws"]);
    /// assert_eq!(rules[0].provenance.rule, "Ten files and ten ranks.");
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    pub fn rules(&self) -> Vec<TitledRule<'_>> {
        let mut rules = vec![
            ("Board".to_owned(), &self.board.why),
            ("Pawns".to_owned(), &self.pawn.why),
            ("Promotion".to_owned(), &self.promotion.why),
        ];
        rules.extend(self.no_castling.as_ref().map(|why| ("Castling".to_owned(), why)));
        for (letter, castling) in &self.castling {
            let mut name = castling.name.clone();
            if let Some(first) = name.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            let long = format!("{letter}-{letter}-{letter}");
            let sides = [(&castling.toward_last_file, &long[2..]), (&castling.toward_first_file, &long)];
            let moves: Vec<&str> = sides.iter().filter(|(side, _)| side.is_some()).map(|(_, text)| *text).collect();
            rules.push((format!("{name} ({})", moves.join(", ")), &castling.why));
        }
        if let Some(leap) = &self.king_leap {
            rules.push(("King's leap".to_owned(), &leap.why));
        }
        rules.push(("Draws".to_owned(), &self.draws.why));
        rules.into_iter().map(|(title, provenance)| TitledRule { title, provenance }).collect()
    }

    /// The rules alone, without names and sentences. Two descriptions of the same rules give the same value if they use the
    /// same keys.
    ///
    /// ```
    /// use campione_core::VariantSpec;
    /// let gothic = VariantSpec::built_in("gothic")?;
    /// let renamed = VariantSpec { name: "Mine".to_owned(), ..gothic.clone() };
    /// assert_ne!(renamed, gothic);
    /// assert_eq!(renamed.without_words(), gothic.without_words());
    /// # Ok::<(), campione_core::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn without_words(&self) -> VariantSpec {
        let mut spec = self.clone();
        (spec.name, spec.about, spec.no_castling) = (String::new(), String::new(), None);
        let VariantSpec {
            id: _,
            name: _,
            about: _,
            board,
            piece,
            pawn,
            promotion,
            castling,
            no_castling: _,
            king_leap,
            draws,
            notation: _,
        } = &mut spec;
        for piece in piece.values_mut() {
            (piece.name, piece.why) = (String::new(), Provenance::default());
        }
        for castling in castling.values_mut() {
            (castling.name, castling.why) = (String::new(), Provenance::default());
        }
        let others = [&mut board.why, &mut pawn.why, &mut promotion.why, &mut draws.why];
        for why in others.into_iter().chain(king_leap.as_mut().map(|leap| &mut leap.why)) {
            *why = Provenance::default();
        }
        spec
    }

    /// Fills in what a file may leave out: names, and sentences about the rules.
    pub(crate) fn complete(&mut self) {
        if self.name.is_empty() {
            self.name.clone_from(&self.id);
        }
        let board = &mut self.board;
        let ranks = board.ranks;
        board.why = board.why.or_made(|| format!("{} files and {ranks} ranks.", board.files));
        for (letter, piece) in &mut self.piece {
            if piece.name.is_empty() {
                piece.name = letter.to_ascii_lowercase();
            }
            piece.why = piece.why.or_made(|| movement(&piece.moves));
        }
        self.pawn.why = self.pawn.why.or_made(|| pawn(&self.pawn));
        self.promotion.why = self.promotion.why.or_made(|| promotion(&self.promotion, ranks));
        for castling in self.castling.values_mut() {
            castling.why = castling.why.or_made(|| castle(castling));
        }
        if self.castling.is_empty() {
            let why = self.no_castling.take().unwrap_or_default();
            self.no_castling = Some(why.or_made(|| "There is none.".to_owned()));
        }
        if let Some(leap) = &mut self.king_leap {
            leap.why = leap.why.or_made(|| king_leap(leap));
        }
        self.draws.why = self.draws.why.or_made(|| draws(&self.draws));
    }
}

fn king_leap(leap: &KingLeapSpec) -> String {
    let &KingLeapSpec { distance, forward, sideways, in_check, over_pieces, captures, why: _ } = leap;
    let directions = [(forward, "straight forward"), (sideways, "sideways")];
    let directions: Vec<&str> = directions.iter().filter(|(wanted, _)| *wanted).map(|(_, name)| *name).collect();
    let over = if over_pieces { "may pass over pieces" } else { "passes over no piece" };
    let target = if captures { "may capture" } else { "goes to an empty square" };
    let check = if in_check { "may" } else { "may not" };
    format!(
        "Once, instead of castling, the king that has not moved jumps {distance} squares {}. It {over} but no attacked \
         square, {target}, and {check} leave a check so.",
        directions.join(" or ")
    )
}

fn draws(draws: &DrawSpec) -> String {
    let &DrawSpec { stalemate, bare_king, repetition, moves, dead_position, why: _ } = draws;
    let mut rules = vec![match stalemate {
        StalemateResult::Draw => "Stalemate is a draw.".to_owned(),
        StalemateResult::Loss => "Who has no legal move has lost.".to_owned(),
        StalemateResult::Win => "Who is stalemated has won.".to_owned(),
    }];
    if bare_king {
        rules.push(
            "Who has only the king has lost, and the game is over: at once, or, if the other side has a single piece \
             besides its king, unless the next move takes it. King against king is a draw."
                .to_owned(),
        );
    }
    if repetition > 0 {
        rules.push(format!("The position that occurs {repetition} times is a draw."));
    }
    if moves > 0 {
        rules.push(format!("So are {moves} moves by each side without capture, pawn move or promotion."));
    }
    if dead_position {
        rules.push("So is a dead position by material.".to_owned());
    }
    rules.join(" ")
}

/// A movement in words, part by part.
fn movement(text: &str) -> String {
    let parts: Vec<String> = Betza::part_texts(text).iter().map(part_in_words).collect();
    let mut sentence = parts.join("; ");
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if sentence.is_empty() { format!("Moves as `{text}` says.") } else { sentence + "." }
}

/// An atom with its modifiers and its range.
fn part_in_words(part: &PartText) -> String {
    let (modifiers, atom, range) = part.split();
    let mut words = match atom {
        "W" => "steps along a rank or file",
        "F" => "steps diagonally",
        "K" => "steps in any direction",
        "R" => "slides along ranks and files",
        "B" => "slides along diagonals",
        "Q" => "slides in all eight directions",
        "N" => "leaps as a knight",
        "D" => "leaps two squares along a rank or file",
        "A" => "leaps two squares diagonally",
        "H" => "leaps three squares along a rank or file",
        "G" => "leaps three squares diagonally",
        "C" | "L" => "leaps (3,1)",
        "Z" | "J" => "leaps (3,2)",
        _ => &part.0,
    }
    .to_owned();
    match range {
        "" | "1" => {}
        _ if range == atom => words += " again and again",
        _ if matches!(atom, "R" | "B" | "Q") => words += &format!(" up to {range} squares"),
        _ => words += &format!(" up to {range} times"),
    }
    let directions: String =
        modifiers.chars().filter(|letter| !matches!(letter, 'm' | 'c' | 'n' | 'p' | 'g')).collect();
    match directions.as_str() {
        "" => {}
        "f" => words += " forward",
        "b" => words += " backward",
        "s" => words += " sideways",
        "fs" if atom == "W" => words += " forward or sideways",
        other => words += &format!(" (only `{other}`)"),
    }
    match (modifiers.contains('m'), modifiers.contains('c')) {
        (true, false) => words += ", without capture",
        (false, true) => words += ", only to capture",
        _ => {}
    }
    if modifiers.contains('n') {
        words += ", if nobody is in the way";
    }
    if modifiers.contains('p') {
        words += ", over exactly one piece and on beyond";
    }
    if modifiers.contains('g') {
        words += ", over one piece to the square right behind";
    }
    words
}

impl PawnKind {
    /// Which way such pawns step and capture, as a sentence.
    pub const fn rule(self) -> &'static str {
        match self {
            PawnKind::Orthodox => "Steps straight ahead, captures diagonally ahead.",
            PawnKind::Berolina => "Steps diagonally ahead, captures straight ahead.",
        }
    }
}

fn pawn(pawn: &PawnSpec) -> String {
    let PawnSpec {
        letter: _,
        name: _,
        kind,
        double_step,
        double_step_ranks,
        long_steps,
        double_step_barred_in_check_beside_pawn,
        pinned_pawn_bars,
        en_passant,
        why: _,
    } = pawn;
    let ranks: Vec<String> = double_step_ranks.iter().map(u8::to_string).collect();
    let mut text = match kind {
        PawnKind::Orthodox => String::new(),
        PawnKind::Berolina => kind.rule().to_owned(),
    };
    if *double_step {
        let ranks = ranks.join(" or ");
        text += &format!(" From rank {ranks}, counted from its own side, a pawn may move two squares.");
    } else if long_steps.is_empty() {
        text += " Pawns move one square.";
    }
    for (squares, ranks) in long_steps {
        let ranks: Vec<String> = ranks.iter().map(u8::to_string).collect();
        text += &format!(" From rank {} it may move {squares} squares.", ranks.join(" or "));
    }
    let mut text = text.trim_start().to_owned();
    if *double_step_barred_in_check_beside_pawn {
        let pinned = if *pinned_pawn_bars { "" } else { " that is not pinned" };
        text += &format!(" In check it may not, if it would land beside an enemy pawn{pinned}.");
    }
    text += if *en_passant { " There is capture en passant." } else { " No capture en passant." };
    text
}

fn promotion(rule: &PromotionSpec, ranks: u8) -> String {
    let PromotionSpec { to, rank, optional, wait, from_stock, limits, why: _ } = rule;
    if to.is_empty() {
        return "Pawns do not promote: on the last rank they stay and cannot move.".to_owned();
    }
    let to: Vec<String> = to.chars().map(String::from).collect();
    let place = match rank.filter(|&rank| rank < ranks) {
        Some(rank) if *optional => {
            format!("on rank {rank} or later, as it likes, and on the last rank at the latest")
        }
        Some(rank) => format!("on rank {rank} or later"),
        None => "on the last rank".to_owned(),
    };
    let mut text = format!("A pawn becomes {} {place}", to.join(", "));
    if *from_stock {
        text += if limits.is_empty() {
            "; only what its owner has lost"
        } else {
            "; only what its owner has not too many of"
        };
    }
    if let Some(wait) = wait {
        text += &format!("; it waits {wait} moves of its owner there");
    }
    text + "."
}

fn castle(castling: &CastlingSpec) -> String {
    let CastlingSpec {
        name: _,
        partner,
        toward_last_file,
        toward_first_file,
        safe,
        in_check,
        lost_by_check: _,
        crossing,
        beside,
        shortest,
        longest,
        why: _,
    } = castling;
    let safe = match safe {
        SafeSquares::KingPath => "no square from the king's start to its target is attacked",
        SafeSquares::KingToPartner => "no square from the king's start to the partner's is attacked",
        SafeSquares::KingCrossing => "no square that the king crosses, nor its target, is attacked",
    };
    let sides = [toward_last_file, toward_first_file];
    let ways: Vec<String> =
        sides.into_iter().flatten().map(|side| format!("king {}, {partner} {}", side.king, side.partner)).collect();
    let check = if *in_check { " It may be played out of check." } else { "" };
    let crossing = match (beside, crossing) {
        (true, _) => format!(" {partner} ends beside the king, on the other side."),
        (false, true) => String::new(),
        (false, false) => " They need not cross.".to_owned(),
    };
    let goes = match (shortest, longest) {
        (1, None) => String::new(),
        (shortest, None) => format!(" The king goes {shortest} squares or more."),
        (shortest, Some(longest)) => format!(" The king goes {shortest} to {longest} squares."),
    };
    format!("{}. Neither has moved, the ways of both are empty, and {safe}.{check}{goes}{crossing}", ways.join("; or "))
}
