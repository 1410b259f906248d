// Implements the client side: wraps the handler of a tool so that it requests permission before it acts, and reports
// the result. For a denied call, it returns an error result that a model can read.

import type { ActionType, Operation } from './intent.js';

/** The part of a client (with any SDK) that is connected to this server. */
export interface AskingClient {
  callTool(call: {
    name: string;
    arguments: Record<string, unknown>;
  }): Promise<{ structuredContent?: unknown }>;
}

/** The action that a call of the wrapped tool would perform. */
export interface PlannedAction {
  readonly description: string;
  readonly action_type: ActionType;
  readonly target: string;
}

export interface Denied {
  readonly isError: true;
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
}

/**
 * The actions for which permission can be requested in advance; other actions require approval when they are called.
 */
const operations: Partial<Record<ActionType, Operation>> = {
  file_read: 'read',
  file_write: 'write',
  file_delete: 'delete',
  shell_execute: 'execute',
  network_request: 'connect',
};

interface Checked {
  readonly allowed: boolean;
  readonly policy_rule: string;
  readonly explanation: string;
  readonly suggestions?: readonly string[];
}

type Ask = <Answer>(name: string, input: object) => Promise<Answer>;

/**
 * Returns a handler that requests permission, calls the given handler and reports the result. If the server cannot be
 * reached, the given handler is not called.
 *
 * @example
 * const read = askFirst(client, ({ path }) => ({ description: 'Read a note', action_type: 'file_read', target: path }), readNote);
 */
export function askFirst<Input, Result>(
  client: AskingClient,
  plan: (input: Input) => PlannedAction,
  handler: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result | Denied> {
  const ask: Ask = async <Answer>(name: string, input: object) =>
    (await client.callTool({ name, arguments: { ...input } })).structuredContent as Answer;
  return async (input) => {
    const action = plan(input);
    const checked = await ask<Checked>('checkIntent', action);
    const refused = checked.allowed ? undefined : await requestPermission(action, checked, ask);
    if (refused !== undefined) return deny(refused);
    // The action has been performed even if it cannot be reported; in that case the log contains a call without a
    // report.
    const report = (result: string) => ask('reportAction', { ...action, result }).catch(() => {});
    try {
      const result = await handler(input);
      await report(isFailure(result) ? 'failure' : 'success');
      return result;
    } catch (error) {
      await report('failure');
      throw error;
    }
  };
}

/** Returns the reason for a denial, line by line; undefined if the user approves. */
async function requestPermission(
  { action_type, target, description }: PlannedAction,
  { policy_rule, explanation, suggestions = [] }: Checked,
  ask: Ask,
): Promise<readonly string[] | undefined> {
  const operation = operations[action_type];
  if (policy_rule !== 'prompt' || operation === undefined) return [explanation, ...suggestions];
  const input = { resource: target, operation, justification: description };
  const { granted, reason } = await ask<{ granted: boolean; reason: string }>('requestPermission', input);
  // After a denial, the suggestion to request permission is omitted.
  return granted ? undefined : [explanation, `Permission was requested and not granted: ${reason}`];
}

/** True if a tool reports an error in its result. */
const isFailure = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'isError' in result && result.isError === true;

const deny = (lines: readonly string[]): Denied => ({
  isError: true,
  content: [{ type: 'text', text: lines.join('\n') }],
});
