// Describes rejected changes. Each problem names the field, so that the admin API and `gateway apply` can refer to
// it.

import { knownKeys, suggest } from '@claw/policy';
import type * as z from 'zod';

/**
 * `invalid`: the input is not valid. `conflict`: it contradicts another record. `quota`: the maximum number of records
 * already exists.
 */
export type ProblemKind = 'invalid' | 'not_found' | 'conflict' | 'quota';

export interface FieldProblem {
  /** The path of the field, for example `auth.jwksJson` or `rules[2].cidrs`. */
  readonly field: string;
  readonly message: string;
}

export class GatewayProblem extends Error {
  override readonly name = 'GatewayProblem';
  readonly kind: ProblemKind;
  readonly fields: readonly FieldProblem[];

  constructor(kind: ProblemKind, message: string, fields: readonly FieldProblem[] = []) {
    super(message);
    this.kind = kind;
    this.fields = fields;
  }
}

/** Validates input. Throws a problem that names every invalid field. */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.flatMap((issue) => describeIssue(issue, schema, input));
  throw invalid(fields);
}

export const invalid = (fields: readonly FieldProblem[]): GatewayProblem => {
  const shown = fields.map(({ field, message }) => `\`${field}\` ${message}`).join('; ');
  return new GatewayProblem('invalid', shown, fields);
};

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType, input: unknown): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path);
    return issue.keys.map((key) => ({
      field: pathOf([...issue.path, key]),
      message: `is not a known field; ${suggest(key, known)}`,
    }));
  }
  return [{ field: pathOf(issue.path), message: messageOf(issue, input) }];
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'an object',
};

function messageOf(issue: z.core.$ZodIssue, input: unknown): string {
  const given = issue.path.reduce<unknown>((value, step) => Object(value)[step], input);
  // If a field is required only for some values of another field, the message of the refinement names that value.
  if (given === undefined && issue.code !== 'custom') return 'is required';
  // If the schema defines a message, it is more precise.
  if (!/^(?:Invalid|Too) /.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  const unit = typeof given === 'string' ? 'characters' : 'entries';
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} ${unit}`;
  if (issue.code === 'too_small')
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} ${unit}`;
  return issue.message;
}

/** Formats a path as `auth.modes[0]`; the whole input is `body`. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`,
    )
    .join('') || 'body';
