//! `campione crc --explain`: how an array is set up by hand or with dice (source 003, section b; RULES.md §5).

use campione_core::{ArrayNumberError, ArrayNumbering, PlacingRule, PlacingStep, Shade};
use serde_json::{Value, json};

use crate::cmd::variants::{lines_of, table};
use crate::width::wrapped;

/// The numbers of the steps: those of source 003 in crc, where two steps, 7 and 8, place the knights.
const fn step_numbers(numbering: ArrayNumbering) -> &'static [u32] {
    match numbering {
        ArrayNumbering::Crc => &[1, 2, 3, 4, 5, 6, 7, 9, 10],
        ArrayNumbering::Chess960 => &[1, 2, 3, 4, 6, 7],
    }
}

fn name(letter: char) -> &'static str {
    match letter {
        'q' => "queen",
        'a' => "archbishop",
        'c' => "chancellor",
        _ => "bishop",
    }
}

/// What a step does, in words.
fn words(rule: PlacingRule) -> String {
    match rule {
        PlacingRule::Order => "queen or archbishop first".to_owned(),
        PlacingRule::Piece { letter, on: Shade::Light } => format!("{} on a light square", name(letter)),
        PlacingRule::Piece { letter, on: Shade::Dark } => format!("{} on a dark square", name(letter)),
        PlacingRule::Piece { letter, on: Shade::Any } => format!("{} on any square", name(letter)),
        PlacingRule::Knights => "knights on a pair of squares".to_owned(),
        PlacingRule::King => "king on the middle square".to_owned(),
        PlacingRule::Rooks => "rooks on the other two".to_owned(),
    }
}

fn squares(files: impl Iterator<Item = u8>) -> Vec<String> {
    files.map(|file| format!("{}1", char::from(b'a' + file))).collect()
}

/// The throws of dice that give a step: the number of ways and the digit of each.
fn throws(step: &PlacingStep) -> Vec<(u32, u32)> {
    match step.pair() {
        // The second knight has one square fewer to choose from.
        Some((first, second)) => vec![(5, first.into()), (4, u32::from(second) - 1)],
        None if step.ways > 1 => vec![(step.ways, step.digit)],
        None => Vec::new(),
    }
}

/// The steps as JSON.
pub(super) fn steps(numbering: ArrayNumbering, number: u32) -> Result<Value, ArrayNumberError> {
    let steps = numbering.steps(number)?;
    let objects = steps.iter().zip(step_numbers(numbering)).map(|(step, number)| {
        let throws: Vec<Value> =
            throws(step).into_iter().map(|(ways, digit)| json!({ "ways": ways, "digit": digit })).collect();
        json!({
            "step": number,
            "text": words(step.rule),
            "ways": step.ways,
            "digit": step.digit,
            "free": squares(step.free_files()),
            "placed": squares(step.used_files()),
            "rank": step.rank(),
            "throws": throws,
        })
    });
    Ok(objects.collect())
}

/// The steps as text.
pub(super) fn page(numbering: ArrayNumbering, number: u32) -> Result<String, ArrayNumberError> {
    let steps = numbering.steps(number)?;
    let crc = numbering == ArrayNumbering::Crc;
    let mut rest = number % numbering.count();
    let mut text = "How it is set up".to_owned();
    text += if crc { " (source 003, section b, steps 1 to 12)\n" } else { " (Scharnagl's numbering of Chess960)\n" };
    if rest != number {
        text += &paragraph(&format!("{number}, the last number, stands for {rest} here."));
    }
    text += &paragraph(
        "Each step divides what is left of the number. The remainder is the digit that says which of the free squares is \
         used, counted from 0 and from the a-file; a1 is dark.",
    );
    if crc {
        text += &paragraph("In step 1, 1 is the queen and 0 the archbishop.");
    }
    text += &paragraph(
        "The digit of the knights is the place, from 0, of a pair of the five free squares in the list 01 02 03 04 12 13 \
         14 23 24 34.",
    );
    let mut rows = table();
    rows.set_header(["STEP", "PIECE", "NUMBER", "FREE SQUARES", "PLACED", "FIRST RANK"]);
    for (step, index) in steps.iter().zip(step_numbers(numbering)) {
        let label =
            if step.rule == PlacingRule::Knights { format!("{index}, {}", index + 1) } else { index.to_string() };
        let mut division = String::new();
        if step.ways > 1 {
            division = format!("{rest} = {} * {} + {}", rest / step.ways, step.ways, step.digit);
            rest /= step.ways;
        }
        let placed = match (step.rule, step.digit) {
            (PlacingRule::Order, 0) => "archbishop first".to_owned(),
            (PlacingRule::Order, _) => "queen first".to_owned(),
            _ => squares(step.used_files()).join(" "),
        };
        let free = squares(step.free_files()).join(" ");
        rows.add_row([label, words(step.rule), division, free, placed, step.rank()]);
    }
    text += &lines_of(&rows, "  ");
    let then = if crc { "Steps 11 and 12: " } else { "Then " };
    text += &paragraph(&format!(
        "{then}Black's pieces stand opposite the same pieces of White, pawns on the second ranks."
    ));
    text += "\nWith dice\n";
    text += &paragraph(
        "Throw the digit of each step: all digits below the number of squares must be equally likely. For six \
         squares, the number on an ordinary die, minus one, is the digit; for fewer squares, throw again if the \
         digit is too large. Throw the knights one by one: the first among five free squares, the second among the \
         four that are then left.",
    );
    let thrown: Vec<String> = steps.iter().flat_map(throws).map(|(ways, digit)| format!("{digit} of {ways}")).collect();
    let mut thrown = format!("Throws that give this array: {}", thrown.join(", "));
    if let Some((first, second)) = steps.iter().find_map(PlacingStep::pair) {
        thrown += &format!(" (or, for the knights, {second} of 5, {first} of 4)");
    }
    text += &paragraph(&format!("{thrown}."));
    if crc {
        text += &paragraph(
            "Step 13: if a pawn is unprotected, or fewer than three squares differ from Gothic Chess, start again.",
        );
    }
    text += &paragraph("`--array` prints the number of the array that was thrown.");
    Ok(text)
}

fn paragraph(text: &str) -> String {
    wrapped(text, "  ")
}
