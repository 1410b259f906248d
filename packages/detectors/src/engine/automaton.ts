// All literals in one pass: Aho-Corasick over classes of UTF-16 units, letter case ignored. The table is dense, and the
// states that end a literal have the highest numbers, so a step is two loads and a comparison.

/** Finds every literal of a fixed set. Built once, then shared by all scans. */
export interface Automaton {
  /** Reads text[from..to) from a state on and returns the state behind it. `onHit` gets a literal's index and its end. */
  read(
    text: string,
    from: number,
    to: number,
    state: number,
    onHit: (literal: number, end: number) => void,
  ): number;
}

interface Trie {
  readonly children: Map<number, number>[];
  readonly ends: number[][];
  readonly links: number[];
}

/** An automaton for literals in lower case. */
export function createAutomaton(literals: readonly string[]): Automaton {
  const classes = createClasses(literals);
  const trie = createTrie(literals, classes.of);
  const order = linkBreadthFirst(trie);
  return createReader(createTable(trie, order, classes.count), classes.of);
}

/** Units that no literal holds share class 0. Both cases of a letter share the class of the lower one. */
function createClasses(literals: readonly string[]): { of: Uint16Array; count: number } {
  const of = new Uint16Array(65_536);
  let count = 1;
  for (const literal of literals) {
    for (const unit of literal.split('')) {
      const code = unit.charCodeAt(0);
      if (of[code] !== 0) continue;
      of[code] = count;
      const upper = unit.toUpperCase();
      if (upper.length === 1) of[upper.charCodeAt(0)] = count;
      count += 1;
    }
  }
  return { of, count };
}

function createTrie(literals: readonly string[], of: Uint16Array): Trie {
  const trie: Trie = { children: [new Map()], ends: [[]], links: [0] };
  literals.forEach((literal, index) => {
    let node = 0;
    for (let at = 0; at < literal.length; at += 1) {
      const unitClass = of[literal.charCodeAt(at)] ?? 0;
      const known = trie.children[node]?.get(unitClass);
      node = known ?? addNode(trie, node, unitClass);
    }
    trie.ends[node]?.push(index);
  });
  return trie;
}

function addNode(trie: Trie, parent: number, unitClass: number): number {
  const node = trie.children.length;
  trie.children.push(new Map());
  trie.ends.push([]);
  trie.links.push(0);
  trie.children[parent]?.set(unitClass, node);
  return node;
}

/** Links each node to the longest proper suffix that is a node, and hands the suffix's ends on. */
function linkBreadthFirst(trie: Trie): number[] {
  const order = [0];
  for (let at = 0; at < order.length; at += 1) {
    const node = order[at] ?? 0;
    for (const [unitClass, child] of trie.children[node] ?? []) {
      const link = node === 0 ? 0 : follow(trie, trie.links[node] ?? 0, unitClass);
      trie.links[child] = link;
      trie.ends[child]?.push(...(trie.ends[link] ?? []));
      order.push(child);
    }
  }
  return order;
}

function follow(trie: Trie, from: number, unitClass: number): number {
  for (let node = from; ; node = trie.links[node] ?? 0) {
    const child = trie.children[node]?.get(unitClass);
    if (child !== undefined) return child;
    if (node === 0) return 0;
  }
}

interface Table {
  readonly next: Int32Array;
  readonly firstEnd: number;
  readonly stride: number;
  readonly ends: readonly (readonly number[])[];
}

function createTable(trie: Trie, order: readonly number[], stride: number): Table {
  const silent = order.filter((node) => trie.ends[node]?.length === 0);
  const loud = order.filter((node) => trie.ends[node]?.length !== 0);
  const rows = new Int32Array(order.length);
  [...silent, ...loud].forEach((node, row) => {
    rows[node] = row * stride;
  });
  const next = new Int32Array(order.length * stride);
  // INVARIANT: breadth first, so the row of a node's link is complete before the node's own.
  for (const node of order) {
    const row = rows[node] ?? 0;
    if (node !== 0) {
      const link = rows[trie.links[node] ?? 0] ?? 0;
      next.copyWithin(row, link, link + stride);
    }
    for (const [unitClass, child] of trie.children[node] ?? []) next[row + unitClass] = rows[child] ?? 0;
  }
  const ends = loud.map((node) => trie.ends[node] ?? []);
  return { next, firstEnd: silent.length * stride, stride, ends };
}

function createReader({ next, firstEnd, stride, ends }: Table, of: Uint16Array): Automaton {
  return {
    read(text, from, to, state, onHit) {
      let row = state;
      for (let index = from; index < to; index += 1) {
        row = next[row + (of[text.charCodeAt(index)] as number)] as number;
        if (row >= firstEnd) {
          for (const literal of ends[(row - firstEnd) / stride] ?? []) onHit(literal, index + 1);
        }
      }
      return row;
    },
  };
}
