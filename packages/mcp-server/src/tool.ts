// Defines the type of a tool: its fields, its result, its limit and its function.

import type { RpcError } from '@claw/jsonrpc-stream';
import type * as z from 'zod';
import type { CallLimits } from './limits.js';
import type { ToolContext } from './ports.js';

/** The result of a tool, or a JSON-RPC error. */
export type Outcome = { readonly answer: Readonly<Record<string, unknown>> } | { readonly error: RpcError };

export interface Tool<Fields extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: Fields;
  /** The JSON schema of the result. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** True if the tool changes nothing. */
  readonly readOnly: boolean;
  /** The rate limit that applies, if any. */
  readonly limit?: keyof CallLimits;
  run(fields: z.output<Fields>, context: ToolContext): Promise<Outcome>;
}

/** Defines a tool; the types of its fields are inferred. */
export const defineTool = <Fields extends z.ZodType>(tool: Tool<Fields>): Tool => tool as unknown as Tool;

const types = {
  text: { type: 'string' },
  flag: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
  time: { type: ['string', 'null'] },
} as const;

type Type = keyof typeof types | readonly string[];

/** Creates the schema of a result. A name with `?` is optional, and a list of texts is an enumeration. */
export function answerSchema(members: Readonly<Record<string, Type>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(members).map(([name, type]) => ({
    name: name.replace('?', ''),
    schema: typeof type === 'string' ? types[type] : { type: 'string', enum: type },
    required: !name.endsWith('?'),
  }));
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(({ name, schema }) => [name, schema])),
    required: entries.filter(({ required }) => required).map(({ name }) => name),
  };
}
