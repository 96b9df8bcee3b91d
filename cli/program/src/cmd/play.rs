//! `campione play`: a game against the engine in the terminal, or between two people.

mod input;
mod record;
mod say;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use campione_core::{Color, Square};
use campione_movegen::{Game, Move, Outcome, Position};
use campione_notation::moves::MoveFault;
use campione_notation::{fen, moves, san};
use campione_search::{Engine, Limits, Strength};

use self::input::Input;
use self::record::Record;
use self::say::say;
use crate::Verdict;
use crate::analysis::{self, Searching};
use crate::args::{Common, Format, PlayOptions, Side};
use crate::diagram::{self, Painting};
use crate::endgames;
use crate::messages;
use crate::messages::Usage;
use crate::output::Target;
use crate::play::game::reason;
use crate::positions::PositionReader;
use crate::seed;
use crate::watch::Watch;
use crate::{interrupt, width};

/// The engine's time for a move if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The engine's time for a hint.
const HINT_TIME: Duration = Duration::from_millis(500);

/// The commands besides moves, and what they do.
const COMMANDS: [(&str, &str); 14] = [
    ("help", "this list"),
    ("moves [SQUARE]", "the legal moves, of the piece on that square alone"),
    ("hint", "what the engine would play"),
    ("why MOVE", "the rule that forbids a move"),
    ("undo", "take back your last move, and the engine's answer"),
    ("go", "the engine plays for you from here, and you for it"),
    ("board", "the board again"),
    ("flip", "turn the board"),
    ("fen", "the position as text"),
    ("pgn", "the game as text"),
    ("save FILE", "write the game to a new file"),
    ("resign", "give up"),
    ("new", "another game"),
    ("quit", "leave; the end of input does too"),
];

pub(crate) fn run(common: &Common, options: &PlayOptions) -> anyhow::Result<Verdict> {
    ensure!(common.format == Format::Text, Usage("play is for people: it has no --format json".to_owned()));
    ensure!(options.position.fen != ["-"], Usage("a game begins from one position".to_owned()));
    let reader = PositionReader::of(common, &options.position)?;
    let game = reader.game(&options.position.text(), options.position.play.as_deref())?;
    let variant = reader.variant;
    let mut limits = options.limits.limits();
    if options.limits.are_missing() {
        limits.time = Some(DEFAULT_TIME);
    }
    let strength = options.strength.strength();
    let record = Record::new(options.pgn.as_deref(), options.strength.in_words(variant))?;
    let watch = Watch::start()?;
    interrupt::note_hangup().context("cannot handle signals")?;
    let nets = options.limits.eval.nets_for(variant)?;
    let mut engine = analysis::engine(common, options.limits.hash, nets)?;
    endgames::give(&mut engine, options.tables.as_deref(), variant)?;
    let people = match options.side {
        Side::White => [true, false],
        Side::Black => [false, true],
        Side::Both => [true, true],
        Side::None => [false, false],
    };
    let painting = options.colors.painting();
    let flip = options.flip != (options.side == Side::Black);
    let mut table = Table {
        begin: game.clone(),
        game,
        people,
        limits,
        strength,
        seed: options.strength.seed.unwrap_or_else(seed::fresh),
        is_seed_fixed: options.strength.seed.is_some(),
        watch,
        engine,
        painting,
        flip,
        resigned: None,
        record,
    };
    table.play(&Input::open()?)
}

/// Everything about a game that is being played.
struct Table {
    /// The game as it was at the beginning.
    begin: Game,
    game: Game,
    /// Which colors are played by people.
    people: [bool; 2],
    limits: Limits,
    strength: Strength,
    /// The seed of the engine's errors in this game.
    seed: u32,
    /// Whether all games have the same one.
    is_seed_fixed: bool,
    watch: Watch,
    engine: Engine,
    painting: Painting,
    flip: bool,
    /// The side that has resigned.
    resigned: Option<Color>,
    record: Record,
}

/// What happens after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// The same side is asked again.
    Ask,
    /// The position or the players have changed.
    Turn,
    Quit,
}

impl Table {
    fn play(&mut self, input: &Input) -> anyhow::Result<Verdict> {
        let done = self.turns(input);
        // The game is saved in every case.
        let kept = self.keep();
        done?;
        kept?;
        Ok(Verdict::Done)
    }

    fn turns(&mut self, input: &Input) -> anyhow::Result<()> {
        if input.is_terminal() {
            let hello = "Moves are read in any notation: e4, Nf3, e2e4, O-O. `help` lists what else can be said.";
            say(&width::line(hello, ""))?;
        }
        loop {
            let position = *self.game.position();
            let over = match (self.resigned, self.game.outcome()) {
                (Some(color), _) => Some(format!("{color} has resigned, {} has won", !color)),
                (None, outcome) => outcome.map(Outcome::in_words),
            };
            if over.is_none() && !self.people[position.turn().index()] {
                self.answer(&position)?;
                continue;
            }
            self.show()?;
            if let Some(over) = &over {
                say(&format!("{over}\n"))?;
            }
            loop {
                let prompt = if over.is_some() { "game over> ".to_owned() } else { san::move_number(&position) + " " };
                let words = || {
                    let moves = position.legal_moves().into_iter().map(|mv| san::write(mv, &position));
                    COMMANDS.iter().map(|(word, _)| first(word).to_owned()).chain(moves).collect()
                };
                let Some(line) = input.next(prompt, words)? else { return Ok(()) };
                match self.obey(line.trim(), &position, over.is_some()) {
                    Ok(Next::Ask) => {}
                    Ok(Next::Turn) => break,
                    Ok(Next::Quit) => return Ok(()),
                    Err(error) if messages::is_broken_pipe(&error) || error.is::<interrupt::Interrupted>() => {
                        return Err(error);
                    }
                    Err(error) => say(&format!("{}\n", messages::printable(&format!("{error:#}"))))?,
                }
            }
        }
    }

    /// Obeys a line.
    fn obey(&mut self, line: &str, position: &Position, over: bool) -> anyhow::Result<Next> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_lowercase().as_str() {
            "" => return Ok(Next::Ask),
            "help" | "?" => {
                let width = COMMANDS.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
                let lines = COMMANDS.iter().map(|(word, does)| format!("  {word:width$}  {does}\n"));
                say(&lines.collect::<String>())?;
            }
            "moves" => say(&legal_moves(position, rest)?)?,
            "hint" => self.hint(position, over)?,
            "why" => {
                ensure!(!rest.is_empty(), "why: expected a move, as in `why e2e5`");
                match moves::read(rest, position) {
                    Ok(mv) => say(&format!("{} is legal\n", san::write(mv, position)))?,
                    Err(error) => say(&format!("{}\n", messages::printable(&reason(&error, position))))?,
                }
            }
            "undo" | "takeback" => {
                self.undo()?;
                return Ok(Next::Turn);
            }
            "go" | "switch" => {
                ensure!(!over, "the game is over");
                self.people = match self.people {
                    [true, true] => [position.turn() != Color::White, position.turn() == Color::White],
                    [white, black] => [!white, !black],
                };
                return Ok(Next::Turn);
            }
            "board" => self.show()?,
            "flip" => {
                self.flip = !self.flip;
                self.show()?;
            }
            "fen" => say(&format!("{}\n", fen::write(position)))?,
            "pgn" => say(&self.record.text(&self.game, self.people, self.resigned))?,
            "save" => {
                ensure!(!rest.is_empty(), "save: expected the name of a new file");
                ensure!(!Path::new(rest).exists(), "{rest}: there is such a file: choose another name");
                let text = self.record.text(&self.game, self.people, self.resigned);
                Target::new(rest.as_ref(), false)?.write(text.as_bytes())?;
                self.record.is_saved(&self.game, self.resigned);
                say(&format!("saved to {}\n", messages::printable(rest)))?;
            }
            "resign" => {
                ensure!(!over, "the game is over");
                self.resigned = Some(position.turn());
                return Ok(Next::Turn);
            }
            "new" => {
                self.keep()?;
                (self.game, self.resigned) = (self.begin.clone(), None);
                self.record.begin_another();
                self.engine.clear();
                if !self.is_seed_fixed {
                    self.seed = seed::fresh();
                }
                return Ok(Next::Turn);
            }
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            _ => {
                ensure!(!over, "the game is over: `undo`, `new` or `quit`");
                let mv = moves::read(line, position);
                let mv = mv.map_err(|error| {
                    let help =
                        if error.fault == MoveFault::Unreadable { "; `help` lists what else can be said" } else { "" };
                    anyhow::anyhow!("{}{help}", reason(&error, position))
                });
                self.game.play_unchecked(mv?);
                return Ok(Next::Turn);
            }
        }
        Ok(Next::Ask)
    }

    /// Takes back one move or two, so that a person is to move.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let own = self.game.plies() - self.begin.plies();
        ensure!(own > 0, "no move has been made");
        // With one move back the other side is to move, with two the same as now.
        let turn = self.game.turn();
        let is_asked = |color: Color| self.people[color.index()];
        let back = if is_asked(!turn) || own == 1 { 1 } else { 2 };
        ensure!(is_asked(if back == 1 { !turn } else { turn }), "you have not moved yet");
        for _ in 0..back {
            self.game.undo();
        }
        Ok(())
    }

    /// Makes the engine's move.
    fn answer(&mut self, position: &Position) -> anyhow::Result<()> {
        self.engine.configure(&self.engine.config().clone().with_strength(self.strength, self.seed.into()))?;
        let (mv, score) = self.think(&self.limits.clone())?;
        let Some(mv) = mv else { bail!("the engine has found no move") };
        // A weak engine errs on purpose: its scores are as far from the truth as its moves, and would mislead the player.
        let score = if self.strength == Strength::FULL { format!("   ({score})") } else { String::new() };
        say(&format!("{} {}{score}\n", san::move_number(position), san::write(mv, position)))?;
        self.game.play_unchecked(mv);
        Ok(())
    }

    fn hint(&mut self, position: &Position, over: bool) -> anyhow::Result<()> {
        ensure!(!over, "the game is over");
        let limits = Limits { time: Some(HINT_TIME), ..Limits::default() };
        // The engine, not the opponent, gives the hint.
        self.engine.configure(&self.engine.config().clone().with_strength(Strength::FULL, 0))?;
        let (mv, score) = self.think(&limits)?;
        let mv = mv.context("the engine has found no move")?;
        Ok(say(&format!("{}   ({score})\n", san::write(mv, position)))?)
    }

    /// The best move, and what the engine thinks of it.
    fn think(&mut self, limits: &Limits) -> anyhow::Result<(Option<Move>, String)> {
        let work = Arc::new(Searching::alone(limits));
        let found = analysis::search(&self.watch, &mut self.engine, &self.game, &work, &mut |_| {});
        interrupt::check()?;
        let score = found.lines.first().map(|line| format!("{}, depth {}", line.score, line.depth));
        Ok((found.best, score.unwrap_or_default()))
    }

    /// The board with the last move.
    fn show(&self) -> anyhow::Result<()> {
        let position = *self.game.position();
        let last = self.game.moves().last().map(|mv| (mv.from(), mv.to()));
        let board = diagram::painted(&position, self.painting, self.flip, last);
        Ok(say(&format!("\n{board}{}\n", diagram::caption(&position)))?)
    }

    /// Saves the game, or prints it if there is no file.
    fn keep(&mut self) -> anyhow::Result<()> {
        self.record.keep(&self.game, self.begin.plies(), self.people, self.resigned)
    }
}

/// The first word of a line of help.
fn first(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

fn legal_moves(position: &Position, from: &str) -> anyhow::Result<String> {
    let from: Option<Square> = if from.is_empty() { None } else { Some(from.parse()?) };
    let mut words: Vec<String> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| from.is_none_or(|from| mv.from() == from))
        .map(|mv| san::write(mv, position))
        .collect();
    words.sort();
    Ok(match (words.is_empty(), from) {
        (false, _) => textwrap::fill(&words.join(" "), width::of_pages().min(78)) + "\n",
        (true, Some(square)) => format!("nothing on {square} can move\n"),
        (true, None) => "there is no legal move\n".to_owned(),
    })
}
