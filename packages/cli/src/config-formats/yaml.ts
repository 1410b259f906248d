// Parses and edits YAML configuration, in block style (`- a`) and in flow style (`[a, b]`).

import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { cut, dropFirstInBrackets, insert, prependInBrackets } from './bracket-list.js';
import { entriesIn, pathKey } from './entries.js';
import type { BrokenConfig, Field, Format, LocatedEntry, ParsedConfig, PathStep } from './format.js';
import { type Edit, indentationBefore, lineEndOf, type Span } from './text-edit.js';

export const yaml: Format = {
  name: 'yaml',
  parse,
  quote,
  writeKey: quote,
  isPortable: (token) => isQuoted.test(token) || isPlain.test(token),
  prepend,
  dropFirst,
  addList,
  dropField,
};

/**
 * Formats a string: unambiguous words are written without quotes, as is usual, and all other strings as in JSON, which
 * YAML accepts.
 */
function quote(value: string): string {
  const plain = /^[A-Za-z][\w./@-]*$/.test(value);
  const otherMeaning = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i.test(value);
  return plain && !otherMeaning ? value : JSON.stringify(value);
}

const isQuoted = /^(?:"[^"\n]*"|'[^'\n]*')$/;
/** Matches strings without characters that are special in brackets; the result is parsed again before it is written. */
const isPlain = /^[A-Za-z0-9/.~$_-](?:[^\s,[\]{}:]|:(?=[^\s,[\]{}]))*$/;

function parse(text: string): ParsedConfig | BrokenConfig {
  const document = parseDocument(text, { lineCounter: new LineCounter(), merge: true });
  const [error] = document.errors;
  if (error) {
    const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
    return { problem: `${line}:${col} ${error.message.split('\n')[0]?.replace(/ at line \d+.*$/, '')}` };
  }
  const reader = {
    valueOf: (node: unknown) => (isNode(node) ? node.toJS(document, { maxAliasCount: 100 }) : node),
    spanOf: (node: unknown) => spanIn(text, node),
  };
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  return {
    value,
    findEntries(container) {
      const written = descend(document.contents, container, []).flatMap(([node, path]) =>
        entriesOf(node, path, reader),
      );
      const known = new Set(written.map(({ path }) => pathKey(path)));
      const others = entriesIn(value, container).filter(({ path }) => !known.has(pathKey(path)));
      return [...written, ...others.map((entry) => ({ ...entry, fields: new Map(), problem: elsewhere }))];
    },
  };
}

const elsewhere = 'it is defined elsewhere in the file (by an alias or a merged key)';

/**
 * Returns the span of a node. YAML counts the last line break of a block scalar as part of the node; this span does not
 * include it.
 */
function spanIn(text: string, node: unknown): Span | undefined {
  const [start, end] = (node as { range?: readonly number[] | null } | null)?.range ?? [];
  if (start === undefined || end === undefined) return undefined;
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

const isNode = (node: unknown): node is YAMLMap =>
  typeof node === 'object' && node !== null && 'toJS' in node;

/** Reads the value and the position of a node. */
interface Reader {
  valueOf(node: unknown): unknown;
  spanOf(node: unknown): Span | undefined;
}

function descend(
  node: unknown,
  [step, ...rest]: readonly string[],
  path: readonly PathStep[],
): (readonly [node: unknown, path: readonly PathStep[]])[] {
  if (step === undefined) return [[node, path]];
  return pairsOf(node)
    .filter(([key]) => step === '*' || key === step)
    .flatMap(([key, { value }]) => descend(value, rest, [...path, key]));
}

const pairsOf = (node: unknown): (readonly [key: string, pair: Pair])[] =>
  isMap(node)
    ? node.items.map((pair) => [String(isScalar(pair.key) ? pair.key.value : pair.key), pair] as const)
    : [];

function entriesOf(container: unknown, path: readonly PathStep[], reader: Reader): LocatedEntry[] {
  const members: (readonly [PathStep, unknown])[] = isSeq(container)
    ? container.items.map((node, index) => [index, node] as const)
    : pairsOf(container).map(([key, { value }]) => [key, value] as const);
  return members.flatMap(([step, node]) => {
    if (!isMap(node)) return [];
    const value = reader.valueOf(node) as Record<string, unknown>;
    return [
      {
        name: typeof step === 'string' ? step : String(value['name'] ?? step),
        path: [...path, step],
        value,
        fields: new Map(pairsOf(node).flatMap(([key, pair]) => fieldOf(key, pair, reader))),
      },
    ];
  });
}

function fieldOf(key: string, { key: keyNode, value }: Pair, reader: Reader): [string, Field][] {
  const keySpan = reader.spanOf(keyNode);
  const span = reader.spanOf(value);
  if (!keySpan || !span) return [];
  const items = isSeq(value) ? value.items.map(reader.spanOf) : undefined;
  const last = items?.at(-1);
  const end = isSeq(value) && !value.flow && last ? last.end : span.end;
  const place = { start: span.start, end };
  return [
    [
      key,
      {
        key,
        keySpan,
        property: { start: keySpan.start, end },
        value: place,
        data: reader.valueOf(value),
        ...(isMap(value)
          ? {
              members: pairsOf(value).flatMap(([name, pair]) =>
                fieldOf(name, pair, reader).map(([, field]) => field),
              ),
            }
          : {}),
        ...(items?.every((item) => item !== undefined) ? { items: items as Span[] } : {}),
      },
    ],
  ];
}

const inBrackets = (text: string, list: Field) => text[list.value.start] === '[';

function prepend(text: string, list: Field, tokens: readonly string[]): Edit {
  if (inBrackets(text, list)) return prependInBrackets(text, list, tokens);
  const { start } = list.value;
  const indentation = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  return insert(start, tokens.map((token) => `- ${token}${lineEndOf(text)}${indentation}`).join(''));
}

function dropFirst(text: string, list: Field, count: number): Edit {
  if (inBrackets(text, list)) return dropFirstInBrackets(text, list, count);
  const next = list.items?.[count];
  // Cuts from the dash of the first element to the dash of the first remaining element.
  return next ? cut(list.value.start, text.lastIndexOf('-', next.start - 1)) : { ...list.value, text: '[]' };
}

/** Inserts a field on its own line before another field, so that a comment after the other field stays in place. */
function addList(text: string, neighbor: Field, key: string, tokens: readonly string[]): Edit {
  const list = `${key}: [${tokens.join(', ')}]`;
  const { start } = neighbor.property;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  // In block style, only white space and list dashes precede a key.
  if (!/^[ -]*$/.test(text.slice(lineStart, start))) return insert(neighbor.value.end, `, ${list}`);
  return insert(start, `${list}${lineEndOf(text)}${' '.repeat(start - lineStart)}`);
}

/**
 * Removes a whole line. If the first field after a dash is removed, the next field takes its place. In flow style, the
 * field is removed with its comma.
 */
function dropField(text: string, { property: { start, end } }: Field): Edit {
  const indentation = indentationBefore(text, start);
  const rest = text.slice(end);
  if (indentation !== undefined) {
    const lineEnd = /^[ \t]*\r?\n/.exec(rest);
    return cut(start - indentation.length, end + (lineEnd?.[0].length ?? 0));
  }
  const before = /,\s*$/.exec(text.slice(0, start));
  if (before) return cut(before.index, end);
  const after = /^[ \t]*\r?\n[ \t]*/.exec(rest) ?? /^\s*,\s*/.exec(rest);
  return cut(start, end + (after?.[0].length ?? 0));
}
