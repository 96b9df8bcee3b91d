// A generator with a planted fault, for the test of docs/kit/check-kit.mjs. Arguments: its folder, a kit, the fault.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, kit, fault] = process.argv.slice(2);
const { check } = await import(pathToFileURL(join(folder, "check-kit.mjs")).href);
const lineOf = (variant, fen) => {
  const texts = readFileSync(kit, "utf8").trim().split("\n");
  return texts.map((text) => JSON.parse(text)).find((line) => line.variant === variant && line.fen === fen);
};

const moves = (variant, fen) => {
  const line = lineOf(variant, fen);
  if (fault === "unknown") return undefined;
  if (!line.tags.includes("double-step-barred")) return [...line.moves].reverse();
  if (fault === "raises") throw new RangeError("no such square");
  const changed = { missing: line.moves.slice(1), superfluous: [...line.moves, "b2b4"], twice: [...line.moves, ...line.moves] };
  return changed[fault] ?? line.moves;
};
const refuses = () => (fault === "unknown" ? undefined : fault !== "accepts");
const perft = (variant, fen, depth) => {
  return lineOf(variant, fen).counts[depth - 1] + (fault === "counts" && depth === 2 ? 1 : 0);
};

try {
  process.exitCode = check(kit, { moves, refuses, perft });
} catch (error) {
  console.error(`not a kit: ${error.message}`);
  process.exitCode = 1;
}
