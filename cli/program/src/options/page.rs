//! The options in the help of the commands and in docs/reference/options.md.

use std::fmt::Write as _;

#[cfg(test)]
use super::option::{Booleans, Xboard};
use super::option::{EngineOption, Kind};
#[cfg(test)]
use super::settings::Settings;
use super::table::table;

/// The width of a line of the help, and how far the text of an option is indented.
const WIDTH: usize = 96;
const INDENT: &str = "      ";

/// The options for the help of a command; `None` if it has none.
pub(crate) fn of_command(command: &str) -> Option<String> {
    match command {
        "uci" => Some(help(|option| option.place.uci.then_some(option.name))),
        "xboard" => Some(help(EngineOption::xboard_name)),
        _ => None,
    }
}

/// The options that `named` names.
fn help(named: impl Fn(&EngineOption) -> Option<&'static str>) -> String {
    let mut text = "Options of the engine:\n".to_owned();
    for option in table() {
        let Some(name) = named(&option) else { continue };
        let values = values(&option).map(|values| format!(" ({values})")).unwrap_or_default();
        let wrap = textwrap::Options::new(WIDTH).initial_indent(INDENT).subsequent_indent(INDENT);
        let _ = writeln!(text, "  {name}{values}\n{}", textwrap::fill(option.help, wrap));
    }
    text
}

/// What an option can be set to, for people; `None` if its name says it.
fn values(option: &EngineOption) -> Option<String> {
    match &option.kind {
        Kind::Number { .. } | Kind::Parameter(_) => {
            let (least, most) = option.range()?.into_inner();
            Some(format!("{least} to {most}"))
        }
        Kind::Check { .. } => Some("yes or no".to_owned()),
        Kind::File { .. } => Some("a file".to_owned()),
        Kind::Folder { .. } => Some("a folder".to_owned()),
        Kind::Variant { .. } => None,
        Kind::Button(_) => Some("a button".to_owned()),
    }
}

/// The table of docs/reference/options.md, without the parameters of a build for tuning.
#[cfg(test)]
pub(super) fn page(defaults: &Settings) -> String {
    let mut text =
        "| option | values | default | UCI | XBoard | `own` | what it does |\n|---|---|---|---|---|---|---|\n"
            .to_owned();
    for option in table().into_iter().filter(|option| !matches!(option.kind, Kind::Parameter(_))) {
        let code = |name: &str| format!("`{name}`");
        let (name, uci) = (code(option.name), if option.place.uci { "yes" } else { "" });
        let xboard = match option.place.xboard {
            Xboard::Same => "yes".to_owned(),
            Xboard::Named(name) => code(name),
            Xboard::Command(name) => format!("the command `{name}`"),
            Xboard::No => String::new(),
        };
        let default = match (&option.kind, option.value(defaults, Booleans::Words)) {
            (Kind::Check { .. }, value) if value == "true" => "yes".to_owned(),
            (Kind::Check { .. }, _) => "no".to_owned(),
            (Kind::File { .. } | Kind::Folder { .. }, _) => "none".to_owned(),
            (_, value) => value,
        };
        let values = values(&option).unwrap_or_else(|| "a variant".to_owned());
        let own = if option.place.own { "yes" } else { "" };
        let _ = writeln!(text, "| {name} | {values} | {default} | {uci} | {xboard} | {own} | {}. |", option.help);
    }
    text
}
