// Finds all literals in one pass with an Aho-Corasick automaton over classes of UTF-16 units, ignoring case.
// The table is dense, and the states at the end of a literal have the highest numbers, so that a step takes
// two loads and a comparison. Tabs and line ends count as spaces, and consecutive spaces count as one.

import { isWhitespace } from '../normalize/collapse-whitespace.js';

/** Called at the end of literals, with the index in `endings` and the position after the literals. */
export type OnEnding = (ending: number, end: number) => void;

/** Finds all literals of a fixed set. An automaton is built once and shared by all scans. */
export interface Automaton {
  /** Each entry lists the indexes of literals that end at the same position, the longest literal first. */
  readonly endings: readonly (readonly number[])[];
  /** Reads text[from..to), starting in a state, and returns the final state. */
  read(text: string, from: number, to: number, state: number, onEnding: OnEnding): number;
}

/** Creates an automaton for distinct literals in lower case with single spaces. */
export function createAutomaton(literals: readonly string[]): Automaton {
  const classes = createClasses(literals);
  const trie = new Trie(literals, classes.of, classes.count);
  return createReader(createTable(trie, classes), classes.of);
}

interface Classes {
  readonly of: Uint16Array;
  readonly count: number;
}

const blank = 1;

/**
 * Assigns a class to each unit. Units that occur in no literal have class 0; the upper-case and lower-case
 * forms of a letter have the same class.
 */
function createClasses(literals: readonly string[]): Classes {
  const of = new Uint16Array(65_536);
  for (let code = 0; code <= 32; code += 1) if (isWhitespace(code)) of[code] = blank;
  let count = blank + 1;
  for (const literal of literals) {
    for (let at = 0; at < literal.length; at += 1) {
      const code = literal.charCodeAt(at);
      if (of[code] !== 0) continue;
      of[code] = count;
      const upper = String.fromCharCode(code).toUpperCase();
      if (upper.length === 1) of[upper.charCodeAt(0)] = count;
      count += 1;
    }
  }
  return { of, count };
}

/**
 * A trie whose nodes are numbers with a first child and a next sibling. Creating thousands of maps would take
 * most of the time.
 */
class Trie {
  size = 1;
  readonly firstChild: Int32Array;
  readonly sibling: Int32Array;
  readonly unitClass: Uint16Array;
  /** For each node, the literal that ends there, or -1. */
  readonly literal: Int32Array;
  /** For each node, the longest proper suffix that is a node. */
  readonly link: Int32Array;
  /** The nodes in breadth-first order. */
  readonly order: Int32Array;
  private readonly fromRoot: Int32Array;

  constructor(literals: readonly string[], of: Uint16Array, classCount: number) {
    const most = literals.reduce((sum, { length }) => sum + length, 1);
    this.firstChild = new Int32Array(most);
    this.sibling = new Int32Array(most);
    this.unitClass = new Uint16Array(most);
    this.literal = new Int32Array(most).fill(-1);
    this.link = new Int32Array(most);
    this.fromRoot = new Int32Array(classCount);
    literals.forEach((literal, index) => {
      let node = 0;
      for (let at = 0; at < literal.length; at += 1) {
        const unitClass = of[literal.charCodeAt(at)] as number;
        node = this.childOf(node, unitClass) || this.add(node, unitClass);
      }
      this.literal[node] = index;
    });
    this.order = new Int32Array(this.size);
    this.linkAll();
  }

  /** Returns the child of a node, or 0. The root is never a child. */
  private childOf(node: number, unitClass: number): number {
    if (node === 0) return this.fromRoot[unitClass] as number;
    let child = this.firstChild[node] as number;
    while (child !== 0 && this.unitClass[child] !== unitClass) child = this.sibling[child] as number;
    return child;
  }

  private add(parent: number, unitClass: number): number {
    const node = this.size;
    this.size += 1;
    this.unitClass[node] = unitClass;
    this.sibling[node] = this.firstChild[parent] as number;
    this.firstChild[parent] = node;
    if (parent === 0) this.fromRoot[unitClass] = node;
    return node;
  }

  private linkAll(): void {
    let known = 1;
    for (let at = 0; at < known; at += 1) {
      const node = this.order[at] as number;
      for (let child = this.firstChild[node] as number; child !== 0; child = this.sibling[child] as number) {
        this.order[known] = child;
        known += 1;
        if (node !== 0)
          this.link[child] = this.follow(this.link[node] as number, this.unitClass[child] as number);
      }
    }
  }

  private follow(from: number, unitClass: number): number {
    for (let node = from; ; node = this.link[node] as number) {
      const child = this.childOf(node, unitClass);
      if (child !== 0 || node === 0) return child;
    }
  }
}

interface Table {
  readonly next: Int32Array;
  readonly firstEnd: number;
  /** The position in a row of the table where the index of an ending is stored. */
  readonly endingAt: number;
  readonly endings: readonly (readonly number[])[];
}

function createTable(trie: Trie, { count: classCount }: Classes): Table {
  const { order, link, firstChild, sibling, unitClass } = trie;
  const stride = classCount + 1;
  const ends = findEnds(trie);
  const rows = new Int32Array(trie.size);
  let silent = 0;
  for (let node = 0; node < trie.size; node += 1)
    if (ends[node] === undefined) {
      rows[node] = silent * stride;
      silent += 1;
    }
  const firstEnd = silent * stride;
  const loud: (readonly number[])[] = [];
  for (let node = 0; node < trie.size; node += 1) {
    const own = ends[node];
    if (own === undefined) continue;
    rows[node] = firstEnd + loud.length * stride;
    loud.push(own);
  }
  const next = new Int32Array(trie.size * stride);
  // INVARIANT: the order is breadth-first, so the row of the node that a link points to is complete before
  // the row of the node with the link.
  for (let at = 0; at < order.length; at += 1) {
    const node = order[at] as number;
    const start = rows[node] as number;
    if (node !== 0) {
      const from = rows[link[node] as number] as number;
      next.copyWithin(start, from, from + stride);
    }
    for (let child = firstChild[node] as number; child !== 0; child = sibling[child] as number)
      next[start + (unitClass[child] as number)] = rows[child] as number;
    if (unitClass[node] === blank) next[start + blank] = start;
  }
  for (let ending = 0; ending < loud.length; ending += 1)
    next[firstEnd + ending * stride + classCount] = ending;
  return { next, firstEnd, endingAt: classCount, endings: loud };
}

/**
 * Returns the literals that end at each node: the literal of the node, and those of the node that its link
 * points to. Most nodes have none.
 */
function findEnds({ order, link, literal, size }: Trie): readonly (readonly number[] | undefined)[] {
  const ends = new Array<readonly number[] | undefined>(size);
  for (let at = 0; at < order.length; at += 1) {
    const node = order[at] as number;
    const shorter = node === 0 ? undefined : ends[link[node] as number];
    const own = literal[node] as number;
    ends[node] = own === -1 ? shorter : [own, ...(shorter ?? [])];
  }
  return ends;
}

function createReader({ next, firstEnd, endingAt, endings }: Table, of: Uint16Array): Automaton {
  return {
    endings,
    read(text, from, to, state, onEnding) {
      let row = state;
      for (let index = from; index < to; index += 1) {
        row = next[row + (of[text.charCodeAt(index)] as number)] as number;
        if (row >= firstEnd) onEnding(next[row + endingAt] as number, index + 1);
      }
      return row;
    },
  };
}
