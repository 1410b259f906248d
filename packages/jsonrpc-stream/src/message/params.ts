// Reads the `params` of a message.

import type { Message } from './message.js';

/** Returns true for a JSON object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the params of a message, or an empty object if they are missing or not an object. */
export function paramsOf({ value }: Message): Readonly<Record<string, unknown>> {
  const { params } = value as { params?: unknown };
  return isRecord(params) ? params : {};
}
