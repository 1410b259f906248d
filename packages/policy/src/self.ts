// The rule that every policy begins with: a call may not stop the firewall, nor rewrite what it is configured by.
import { baseName } from './facts/commands.js';
import { DELETE, implied, WRITE } from './facts/effects.js';
import { compileMeeting, type GlobWord, readGlobWord } from './facts/shell-glob.js';
import type { Hit } from './model.js';
import { show } from './show.js';
import type { Subject } from './subject.js';

const OWN = new Set(['clawdefender', 'claw']);
const RUNNERS = new Set(['npx', 'pnpx', 'bunx', 'npm', 'pnpm', 'yarn', 'bun', 'node', 'deno', 'dlx', 'exec']);

/** A folder or file of ours, in canonical spelling, and the start of everything inside it. */
export interface OwnPath {
  readonly path: string;
  readonly inside: string;
  readonly meets: (word: GlobWord) => boolean;
}

/** A folder or file of ours by its canonical spelling. */
export const toOwnPath = (path: string): OwnPath => ({
  path,
  inside: `${path}/`,
  meets: compileMeeting(`${path}/**`),
});

export interface SelfHarm {
  readonly reason: string;
  readonly hits: readonly Hit[];
}

/** Says what a call would do to the firewall itself, if anything. */
export function findSelfHarm(subject: Subject, own: readonly OwnPath[]): SelfHarm | undefined {
  return startsUs(subject) ?? (own.length === 0 ? undefined : touchesUs(subject, own));
}

function startsUs({ facts }: Subject): SelfHarm | undefined {
  const { shell } = facts;
  if (shell === undefined) return undefined;
  for (const { base, words } of shell.invocations) {
    const at = ownWord(base, words);
    if (at === -1 || isHarmless(words.slice(at + 1))) continue;
    return {
      reason: 'the call would run the firewall itself',
      hits: [{ field: 'command', pattern: 'clawdefender', value: words.join(' '), where: 'the command' }],
    };
  }
  if (shell.unknown && shell.words.some(({ text }) => isOwn(text)))
    return {
      reason: 'the call may run the firewall itself',
      hits: [
        {
          field: 'command',
          pattern: 'clawdefender',
          value: 'text that cannot be read in full',
          where: 'the command',
        },
      ],
    };
  return undefined;
}

function ownWord(program: string, words: readonly string[]): number {
  if (OWN.has(program)) return 0;
  return RUNNERS.has(program) ? words.findIndex((word, index) => index > 0 && isOwn(word)) : -1;
}

function isOwn(word: string): boolean {
  // Every spelling of our name has this in it; hardly any other word has.
  if (!/claw/i.test(word)) return false;
  return (
    /^@claw\/cli(?:@|$)/.test(word) ||
    OWN.has(
      baseName(word)
        .replace(/\.[cm]?js$/, '')
        .replace(/@.*$/, ''),
    ) ||
    /@claw[/\\]cli[/\\]/.test(word)
  );
}

function isHarmless([verb, what]: readonly string[]): boolean {
  return verb === '--version' || (verb === 'policy' && ['test', 'check', 'explain'].includes(what ?? ''));
}

function touchesUs(subject: Subject, own: readonly OwnPath[]): SelfHarm | undefined {
  const call = subject.facts.effects;
  const { paths } = subject.facts;
  for (let index = 0; index < paths.length; index += 1) {
    const effects = implied(paths[index]?.effects ?? call);
    if ((effects & (WRITE | DELETE)) === 0) continue;
    const { fact, reading, globs } = subject.path(index);
    const deletes = (effects & DELETE) !== 0;
    if (own.some((one) => isTouched(one, reading.readings, globs, deletes)))
      return {
        reason: `the call would change the firewall's own files: ${show(fact.text)}`,
        hits: [{ field: 'path', pattern: 'our own files', value: fact.text, where: 'path' }],
      };
  }
  return undefined;
}

function isTouched(
  own: OwnPath,
  readings: readonly string[],
  globs: readonly string[],
  deletes: boolean,
): boolean {
  for (const path of readings) if (isInside(path, own) || (deletes && contains(path, own))) return true;
  for (const word of globs) if (own.meets(readGlobWord(word))) return true;
  return false;
}

const isInside = (path: string, own: OwnPath) =>
  path.length >= own.path.length && (path === own.path || path.startsWith(own.inside));
const contains = (path: string, own: OwnPath) =>
  path.length < own.path.length && (path === '/' || own.path.startsWith(`${path}/`));
