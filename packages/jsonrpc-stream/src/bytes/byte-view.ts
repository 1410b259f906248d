// Creates a view of a range of bytes, without a copy.

/**
 * Returns the bytes from `start` to `end`. `subarray` of a Node buffer would create another Node buffer, which takes
 * longer and makes the JavaScript engine compile code for both types.
 */
export const byteView = (bytes: Uint8Array, start: number, end: number): Uint8Array =>
  new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
