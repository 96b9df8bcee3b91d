//! The table of tags in docs/reference/kit.md, made of [`Tag`].

use campione_notation::kit::Tag;
use campione_workspace::replace_between;

/// Where the page is.
pub(super) const PATH: &str = "docs/reference/kit.md";

const BEGIN: &str = "<!-- tags -->\n";
const END: &str = "<!-- end of tags -->";

/// The page with a row for each tag.
///
/// # Errors
/// The page lacks the marks of the table.
pub(super) fn page(page: &str) -> anyhow::Result<String> {
    let rows = Tag::ALL.iter().map(|tag| format!("| `{tag}` | {} |\n", tag.meaning().replace('|', "\\|")));
    let table = format!("\n| tag | what it means |\n|---|---|\n{}\n", rows.collect::<String>());
    replace_between(PATH, page, [BEGIN, END], &table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_has_a_row() {
        let made = page(&format!("before\n{BEGIN}old\n{END}\nafter\n")).unwrap();
        assert!(made.starts_with("before\n") && made.ends_with("\nafter\n") && !made.contains("old"), "{made}");
        assert_eq!(made.matches("\n| `").count(), Tag::ALL.len());
        assert!(made.contains("\n| `check` | The king is in check. |\n"), "{made}");
        assert_eq!(page(&made).unwrap(), made);
        assert!(page("no marks").is_err());
    }
}
