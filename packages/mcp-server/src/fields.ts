// Validates the input of callers. The result is typed fields, or an error that names the field and the accepted values.

import { ErrorCode, type RpcError } from '@claw/jsonrpc-stream';
import * as z from 'zod';
import { printableText } from './decision-texts.js';

/** Limits the length of a text. The limit is not part of the visible schema, but the error contains it. */
const bounded = (longest: number) =>
  z
    .string()
    .refine((text) => text !== '', 'is empty')
    .refine((text) => text.length <= longest, {
      error: ({ input }) => `has ${(input as string).length} characters; at most ${longest} are accepted`,
    });

/** The maximum length of text that a user is expected to read before a decision. */
const READABLE = 4096;

/** A text that users read: a sentence, or a resource to approve. */
export const readable = (description: string) => bounded(READABLE).meta({ description });

/** A path, URL or command. Longer shell text could not be parsed. */
export const target = (description: string) => bounded(64 * 1024).meta({ description });

export const name = (description: string) => bounded(256).meta({ description });

const MAX_DETAILS_LENGTH = 16 * 1024;

/** An object with any members that can be logged. */
export const details = (description: string) =>
  z
    .record(z.string(), z.unknown())
    .refine((value) => JSON.stringify(value).length <= MAX_DETAILS_LENGTH, {
      error: `has more than ${MAX_DETAILS_LENGTH} characters of JSON, which is the limit`,
    })
    .meta({ description });

/** A whole number of seconds. */
export const seconds = (least: number, most: number, usual: number) =>
  z
    .int()
    .refine((value) => value >= least && value <= most, {
      error: ({ input }) => `is ${String(input)}; use ${least} to ${most} seconds`,
    })
    .default(usual);

/** Returns the JSON schema of fields for callers. */
export function schemaOf(fields: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(fields, {
    io: 'input',
    override({ jsonSchema }) {
      // The range of JavaScript integers is not a limit of our fields.
      if (jsonSchema.type === 'integer') {
        delete jsonSchema.minimum;
        delete jsonSchema.maximum;
      }
      if (jsonSchema.type === 'object' && jsonSchema.properties === undefined) {
        delete jsonSchema.propertyNames;
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return schema;
}

/** Returns the fields of a call, or the reason why they are rejected. */
export function readFields<Fields extends z.ZodType>(
  fields: Fields,
  value: unknown,
): { readonly fields: z.output<Fields> } | { readonly error: RpcError } {
  const read = fields.safeParse(value ?? {}, { reportInput: true });
  if (read.success) return { fields: read.data };
  const [issue] = read.error.issues;
  return { error: refuse(issue as z.core.$ZodIssue) };
}

function refuse(issue: z.core.$ZodIssue): RpcError {
  const field = issue.path.join('.') || 'arguments';
  const accepted = issue.code === 'invalid_value' ? issue.values.map(String) : undefined;
  const message = `\`${field}\` ${whatIsWrong(issue)}`;
  return invalidParams(message, { field, ...(accepted && { accepted }) });
}

function whatIsWrong(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') {
    const given = issue.input === undefined ? 'is missing' : `is ${describe(issue.input)}`;
    return `${given}; use ${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'invalid_type') {
    const given = issue.input === undefined ? 'is missing' : `is ${describe(issue.input)}`;
    return `${given}; give ${wanted[issue.expected] ?? issue.expected}`;
  }
  return issue.code === 'custom' ? issue.message : `is not accepted: ${issue.message}`;
}

const wanted: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
};

/** Describes an invalid value briefly, so that the caller recognizes it. */
function describe(value: unknown): string {
  if (typeof value === 'string') return `\`${printableText(value, 40)}\``;
  return Array.isArray(value)
    ? 'a list'
    : value === null
      ? 'null'
      : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

/** Creates the error for invalid input. */
export const invalidParams = (message: string, data: Readonly<Record<string, unknown>> = {}): RpcError => ({
  code: ErrorCode.invalidParams,
  message,
  data: { reason: message, ...data },
});
