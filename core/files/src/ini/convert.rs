//! From the rules in Fairy-Stockfish's terms to a description in ours.

use std::ops::Range;

use campione_core::internal::file_letter;
use campione_core::{
    ArrayNumbering, Betza, Bitboard, BlackArray, BoardSpec, CastlingSide, CastlingSpec, Color, DrawSpec, NotationSpec,
    PawnKind, PawnSpec, PieceSpec, PromotionSpec, Provenance, SafeSquares, StalemateResult, VariantSpec,
};
use indexmap::IndexMap;

use super::config::{Config, PieceKind};
use crate::file::{ForeignRule, IniFault};

/// The description, or every rule that cannot be expressed.
pub(super) fn spec(
    config: &Config,
    name: &str,
    fault: impl FnMut(Option<Range<usize>>, &str, IniFault),
) -> VariantSpec {
    Conversion { config, fault }.spec(name)
}

/// A description that is being made.
struct Conversion<'c, F> {
    config: &'c Config,
    fault: F,
}

impl<F: FnMut(Option<Range<usize>>, &str, IniFault)> Conversion<'_, F> {
    fn refuse(&mut self, key: &str, fault: IniFault) {
        (self.fault)(self.config.place(key), key, fault);
    }

    /// Refuses the regions of White and Black, which have these keys.
    fn refuse_region(&mut self, [white_key, black_key]: [&'static str; 2], white: Bitboard, mut fault: IniFault) {
        let Config { files, ranks, .. } = *self.config;
        if let IniFault::UnequalRegions { black, .. } = &mut fault
            && self.config.place(black_key).is_none()
        {
            let region = white & Bitboard::board(files, ranks);
            let mirrored = (1..=ranks).filter(|&rank| !(region & Bitboard::rank(ranks - rank)).is_empty());
            let mirrored: Vec<String> = mirrored.map(|rank| format!("*{rank}")).collect();
            *black = Some(format!(
                "{black_key} = {}",
                if mirrored.is_empty() { "-".to_owned() } else { mirrored.join(" ") }
            ));
        }
        let key = self.either(black_key, white_key);
        self.refuse(key, fault);
    }

    /// The key that the file has, of two; the first if it has neither.
    fn either(&self, first: &'static str, second: &'static str) -> &'static str {
        if self.config.place(first).is_none() && self.config.place(second).is_some() { second } else { first }
    }

    fn spec(mut self, name: &str) -> VariantSpec {
        let config = self.config;
        let pawn = self.pawn();
        let piece = self.pieces();
        let (pawn, promotion) = self.pawn_rules(&pawn, &piece);
        let mut spec = VariantSpec {
            id: VariantSpec::id_from(name),
            name: name.to_owned(),
            about: "From a file of Fairy-Stockfish.".to_owned(),
            board: BoardSpec {
                files: config.files,
                ranks: config.ranks,
                array: String::new(),
                start: Some(String::new()),
                rights: None,
                black: BlackArray::Mirrored,
                numbering: None,
                why: Provenance::default(),
            },
            piece,
            pawn,
            promotion,
            castling: IndexMap::new(),
            no_castling: None,
            king_leap: None,
            draws: self.draws(),
            notation: NotationSpec::default(),
        };
        self.start(&mut spec);
        spec
    }

    /// The piece that promotes.
    fn pawn(&mut self) -> Pawn {
        let config = self.config;
        let piece = config.pieces.iter().find(|piece| piece.kind == config.pawn);
        match piece.map(pawn_of) {
            Some(Ok(pawn)) => pawn,
            // A variant without pawns: any letter can stand for the pawn that is never on the board.
            None => Pawn::absent(config),
            Some(Err(fault)) => {
                self.refuse(piece.map_or("pawnTypes", |piece| &piece.kind), fault);
                Pawn::absent(config)
            }
        }
    }

    fn pieces(&mut self) -> IndexMap<String, PieceSpec> {
        let config = self.config;
        let mut piece = IndexMap::new();
        let king = config.pieces.iter().filter(|piece| piece.kind == "king");
        let others = config.pieces.iter().filter(|piece| piece.kind != "king" && piece.kind != config.pawn);
        for kind in king.chain(others) {
            if kind.kind == "pawn" {
                self.refuse("pawnTypes", IniFault::TwoPawns);
                continue;
            }
            if kind.moves.is_empty() {
                self.refuse(&kind.kind, IniFault::NoMovement(kind.letter));
                continue;
            }
            let royal = kind.kind == "king";
            let spec =
                PieceSpec { name: kind.name.clone(), moves: kind.moves.clone(), royal, why: Provenance::default() };
            piece.insert(kind.letter.to_string(), spec);
        }
        if config.letter("king").is_none() {
            self.refuse("king", IniFault::NoKing);
        }
        piece
    }

    /// Double step and promotion.
    fn pawn_rules(&mut self, pawn: &Pawn, piece: &IndexMap<String, PieceSpec>) -> (PawnSpec, PromotionSpec) {
        let config = self.config;
        let ranks = config.ranks;
        for (key, kinds) in &config.en_passant_kinds {
            if *kinds != [config.pawn.as_str()] {
                self.refuse(key, IniFault::Foreign(ForeignRule::EnPassantTypes));
            }
        }
        let mut double_step = config.double_step && pawn.double_step;
        let double_step_ranks = match ranks_of(config, config.double_region) {
            Ok(found) => found,
            Err(fault) => {
                if double_step {
                    let keys = ["doubleStepRegionWhite", "doubleStepRegionBlack"];
                    self.refuse_region(keys, config.double_region[0], fault);
                }
                Vec::new()
            }
        };
        double_step &= !double_step_ranks.is_empty();
        let mut long_steps = IndexMap::new();
        match ranks_of(config, config.triple_region) {
            Ok(found) if !found.is_empty() && config.double_step && pawn.double_step => {
                long_steps.insert('3', found);
            }
            Ok(_) => {}
            Err(fault) => {
                let keys = ["tripleStepRegionWhite", "tripleStepRegionBlack"];
                self.refuse_region(keys, config.triple_region[0], fault);
            }
        }
        let zone = ranks_of(config, config.promotion_region).and_then(|zone| {
            let first = zone.first().copied().unwrap_or(ranks);
            let whole = zone.iter().copied().eq(first..=ranks) && !zone.is_empty();
            whole.then_some(first).ok_or(IniFault::PromotionRanks { last: ranks })
        });
        // Fairy-Stockfish's own pawn promotes whatever `promotionPawnTypes` says.
        let promotes = config.promotes || config.pawn == "pawn" || config.letter(&config.pawn).is_none();
        let first = zone.unwrap_or_else(|fault| {
            if promotes {
                let keys = ["promotionRegionWhite", "promotionRegionBlack"];
                self.refuse_region(keys, config.promotion_region[0], fault);
            }
            ranks
        });
        if !promotes && config.immobility_illegal {
            self.refuse("immobilityIllegal", IniFault::PawnStops);
        }
        if promotes && !config.mandatory_promotion && !config.immobility_illegal {
            self.refuse("mandatoryPawnPromotion", IniFault::PawnStays);
        }
        let passed =
            promotes && double_step_ranks.iter().any(|&rank| double_step && pawn.en_passant && ranks - rank >= first);
        if passed {
            let key = self.either("promotionRegionWhite", "promotionRank");
            self.refuse(key, IniFault::EnPassantPromotes);
        }
        let stuck = config.pieces.iter().find(|piece| piece.kind != config.pawn && is_stuck(piece));
        if let Some(piece) = stuck.filter(|_| config.immobility_illegal) {
            self.refuse("immobilityIllegal", IniFault::Immobile(piece.letter));
        }
        let kinds: &[String] = if promotes { &config.promotions } else { &[] };
        let mut to: String = kinds.iter().filter_map(|kind| config.letter(kind)).collect();
        let limits = config.limits.iter().filter(|(kind, _)| kinds.contains(kind));
        let limits: IndexMap<char, u8> =
            limits.filter_map(|(kind, &limit)| Some((config.letter(kind)?, limit))).collect();
        if !limits.is_empty() && limits.len() < kinds.len() {
            self.refuse("promotionLimit", IniFault::SomeLimits);
        }
        if promotes && to.is_empty() && config.letter(&config.pawn).is_some() {
            self.refuse("promotionPieceTypes", IniFault::NoPromotionPieces);
        } else if promotes && to.is_empty() {
            to = piece.iter().find(|(_, piece)| !piece.royal).map_or(String::new(), |(letter, _)| letter.clone());
        }
        let pawn = PawnSpec {
            letter: pawn.letter.to_string(),
            kind: pawn.kind,
            double_step,
            double_step_ranks: if double_step { double_step_ranks } else { vec![2] },
            en_passant: (double_step || !long_steps.is_empty()) && pawn.en_passant,
            long_steps,
            name: PawnSpec::default().name,
            double_step_barred_in_check_beside_pawn: false,
            pinned_pawn_bars: true,
            why: Provenance::default(),
        };
        let promotion = PromotionSpec {
            to,
            rank: (promotes && first < ranks).then_some(first),
            optional: promotes && !config.mandatory_promotion && first < ranks,
            wait: None,
            from_stock: !limits.is_empty(),
            limits,
            why: Provenance::default(),
        };
        (pawn, promotion)
    }

    fn draws(&mut self) -> DrawSpec {
        let config = self.config;
        if !extinction(config) {
            self.refuse("extinctionValue", IniFault::Extinction);
        }
        let stalemate = match config.stalemate.as_str() {
            "loss" => StalemateResult::Loss,
            "win" => StalemateResult::Win,
            _ => StalemateResult::Draw,
        };
        let bare_king = config.extinction.get("extinctionValue").is_some_and(|value| value == "loss");
        DrawSpec {
            stalemate,
            bare_king,
            repetition: config.repetition,
            moves: config.moves_rule,
            dead_position: stalemate == StalemateResult::Draw && !bare_king,
            why: Provenance::default(),
        }
    }

    /// Start position, rights and castlings.
    fn start(&mut self, spec: &mut VariantSpec) {
        let config = self.config;
        let mut fields = config.start.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let (placement, hand) = match board.split_once('[') {
            Some((placement, hand)) => (placement, hand.trim_end_matches(']')),
            None => (board, ""),
        };
        if !matches!(hand, "" | "-") {
            self.refuse("startFen", IniFault::Hand(hand.to_owned()));
        }
        if placement.contains('*') {
            self.refuse("startFen", IniFault::Walls);
        }
        if placement.contains(['+', '~']) {
            self.refuse("startFen", IniFault::PromotedPieces);
        }
        spec.board.start = Some(placement.to_owned());
        if !matches!(fields.next(), None | Some("w")) {
            self.refuse("startFen", IniFault::BlackBegins);
        }
        let rights = fields.next().unwrap_or("-");
        if !config.castling || rights == "-" || rights.parse::<u32>().is_ok() {
            return;
        }
        if let Some(letter) = rights.chars().find(|letter| !"KQkq".contains(*letter)) {
            self.refuse("startFen", IniFault::CastlingLetter(letter));
            return;
        }
        let numbered = numbered(config, placement, rights);
        let (partner, sides) = if let Some((numbering, array)) = numbered {
            (spec.board.array, spec.board.start, spec.board.numbering) = (array, None, Some(numbering));
            ('R', random_sides(config.king_targets))
        } else {
            let Some(found) = self.castling_sides(placement, rights) else { return };
            spec.board.rights = Some(rights.to_owned());
            found
        };
        // As in our own crc, castling kings and rooks are told apart only where necessary.
        let is_crc = spec.board.numbering == Some(ArrayNumbering::Crc);
        spec.notation.king_takes_rook = config.random_castling && !is_crc;
        let [toward_last_file, toward_first_file] = sides;
        if toward_last_file.is_none() && toward_first_file.is_none() {
            spec.board.rights = None;
            return;
        }
        let castling = CastlingSpec {
            name: "castling".to_owned(),
            partner,
            toward_last_file,
            toward_first_file,
            safe: SafeSquares::KingPath,
            in_check: false,
            lost_by_check: false,
            crossing: true,
            beside: false,
            shortest: 1,
            longest: None,
            why: Provenance::default(),
        };
        spec.castling.insert('O', castling);
    }

    /// The pieces of a rank of a placement, counted from 1 at one side.
    fn row_from(&self, white: bool, placement: &str, rank: u8) -> Vec<Option<char>> {
        row(placement, if white { self.config.ranks.saturating_sub(rank) } else { rank.saturating_sub(1) })
    }

    /// The letter of the piece that stands outermost beside a king with rights, in lower case, if the variant has it: what
    /// the author of the variant most likely castles with.
    fn outermost(&self, placement: &str, rights: &str) -> Option<char> {
        let config = self.config;
        let white = rights.contains(['K', 'Q']);
        let row = self.row_from(white, placement, config.castling_rank);
        let mut pieces = row.iter().flatten();
        let piece = if rights.contains(['K', 'k']) { pieces.next_back() } else { pieces.next() };
        let letter = piece?.to_ascii_uppercase();
        let is_known = config.pieces.iter().any(|piece| piece.letter == letter && piece.kind != "king");
        is_known.then(|| letter.to_ascii_lowercase())
    }

    /// The partner and the castlings to both sides. Both colors have the same; they are taken from Black where White has no
    /// right.
    fn castling_sides(&mut self, placement: &str, rights: &str) -> Option<(char, [Option<CastlingSide>; 2])> {
        let config = self.config;
        let Some(rook) = config.letter(&config.castling_partner) else {
            let partner = config.castling_partner.clone();
            let meant = self.outermost(placement, rights);
            self.refuse("castlingRookPieces", IniFault::CastlingPartner { partner, meant });
            return None;
        };
        let king = config.letter("king").unwrap_or('K');
        let name = |file: usize| char::from(b'a' + file.min(11) as u8);
        let mut sides = [None, None];
        for (index, side) in sides.iter_mut().enumerate() {
            let (letters, king_key) =
                [(['K', 'k'], "castlingKingsideFile"), (['Q', 'q'], "castlingQueensideFile")][index];
            if !rights.contains(letters) {
                continue;
            }
            let white = rights.contains(letters[0]);
            let own = |letter: char| if white { letter } else { letter.to_ascii_lowercase() };
            let row = self.row_from(white, placement, config.castling_rank);
            let Some(king_file) = row.iter().position(|&piece| piece == Some(own(king))) else {
                let stands = |&rank: &u8| self.row_from(white, placement, rank).contains(&Some(own(king)));
                let (rank, king) = (config.castling_rank, (1..=config.ranks).find(stands));
                self.refuse("castlingRank", IniFault::CastlingRank { rank, king });
                return None;
            };
            let rooks: Vec<usize> = (0..row.len()).filter(|&file| row[file] == Some(own(rook))).collect();
            let told = config.rook_files[index].map(usize::from).filter(|file| rooks.contains(file));
            let found = if index == 0 {
                told.or(rooks.last().copied()).filter(|&file| file > king_file)
            } else {
                told.or(rooks.first().copied()).filter(|&file| file < king_file)
            };
            let Some(rook_file) = found else {
                self.refuse("startFen", IniFault::NoRook { right: letters[0], rook });
                continue;
            };
            let target = usize::from(config.king_targets[index]);
            let partner_target = if index == 0 { target.wrapping_sub(1) } else { target + 1 };
            if target.max(partner_target) >= usize::from(config.files) {
                self.refuse(king_key, IniFault::CastlingTarget);
                continue;
            }
            *side = Some(CastlingSide {
                king: format!("{}-{}", name(king_file), name(target)),
                partner: format!("{}-{}", name(rook_file), name(partner_target)),
            });
        }
        Some((rook, sides))
    }
}

/// The key of the file for a key of ours.
pub(super) fn span_of(config: &Config, key: &[String]) -> Option<Range<usize>> {
    let parts: Vec<&str> = key.iter().map(String::as_str).collect();
    let keys: &[&str] = match parts.as_slice() {
        ["piece", letter, ..] => {
            let piece = config.pieces.iter().find(|piece| piece.letter.to_string() == *letter)?;
            return config.place(&piece.kind);
        }
        ["board"] => &["maxFile", "maxRank"],
        ["board", ..] => &["startFen"],
        ["pawn", "double_step_ranks"] => &["doubleStepRegionWhite", "doubleStepRank", "promotionRegionWhite"],
        ["pawn", "long_steps", ..] => &["tripleStepRegionWhite", "tripleStepRegionBlack"],
        ["promotion", "rank"] => &["promotionRegionWhite", "promotionRank"],
        ["promotion", ..] => &["promotionPieceTypes"],
        ["castling", _, "toward_last_file", ..] => &["castlingKingsideFile", "startFen"],
        ["castling", ..] => &["castlingQueensideFile", "startFen"],
        _ => &[],
    };
    keys.iter().find_map(|key| config.place(key))
}

/// What is special about the piece that promotes.
struct Pawn {
    letter: char,
    kind: PawnKind,
    double_step: bool,
    en_passant: bool,
}

impl Pawn {
    /// For a variant without pawns.
    fn absent(config: &Config) -> Pawn {
        Pawn { letter: free_letter(config), kind: PawnKind::Orthodox, double_step: false, en_passant: false }
    }
}

/// Whether a piece is a pawn as ours are, and which of its rights it has.
fn pawn_of(piece: &PieceKind) -> Result<Pawn, IniFault> {
    if piece.kind == "pawn" {
        return Ok(Pawn { letter: piece.letter, kind: PawnKind::Orthodox, double_step: true, en_passant: true });
    }
    // The moves, and the atom of a double step.
    let kinds = [(PawnKind::Orthodox, "mfWcfF", 'D'), (PawnKind::Berolina, "mfFcfW", 'A')];
    let found = kinds.into_iter().find_map(|(kind, moves, double)| {
        // `i` begins the part that only a pawn that has not moved has.
        let (plain, double_step) = match piece.moves.split_once('i') {
            Some((before, after)) => {
                let (modifiers, rest) = after.split_once(double)?;
                let mut letters: Vec<char> = modifiers.chars().collect();
                letters.sort_unstable();
                if letters != ['f', 'm', 'n'] {
                    return None;
                }
                (format!("{before}{rest}"), true)
            }
            None => (piece.moves.clone(), false),
        };
        let same = Betza::parse(&plain.replace('e', "")) == Betza::parse(moves);
        same.then(|| Pawn { letter: piece.letter, kind, double_step, en_passant: plain.contains('e') })
    });
    found.ok_or_else(|| IniFault::PawnMovement(piece.moves.clone()))
}

/// Whether a piece may reach a square from which it can never move, because its moves cannot be reversed.
fn is_stuck(piece: &PieceKind) -> bool {
    Betza::parse(&piece.moves).is_ok_and(|moves| {
        let back = |to: (i8, i8)| moves.leaps.iter().any(|leap| leap.to == (-to.0, -to.1));
        !moves.orthogonal && !moves.diagonal && !moves.leaps.iter().all(|leap| back(leap.to))
    })
}

/// The numbering to which a start position belongs, if king and rooks may castle from any file.
fn numbered(config: &Config, placement: &str, rights: &str) -> Option<(ArrayNumbering, String)> {
    let numbering = match (config.files, config.ranks, config.king_targets) {
        (8, 8, [6, 2]) => ArrayNumbering::Chess960,
        (10, 8, [8, 2]) => ArrayNumbering::Crc,
        _ => return None,
    };
    let array = placement.split('/').next()?;
    let files = config.files.to_string();
    let pawns = "p".repeat(config.files.into());
    let [white_pawns, white] = [&pawns, array].map(str::to_ascii_uppercase);
    let whole = [array, &pawns, &files, &files, &files, &files, &white_pawns, &white].join("/");
    let fits = placement == whole
        && "KQkq".chars().all(|right| rights.contains(right))
        && (config.castling_rank, config.castling_partner.as_str()) == (1, "rook")
        && config.random_castling
        && numbering.number(array).is_ok();
    fits.then(|| (numbering, array.to_owned()))
}

/// Castling to both sides from wherever king and rooks start.
fn random_sides(king_targets: [u8; 2]) -> [Option<CastlingSide>; 2] {
    let side = |king: u8, partner: u8| CastlingSide {
        king: format!("*-{}", file_letter(king)),
        partner: format!("*-{}", file_letter(partner)),
    };
    let [right, left] = king_targets;
    [Some(side(right, right - 1)), Some(side(left, left + 1))]
}

fn free_letter(config: &Config) -> char {
    let used = |letter: &char| config.pieces.iter().any(|piece| piece.letter == *letter);
    std::iter::once('P').chain('A'..='Z').find(|letter| !used(letter)).unwrap_or('P')
}

/// The ranks of a region, counted from each side, if it consists of whole ranks and is the same for both sides.
fn ranks_of(config: &Config, [white, black]: [Bitboard; 2]) -> Result<Vec<u8>, IniFault> {
    let board = Bitboard::board(config.files, config.ranks);
    let (white, black) = (white & board, black & board);
    let mut ranks = Vec::new();
    for rank in 1..=config.ranks {
        let own = board & Bitboard::rank(rank - 1);
        let theirs = board & Bitboard::rank(Color::Black.relative_rank(rank - 1, config.ranks));
        match (white & own == own, black & theirs == theirs) {
            (true, true) => ranks.push(rank),
            (false, false) if (white & own).is_empty() && (black & theirs).is_empty() => {}
            (true, false) | (false, true)
                if (white & own == own || (white & own).is_empty())
                    && (black & theirs == theirs || (black & theirs).is_empty()) =>
            {
                return Err(IniFault::UnequalRegions { rank, black: None });
            }
            _ => return Err(IniFault::PartOfRank),
        }
    }
    Ok(ranks)
}

/// Whether there are no rules of extinction, or only that of the bare king.
fn extinction(config: &Config) -> bool {
    let value =
        |key: &str, default: &'static str| config.extinction.get(key).map_or(default, String::as_str).to_owned();
    match value("extinctionValue", "none").as_str() {
        "none" => true,
        "loss" => {
            value("extinctionPieceTypes", "-") == "*"
                && value("extinctionPieceCount", "0") == "1"
                && value("extinctionClaim", "false") == "true"
                && value("extinctionOpponentPieceCount", "0") == "2"
        }
        _ => false,
    }
}

/// The pieces of a rank of a placement, counted from the top.
fn row(placement: &str, from_top: u8) -> Vec<Option<char>> {
    let text = placement.split('/').nth(usize::from(from_top)).unwrap_or_default();
    let mut row = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let digits = rest.len() - after.len();
        if digits > 0 {
            let empty = rest.get(..digits).and_then(|number| number.parse::<usize>().ok()).unwrap_or(0);
            row.extend(std::iter::repeat_n(None, empty.min(12)));
            rest = after;
        } else {
            row.push(Some(first));
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    row
}
