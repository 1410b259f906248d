import { expect, test } from 'vitest';
import { findSecretField } from './secret-fields.js';

const form = (properties: object, message = 'Details, please') => ({
  message,
  requestedSchema: { type: 'object', properties },
});
const text = { type: 'string' };
const field = (extra: object) => form({ x: { ...text, ...extra } });

const refused: Readonly<Record<string, object>> = {
  'a message without a verb': form({ x: text }, 'Password:'),
  'a message that is one word': form({ x: text }, 'PIN'),
  'a number named pin': form({ pin: { type: 'integer' } }),
  'PIN in a title': field({ title: 'Your PIN' }),
  'a pin in snake case': form({ card_pin: text }),
  'a one-time code': field({ title: 'One-time code' }),
  'a verification code': field({ description: 'The verification code that we sent you' }),
  'a card number': field({ title: 'Card number' }),
  'Cyrillic letters in a Latin word': field({ title: 'Раssword' }),
  'a word of nothing but look-alikes': field({ title: 'раѕѕсоԁе' }),
  'mathematical letters': field({ title: '𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝' }),
  'letters in circles': field({ title: 'ⓟⓐⓢⓢⓦⓞⓡⓓ' }),
  'accents over every letter': field({ title: 'p\u0301a\u0301s\u0301s\u0301w\u0301o\u0301r\u0301d\u0301' }),
  'figures for letters': field({ title: 'P4$$w0rd' }),
  'spaces between the letters': field({ title: 'p a s s w o r d' }),
  'a hyphen': field({ title: 'Pass-word' }),
  'one word in lower case': form({ clientsecret: text }),
  'a word around it': form({ mypasswordfield: text }),
  'camel case': form({ dbPassword: text }),
  'the format': field({ format: 'password' }),
  'the format in capitals': field({ format: 'PASSWORD' }),
  'what is only written': field({ writeOnly: true }),
  'the default': field({ default: 'your password here' }),
  'an example': field({ examples: ['my password'] }),
  'a member that nobody knows': field({ placeholder: 'Password' }),
  'the choices of another field': form({ a: { enum: ['Password, please:'] }, b: text }),
  'the title of a choice of another field': form({
    a: { oneOf: [{ const: 1, title: 'Now your password' }] },
    b: text,
  }),
  'the title of the form': {
    message: 'Hi',
    requestedSchema: { title: 'Password', type: 'object', properties: { x: text } },
  },
  'a field inside a field': form({ a: { type: 'object', properties: { password: text } } }),
  'a field inside an alternative': {
    message: 'Hi',
    requestedSchema: { anyOf: [{ properties: { password: text } }] },
  },
  'a form that is one text': { message: 'Password', requestedSchema: { type: 'string' } },
  'a choice that is none': form({ password: { ...text, enum: [] } }),
  'a field of several types': form({ password: { type: ['boolean', 'string'] } }),
  'behind a long text': form({ x: text }, `${'Welcome back. '.repeat(2000)} Password?`),
  'more text than anybody reads': form({ x: text }, 'x'.repeat(70_000)),
  'more fields than a form has': form(
    Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, {}])),
  ),
  'a message with a verb and nothing to fill in': form({}, 'Please type your password into the chat'),
  'a code of an authenticator in the message': form(
    { x: text },
    'Enter the 6-digit code from your authenticator app',
  ),
  'a code of an authenticator': field({ title: 'Code shown in your authenticator' }),
  'the file of a key in the message': form({ x: text }, 'Paste the contents of ~/.ssh/id_rsa'),
  'the file of a key': field({ title: 'Contents of id_ed25519' }),
  'a session cookie': form({ x: text }, 'Paste your session cookie'),
  'a phrase to sign in': field({ title: 'Your sign-in phrase' }),
  'a code to reset a password': field({ title: 'Password reset code' }),
  'a secret and its name': field({ title: 'Name of the API key', description: 'and the API key' }),
  German: field({ title: 'Ihr Kennwort' }),
  French: field({ title: 'Mot de passe' }),
  Portuguese: field({ title: 'Sua senha' }),
  Dutch: field({ title: 'Wachtwoord' }),
  Swedish: field({ title: 'Lösenord' }),
  Finnish: field({ title: 'Salasana' }),
  Polish: field({ title: 'Hasło' }),
  Czech: field({ title: 'Heslo' }),
  Hungarian: field({ title: 'Jelszó' }),
  Turkish: field({ title: 'Şifreniz' }),
  Romanian: field({ title: 'Parolă' }),
  Ukrainian: field({ title: 'Введіть пароль' }),
  Greek: field({ title: 'Κωδικός πρόσβασης' }),
  Arabic: field({ title: 'كلمة المرور' }),
  Hebrew: field({ title: 'סיסמה' }),
  Persian: field({ title: 'رمز عبور' }),
  Hindi: field({ title: 'अपना पासवर्ड दर्ज करें' }),
  Thai: field({ title: 'รหัสผ่าน' }),
  Vietnamese: field({ title: 'Mật khẩu' }),
  Indonesian: field({ title: 'Kata sandi' }),
  Japanese: field({ title: 'パスワード' }),
  'half-width Japanese': field({ title: 'ﾊﾟｽﾜｰﾄﾞ' }),
  Korean: field({ title: '비밀번호' }),
  'traditional Chinese': field({ title: '密碼' }),
};

const innocent: Readonly<Record<string, object>> = {
  'a city': field({ title: 'City' }),
  'a passenger and a passport office': form({
    passenger: text,
    office: { ...text, title: 'Passport office' },
  }),
  'a number of tokens': form({ max_tokens: { type: 'integer', description: 'how many tokens to use' } }),
  'a secretary': field({ title: 'Name of the secretary' }),
  'a note that is pinned': form({ title: text, pin: { type: 'boolean', title: 'Pin to the top' } }),
  'pinning in words': field({ title: 'Spinning wheel' }),
  'a yes to a reset': form({ sure: { type: 'boolean' } }, 'Your password will be reset. Continue?'),
  'a choice of topics': form({ topic: { enum: ['Billing', 'Password'] } }, 'What is it about?'),
  'nothing to fill in': form({}, 'Your session has expired'),
  'how long a password is to be': form({ length: { type: 'integer', title: 'Password length' } }),
  'the name of a secret': form({ secret_name: { ...text, title: 'Secret name' } }),
  'a postal code': field({ title: 'Postal PIN code' }),
  'the name of a key': form(
    { name: { ...text, title: 'Name of the API key' } },
    'Enter the name of the API key',
  ),
  'the address for a reset': form({
    email: { ...text, format: 'email', title: 'Your email for the password reset' },
  }),
  'a game': form({ group: { ...text, title: 'Secret Santa group name' } }),
  'an error code': field({ title: 'Error code shown on the phone' }),
  'a keyboard': field({ title: 'Key of C, or another key' }),
  'a keyword': field({ title: 'Keywords' }),
  'an Opel': field({ title: 'Optional notes' }),
};

for (const [name, params] of Object.entries(refused))
  test(`asks for a secret: ${name}`, () => expect(findSecretField({ ...params })).toBeTypeOf('string'));
for (const [name, params] of Object.entries(innocent))
  test(`does not ask for a secret: ${name}`, () => expect(findSecretField({ ...params })).toBeUndefined());
