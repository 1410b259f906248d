// Parses numbers and times in query parameters.

import * as z from 'zod';

/** A whole number in a query parameter. */
export const countParameter = (maximum: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, `must be a number from 1 to ${maximum}`)
    .transform(Number)
    .refine((count) => count <= maximum, `must be a number from 1 to ${maximum}`);

/** A time in a query parameter: milliseconds since 1970, or an ISO 8601 time. */
export const instantParameter = z
  .string()
  .transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text)))
  .refine((instant) => !Number.isNaN(instant), 'must be a time such as `2026-07-28T10:00:00Z`');
