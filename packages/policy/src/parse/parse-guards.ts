// Validates rules from the REST API of the gateway. They are JSON with the keys and the schema of `[[guard]]`.

import type { Problem } from './diagnostics.js';
import type { Guard } from './schema/guards.js';

/** A problem and its field, such as `rules[0].cidrs[1]`. */
export interface GuardField {
  readonly field: string;
  readonly message: string;
}

export type ParsedGuards =
  | { readonly ok: true; readonly guards: readonly Guard[] }
  | { readonly ok: false; readonly problems: readonly GuardField[] };

/** Validates rules. Returns either all rules or all problems. */
export async function parseGuards(rules: readonly unknown[]): Promise<ParsedGuards> {
  const [{ guardList }, { toProblems }] = await Promise.all([
    import('./schema/guards.js'),
    import('./schema/issues.js'),
  ]);
  const parsed = guardList.safeParse({ rules });
  if (parsed.success) return { ok: true, guards: parsed.data.rules };
  return { ok: false, problems: toProblems(parsed.error.issues, guardList, { rules }).map(toField) };
}

const toField = ({ code, message, help, path }: Problem): GuardField => ({
  field: path.reduce<string>(
    (field, step) =>
      typeof step === 'number' ? `${field}[${step}]` : field === '' ? step : `${field}.${step}`,
    '',
  ),
  message: code === 'missing-key' ? 'is required' : `${message}; ${help}`,
});
