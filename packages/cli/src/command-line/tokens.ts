// Reads the bearer tokens of HTTP clients from the command line or a file, or generates a token.

import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Authenticate } from '@claw/proxy-http';
import { describeFileError } from '../files/describe-file-error.js';

export interface Token {
  /** The name of the caller; the local user has none. */
  readonly name: string | undefined;
  readonly text: string;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** The token, if it was generated and must be printed. */
  readonly generated?: string;
  readonly warning?: string;
}

/** The minimum length of a token; shorter tokens could be guessed. */
const MIN_TOKEN = 32;

const validToken = /^[\x21-\x7e]+$/;

/** Returns the tokens, or an error message, which never contains a token. */
export function readTokens(token: string | undefined, file: string | undefined): Tokens | string {
  if (token !== undefined && file !== undefined) return 'Use either `--token` or `--token-file`, not both.';
  if (file !== undefined) return readTokenFile(file);
  if (token === undefined) {
    const generated = randomBytes(32).toString('base64url');
    return { tokens: [{ name: undefined, text: generated }], generated };
  }
  if (!validToken.test(token))
    return 'The value of `--token` is empty or contains spaces. Use a single word.';
  const warnings = token.length < MIN_TOKEN ? [guessable('The value of `--token`')] : [];
  return { tokens: [{ name: undefined, text: token }], ...joined(warnings) };
}

/** Reads a file with one token per line, optionally preceded by the name of the caller: `ci 4f0c…`. */
function readTokenFile(file: string): Tokens | string {
  try {
    const lines = readFileSync(file, 'utf8').split(/\r?\n/);
    const tokens: Token[] = [];
    for (const [index, line] of lines.entries()) {
      const words = line.trim().split(/\s+/);
      if (words[0] === '' || line.trimStart().startsWith('#')) continue;
      const text = words.at(-1) as string;
      if (words.length > 2 || !validToken.test(text))
        return `${file}:${index + 1}: Invalid line. Use a token, or a name and a token.`;
      tokens.push({ name: words.length === 2 ? words[0] : undefined, text });
    }
    if (tokens.length === 0) return `\`${file}\` contains no token. Put each token on its own line.`;
    // Callers with the same name share sessions, limits and approvals, so at most one can have none.
    if (tokens.filter(({ name }) => name === undefined).length > 1)
      return `\`${file}\` contains several tokens without a name. Write the name of the caller before each token.`;
    const isShort = tokens.some(({ text }) => text.length < MIN_TOKEN);
    const short = isShort ? [guessable(`A token in \`${file}\``)] : [];
    return { tokens, ...joined([...readableByOthers(file), ...short]) };
  } catch (error) {
    return `Cannot read the tokens: ${describeFileError(file, error)}`;
  }
}

function readableByOthers(file: string): string[] {
  const others = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  return others ? [`Other users can read \`${file}\`. Run \`chmod 600\` on it.`] : [];
}

const guessable = (what: string): string =>
  `${what} is shorter than ${MIN_TOKEN} characters and could be guessed. Use the output of \`openssl rand -hex 32\`, for example.`;

const joined = (warnings: readonly string[]): { warning?: string } =>
  warnings.length > 0 ? { warning: warnings.join(' ') } : {};

/**
 * Creates a check that accepts any of the tokens. The given token is compared with all of them, each in constant time.
 */
export function requireAnyToken(
  tokens: readonly Token[],
  requireToken: (token: string) => Authenticate,
): Authenticate {
  const checks = tokens.map(({ name, text }) => ({ name, authenticate: requireToken(text) }));
  return async (request) => {
    const identities = await Promise.all(checks.map(async ({ authenticate }) => authenticate(request)));
    const index = identities.findIndex((identity) => identity !== undefined);
    return index < 0 ? undefined : { id: checks[index]?.name ?? '' };
  };
}
