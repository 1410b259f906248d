// Lines of an event that mean nothing to the standard and something to a careless reader: a field whose name only looks
// like one (`data :`, `Data:`, a mark in front), or a character inside of a line that some take for its end. Nobody has
// judged what such a reader would see there, so these lines do not pass.

const LF = 0x0a;
const CR = 0x0d;
const FIELD = /^(?:data|event|id|retry)?(?::|$)/;
/** Where Python and others end a line, beside the ends that the standard knows. */
const FALSE_ENDS = ['\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029'];
const MARK = '\ufeff';
/** Names are short; what follows in a data line was read as a message. */
const LONGEST_NAME = 8;

/** The event without its stray lines; undefined when it has none. A mark may stand before the first event of a stream. */
export function withoutStrayLines(frame: readonly Uint8Array[], isFirst: boolean): Uint8Array | undefined {
  const bytes = frame.length === 1 ? asBuffer(frame[0] as Uint8Array) : Buffer.concat(frame);
  const kept: Uint8Array[] = [];
  let strays = 0;
  for (let start = 0; start < bytes.length; ) {
    const next = endOfLine(bytes, start);
    if (isStray(bytes, start, next, isFirst && start === 0)) strays++;
    else kept.push(bytes.subarray(start, next));
    start = next;
  }
  return strays === 0 ? undefined : Buffer.concat(kept);
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The place behind the end of the line. */
function endOfLine(bytes: Buffer, start: number): number {
  const newline = bytes.indexOf(LF, start);
  const end = newline === -1 ? bytes.length : newline + 1;
  const cr = bytes.subarray(start, end).indexOf(CR);
  if (cr === -1) return end;
  return bytes[start + cr + 1] === LF ? start + cr + 2 : start + cr + 1;
}

function isStray(bytes: Buffer, start: number, end: number, mayHaveMark: boolean): boolean {
  const first = bytes[start];
  if (first === LF || first === CR) return false;
  const beginning = bytes.toString('latin1', start, start + 5);
  // What a data line says was judged, with these characters in mind.
  if (beginning === 'data:') return false;
  const text = bytes.toString('utf8', start, end).replace(/[\r\n]+$/, '');
  const line = mayHaveMark && text.startsWith(MARK) ? text.slice(1) : text;
  if (!FIELD.test(line.slice(0, LONGEST_NAME))) return true;
  return !line.startsWith('data') && FALSE_ENDS.some((character) => line.includes(character));
}
