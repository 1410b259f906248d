// Reads the permissions in the tags of an API key: `mcp:<proxy id>:tool:<name|*>` and `mcp:<proxy
// id>:resource:<uri|*>`. A key without a tag for a proxy has no access to it, and its holder does not learn that the
// proxy exists.

/** The permissions of a key for one proxy. */
export interface Scopes {
  /** True if the key has a tag for the proxy. */
  readonly isKnown: boolean;
  mayCallTool(name: string): boolean;
  mayReadResource(uri: string): boolean;
}

/** Reads the tags of a key for one proxy. Names are compared exactly; only a single `*` is a wildcard. */
export function readScopes(tags: readonly string[], proxyId: string): Scopes {
  const prefix = `mcp:${proxyId}:`;
  const own = tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length));
  const tools = namesOf(own, 'tool:');
  const resources = namesOf(own, 'resource:');
  return {
    isKnown: tools.size + resources.size > 0,
    mayCallTool: (name) => tools.has('*') || (name !== '*' && tools.has(name)),
    mayReadResource: (uri) => resources.has('*') || (uri !== '*' && resources.has(uri)),
  };
}

const namesOf = (tags: readonly string[], kind: string): ReadonlySet<string> =>
  new Set(tags.filter((tag) => tag.startsWith(kind)).map((tag) => tag.slice(kind.length)));

/** Returns the reason why a tag cannot be used, or undefined. */
export function checkTag(tag: string): string | undefined {
  const match = /^mcp:(?<id>[^:\s]+):(?<kind>tool|resource):(?<name>.+)$/su.exec(tag);
  if (match !== null) return undefined;
  return `invalid tag \`${tag.slice(0, 100)}\`; use \`mcp:ID:tool:NAME\` or \`mcp:ID:resource:URI\`, with \`*\` for all`;
}
