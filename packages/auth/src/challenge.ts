// Parses the `WWW-Authenticate` header with which a server requests a token, or a token with more scopes.

export interface Challenge {
  /** The URL of the protected resource metadata (RFC 9728). */
  readonly resourceMetadata: string | undefined;
  /** The scopes that the request needs. */
  readonly scope: string | undefined;
  readonly error: string | undefined;
}

const PARAMETER = /([a-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi;

/** Reads the parameters of the `Bearer` scheme; those of other schemes are ignored. */
export function readChallenge(field: string): Challenge {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain] of bearerPart(field).matchAll(PARAMETER)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
    // If a parameter occurs twice, the first one counts.
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  const read = (name: string) => parameters.get(name) || undefined;
  return {
    resourceMetadata: read('resource_metadata'),
    scope: parseScope(read('scope')),
    error: read('error'),
  };
}

/** Returns the text from `Bearer` to the next scheme, which is a word followed by another word and not by `=`. */
function bearerPart(field: string): string {
  const text = field.slice(0, 8192);
  const bare = withoutQuoted(text);
  const begin = /(?:^|,)\s*bearer(?:\s+|$)/i.exec(bare);
  if (begin === null) return '';
  const start = begin.index + begin[0].length;
  const end = /,\s*[a-z][a-z0-9-]*\s+[a-z0-9_-]+\s*=/i.exec(bare.slice(start));
  return text.slice(start, end === null ? undefined : start + end.index);
}

/** Replaces the content of quoted strings with dots of the same length, so that it is not mistaken for a scheme. */
const withoutQuoted = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => `"${'.'.repeat(quoted.length - 2)}"`);

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Returns the scope if the text is a valid one (RFC 6749, section 3.3), otherwise undefined. */
export const parseScope = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= 2048 && SCOPE.test(text) ? text : undefined;

/** Returns the union of several scopes. */
export function joinScopes(...scopes: readonly (string | undefined)[]): string | undefined {
  const names = new Set(scopes.flatMap((scope) => (scope ?? '').split(' ')).filter((name) => name !== ''));
  return names.size === 0 ? undefined : [...names].join(' ');
}
