// Parses and edits JSON configuration, with the comments and trailing commas that many clients allow.

import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { cut, dropFirstInBrackets, insert, prependInBrackets } from './bracket-list.js';
import type { BrokenConfig, Field, Format, LocatedEntry, ParsedConfig, PathStep } from './format.js';
import { type Edit, indentationBefore, lineEndOf, positionOf, type Span } from './text-edit.js';

export const json: Format = {
  name: 'json',
  parse,
  quote: (value) => JSON.stringify(value),
  writeKey: (key) => JSON.stringify(key),
  isPortable: () => true,
  prepend: prependInBrackets,
  dropFirst: dropFirstInBrackets,
  addList,
  dropField,
};

function parse(text: string): ParsedConfig | BrokenConfig {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error) return { problem: `${positionOf(text, error.offset)} ${inWords(error)}` };
  return {
    value: root === undefined ? undefined : getNodeValue(root),
    findEntries: (container) =>
      root === undefined ? [] : descend(root, container, []).flatMap((place) => entriesOf(place)),
  };
}

/** Formats an error code: `CommaExpected` → `comma expected`. */
const inWords = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

interface Place {
  readonly node: Node;
  readonly path: readonly PathStep[];
  /** The reason why the client may not be able to read this text. */
  readonly doubt?: string;
}

function descend(node: Node, [step, ...rest]: readonly string[], path: readonly PathStep[]): Place[] {
  if (step === undefined) return [{ node, path }];
  const members = membersOf(node);
  const doubled = doubledAmong(members.map(([key]) => key));
  const doubtAbout = (key: string) =>
    doubled.has(key)
      ? `the key \`${key}\` appears twice in the file`
      : step === '*' || key === step
        ? undefined
        : `it is under \`${key}\`, which some clients treat as \`${step}\``;
  return members
    .filter(([key]) => step === '*' || key.toLowerCase() === step.toLowerCase())
    .flatMap(([key, value]) => {
      const doubt = doubtAbout(key);
      const places = descend(value, rest, [...path, key]);
      return doubt === undefined ? places : places.map((place) => ({ ...place, doubt }));
    });
}

/** Returns the keys that occur more than once. */
function doubledAmong<Key>(keys: readonly Key[]): ReadonlySet<Key> {
  const [seen, doubled] = [new Set<Key>(), new Set<Key>()];
  for (const key of keys) (seen.has(key) ? doubled : seen).add(key);
  return doubled;
}

/** Returns the members of an object in the order of the text; a key may occur more than once. */
const membersOf = (node: Node): (readonly [key: string, value: Node, property: Node])[] =>
  node.type !== 'object'
    ? []
    : (node.children ?? []).flatMap((property) => {
        const [key, value] = property.children ?? [];
        return key && value ? [[key.value as string, value, property] as const] : [];
      });

function entriesOf({ node: container, path, doubt }: Place): LocatedEntry[] {
  const members: (readonly [PathStep, Node])[] =
    container.type === 'array'
      ? (container.children ?? []).map((node, index) => [index, node] as const)
      : membersOf(container).map(([key, value]) => [key, value] as const);
  const twice = doubledAmong(members.map(([step]) => step));
  return members
    .filter(([, node]) => node.type === 'object')
    .map(([step, node]) => {
      const value = getNodeValue(node) as Record<string, unknown>;
      const fields = membersOf(node);
      const [field] = doubledAmong(fields.map(([key]) => key));
      const problem =
        doubt ??
        (twice.has(step)
          ? 'it appears twice'
          : field === undefined
            ? undefined
            : `it has \`${field}\` twice`);
      return {
        name: typeof step === 'string' ? step : String(value['name'] ?? step),
        path: [...path, step],
        value,
        fields: new Map(fields.map((member) => [member[0], fieldOf(...member)])),
        ...(problem === undefined ? {} : { problem }),
      };
    });
}

const fieldOf = (key: string, value: Node, property: Node): Field => ({
  key,
  keySpan: spanOf((property.children ?? [property])[0] as Node),
  property: spanOf(property),
  value: spanOf(value),
  data: getNodeValue(value),
  ...(value.type === 'array' ? { items: (value.children ?? []).map(spanOf) } : {}),
  ...(value.type === 'object' ? { members: membersOf(value).map((member) => fieldOf(...member)) } : {}),
});

const spanOf = ({ offset, length }: Node): Span => ({ start: offset, end: offset + length });

/** Inserts a field after another field, on its own line if the other field has its own line. */
function addList(text: string, neighbor: Field, key: string, tokens: readonly string[]): Edit {
  const indentation = indentationBefore(text, neighbor.property.start);
  const colon = text.slice(
    neighbor.property.start + JSON.stringify(neighbor.key).length,
    neighbor.value.start,
  );
  const joint = /^\s*:\s*$/.test(colon) ? colon : ': ';
  const gap = indentation === undefined ? (joint === ':' ? '' : ' ') : lineEndOf(text) + indentation;
  const list = tokens.join(joint === ':' ? ',' : ', ');
  return insert(neighbor.value.end, `,${gap}${JSON.stringify(key)}${joint}[${list}]`);
}

/** Removes a field with the comma before it, or with the comma after it if there is none before. */
function dropField(text: string, { property: { start, end } }: Field): Edit | undefined {
  const before = /,\s*$/.exec(text.slice(0, start));
  if (before) return cut(before.index, end);
  const after = /^\s*,\s*/.exec(text.slice(end));
  return after ? cut(start, end + after[0].length) : undefined;
}
