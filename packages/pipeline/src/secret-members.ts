// Members of arguments whose name says that their value is a secret: `password`, `apiKey`, `pin`. No detector has to know
// the value; in a record a false alarm costs a word, and a miss puts somebody's password on the disk.

import { namesSecret, redaction } from '@claw/detectors';

/** Names that say so only where arguments are recorded: elsewhere a token may be a word of a text. */
const ALSO = /^(?:x[-_])?(?:token|auth|authorization|bearer|cookie|pw)$/i;

/** Most names come again and again; each is read once. */
const REMEMBERED = 1024;
const known = new Map<string, boolean>();

function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  if (known.size >= REMEMBERED) known.clear();
  const found = ALSO.test(name) || namesSecret(name);
  known.set(name, found);
  return found;
}

// INVARIANT: the value was read from a message, whose depth is bounded.

/** Whether any member of a value, at any depth, is named like a secret. */
export function namesSecrets(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(namesSecrets);
  for (const name in value) {
    if (isSecretName(name) || namesSecrets((value as Record<string, unknown>)[name])) return true;
  }
  return false;
}

/** The value without what stands under such names; its shape stays. */
export function withoutNamedSecrets(value: unknown, isSecret = false): unknown {
  if (typeof value === 'string' || typeof value === 'number')
    return isSecret && value !== '' ? redaction : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutNamedSecrets(one, isSecret));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      withoutNamedSecrets(one, isSecret || isSecretName(name)),
    ]),
  );
}
