//! `cargo xtask page`: opens pages of `campione … --html` in a headless browser; skipped if none is installed.
//!
//! A script is added to each page. It clicks, presses keys and chooses lines as a person would, and writes what it sees
//! into the page, which the browser then prints. That must agree with the known game.
//!
//! With `--screenshots` it takes pictures of the page to play instead, in six sizes and two themes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::check::{Checks, Done};
use crate::{Verdict, root};
use campione_driver::find;
use campione_workspace::Build;

/// The names of the browser's program.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// The script that is added to a page.
const SCRIPT: &str = include_str!("page.js");

/// Games of two variants; a comment contains the text that ends a script.
const PGN: &str = "[White \"One <b>\"]\n[Black \"Two & more\"]\n[Variant \"crc\"]\n\n1. e4 e5 {a </script> here} *

[Variant \"archchess\"]\n\n1. e4 e7 2. a4 *\n";

/// A game with the comments of an engine.
const THOUGHTS: &str = "[White \"One\"]\n[Black \"Two\"]\n[Variant \"crc\"]\n\n1. e4 {+0.22/11 0.18s} e5 {-0.30/12 1.5s, hm} 2. d4 \
{+M5/20 2s} exd4 {late} *\n";

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// A binary of campione that is built already
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// Folder for pictures of the pages
    #[arg(long)]
    pictures: Option<PathBuf>,
    /// Only take pictures of the page to play, as `bindings/wasm/build-site` has built it, in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["binary", "pictures"])]
    screenshots: Option<PathBuf>,
}

/// The script that takes them.
const SCREENSHOTS: &str = "bindings/wasm/tests/screenshots.mjs";

/// Takes pictures of the page to play.
fn screenshots(folder: &Path) -> anyhow::Result<Verdict> {
    let status = Command::new("node").arg(root().join(SCREENSHOTS)).arg(folder).status();
    let status = status.context("node: needed for the pictures, with `npm ci` in bindings/wasm")?;
    Ok(if status.success() { Verdict::Good } else { Verdict::Bad })
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    if let Some(folder) = &options.screenshots {
        return screenshots(folder);
    }
    let Some(browser) = BROWSERS.iter().find_map(|name| find(name)) else {
        say!("page: skipped, there is no {} (Debian: chromium)", BROWSERS.join(", no "));
        return Ok(Verdict::Good);
    };
    let campione = Build::named_or_built(options.binary.as_deref())?;
    if let Some(folder) = &options.pictures {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let browser = Browser { program: browser, campione, pictures: options.pictures.clone() };
    let mut checks = Checks::default();
    checks.make("show", || browser.show());
    checks.make("show, a pawn that waits", || browser.waiting());
    checks.make("analyse", || browser.analyse());
    checks.make("pgn", || browser.pgn());
    checks.make("pgn, what an engine thought", || browser.graph());
    Ok(checks.verdict())
}

struct Browser {
    program: PathBuf,
    campione: PathBuf,
    pictures: Option<PathBuf>,
}

impl Browser {
    /// What the script sees on the page of a command: one object for each action.
    fn visit(&self, name: &str, command: &[&str]) -> anyhow::Result<Vec<Value>> {
        let folder = tempfile::tempdir()?;
        let page = folder.path().join("page.html");
        let made = Command::new(&self.campione).args(command).arg("--html").arg(&page).stdin(Stdio::null()).output()?;
        ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        if let Some(pictures) = &self.pictures {
            let picture = fs::canonicalize(pictures)?.join(format!("page-{name}.png"));
            self.browse(folder.path(), &page, &[&format!("--screenshot={}", picture.display())])?;
        }
        let mut text = fs::read_to_string(&page)?;
        for outside in ["http:", "https:", "src="] {
            ensure!(!text.contains(outside), "the page loads something from outside: {outside}");
        }
        let end = text.rfind("</body>").context("the page has no end")?;
        text.insert_str(end, &format!("<script>{SCRIPT}</script>"));
        fs::write(&page, text)?;
        let seen = self.browse(folder.path(), &page, &["--dump-dom"])?;
        let (_, seen) = seen.split_once("<pre id=\"seen\">").context("the script has not run")?;
        let (seen, _) = seen.split_once("</pre>").context("the script has not ended")?;
        Ok(serde_json::from_str(&seen.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))?)
    }

    fn browse(&self, folder: &Path, page: &Path, how: &[&str]) -> anyhow::Result<String> {
        let output = Command::new(&self.program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--hide-scrollbars", "--window-size=1100,800", "--virtual-time-budget=5000"])
            .arg(format!("--user-data-dir={}", folder.join("browser").display()))
            .args(how)
            .arg(format!("file://{}", page.display()))
            .stdin(Stdio::null())
            .output()
            .with_context(|| self.program.display().to_string())?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn show(&self) -> anyhow::Result<Done> {
        let seen = self.visit("show", &["show", "-v", "chess", "--play", "e2e4 f7f6 d1h5", "--theme", "dark"])?;
        let after = "rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2";
        expect(
            &seen,
            "at first",
            &[("fen", after), ("caption", "2. Qh5+: Black to move, in check"), ("pieces", "32")],
        )?;
        expect(&seen, "at first", &[("marks", "2"), ("checks", "1"), ("current", "3"), ("on", "off"), ("back", "on")])?;
        expect(&seen, "back", &[("caption", "1… f6: White to move"), ("checks", "0"), ("on", "on")])?;
        expect(&seen, "start", &[("caption", "White to move"), ("marks", "0"), ("back", "off")])?;
        expect(&seen, "key right", &[("caption", "1. e4: Black to move")])?;
        expect(&seen, "move 2", &[("caption", "1… f6: White to move")])?;
        expect(&seen, "turned", &[("first piece", "white-king")])?;
        Ok(Done::Good("clicked, typed and turned".to_owned()))
    }

    fn waiting(&self) -> anyhow::Result<Done> {
        let fen = "P2k8/12/12/12/12/12/12/3K8 w - - 0 1 a8:1";
        let seen = self.visit("waiting", &["show", "-v", "courier-spiel", fen])?;
        expect(&seen, "at first", &[("fen", fen), ("badges", "1"), ("pieces", "3"), ("choice", "hidden")])?;
        Ok(Done::Good("its count is on it".to_owned()))
    }

    fn analyse(&self) -> anyhow::Result<Done> {
        let command = ["analyse", "-v", "herb-garden", "--depth", "6", "--multipv", "3", "--threads", "1"];
        let seen = self.visit("analyse", &command)?;
        expect(&seen, "at first", &[("lines", "3"), ("choice", "shown"), ("current", "0"), ("pieces", "48")])?;
        let names = seen.iter().filter_map(|seen| seen["name"].as_str()).collect::<Vec<_>>();
        ensure!(names.iter().any(|name| name.starts_with("3. ")), "the last line was not chosen: {names:?}");
        Ok(Done::Good("three lines".to_owned()))
    }

    fn pgn(&self) -> anyhow::Result<Done> {
        let seen = self.games("pgn", PGN)?;
        expect(
            &seen,
            "at first",
            &[
                ("name", "1. One <b> – Two & more: *"),
                ("notes", "a </script> here"),
                ("lines", "2"),
                ("graph", "hidden"),
            ],
        )?;
        expect(&seen, "last line", &[("name", "2. game: *"), ("pieces", "40"), ("ranks", "10")])?;
        expect(&seen, "end", &[("caption", "2. a4: Black to move")])?;
        Ok(Done::Good("games of two variants".to_owned()))
    }

    /// A graph takes the place of the scores; what else the comments say stays.
    fn graph(&self) -> anyhow::Result<Done> {
        let seen = self.games("graph", THOUGHTS)?;
        // Black's score is for Black; the last move has none.
        expect(&seen, "at first", &[("notes", "hm; late"), ("graph", "3 points, of White: up, up, top")])?;
        expect(&seen, "graph", &[("caption", "1… e5: White to move")])?;
        Ok(Done::Good("three scores, and a click on them".to_owned()))
    }

    /// What the script sees of a file of games.
    fn games(&self, name: &str, text: &str) -> anyhow::Result<Vec<Value>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("games.pgn");
        fs::write(&file, text)?;
        self.visit(name, &["pgn", &file.to_string_lossy()])
    }
}

/// Checks what the script saw after an action.
fn expect(seen: &[Value], after: &str, wanted: &[(&str, &str)]) -> anyhow::Result<()> {
    let found = seen.iter().find(|seen| seen["after"] == after).with_context(|| format!("nothing seen: {after}"))?;
    for &(what, wanted) in wanted {
        ensure!(found[what] == wanted, "{after}: {what} is {}, not {wanted:?}", found[what]);
    }
    Ok(())
}
