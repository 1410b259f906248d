// What a tool of this server is: its fields, its answer, its limit, and what it does.

import type { RpcError } from '@claw/jsonrpc-stream';
import type * as z from 'zod';
import type { CallLimits } from './limits.js';
import type { ToolContext } from './ports.js';

/** The answer of a tool, or an error of JSON-RPC. */
export type Outcome = { readonly answer: Readonly<Record<string, unknown>> } | { readonly error: RpcError };

export interface Tool<Fields extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: Fields;
  /** The JSON schema of the answer. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** Changes nothing. */
  readonly readOnly: boolean;
  /** Which limit counts; none for a tool that may be called at will. */
  readonly limit?: keyof CallLimits;
  run(fields: z.output<Fields>, context: ToolContext): Promise<Outcome>;
}

/** Gives a tool the types of its own fields. */
export const defineTool = <Fields extends z.ZodType>(tool: Tool<Fields>): Tool => tool as unknown as Tool;

const types = {
  text: { type: 'string' },
  flag: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
  time: { type: ['string', 'null'] },
} as const;

type Type = keyof typeof types | readonly string[];

/** The schema of an answer: a name with `?` may be missing, a list of texts is the choice between them. */
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
