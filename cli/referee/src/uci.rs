//! A UCI engine as a player.

use anyhow::{Context, bail, ensure};
use campione_driver::{ReadBack, Setting, Uci, check_settings, names};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;
use campione_notation::moves::MoveNotation;
use campione_notation::uci;

use super::described::Described;
use super::player::{Answer, Player, Reply, Situation};
use super::program::{NotPlayed, Program};
use super::source::VariantSource;
use super::time_control::TimeControl;

/// Why a program cannot play a variant from a file.
pub(crate) const NO_FILES: &str = "it cannot read our variant files; if it knows the variant, give its name with --first-variant or --second-variant NAME";

/// A UCI engine.
pub(crate) struct UciPlayer {
    uci: Uci,
    control: TimeControl,
    notation: UciSyntax,
    /// The description of the variant, if the engine needed one.
    described: Option<Described>,
}

/// Its dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct UciSyntax {
    dialect: Dialect,
    /// Castling fields by file letters.
    letters: bool,
    notation: MoveNotation,
}

impl UciSyntax {
    const OURS: UciSyntax = UciSyntax { dialect: Dialect::Xfen, letters: false, notation: MoveNotation::Uci };
    const FAIRY: UciSyntax = UciSyntax { dialect: Dialect::Fairy, ..UciSyntax::OURS };
}

impl UciPlayer {
    /// Starts it and chooses the variant.
    pub(crate) fn start(program: &Program<'_>, control: TimeControl) -> anyhow::Result<UciPlayer> {
        let mut uci = Uci::start(program.command, program.patience())?;
        check_settings(program.options, &uci.options()).map_err(|fault| anyhow::anyhow!("option {fault}"))?;
        uci.set("Hash", &program.hash.to_string());
        uci.set("Threads", "1");
        uci.set_all(program.options)?;
        let mut player = UciPlayer { uci, control, notation: UciSyntax::FAIRY, described: None };
        if player.is_ours() {
            player.notation = UciSyntax::OURS;
            player.choose_ours(program.source)?;
        } else {
            player.choose(program)?;
        }
        Ok(player)
    }

    /// Chooses the variant in our engine, perhaps of another version.
    fn choose_ours(&mut self, source: &VariantSource) -> anyhow::Result<()> {
        let id = source.variant.id();
        let file = source
            .file
            .as_ref()
            .map(|file| Setting { name: "VariantPath".to_owned(), value: file.path.display().to_string() });
        // It lists its variants again after it has read the file.
        let said = self.uci.set_all(file.as_slice())?;
        let offered = self.uci.variants().unwrap_or_default();
        let said = if said.is_empty() { String::new() } else { format!(": {}", said.join("; ")) };
        ensure!(offered.iter().any(|name| name == id), "it does not offer the variant {id}{said}");
        self.uci.set("UCI_Variant", id);
        self.uci.ready()?;
        Ok(())
    }

    /// Chooses the variant in another engine.
    fn choose(&mut self, program: &Program<'_>) -> anyhow::Result<()> {
        let (source, variant) = (program.source, program.source.variant);
        let offered = self.uci.variants().unwrap_or_else(|| vec!["chess".to_owned()]);
        // A file loaded by the user defines its own variants.
        let has_file = program.options.iter().any(|option| option.name.eq_ignore_ascii_case("VariantPath"));
        let can_describe = program.variant_name.is_none() && !has_file && self.uci.offers("VariantPath");
        // Its variant of that name may have other rules.
        if source.file.is_some() && program.variant_name.is_none() && !has_file && !can_describe {
            bail!("{NO_FILES}");
        }
        let known = names::choose(variant, program.variant_name, &offered, self.uci.offers("UCI_Chess960"));
        let name = match known {
            Ok(name) if source.file.is_none() || !can_describe => name,
            Err(error) if !can_describe => bail!(NotPlayed::unknown(&error)),
            _ => {
                let described = Described::new(source)?;
                self.uci.set("VariantPath", &described.path.display().to_string());
                self.described.insert(described).name.clone()
            }
        };
        let random = variant.has_random_arrays();
        ensure!(
            !random || self.uci.offers("UCI_Chess960"),
            NotPlayed("it has no option UCI_Chess960, so it castles from one array only".to_owned())
        );
        if random {
            self.notation = UciSyntax { letters: true, notation: MoveNotation::Uci960, ..self.notation };
        }
        self.uci.choose(Some(&name), random).context("after the variant was chosen")?;
        if self.described.is_some() { self.check_start(source) } else { Ok(()) }
    }

    /// Checks that the engine has understood the description: many do not report an error.
    fn check_start(&mut self, source: &VariantSource) -> anyhow::Result<()> {
        let variant = source.variant;
        let sent = self.notation.dialect.write(&Position::start(variant), self.notation.letters)?;
        self.uci.set_position(Some(&sent), &[]);
        let Some(read) = self.uci.printed_fen("d", variant.ranks())? else { return Ok(()) };
        match ReadBack::compare(&sent, &read) {
            ReadBack::Here { differences } if differences.is_empty() => Ok(()),
            _ => {
                let id = variant.id();
                bail!(NotPlayed(format!("its version cannot play {id}: it reads the start position as {read}")))
            }
        }
    }
}

impl Player for UciPlayer {
    fn new_game(&mut self, start: &Position) -> anyhow::Result<()> {
        self.notation.dialect.write(start, self.notation.letters)?;
        Ok(self.uci.new_game()?)
    }

    fn go(&mut self, situation: &Situation<'_>) -> anyhow::Result<Answer> {
        let UciSyntax { dialect, letters, notation } = self.notation;
        let mut moves = Vec::new();
        let mut position = *situation.game.start();
        for &mv in situation.game.moves() {
            moves.push(notation.write(mv, &position)?);
            position = position.play_unchecked(mv);
        }
        self.uci.set_position(Some(&dialect.write(situation.game.start(), letters)?), &moves);
        let (best, report, spent) = self.uci.go(situation.limit(self.control), &mut |_| {})?;
        let reply = uci::read(&best, &position).map_or_else(|_: _| Reply::Illegal(best.clone()), Reply::Move);
        Ok(Answer { reply, report, spent })
    }

    fn note(&self) -> Option<&str> {
        self.described.as_ref()?.note.as_deref()
    }

    fn name(&self) -> String {
        self.uci.name().to_owned()
    }
}

#[cfg(test)]
mod tests;
