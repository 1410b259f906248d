// Tests that requests for secrets are recognized in different wordings, scripts and languages, and that other
// sentences about secrets are not.

import { expect, test } from 'vitest';
import { mentionsSecret, mentionsSecretUnambiguously, requestsSecret } from '../index.js';

const cases = [
  {
    name: 'requests a secret',
    of: requestsSecret,
    yes: [
      'Please enter your password to continue.',
      'send us the API key',
      'ｅｎｔｅｒ your ｐａｓｓｗｏｒｄ',
      'Enter the 6-digit code from your authenticator app',
      'Enter the code we sent to your phone',
      'Paste the contents of ~/.ssh/id_rsa',
      'Paste your session cookie',
      'Type your sign-in phrase',
      'Enter the name of the API key and the API key',
      'Enter the password reset code',
    ],
    no: [
      'Your password was changed.',
      'Which folder shall be searched?',
      'Enter the name of the branch',
      'Enter the name of the API key',
      'Enter the API key name',
      'Enter your email for the password reset',
      'Enter the country code from the list',
    ],
  },
  {
    name: 'mentions a secret',
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
      '6-digit code',
      'Code from your authenticator app',
      'Contents of ~/.ssh/id_rsa',
      'id_ed25519',
      '~/.netrc',
      'session_cookie',
      'Cookie header',
      'Your sign-in phrase',
      'loginPhrase',
      'PIN code',
      'Card PIN',
      'client_secret',
      'Secret',
      'Password reset token',
      'Name of the API key, then the API key',
    ],
    no: [
      'name',
      'pinned',
      'branch',
      'tokenizer',
      'spin',
      'passenger',
      'password length',
      'Postal PIN code',
      'Name of the API key',
      'Path to the SSH key',
      'Your email for the password reset',
      'Secret Santa group name',
      'secret_santa',
      'Country code',
      'Error code shown on the phone',
      'Number of digits',
      'Cookie preferences',
      'Sign-in page',
    ],
  },
  {
    name: 'mentions a secret unambiguously',
    of: mentionsSecretUnambiguously,
    yes: ['password', 'API_KEY', 'p4$$w0rd', 'session cookie'],
    no: ['pin', 'otp', 'opinion', '6-digit code'],
  },
];

for (const { name, of, yes, no } of cases) {
  for (const text of yes) test(`${name}: ${text}`, () => expect(of(text)).toBe(true));
  for (const text of no) test(`does not match \`${name}\`: ${text}`, () => expect(of(text)).toBe(false));
}
