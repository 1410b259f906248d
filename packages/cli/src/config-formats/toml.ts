// Parses and edits TOML configuration. Tables, inline tables and dotted keys are three notations for one entry.

import { type AST, parseTOML } from 'toml-eslint-parser';
import { cut, dropFirstInBrackets, insert, prependInBrackets } from './bracket-list.js';
import { entriesIn, pathKey } from './entries.js';
import type { BrokenConfig, Field, Format, ParsedConfig, PathStep } from './format.js';
import { type Edit, indentationBefore, lineEndOf, type Span } from './text-edit.js';
import { quoteToml } from './toml-string.js';
import { tomlDocument, tomlValue } from './toml-value.js';

export const toml: Format = {
  name: 'toml',
  parse,
  quote: quoteToml,
  writeKey: (key) => (/^[\w-]+$/.test(key) ? key : quoteToml(key)),
  // A multi-line string would break the line at its new position.
  isPortable: (token) => !token.includes('\n'),
  prepend: prependInBrackets,
  dropFirst: dropFirstInBrackets,
  addList,
  dropField,
};

function parse(text: string): ParsedConfig | BrokenConfig {
  try {
    const tree = parseTOML(text);
    const value = tomlDocument(tree);
    const leaves = tree.body[0].body.flatMap((node) =>
      node.type === 'TOMLKeyValue'
        ? leavesOf(node, [])
        : node.body.flatMap((inner) => leavesOf(inner, node.resolvedKey)),
    );
    const fields = fieldsByPath(leaves);
    return {
      value,
      findEntries: (container) =>
        entriesIn(value, container).map((entry) => ({
          ...entry,
          fields: fields.get(pathKey(entry.path)) ?? new Map(),
        })),
    };
  } catch (error) {
    const { message, lineNumber, column } = error as Error & { lineNumber?: number; column?: number };
    return { problem: lineNumber === undefined ? message : `${lineNumber}:${(column ?? 0) + 1} ${message}` };
  }
}

interface Leaf {
  readonly path: readonly PathStep[];
  readonly field: Field;
}

/**
 * Returns the field of a key and, for an inline table, the fields of its members: `x = { command = "npx" }` has `x` and
 * `x.command`.
 */
function leavesOf(node: AST.TOMLKeyValue, above: readonly PathStep[]): Leaf[] {
  const path = [...above, ...node.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value))];
  const inner =
    node.value.type === 'TOMLInlineTable' ? node.value.body.flatMap((child) => leavesOf(child, path)) : [];
  return [{ path, field: fieldOf(node, String(path.at(-1))) }, ...inner];
}

const lastKey = ({ key }: AST.TOMLKeyValue): string => {
  const last = key.keys.at(-1);
  return last?.type === 'TOMLBare' ? last.name : (last?.value ?? '');
};

const fieldOf = (node: AST.TOMLKeyValue, key: string): Field => ({
  key,
  keySpan: spanOf(node.key.keys.at(-1) as AST.TOMLBare | AST.TOMLQuoted),
  property: spanOf(node),
  value: spanOf(node.value),
  data: tomlValue(node.value),
  ...(node.value.type === 'TOMLArray' ? { items: node.value.elements.map(spanOf) } : {}),
  ...(node.value.type === 'TOMLInlineTable'
    ? { members: node.value.body.map((child) => fieldOf(child, lastKey(child))) }
    : {}),
});

const spanOf = ({ range: [start, end] }: { range: readonly [number, number] }): Span => ({ start, end });

/** Groups the fields by the path of their table. */
function fieldsByPath(leaves: readonly Leaf[]): ReadonlyMap<string, ReadonlyMap<string, Field>> {
  const found = new Map<string, Map<string, Field>>();
  for (const { path, field } of leaves) {
    const above = pathKey(path.slice(0, -1));
    found.set(above, (found.get(above) ?? new Map<string, Field>()).set(field.key, field));
  }
  return found;
}

/** Inserts a field on its own line before another field, so that a comment after the other field stays in place. */
function addList(text: string, neighbor: Field, key: string, tokens: readonly string[]): Edit {
  const { property, value } = neighbor;
  const written = text.slice(property.start, value.start);
  // In the form `servers.x.command = …`, the new key needs the full path.
  const way = written.slice(0, written.lastIndexOf(neighbor.key));
  const list = `${/^["']/.test(way.slice(-1)) ? way.slice(0, -1) : way}${key} = [${tokens.join(', ')}]`;
  const indentation = indentationBefore(text, property.start);
  if (indentation === undefined) return insert(value.end, `, ${list}`);
  return insert(property.start, `${list}${lineEndOf(text)}${indentation}`);
}

/** Removes the whole line, or in an inline table the field with its comma. */
function dropField(text: string, { property: { start, end } }: Field): Edit {
  const indentation = indentationBefore(text, start);
  const before = /,\s*$/.exec(text.slice(0, start));
  if (indentation === undefined && before) return cut(before.index, end);
  const after = (indentation === undefined ? /^\s*,\s*/ : /^[ \t]*\r?\n/).exec(text.slice(end));
  return cut(start - (indentation?.length ?? 0), after ? end + after[0].length : end);
}
