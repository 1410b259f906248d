// A view of a range of bytes, without a copy.

/**
 * Bytes from `start` to `end`. `subarray` of a Node buffer would create another Node buffer, which costs more
 * and makes the engine compile code for both types.
 */
export const byteView = (bytes: Uint8Array, start: number, end: number): Uint8Array =>
  new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
