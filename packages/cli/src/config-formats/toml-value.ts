// Parses TOML into plain values. Tables have no prototype, so that `[mcp_servers.__proto__]` is an ordinary name
// and does not change the prototype of other objects.

import type { AST } from 'toml-eslint-parser';
import type { PathStep } from './format.js';

type Table = Record<PathStep, unknown>;

export function tomlDocument(tree: AST.TOMLProgram): Table {
  const document = emptyTable();
  for (const node of tree.body[0].body) {
    if (node.type === 'TOMLKeyValue') setValue(document, node);
    else {
      const table = tableAt(document, node.resolvedKey);
      for (const inner of node.body) setValue(table, inner);
    }
  }
  return document;
}

export function tomlValue(node: AST.TOMLContentNode): unknown {
  switch (node.type) {
    case 'TOMLArray':
      return node.elements.map(tomlValue);
    case 'TOMLInlineTable': {
      const table = emptyTable();
      for (const inner of node.body) setValue(table, inner);
      return table;
    }
    default:
      return node.value;
  }
}

const emptyTable = (): Table => Object.create(null) as Table;

/** Sets a value. A dotted key creates nested tables. */
function setValue(table: Table, { key, value }: AST.TOMLKeyValue): void {
  const path = key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
  tableAt(table, path.slice(0, -1))[path.at(-1) as string] = tomlValue(value);
}

/**
 * Returns the table at the end of a path and creates it if it is missing. A number selects an element of an array of
 * tables.
 */
function tableAt(table: Table, path: readonly PathStep[]): Table {
  return path.reduce<Table>((here, step, index) => {
    here[step] ??= typeof path[index + 1] === 'number' ? [] : emptyTable();
    return here[step] as Table;
  }, table);
}
