// Every other reading of a layer, one at a time.

import type { HiddenRun } from '../engine/hidden-runs.js';
import type { Layer, Reading } from '../engine/layer.js';
import type { Windows } from '../engine/windows.js';
import type { Decoded, Decoder } from './decoder.js';
import { decodeHiddenBlanks } from './hidden-blanks.js';
import { decoders } from './index.js';
import { Joined } from './joined.js';
import { decodeRun, findRuns } from './runs.js';

const slice = 65_536;

/** The readings, and in between the units of work done since the last time. */
export function* decodeAll(
  layer: Layer,
  hits: ReadonlyMap<number, Windows>,
): Generator<number | (Decoded & { readonly reading: Reading })> {
  yield* joined('encoded', decodeRuns(layer.text));
  for (const [index, decoder] of decoders.entries()) {
    const windows = hits.get(index);
    if (windows === undefined || (layer.reading === 'disguised' && decoder.reading === 'disguised')) continue;
    yield* joined(decoder.reading, decodeWindows(decoder, layer.text, windows));
  }
}

/** The readings of a text in which something that shows nothing stands between words. */
export const decodeHidden = (text: string, hidden: readonly HiddenRun[]) =>
  joined('disguised', decodeHiddenBlanks(text, hidden));

function* decodeRuns(text: string): Generator<number | Decoded> {
  let done = 0;
  for (let from = 0; from < text.length; from += slice) {
    for (const run of findRuns(text, Math.max(from, done), Math.min(text.length, from + slice))) {
      done = run.next;
      const decoded = decodeRun(text, run);
      if (decoded !== undefined) yield decoded;
      yield (run.end - run.start) >> 1;
    }
    yield slice >> 3;
  }
}

function* decodeWindows(decoder: Decoder, text: string, windows: Windows): Generator<number | Decoded> {
  for (const { start, end, hits } of windows.pieces()) {
    if (hits < decoder.enough) {
      yield 16;
      continue;
    }
    const decoded = decoder.decode(text, start, end);
    // A name with one underscore opens a decoder, too, and then there is nothing that has not been read already.
    if (decoded !== undefined && decoded.text !== text.slice(start, end)) yield decoded;
    yield end - start;
  }
}

/** Short readings are put together until there is enough for a text that is worth reading. */
function* joined(
  reading: Reading,
  parts: Iterable<number | Decoded>,
): Generator<number | (Decoded & { readonly reading: Reading })> {
  const collected = new Joined();
  for (const part of parts) {
    if (typeof part === 'number') yield part;
    else if (collected.length > 0 && collected.length + part.text.length > slice)
      yield { ...collected.take(part), reading };
    else collected.add(part);
  }
  if (collected.length > 0) yield { ...collected.take(), reading };
}
