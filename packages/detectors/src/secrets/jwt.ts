// Finds JSON Web Tokens, as issued or with an additional base64 encoding.

import type { PatternDetector } from '../detector.js';
import { isFiller } from './values/placeholder.js';

const HEADER = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const CLAIMS = 'eyJzdWIiOiIxMjM0NTY3ODkwIn0';

export const jsonWebTokens: readonly PatternDetector[] = [
  {
    name: 'jwt',
    kind: 'secrets',
    severity: 'high',
    // `eyJ` is `{"` in base64. It occurs at the start of the header and again after the first dot.
    literals: ['eyj'],
    literalOffset: 0,
    pattern:
      /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_/+-]{10,}={0,2}(?:\.[A-Za-z0-9_/+-]{0,}={0,2})?/g,
    accept: ([text]) => !isFiller(text),
    samples: {
      hit: [`${HEADER}.${CLAIMS}.q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU`, `token=${HEADER}.${CLAIMS}`],
      miss: ['a token is eyJ….eyJ….signature', `${HEADER}`],
    },
  },
  {
    name: 'jwt-unreadable',
    kind: 'secrets',
    severity: 'medium',
    literals: ['ey'],
    literalOffset: 0,
    followed: { kind: 'token', least: 36 },
    pattern:
      /(?<![A-Za-z0-9_-])ey(?=[A-Za-z]{0,17}[0-9])[A-Za-z0-9]{17,}\.ey[A-Za-z0-9_/\\-]{17,}\.(?:[A-Za-z0-9_/\\-]{10,}={0,2})?/g,
    accept: ([text]) => !isFiller(text) && !text.includes('.eyJ'),
    samples: {
      hit: ['eyDfq8Zr2LmT0xW5vB9nC.ey4q8Zr2LmT0xW5vB9nC4k.q8Zr2LmT0xW5vB9nC4'],
      miss: ['keyboard.eyes.are', 'eyesight.eyebrow.eyelid'],
    },
  },
  {
    name: 'jwt-in-base64',
    kind: 'secrets',
    severity: 'high',
    literals: ['zxlk'],
    literalOffset: 0,
    pattern: /(?<![A-Za-z0-9+/])ZXlK[A-Za-z0-9+/_\r\n-]{46,}={0,2}/g,
    samples: {
      hit: [`ZXlKaGJHY2lPaU${'q8Zr2LmT0xW5'.repeat(4)}`],
      miss: ['ZXlKaGJHY2lPaU', 'ZXlK is how it begins'],
    },
  },
];
