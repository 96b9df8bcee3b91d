// A React component: a board on which legal moves are played by two clicks. It is written without JSX, so that it needs no compiler.

import { createElement, useMemo, useState } from 'react';

import { Board } from 'campione';

/** `variant` and `fen` say where the game begins; `onMove` gets each move and the board after it. */
export function ChessBoard({ variant = 'carrera', fen, size = 480, onMove }) {
  const board = useMemo(() => new Board(variant, fen), [variant, fen]);
  const [from, choose] = useState(null);
  const targets = from === null ? [] : (board.dests().get(from) ?? []);

  function click({ clientX, clientY, currentTarget }) {
    const { left, top, width, height } = currentTarget.firstElementChild.getBoundingClientRect();
    const square = board.squareAt((clientX - left) / width, (clientY - top) / height);
    // Several moves may have the same two squares, and a castling may have the square of its rook.
    const moves = board.moves().filter(move => move.from === from && (move.to === square || move.partner?.from === square));
    const move = targets.includes(square) ? (moves.find(move => !move.castling) ?? moves[0]) : undefined;
    if (move !== undefined) {
      board.push(move);
      onMove?.(move, board);
    }
    choose(move === undefined && square !== undefined && board.dests().has(square) ? square : null);
  }

  const svg = board.svg({ targets, size });
  return createElement('div', { role: 'img', 'aria-label': board.fen(), onClick: click, dangerouslySetInnerHTML: { __html: svg } });
}
