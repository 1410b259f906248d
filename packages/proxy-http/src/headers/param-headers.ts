// Stores which arguments of a tool are repeated in headers. In the stateless protocol, the schema of a tool can
// require this (`x-mcp-header`). The registry reads the responses to `tools/list`.

import { type Message, paramsOf } from '@claw/jsonrpc-stream';
import { type HeaderList, headerValues } from './header-list.js';
import { decodeHeaderValue, encodeHeaderValue } from './header-value.js';
import { membersOf } from './members.js';

interface ParamHeader {
  readonly header: string;
  readonly path: readonly string[];
}

/** Matches valid header names, without characters that could end the header. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;
const MAX_TOOLS = 10_000;
const MAX_DEPTH = 8;

export class ParamHeaderRegistry {
  readonly #tools = new Map<string, readonly ParamHeader[]>();

  /** Registers the tools in a response to `tools/list`. */
  registerTools(response: Message): void {
    const { tools } = membersOf(membersOf(response.value)['result']);
    if (!Array.isArray(tools)) return;
    for (const tool of tools.map(membersOf)) {
      const mirrored = findParamHeaders(tool['inputSchema'], []);
      if (typeof tool['name'] !== 'string') continue;
      if (mirrored.length === 0) this.#tools.delete(tool['name']);
      else if (this.#tools.size < MAX_TOOLS) this.#tools.set(tool['name'], mirrored);
    }
  }

  /** Returns the encoded headers that a call needs. */
  headersFor(message: Message): Record<string, string> {
    return Object.fromEntries(
      this.valuesFor(message).map(([header, value]) => [header, encodeHeaderValue(String(value))]),
    );
  }

  /** Returns the header names of a call with the arguments that they repeat. */
  valuesFor(message: Message): [string, string | number | boolean][] {
    if (message.method !== 'tools/call' || this.#tools.size === 0) return [];
    const params = paramsOf(message);
    const mirrored = this.#tools.get(String(params['name'])) ?? [];
    return mirrored.flatMap(({ header, path }) => {
      const value = path.reduce((at: unknown, name) => membersOf(at)[name], params['arguments']);
      const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return isPlain ? [[`Mcp-Param-${header}`, value] as [string, typeof value]] : [];
    });
  }
}

/** Returns the header that does not match its argument, or undefined if all match. */
export function findParamHeaderMismatch(
  params: ParamHeaderRegistry,
  headers: HeaderList,
  message: Message,
): string | undefined {
  return params.valuesFor(message).find(([header, expected]) => {
    const actual = headerValues(headers, header.toLowerCase());
    return (
      actual.length > 1 ||
      (actual.length === 1 && !sameValue(decodeHeaderValue(actual[0] as string), expected))
    );
  })?.[0];
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Compares a header with an argument: a number can be written in several ways; a string must match exactly. */
const sameValue = (actual: string | undefined, expected: string | number | boolean): boolean =>
  actual === String(expected) ||
  (typeof expected === 'number' &&
    actual !== undefined &&
    NUMBER.test(actual) &&
    Number(actual) === expected);

function findParamHeaders(schema: unknown, path: readonly string[]): ParamHeader[] {
  if (path.length > MAX_DEPTH) return [];
  return Object.entries(membersOf(membersOf(schema)['properties'])).flatMap(([name, property]) => {
    const header = membersOf(property)['x-mcp-header'];
    const here = [...path, name];
    const own = typeof header === 'string' && HEADER_NAME.test(header) ? [{ header, path: here }] : [];
    return [...own, ...findParamHeaders(property, here)];
  });
}
