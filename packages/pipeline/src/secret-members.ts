// Members of arguments whose name says that their value is a secret: `password`, `apiKey`, `pin`. No detector has to know
// the value; in a record a false alarm costs a word, and a miss puts somebody's password on the disk.

import { namesSecret, redaction } from '@claw/detectors';

/** Names that say so only where arguments are recorded: elsewhere a token may be a word of a text. */
const ALSO = /^(?:x[-_])?(?:token|auth|authorization|bearer|cookie|pw)$/i;

/** Most names come again and again; each is read once. */
const REMEMBERED = 1024;
const known = new Map<string, boolean>();
/** Nobody calls an argument by a longer name. */
const LONGEST_NAME = 128;
/** Reading a name takes microseconds, and a call can hold a million of them: what is not read counts as a secret. */
const MOST_NAMES = 512;

/** Reads the names of one value. */
export class Names {
  #left = MOST_NAMES;

  readonly isSecret = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    if (name.length > LONGEST_NAME || this.#left === 0) return true;
    this.#left -= 1;
    const found = ALSO.test(name) || namesSecret(name);
    if (known.size >= REMEMBERED) known.clear();
    known.set(name, found);
    return found;
  };
}

// INVARIANT: the value was read from a message, whose depth is bounded.

/** Whether any member of a value, at any depth, is named like a secret. */
export function namesSecrets(value: unknown, names = new Names()): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((one) => namesSecrets(one, names));
  for (const name in value) {
    if (names.isSecret(name) || namesSecrets((value as Record<string, unknown>)[name], names)) return true;
  }
  return false;
}

/** The value without what stands under such names; its shape stays. */
export function withoutNamedSecrets(value: unknown, isSecret = false, names = new Names()): unknown {
  if (typeof value === 'string' || typeof value === 'number')
    return isSecret && value !== '' ? redaction : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutNamedSecrets(one, isSecret, names));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      withoutNamedSecrets(one, isSecret || names.isSecret(name), names),
    ]),
  );
}
