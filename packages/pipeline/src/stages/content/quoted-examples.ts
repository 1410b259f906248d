// Recognizes documentation that quotes an attack: `write_file` of a Markdown file with an injection in quotes, in a
// code block or in a quotation. Such a call contains no instructions for the server. Files that agents read as their
// instructions are excluded.

import { effectNames } from '@claw/policy';
import type { TextFindings } from '../../text/message-texts.js';
import type { Call } from '../../types.js';

const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|txt|html?)$/i;
/** Matches files and folders with instructions for agents, rules of editors, and memories of agents. */
const FOR_AGENTS =
  /(?:^|[\\/])(?:agents?|claude|gemini|codex|copilot|cursor|skill|skills|memory|memories|prompts?|rules?|instructions?|commands?|todo|llms|conventions|soul)\b[^\\/]*$|(?:^|[\\/])\.[^\\/]+[\\/]|[\\/](?:agents?|skills?|prompts?|rules|memory|memories|commands)[\\/]|instructions\.md$/i;

/** Returns true if a call only writes documents. */
export function writesDocument({ facts }: Call): boolean {
  const { paths, shell, contents } = facts;
  return (
    shell === undefined &&
    contents.length > 0 &&
    paths.length > 0 &&
    effectNames(facts.effects).every(
      (effect) => effect === 'write' || effect === 'read' || effect === 'connect',
    ) &&
    facts.effects !== 0 &&
    facts.hosts.every(({ source }) => source === 'content') &&
    paths.every(({ text }) => DOCUMENT.test(text) && !FOR_AGENTS.test(text))
  );
}

/** Returns a filter that keeps the findings that a written document only quotes. */
export const isQuotedIn =
  ({ facts }: Call) =>
  ({ start, end }: { readonly start: number; readonly end: number }, { text }: TextFindings): boolean =>
    facts.contents.includes(text) && isQuoted(text, start, end);

/** Returns true if a part of a text is in quotes, in code, or in a Markdown quotation. */
function isQuoted(text: string, start: number, end: number): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const lines = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd).split('\n');
  if (lines.every((line) => /^\s{0,3}>|^(?: {4}|\t)\S/.test(line))) return true;
  if (fences(text.slice(0, lineStart)) % 2 === 1) return true;
  const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd);
  return [...line.matchAll(QUOTED)].some(({ 0: quoted, index }) => {
    const from = lineStart + index;
    const inside = Math.min(end, from + quoted.length) - Math.max(start, from);
    return inside >= MIN_INSIDE * (end - start);
  });
}

/**
 * The part of a finding that must be inside the quotes, because a finding can begin with the words that introduce the
 * quotation.
 */
const MIN_INSIDE = 0.7;
const QUOTED = /`[^`\n]+`|"[^"\n]+"|“[^”\n]+”|‘[^’\n]+’|«[^»\n]+»|„[^“\n]+“/g;

const fences = (text: string): number => text.match(/^\s{0,3}(?:```|~~~)/gm)?.length ?? 0;
