// Defines how deeply nested encodings are decoded, and how much decoded text is searched.

import type { TextForm } from './match/text-layer.js';

/** The maximum number of decoding steps from the original text. */
export const deepest = 3;

/**
 * The maximum total length of all layers, as a multiple of the text length, so that nested encodings do not multiply
 * the work.
 */
const maxReadings = 5;

/** The maximum total length of the decoded parts of a text. */
export const decodedAllowance = (length: number): number => maxReadings * length + 65_536;

/** Returns the form of a part that was decoded from a text of the form `outer`. */
export const combineForms = (outer: TextForm, inner: TextForm): TextForm =>
  outer === 'obfuscated' || inner === 'plain' ? outer : inner;
