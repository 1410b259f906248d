// Arguments whose name indicates a secret: `password`, `apiKey`, `pin`. Their values are masked without a detector:
// in a log, a false positive costs a word, and a false negative stores a password on disk.

import { mentionsSecret, redactionMarker } from '@claw/detectors';

/** Names that indicate a secret only in logged arguments; elsewhere `token` may mean a word of a text. */
const AUDIT_ONLY = /^(?:x[-_])?(?:token|auth|authorization|bearer|cookie|pw)$/i;

/** Most names occur repeatedly, so each is classified only once. */
const REMEMBERED = 1024;
const known = new Map<string, boolean>();
/** The maximum length of an argument name that is classified; real names are shorter. */
const LONGEST_NAME = 128;
/**
 * Classifying a name takes microseconds, and a call can contain a million names; beyond this limit, values
 * count as secrets.
 */
const MOST_NAMES = 512;

/** Classifies the names in one value. */
export class SecretNames {
  #left = MOST_NAMES;

  readonly isSecret = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    if (name.length > LONGEST_NAME || this.#left === 0) return true;
    this.#left -= 1;
    const found = AUDIT_ONLY.test(name) || mentionsSecret(name);
    if (known.size >= REMEMBERED) known.clear();
    known.set(name, found);
    return found;
  };
}

// INVARIANT: the value was parsed from a message with a limited depth.

/** True if a member of a value, at any depth, has the name of a secret. */
export function hasSecretMember(value: unknown, names = new SecretNames()): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((one) => hasSecretMember(one, names));
  for (const name in value) {
    if (names.isSecret(name) || hasSecretMember((value as Record<string, unknown>)[name], names)) return true;
  }
  return false;
}

/** The value with such members masked; its structure is preserved. */
export function maskSecretMembers(value: unknown, isSecret = false, names = new SecretNames()): unknown {
  if (typeof value === 'string' || typeof value === 'number')
    return isSecret && value !== '' ? redactionMarker : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => maskSecretMembers(one, isSecret, names));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      maskSecretMembers(one, isSecret || names.isSecret(name), names),
    ]),
  );
}
