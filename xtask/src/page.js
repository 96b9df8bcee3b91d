(() => {
  const seen = [];
  const get = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const state = (id) => (get(id).disabled ? "off" : "on");
  // The points of the graph: above the middle is good for White, the upper edge is mate.
  const graph = () => {
    if (get("evaluation").hidden) return "hidden";
    const line = get("graph").querySelectorAll("path")[2].getAttribute("d");
    const heights = [...line.matchAll(/[ML]\S+ (\S+)/g)].map((point) => Number(point[1]));
    const words = heights.map((height) => (height < 10 ? "top" : height < 100 ? "up" : "down"));
    return `${heights.length} points, of White: ${words.join(", ")}`;
  };
  const look = (after) => {
    const moves = all("#moves button");
    seen.push({
      after,
      fen: get("fen").value,
      caption: get("caption").textContent,
      name: get("name").textContent,
      notes: all("#moves .note").map((note) => note.textContent).join("; "),
      pieces: String(all("#board use").filter((use) => document.querySelector(use.getAttribute("href"))).length),
      "first piece": all("#board use").map((use) => [use.y.baseVal.value, use.x.baseVal.value, use.getAttribute("href").slice(1)])
        .filter(([, , id]) => id.endsWith("king")).sort((a, b) => a[0] - b[0])[0][2],
      marks: String(all("#board path").length),
      checks: String(all("#board rect[stroke-dasharray]").length),
      badges: String(all("#board circle").length - 1),
      ranks: String(all("#board text").filter((text) => /^\d+$/.test(text.textContent)).length),
      current: String(moves.findIndex((button) => button.hasAttribute("aria-current"))),
      graph: graph(),
      lines: String(get("track").options.length),
      choice: get("choice").hidden ? "hidden" : "shown",
      on: state("on"),
      back: state("back"),
    });
  };
  const click = (id) => get(id).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  look("at first");
  click("back");
  look("back");
  click("first");
  look("start");
  press("ArrowRight");
  look("key right");
  const moves = all("#moves button");
  if (moves.length > 2) {
    moves[2].click();
    look("move 2");
  }
  click("flip");
  look("turned");
  press("f");
  const track = get("track");
  track.selectedIndex = track.options.length - 1;
  track.dispatchEvent(new Event("change"));
  look("last line");
  press("End");
  look("end");
  if (!get("evaluation").hidden) {
    const { left, width } = get("graph").getBoundingClientRect();
    get("graph").dispatchEvent(new MouseEvent("click", { clientX: left + width / 2 }));
    look("graph");
  }
  const result = document.createElement("pre");
  result.id = "seen";
  result.textContent = JSON.stringify(seen);
  document.body.append(result);
})();
