// Private keys in their text formats: PEM, OpenSSH, PGP, PuTTY, and raw curve keys next to a word that names them.

import type { PatternDetector } from '../detector.js';
import { isFiller } from './placeholder.js';

const BODY = 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU'.repeat(2);
const armour = (label: string, body = BODY) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;

export const privateKeys: readonly PatternDetector[] = [
  {
    name: 'private-key',
    kind: 'secrets',
    severity: 'critical',
    literals: ['-----begin'],
    literalOffset: 0,
    // The body ends at the next five dashes, so that a file of headers is read once.
    pattern:
      /-----BEGIN[A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----))*(?:-----END[A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----|-----)?/g,
    accept: ([text]) => isKeyBody(text),
    samples: {
      hit: [
        armour('RSA PRIVATE KEY'),
        armour('OPENSSH PRIVATE KEY'),
        armour('PGP PRIVATE KEY BLOCK'),
        armour('PRIVATE KEY').replaceAll('\n', '\\n'),
      ],
      miss: [
        armour('CERTIFICATE'),
        armour('PUBLIC KEY'),
        armour('PRIVATE KEY', 'anything'),
        armour('PRIVATE KEY', 'x'.repeat(80)),
      ],
    },
  },
  {
    name: 'putty-key',
    kind: 'secrets',
    severity: 'critical',
    literals: ['putty-user-key-file'],
    literalOffset: 0,
    pattern:
      /PuTTY-User-Key-File-[0-9]:[^\n]{0,80}\n(?:[^\n]{0,200}\n){1,60}?Private-Lines:[^\n]{0,12}\n(?:[A-Za-z0-9+/=]{1,80}\n?){1,60}/g,
    samples: {
      hit: [
        `PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: me\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 1\n${BODY}\n`,
      ],
      miss: ['a file that starts with PuTTY-User-Key-File-2 is a key'],
    },
  },
  {
    name: 'curve-private-key',
    kind: 'secrets',
    severity: 'high',
    literals: ['private', 'wallet', 'mnemonic', 'secp256k1', 'signer'],
    pattern: /(?<![A-Za-z0-9])0x[a-fA-F0-9]{64}(?![A-Za-z0-9])/g,
    samples: {
      hit: [
        `my private key 0x${'4c9e1b7a52d84f03'.repeat(4)}`,
        `0x${'4c9e1b7a52d84f03'.repeat(4)} opens the wallet`,
      ],
      miss: [`transaction 0x${'4c9e1b7a52d84f03'.repeat(4)}`, 'private wallet 0x4c9e'],
    },
  },
];

/** Enough base64 after the header; a word in its place is documentation of the format. */
function isKeyBody(text: string): boolean {
  const body = text.replace(/-----[^-]{0,60}-----/g, '');
  return body.replace(/[^A-Za-z0-9+/=]/g, '').length >= 40 && !isFiller(body);
}
