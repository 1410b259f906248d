// Reads `WWW-Authenticate`: what a server says when it wants a token, or another one.

export interface Challenge {
  /** Where the server describes itself (RFC 9728). */
  readonly resourceMetadata: string | undefined;
  /** The rights that the request needs. */
  readonly scope: string | undefined;
  readonly error: string | undefined;
}

const PARAMETER = /([a-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi;

/** What the field says about bearer tokens; the parameters of other schemes are not ours. */
export function readChallenge(field: string): Challenge {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain] of bearerPart(field).matchAll(PARAMETER)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
    // Of two the first counts, as for everybody who reads the field from the left.
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  const read = (name: string) => parameters.get(name) || undefined;
  return { resourceMetadata: read('resource_metadata'), scope: scopeOf(read('scope')), error: read('error') };
}

/** From `Bearer` to the next scheme: a word that is followed by another word instead of `=`. */
function bearerPart(field: string): string {
  const text = field.slice(0, 8192);
  const bare = withoutQuoted(text);
  const begin = /(?:^|,)\s*bearer(?:\s+|$)/i.exec(bare);
  if (begin === null) return '';
  const start = begin.index + begin[0].length;
  const end = /,\s*[a-z][a-z0-9-]*\s+[a-z0-9_-]+\s*=/i.exec(bare.slice(start));
  return text.slice(start, end === null ? undefined : start + end.index);
}

/** The same length, with nothing inside quotes that could be taken for a scheme. */
const withoutQuoted = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => `"${'.'.repeat(quoted.length - 2)}"`);

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** A list of rights, where it is one (RFC 6749, 3.3). */
export const scopeOf = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= 2048 && SCOPE.test(text) ? text : undefined;

/** All rights of several lists, each once. */
export function joinScopes(...scopes: readonly (string | undefined)[]): string | undefined {
  const names = new Set(scopes.flatMap((scope) => (scope ?? '').split(' ')).filter((name) => name !== ''));
  return names.size === 0 ? undefined : [...names].join(' ');
}
