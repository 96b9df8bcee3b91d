//! `cargo xtask screen`: a real `XBoard` on a virtual screen.
//!
//! There are two kinds of games. In the first, the engine plays itself to the end; its moves are replayed by our rules,
//! and `XBoard` must not have complained. In the second, two scripted players make random moves, mostly castlings and
//! promotions, that `XBoard` shows correctly according to [`xboard::not_shown`]; then the position that `XBoard` saves
//! must be ours. The chore is skipped if a program is not installed.

mod display;
pub(crate) mod player;
mod walk;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use campione_core::{SplitMix64, Variant};
use campione_movegen::{Game, Outcome, Position};
use campione_notation::xboard;

use self::display::{Display, XBoard};
use self::walk::Walk;
use crate::Verdict;
use crate::check::{Checks, Done};
use campione_driver::find;
use campione_workspace::Build;

/// Number of moves before a picture is taken.
const PICTURED: usize = 16;

/// Longer than any game takes, even on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The variants; by default all built-in ones, and of the guests those that `XBoard` knows
    #[arg(short = 'v', long = "variant", value_delimiter = ',')]
    variants: Vec<String>,
    /// Depth of the engine's search in the games against itself; 0 for no such games
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// Scripted games of each variant
    #[arg(long, default_value_t = 12)]
    walks: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for a picture of each variant's board in the middle of a game
    #[arg(long)]
    pictures: Option<PathBuf>,
    /// A release binary of campione; built if not given
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let mut programs = Vec::new();
    for name in ["Xvfb", "xboard", "import"] {
        let Some(path) = find(name) else {
            say!("screen: skipped, there is no {name} (Debian: xvfb, xboard, imagemagick)");
            return Ok(Verdict::Good);
        };
        programs.push(path);
    }
    let variants: Vec<Variant> = if options.variants.is_empty() {
        let all = Variant::all_ids().map(Variant::named).collect::<Result<Vec<_>, _>>()?;
        all.into_iter()
            .filter(|&variant| Variant::ids().any(|id| id == variant.id()) || xboard::is_known(variant))
            .collect()
    } else {
        options.variants.iter().map(|id| Variant::named(id)).collect::<Result<_, _>>()?
    };
    let campione = Build::named_or_built(options.binary.as_deref())?;
    if let Some(folder) = &options.pictures {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let screen =
        Screen { display: Display::start(&programs[0])?, xboard: &programs[1], import: &programs[2], campione };
    let mut checks = Checks::default();
    for variant in &variants {
        checks.make(&format!("{}: recited", variant.id()), || {
            let recited = (0..options.walks).map(|number| screen.recite(*variant, options.seed << 32 | number));
            Ok(Done::Good(walk::summary(&recited.collect::<anyhow::Result<Vec<Walk>>>()?)))
        });
        let names = [Some(xboard::name_of(*variant)), xboard::second_name_of(*variant).map(Cow::Borrowed)];
        for name in names.into_iter().flatten().filter(|_| options.depth > 0) {
            checks.make(&format!("{name}: played"), || screen.play(*variant, &name, options).map(Done::Good));
        }
    }
    Ok(checks.verdict())
}

/// What all games of a run share.
struct Screen<'p> {
    display: Display,
    xboard: &'p Path,
    import: &'p Path,
    campione: PathBuf,
}

impl Screen<'_> {
    /// Starts an `XBoard` with two scripted players.
    fn recital(&self, variant: Variant, start: Option<&str>, script: &str) -> anyhow::Result<XBoard> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("script");
        fs::write(&path, script)?;
        let own = std::env::current_exe()?;
        let player = format!("{} screen-player {}", shlex::try_quote(&own.to_string_lossy())?, path.display());
        let name = xboard::name_of(variant);
        let mut arguments = vec!["-boardSize", "49"];
        // XBoard would draw random arrays by itself.
        let file = folder.path().join("start").to_string_lossy().into_owned();
        if let Some(start) = start.filter(|_| variant.has_random_arrays()) {
            fs::write(&file, format!("{start}\n"))?;
            arguments.extend(["-loadPositionFile", &file, "-loadPositionIndex", "1"]);
        }
        XBoard::start(self.xboard, &self.display, folder, &name, [&player, &player], &arguments)
    }

    /// Plays a scripted game; then `XBoard`'s position must be ours.
    fn recite(&self, variant: Variant, seed: u64) -> anyhow::Result<Walk> {
        let walk = Walk::new(variant, &mut SplitMix64::new(seed))?;
        let script = walk::script(variant, &walk.moves) + "end\n";
        let end = self.recital(variant, Some(&walk.start), &script)?.wait(LIMIT)?;
        let shown = board_of(&end.position) + " " + end.position.split_whitespace().nth(1).unwrap_or_default();
        let ours: String = walk.end.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        ensure!(
            shown == ours,
            "seed {seed}: XBoard has {shown}, but it is {ours}; {} moves: {}; XBoard says {}",
            walk.moves.len(),
            walk.moves.join(" "),
            end.result
        );
        Ok(walk)
    }

    /// Takes a picture of the board after some moves.
    fn picture(&self, variant: Variant, start: Option<&str>, moves: &[String], path: &Path) -> anyhow::Result<()> {
        let xboard = self.recital(variant, start, &walk::script(variant, moves))?;
        xboard.picture(self.import, path, moves.len())
    }

    /// The engine plays itself until the rules end the game.
    fn play(&self, variant: Variant, name: &str, options: &Options) -> anyhow::Result<String> {
        let engine = format!("{} xboard", shlex::try_quote(&self.campione.to_string_lossy())?);
        let depth = options.depth.to_string();
        // By itself XBoard ends every game after 51 moves without a capture or pawn move.
        let rule = variant.draws().moves.map_or(0, |moves| moves + 1).to_string();
        let arguments =
            ["-depth", &depth, "-defaultHashSize", "32", "-xponder", "-boardSize", "49", "-ruleMoves", &rule];
        let folder = tempfile::tempdir()?;
        let xboard = XBoard::start(self.xboard, &self.display, folder, name, [&engine, &engine], &arguments)?;
        let end = xboard.wait(LIMIT)?;
        ensure!(!end.complained, "XBoard has complained: {}", end.result);
        let (position, outcome) = replay(variant, end.start.as_deref(), &end.moves)?;
        // XBoard saves its position before the last move, if that ends the game.
        let shown = board_of(&end.position);
        let before = replay(variant, end.start.as_deref(), &end.moves[..end.moves.len().saturating_sub(1)])?.0;
        ensure!(
            [&position, &before].iter().any(|fen| fen.split_whitespace().next() == Some(&shown)),
            "XBoard has {shown} at the end, but it is {position}"
        );
        let outcome =
            outcome.with_context(|| format!("the game is not over after {} moves: {}", end.moves.len(), end.result));
        let outcome = outcome?;
        if let Some(folder) = &options.pictures {
            let moves = &end.moves[..end.moves.len().min(PICTURED)];
            self.picture(variant, end.start.as_deref(), moves, &folder.join(format!("xboard-{}.png", variant.id())))?;
        }
        Ok(format!("{} moves, {}", end.moves.len(), outcome.reason))
    }
}

/// The board of a position that `XBoard` has saved, without the captured pieces that it adds in Grand Chess.
fn board_of(position: &str) -> String {
    let board = position.split_whitespace().next().unwrap_or_default();
    board.split('[').next().unwrap_or_default().to_owned()
}

/// The position after moves of `XBoard`'s protocol, and whether it is the end. `start` is the position that it has sent,
/// if it has sent one.
fn replay(variant: Variant, start: Option<&str>, moves: &[String]) -> anyhow::Result<(String, Option<Outcome>)> {
    let mut game = Game::new(match start {
        Some(fen) => xboard::read_position(fen, variant)?,
        None => Position::start(variant),
    });
    for (index, text) in moves.iter().enumerate() {
        let mv = xboard::read(text, game.position()).with_context(|| format!("move {}", index + 1))?;
        game.play_unchecked(mv);
    }
    Ok((xboard::write_position(game.position())?, game.outcome()))
}
