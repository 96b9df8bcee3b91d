// A server that validates moves: POST a JSON object with `variant`, `fen` (the start position if it is missing), `moves` (those played so
// far, in any notation) and `move`. The answer is the move in two notations, the position after it, and the result.
//
//     node server.mjs 8080
//     curl localhost:8080 -d '{ "variant": "capablanca", "moves": ["d4", "d5"], "move": "Ci3" }'

import { createServer } from 'node:http';

import { Board, CampioneError } from 'campione';

/** Nobody needs longer texts than this. */
const MOST_BYTES = 100_000;

export function validated({ variant, fen, moves = [], move }) {
  const board = new Board(variant, fen);
  board.pushMoves(moves);
  const played = { uci: board.uciMove(move), san: board.sanMove(move) };
  board.push(move);
  return { ...played, fen: board.fen(), result: board.result(), outcome: board.outcome()?.words ?? null };
}

async function body(request) {
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > MOST_BYTES) throw new SyntaxError('the text is too long');
  }
  const question = JSON.parse(text);
  if (typeof question !== 'object' || question === null) throw new SyntaxError('an object of JSON is needed');
  return question;
}

export const server = createServer(async (request, response) => {
  const answer = (status, value) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  try {
    answer(200, validated(await body(request)));
  } catch (error) {
    // What the sender can mend has a reason; anything else is ours.
    if (error instanceof CampioneError || error instanceof SyntaxError) answer(400, { error: error.message, code: error.code ?? null });
    else answer(500, { error: 'the server has failed' });
  }
});

if (process.argv[2] !== undefined) server.listen(Number(process.argv[2]));
