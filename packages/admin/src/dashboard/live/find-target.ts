// Finds the most informative argument of a call, for lists that have one line for each call.

const maxTarget = 160;

/** Argument names that servers use for the target of a call. */
const informative = /(?:^|_)(?:path|paths|file|uri|url|host|command|cmd|query|sql|to)$/i;

/** Returns a path, a URL, a command, or else the first text; undefined if there is none. Arguments are untrusted. */
export function findTarget(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  let first: string | undefined;
  for (const [name, value] of Object.entries(input)) {
    const text = textOf(value);
    if (text === undefined) continue;
    if (informative.test(name)) return text;
    first ??= text;
  }
  return first;
}

function textOf(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' && one !== '' ? one.slice(0, maxTarget) : undefined;
}
