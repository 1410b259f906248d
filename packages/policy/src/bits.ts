// Sets of rules as bits: "which rules does this value satisfy" for all rules at once, however many there are.

export type Bits = Uint32Array;

export function createBits(size: number): Bits {
  return new Uint32Array(Math.max(1, Math.ceil(size / 32)));
}

export function addBit(bits: Bits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

export function hasBit(bits: Bits, index: number): boolean {
  return ((bits[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
}

export function bitsOf(size: number, indexes: Iterable<number>): Bits {
  const bits = createBits(size);
  for (const index of indexes) addBit(bits, index);
  return bits;
}

/** The lowest index in the set, or -1: the first rule in file order. */
export function firstBit(bits: Bits): number {
  for (let word = 0; word < bits.length; word += 1) {
    const value = bits[word] ?? 0;
    if (value !== 0) return word * 32 + (31 - Math.clz32(value & -value));
  }
  return -1;
}
