//! The lines of suites of known counts.

use std::path::PathBuf;

use anyhow::Context;
use campione_notation::suite::{self, Case};

use crate::root;

/// The mark in the comment above counts that were made by a program which shares no code with our generators.
const INDEPENDENT: &str = "made by an independent program";

/// One count of a suite.
pub(crate) struct Line {
    /// File and line number.
    pub(crate) place: String,
    pub(crate) case: Case,
    /// Whether the count comes from the independent program.
    pub(crate) independent: bool,
}

impl Line {
    /// The variant; `otherwise` if the line does not name it.
    pub(crate) fn game<'a>(&'a self, otherwise: &'a str) -> &'a str {
        self.case.variant.as_deref().unwrap_or(otherwise)
    }

    /// Whether this is the count of a position of a variant at a depth.
    pub(crate) fn is_of(&self, id: &str, fen: &str, depth: u32) -> bool {
        self.game("") == id && self.case.fen == fen && self.case.depth == depth
    }
}

/// The committed suites.
pub(crate) fn committed() -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root().join("notation/tests/data"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "tsv") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The lines of suites.
pub(crate) fn read(files: &[PathBuf]) -> anyhow::Result<Vec<Line>> {
    let mut lines = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).with_context(|| name.clone())?;
        lines.extend(read_text(&name, &text)?);
    }
    Ok(lines)
}

/// The lines of a suite with this name.
pub(crate) fn read_text(name: &str, text: &str) -> anyhow::Result<Vec<Line>> {
    let mut lines = Vec::new();
    let mut independent = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with('#') {
            independent = line.contains(INDEPENDENT);
        }
        let place = format!("{name}:{number}");
        for case in suite::read_line(line).with_context(|| place.clone())? {
            lines.push(Line { place: place.clone(), case, independent });
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_lines_and_where_they_come_from() {
        let lines = read(&committed().unwrap()).unwrap();
        let independent = lines.iter().filter(|line| line.independent).count();
        assert!(independent > 500 && lines.len() - independent > 500, "{independent} of {}", lines.len());
        for line in &lines {
            // The notes of the hand-made positions begin with a section of docs/RULES.md.
            let is_made = ["§", "companions"].iter().any(|section| line.case.note.starts_with(section));
            assert_eq!(line.independent, !is_made, "{}", line.place);
            assert_ne!(line.game(""), "", "{}", line.place);
        }
    }
}
