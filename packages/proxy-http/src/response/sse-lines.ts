// Removes lines that the event-stream standard ignores but a tolerant parser would accept: a misspelled field name
// (`data :`, `Data:`, a preceding byte order mark) or a non-standard line separator. The text that such a parser
// would read was not inspected.

const LF = 0x0a;
const CR = 0x0d;
const FIELD = /^(?:data|event|id|retry)?(?::|$)/;
/** Line separators of Python and other languages that are not in the standard. */
const LINE_SEPARATORS = ['\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029'];
const BYTE_ORDER_MARK = '\ufeff';
/** The maximum length of a field name; only this much of a line is examined. */
const MAX_FIELD_NAME = 8;

/**
 * Returns the event without invalid lines, or undefined if all lines are valid. Only the first event may begin with a
 * byte order mark.
 */
export function removeInvalidSseLines(
  frame: readonly Uint8Array[],
  isFirst: boolean,
): Uint8Array | undefined {
  const bytes = frame.length === 1 ? asBuffer(frame[0] as Uint8Array) : Buffer.concat(frame);
  const kept: Uint8Array[] = [];
  let invalidLines = 0;
  for (let start = 0; start < bytes.length; ) {
    const next = endOfLine(bytes, start);
    if (isInvalidLine(bytes, start, next, isFirst && start === 0)) invalidLines++;
    else kept.push(bytes.subarray(start, next));
    start = next;
  }
  return invalidLines === 0 ? undefined : Buffer.concat(kept);
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns the offset after the end of the line. */
function endOfLine(bytes: Buffer, start: number): number {
  const newline = bytes.indexOf(LF, start);
  const end = newline === -1 ? bytes.length : newline + 1;
  const cr = bytes.subarray(start, end).indexOf(CR);
  if (cr === -1) return end;
  return bytes[start + cr + 1] === LF ? start + cr + 2 : start + cr + 1;
}

function isInvalidLine(bytes: Buffer, start: number, end: number, mayHaveMark: boolean): boolean {
  const first = bytes[start];
  if (first === LF || first === CR) return false;
  const beginning = bytes.toString('latin1', start, start + 5);
  // Data lines were inspected with these characters.
  if (beginning === 'data:') return false;
  const text = bytes.toString('utf8', start, end).replace(/[\r\n]+$/, '');
  const line = mayHaveMark && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  if (!FIELD.test(line.slice(0, MAX_FIELD_NAME))) return true;
  return !line.startsWith('data') && LINE_SEPARATORS.some((character) => line.includes(character));
}
