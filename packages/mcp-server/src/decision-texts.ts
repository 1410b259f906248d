// Creates texts about actions and decisions for the caller.

import type { Action } from '@claw/policy';
import type { ActionType } from './intent.js';

/** Formats an action: `file_read` → `FileRead`. */
const titleOf = (action: ActionType): string =>
  action.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The names of decisions in the interface for callers. */
export const POLICY_RULES = ['allow', 'block', 'prompt', 'log'] as const;

export const policyWord = (decision: Action): (typeof POLICY_RULES)[number] =>
  decision === 'deny' ? 'block' : decision;

/** Formats text of the caller: on one line, with invisible characters escaped, and truncated between characters. */
export function printableText(text: string, longest = 200): string {
  const visible = text
    .slice(0, longest)
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
      (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
    );
  return text.length <= longest ? visible : `${visible}…`;
}

/** Explains a decision in one sentence. */
export function explain(decision: Action, action: ActionType, target: string): string {
  const what = describe(action, target);
  if (decision === 'deny') return `Action blocked: ${what} is not permitted by current policy.`;
  if (decision === 'prompt') return `Action needs approval: ${what} requires approval by the user.`;
  return `Action allowed: ${what} is permitted by current policy.`;
}

/** Explains that an action required approval and was approved. */
export const explainAgreed = (action: ActionType, target: string): string =>
  `Action allowed: ${describe(action, target)} was approved by the user.`;

const describe = (action: ActionType, target: string): string =>
  `${titleOf(action)} on '${printableText(target)}'`;
