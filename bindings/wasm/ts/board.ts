// Boards: a game that is played, with all its positions.

import './load.js';
import { asList, asNumber, asOptions, asText, asWords, badArgument, FenError, guard, words } from './errors.js';
import { type MoveInfo, type MoveLike, type PlayedMove, textOf, textsOf } from './moves.js';
import { type Theme, Variant } from './variant.js';
import { RawBoard } from './wasm/campione.js';

export type { MoveInfo, MoveLike, PlayedMove } from './moves.js';

/** A notation of moves. `uci960`: the king takes its rook. `xboard`: boards of ten ranks are counted from 0. */
export type MoveNotation = 'uci' | 'crc' | 'uci960' | 'xboard' | 'san' | 'lan';

/** A dialect of FEN; `xfen` is ours. */
export type Dialect = 'xfen' | 'shredder' | 'fairy' | 'xboard' | 'chessv';

/** The colors of the sides. */
export type Side = 'white' | 'black';

/** What is changed in a position by hand. */
export interface Changes {
  /** Whether all pieces are taken off first. */
  clear?: boolean;
  /** The letters of the pieces that are put on squares, as in a FEN; `null` takes off what stands there. */
  pieces?: Readonly<Record<string, string | null>>;
  /** The side to move. */
  turn?: Side;
  /** The castling field of a FEN. Unless it is said, the rights stay that the pieces allow. */
  castling?: string;
  /** The square that a double step passed; `null` if none did, which is the default. */
  enPassant?: string | null;
  halfmoveClock?: number;
  fullmoveNumber?: number;
}

/** How a game ended. */
export interface Outcome {
  /** Who has won; `null` for a draw. */
  readonly winner: Side | null;
  /** Why, for programs: `checkmate`, `move-rule`; does not change when words do. */
  readonly code: string;
  /** Why: `checkmate`, `stalemate`, `bare king`, `repetition`, `50-move rule`, `dead position`. */
  readonly reason: string;
  /** Both in words. */
  readonly words: string;
  /** `1-0`, `0-1` or `1/2-1/2`. */
  readonly result: string;
}

/** Why a move is not legal. */
export interface Reason {
  /** The reason for programs, such as `illegal.pinned`; does not change when words do. */
  readonly code: string;
  /** What is wrong, in words. */
  readonly text: string;
  /** Where the rule comes from. */
  readonly source: string;
}

/** How a board is drawn. */
export interface SvgOptions {
  /** Black at the bottom. */
  flipped?: boolean;
  /** For light or for dark pages. */
  theme?: Theme;
  /** The two squares of the move that is marked; the last one played if it is missing. */
  lastMove?: readonly [string, string];
  /** Pairs of squares. */
  arrows?: readonly (readonly [string, string])[];
  /** Squares with a ring. */
  targets?: readonly string[];
  /** The width in pixels. */
  size?: number;
}

/** A piece: its letter as in a FEN, its side, its name. */
export interface Piece {
  readonly symbol: string;
  readonly side: Side;
  readonly name: string;
}

/** The frame around the squares of a picture, and the side of a square. */
const FRAME = { side: 100, left: 76, top: 14, right: 52, bottom: 66 };

/** A side, whatever the types of the caller say. */
function isWhite(side: Side, field: string): boolean {
  if (side === 'white' || side === 'black') return side === 'white';
  throw badArgument(field, "'white' or 'black' is needed");
}

function sideOf(letter: string): Side {
  return letter === letter.toUpperCase() ? 'white' : 'black';
}

/** What is wrong with a FEN, if its variant was forgotten. */
const UNNAMED = "without a variant it is read as chess: new Board('capablanca', fen) reads it as another";

/**
 * A game that is played: a start position, the moves, and every position between them. Squares are texts such as `e4`, moves
 * are texts in coordinates; where a move is taken, any notation is read. Nothing has to be freed.
 */
export class Board {
  /** @internal */
  readonly raw: RawBoard;
  readonly #variant: Variant;

  /**
   * The start position of a variant, or the position of a FEN in any dialect that needs no naming. With `is960` kings castle
   * from any array. A FEN alone is read as chess. Throws `UnknownVariantError`, `FenError`, `ArgumentError`.
   */
  constructor(variant: Variant | string = 'chess', fen?: string | null, is960 = false) {
    if ((variant as unknown) instanceof RawBoard) {
      this.raw = variant as unknown as RawBoard;
      this.#variant = Variant.ofRaw(this.raw.variant);
      return;
    }
    const unnamed = typeof variant === 'string' && variant.includes('/') && (fen === undefined || fen === null);
    if (unnamed) [variant, fen] = ['chess', variant as string];
    let rules = Variant.of(variant);
    if (is960) rules = rules.withRandomArrays();
    this.#variant = rules;
    const text = fen === undefined || fen === null ? undefined : asText(fen, 'fen');
    try {
      this.raw = guard(() => new RawBoard(rules.raw, text));
    } catch (error) {
      if (unnamed && error instanceof FenError) error.message += `\n${UNNAMED}`;
      throw error;
    }
  }

  /** @internal */
  static ofRaw(raw: RawBoard): Board {
    return new Board(raw as unknown as Variant);
  }

  /** The variant that is played. */
  variant(): Variant {
    return this.#variant;
  }

  /** Another board with the same moves. */
  copy(): Board {
    return Board.ofRaw(this.raw.copy());
  }

  /** The board as it was before the first move. */
  root(): Board {
    return Board.ofRaw(this.raw.root());
  }

  /** The legal moves in coordinates. */
  legalMoves(): string[] {
    return words(this.raw.legal_moves());
  }

  /** The legal moves in algebraic notation, in the same order. */
  legalMovesSan(): string[] {
    return words(guard(() => this.raw.legal_moves_as('san')));
  }

  /** How many legal moves there are. */
  numberLegalMoves(): number {
    return this.raw.legal_move_count();
  }

  /** The legal moves with all that they do, in the same order. */
  moves(): MoveInfo[] {
    return JSON.parse(this.raw.moves());
  }

  /**
   * For each square from which a piece can go, the squares to which it can: what chessground and its relatives ask for. `push` takes each
   * pair, of a promotion with its letter; but several castlings that have the same pair, as some games have, are told apart by `moves`
   * alone. A castling from any array has the square of its rook, and that to which the king goes unless the king could step there.
   */
  dests(): Map<string, string[]> {
    const pairs = words(this.raw.dests()).map((word): [string, string[]] => {
      const [from = '', to = ''] = word.split(':');
      return [from, to.split(',')];
    });
    return new Map(pairs);
  }

  /**
   * Plays a move in any notation, or in this one; a null move (`'--'`, `'0000'`) where the king is not in check. Throws `MoveError` and
   * leaves the board as it was.
   */
  push(move: MoveLike, notation?: MoveNotation): void {
    const text = textOf(move, this.#unless(notation));
    guard(() => (notation === undefined ? this.raw.push(text) : this.raw.push_as(text, asText(notation, 'notation'))));
  }

  /** Plays moves in any notation, or in this one. If one is not legal, none is played; `MoveError.place` says which. */
  pushMoves(moves: Iterable<MoveLike>, notation?: MoveNotation): void {
    guard(() => this.raw.push_all(textsOf(moves, this.#unless(notation)), notation === undefined ? '' : asText(notation, 'notation')));
  }

  /** The board whose squares the objects of moves have: those of this notation are counted otherwise. */
  #unless(notation: MoveNotation | undefined): this | undefined {
    return notation === 'xboard' ? undefined : this;
  }

  /** Takes the last move back and returns it in coordinates; `undefined` if there is none. */
  pop(): string | undefined {
    return this.raw.pop();
  }

  /** Takes the last move back and returns all that it did; `undefined` if there is none. */
  undo(): PlayedMove | undefined {
    const last = this.raw.history_from(Math.max(0, this.raw.plies() - 1));
    return this.raw.pop() === undefined ? undefined : JSON.parse(last)[0];
  }

  /** Goes to the start position of the variant; the moves are forgotten. */
  reset(): void {
    guard(() => this.raw.reset());
  }

  /** The position as a FEN. `letters` names rooks by their files in `fairy` and `xboard`. Throws `NotationError`. */
  fen(dialect: Dialect = 'xfen', letters = false): string {
    return guard(() => this.raw.fen(asText(dialect, 'dialect'), Boolean(letters)));
  }

  /** The position before the first move as a FEN. */
  startFen(): string {
    return this.raw.start_fen();
  }

  /** Goes to a position; the moves are forgotten. Throws `FenError` and leaves the board as it was. */
  load(fen: string, dialect?: Dialect): void {
    guard(() => this.raw.set_fen(asText(fen, 'fen'), dialect === undefined ? '' : asText(dialect, 'dialect')));
  }

  /**
   * Changes the position by hand; the moves are forgotten. All changes are made at once, so a position may be built from nothing. Throws
   * `FenError` with all faults if it cannot be played, and leaves the board as it was; `ArgumentError`.
   */
  edit(changes: Changes): void {
    const names = ['clear', 'pieces', 'turn', 'castling', 'enPassant', 'halfmoveClock', 'fullmoveNumber'] as const;
    this.load(edited(this, asOptions(changes, 'changes', names)), 'xfen');
  }

  /** Puts a piece on a square, in place of what stands there: `put('C', 'e4')`. As `edit`. */
  put(symbol: string, square: string): void {
    this.edit({ pieces: { [asText(square, 'square')]: asText(symbol, 'symbol') } });
  }

  /** Takes the piece off a square and returns it; `undefined` if there is none. As `edit`. */
  remove(square: string): Piece | undefined {
    const piece = this.pieceAt(square);
    if (piece !== undefined) this.edit({ pieces: { [square]: null } });
    return piece;
  }

  /** A legal move in algebraic notation. Throws `MoveError`. */
  sanMove(move: MoveLike, notation: MoveNotation = 'san'): string {
    return guard(() => this.raw.move_as(textOf(move, this), asText(notation, 'notation')));
  }

  /** A legal move in coordinates or another notation. Throws `MoveError`, `NotationError`. */
  uciMove(move: MoveLike, notation: MoveNotation = 'uci'): string {
    return this.sanMove(move, notation);
  }

  /** Moves from here on as a text: `1. e4 e5 2. Nf3`. Throws `MoveError`. */
  variationSan(moves: Iterable<MoveLike>, notation: MoveNotation = 'san', moveNumbers = true): string {
    return guard(() => this.raw.variation(textsOf(moves, this), asText(notation, 'notation'), Boolean(moveNumbers)));
  }

  /** The side to move. */
  turn(): Side {
    return this.raw.turn() ? 'white' : 'black';
  }

  /** The number of the move, from 1; it grows after Black's. */
  fullmoveNumber(): number {
    return this.raw.fullmove_number();
  }

  /** Plies since the last capture, pawn move or promotion. */
  halfmoveClock(): number {
    return this.raw.halfmove_clock();
  }

  /** Plies since the game began, as the number of the move says. */
  gamePly(): number {
    return 2 * (this.fullmoveNumber() - 1) + (this.raw.turn() ? 0 : 1);
  }

  /** Whether a side lacks the pieces to mate by any moves. */
  hasInsufficientMaterial(side: Side): boolean {
    return this.raw.lacks_material(isWhite(side, 'side'));
  }

  /** Whether neither side has the pieces to mate. */
  isInsufficientMaterial(): boolean {
    return this.raw.is_dead();
  }

  /** Whether the game has ended by the rules of its variant. */
  isGameOver(): boolean {
    return this.raw.result() !== '*';
  }

  /** `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on. */
  result(): string {
    return this.raw.result();
  }

  /** How the game ended; `null` while it goes on. */
  outcome(): Outcome | null {
    return JSON.parse(this.raw.outcome());
  }

  /** How often the position now has occurred, this time included. */
  repetitions(): number {
    return this.raw.repetitions();
  }

  /** Whether the side to move is in check. */
  isCheck(): boolean {
    return this.raw.is_check();
  }

  /** The square of the king that is in check, in a list that is empty if none is. */
  checkedPieces(): string[] {
    return words(this.raw.checked());
  }

  /** The squares of the pieces that give check. */
  checkers(): string[] {
    return words(this.raw.checkers());
  }

  /** The squares of a side's pieces that attack a square. Throws `ArgumentError`. */
  attackers(side: Side, square: string): string[] {
    return words(guard(() => this.raw.attackers(isWhite(side, 'side'), asText(square, 'square'))));
  }

  /** Whether a legal move takes something. Throws `MoveError`. */
  isCapture(move: MoveLike): boolean {
    return guard(() => this.raw.is_capture(textOf(move, this)));
  }

  /** Whether a legal move is a castling, championing, centauring or king's leap. Throws `MoveError`. */
  isCastling(move: MoveLike): boolean {
    return guard(() => this.raw.is_castling(textOf(move, this)));
  }

  /** Whether a legal move gives check. Throws `MoveError`. */
  givesCheck(move: MoveLike): boolean {
    return guard(() => this.raw.gives_check(textOf(move, this)));
  }

  /** Whether a text is a legal move. */
  isLegal(move: MoveLike): boolean {
    return this.raw.is_legal(textOf(move, this));
  }

  /** Why a move is not legal; an empty list if it is. Throws `InvalidMoveError` for text that is not a move. */
  why(move: MoveLike): Reason[] {
    return JSON.parse(guard(() => this.raw.why(textOf(move, this))));
  }

  /** The moves played, in coordinates. */
  moveStack(): string[] {
    return words(this.raw.move_stack());
  }

  /** The moves played, in algebraic notation; with `verbose`, with all that they did. */
  history(options?: { verbose?: false }): string[];
  history(options: { verbose: true }): PlayedMove[];
  history(options: { verbose?: boolean }): string[] | PlayedMove[];
  history(options?: { verbose?: boolean }): string[] | PlayedMove[] {
    const { verbose = false } = asOptions(options, 'options', ['verbose']);
    return verbose ? JSON.parse(this.raw.history_from(0)) : words(this.raw.san_stack());
  }

  /** The letters of the pieces by their squares. */
  placement(): Map<string, string> {
    return new Map(Object.entries(JSON.parse(this.raw.pieces()) as Record<string, string>));
  }

  /** The piece on a square. Throws `ArgumentError` for a square that the board does not have. */
  pieceAt(square: string): Piece | undefined {
    const symbol = guard(() => this.raw.piece_at(asText(square, 'square')));
    if (symbol === undefined) return undefined;
    return { symbol, side: sideOf(symbol), name: this.#variant.pieces[symbol.toUpperCase()]?.name ?? '' };
  }

  /** The pawns that wait for their promotion: how many moves of their owner, by their squares. */
  waitingPawns(): Map<string, number> {
    return new Map(Object.entries(JSON.parse(this.raw.waiting()) as Record<string, number>));
  }

  /** The square of a king. */
  king(side: Side): string {
    return this.raw.king(isWhite(side, 'side'));
  }

  /** The square on which a pawn may be captured en passant. */
  epSquare(): string | undefined {
    return this.raw.ep_square();
  }

  /** A number of 64 bits: the same for the same pieces, side to move and rights. */
  hash(): bigint {
    return this.raw.zobrist();
  }

  /** The number of legal move paths of `depth` plies. The page freezes meanwhile: ten million take about a second. */
  perft(depth: number): number {
    return guard(() => this.raw.perft(asNumber(depth, 'depth')));
  }

  /** For each legal move the perft of `depth - 1` after it. */
  divide(depth: number): Map<string, number> {
    return new Map(Object.entries(JSON.parse(guard(() => this.raw.divide(asNumber(depth, 'depth')))) as Record<string, number>));
  }

  /**
   * The position as a line of the conformance kit, with the perft counts of depth 1, 2, …, a name, and where it comes from. Throws
   * `ArgumentError`.
   */
  kitLine(id: string, counts: readonly number[], origin: string): string {
    const numbers = Float64Array.from(asList(counts, 'counts'), count => asNumber(count, 'counts'));
    return guard(() => this.raw.kit_line(asText(id, 'id'), asText(origin, 'origin'), numbers));
  }

  /** The board as an SVG document, with no reference to anything outside of it. Throws `ArgumentError`. */
  svg(options?: SvgOptions): string {
    const names = ['flipped', 'theme', 'lastMove', 'arrows', 'targets', 'size'] as const;
    const { flipped = false, theme = 'light', lastMove, arrows = [], targets = [], size } = asOptions(options, 'options', names);
    if (size !== undefined && !(Number.isInteger(size) && size > 0 && size <= 100_000)) {
      throw badArgument('size', 'the width is a number of pixels from 1 to 100000');
    }
    return guard(() =>
      this.raw.svg(
        Boolean(flipped),
        asText(theme, 'theme'),
        lastMove === undefined ? undefined : asWords(lastMove, 'lastMove'),
        asList(arrows, 'arrows').map(arrow => asWords(arrow, 'arrows')).join(' '),
        asWords(targets, 'targets'),
        size,
      ),
    );
  }

  /**
   * The square under a point of the picture that `svg` draws, from its left and upper edge, both from 0 to 1; `undefined` beside the
   * squares.
   */
  squareAt(x: number, y: number, flipped = false): string | undefined {
    const { files, ranks } = this.#variant;
    const column = Math.floor((asNumber(x, 'x') * (files * FRAME.side + FRAME.left + FRAME.right) - FRAME.left) / FRAME.side);
    const row = Math.floor((asNumber(y, 'y') * (ranks * FRAME.side + FRAME.top + FRAME.bottom) - FRAME.top) / FRAME.side);
    if (!(column >= 0 && column < files && row >= 0 && row < ranks)) return undefined;
    const file = flipped ? files - 1 - column : column;
    return `${String.fromCharCode(97 + file)}${flipped ? row + 1 : ranks - row}`;
  }

  /** The pieces as letters, a rank a line. */
  toString(): string {
    const placement = this.placement();
    const { files, ranks } = this.#variant;
    const letter = (file: number, rank: number) => placement.get(`${String.fromCharCode(97 + file)}${rank}`) ?? '.';
    const row = (rank: number) => Array.from({ length: files }, (_, file) => letter(file, rank)).join(' ');
    return Array.from({ length: ranks }, (_, below) => row(ranks - below)).join('\n');
  }

  /** The same with a frame, coordinates and the FEN. */
  toVerboseString(): string {
    const line = ` +${'---+'.repeat(this.#variant.files)}`;
    const rows = this.toString().split('\n');
    const shown = rows.map((row, above) => {
      const rank = rows.length - above;
      const mark = (this.raw.turn() ? rank === 1 : rank === rows.length) ? ' *' : '';
      return ` | ${row.split(' ').map(letter => letter.replace('.', ' ')).join(' | ')} |${rank}${mark}`;
    });
    const files = Array.from({ length: this.#variant.files }, (_, file) => String.fromCharCode(97 + file)).join('   ');
    return `${[line, ...shown.flatMap(row => [row, line])].join('\n')}\n   ${files}\n\nFen: ${this.fen()}`;
  }

  /** What `JSON.stringify` writes: the id of the variant, the FEN of the first position, and the moves from there. */
  toJSON(): { variant: string; fen: string; moves: string[] } {
    return { variant: this.#variant.id, fen: this.root().fen(), moves: this.moveStack() };
  }

  /** What Node's `console.log` shows. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Board ${this.#variant}\n${this.toVerboseString()}`;
  }
}

/** The FEN of a board with changes. */
function edited(board: Board, changes: Changes): string {
  const variant = board.variant();
  const [, turn, , , halfmoves, fullmoves] = board.fen().split(' ');
  const pieces = changes.clear ? new Map<string, string>() : board.placement();
  const waiting = changes.clear ? new Map<string, number>() : board.waitingPawns();
  for (const [square, symbol] of Object.entries(changes.pieces ?? {})) {
    // Throws for a square that the board does not have.
    board.pieceAt(square);
    waiting.delete(square);
    if (symbol === null) pieces.delete(square);
    else pieces.set(square, letterOf(symbol, variant));
  }
  const rows = Array.from({ length: variant.ranks }, (_, below) => rank(variant.ranks - below));
  const side = changes.turn === undefined ? turn : isWhite(changes.turn, 'turn') ? 'w' : 'b';
  const passed = changes.enPassant === undefined || changes.enPassant === null ? '-' : asText(changes.enPassant, 'enPassant');
  const counters = [
    asNumber(changes.halfmoveClock ?? halfmoves, 'halfmoveClock'),
    asNumber(changes.fullmoveNumber ?? fullmoves, 'fullmoveNumber'),
  ];
  const waits = Array.from(waiting, ([square, wait]) => `${square}:${wait}`).join(',');
  const fen = (rights: string) => [rows.join('/'), side, rights, passed, ...counters, waits].join(' ').trim();
  if (changes.castling !== undefined) return fen(asText(changes.castling, 'castling').trim() || '-');
  // Only the rights stay that the pieces allow, each beside those before it.
  const held = variant.setup(board.fen()).rights.filter(right => right.held);
  return fen(held.reduce((kept, { letter }) => (isPosition(kept + letter) ? kept + letter : kept), '') || '-');

  function isPosition(rights: string): boolean {
    try {
      new Board(variant, fen(rights));
      return true;
    } catch (error) {
      if (error instanceof FenError) return false;
      throw error;
    }
  }

  function rank(number: number): string {
    const files = Array.from({ length: variant.files }, (_, file) => pieces.get(`${String.fromCharCode(97 + file)}${number}`) ?? ' ');
    return files.join('').replace(/ +/g, empty => String(empty.length));
  }
}

/** The letter of a piece. Throws `ArgumentError` for one that the variant does not have. */
function letterOf(symbol: string, variant: Variant): string {
  if (asText(symbol, 'symbol').toUpperCase() in variant.pieces) return symbol;
  throw badArgument('symbol', `there is no piece \`${symbol}\`, only ${Object.keys(variant.pieces).join(', ')}`);
}
