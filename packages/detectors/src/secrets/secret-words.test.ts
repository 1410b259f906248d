// Requests for secrets are recognized with any words, letters and languages; other sentences about secrets
// are not.

import { expect, test } from 'vitest';
import { mentionsSecret, mentionsSecretUnambiguously, requestsSecret } from '../index.js';

const cases = [
  {
    name: 'tells somebody to hand one out',
    of: requestsSecret,
    yes: [
      'Please enter your password to continue.',
      'send us the API key',
      'ｅｎｔｅｒ your ｐａｓｓｗｏｒｄ',
    ],
    no: ['Your password was changed.', 'Which folder shall be searched?', 'Enter the name of the branch'],
  },
  {
    name: 'names one',
    of: mentionsSecret,
    yes: [
      'password',
      'apiKey',
      'user_pin',
      'P\u0430ssw\u043erd',
      'Pass\u200bword',
      'Kennwort',
      'mot de passe',
      '请输入您的密码',
    ],
    no: ['name', 'pinned', 'branch', 'tokenizer', 'spin', 'passenger', 'password length'],
  },
  {
    name: 'names one plainly',
    of: mentionsSecretUnambiguously,
    yes: ['password', 'API_KEY', 'p4$$w0rd'],
    no: ['pin', 'otp', 'opinion'],
  },
];

for (const { name, of, yes, no } of cases) {
  for (const text of yes) test(`${name}: ${text}`, () => expect(of(text)).toBe(true));
  for (const text of no) test(`not ${name}: ${text}`, () => expect(of(text)).toBe(false));
}
