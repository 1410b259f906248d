// Joins adjacent texts in two ways: all of them together, and each only with the next one, because text directly
// after a secret can make the secret unrecognizable. Findings are mapped back to the separate texts.

import type { Finding } from '@claw/detectors';
import type { StringSpan } from '@claw/jsonrpc-stream';
import type { TextFindings } from './message-texts.js';

/** A joined text, and a function that maps its findings back. */
export interface JoinedText {
  readonly text: string;
  splitFindings(findings: readonly Finding[]): readonly TextFindings[];
}

/** The number of characters that are taken from each of two neighboring texts. */
const REACH = 512;
const LINE_FEED = 0x0a;

/** Concatenates the raw contents of strings. */
export const joinBytes = (bytes: Uint8Array, spans: readonly StringSpan[]): Uint8Array =>
  concatenate(spans.map(({ start, end }) => bytes.subarray(start + 1, end - 1)));

/** Joins the end of each string and the beginning of the next one, with one line for each pair. */
export const pairBytes = (bytes: Uint8Array, spans: readonly StringSpan[]): Uint8Array =>
  concatenate(
    spans.flatMap(({ start, end }, index) => {
      const next = spans[index + 1];
      if (next === undefined) return [];
      const tail = bytes.subarray(Math.max(start + 1, end - 1 - REACH), end - 1);
      const head = bytes.subarray(next.start + 1, Math.min(next.end - 1, next.start + 1 + REACH));
      return [tail, head, NEW_LINE];
    }),
  );

const NEW_LINE = Uint8Array.of(LINE_FEED);

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

export function joinAll(spans: readonly StringSpan[], parts: readonly string[]): JoinedText {
  const pieces = parts.map((text, index) => ({ span: spans[index] as StringSpan, text, from: 0, line: 0 }));
  return toJoinedText(
    parts.join(''),
    pieces.map((piece) => ({ ...piece, length: piece.text.length })),
  );
}

export function joinPairs(spans: readonly StringSpan[], parts: readonly string[]): JoinedText {
  const pieces: Piece[] = [];
  let text = '';
  for (let index = 0; index + 1 < parts.length; index += 1) {
    const [first, second] = [parts[index] as string, parts[index + 1] as string];
    const from = Math.max(0, first.length - REACH);
    const [tail, head] = [first.slice(from), second.slice(0, REACH)];
    text += `${tail}${head}\n`;
    pieces.push({ span: spans[index] as StringSpan, text: first, from, length: tail.length, line: index });
    // The line feed does not belong to a text, and no finding extends over it.
    const own = { span: spans[index + 1] as StringSpan, text: second, from: 0, line: index };
    pieces.push({ ...own, length: head.length }, { ...own, length: 1, line: -1 });
  }
  return toJoinedText(text, pieces);
}

interface Piece {
  readonly span: StringSpan;
  readonly text: string;
  /** The start of the part in its string, and its length. */
  readonly from: number;
  readonly length: number;
  /** The line number; undefined for separators. */
  readonly line: number;
}

function toJoinedText(text: string, pieces: readonly Piece[]): JoinedText {
  const ends: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    length += piece.length;
    ends.push(length);
  }
  return {
    text,
    splitFindings: (findings) => findings.flatMap((finding) => splitFinding(finding, pieces, ends)),
  };
}

/** Splits a finding that spans several texts into one finding for each text. */
function splitFinding(
  finding: Finding,
  pieces: readonly Piece[],
  ends: readonly number[],
): readonly TextFindings[] {
  const first = firstBeyond(ends, finding.start);
  if (finding.end <= (ends[first] ?? 0)) return [];
  const found: TextFindings[] = [];
  for (let index = first; index < pieces.length; index += 1) {
    const { span, text, from, length, line } = pieces[index] as Piece;
    const begin = (ends[index] as number) - length;
    if (begin >= finding.end) break;
    if (line === -1) return [];
    const start = from + Math.max(0, finding.start - begin);
    const end = from + Math.min(length, finding.end - begin);
    if (end > start) found.push({ span, text, findings: [{ ...finding, start, end }] });
  }
  return found;
}

/** Returns the index of the first number in an ascending list that is greater than a value. */
function firstBeyond(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
