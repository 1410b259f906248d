// URLs of pages. Most are not personal, so this detector is not part of the default set and is selected by name.

import type { PatternDetector } from '../detector.js';

export const urlDetector: PatternDetector = {
  name: 'url',
  kind: 'personal',
  severity: 'low',
  literals: ['://'],
  // The last character is not punctuation of the surrounding sentence.
  pattern: /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s"'`<>]*[^\s"'`<>.,;:!?)\]}]/g,
  samples: {
    hit: ['see https://example.org/people/jane?id=7.', 'postgres://db.example.org/x'],
    miss: ['see example.org', 'a://', 'https://...'],
  },
};
