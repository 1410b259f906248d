// Masks arguments whose name indicates a secret, such as `password`, `apiKey` and `pin`, without searching their
// values. In a log, a false positive only removes a word, while a false negative stores a password on disk.

import { mentionsSecret, redactionMarker } from '@claw/detectors';

/**
 * Matches names that indicate a secret only in logged arguments; in other places, `token` may mean a word in a text.
 */
const AUDIT_ONLY = /^(?:x[-_])?(?:token|auth|authorization|bearer|cookie|pw)$/i;

/** The number of cached names, because most names occur repeatedly. */
const REMEMBERED = 1024;
const known = new Map<string, boolean>();
/** Longer names are not classified, because real names are shorter. */
const MAX_NAME_LENGTH = 128;
/**
 * The maximum number of names that are classified in one value; after that, values count as secrets. Classifying a
 * name takes microseconds, and a call can contain a million names.
 */
const MAX_NAMES = 512;

/** Classifies the names of members in one value. */
export class SecretNames {
  #left = MAX_NAMES;

  readonly isSecret = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    if (name.length > MAX_NAME_LENGTH || this.#left === 0) return true;
    this.#left -= 1;
    const found = AUDIT_ONLY.test(name) || mentionsSecret(name);
    if (known.size >= REMEMBERED) known.clear();
    known.set(name, found);
    return found;
  };
}

// INVARIANT: the value was parsed from a message with a limited depth.

/** Returns true if a member of a value has the name of a secret, at any depth. */
export function hasSecretMember(value: unknown, names = new SecretNames()): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((one) => hasSecretMember(one, names));
  for (const name in value) {
    if (names.isSecret(name) || hasSecretMember((value as Record<string, unknown>)[name], names)) return true;
  }
  return false;
}

/** Returns the value with the values of such members masked; the structure is preserved. */
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
