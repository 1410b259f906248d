// Reads the matching rows of an index in order and in pieces, so that memory use does not depend on the size of the
// log.

import { open } from 'node:fs/promises';
import { type AuditFilter, canBeWanted, comparedMembers, wantedStrings } from '../query/filter.js';
import { type LogIndex, rowSize } from './index-file.js';
import { openIndex } from './open-index.js';
import type { Span } from './text-filter.js';

/** One row of the index. */
export interface Row {
  readonly index: LogIndex;
  readonly time: number;
  readonly offset: number;
  readonly length: number;
  /** The positions of its names in the strings of the index; see `comparedMembers`. */
  readonly server: number;
  readonly tool: number;
  readonly rule: number;
  readonly decision: number;
  readonly kind: number;
  readonly findings: number;
  /** In microseconds; 0 if the record has none. */
  readonly decideUs: number;
  /** For a reply: the number of the call to which it belongs. */
  readonly callSeq: number;
}

const rowsAtOnce = 16_384;

/** Yields the matching rows in arrays, so that a million rows do not need a million awaits. */
export async function* selectRows(index: LogIndex, filter: AuditFilter): AsyncGenerator<readonly Row[]> {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = filter;
  const wanted = wantedStrings(filter, index.header);
  if (!canBeWanted(wanted)) return;
  const file = await open(index.path, 'r');
  try {
    const bytes = Buffer.alloc(rowsAtOnce * rowSize);
    const { start, spans } = openIndex(index, file.fd, filter.grep);
    for (const { from, count } of piecesOf(spans)) {
      const { bytesRead } = await file.read(bytes, 0, count * rowSize, start + from * rowSize);
      const rows: Row[] = [];
      for (let at = 0; at + rowSize <= bytesRead; at += rowSize) {
        const time = bytes.readDoubleLE(at);
        if (time < since || time >= until || !isWanted(bytes, at, wanted)) continue;
        rows.push(readRow(index, bytes, at));
      }
      if (rows.length > 0) yield rows;
    }
  } finally {
    await file.close();
  }
}

/** Splits ranges of rows into pieces that are read at once. */
function* piecesOf(spans: readonly Span[]): Generator<{ readonly from: number; readonly count: number }> {
  for (const { from, to } of spans)
    for (let first = from; first < to; first += rowsAtOnce)
      yield { from: first, count: Math.min(rowsAtOnce, to - first) };
}

/** Reads the row at an offset of a buffer. */
export const readRow = (index: LogIndex, bytes: Buffer, at: number): Row => ({
  index,
  time: bytes.readDoubleLE(at),
  offset: bytes.readDoubleLE(at + 8),
  length: bytes.readUInt32LE(at + 16),
  server: bytes.readUInt32LE(at + 20),
  tool: bytes.readUInt32LE(at + 24),
  rule: bytes.readUInt32LE(at + 28),
  decision: bytes.readUInt32LE(at + 32),
  kind: bytes.readUInt32LE(at + 36),
  findings: bytes.readUInt32LE(at + 44),
  decideUs: bytes.readUInt32LE(at + 48),
  callSeq: bytes.readUInt32LE(at + 52),
});

const decisionPlace = comparedMembers.indexOf('decision');
const rulePlace = comparedMembers.indexOf('rule');

export function isWanted(bytes: Buffer, at: number, wanted: readonly (Uint8Array | undefined)[]): boolean {
  for (let member = 0; member < wanted.length; member++) {
    const flags = wanted[member];
    if (flags === undefined || flags[bytes.readUInt32LE(at + 20 + member * 4)] === 1) continue;
    // `prompt` also matches records of calls that needed approval, and a rule matches every record that names it.
    if (member !== decisionPlace && member !== rulePlace) return false;
    const other = bytes.readUInt32LE(at + (member === decisionPlace ? 40 : 56));
    if (other === 0 || flags[other] !== 1) return false;
  }
  return true;
}
