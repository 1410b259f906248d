// Decodes encoded response bodies. The proxy requests unencoded bodies; if the upstream encodes a body anyway, the
// decoded body is forwarded, so that the client reads what was inspected.

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
  // This function exists only in newer versions of Node.
  zstd: createZstdDecompress,
};

/** Creates a decoder for a single supported encoding, otherwise returns undefined. */
export const createDecoder = (encodings: readonly string[]): Transform | undefined =>
  encodings.length === 1 ? decoders[encodings[0] as string]?.() : undefined;
