//! The section of a version in CHANGELOG.md: `## 0.1.0 (2026-12-01)`, and `(unreleased)` until then.

use anyhow::{Context, ensure};

use crate::check::Done;
use crate::root;

const CHANGELOG: &str = "CHANGELOG.md";
const NOT_YET: &str = "unreleased";

/// Checks the section.
///
/// # Errors
/// There is no such section, it is empty, or its heading is neither a date nor `unreleased`.
pub(super) fn check(version: &str) -> anyhow::Result<Done> {
    let text = std::fs::read_to_string(root().join(CHANGELOG)).context(CHANGELOG)?;
    let (when, lines) = section(&text, version)?;
    if when != NOT_YET {
        let wrong = || format!("{CHANGELOG}: {version} ({when}): neither a date nor `{NOT_YET}`");
        when.parse::<jiff::civil::Date>().with_context(wrong)?;
    }
    Ok(Done::Good(format!("lines: {lines}; {when}")))
}

/// Dates a section that is not yet released, and CITATION.cff with it.
///
/// # Errors
/// As [`check`]; or a file cannot be written.
pub(super) fn write(version: &str) -> anyhow::Result<Done> {
    let path = root().join(CHANGELOG);
    let text = std::fs::read_to_string(&path).context(CHANGELOG)?;
    let (when, _) = section(&text, version)?;
    if when != NOT_YET {
        return Ok(Done::Good(format!("{when} stays")));
    }
    let today = jiff::Zoned::now().date().to_string();
    std::fs::write(&path, dated(&text, version, &today)).context(CHANGELOG)?;
    let citation = root().join("CITATION.cff");
    let text = std::fs::read_to_string(&citation).context("CITATION.cff")?;
    let text = campione_workspace::replace_between("CITATION.cff", &text, ["\ndate-released: ", "\n"], &today)?;
    std::fs::write(&citation, text).context("CITATION.cff")?;
    Ok(Done::Good(format!("{today} is written into {CHANGELOG} and CITATION.cff")))
}

/// What is in the brackets of a version's heading, and the number of lines below it.
fn section<'a>(text: &'a str, version: &str) -> anyhow::Result<(&'a str, usize)> {
    let heading = format!("## {version} (");
    let mut lines = text.lines();
    let when = lines.find_map(|line| line.strip_prefix(&heading)?.strip_suffix(')'));
    let when = when
        .with_context(|| format!("{CHANGELOG} has no section `{heading}{NOT_YET})`: write what is in the release"))?;
    let below = lines.take_while(|line| !line.starts_with("## ")).filter(|line| !line.trim().is_empty()).count();
    ensure!(below > 0, "{CHANGELOG}: the section {version} is empty");
    Ok((when, below))
}

fn dated(text: &str, version: &str, date: &str) -> String {
    text.replacen(&format!("## {version} ({NOT_YET})"), &format!("## {version} ({date})"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# Changelog\n\n## 0.2.0 (unreleased)\n\n- new\n- more\n\n## 0.1.0 (2026-12-01)\n\n- old\n\n## 0.0.1 (x)\n";

    #[test]
    fn sections() {
        assert_eq!(section(TEXT, "0.2.0").unwrap(), ("unreleased", 2));
        assert_eq!(section(TEXT, "0.1.0").unwrap(), ("2026-12-01", 1));
        for (version, why) in [("0.3.0", "has no section `## 0.3.0 (unreleased)`"), ("0.0.1", "0.0.1 is empty")] {
            let error = section(TEXT, version).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
        let dated = dated(TEXT, "0.2.0", "2026-12-24");
        assert_eq!(section(&dated, "0.2.0").unwrap(), ("2026-12-24", 2));
        assert_eq!(dated.replace("2026-12-24", "unreleased"), TEXT);
    }

    #[test]
    fn the_version_of_the_workspace_has_a_section() {
        let text = std::fs::read_to_string(root().join(CHANGELOG)).unwrap();
        section(&text, &super::super::version::of_workspace(root()).unwrap()).unwrap();
    }
}
