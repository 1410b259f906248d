// Applies all decoders to a layer and returns the decoded texts one by one.

import type { CandidateWindows } from '../engine/literals/candidate-windows.js';
import type { TextForm, TextLayer } from '../engine/match/text-layer.js';
import type { InvisibleRun } from '../engine/normalize/invisible-runs.js';
import { decodeEncodedRun, findEncodedRuns } from './base-encodings.js';
import { DecodedBatch } from './batch.js';
import type { Decoded, Decoder } from './decoder.js';
import { decoders } from './index.js';
import { decodeInvisibleSeparators } from './invisible-separators.js';

const slice = 65_536;

/**
 * Yields the decoded texts and, in between, the amount of work done since the previous yield. Set `mayHaveRuns`
 * to false if the text certainly has no runs of base64, base32 or hexadecimal digits.
 */
export function* decodeAll(
  layer: Pick<TextLayer, 'text' | 'form'>,
  hits: ReadonlyMap<number, CandidateWindows | undefined>,
  mayHaveRuns = true,
): Generator<number | (Decoded & { readonly reading: TextForm })> {
  if (mayHaveRuns) yield* batched('encoded', decodeRuns(layer.text));
  for (const [index, decoder] of decoders.entries()) {
    const windows = hits.get(index);
    if (windows === undefined || (layer.form === 'obfuscated' && decoder.form === 'obfuscated')) continue;
    yield* batched(decoder.form, decodeWindows(decoder, layer.text, windows));
  }
}

/** Decodes a text with invisible characters between words. */
export const decodeInvisible = (text: string, hidden: readonly InvisibleRun[]) =>
  batched('obfuscated', decodeInvisibleSeparators(text, hidden));

function* decodeRuns(text: string): Generator<number | Decoded> {
  let done = 0;
  for (let from = 0; from < text.length; from += slice) {
    for (const run of findEncodedRuns(text, Math.max(from, done), Math.min(text.length, from + slice))) {
      done = run.next;
      const decoded = decodeEncodedRun(text, run);
      if (decoded !== undefined) yield decoded;
      yield (run.end - run.start) >> 1;
    }
    yield slice >> 3;
  }
}

function* decodeWindows(
  decoder: Decoder,
  text: string,
  windows: CandidateWindows,
): Generator<number | Decoded> {
  for (const { start, end, hits } of windows.pieces()) {
    if (hits < decoder.minimumHits) {
      yield 16;
      continue;
    }
    const decoded = decoder.decode(text, start, end);
    // A name with one underscore activates a decoder as well, but decoding does not change it.
    if (decoded !== undefined && decoded.text !== text.slice(start, end)) yield decoded;
    yield end - start;
  }
}

/** Joins short decoded texts into batches. */
function* batched(
  reading: TextForm,
  parts: Iterable<number | Decoded>,
): Generator<number | (Decoded & { readonly reading: TextForm })> {
  const batch = new DecodedBatch();
  for (const part of parts) {
    if (typeof part === 'number') yield part;
    else if (batch.length > 0 && batch.length + part.text.length > slice)
      yield { ...batch.take(part), reading };
    else batch.add(part);
  }
  if (batch.length > 0) yield { ...batch.take(), reading };
}
