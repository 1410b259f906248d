// Implements sets of rules as bits, so that one operation determines for all rules whether a value satisfies them.

export type Bitset = Uint32Array;

export function createBitset(size: number): Bitset {
  return new Uint32Array(Math.max(1, Math.ceil(size / 32)));
}

export function addBit(bits: Bitset, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

export function hasBit(bits: Bitset, index: number): boolean {
  return ((bits[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
}

export function bitsetOf(size: number, indexes: Iterable<number>): Bitset {
  const bits = createBitset(size);
  for (const index of indexes) addBit(bits, index);
  return bits;
}

/** Returns the members of a set that are not in the other set. */
export function without(bits: Bitset, other: Bitset): Bitset {
  return bits.map((word, at) => word & ~(other[at] ?? 0));
}

/** Returns the lowest index in the set, which is the first rule in file order, or -1. */
export function firstBit(bits: Bitset): number {
  for (let word = 0; word < bits.length; word += 1) {
    const value = bits[word] ?? 0;
    if (value !== 0) return word * 32 + (31 - Math.clz32(value & -value));
  }
  return -1;
}
