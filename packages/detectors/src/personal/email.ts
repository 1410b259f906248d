// Finds e-mail addresses, starting from each `@` sign.

import type { Finding } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { createRangeFinder } from '../text/range-finder.js';

const LOCAL = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{2,59}|\p{L}{2,24})(?![\p{L}\p{N}_-])/iu;
const FILE = /\.(?:png|jpe?g|gif|svg|webp|js|mjs|tsx?|css|json|html?|git|lock|zip|tgz)$/i;

export const email: FunctionDetector = {
  name: 'email',
  kind: 'personal',
  prefilterPattern: { literals: ['@'], pattern: /[^\s@]@[^\s@]{1,255}\./ },
  find(text, from, to) {
    const findings: Finding[] = [];
    const next = createRangeFinder(text, '@', from, to);
    for (let sign = next(from); sign !== -1; sign = next(sign + 1)) {
      // Most `@` signs in code and prose do not have a name on both sides; this check skips them cheaply.
      if (!isNameUnit(text.charCodeAt(sign + 1)) || !isNameUnit(text.charCodeAt(sign - 1), true)) continue;
      const domain = DOMAIN.exec(text.slice(sign + 1, sign + 256))?.[0];
      if (domain === undefined) continue;
      const start = localStart(text, sign);
      const end = sign + 1 + domain.length;
      if (start === sign || isOther(text, start, sign, end, domain)) continue;
      findings.push({ kind: 'personal', detector: 'email', severity: 'medium', start, end });
    }
    return findings;
  },
  samples: {
    hit: [
      'Contact jane.doe@example.com for access',
      "cc o'brien864@corp.example.co.uk; thanks",
      'user@xn--80ak6aa92e.com',
      '<j_smith+news@mail.example.org>',
    ],
    miss: [
      'npm i @scope/pkg@1.2.3',
      'user@localhost',
      'git@github.com:org/repo.git',
      'price 5@3.20 each',
      'https://user:pass@example.com/',
      'icon@2x.png',
      'my email is info@presidio.',
    ],
  },
};

/** Tests for a letter or digit of any script. Before the `@`, an ASCII punctuation character is accepted as well. */
const isNameUnit = (unit: number, signs = false): boolean =>
  (unit >= 48 && unit <= 57) ||
  ((unit | 32) >= 97 && (unit | 32) <= 122) ||
  unit > 127 ||
  (signs && unit > 32 && unit < 127 && unit !== 64);

/** Unicode patterns are slow, so they are used only for non-ASCII characters. */
const isLocal = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit < 128 ? asciiLocal[unit] === 1 : LOCAL.test(text[at] as string);
};

const asciiLocal = Uint8Array.from({ length: 128 }, (_, unit) =>
  Number(LOCAL.test(String.fromCharCode(unit))),
);

function localStart(text: string, sign: number): number {
  let start = sign;
  while (start > 0 && sign - start < 64 && isLocal(text, start - 1)) start -= 1;
  // Quotes, slashes and assignments before the name belong to the surrounding text.
  const before = text.slice(start, sign);
  const cut = Math.max(before.lastIndexOf('=') + 1, before.lastIndexOf('/') + 1);
  return start + cut + (/^['`.|{*]+/.exec(before.slice(cut))?.[0].length ?? 0);
}

/** Tests whether the text is not an e-mail address but a repository, a package, a file, or the password in a URL. */
function isOther(text: string, start: number, sign: number, end: number, domain: string): boolean {
  if (FILE.test(domain) || /^:(?!\d{1,5}\b|\s|$)/.test(text.slice(end, end + 8))) return true;
  const before = text.slice(Math.max(0, start - 80), sign);
  return /:\/\/[^\s"'<>]*$/.test(before);
}
