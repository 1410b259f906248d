// A part of some bytes, without a copy.

/**
 * Bytes from `start` up to `end`. `subarray` of one of Node's buffers would make another such buffer: that costs more, and code
 * that sees two kinds of bytes is compiled for both.
 */
export const byteView = (bytes: Uint8Array, start: number, end: number): Uint8Array =>
  new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
