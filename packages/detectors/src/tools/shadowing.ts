// Detects shadowing: tools that have the name of a tool of another server, or whose description refers to such a
// tool. A name belongs to the first server that uses it; the caller determines the order.

import { confusables } from '../engine/normalize/confusables.js';
import { normalizeSupplementary, normalizeUnit } from '../engine/normalize/normalize-character.js';
import { toPrintable } from '../text/printable.js';
import { findStrings } from '../text/strings.js';
import { formatPath } from './inspect.js';
import { member } from './schema/schema-shape.js';

/** A tool that shadows another tool. */
export interface Shadowing {
  readonly kind: 'same-name' | 'confusable-name' | 'mention';
  readonly server: string;
  readonly tool: string;
  readonly other: { readonly server: string; readonly tool: string };
  /** A sentence for users. */
  readonly text: string;
}

interface Tool {
  readonly server: string;
  readonly tool: string;
  readonly definition: unknown;
}

const MAX_FOUND = 500;

/** Returns the shadowing among the tools of several servers. */
export function findShadowing(servers: ReadonlyMap<string, readonly unknown[]>): readonly Shadowing[] {
  const tools = [...servers].flatMap(([server, definitions]) =>
    definitions.flatMap((definition): Tool[] => {
      const tool = member(definition, 'name');
      return typeof tool === 'string' ? [{ server, tool, definition }] : [];
    }),
  );
  const owners = new Map<string, Tool[]>();
  const found: Shadowing[] = [];
  for (const tool of tools) {
    const key = visualForm(tool.tool);
    const known = owners.get(key) ?? [];
    const other = known.find(({ tool: name }) => name !== tool.tool) ?? known[0];
    if (other !== undefined) found.push(nameClash(tool, other));
    // For each name, enough owners are kept to find a conflict with another server.
    if (
      !known.some(({ server, tool: name }) => server === tool.server && name === tool.tool) &&
      known.length < 16
    )
      owners.set(key, [...known, tool]);
  }
  for (const tool of tools) {
    if (found.length >= MAX_FOUND) break;
    found.push(...mentions(tool, owners));
  }
  return found.slice(0, MAX_FOUND);
}

function nameClash({ server, tool }: Tool, other: Tool): Shadowing {
  const kind = tool === other.tool ? 'same-name' : 'confusable-name';
  const like = kind === 'same-name' ? 'has the same name as' : 'looks like';
  const text =
    server === other.server && kind === 'same-name'
      ? `${quoted(tool)} of ${quoted(server)} is listed twice`
      : `${quoted(tool)} of ${quoted(server)} ${like} ${quoted(other.tool)} of ${quoted(other.server)}`;
  return { kind, server, tool, other: { server: other.server, tool: other.tool }, text };
}

const WORD = /[\p{L}\p{N}_\p{Cf}][\p{L}\p{N}_.\p{Cf}-]*/gu;
const COMPOUND = /[\p{L}\p{N}][_.-][\p{L}\p{N}]|\p{Ll}\p{Lu}/u;

function mentions(
  { server, tool, definition }: Tool,
  owners: ReadonlyMap<string, readonly Tool[]>,
): Shadowing[] {
  const found = new Map<string, Shadowing>();
  for (const { path, text, isKey } of findStrings(definition)) {
    if (isKey || (path.length === 1 && path[0] === 'name') || !/\s/.test(text)) continue;
    const words = [...text.matchAll(WORD)].map((match) => {
      const word = trimmed(match[0]);
      return { word, at: match.index, look: visualForm(word) };
    });
    const all = new Set(words.map(({ look }) => look));
    for (const { word, at, look } of words) {
      const known = owners.get(look);
      if (known === undefined || known.some((one) => one.server === server)) continue;
      const other = known.find(
        (one) =>
          (COMPOUND.test(one.tool) && separators(one.tool) === separators(word)) ||
          isToolReference(text, word, at, one.server, all),
      );
      if (other === undefined || found.has(other.tool)) continue;
      found.set(other.tool, {
        kind: 'mention',
        server,
        tool,
        other: { server: other.server, tool: other.tool },
        text: `${quoted(tool)} of ${quoted(server)} mentions ${quoted(other.tool)} of ${quoted(other.server)} in its ${formatPath(path)}`,
      });
    }
  }
  return [...found.values()];
}

/** Returns the separators of a name. `git-diff` is a kind of diff, whereas `git_diff` is a tool. */
const separators = (name: string): string => name.replace(/[^\s._-]/g, '');

/** Removes a full stop at the end of a sentence from a name. */
function trimmed(word: string): string {
  let end = word.length;
  while (end > 0 && (word[end - 1] === '.' || word[end - 1] === '-')) end -= 1;
  return word.slice(0, end);
}

/**
 * Tests whether a word refers to a tool. A common word such as `search` does so only if it is quoted or followed by
 * `tool`, and its server is named as well.
 */
function isToolReference(
  text: string,
  word: string,
  at: number,
  server: string,
  words: ReadonlySet<string>,
): boolean {
  const around = text.slice(Math.max(0, at - 1), at + word.length + 10);
  const marked = /^["'`“‘]/.test(around) || /\s(?:tool|function)/i.test(around.slice(word.length));
  return marked && words.has(visualForm(server));
}

/** Returns the visible form of a name, in which case, invisible characters and look-alike letters do not matter. */
function visualForm(name: string): string {
  let plain = '';
  for (const character of name.normalize('NFKC')) {
    const code = character.codePointAt(0) ?? 0;
    plain += code > 0xffff ? normalizeSupplementary(code) : (confusables.get(code) ?? normalizeUnit(code));
  }
  return plain
    .toLowerCase()
    .trim()
    .replace(/[\s.-]/g, '_')
    .replaceAll('0', 'o')
    .replace(/[1i|]/g, 'l')
    .replaceAll('rn', 'm');
}

const quoted = (name: string): string => `\`${toPrintable(name, 80)}\``;
