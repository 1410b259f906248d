// Recognizes frequent protocol names by their bytes, so that no string is created for keys such as `params` or
// methods such as `tools/call`.

import { BACKSLASH } from '../bytes/ascii.js';
import { knownKeys } from '../message/protocol-keys.js';
import { knownMethodParams } from '../message/protocol-methods.js';
import { decodeStringToken } from './utf8.js';

/** The seed is a 32-bit integer like all other hashes, so that the hash of an empty name compares equal. */
const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

function hashOfText(text: string): number {
  let hash = SEED;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash;
}

/**
 * Returns a hash of the value of a string token (including quotes). Equal values have equal hashes, because escapes
 * are decoded first.
 */
export function hashToken(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED;
  for (let i = start + 1; i < end - 1; i++) {
    const byte = bytes[i] as number;
    if (byte === BACKSLASH || byte >= 0x80) return hashOfText(decodeStringToken(bytes, start, end));
    hash = Math.imul(hash ^ byte, PRIME);
  }
  return hash;
}

/** Created for the first message, while the server is still starting. */
let known: ReadonlyMap<number, string> | undefined;

const knownNames = (): ReadonlyMap<number, string> => {
  known ??= new Map(
    [...knownKeys, ...knownMethodParams.keys(), '2.0'].map((name) => [hashOfText(name), name]),
  );
  return known;
};

function spells(bytes: Uint8Array, start: number, end: number, name: string): boolean {
  if (end - start - 2 !== name.length) return false;
  for (let i = 0; i < name.length; i++) if (bytes[start + 1 + i] !== name.charCodeAt(i)) return false;
  return true;
}

/** Returns the value of a string token whose hash is known. */
export function decodeName(bytes: Uint8Array, start: number, end: number, hash: number): string {
  const name = knownNames().get(hash);
  if (name !== undefined && spells(bytes, start, end, name)) return name;
  return decodeStringToken(bytes, start, end);
}
