// Recognizes words for secrets in many languages, as forms use them. Look-alikes, accents and invisible characters
// are normalized in the words and in the text.

import { normalizedVariants } from '../text/normalized-variants.js';

const words = [
  'pwd',
  '(?:api|private|secret|access|encryption|signing|ssh)[ _-]?keys?',
  '(?:api|access|auth|authentication|bearer|refresh|session|personal|security|secret)[ _-]?tokens?',
  'credentials?',
  '(?:seed|recovery|mnemonic|backup)[ _-]?(?:phrases?|words?|codes?)',
  '(?:one[ _-]?time|verification|security|authentication|authenticator|2fa|two[ _-]?factor|sms|login|reset|unlock)[ _-]?(?:codes?|pins?)',
  '(?<!(?:error|country|area|status|product) )codes? (?:from|in|on|shown|displayed|generated|sent|we sent|you received)[^.!?]{0,30} (?:authenticat(?:or|ion)|sms|text message|phone|mobile|inbox)',
  '(?:sign|log)[ _-]?(?:in|on)[ _-]?(?:phrases?|words?|codes?|keys?|details)',
  '(?:session|auth|authentication|login|browser)[ _-]?cookies?',
  'cookies? (?:headers?|values?|strings?)',
  'pass[ _-]?keys?',
  '(?:memorable|wallet|unlock)[ _-]?(?:phrases?|words?|information)',
  // Files that contain keys and passwords
  'id[ _-]?(?:rsa|dsa|ecdsa|ed25519)',
  '(?:credit|debit|bank|payment)[ _-]?cards?',
  'card[ _-]?number',
  'social[ _-]?security',
  // Germanic languages
  'geheimzahl',
  'geheimnummer',
  'zugangsdaten',
  'toegangscode',
  'lösenord',
  'adgangskode',
  'kodeord',
  'passord',
  'lykilorð',
  // Romance languages
  'mots? de passe',
  'mdp',
  'code (?:secret|confidentiel)',
  'cl[ée] (?:api|priv[ée]e|secr[èe]te)',
  'contraseñas?',
  'contrasenya',
  'contrasinal',
  'clave (?:api|privada|secreta|de acceso)',
  'senhas?',
  'palavra[ -]passe',
  'chave (?:api|privada|secreta)',
  "parola d'ordine",
  'chiave (?:api|privata|segreta)',
  'parol[ăa]',
  // Slavic and Baltic languages
  'hasł[oa]',
  'hesl[oa]',
  'lozink[aeu]',
  'geslo',
  'slaptažod\\p{L}*',
  'парол\\p{L}*',
  'лозинк\\p{L}*',
  // Other languages in Latin letters
  'salasana',
  'jelszó',
  'parool',
  'şifre(?:niz|n|si)?',
  'pasahitz\\p{L}*',
  'cyfrinair',
  'pasfhocal',
  'mật khẩu',
  'kata[ -](?:sandi|laluan)',
  'nenosiri',
  // Other scripts
  'κωδικ\\p{L}* πρόσβασης',
  'συνθηματικ\\p{L}*',
  'σύνθημα',
  'პაროლ\\p{L}*',
  'գաղտնաբառ',
];

/** Words that are so long that they are unambiguous anywhere, and words in scripts without spaces. */
const anywhere = [
  'pass[ _-]?(?:word|phrase|code|wd)',
  'passwort',
  'kennwort',
  'wachtwoord',
  // `secret_santa` is a game.
  'secrets?(?!\\p{L}|[ _-](?:santa|sauce|ingredient|garden|admirer))',
  '[~./\\\\](?:netrc|pgpass|npmrc|pypirc)(?!\\p{L})',
  'apikey',
  'accesstoken',
  'privatekey',
  'كلمة (?:المرور|السر)',
  'الرقم السري',
  'رمز عبور',
  'کلمه عبور',
  'گذرواژه',
  'סיסמ',
  'पासवर्ड',
  'कूटशब्द',
  'পাসওয়ার্ড',
  'கடவுச்சொல்',
  'รหัสผ่าน',
  '密码',
  '密碼',
  '口令',
  '验证码',
  '驗證碼',
  'パスワード',
  'パスコード',
  'パスフレーズ',
  '暗証番号',
  '비밀번호',
  '패스워드',
  '암호',
  '인증번호',
];

/** Short words that have other meanings as well, such as `pin`. */
const short = [
  // In some countries, the postal code is called PIN code.
  '(?<!(?:postal|post|zip|area)[ _-]?)pin(?:[ _-]?(?:codes?|numbers?))?',
  '(?:otp|totp|cvv2?|cvc2?|ssn|2fa|mfa)(?:[ _-]?(?:codes?|numbers?))?',
  '(?:[4-8]|four|five|six|seven|eight)[ _-]?digit (?:codes?|pins?)',
];

/** Excludes text about a secret that does not ask for it: its name, its length, the page for resetting it. */
const ABOUT =
  '(?!s?[ _-]?(?:names?|labels?|lengths?|polic(?:y|ies)|expir\\p{L}*|strength|rotation|managers?|counts?|limits?|resets?(?![ _-]?(?:codes?|tokens?|keys?|pins?)))(?!\\p{L}))';
const ABOUT_BEFORE =
  '(?<!(?:(?:names?|labels?|titles?) (?:of|for)|(?:paths?|location) (?:of|to)) (?:(?:the|your|this|an?|new) ){0,2})';

const folded = (list: readonly string[]): string => list.map((word) => normalizedVariants(word)[0]).join('|');
const whole = (list: readonly string[]): string => `(?<![\\p{L}\\p{N}])(?:${folded(list)})(?!\\p{L})`;

const LONG_WORDS = `(?:${whole(words)}|${folded(anywhere)})`;
const ANY_WORDS = `(?:${whole([...words, ...short])}|${folded(anywhere)})`;
const LONG = new RegExp(`${ABOUT_BEFORE}${LONG_WORDS}${ABOUT}`, 'iu');
const ANY = new RegExp(`${ABOUT_BEFORE}${ANY_WORDS}${ABOUT}`, 'iu');
const ASKED_FOR = new RegExp(
  `(?:enter|provide|type|give|tell|paste|supply|confirm|submit|share|send)(?:[^.!?]|[.!?](?=\\S)){0,60}${ABOUT_BEFORE}${ANY_WORDS}${ABOUT}`,
  'iu',
);

/** Tests whether a text mentions a secret that a user could type. */
export const mentionsSecret = (text: string): boolean => isIn(ANY, text);

/** Tests whether a text mentions such a secret, without considering ambiguous short words. */
export const mentionsSecretUnambiguously = (text: string): boolean => isIn(LONG, text);

/** Tests whether a text asks for a secret. */
export const requestsSecret = (text: string): boolean => isIn(ASKED_FOR, text);

/** The maximum length of a text. Longer texts are ignored, because users do not read them. */
const LONGEST = 65_536;

const isIn = (pattern: RegExp, text: string): boolean =>
  text.length > LONGEST || readings(text).some((one) => pattern.test(one));

function readings(text: string): readonly string[] {
  return normalizedVariants(text.normalize('NFKC')).flatMap((read) => {
    // `apiKey` consists of two words, `p a s s w o r d` is one word, and `p4$$w0rd` means `password`.
    const spaced = read.replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, '$1 ').replaceAll('_', ' ');
    const joined = spaced.replace(/(?<=(?<![\p{L}\p{N}])\p{L})[ .*-]{1,2}(?=\p{L}(?![\p{L}\p{N}]))/gu, '');
    const spelt = joined.replace(/[\p{L}\p{N}@$!]+/gu, unleet);
    return [...new Set([read, spaced, joined, spelt])];
  });
}

const LEET: Readonly<Record<string, string>> = {
  '4': 'a',
  '@': 'a',
  '0': 'o',
  $: 's',
  '5': 's',
  '3': 'e',
  '1': 'i',
  '!': 'i',
};

/** Replaces digits and symbols in words that otherwise consist of letters. `2fa` and years are not changed. */
const unleet = (word: string): string =>
  /\p{L}.*\p{L}.*\p{L}/u.test(word) ? word.replace(/[4@0$531!]/g, (sign) => LEET[sign] ?? sign) : word;
