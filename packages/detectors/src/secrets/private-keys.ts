// Finds private keys in their text formats: PEM, OpenSSH, PGP, PuTTY, DER in base64, JWK, and raw curve keys next to
// a word that names them.

import type { PatternDetector } from '../detector.js';
import { isFiller } from './values/placeholder.js';

const BODY = 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU'.repeat(2);
const armour = (label: string, body = BODY) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;

/** The constant first characters of DER keys in base64, in lower case. */
const BARE: Readonly<Record<string, string>> = {
  ibadanbgkqhkig9w0baqefaasc: 'MII[A-Z][A-Za-z0-9+/]{2}IBADANBgkqhkiG9w0BAQEFAASC',
  ibaakc: 'MII[A-Z][A-Za-z0-9+/]{2}IBAAKC[A-Z][A-Za-z0-9+/]E',
  mhccaqeei: 'MHcCAQEEI',
  mighageambmgbyqgsm49: 'MIGHAgEAMBMGByqGSM49',
  mc4caqawbqydk2vwbcie: 'MC4CAQAwBQYDK2VwBCIE',
};

export const privateKeys: readonly PatternDetector[] = [
  {
    name: 'private-key',
    kind: 'secrets',
    severity: 'critical',
    literals: ['-----begin'],
    literalOffset: 0,
    // The body ends at the next five dashes, so that a file that consists of headers is read only once.
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
        `if (pem.indexOf("-----BEGIN PRIVATE KEY-----") !== 0)\n  throw new TypeError('"pkcs8" must be a PKCS#8 formatted string');`,
        armour('PRIVATE KEY', 'x'.repeat(80)),
      ],
    },
  },
  {
    name: 'private-key-end',
    kind: 'secrets',
    severity: 'critical',
    literals: ['private key-----', 'private key block-----'],
    // Matches the last lines of a file, as `tail` prints them.
    pattern:
      /(?:(?<![A-Za-z0-9+/=])[A-Za-z0-9+/=]{20,76}(?:\r?\n|\\n)){1,60}-----END[A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----/g,
    accept: ([text]) => isKeyBody(text),
    samples: {
      hit: [`${BODY}\n${BODY}\n-----END PRIVATE KEY-----`, `${BODY}\r\n-----END RSA PRIVATE KEY-----\r\n`],
      miss: [
        '-----END PRIVATE KEY-----',
        `${BODY}\n-----END CERTIFICATE-----`,
        'a\n-----END PRIVATE KEY-----',
      ],
    },
  },
  {
    name: 'ssh2-private-key',
    kind: 'secrets',
    severity: 'critical',
    literals: ['---- begin ssh2 encrypted private key'],
    literalOffset: 0,
    pattern: /---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----(?:[^-]|-(?!---))*(?:---- END)?/g,
    accept: ([text]) => isKeyBody(text.replaceAll(/---- [A-Z0-9 ]{3,40}(?: ----)?/g, '')),
    samples: {
      hit: [
        `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "x"\n${BODY}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
      ],
      miss: [
        '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ---- is its first line',
        `---- BEGIN SSH2 PUBLIC KEY ----\n${BODY}`,
      ],
    },
  },
  {
    name: 'private-key-bytes',
    kind: 'secrets',
    severity: 'critical',
    literals: Object.keys(BARE),
    // Matches keys without header and footer: the start of the DER encoding of RSA, EC and Ed25519 keys.
    pattern: new RegExp(
      `(?<![A-Za-z0-9+/])(?:${Object.values(BARE).join('|')})[A-Za-z0-9+/]{24,8192}={0,2}`,
      'g',
    ),
    accept: (match, text) =>
      !/-----(?:\s|\\n|\\r){0,4}$/.test(text.slice(Math.max(0, match.index - 16), match.index)),
    samples: {
      hit: [
        `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${BODY}${BODY}`,
        `"key": "MIIEpAIBAAKCAQEA${BODY}${BODY}"`,
        `MHcCAQEEI${BODY}oAoGCCqGSM49AwEHoUQDQgAE`,
        `MC4CAQAwBQYDK2VwBCIEI${BODY.slice(0, 43)}`,
      ],
      miss: [
        `MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa${BODY}`,
        `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA${BODY}`,
        'MIIEpAIBAAKCAQEA is how such a key begins',
      ],
    },
  },
  {
    name: 'private-jwk',
    kind: 'secrets',
    severity: 'critical',
    literals: ['"kty"'],
    literalOffset: 0,
    pattern:
      /"kty"\s{0,4}:\s{0,4}"(?:RSA|EC|OKP|oct)"[^{}]{0,3000}?"(?:d|k)"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{20,1400})"/g,
    group: 1,
    accept: ([, key = '']) => !isFiller(key),
    samples: {
      hit: [
        `{"kty":"EC","crv":"P-256","x":"${BODY.slice(0, 43)}","y":"${BODY.slice(3, 46)}","d":"${BODY.slice(5, 48)}"}`,
        `{ "kty": "oct", "k": "${BODY.slice(0, 43)}", "alg": "HS256" }`,
      ],
      miss: [
        `{"kty":"EC","crv":"P-256","x":"${BODY.slice(0, 43)}","y":"${BODY.slice(3, 46)}"}`,
        `{"kty":"RSA","n":"${BODY}","e":"AQAB","kid":"d"}`,
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

/** Tests for a minimum length of base64 after the header. If words follow instead, the text documents the format. */
function isKeyBody(text: string): boolean {
  const body = text.replace(/-----[^-]{0,60}-----/g, '');
  // Code that searches for the header is followed by words.
  if (!/(?=[A-Za-z]{0,40}[0-9+/])[A-Za-z0-9+/=]{20}|[A-Za-z]{30}/.test(body)) return false;
  return body.replace(/[^A-Za-z0-9+/=]/g, '').length >= 40 && !isFiller(body);
}
