"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const { side, left, top, right, bottom } = data.layout;
  const colors = data.colors;
  let track = 0;
  let ply = 0;
  let flipped = data.flip;

  const shots = () => data.tracks[track].shots;
  const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

  /** The squares with pieces, as [file, rank, letter]. */
  function pieces(fen, ranks) {
    const found = [];
    fen.split(" ")[0].split("/").forEach((row, index) => {
      let file = 0;
      for (const token of row.match(/\d+|./g) || []) {
        if (/\d/.test(token)) {
          file += Number(token);
        } else {
          found.push([file, ranks - 1 - index, token]);
          file += 1;
        }
      }
    });
    return found;
  }

  function draw() {
    const game = data.games[data.tracks[track].game];
    const shot = shots()[ply];
    const { files, ranks } = game;
    const width = left + files * side + right;
    const height = top + ranks * side + bottom;
    const corner = (file, rank) => [
      left + (flipped ? files - 1 - file : file) * side,
      top + (flipped ? rank : ranks - 1 - rank) * side,
    ];
    const square = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
    const last = (shot.last || []).map((name) => square(name).join());
    let text = `<title>${escape(caption())}</title><rect width="${width}" height="${height}" fill="${colors.page}"/>`;
    for (let rank = 0; rank < ranks; rank++) {
      for (let file = 0; file < files; file++) {
        const [x, y] = corner(file, rank);
        const dark = (file + rank) % 2 === 0;
        const marked = last.includes([file, rank].join());
        const fill = marked ? (dark ? colors.last_dark : colors.last_light) : dark ? colors.dark_square : colors.light_square;
        text += `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${fill}"/>`;
        if (marked) {
          const [a, b] = [5, side - 5];
          const arms = [[a, a, 20, 20], [b, a, -20, 20], [a, b, 20, -20], [b, b, -20, -20]];
          const path = arms.map(([dx, dy, h, v]) => `M${x + dx} ${y + dy}h${h}M${x + dx} ${y + dy}v${v}`).join("");
          text += `<path d="${path}" fill="none" stroke="${colors.last_corner}" stroke-width="7"/>`;
        }
      }
    }
    const label = (x, y, content) =>
      `<text x="${x}" y="${y}" font-size="44" font-weight="bold" text-anchor="middle" fill="${colors.text}">${content}</text>`;
    for (let file = 0; file < files; file++) {
      text += label(corner(file, 0)[0] + side / 2, top + ranks * side + 48, String.fromCharCode(97 + file));
    }
    for (let rank = 0; rank < ranks; rank++) {
      text += label(left / 2, corner(0, rank)[1] + side / 2 + 16, rank + 1);
    }
    if (shot.check) {
      const [x, y] = corner(...square(shot.check));
      text += `<rect x="${x + 5}" y="${y + 5}" width="${side - 10}" height="${side - 10}" rx="14" fill="none"
        stroke="${colors.check}" stroke-width="10" stroke-dasharray="22 8"/>`;
    }
    for (const [file, rank, letter] of pieces(shot.fen, ranks)) {
      const [x, y] = corner(file, rank);
      text += `<use href="#${game.pieces[letter]}" x="${x}" y="${y}"/>`;
    }
    for (const [name, count] of Object.entries(shot.waits || {})) {
      const [x, y] = corner(...square(name)).map((at) => at + side - 23);
      text += `<circle cx="${x}" cy="${y}" r="21" fill="${colors.badge}" stroke="${colors.badge_text}" stroke-width="3"/>
        <text x="${x}" y="${y + 12}" font-size="34" font-weight="bold" text-anchor="middle" fill="${colors.badge_text}">${count}</text>`;
    }
    const white = shot.fen.split(" ")[1] === "w";
    const [turn] = white ? colors.pieces[0] : colors.pieces[1];
    const y = white !== flipped ? top + ranks * side - side / 2 : top + side / 2;
    text += `<circle cx="${left + files * side + right / 2}" cy="${y}" r="15" fill="${turn}" stroke="${colors.text}" stroke-width="5"/>`;
    const board = element("board");
    board.setAttribute("viewBox", `0 0 ${width} ${height}`);
    board.innerHTML = text;
  }

  /** `12. e4: Black to move, in check`. */
  function caption() {
    const shot = shots()[ply];
    const turn = shot.fen.split(" ")[1] === "w" ? "White" : "Black";
    const state = shot.end || `${turn} to move${shot.check ? ", in check" : ""}`;
    return shot.move ? `${shot.number} ${shot.move}: ${state}` : state;
  }

  function list() {
    element("name").textContent = data.tracks[track].name;
    const moves = element("moves");
    moves.replaceChildren();
    shots().forEach((shot, index) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.textContent = index === 0 ? "Start" : (shot.white || index === 1 ? `${shot.number} ` : "") + shot.move;
      button.addEventListener("click", () => go(index));
      item.append(button);
      moves.append(item);
      if (shot.note) {
        const note = document.createElement("li");
        note.className = "note";
        note.textContent = shot.note;
        moves.append(note);
      }
    });
  }

  function go(to) {
    ply = Math.max(0, Math.min(to, shots().length - 1));
    draw();
    element("caption").textContent = caption();
    element("fen").value = shots()[ply].fen;
    for (const [id, at] of [["first", 0], ["back", 0], ["on", shots().length - 1], ["last", shots().length - 1]]) {
      element(id).disabled = ply === at;
    }
    element("moves").querySelectorAll("button").forEach((button, index) => {
      if (index === ply) {
        button.setAttribute("aria-current", "step");
        button.scrollIntoView({ block: "nearest" });
      } else {
        button.removeAttribute("aria-current");
      }
    });
  }

  function choose(index) {
    track = index;
    list();
    go(data.tracks[track].at);
  }

  const turn = () => {
    flipped = !flipped;
    draw();
  };
  element("first").addEventListener("click", () => go(0));
  element("back").addEventListener("click", () => go(ply - 1));
  element("on").addEventListener("click", () => go(ply + 1));
  element("last").addEventListener("click", () => go(Infinity));
  element("flip").addEventListener("click", turn);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) {
      return;
    }
    const steps = { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(Infinity), f: turn };
    if (steps[event.key]) {
      event.preventDefault();
      steps[event.key]();
    }
  });
  const select = element("track");
  data.tracks.forEach((entry, index) => select.append(new Option(entry.name, index)));
  select.addEventListener("change", () => choose(Number(select.value)));
  element("choice").hidden = data.tracks.length < 2;
  choose(0);
})();
