// How deep and how much nested encodings are decoded.

import type { TextForm } from './match/text-layer.js';

/** The maximum number of decoding steps from the original text. */
export const deepest = 3;

/** Nested encodings must not multiply the work: the total length of all layers is limited to this factor. */
const mostReadings = 5;

/** The maximum total length of the decoded parts of a text. */
export const decodedAllowance = (length: number): number => mostReadings * length + 65_536;

/** The form of a part that was decoded from a text of the form `outer`. */
export const combineForms = (outer: TextForm, inner: TextForm): TextForm =>
  outer === 'obfuscated' || inner === 'plain' ? outer : inner;
