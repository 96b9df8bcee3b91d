// A game as a tree: each position has the moves that were tried in it, the main one first.

import type { Line, Ply, Remark } from 'campione';

/** What stands beside a move, and is no move: glyphs and comments. */
export type Note = { readonly nag: number } | { readonly comment: string };

/** A move, and what follows it. The root has no move: it is the start. */
export interface Node {
  readonly uci: string;
  readonly san: string;
  readonly parent: Node | undefined;
  /** Moves after this one, the main one first. */
  readonly children: Node[];
  /** What stands before it, if it begins a variation: the main move has nothing here. */
  before: Note[];
  /** What stands behind it; of the root, before the first move. */
  notes: Note[];
}

const isNote = (remark: Remark): remark is Note => !('variation' in remark);

/** A tree without moves. */
export function bareTree(): Node {
  return { uci: '', san: '', parent: undefined, children: [], before: [], notes: [] };
}

/** The move in a position; a new one if it was not tried before. */
export function child(parent: Node, uci: string, san: string): Node {
  const known = parent.children.find(other => other.uci === uci);
  if (known !== undefined) return known;
  const made: Node = { uci, san, parent, children: [], before: [], notes: [] };
  parent.children.push(made);
  return made;
}

/** Adds a line to a position, with its variations. */
function grow(parent: Node, moves: readonly Ply[], before: readonly Note[]): void {
  let at = parent;
  for (const [index, { uci, san, remarks }] of moves.entries()) {
    const next = child(at, uci, san);
    // Before the main move stands what is behind the move that leads there.
    if (index === 0) (at.children[0] === next ? at.notes : next.before).push(...before);
    for (const remark of remarks) {
      if (isNote(remark)) next.notes.push(remark);
      else if (remark.variation.moves.length > 0) grow(at, remark.variation.moves, remark.variation.remarks.filter(isNote));
      else next.notes.push(...remark.variation.remarks.filter(isNote));
    }
    at = next;
  }
}

/** The tree of a line with variations. */
export function treeOf({ remarks, moves }: Line): Node {
  const root = bareTree();
  root.notes.push(...remarks.filter(isNote));
  grow(root, moves, []);
  return root;
}

const plyOf = ({ uci, san, notes }: Node, more: readonly Remark[] = []): Ply => ({ uci, san, remarks: [...notes, ...more] });

/** The moves after a node as a line with variations. */
export function linesAfter(node: Node): Ply[] {
  const moves: Ply[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = at.children[0]) {
    const [main, ...others] = at.children;
    if (main === undefined) break;
    const variations = others.map(other => ({ variation: { remarks: other.before, moves: [plyOf(other), ...linesAfter(other)] } }));
    moves.push(plyOf(main, variations));
  }
  return moves;
}

/** The nodes from the first move to this one. */
export function pathOf(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | undefined = node; at?.parent !== undefined; at = at.parent) path.push(at);
  return path.reverse();
}

/** The last node of the line that goes on with first moves. */
export function endOf(node: Node): Node {
  let at = node;
  for (let next = at.children[0]; next !== undefined; next = at.children[0]) at = next;
  return at;
}

/** Whether each move to a node is the main one. */
export const isMain = (node: Node): boolean => pathOf(node).every(each => each.parent?.children[0] === each);

/** The first move of the variation in which a node is; the first of the game if it is in the main line. */
export function branchOf(node: Node): Node {
  let at = node;
  while (at.parent?.parent !== undefined && at.parent.children[0] === at) at = at.parent;
  return at;
}

/** Makes the variation in which a node is the main one of its position; whether there was one to promote. */
export function promote(node: Node): boolean {
  const branch = branchOf(node);
  const siblings = branch.parent?.children;
  if (siblings === undefined || siblings[0] === branch) return false;
  siblings.splice(siblings.indexOf(branch), 1);
  siblings.unshift(branch);
  branch.parent?.notes.push(...branch.before.splice(0));
  return true;
}

/** Takes a move away, and what follows it. */
export function remove(node: Node): void {
  const siblings = node.parent?.children;
  siblings?.splice(siblings.indexOf(node), 1);
}

/** Whether every move and note of another tree is in a tree too. */
export function covers(tree: Node, other: Node): boolean {
  const left: [Node, Node][] = [[tree, other]];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const [notes, others] = pair.map(({ before, notes }) => [...before, ...notes].map(note => JSON.stringify(note)));
    if (others?.some(note => !notes?.includes(note))) return false;
    for (const wanted of pair[1].children) {
      const found = pair[0].children.find(each => each.uci === wanted.uci);
      if (found === undefined) return false;
      left.push([found, wanted]);
    }
  }
  return true;
}
