// The decoders that are triggered by literals. Base64, base32 and hexadecimal have none: `findEncodedRuns` finds them.

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
