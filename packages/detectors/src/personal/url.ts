// Addresses of pages. Most are nobody's secret, so this one is asked for by name and is no part of the default.

import type { Finding } from '../detector.js';
import type { Scanner } from '../scanner.js';

const URL_REST = /^[^\s"'`<>]{1,2048}/;

export const url: Scanner = {
  name: 'url',
  kind: 'personal',
  find(text) {
    const findings: Finding[] = [];
    for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
      const start =
        at - (/[a-z][a-z0-9+.-]{1,30}$/i.exec(text.slice(Math.max(0, at - 31), at))?.[0].length ?? 0);
      const rest = URL_REST.exec(text.slice(at + 3, at + 2051))?.[0].replace(/[.,;:!?)\]}]{1,8}$/, '') ?? '';
      if (start === at || rest === '') continue;
      findings.push({ kind: 'personal', detector: 'url', severity: 'low', start, end: at + 3 + rest.length });
    }
    return findings;
  },
  samples: { hit: ['see https://example.org/people/jane?id=7.'], miss: ['see example.org', 'a://'] },
};
