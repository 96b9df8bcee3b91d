// The drawing of a board: the one source of the pages of `--html` and of the page to play.

/** Where things are on a board of so many files and ranks, in units of its SVG. */
function boardGeometry({ layout: { side, left, top, right, bottom }, files, ranks, flipped }) {
  return {
    width: left + files * side + right,
    height: top + ranks * side + bottom,
    /** The upper left corner of a square. */
    corner(name) {
      const [file, rank] = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
      return [left + (flipped ? files - 1 - file : file) * side, top + (flipped ? rank : ranks - 1 - rank) * side];
    },
  };
}

/** The squares with pieces of the first field of a FEN, by name. */
function readPlacement(fen, ranks) {
  const found = {};
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const token of row.match(/\d+|./g) || []) {
      if (/\d/.test(token)) {
        file += Number(token);
      } else {
        found[String.fromCharCode(97 + file) + (ranks - index)] = token;
        file += 1;
      }
    }
  });
  return found;
}

/**
 * The inside of the board's SVG.
 *
 * `placement` has letters by squares, `pieces` the ids of drawings by letters. `last` are the squares of the last move, `check` is the
 * square of a king in check, `waits` are numbers of moves by squares, `turn` is `white` or `black`. `selected`, `targets` and `arrows`
 * (pairs of squares) may be missing. `title` is text that is safe as XML.
 */
function drawBoard(view) {
  const { layout, files, ranks, flipped, colors, placement, pieces, last, check, waits, turn, title } = view;
  const { selected, targets = [], arrows = [] } = view;
  const { side, left, top, right } = layout;
  const { width, height, corner } = boardGeometry(view);
  let text = `<title>${title}</title><rect width="${width}" height="${height}" fill="${colors.page}"/>`;
  const names = [];
  for (let rank = 1; rank <= ranks; rank++) {
    for (let file = 0; file < files; file++) {
      names.push(String.fromCharCode(97 + file) + rank);
    }
  }
  for (const name of names) {
    const [x, y] = corner(name);
    const dark = (name.charCodeAt(0) - 97 + Number(name.slice(1)) - 1) % 2 === 0;
    const marked = last.includes(name);
    const fill = marked ? (dark ? colors.lastDark : colors.lastLight) : dark ? colors.darkSquare : colors.lightSquare;
    text += `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${fill}"/>`;
    if (marked) {
      const [a, b] = [5, side - 5];
      const arms = [[a, a, 20, 20], [b, a, -20, 20], [a, b, 20, -20], [b, b, -20, -20]];
      const path = arms.map(([dx, dy, h, v]) => `M${x + dx} ${y + dy}h${h}M${x + dx} ${y + dy}v${v}`).join("");
      text += `<path d="${path}" fill="none" stroke="${colors.lastCorner}" stroke-width="7"/>`;
    }
  }
  const label = (x, y, content) =>
    `<text x="${x}" y="${y}" font-size="44" font-weight="bold" text-anchor="middle" fill="${colors.text}">${content}</text>`;
  for (let file = 0; file < files; file++) {
    const letter = String.fromCharCode(97 + file);
    text += label(corner(`${letter}1`)[0] + side / 2, top + ranks * side + 48, letter);
  }
  for (let rank = 1; rank <= ranks; rank++) {
    text += label(left / 2, corner(`a${rank}`)[1] + side / 2 + 16, rank);
  }
  const frame = (name, color, dash) => {
    const [x, y] = corner(name);
    return `<rect x="${x + 5}" y="${y + 5}" width="${side - 10}" height="${side - 10}" rx="14" fill="none"
      stroke="${color}" stroke-width="10"${dash}/>`;
  };
  if (check) {
    text += frame(check, colors.check, ' stroke-dasharray="22 8"');
  }
  for (const [name, letter] of Object.entries(placement)) {
    const [x, y] = corner(name);
    text += `<use href="#${pieces[letter]}" x="${x}" y="${y}"/>`;
  }
  if (selected) {
    text += frame(selected, colors.arrow, "");
  }
  for (const name of targets) {
    const [x, y] = corner(name);
    // A ring around what would be taken, and on an empty square a small one.
    const radius = placement[name] ? 42 : 20;
    text += `<circle class="target" cx="${x + side / 2}" cy="${y + side / 2}" r="${radius}" fill="none" stroke="${colors.arrow}"
      stroke-width="11"/>`;
  }
  for (const [name, count] of Object.entries(waits)) {
    const [x, y] = corner(name).map((at) => at + side - 23);
    text += `<circle cx="${x}" cy="${y}" r="21" fill="${colors.badge}" stroke="${colors.badgeText}" stroke-width="3"/>
      <text x="${x}" y="${y + 12}" font-size="34" font-weight="bold" text-anchor="middle" fill="${colors.badgeText}">${count}</text>`;
  }
  for (const [from, to] of arrows) {
    text += drawArrow(corner(from), corner(to), side, colors.arrow);
  }
  const white = turn === "white";
  const y = white !== flipped ? top + ranks * side - side / 2 : top + side / 2;
  return text + `<circle cx="${left + files * side + right / 2}" cy="${y}" r="15" fill="${colors.pieces[white ? 0 : 1][0]}"
    stroke="${colors.text}" stroke-width="5"/>`;
}

/** An arrow between the middles of two squares. */
function drawArrow(from, to, side, color) {
  const [x1, y1, x2, y2] = [...from, ...to].map((at) => at + side / 2);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  // The tip is slightly before the middle, and the shaft ends inside the head.
  const at = (along, beside) => `${(x2 + dx * along - dy * beside).toFixed(1)} ${(y2 + dy * along + dx * beside).toFixed(1)}`;
  return `<g class="arrow" opacity="0.85" fill="${color}"><path d="M${(x1 + dx * 20).toFixed(1)} ${(y1 + dy * 20).toFixed(1)} L${at(-50, 0)}"
    stroke="${color}" stroke-width="16"/><path d="M${at(-8, 0)} L${at(-54, 28)} L${at(-54, -28)} Z"/></g>`;
}

/** A score in a comment of an engine, such as `+0.22/11 0.18s` or `-M5/20`, in pawns for the side that moved; `null` if there is none. */
function readScore(comment) {
  const found = /^\s*([+-]?)(?:(\d+\.\d+)|#?M(\d+))\/\d+/.exec(comment);
  if (!found) {
    return null;
  }
  const [, sign, pawns, mate] = found;
  return (sign === "-" ? -1 : 1) * (mate ? 100 : Number(pawns));
}

/** What such a comment says beside the score and the time. */
function withoutScore(comment) {
  return comment.replace(/^\s*\S+( [\d.]+s)?,?\s*/, "");
}

/**
 * The inside of an SVG of 1000 by 200 units: how the evaluation went. `scores` has one number for each position, in pawns for White, or
 * `null`; `at` is the position that is shown.
 */
function drawGraph(scores, at, colors) {
  const step = 1000 / Math.max(1, scores.length - 1);
  // A pawn is much near the balance and little far from it.
  const height = (score) => 100 - 95 * (2 / Math.PI) * Math.atan(score / 2.5);
  const points = scores.flatMap((score, index) => (score === null ? [] : [`${(index * step).toFixed(1)} ${height(score).toFixed(1)}`]));
  const first = scores.findIndex((score) => score !== null) * step;
  const last = scores.findLastIndex((score) => score !== null) * step;
  return `<rect width="1000" height="200" fill="${colors.darkSquare}"/>
    <path d="M${first.toFixed(1)} 200 L${points.join(" L")} L${last.toFixed(1)} 200 Z" fill="${colors.lightSquare}"/>
    <path d="M0 100 H1000" stroke="${colors.text}" stroke-width="1" stroke-dasharray="6 6" vector-effect="non-scaling-stroke"/>
    <path d="M${points.join(" L")}" fill="none" stroke="${colors.text}" stroke-width="2" vector-effect="non-scaling-stroke"/>
    <path d="M${(at * step).toFixed(1)} 0 V200" stroke="${colors.check}" stroke-width="2" vector-effect="non-scaling-stroke"/>`;
}
