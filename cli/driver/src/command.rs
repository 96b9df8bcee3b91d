//! The command of an engine.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

/// A program and its arguments.
///
/// It is split as a shell would split it, but no shell is run.
///
/// ```
/// use campione_driver::EngineCommand;
/// let command: EngineCommand = "./mine --book 'a b'".parse()?;
/// assert_eq!(command.words(), ["./mine", "--book", "a b"]);
/// assert_eq!(command.to_string(), "./mine --book 'a b'");
/// # Ok::<(), campione_driver::CommandFault>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineCommand(Vec<String>);

/// Why a text is not a command, or a command cannot be started.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CommandFault {
    /// It is empty.
    #[error("there is no command")]
    Empty,
    /// A quotation mark has no partner.
    #[error("a quote in `{0}` does not end")]
    Quote(String),
    /// No such program.
    #[error("`{0}` is not installed or not executable")]
    Missing(String),
}

impl EngineCommand {
    /// A command of these words; the first one is the program.
    ///
    /// # Errors
    /// [`CommandFault::Empty`] if there are no words.
    ///
    /// ```
    /// use campione_driver::EngineCommand;
    /// assert!(EngineCommand::new(vec!["engine".to_owned(), "uci".to_owned()]).is_ok());
    /// assert!(EngineCommand::new(Vec::new()).is_err());
    /// ```
    pub fn new(words: Vec<String>) -> Result<EngineCommand, CommandFault> {
        if words.is_empty() { Err(CommandFault::Empty) } else { Ok(EngineCommand(words)) }
    }

    /// The program and its arguments.
    pub fn words(&self) -> &[String] {
        &self.0
    }

    /// The program as it was written.
    pub fn program(&self) -> &str {
        &self.0[0]
    }

    /// The arguments.
    pub(crate) fn args(&self) -> Vec<OsString> {
        self.0[1..].iter().map(OsString::from).collect()
    }

    /// The path of the program: absolute, or found by [`find`].
    ///
    /// # Errors
    /// [`CommandFault::Missing`] if there is no such program.
    ///
    /// ```
    /// use campione_driver::EngineCommand;
    /// let command: EngineCommand = "no-program-of-this-name".parse()?;
    /// assert_eq!(command.path().unwrap_err().to_string(), "`no-program-of-this-name` is not installed or not executable");
    /// # Ok::<(), campione_driver::CommandFault>(())
    /// ```
    pub fn path(&self) -> Result<PathBuf, CommandFault> {
        let program = self.program();
        let path = if program.contains(std::path::is_separator) {
            std::path::absolute(Path::new(program)).ok().filter(|path| path.is_file())
        } else {
            find(program)
        };
        path.ok_or_else(|| CommandFault::Missing(program.to_owned()))
    }
}

impl FromStr for EngineCommand {
    type Err = CommandFault;

    fn from_str(text: &str) -> Result<EngineCommand, CommandFault> {
        EngineCommand::new(split(text).ok_or_else(|| CommandFault::Quote(text.to_owned()))?)
    }
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.iter().map(String::as_str);
        f.write_str(&shlex::try_join(words).unwrap_or_else(|_| self.0.join(" ")))
    }
}

/// Splits a command into words as a shell of Unix does. On Windows a backslash is a character like others, as in `C:\\mygen.exe`.
/// `None` if a quote is open.
///
/// ```
/// let words = campione_driver::split("mygen --name 'my engine'");
/// assert_eq!(words.unwrap(), ["mygen", "--name", "my engine"]);
/// ```
pub fn split(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&with_plain_backslashes(command)) } else { shlex::split(command) }
}

/// Escapes each backslash where a shell would not take it as it is: not between single quotes.
fn with_plain_backslashes(command: &str) -> String {
    let mut escaped = String::with_capacity(command.len());
    let mut quote = None;
    for letter in command.chars() {
        match quote {
            None if matches!(letter, '\'' | '"') => quote = Some(letter),
            Some(open) if open == letter => quote = None,
            _ => {}
        }
        if letter == '\\' && quote != Some('\'') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Finds a program in `PATH` or in Debian's folder of games, which is often not in `PATH`.
///
/// ```
/// assert_eq!(campione_driver::find("no-program-of-this-name"), None);
/// ```
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games"), PathBuf::from("/usr/local/games")]);
    let folders: OsString = std::env::join_paths(folders.filter(|folder| folder.is_absolute())).ok()?;
    which::which_in(program, Some(folders), "/").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_or_not() {
        assert!(find("cat").is_none_or(|path| path.is_absolute()));
        assert_eq!(find("no-program-of-this-name"), None);
    }

    #[test]
    fn commands_are_split_as_by_a_shell() {
        let words = |text: &str| text.parse::<EngineCommand>().map(|command| command.0);
        assert_eq!(words("engine -x 'a b' \"c d\"").unwrap(), ["engine", "-x", "a b", "c d"]);
        assert_eq!(words("engine 'a"), Err(CommandFault::Quote("engine 'a".to_owned())));
        assert_eq!(words(" "), Err(CommandFault::Empty));
        let windows = |text: &str| shlex::split(&with_plain_backslashes(text)).unwrap();
        let path = r"C:\my engines\x.exe";
        for text in [r"'C:\my engines\x.exe' -x", r#""C:\my engines\x.exe" "-x""#] {
            assert_eq!(windows(text), [path, "-x"]);
        }
        assert_eq!(windows(r"C:\x.exe 'a \ b'"), [r"C:\x.exe", r"a \ b"]);
    }
}
