// What is written in the sections beside the rules and does nothing, or nothing of what it seems to do.
import type { Problem } from '../parse/diagnostics.js';
import type { Settings } from '../parse/schema/settings.js';

/** Settings without effect, as warnings. */
export function findUnusedSettings({ audit, wire, responses }: Settings): Problem[] {
  const problems: Problem[] = [];
  if (!audit.redact)
    problems.push(without(['audit', 'redact'], 'secrets are always masked in the audit log', 'remove it'));
  if (wire.progress)
    problems.push(
      without(
        ['wire', 'progress'],
        'progress messages are not sent to a client that waits for approval',
        'remove it',
      ),
    );
  if (responses.enabled && isBlind(responses))
    problems.push(
      without(
        ['responses', 'categories'],
        'the detectors of these categories are off',
        'set `personal = "redact"` for personal data, `secrets = "redact"` for keys and tokens, or remove the line',
      ),
    );
  return problems;
}

function without(path: readonly [section: string, key: string], why: string, help: string): Problem {
  const message = `\`${path.join('.')}\` has no effect: ${why}`;
  return { severity: 'warning', code: 'no-effect', message, help, path, atKey: true };
}

const SECRETS: ReadonlySet<string> = new Set(['tokens', 'vendor_keys', 'api_keys', 'high_entropy']);

/** Whether the categories leave only such kinds of data as are switched off. */
function isBlind({ categories, secrets, personal }: Settings['responses']): boolean {
  const isOff = (category: string) => (SECRETS.has(category) ? secrets : personal) === 'off';
  return categories.length > 0 && categories.every(isOff);
}
