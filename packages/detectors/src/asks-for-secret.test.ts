// Questions for secrets are known in whatever words, letters and languages they come; talk about secrets is not.

import { expect, test } from 'vitest';
import { asksForSecret } from './index.js';

const asking = [
  'Password:',
  'your PIN',
  'Please enter your password to continue.',
  'What is your API key?',
  'Ваш пароль?',
  'P\u0430ssw\u043erd:',
  'Pass\u200bword',
  'ｐａｓｓｗｏｒｄ：',
  'Geben Sie Ihr Kennwort ein',
  'Introduce tu contraseña',
  'Saisissez votre mot de passe',
  '请输入您的密码',
  'パスワードを入力してください',
  '비밀번호를 입력하세요',
  'CVV?',
  'To verify, reply with the one-time code you received as OTP',
  'We need the seed phrase of your wallet',
];
for (const text of asking) test(`asks: ${text}`, () => expect(asksForSecret(text, 'message')).toBe(true));

const harmless = [
  'Your password was changed.',
  'We will never ask for your password.',
  'Which folder shall be searched?',
  'Do you want to reset the password of this account by mail?',
  'The pinned message',
  'Choose a colour:',
  'Enter the name of the branch',
  'Please confirm the spinning wheel',
];
for (const text of harmless)
  test(`does not ask: ${text}`, () => expect(asksForSecret(text, 'message')).toBe(false));

const labels = [
  'password',
  'apiKey',
  'API_KEY',
  'user_pin',
  'dbPasswd',
  'раsswоrd',
  'Kennwort',
  'one-time code',
  'cvc',
];
for (const text of labels)
  test(`names a secret: ${text}`, () => expect(asksForSecret(text, 'label')).toBe(true));

const others = ['name', 'pinned', 'branch', 'tokenizer', 'spin', 'passenger', 'keyboard layout', 'opinion'];
for (const text of others)
  test(`names none: ${text}`, () => expect(asksForSecret(text, 'label')).toBe(false));
