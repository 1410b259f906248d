// Addresses of pages. Most are nobody's secret, so this one is no part of the default: an engine is given it by name.

import type { PatternDetector } from '../detector.js';

export const urlDetector: PatternDetector = {
  name: 'url',
  kind: 'personal',
  severity: 'low',
  literals: ['://'],
  // The last character is no punctuation of the sentence around it.
  pattern: /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s"'`<>]*[^\s"'`<>.,;:!?)\]}]/g,
  samples: {
    hit: ['see https://example.org/people/jane?id=7.', 'postgres://db.example.org/x'],
    miss: ['see example.org', 'a://', 'https://...'],
  },
};
