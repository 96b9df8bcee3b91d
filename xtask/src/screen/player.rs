//! A scripted player: an engine for `XBoard` whose moves are known in advance.

use std::io::{BufRead, Write, stdin, stdout};
use std::path::PathBuf;

use anyhow::Context;

use crate::Verdict;

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// A line each: `variant NAME`, `say LINE` in answer to that variant, `move MOVE` of both sides in turn, and `end` if
    /// the game is to be ended after them
    script: PathBuf,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let script = std::fs::read_to_string(&options.script).with_context(|| options.script.display().to_string())?;
    let all = |word: &'static str| {
        script.lines().filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' ').map(str::to_owned))
    };
    let name = all("variant").next().context("the script names no variant")?;
    let moves: Vec<String> = all("move").collect();
    let ends = script.lines().any(|line| line == "end");
    let say = |line: &str| -> std::io::Result<()> {
        let mut out = stdout().lock();
        writeln!(out, "{line}")?;
        out.flush()
    };
    let (mut plies, mut forced) = (0, false);
    for line in stdin().lock().lines() {
        let line = line?;
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "protover" => {
                say("feature done=0")?;
                say(&format!("feature myname=\"recital\" variants=\"{name}\" setboard=1 ping=1 usermove=1"))?;
                say("feature colors=0 debug=1 sigint=0 sigterm=0 done=1")?;
            }
            "new" => (plies, forced) = (0, false),
            "variant" => all("say").try_for_each(|line| say(&line))?,
            "ping" => say(&format!("pong {rest}"))?,
            "force" => forced = true,
            "usermove" => plies += 1,
            "go" => forced = false,
            "quit" => break,
            _ => {}
        }
        if matches!(command, "go" | "usermove") && !forced {
            if let Some(mv) = moves.get(plies) {
                say(&format!("move {mv}"))?;
                plies += 1;
            }
            // XBoard rejects the claim and ends the game.
            if plies >= moves.len() && ends {
                say("1/2-1/2 {the end of the script}")?;
            }
        }
    }
    Ok(Verdict::Good)
}
