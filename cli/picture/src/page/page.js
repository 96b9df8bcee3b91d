(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  let track = 0;
  let ply = 0;
  let flipped = data.flip;

  const shots = () => data.tracks[track].shots;

  /** Scores of engines, for White, out of the comments; what is left of each comment stays. */
  for (const { shots } of data.tracks) {
    for (const shot of shots) {
      const score = shot.move && shot.note ? readScore(shot.note) : null;
      if (score !== null) {
        shot.score = shot.white ? score : -score;
        shot.note = withoutScore(shot.note);
      }
    }
  }

  const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

  function draw() {
    const game = data.games[data.tracks[track].game];
    const shot = shots()[ply];
    const view = {
      ...game,
      layout: data.layout,
      colors: data.colors,
      flipped,
      placement: readPlacement(shot.fen, game.ranks),
      last: shot.last || [],
      check: shot.check,
      waits: shot.waits || {},
      turn: shot.fen.split(" ")[1] === "w" ? "white" : "black",
      title: escape(caption()),
    };
    const { width, height } = boardGeometry(view);
    const board = element("board");
    board.setAttribute("viewBox", `0 0 ${width} ${height}`);
    board.innerHTML = drawBoard(view);
    const scores = shots().map((other) => other.score ?? null);
    if (scores.some((score) => score !== null)) {
      element("graph").innerHTML = drawGraph(scores, ply, data.colors);
    }
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
    element("evaluation").hidden = shots().every((shot) => (shot.score ?? null) === null);
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
  element("graph").addEventListener("click", (event) => {
    const { left, width } = element("graph").getBoundingClientRect();
    go(Math.round(((event.clientX - left) / width) * (shots().length - 1)));
  });
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
