// Tools of the stateless era can ask for some of their arguments to be repeated in headers. Which ones is written in the
// schemas that they are listed with, so those are remembered as they pass.

import type { Message } from '@claw/jsonrpc-stream';
import { unwrapHeader, wrapHeader } from './agreement.js';
import { type HeaderList, valuesOf } from './headers.js';

type Members = Readonly<Record<string, unknown>>;

interface Mirrored {
  readonly header: string;
  readonly path: readonly string[];
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

/** Names of headers, and nothing that could end one. */
const NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;
const MOST_TOOLS = 10_000;
const DEEPEST = 8;

export class ParamHeaders {
  readonly #tools = new Map<string, readonly Mirrored[]>();

  /** Remembers the tools of an answer to `tools/list`. */
  learn(answer: Message): void {
    const { tools } = membersOf(membersOf(answer.value)['result']);
    if (!Array.isArray(tools)) return;
    for (const tool of tools.map(membersOf)) {
      const mirrored = findMirrored(tool['inputSchema'], []);
      if (typeof tool['name'] !== 'string') continue;
      if (mirrored.length === 0) this.#tools.delete(tool['name']);
      else if (this.#tools.size < MOST_TOOLS) this.#tools.set(tool['name'], mirrored);
    }
  }

  /** What has to stand in the headers of a call. */
  fieldsFor(message: Message): Record<string, string> {
    return Object.fromEntries(
      this.valuesFor(message).map(([header, value]) => [header, wrapHeader(String(value))]),
    );
  }

  /** The headers of a call, with the arguments that they repeat. */
  valuesFor(message: Message): [string, string | number | boolean][] {
    if (message.method !== 'tools/call' || this.#tools.size === 0) return [];
    const params = membersOf(membersOf(message.value)['params']);
    const mirrored = this.#tools.get(String(params['name'])) ?? [];
    return mirrored.flatMap(({ header, path }) => {
      const value = path.reduce((at: unknown, name) => membersOf(at)[name], params['arguments']);
      const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return isPlain ? [[`Mcp-Param-${header}`, value] as [string, typeof value]] : [];
    });
  }
}

/** In which of these headers a call contradicts its arguments; undefined when it does not. */
export function paramDisagreement(
  params: ParamHeaders,
  headers: HeaderList,
  message: Message,
): string | undefined {
  return params.valuesFor(message).find(([header, wanted]) => {
    const said = valuesOf(headers, header.toLowerCase());
    return said.length > 1 || (said.length === 1 && !isSame(unwrapHeader(said[0] as string), wanted));
  })?.[0];
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Numbers may be spelt in several ways; texts may not, even if they are digits. */
const isSame = (said: string | undefined, wanted: string | number | boolean): boolean =>
  said === String(wanted) ||
  (typeof wanted === 'number' && said !== undefined && NUMBER.test(said) && Number(said) === wanted);

function findMirrored(schema: unknown, path: readonly string[]): Mirrored[] {
  if (path.length > DEEPEST) return [];
  return Object.entries(membersOf(membersOf(schema)['properties'])).flatMap(([name, property]) => {
    const header = membersOf(property)['x-mcp-header'];
    const here = [...path, name];
    const own = typeof header === 'string' && NAME.test(header) ? [{ header, path: here }] : [];
    return [...own, ...findMirrored(property, here)];
  });
}
