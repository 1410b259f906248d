// What HTTP clients have to know: one token from the command line, some from a file, or one that nobody knew before.

import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Authenticate } from '@claw/proxy-http';
import { describeFileError } from '../policy/policy-file.js';

export interface Token {
  /** Whose it is. Without a name it is our own user's. */
  readonly name: string | undefined;
  readonly text: string;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** Set when we made it up: then it has to be told. */
  readonly generated?: string;
  readonly warning?: string;
}

const usual = /^[\x21-\x7e]+$/;

/** The tokens, or what is wrong with them. Never the token itself. */
export function readTokens(token: string | undefined, file: string | undefined): Tokens | string {
  if (token !== undefined && file !== undefined) return 'either `--token` or `--token-file`, not both';
  if (file !== undefined) return readTokenFile(file);
  if (token === undefined) {
    const generated = randomBytes(32).toString('base64url');
    return { tokens: [{ name: undefined, text: generated }], generated };
  }
  if (!usual.test(token)) return 'the token of `--token` is empty or holds spaces; give one word';
  return { tokens: [{ name: undefined, text: token }] };
}

/** One token a line, with a name in front of it where callers are to be told apart: `ci 4f0c…`. */
function readTokenFile(file: string): Tokens | string {
  try {
    const lines = readFileSync(file, 'utf8').split(/\r?\n/);
    const tokens: Token[] = [];
    for (const [index, line] of lines.entries()) {
      const words = line.trim().split(/\s+/);
      if (words[0] === '' || line.trimStart().startsWith('#')) continue;
      const text = words.at(-1) as string;
      if (words.length > 2 || !usual.test(text))
        return `${file}:${index + 1} write a token, or a name and a token`;
      tokens.push({ name: words.length === 2 ? words[0] : undefined, text });
    }
    if (tokens.length === 0) return `\`${file}\` holds no token; write one on a line of its own`;
    return { tokens, ...readableByOthers(file) };
  } catch (error) {
    return `cannot read the tokens: ${describeFileError(file, error)}`;
  }
}

function readableByOthers(file: string): { warning?: string } {
  const others = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  return others ? { warning: `others can read \`${file}\`; run \`chmod 600\` on it` } : {};
}

/** Whoever has one of the tokens. Every one is compared, each in the same time for every guess. */
export function anyOf(tokens: readonly Token[], requireToken: (token: string) => Authenticate): Authenticate {
  const doors = tokens.map(({ name, text }) => ({ name, enter: requireToken(text) }));
  return async (request) => {
    const entered = await Promise.all(doors.map(async ({ enter }) => enter(request)));
    const index = entered.findIndex((identity) => identity !== undefined);
    return index < 0 ? undefined : { id: doors[index]?.name ?? '' };
  };
}
