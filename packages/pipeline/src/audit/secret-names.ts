// Members of arguments whose name says that their value is a secret: `password`, `apiKey`, `pin`. No detector has to know
// the value; in a record a false alarm costs a word, and a miss puts somebody's password on the disk.

import { mentionsSecret, redactionMarker } from '@claw/detectors';

/** Names that say so only where arguments are recorded: elsewhere a token may be a word of a text. */
const AUDIT_ONLY = /^(?:x[-_])?(?:token|auth|authorization|bearer|cookie|pw)$/i;

/** Most names come again and again; each is read once. */
const REMEMBERED = 1024;
const known = new Map<string, boolean>();
/** Nobody calls an argument by a longer name. */
const LONGEST_NAME = 128;
/** Reading a name takes microseconds, and a call can hold a million of them: what is not read counts as a secret. */
const MOST_NAMES = 512;

/** Reads the names of one value. */
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

// INVARIANT: the value was read from a message, whose depth is bounded.

/** Whether any member of a value, at any depth, is named like a secret. */
export function hasSecretMember(value: unknown, names = new SecretNames()): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((one) => hasSecretMember(one, names));
  for (const name in value) {
    if (names.isSecret(name) || hasSecretMember((value as Record<string, unknown>)[name], names)) return true;
  }
  return false;
}

/** The value without what stands under such names; its shape stays. */
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
