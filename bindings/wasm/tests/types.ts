// The types as users see them: this file is compiled, not run.

import { Bisection, type BisectReport, Board, type Drawings, Engine, FenError, type Info, type MoveInfo, type PlayedMove, type StopSignal, Variant, readPgn, variants, writePgn } from 'campione';
import Module, { type Ffish } from 'campione/ffish';

const board: Board = new Board('capablanca');
const ids: string[] = variants();
const dests: Map<string, string[]> = board.dests();
const moves: MoveInfo[] = board.moves();
const castling: string | undefined = moves[0]?.castling;
const drawings: Drawings = Variant.named(ids[0] ?? 'chess').drawings('dark');
const color: string = drawings.colors.lightSquare;
const engine = new Engine({ hash: 16, net: true });
const searched: Promise<string | null> = engine
  .position(board)
  .go({ nodes: 1000, movetime: 100, multipv: 2 }, (info: Info) => info.pv.length)
  .then(result => result.best);
declare const signal: typeof globalThis extends { AbortSignal: { prototype: infer Signal } } ? Signal : StopSignal;
const ended: Promise<number> = engine.go({ nodes: 2000n, wtime: 60_000, binc: 10, movestogo: 20, signal }).then(result => result.nodes);
const verbose: boolean = ids.length > 1;
const either: string[] | PlayedMove[] = board.history({ verbose });
for (const game of readPgn('1. e4 *')) {
  const [ply] = game.moves;
  for (const remark of ply?.remarks ?? []) {
    if ('variation' in remark) remark.variation.moves.map(move => move.san);
  }
  const text: string = writePgn(game.board(), game);
  void text;
}
try {
  board.push('e9');
} catch (error) {
  if (error instanceof FenError) {
    const place: readonly [number, number] | null = error.place;
    void place;
  }
}
const ffish: Promise<Ffish> = new Module();
const text: Promise<string> = ffish.then(module => new module.Board('chess').legalMoves());
// @ts-expect-error: a list is needed
board.pushMoves(3);
// @ts-expect-error: there is no such theme
board.svg({ theme: 'blue' });
const report: BisectReport | null = new Bisection(board, 3, { protocol: 'xboard', letters: 'C=M' }).walk(['a2a3: 1']).report;
const held: boolean = Variant.named('chess').setup(board.fen()).rights.some(right => right.held);
const line: string = board.kitLine('x', [28], 'mine');
// @ts-expect-error: there is no such protocol
new Bisection(board, 3, { protocol: 'smoke' });
void [ended, either, report, held, line, dests, castling, color, searched, text];
