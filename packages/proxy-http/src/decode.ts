// Takes the content encoding off an answer. We ask for none; an upstream that encodes all the same is decoded, and
// what was decoded is what goes on, so that nobody can decode it differently afterwards.

import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

type Decoders = Readonly<Record<string, (() => Transform) | undefined>>;

const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };

const decoders: Decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  // Newer versions of Node only.
  zstd: createZstdDecompress,
};

/** A decoder for one encoding; undefined for more than one and for those that we cannot read. */
export const decoderFor = (encodings: readonly string[]): Transform | undefined =>
  encodings.length === 1 ? decoders[encodings[0] as string]?.() : undefined;
