//! Suggestions for unknown words.

/// The known words with their similarity to `text`, from 0 to 1, the most similar first. `fold` prepares the words for the
/// comparison, for example by ignoring case.
pub fn by_similarity<'k>(
    text: &str,
    known: impl IntoIterator<Item = &'k str>,
    fold: fn(&str) -> String,
) -> impl Iterator<Item = (f64, &'k str)> {
    let text = fold(text);
    let similarity = |word: &'k str| (strsim::jaro_winkler(&text, &fold(word)), word);
    let mut near: Vec<(f64, &str)> = known.into_iter().map(similarity).collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.into_iter()
}

/// A choice in words: `A`, `A or B`, `A, B or C`.
pub fn one_of<T: AsRef<str>>(words: &[T]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::one_of;

    #[test]
    fn choices_in_words() {
        assert_eq!([one_of::<&str>(&[]), one_of(&["A"])], ["", "A"]);
        assert_eq!([one_of(&["A", "B"]), one_of(&["A", "B", "C"])], ["A or B", "A, B or C"]);
    }
}
