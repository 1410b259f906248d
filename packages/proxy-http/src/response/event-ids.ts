// Replaces the event ids from the upstream, so that a client cannot resume the stream of another client.

const LF = 0x0a;
const CR = 0x0d;
const LINE = /^(\ufeff|\xef\xbb\xbf)?id:( ?)([^\r\n]+)/;

/** Returns the event with its ids replaced. Ids are read as bytes, because `Last-Event-ID` returns them as bytes. */
export function replaceEventIds(
  frame: readonly Uint8Array[],
  replace: (id: string) => string,
): readonly Uint8Array[] {
  const bytes = Buffer.concat(frame);
  const lines: string[] = [];
  let isChanged = false;
  for (let start = 0; start < bytes.length; ) {
    const end = endOfLine(bytes, start);
    const line = bytes.toString('latin1', start, end);
    const changed = line.replace(LINE, (_, mark = '', space, id) => `${mark}id:${space}${replace(id)}`);
    isChanged ||= changed !== line;
    lines.push(changed);
    start = end;
  }
  return isChanged ? [Buffer.from(lines.join(''), 'latin1')] : frame;
}

/** Returns the offset after the line, which ends with LF, CR or CRLF. */
function endOfLine(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === LF) return at + 1;
    if (bytes[at] === CR) return bytes[at + 1] === LF ? at + 2 : at + 1;
  }
  return bytes.length;
}
