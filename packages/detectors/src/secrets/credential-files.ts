// Finds lines of credential files: PostgreSQL logins, keys of wireless networks, seed phrases.

import type { PatternDetector } from '../detector.js';
import { isPlaceholder } from './values/placeholder.js';

const PHRASE = 'orbit canvas ladder velvet puzzle ginger harbor meadow cactus pepper saddle tunnel';

export const credentialFiles: readonly PatternDetector[] = [
  {
    name: 'pgpass',
    kind: 'secrets',
    severity: 'high',
    literals: [':5432:', ':6432:', ':*:*:'],
    pattern: /(?<![^\n])[\w.*/-]{1,80}:(?:\d{4,5}|\*):[\w*-]{1,60}:[\w.*-]{1,60}:([^\s:]{4,100})(?![^\r\n])/g,
    group: 1,
    accept: ([, password = '']) => !isPlaceholder(password) && /\w{3}/.test(password),
    samples: {
      hit: ['db.shop.example:5432:shop:app:q8Zr2LmT0x', '# logins\n*:*:*:backup:correct-horse\n'],
      miss: ['db:5432:shop:app:<password>', 'listening on 127.0.0.1:5432: ready', '0.0.0.0:5432:5432'],
    },
  },
  {
    name: 'wireless-key',
    kind: 'secrets',
    severity: 'high',
    literals: ['psk=', 'psk ='],
    literalOffset: 0,
    pattern: /psk\s?=\s?"?([^"\s][^"\r\n]{7,63})(?=["\r\n]|$)/gi,
    group: 1,
    accept: ({ 1: key = '', index }, text) =>
      !isPlaceholder(key) &&
      !/[(){};]/.test(key) &&
      /ssid|key-?mgmt/i.test(text.slice(Math.max(0, index - 300), index + 300)),
    samples: {
      hit: [
        'network={\n  ssid="office"\n  psk="correct horse"\n}',
        '[wifi-security]\nkey-mgmt=wpa-psk\npsk=q8Zr2LmT0x\n',
      ],
      miss: [
        'ssid = name\npsk = get_psk(config)',
        'psk="a word without a network"',
        'ssid="x"\npsk="your password"',
      ],
    },
  },
  {
    name: 'seed-phrase',
    kind: 'secrets',
    severity: 'critical',
    literals: ['mnemonic', 'seed phrase', 'seed_phrase', 'seedphrase', 'recovery phrase', 'recovery_phrase'],
    literalOffset: 0,
    pattern:
      /(?:mnemonic|(?:seed|recovery)[ _]?phrase)["'`]?\s?(?:[:=]|is)\s{0,3}["'`]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z ])/gi,
    group: 1,
    accept: ([, phrase = '']) => isPhrase(phrase.split(/[ ,]+/)),
    samples: {
      hit: [`mnemonic: ${PHRASE}`, `"seed_phrase": "${PHRASE}"`, `The recovery phrase is ${PHRASE}.`],
      miss: [
        'mnemonic: every good boy does fine and all cows eat the green grass',
        `the seed phrase has twelve words, such as ${PHRASE}`,
        'mnemonic: orbit canvas ladder',
      ],
    },
  },
];

/** Wallets use 12 to 24 words from a list that does not contain the most common words of a sentence. */
const isPhrase = (words: readonly string[]): boolean =>
  words.length % 3 === 0 &&
  new Set(words).size >= 9 &&
  !words.some((word) => /^(?:the|and|for|with|from|your|are|was|not|has|have|which)$/i.test(word));
