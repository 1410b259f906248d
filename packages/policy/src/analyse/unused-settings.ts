// Finds settings that have no effect or an unexpected effect.
import type { Problem } from '../parse/diagnostics.js';
import type { Settings } from '../parse/schema/settings.js';

/** Returns a warning for each of these settings. */
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

/** Tests whether all listed categories belong to detectors that are off. */
function isBlind({ categories, secrets, personal }: Settings['responses']): boolean {
  const isOff = (category: string) => (SECRETS.has(category) ? secrets : personal) === 'off';
  return categories.length > 0 && categories.every(isOff);
}
