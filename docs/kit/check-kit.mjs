#!/usr/bin/env node
// Checks a move generator against a conformance kit (docs/reference/kit.md). Needs only Node 20.
//
//     node check-kit.mjs sample.jsonl chessops         # or chess.js, ffish-es6: the adapters at the end
//
// For a library of your own, write functions as in these adapters and pass them to `check`:
//
//     import { check } from "./check-kit.mjs";
//     process.exitCode = check("sample.jsonl", { moves, refuses, perft });

import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

// A file that is not a kit.
class KitError extends Error {}

// The lines of a kit behind its header.
function linesOf(path) {
  const texts = readFileSync(path, "utf8").split("\n").filter((text) => text.trim() !== "");
  const lines = texts.map((text, index) => {
    let line;
    try {
      line = JSON.parse(text);
    } catch (error) {
      throw new KitError(`${path}:${index + 1}: not a line of a kit: ${error.message}`);
    }
    if ((line?.type === "kit") !== (index === 0)) {
      throw new KitError(`${path}:${index + 1}: a kit has one header, its first line`);
    }
    return line;
  });
  const version = lines[0]?.version;
  if (version !== 1) throw new KitError(`${path}: version ${version} of the format; this checker reads 1`);
  return lines.slice(1);
}

// The elements of `list` that are not in `other`, each as often as it is there more.
function without(list, other) {
  const left = [...other];
  return list.filter((move) => {
    const at = left.indexOf(move);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

// What is wrong in a legal position, as lines of text; undefined if the library does not play the variant.
function faultsOf(line, fen, { moves, perft, nodes = 2000 }) {
  try {
    const answer = moves(line.variant, fen);
    if (answer === undefined) return undefined;
    const found = [...answer].sort();
    const pairs = [["missing", without(line.moves, found)], ["superfluous", without(found, line.moves)]];
    const faults = pairs.filter(([, more]) => more.length > 0).map(([what, more]) => `${what}: ${more.join(" ")}`);
    if (faults.length > 0 || !perft) return faults;
    for (let depth = 2; depth <= line.counts.length && line.counts[depth - 1] <= nodes; depth++) {
      const count = perft(line.variant, fen, depth);
      if (count !== line.counts[depth - 1]) return [`depth ${depth}: ${count} nodes, not ${line.counts[depth - 1]}`];
    }
    return faults;
  } catch (error) {
    // Whatever a library throws in a legal position is a fault of its own.
    return [`${error?.name ?? "error"}: ${error?.message ?? error}`];
  }
}

/**
 * Prints what differs from a kit. Returns 0 if nothing does, otherwise 1.
 *
 * moves(variant, fen): the legal moves in UCI's notation, in any order; undefined if the variant is not played.
 * refuses(variant, fen): whether a position is refused; undefined if the variant is not played.
 * perft(variant, fen, depth): the count; asked from depth 2 on, while the kit's count is at most `nodes`.
 * dialect: of the FENs, where the kit has another text for it. variant: check only this one.
 * show: how many failures are printed at most.
 */
export function check(path, adapter) {
  const { refuses, dialect = "xfen", variant, show = 20 } = adapter;
  const [table, tagged, failures] = [new Map(), new Map(), []];
  for (const line of linesOf(path)) {
    if (!["position", "illegal"].includes(line.type) || (variant && variant !== line.variant)) continue;
    if (!table.has(line.variant)) table.set(line.variant, [0, 0, 0, 0, 0]);
    const row = table.get(line.variant);
    if (line.type === "position") {
      const fen = line.fens?.[dialect] ?? line.fen;
      const faults = faultsOf(line, fen, adapter);
      row[faults ? 0 : 2]++;
      for (const tag of faults ? line.tags : []) tagged.set(tag, (tagged.get(tag) ?? 0) + 1);
      if (!faults?.length) continue;
      row[1]++;
      failures.push({ line, fen, faults });
    } else {
      const refused = refuses?.(line.variant, line.fen);
      if (refused === undefined) continue;
      row[3]++;
      if (refused) continue;
      row[4]++;
      failures.push({ line, fen: line.fen, faults: [`accepted, although it has ${line.faults.join(", ")}`] });
    }
  }
  report(table, failures, tagged, show);
  const isChecked = [...table.values()].some((row) => row[0] > 0);
  if (!isChecked) console.log("no position was checked");
  return isChecked && failures.length === 0 ? 0 : 1;
}

// Prints the table and the failures.
function report(table, failures, tagged, show) {
  const print = (name, cells) => console.log(name.padEnd(18) + cells.map((cell) => `${cell}`.padStart(10)).join(""));
  print("variant", ["positions", "wrong", "skipped", "illegal", "accepted"]);
  for (const [name, row] of table) print(name, row);
  print("all", [0, 1, 2, 3, 4].map((column) => [...table.values()].reduce((sum, row) => sum + row[column], 0)));
  for (const { line, fen, faults } of failures.slice(0, show)) {
    const tags = line.tags?.length > 0 ? `tags: ${line.tags.join(", ")}` : `origin: ${line.origin}`;
    console.log(`\n${line.id}: ${fen}\n  ${[...faults, tags].join("\n  ")}`);
  }
  if (failures.length > show) console.log(`\n${failures.length - show} more failures are not shown`);
  const wrong = failures.filter(({ line }) => line.type === "position").map(({ line }) => line.tags);
  if (wrong.length === 0) return;
  const common = wrong[0].filter((tag) => wrong.every((tags) => tags.includes(tag))).sort();
  console.log(`\ntags in common of all wrong positions: ${common.join(", ") || "none"}`);
  const of = (tag) => ({ tag, wrong: wrong.filter((tags) => tags.includes(tag)).length, of: tagged.get(tag) });
  const counted = [...new Set(wrong.flat())].sort().map(of).sort((a, b) => b.wrong / b.of - a.wrong / a.of);
  const often = counted.slice(0, 5).map(({ tag, wrong, of }) => `${tag} (${wrong} of ${of})`);
  console.log(`most often wrong: ${often.join(", ")}`);
}

const adapters = {
  // chess and chess960 with chessops (`npm install chessops`). It has the king take its own rook.
  async chessops() {
    const [{ Chess, castlingSide }, { makeUci }] = [await import("chessops/chess"), await import("chessops")];
    const [{ parseFen }, { perft }] = [await import("chessops/fen"), await import("chessops/debug")];
    const read = (fen) => parseFen(fen).chain((setup) => Chess.fromSetup(setup));
    const isPlayed = (variant) => variant === "chess" || variant === "chess960";
    const text = (position, variant, move) => {
      const side = variant === "chess" && castlingSide(position, move);
      return makeUci(side ? { ...move, to: move.from + (side === "h" ? 2 : -2) } : move);
    };
    const legal = (position, variant) => [...position.allDests()].flatMap(([from, to]) => [...to].flatMap((to) => {
      const promotes = position.board.getRole(from) === "pawn" && (to < 8 || to >= 56);
      const roles = promotes ? ["queen", "rook", "bishop", "knight"] : [undefined];
      return roles.map((promotion) => text(position, variant, { from, to, promotion }));
    }));
    return {
      moves: (variant, fen) => (isPlayed(variant) ? legal(read(fen).unwrap(), variant) : undefined),
      refuses: (variant, fen) => (isPlayed(variant) ? read(fen).isErr : undefined),
      perft: (variant, fen, depth) => perft(read(fen).unwrap(), depth),
      dialect: "shredder",
    };
  },

  // chess with chess.js (`npm install chess.js`).
  async "chess.js"() {
    const { Chess, validateFen } = await import("chess.js");
    const legal = (fen) => new Chess(fen).moves({ verbose: true }).map((move) => move.lan);
    return {
      moves: (variant, fen) => (variant === "chess" ? legal(fen) : undefined),
      refuses: (variant, fen) => (variant === "chess" ? !validateFen(fen).ok : undefined),
      perft: (variant, fen, depth) => new Chess(fen).perft(depth),
    };
  },

  // The variants that ffish-es6 (`npm install ffish-es6`) plays by the same rules.
  async "ffish-es6"() {
    const { default: start } = await import("ffish-es6");
    const fairy = await start({ wasmBinary: readFileSync(new URL(import.meta.resolve("ffish-es6/ffish.wasm"))) });
    fairy.loadVariantConfig(""); // Before this it knows no variants.
    // Its names for the same rules; all other variants have the same name.
    const names = { chess960: "chess", "modern-carrera": "capablanca", bird: "capablanca" };
    const name = (variant) => names[variant] ?? variant;
    const isPlayed = (variant) => fairy.variants().split(" ").includes(name(variant));
    const open = (variant, fen) => new fairy.Board(name(variant), fen, variant === "chess960");
    const legal = (board) => board.legalMoves().split(" ").filter((move) => move !== "");
    const walk = (board, depth) => legal(board).reduce((sum, move) => {
      board.push(move);
      const nodes = depth === 1 ? 1 : walk(board, depth - 1);
      board.pop();
      return sum + nodes;
    }, 0);
    return {
      moves: (variant, fen) => (isPlayed(variant) ? legal(open(variant, fen)) : undefined),
      refuses: (variant, fen) => (isPlayed(variant) ? fairy.validateFen(fen, name(variant)) < 1 : undefined),
      perft: (variant, fen, depth) => walk(open(variant, fen), depth),
      dialect: "shredder",
    };
  },
};

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [path, name] = process.argv.slice(2);
  try {
    if (!path || !Object.hasOwn(adapters, name ?? "")) {
      throw new KitError(`usage: check-kit.mjs KIT ${Object.keys(adapters).join("|")}`);
    }
    process.exitCode = check(path, await adapters[name]());
  } catch (error) {
    if (!(error instanceof KitError || error.code)) throw error;
    console.error(`check-kit.mjs: ${error.message}`);
    process.exitCode = 2;
  }
}
