// The decoders with a gate. Base64 and hexadecimal have none and are found by `findRuns`.

import type { Decoder } from './decoder.js';
import { disguiseDecoders } from './disguises.js';
import { spacedDecoder } from './spaced.js';
import { substitutionDecoders } from './substitution.js';

export const decoders: readonly Decoder[] = [...substitutionDecoders, ...disguiseDecoders, spacedDecoder];
