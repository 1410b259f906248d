// Validates the result of a user function. An undocumented result denies the call.

import { isRecord } from '@claw/jsonrpc-stream';

export interface FunctionResult {
  readonly deny: string | undefined;
  readonly note: string | undefined;
  readonly arguments: Readonly<Record<string, unknown>> | undefined;
  readonly result: Readonly<Record<string, unknown>> | undefined;
  /** The new state; if it is undefined, the state does not change. */
  readonly state: unknown;
}

const MAX_TEXT_LENGTH = 1000;

/** Parses the result of a function; throws an error if the result is not valid for this phase. */
export function readFunctionResult(returned: unknown, phase: 'access' | 'response'): FunctionResult {
  if (returned !== undefined && returned !== null && !isRecord(returned))
    throw new Error('it returned a value that is not an object');
  const fields: Readonly<Record<string, unknown>> = returned ?? {};
  const rewritten = phase === 'access' ? 'arguments' : 'result';
  const known = ['deny', 'note', 'state', rewritten];
  const unknown = Object.keys(fields).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new Error(`it returned the unknown field \`${unknown.slice(0, 50)}\` (${known.join(', ')})`);
  return {
    deny: textOf(fields, 'deny'),
    note: textOf(fields, 'note'),
    arguments: phase === 'access' ? recordOf(fields, 'arguments') : undefined,
    result: phase === 'response' ? recordOf(fields, 'result') : undefined,
    state: fields['state'],
  };
}

function textOf(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Error(`\`${name}\` must be text`);
  return value.slice(0, MAX_TEXT_LENGTH);
}

function recordOf(
  fields: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined) return undefined;
  if (!isRecord(value)) throw new Error(`\`${name}\` must be an object`);
  return value;
}
