// Validates queries and bodies with the schemas of their route.

import { GatewayProblem, validate } from '@claw/gateway';
import type * as z from 'zod';
import { fieldProblem, invalidFields, Problem } from './problem.js';

export function validateBody(schema: z.ZodType, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(400, 'The body must be a JSON object.');
  // A JSON object can have a member with this name, which validators and object spreads handle differently.
  if (Object.hasOwn(body, '__proto__')) throw fieldProblem('__proto__', 'is not a known field');
  return check(schema, body);
}

/**
 * Validates a query. Parameters that the route does not define are ignored, and parameters without a value count as
 * missing.
 */
export function validateQuery(schema: z.ZodObject | undefined, given: URLSearchParams): unknown {
  if (schema === undefined) return {};
  const names = Object.keys(schema.shape).filter((name) => (given.get(name) ?? '') !== '');
  return check(schema, Object.fromEntries(names.map((name) => [name, given.get(name)])));
}

function check(schema: z.ZodType, input: unknown): unknown {
  try {
    return validate(schema, input);
  } catch (error) {
    if (error instanceof GatewayProblem) throw invalidFields(error.fields);
    throw error;
  }
}
