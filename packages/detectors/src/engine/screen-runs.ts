// Whether a stretch holds a run of letters and digits that is long enough to be base64 or hexadecimal.

/** Not longer than the shortest run that the decoder takes. */
const length = 24;

const alphabet = new Uint8Array(256);
for (const unit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  alphabet[unit.charCodeAt(0)] = 1;

/** Looks at one byte in each 24 or so: a run cannot hide between two looks. */
export function hasRun(bytes: Uint8Array, start: number, end: number): boolean {
  const letters = alphabet;
  let from = start;
  for (;;) {
    let probe = from + length - 1;
    if (probe >= end) return false;
    while (probe >= from && letters[bytes[probe] as number] === 1) probe -= 1;
    if (probe < from) return true;
    from = probe + 1;
  }
}
