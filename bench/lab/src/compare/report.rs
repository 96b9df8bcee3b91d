//! The table.

use super::statistics::{Pair, Spread};

/// A game that has been compared.
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) against: String,
    pub(crate) depths: [u32; 2],
    pub(crate) pairs: Vec<Pair>,
}

/// A speed in millions.
fn millions(speed: f64) -> String {
    format!("{:.1}", speed / 1e6)
}

/// One pair, as it is told while the command runs.
pub(crate) fn pair(pair: Pair) -> String {
    format!("{} / {} Mnodes/s = {:.2}", millions(pair.ours), millions(pair.theirs), pair.ratio())
}

/// All rows, in Markdown. Speeds are medians, and so is the ratio: that of the ratios, not the ratio of the medians.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| game | against | depths | Mnodes/s | theirs | ratio | min–max | pair by pair |\n\
         |---|---|:-:|--:|--:|--:|:-:|---|\n",
    );
    for Row { label, against, depths: [our_depth, their_depth], pairs } in rows {
        let spread = |value: fn(Pair) -> f64| Spread::of(pairs.iter().copied().map(value));
        let (Some(ours), Some(theirs), Some(ratio)) =
            (spread(|pair| pair.ours), spread(|pair| pair.theirs), spread(Pair::ratio))
        else {
            continue;
        };
        let all: Vec<String> = pairs.iter().map(|pair| format!("{:.2}", pair.ratio())).collect();
        text.push_str(&format!(
            "| {label} | {} | {our_depth} / {their_depth} | {} | {} | **{:.2}** | {:.2}–{:.2} | {} |\n",
            against.replace('|', "\\|"),
            millions(ours.median),
            millions(theirs.median),
            ratio.median,
            ratio.min,
            ratio.max,
            all.join(" ")
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row() {
        let pairs = [(8e8, 1e7), (9e8, 2e7), (4e8, 1e7)].map(|(ours, theirs)| Pair { ours, theirs });
        assert_eq!(pair(pairs[1]), "900.0 / 20.0 Mnodes/s = 45.00");
        let row = Row { label: "janus".to_owned(), against: "A|B".to_owned(), depths: [6, 5], pairs: pairs.to_vec() };
        let text = table(&[row]);
        assert_eq!(
            text.lines().nth(2),
            Some("| janus | A\\|B | 6 / 5 | 800.0 | 10.0 | **45.00** | 40.00–80.00 | 80.00 45.00 40.00 |")
        );
        assert_eq!(text.lines().count(), 3);
    }
}
