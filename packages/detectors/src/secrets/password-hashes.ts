// Finds password hashes in the formats that operating systems and databases store. Such hashes allow offline
// guessing.

import type { PatternDetector } from '../detector.js';
import { isFiller } from './values/placeholder.js';

const BODY = 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT0xW5vB9nC4kJ7';

const formats = [
  [
    'bcrypt-hash',
    '\\$2[abxy]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}',
    ['$2a$', '$2b$', '$2x$', '$2y$'],
    `$2b$12$${BODY.slice(0, 53)}`,
  ],
  [
    'sha-crypt-hash',
    '\\$[56]\\$(?:rounds=[0-9]{4,9}\\$)?[./A-Za-z0-9]{1,16}\\$[./A-Za-z0-9]{43,86}',
    ['$5$', '$6$'],
    `$6$saltsalt$${BODY.slice(0, 50)}`,
  ],
  [
    'yescrypt-hash',
    '\\$y\\$[./A-Za-z0-9]{1,12}\\$[./A-Za-z0-9]{1,64}\\$[./A-Za-z0-9]{43}',
    ['$y$'],
    `$y$j9T$${BODY.slice(0, 22)}$${BODY.slice(0, 43)}`,
  ],
  [
    'md5-crypt-hash',
    '\\$(?:apr1|1)\\$[./A-Za-z0-9]{1,8}\\$[./A-Za-z0-9]{22}',
    ['$apr1$', '$1$'],
    `$apr1$saltsalt$${BODY.slice(0, 22)}`,
  ],
  [
    'argon2-hash',
    '\\$argon2(?:id|i|d)\\$v=[0-9]{2}\\$m=[0-9]{1,9},t=[0-9]{1,4},p=[0-9]{1,4}\\$[A-Za-z0-9+/]{8,64}\\$[A-Za-z0-9+/]{16,128}',
    ['$argon2'],
    `$argon2id$v=19$m=65536,t=3,p=4$${BODY.slice(0, 22)}$${BODY.slice(0, 43)}`,
  ],
  [
    'kerberos-hash',
    '\\$krb5(?:tgs|asrep|pa)\\$[0-9]{2}\\$[^\\s$]{1,120}\\$[A-Fa-f0-9$*/.]{40,200}',
    ['$krb5'],
    `$krb5asrep$23$user@EXAMPLE.ORG$${'4c9e1b7a52d84f03'.repeat(4)}`,
  ],
  [
    'sha-hash',
    '\\{S?SHA(?:256|512)?\\}[A-Za-z0-9+/]{26,120}={0,2}',
    ['{sha', '{ssha'],
    `{SSHA}${BODY.slice(0, 32)}`,
  ],
] as const;

export const passwordHashes: readonly PatternDetector[] = formats.map(([name, source, literals, sample]) => ({
  name,
  kind: 'secrets',
  severity: 'medium',
  literals,
  literalOffset: 0,
  pattern: new RegExp(`(?<![A-Za-z0-9$])${source}`, 'g'),
  accept: ([text]) => !isFiller(text),
  samples: { hit: [`user:${sample}:19000`], miss: [`a hash begins with ${literals[0]}`] },
}));
