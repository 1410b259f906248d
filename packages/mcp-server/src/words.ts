// How actions and decisions are put into words for the caller.

import type { Action } from '@claw/policy';
import type { ActionType } from './intent.js';

/** `file_read` → `FileRead`. */
const titleOf = (action: ActionType): string =>
  action.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The words for decisions that callers know. */
export const POLICY_RULES = ['allow', 'block', 'prompt', 'log'] as const;

export const policyWord = (decision: Action): (typeof POLICY_RULES)[number] =>
  decision === 'deny' ? 'block' : decision;

const LONGEST_SHOWN = 200;

/** A target as it is repeated: on one line, with nothing hidden, and not for ever. */
function shown(target: string): string {
  const visible = target.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
  return visible.length <= LONGEST_SHOWN ? visible : `${visible.slice(0, LONGEST_SHOWN)}…`;
}

/** One sentence about a decision. */
export function explain(decision: Action, action: ActionType, target: string): string {
  const what = `${titleOf(action)} on '${shown(target)}'`;
  if (decision === 'deny') return `Action blocked: ${what} is not permitted by current policy.`;
  if (decision === 'prompt') return `Action needs approval: ${what} has to be approved by a person first.`;
  return `Action allowed: ${what} is permitted by current policy.`;
}
