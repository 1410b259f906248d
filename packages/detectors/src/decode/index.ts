// Lists the decoders that literals activate. Base64, base32 and hexadecimal digits have no literals and are found by
// `findEncodedRuns`.

import { characterCodeDecoder } from './character-codes.js';
import type { Decoder } from './decoder.js';
import { escapeDecoder } from './escapes.js';
import { markupDecoder } from './markup.js';
import { obfuscationDecoders } from './obfuscation.js';
import { spacedLettersDecoder } from './spaced-letters.js';

export const decoders: readonly Decoder[] = [
  escapeDecoder,
  markupDecoder,
  characterCodeDecoder,
  ...obfuscationDecoders,
  spacedLettersDecoder,
];
