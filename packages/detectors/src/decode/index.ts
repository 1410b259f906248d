// The decoders with a gate. Base64 and hexadecimal have none and are found by `findRuns`.

import type { Decoder } from './decoder.js';
import { disguiseDecoders } from './disguises.js';
import { markupDecoder } from './markup.js';
import { numberCodeDecoder } from './number-codes.js';
import { spacedDecoder } from './spaced.js';
import { substitutionDecoder } from './substitution.js';

export const decoders: readonly Decoder[] = [
  substitutionDecoder,
  markupDecoder,
  numberCodeDecoder,
  ...disguiseDecoders,
  spacedDecoder,
];
