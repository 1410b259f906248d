// Whether a question wants a secret from a person: a password, a PIN, a key, the number of a card. A form says so in the
// name of a field, a message in a sentence or in a bare label. What to do about it is the caller's business.

import { fold } from './engine/fold.js';

/** A `label` names one thing (a field, its title), a `message` is prose that may speak of passwords without asking. */
export type QuestionForm = 'label' | 'message';

/** Texts are folded before, so Latin letters carry no accents, and look-alikes are undone. */
const secret =
  'pass(?:word|wort|phrase|wd|code|key)s?|passe\\b|pwd|\\bpins?\\b|secrets?\\b|contrasena|mot de passe|senha|palavra-?passe|parola|haslo|wachtwoord|kennwort|losenord|sifre|parol|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|парол[а-я]{0,3}|пин-?код[а-я]{0,2}|كلمه (?:ال)?(?:مرور|سر)|पासवर्ड|api[ _-]?(?:key|token)s?|(?:access|auth|bearer|refresh|session|personal|security)[ _-]?(?:token|key)s?|private[ _-]?keys?|(?:seed|recovery|mnemonic|backup)[ _-]?(?:phrase|words?|codes?)|credentials?\\b|login (?:data|details)|\\b(?:cvv|cvc|ssn|otp|2fa|mfa|tan)\\b|(?:one|2|two)[ _-]?(?:time|factor|step)[ _-]?(?:code|password)|verification code|(?:credit|debit)[ _-]?card|card number|social security';

const SECRET = new RegExp(secret, 'i');
const ASKS =
  /\b(?:enter|provide|type|give|tell|paste|supply|confirm|submit|share|send|need|needs|require|required|insert|input|fill|repeat|what|which|know|verify|reply|answer|gib|geben|eingeben|introduce|ingresa|ingrese|escribe|saisi\w*|entre[rz]?|inserisci|digite|informe|podaj|voer|geef|gir|введи\w*|укажи\w*)\b|请|請|输入|輸入|入力|教えて|입력|알려|ادخل|दर्ज|बताए/i;
const YOURS =
  /\b(?:your|ihr|ihre|dein|deine|tu|su|votre|ton|tua|vostra|sua|seu|je|jouw|uw|twoje|ваш\w*|твой)\b|您的|你的|あなたの/i;
/** Advice about passwords says what not to do, or that it is done already. */
const ADVICE =
  /\b(?:never|do not|don't|without|nobody|not ask|will not|won't|no need|forgot|reset|changed|expires?|expired|stored|saved|updated|manager)\b/i;

/**
 * Whether a question asks a person for a secret.
 *
 * @example asksForSecret('Password:', 'message') // true
 * @example asksForSecret('Your password was changed.', 'message') // false
 */
export function asksForSecret(text: string, form: QuestionForm): boolean {
  const plain = foldNow(text.slice(0, 4_096));
  if (form === 'label')
    return SECRET.test(plain.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' '));
  return plain.split(/[.!\n。！]+/).some(asks);
}

function asks(sentence: string): boolean {
  const match = SECRET.exec(sentence);
  if (match === null || ADVICE.test(sentence)) return false;
  const before = sentence.slice(0, match.index);
  const behind = sentence.slice(match.index + match[0].length).trim();
  // `Password:`, `your PIN`, `Kennwort?`: nothing but the thing itself is a question, too.
  const isBare = /^[:?：？*_)\]]*$/.test(behind) && before.trim().split(/\s+/).length <= 4;
  return ASKS.test(sentence) || isBare || (YOURS.test(before) && /[?？:：]$/.test(sentence.trim()));
}

function foldNow(text: string): string {
  const steps = fold(text);
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value.text;
  }
}
