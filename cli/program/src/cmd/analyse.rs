//! `campione analyse`: what the engine thinks of a position.

mod table;

use std::io::{self as stdio, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use campione_movegen::{Game, Move, Outcome, Position};
use campione_notation::{fen, moves, san, uci};
use campione_picture::page::{Page, Track};
use campione_search::{Engine, Limits, Report, Score, SearchResult};
use serde_json::{Map, Value, json};
use thousands::Separable;

use self::table::{Columns, Table};
use crate::analysis::{self, Searching, chances_text, line_text, milliseconds, outcome_json, report_json, score_json};
use crate::args::{AnalyseOptions, Common, Format};
use crate::endgames;
use crate::lines;
use crate::lines::Answers;
use crate::messages;
use crate::output::{Lenient, Target};
use crate::positions::PositionReader;
use crate::progress::{self, Progress};
use crate::watch::{Watch, Work};
use crate::{Verdict, interrupt, nets, width};

/// The time of a search if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

pub(crate) fn run(common: &Common, options: &AnalyseOptions) -> anyhow::Result<Verdict> {
    let linewise = options.position.fen == ["-"];
    if linewise && options.multipv > 1 && common.format == Format::Text {
        bail!("--multipv prints many lines for each position: with `-` it needs --format json");
    }
    if linewise && options.page.html.is_some() {
        bail!("--html is for one position, not for lines");
    }
    let page = options.page.file()?;
    let reader = PositionReader::of(common, &options.position)?;
    let variant = reader.variant;
    let nets = options.limits.eval.nets_for(variant)?;
    let (watch, play) = (Watch::start()?, options.position.play.as_deref());
    if !linewise {
        let game = reader.game(&options.position.text(), play)?;
        let limits = limits(options, game.position())?;
        let mut engine = analysis::engine(common, options.limits.hash, nets)?;
        endgames::give(&mut engine, options.tables.as_deref(), variant)?;
        let mut analysis = Analysis { format: common.format, options, engine, watch, limits };
        return analysis.alone(&game, page.as_ref());
    }
    let mut engine = analysis::engine(common, options.limits.hash, nets.clone())?;
    endgames::give(&mut engine, options.tables.as_deref(), variant)?;
    let mut prepared = variant;
    let mut analysis = Analysis { format: common.format, options, engine, watch, limits: Limits::default() };
    let mut verdict = Verdict::Done;
    let lines = lines::for_each_line(common, Answers::AtOnce, "position", |line, out| {
        let game = reader.game(line, play)?;
        if game.variant() != prepared {
            nets::fit(&nets, game.variant()).context("--eval-file")?;
            endgames::give(&mut analysis.engine, options.tables.as_deref(), game.variant())?;
            prepared = game.variant();
        }
        analysis.limits = limits(options, game.position())?;
        // Nothing is kept from the lines before.
        analysis.engine.clear();
        if analysis.line(&game, out)? == Verdict::Failed {
            verdict = Verdict::Failed;
        }
        out.flush()?;
        interrupt::check()?;
        Ok(())
    })?;
    Ok(if verdict == Verdict::Done { lines } else { verdict })
}

/// The limits of the search of a position, from the command line.
fn limits(options: &AnalyseOptions, position: &Position) -> anyhow::Result<Limits> {
    let mut limits = options.limits.limits();
    if options.limits.are_missing() && options.mate.is_none() && !options.infinite {
        limits.time = Some(DEFAULT_TIME);
    }
    limits.mate = options.mate;
    limits.multipv = options.multipv.into();
    if let Some(text) = &options.searchmoves {
        for word in moves::split(text) {
            let mv = moves::read(word, position).context("--searchmoves")?;
            if !limits.search_moves.contains(&mv) {
                limits.search_moves.push(mv);
            }
        }
        if limits.search_moves.is_empty() {
            bail!("--searchmoves: there is no move in `{text}`: expected moves such as `e2e4 d2d4`");
        }
    }
    Ok(limits)
}

struct Analysis<'o> {
    format: Format,
    options: &'o AnalyseOptions,
    engine: Engine,
    watch: Watch,
    limits: Limits,
}

/// A search, and where its results are shown on the way.
struct Analysing {
    searching: Searching,
    shown: Shown,
}

/// Where results are shown on the way.
enum Shown {
    /// In a file or by a program, so that the terminal is free for the progress.
    Elsewhere,
    /// Line by line on the terminal.
    Lines,
    /// In a table on the terminal that is updated.
    Table(Table),
}

impl AsRef<Searching> for Analysing {
    fn as_ref(&self) -> &Searching {
        &self.searching
    }
}

impl Work for Analysing {
    fn stop(&self) {
        self.searching.stop();
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        self.searching.progress(elapsed)
    }

    fn shows(&self, elapsed: Duration) -> bool {
        match &self.shown {
            Shown::Elsewhere => false,
            Shown::Lines => true,
            Shown::Table(table) => {
                // An error here is ignored: the last lines will report it.
                let _ = table.draw(&analysis::state(&self.searching.control, elapsed));
                true
            }
        }
    }
}

impl Analysis<'_> {
    /// Analyses a single position.
    fn alone(&mut self, game: &Game, page: Option<&Target>) -> anyhow::Result<Verdict> {
        let position = game.position();
        // Not locked, because another thread draws the table.
        let mut out = Lenient::new(stdio::stdout(), page.is_some());
        let lines = self.limits.multipv.min(position.legal_moves().len());
        let columns =
            Columns { numbered: lines > 1, notation: self.options.notation, wdl: self.options.wdl, narrow: false };
        let columns = columns.fitting();
        let shown = match self.format {
            _ if game.outcome().is_some() => Shown::Elsewhere,
            Format::Text if progress::is_live(&stdio::stdout()) => Shown::Table(Table::new(columns)),
            _ if stdio::IsTerminal::is_terminal(&stdio::stdout()) => Shown::Lines,
            _ => Shown::Elsewhere,
        };
        let work = Arc::new(Analysing { searching: Searching::alone(&self.limits), shown });
        let mut written = Ok(());
        let mut headed = false;
        let mut show = |report: &Report| match (&work.shown, self.format) {
            (Shown::Table(table), _) => {
                table.put(report, position);
                Ok(())
            }
            (_, Format::Json) => writeln!(out, "{}", report_json(report, position, self.options.wdl)),
            (_, Format::Text) => {
                if !std::mem::replace(&mut headed, true) {
                    writeln!(out, "{}", columns.head())?;
                }
                writeln!(out, "{}", columns.row(report, position))
            }
        };
        let result = analysis::search(&self.watch, &mut self.engine, game, &work, &mut |report| {
            // The output is closed, so the search can end.
            if written.is_ok() {
                written = show(report);
                if written.is_err() {
                    work.stop();
                }
            }
        });
        written?;
        if let Shown::Table(table) = &work.shown {
            table.clear()?;
            if !result.lines.is_empty() {
                writeln!(out, "{}", columns.head())?;
            }
            for line in &result.lines {
                // A long row continues on indented lines.
                out.write_all(width::line(&columns.row(line, position), "    ").as_bytes())?;
            }
        }
        match self.format {
            Format::Json => writeln!(out, "{}", Value::Object(self.object(&result, position)))?,
            Format::Text => self.summary(&result, position, &mut out)?,
        }
        out.flush()?;
        if let Some(target) = page {
            target.write(self.page(&result, position).html().as_bytes()).context("--html")?;
        }
        interrupt::check()?;
        Ok(self.verdict(&result))
    }

    /// A page of the lines that were found, to be clicked through.
    fn page(&self, result: &SearchResult, position: &Position) -> Page {
        let name = &position.variant().spec().name;
        let mut page = Page::new(&format!("{name}: analysis"), self.options.page.theme(), false);
        for (index, line) in result.lines.iter().enumerate() {
            let score = line.score;
            let mut track = Track::new(&format!("{}. {score}, depth {}", index + 1, line.depth), position);
            track.note(&format!("score {score}, depth {}, {} nodes", line.depth, result.nodes.separate_with_commas()));
            line.pv.iter().for_each(|&mv| track.play(mv));
            page.add(&track);
        }
        if result.lines.is_empty() {
            let mut track = Track::new(name, position);
            track.note(&result.outcome.map_or_else(String::new, Outcome::in_words));
            page.add(&track);
        }
        page
    }

    /// Prints the last lines.
    fn summary(&self, result: &SearchResult, position: &Position, out: &mut dyn Write) -> stdio::Result<()> {
        if let Some(outcome) = result.outcome {
            writeln!(out, "result: {outcome}, {}", outcome.reason)?;
        }
        if let Some(text) = self.about_mate(result) {
            writeln!(out, "{text}")?;
        }
        if let Some(best) = result.best {
            let mut text = format!("best: {}", san::write(best, position));
            if let Some(line) = result.lines.first() {
                text += &format!(", score {}", line.score);
            }
            if let Some(reply) = result.ponder {
                text += &format!(", reply {}", san::write(reply, &position.play_unchecked(best)));
            }
            out.write_all(width::line(&text, "  ").as_bytes())?;
        }
        writeln!(out, "bestmove {}", coordinates(result.best, position))
    }

    /// Analyses one position of many, and prints everything in one line.
    fn line(&mut self, game: &Game, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let work = Arc::new(Searching::alone(&self.limits));
        let position = game.position();
        let result = analysis::search(&self.watch, &mut self.engine, game, &work, &mut |_| {});
        if self.format == Format::Json {
            let mut object = self.object(&result, position);
            let lines: Vec<Value> =
                result.lines.iter().map(|line| report_json(line, position, self.options.wdl)).collect();
            object.insert("lines".to_owned(), lines.into());
            writeln!(out, "{}", Value::Object(object))?;
            return Ok(self.verdict(&result));
        }
        write!(out, "bestmove {}", coordinates(result.best, position))?;
        if let Some(outcome) = result.outcome {
            write!(out, " result {outcome}, {}", outcome.reason)?;
        }
        if self.mate(&result).is_none()
            && let Some(text) = self.about_mate(&result)
        {
            write!(out, " {text}")?;
        }
        if let Some(line) = result.lines.first() {
            let (score, seconds) = (line.score, result.time.as_secs_f64());
            if self.options.wdl {
                write!(out, " wdl {}", chances_text(line.score, position))?;
            }
            write!(out, " score {score} depth {} nodes {} time {seconds:.2} s", line.depth, result.nodes)?;
            write!(out, " pv {}", line_text(&line.pv, position, self.options.notation))?;
        }
        writeln!(out)?;
        Ok(self.verdict(&result))
    }

    /// The last JSON object.
    fn object(&self, result: &SearchResult, position: &Position) -> Map<String, Value> {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        let reply = result.best.zip(result.ponder).map(|(mv, reply)| uci::write(reply, &position.play_unchecked(mv)));
        put("bestmove", result.best.map(|mv| uci::write(mv, position)).into());
        put("san", result.best.map(|mv| san::write(mv, position)).into());
        put("ponder", reply.into());
        put("score", result.lines.first().map(|line| score_json(line.score)).into());
        put("variant", position.variant().id().into());
        put("fen", fen::write(position).into());
        put("nodes", messages::count(result.nodes.into()));
        put("nps", messages::count(result.nps().into()));
        put("time_ms", milliseconds(result.time).into());
        if let Some(outcome) = result.outcome {
            put("outcome", outcome_json(outcome));
            put("result", outcome.text().into());
        }
        if let Some(asked) = self.limits.mate {
            put("mate", self.mate(result).into());
            put("no_mate_in", proven(result, asked).into());
        }
        if interrupt::check().is_err() {
            put("interrupted", json!(true));
        }
        object
    }

    /// The number of moves of the mate that was found, if it is within the number asked for.
    fn mate(&self, result: &SearchResult) -> Option<u32> {
        let Score::Mate(moves) = result.lines.first()?.score else { return None };
        let moves = u32::try_from(moves).ok()?;
        (1..=self.limits.mate?).contains(&moves).then_some(moves)
    }

    /// What is known of the mate that was asked for, in words.
    fn about_mate(&self, result: &SearchResult) -> Option<String> {
        let asked = self.limits.mate?;
        Some(match self.mate(result) {
            Some(moves) => analysis::about_mate(moves, result.no_mate_in),
            None => analysis::about_no_mate(asked, proven(result, asked)),
        })
    }

    fn verdict(&self, result: &SearchResult) -> Verdict {
        if self.limits.mate.is_some() && self.mate(result).is_none() { Verdict::Failed } else { Verdict::Done }
    }
}

/// In how many moves it is proven that there is no mate, of those asked for.
fn proven(result: &SearchResult, asked: u32) -> u32 {
    // In a game that is over nobody mates.
    if result.outcome.is_some() { asked } else { result.no_mate_in }
}

/// A move as engine protocols write it.
fn coordinates(mv: Option<Move>, position: &Position) -> String {
    mv.map_or_else(|| "(none)".to_owned(), |mv| uci::write(mv, position))
}
