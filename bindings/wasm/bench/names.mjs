// The names of chess.js and of chessops, and what has their place here: `node bench/names.mjs` prints the tables of NAMES.md, `--write`
// puts them there. The names are read from the declarations of types, so the package must have been built.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const PAGE = new URL('NAMES.md', root);
const START = '<!-- The tables: node bench/names.mjs --write -->';
const END = '<!-- The end of the tables -->';

/** The members of a class, interface or enum, whose body ends with the first line that begins with a brace. */
function members(body) {
  const names = [...body.matchAll(/^    (?!private |protected |\*|\/)(?:static |readonly |abstract |get |set )*(\w+)\??[(:<]/gm)].map(([, name]) => name);
  return [...new Set(names)].filter(name => name !== 'constructor');
}

/** All names that a file of declarations exports; classes with their members. Of types only those of ours matter. */
function declared(text, types) {
  const names = new Map();
  const kinds = types ? 'class|interface|function|const|type' : 'class|function|const';
  for (const [, kind, name] of text.matchAll(new RegExp(`^(?:export )?declare (?:abstract )?(${kinds}) (\\w+)`, 'gm'))) names.set(name, kind === 'class' ? [] : null);
  if (types) for (const [, name] of text.matchAll(/^export (?:interface|type) (\w+)/gm)) names.set(name, []);
  for (const [, name, body] of text.matchAll(/^(?:export )?(?:declare )?(?:abstract )?(?:class|interface) (\w+)[^\n]*\{\n([^]*?)^\}/gm)) {
    if (names.has(name)) names.set(name, members(body));
  }
  return names;
}

/** A list of names of which some are exported: `Class`, `Class.member`, `function`. */
function flat(names, wanted = () => true) {
  return [...names].filter(([name]) => wanted(name)).flatMap(([name, own]) => (own === null ? [name] : [name, ...own.map(member => `${name}.${member}`)]));
}

/** The declarations of ours: what NAMES.md may name. */
export function ours() {
  const folder = new URL('dist/', root);
  const files = ['bisect', 'board', 'engine', 'errors', 'messages', 'moves', 'pgn', 'variant'];
  return new Set(files.flatMap(file => flat(declared(readFileSync(new URL(`${file}.d.ts`, folder), 'utf8'), true))));
}

function chessJs() {
  const text = readFileSync(new URL('node_modules/chess.js/dist/types/chess.d.ts', root), 'utf8');
  const exported = new Set(text.match(/^export \{ ([^}]*) \};$/m)[1].split(', '));
  return flat(declared(text, false), name => exported.has(name));
}

function chessops() {
  const folder = new URL('node_modules/chessops/dist/types/', root);
  const files = readdirSync(folder).filter(file => !['index.d.ts', 'types.d.ts'].includes(file)).sort();
  return files.flatMap(file => {
    const names = declared(readFileSync(new URL(file, folder), 'utf8'), false);
    // The variants have the methods of `Position`.
    if (file === 'variant.d.ts') for (const [name, own] of names) if (own !== null) names.set(name, []);
    return flat(names).map(name => `${file.slice(0, -5)}: ${name}`);
  });
}

/**
 * What has the place of a name here, and a note; without the former it is missing, and the note says why. The first pattern that fits
 * decides.
 */
const CHESS_JS = [
  [/^Chess$/, '`Board`', '`new Board()` and `new Board(fen)` are chess, `new Board("capablanca")` another game'],
  [/^Chess\.moves$/, '`Board.legalMovesSan`, `Board.moves`', '`legalMovesSan()` is `moves()`, `moves()` is `moves({ verbose: true })`; those of a square: `dests`'],
  [/^Chess\.move$/, '`Board.push`', 'a text in any notation, or `{ from, to, promotion }`, whose promotion counts only where there is one; an illegal move throws `IllegalMoveError`, whose text says why'],
  [/^Chess\.(undo|history|load|fen|reset|put|remove|turn|attackers|isCheck|isGameOver|isInsufficientMaterial|perft|hash)$/, name => `\`Board.${name}\``, {
    undo: 'returns `undefined` if there is nothing to undo',
    history: 'the same, with `{ verbose: true }` too',
    load: 'throws `FenError` with every fault',
    fen: 'the dialect is the argument; the square of en passant stands there as X-FEN has it',
    put: '`put("C", "e4")`: the letter of a FEN; throws `FenError` where chess.js returns false',
    remove: 'returns `{ symbol, side, name }`',
    turn: '`"white"`, `"black"`',
    attackers: '`attackers(side, square)`',
    hash: 'a `bigint` of 64 bits',
  }],
  [/^Chess\.get$/, '`Board.pieceAt`', '`symbol` (`"N"`, `"n"`), `side` (`"white"`), `name`'],
  [/^Chess\.findPiece$/, '`Board.placement`', '`[...board.placement()].filter(([, symbol]) => symbol === "N")`'],
  [/^Chess\.isAttacked$/, '`Board.attackers`', 'its length'],
  [/^Chess\.inCheck$/, '`Board.isCheck`', ''],
  [/^Chess\.(isCheckmate|isStalemate|isThreefoldRepetition|isDrawByFiftyMoves|isDraw)$/, '`Board.outcome`', '`outcome()?.code` is `checkmate`, `stalemate`, `repetition`, `move-rule`, `dead-position`, `bare-king`; `winner` is `null` for a draw'],
  [/^Chess\.(pgn)$/, '`writePgn`', '`writePgn(board, { tags })`'],
  [/^Chess\.loadPgn$/, '`readPgn`, `PgnGame.board`', '`const [game] = readPgn(text)`, then `game.board()`; variations and glyphs are kept'],
  [/^Chess\.(header|setHeader|removeHeader|getHeaders)$/, '`PgnText.tags`, `PgnGame.tags`', 'tags belong to the text of a game, not to the board'],
  [/^Chess\.(getComments?|setComment|deleteComments?|removeComments?)$/, '`Ply.remarks`', 'comments belong to the moves of a `PgnGame`, and to what `writePgn` is given'],
  [/^Chess\.ascii$/, '`Board.toString`', ''],
  [/^Chess\.board$/, '`Board.placement`', 'letters by squares'],
  [/^Chess\.squareColor$/, '', 'of every board: light if the sum of file and rank, both from 1, is odd'],
  [/^Chess\.(setTurn|clear|setCastlingRights)$/, '`Board.edit`', '`edit({ turn })`, `edit({ clear: true, pieces })`, `edit({ castling })`; several at once, since what cannot be played throws'],
  [/^Chess\.getCastlingRights$/, '`Variant.setup`', '`board.variant().setup(board.fen()).rights`: by name, since other games have others'],
  [/^Chess\.moveNumber$/, '`Board.fullmoveNumber`', ''],
  [/^Move$/, '`MoveInfo`, `PlayedMove`', 'objects without methods'],
  [/^Move\.(from|to|promotion|san)$/, name => `\`MoveInfo.${name}\``, { promotion: 'an upper-case letter' }],
  [/^Move\.(before|after)$/, name => `\`PlayedMove.${name}\``, ''],
  [/^Move\.lan$/, '`MoveInfo.uci`', ''],
  [/^Move\.isPromotion$/, '`MoveInfo.promotion`', ''],
  [/^Move\.(captured|isCapture)$/, '`MoveInfo.capture`', 'whether; what: `pieceAt` before the move'],
  [/^Move\.(isKingsideCastle|isQueensideCastle)$/, '`MoveInfo.castling`, `MoveInfo.partner`', 'the letter of the castling, and with which piece: other games have more than two'],
  [/^Move\.(color|piece|isEnPassant|isBigPawn|flags)$/, '', 'follows from the board before the move (`pieceAt`, `epSquare`)'],
  [/^validateFen$/, '`Board`', '`new Board(variant, fen)` throws `FenError`, whose `faults` are all that is wrong'],
  [/^DEFAULT_POSITION$/, '`Variant.startFen`', ''],
  [/^SEVEN_TAG_ROSTER$/, '`writePgn`', 'writes them'],
  [/^SQUARES$/, '', 'squares are texts; a board has `variant().files` by `variant().ranks`'],
  [/^(WHITE|BLACK)$/, '`Side`', '`"white"`, `"black"`'],
  [/^(PAWN|KNIGHT|BISHOP|ROOK|QUEEN|KING)$/, '`Variant.pieces`', 'pieces are letters, which each variant explains'],
  [/^xoroshiro128$/, '', 'an internal'],
];

const CHESSOPS = [
  [/^attacks: /, '`Board.attackers`, `Board.dests`', 'of a board: pieces move otherwise in other games'],
  [/^squareSet: /, '', 'sets of squares are lists of texts; up to 120 squares fit no pair of numbers'],
  [/^transform: /, '', 'for boards of 8x8'],
  [/^debug: perft$/, '`Board.perft`, `Board.divide`', 'in Rust'],
  [/^debug: board$/, '`Board.toString`, `Board.svg`', ''],
  [/^debug: /, '', 'about sets of squares and other internals'],
  [/^board: Board\.(get|getColor|getRole|has)$/, '`Board.pieceAt`', ''],
  [/^board: Board\.set$/, '`Board.put`', ''],
  [/^board: Board\.take$/, '`Board.remove`', ''],
  [/^board: Board\.(clear|empty)$/, '`Board.edit`', '`edit({ clear: true, pieces })`: a board is always a position'],
  [/^board: Board\.clone$/, '`Board.copy`', ''],
  [/^board: Board\.kingOf$/, '`Board.king`', ''],
  [/^board: Board\.(default|reset)$/, '`Board.reset`', ''],
  [/^board: Board\./, '`Board.placement`', 'pieces by squares in place of sets of squares'],
  [/^board: Board$/, '`Board`', 'pieces and position are one class'],
  [/^board: boardEquals$|^chess: equalsIgnoreMoves$/, '`Board.fen`, `Board.hash`', 'compare these'],
  [/^chess: (Chess|Position)$/, '`Board`', '`new Board()`'],
  [/^chess: (Chess|Position)\.(default|reset)$/, '`Board.reset`', ''],
  [/^chess: (Chess|Position)\.fromSetup$/, '`Board.load`', ''],
  [/^chess: (Chess|Position)\.clone$/, '`Board.copy`', ''],
  [/^chess: Position\.toSetup$/, '`Variant.setup`', '`board.variant().setup(board.fen())`'],
  [/^chess: Position\.(turn|play|isLegal|isCheck|epSquare|hasInsufficientMaterial|isInsufficientMaterial|dests|outcome)$/, name => `\`Board.${{ play: 'push' }[name] ?? name}\``, {
    play: 'checks that the move is legal',
    dests: 'of all squares at once',
    turn: '`turn()`',
    epSquare: '`epSquare()`',
    outcome: 'with the reason; repetitions count too',
  }],
  [/^chess: Position\.allDests$|^compat: chessgroundDests$/, '`Board.dests`', 'what chessground asks for; a castling from any array also by its rook'],
  [/^chess: Position\.hasDests$/, '`Board.numberLegalMoves`', ''],
  [/^chess: Position\.isEnd$/, '`Board.isGameOver`', ''],
  [/^chess: Position\.(isCheckmate|isStalemate|isVariantEnd|variantOutcome)$/, '`Board.outcome`', '`outcome()?.code`'],
  [/^chess: Position\.halfmoves$/, '`Board.halfmoveClock`', ''],
  [/^chess: Position\.fullmoves$/, '`Board.fullmoveNumber`', ''],
  [/^chess: Position\.(board)$/, '`Board.placement`', ''],
  [/^chess: Position\.rules$/, '`Board.variant`', ''],
  [/^chess: Position\.kingAttackers$/, '`Board.attackers`, `Board.checkers`', ''],
  [/^chess: (Position\.castles|Castles.*)$|^fen: (parse|make)CastlingFen$|^util: (king|rook)CastlesTo$|^chess: castlingSide$/, '`Variant.setup`, `Variant.castlings`, `MoveInfo.castling`', 'rights and castlings by name: other games have more than two'],
  [/^chess: PositionError$|^fen: (FenError|InvalidFen.*)$|^chess: IllegalSetup.*$/, '`FenError`', 'thrown, with `faults`: all of them, each with a code'],
  [/^chess: normalizeMove$/, '`Board.uciMove`', 'any notation in, any out'],
  [/^chess: (pseudoDests|isStandardMaterial(Side)?|isImpossibleCheck|Position\.(ctx|setupUnchecked))$|^variant: isStandardMaterial$/, '', 'no use without the rules of chess alone'],
  [/(pocket|Pocket|drop|Drop|remainingChecks|RemainingChecks|Material)/, '', 'no variant here has drops or counts checks'],
  [/^compat: chessgroundMove$/, '`MoveInfo.from`, `MoveInfo.to`', ''],
  [/^compat: /, '', "Lichess's names"],
  [/^fen: (INITIAL|EMPTY)_.*$/, '`Variant.startFen`', ''],
  [/^fen: parseFen$/, '`Board.load`, `Variant.setup`', '`setup` reads what is no position too'],
  [/^fen: makeFen$/, '`Board.fen`', ''],
  [/^fen: (parse|make)BoardFen$/, '`Board.placement`', ''],
  [/^fen: (parse|make)Piece$/, '`Piece.symbol`', ''],
  [/^pgn: parsePgn$|^pgn: PgnParser.*$/, '`readPgn`', 'one game at a time'],
  [/^pgn: makePgn$/, '`writePgn`, `PgnGame.toString`', ''],
  [/^pgn: (Node|ChildNode|Box)(\..*)?$|^pgn: (isChildNode|extend|walk|transform|defaultGame)$/, '`PgnGame.moves`, `Ply.remarks`', 'lines of moves; what stands behind a move, variations too, are its remarks'],
  [/^pgn: (default|empty)Headers$/, '`PgnText.tags`', ''],
  [/^pgn: PgnError$/, '`PgnError`', 'with its place'],
  [/^pgn: (make|parse)Outcome$/, '`Outcome.result`', ''],
  [/^pgn: (make|parse)Variant$/, '`PgnGame.variant`, `Variant.named`', ''],
  [/^pgn: (startingPosition|setStartingPosition)$/, '`PgnGame.start`, `writePgn`', ''],
  [/^pgn: (make|parse)Comment$|^pgn: is(Pawns|Mate)$/, '', 'comments are texts'],
  [/^san: makeSan$/, '`Board.sanMove`', ''],
  [/^san: makeSanAndPlay$/, '`Board.sanMove`, `Board.push`', ''],
  [/^san: makeSanVariation$/, '`Board.variationSan`', ''],
  [/^san: parseSan$|^util: parseUci$/, '`Board.push`, `Board.isLegal`', 'moves are texts; `why` says what is wrong with one'],
  [/^util: makeUci$/, '`MoveInfo.uci`', ''],
  [/^setup: /, '`Setup`, `Variant.setup`', 'the fields of a FEN'],
  [/^util: /, '', 'squares, pieces and sides are texts'],
  [/^variant: (defaultPosition|setupPosition)$/, '`Board`', '`new Board(variant, fen)`'],
  [/^variant: /, '', 'another choice of variants: `variants()` lists ours'],
];

/** The rows of a table: names that have the same place and note share one. Throws if a name has no row. */
function rows(names, table) {
  const found = new Map();
  for (const full of names) {
    const rule = table.find(([pattern]) => pattern.test(full));
    if (rule === undefined) throw new Error(`bench/names.mjs has no row for ${full}`);
    const [, place, note] = rule;
    const name = full.split(/[.:] ?/).at(-1);
    const row = [typeof place === 'function' ? place(name) : place, typeof note === 'object' ? (note[name] ?? '') : note].join(' | ');
    found.set(row, [...(found.get(row) ?? []), full]);
  }
  return found;
}

/** Each name of theirs with its row, for tests. */
export function all() {
  return { 'chess.js': rows(chessJs(), CHESS_JS), chessops: rows(chessops(), CHESSOPS) };
}

/** The version of a package that is installed. */
function version(name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8')).version;
}

/** The tables as NAMES.md has them. */
export function tables() {
  const lines = [];
  for (const [library, found] of Object.entries(all())) {
    const counted = [...found].map(([row, names]) => [row.startsWith(' |'), names.length]);
    const sum = missing => counted.filter(([own]) => own === missing).reduce((total, [, count]) => total + count, 0);
    lines.push(`## ${library} ${version(library)}`, '', `${sum(false) + sum(true)} names; ${sum(false)} have a place here.`, '');
    lines.push('| name | here | note |', '|---|---|---|');
    for (const [row, names] of found) {
      // Of a module or class once, before its names.
    const groups = grouped(names);
      const text = [...groups].map(([of, own]) => (of === '' ? '' : `${of} `) + own.map(name => `\`${name.replace(/^\w+: /, '')}\``).join(', ')).join('; ');
      const [place, note] = row.split(' | ');
      lines.push(`| ${text} | ${place || '–'} | ${note} |`.replaceAll('  |', ' |'));
    }
    lines.push('');
  }
  return lines.join('\n');
}

/** Names by their modules. */
function grouped(names) {
  const groups = new Map();
  for (const name of names) {
    const module = name.match(/^(\w+): /)?.[1] ?? '';
    groups.set(module, [...(groups.get(module) ?? []), name]);
  }
  return groups;
}

/** The page with the tables of now. */
export function page() {
  const text = readFileSync(PAGE, 'utf8');
  const [before, rest] = text.split(START);
  return `${before}${START}\n\n${tables()}\n${END}${rest.split(END)[1]}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) writeFileSync(PAGE, page());
  else process.stdout.write(`${tables()}\n`);
}
