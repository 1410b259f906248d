// Identifies the program of a server without its version and arguments, because two clients may have different servers
// with the same name.

import { fetchedName } from './fetched-package.js';
import { programName } from './program-name.js';

const interpreters =
  /^(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|pypy[\d.]*|ruby|java|dotnet|php|perl|uv)$/i;
/** The words between an interpreter and the script. */
const verbs = new Set(['run', 'exec', 'tool', 'x']);

/**
 * Returns the package or image without its version, the script or module, or the program; for a URL, its origin and
 * path.
 */
export function serverProgram(server: { readonly words: readonly string[] } | { readonly url: URL }): string {
  if ('url' in server) return `${server.url.origin}${server.url.pathname}`;
  const { words } = server;
  const start = programName(words[0] ?? '') === 'cmd' && /^\/c$/i.test(words[1] ?? '') ? 2 : 0;
  const [command = '', ...rest] = words.slice(start);
  const runner = programName(command);
  const fetched = fetchedName(runner, rest);
  if (fetched !== undefined) return fetched.replace(PACKAGE_VERSION, '').replace(PACKAGE_VERSION, '');
  const script = interpreters.test(runner) ? scriptOf(rest) : undefined;
  return (script ?? command).replace(PATH_VERSION, '');
}

/** Matches `@1.2.3`, `==1.2.3` and `:tag`. For `@sha256:…` it is applied twice. */
const PACKAGE_VERSION = /(?<=.)(?:@[^@/]*|==.*|:[^/:@]*)$/;
/** Matches the version in a folder name: `server-1.2.3/index.js`. */
const PATH_VERSION = /[-@_]?v?\d+(?:\.\d+)+[\w+-]*(?=[\\/])/gi;

function scriptOf(rest: readonly string[]): string | undefined {
  const module = rest.indexOf('-m');
  if (module >= 0) return rest[module + 1];
  return rest.find((word) => !word.startsWith('-') && !verbs.has(word));
}
