// Finds URLs of web pages. Most of them are not personal data, so this detector is not part of the default set and
// has to be selected by name.

import type { PatternDetector } from '../detector.js';

export const urlDetector: PatternDetector = {
  name: 'url',
  kind: 'personal',
  severity: 'low',
  literals: ['://'],
  // The last character of a match must not be the punctuation of the surrounding sentence.
  pattern: /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s"'`<>]*[^\s"'`<>.,;:!?)\]}]/g,
  samples: {
    hit: ['see https://example.org/people/jane?id=7.', 'postgres://db.example.org/x'],
    miss: ['see example.org', 'a://', 'https://...'],
  },
};
