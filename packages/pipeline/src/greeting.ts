// What the two ends of a connection say of themselves when they meet: for the record, once.

import { beginningOf } from './beginning.js';
import { isRecord } from './call.js';
import type { Asked, Notice, Reply } from './types.js';

/** One end, as far as it has said anything. */
interface End {
  readonly name?: string;
  readonly version?: string;
  /** The names of what it can do; what they mean in detail would fill the record. */
  readonly capabilities: readonly string[];
}

/** Names, versions and capabilities of both ends. Texts of strangers: they may hold anything. */
export interface Greeting {
  readonly protocol?: string;
  readonly client: End;
  readonly server: End;
}

const GREETINGS: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** Whether this is the method by which the ends meet. */
export const isGreeting = (method: string): boolean => GREETINGS.has(method);

/** Longer texts are no names, and nobody reads more of them. */
const LONGEST = 128;
const MOST = 32;

/** What an answer and its call tell; undefined when the ends do not meet in it. */
export function greetingOf(reply: Reply | Notice): Greeting | undefined {
  const asked: Asked | undefined = 'asked' in reply ? reply.asked : undefined;
  if (asked === undefined || !isGreeting(asked.method)) return undefined;
  const { result } = reply.message.value as { result?: unknown };
  if (!isRecord(result)) return undefined;
  const protocol = textOf(result['protocolVersion']) ?? textOf(asked.params['protocolVersion']);
  return {
    ...(protocol !== undefined && { protocol }),
    client: endOf(asked.params['clientInfo'], asked.params['capabilities']),
    server: endOf(result['serverInfo'], result['capabilities']),
  };
}

function endOf(info: unknown, capabilities: unknown): End {
  const said = isRecord(info) ? info : {};
  const [name, version] = [textOf(said['name']), textOf(said['version'])];
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    capabilities: isRecord(capabilities) ? Object.keys(capabilities).slice(0, MOST).map(cut) : [],
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? cut(value) : undefined);

function cut(text: string): string {
  return beginningOf(text, LONGEST);
}
