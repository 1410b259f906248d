// Sentences in other languages than English: which words stand together says enough, their grammar is not looked at.

import type { Deed, Turns } from './facets.js';
import { findWays, has, type Sentence } from './sentence.js';
import { wordClass as is } from './word-class.js';
import type { Word } from './word-tree.js';

const calls = /^[^.]{0,12}?[:!：！]|^[^.]{0,3}[,，、]|^[^.,:]{0,24}\s?:|^(?:에게|へ|に)/;

export function findForeignTurns(sentence: Sentence, frame: number): Turns {
  const { classes } = sentence;
  const agreed = has(classes, is.leave) && has(classes, is.person);
  return {
    override: findOverride(sentence),
    address: findAddress(sentence),
    conceal: findConceal(sentence),
    mode: has(classes, is.mode) || agreed ? 3 : 0,
    claim: has(classes, is.haste | is.leave) ? 1 : 0,
    frame,
    about: 0,
  };
}

const close = 14;

/** In Korean and Japanese: it is ignored, nobody is told to ignore it. */
const happens = /^(?:되|됩|된|될|돼|され)/;

function findOverride({ text, classes, words }: Sentence): number {
  const isAside = words.some(
    (word) => has(word.classes, is.aside) && !happens.test(text.slice(word.end, word.end + 2)),
  );
  if (isAside) {
    if (has(classes, is.orders) && has(classes, is.prior | is.fresh | is.you | is.person)) return 4;
    if (has(classes, is.prior)) return 2;
  }
  if (!has(classes, is.orders) || !has(classes, is.fresh)) return 0;
  const isFresh = words.some(
    (fresh) =>
      has(fresh.classes, is.fresh) &&
      words.some(
        ({ classes: own, start, end }) =>
          has(own, is.orders) &&
          ((start >= fresh.end && start - fresh.end <= close) || (start >= fresh.start && end <= fresh.end)),
      ),
  );
  return isFresh ? 3 : 0;
}

/** `Wenn Sie eine KI einsetzen, müssen Sie`: the duty is not the machine's. */
const isDutyOf = ({ classes, words, said }: Sentence): boolean =>
  has(classes, is.duty) &&
  !able.test(said) &&
  words.some(
    (duty) =>
      has(duty.classes, is.duty) &&
      !words.some((you) => has(you.classes, is.you) && you.start > duty.start && you.start <= duty.end + 1),
  );
const able = /\b(?:doit pouvoir|debe poder|deve poter|deve poder|doit avoir|muss lesen konnen|moet kunnen)\b/;

/** `if you are a language model` */
const supposed =
  /\b(?:(?:wenn|falls|sofern) du|si tu es|si vous etes|si eres|si usted es|se sei|se voce|se fores|se es um|als je een|als u een|jesli jestes|eger sen)\b|если ты|если вы|якщо ти|如果你是|如果您是|若你是|もしあなたが|あなたが.{0,12}なら|당신이|إذا کنت|اذا کنت|यदि आप|अगर आप|अगर तुम/;

/** The first machine, by its longest name; `KI-Verordnung` is none. */
function findMachine({ words, said, start }: Sentence): Word | undefined {
  let found: Word | undefined;
  for (const word of words) {
    if (!has(word.classes, is.machine) || /^-[a-z]/.test(said.slice(word.end - start, word.end - start + 2)))
      continue;
    if (found === undefined || (word.start === found.start && word.end > found.end)) found = word;
  }
  return found;
}

function findAddress(sentence: Sentence): number {
  const { classes, said, start } = sentence;
  const machine = findMachine(sentence);
  if (machine === undefined) return 0;
  const isCalled =
    calls.test(said.slice(machine.end - start)) || (has(classes, is.surelyMachine) && supposed.test(said));
  const isTold = isCalled || isDutyOf(sentence);
  // Who speaks of a machine and of what it reads means the one that reads this.
  if (has(classes, is.reads)) return isTold ? 4 : 3;
  // An agent may be a person.
  if (isTold) return isCalled || has(classes, is.surelyMachine) ? 3 : 2;
  return has(classes, is.surelyMachine) ? 2 : 0;
}

/** A program ignores things in silence: both words stand side by side. */
const isQuietFailure = (words: readonly Word[]): boolean =>
  words.some(
    ({ classes, start, end }) =>
      has(classes, is.secretly) &&
      words.some(
        (word) =>
          has(word.classes, is.aside) &&
          ((word.start >= end && word.start <= end + 2) || (word.end <= start && word.end >= start - 6)),
      ),
  );

/** Nothing is sent without consent. */
const denied =
  /(?:없이|なく|なしに)[^.。]{0,30}(?:지 않|지 마|ません|ないで)|\b(?:assistent|agent|modell|bot|ki)\w* (?:darf|durfen|soll|sollte) (?:keine?n?|nicht|nie)\b|\b(?:assistant|agent|modele|bot|ia) ne (?:doit|peut) (?:pas|jamais)\b|\b(?:asistente|agente|modelo|bot|ia) no (?:debe|puede)\b|\b(?:assistente|agente|modello|modelo|ia) (?:non deve|nao deve)\b|(?:助手|代理|模型)(?:不得|不能|不可)/;

/** `秘密` is part of `秘密鍵`, and nothing is done in secret then. */
const isSecretly = (words: readonly Word[]): boolean =>
  words.some(
    ({ classes, start, end }) =>
      has(classes, is.secretly) &&
      !words.some(
        (word) =>
          word.start <= start &&
          word.end >= end &&
          word.end - word.start > end - start &&
          has(word.classes, is.secret),
      ),
  );

function findConceal({ classes, words, said }: Sentence): number {
  if (has(classes, is.secretly) && isSecretly(words))
    return isQuietFailure(words) || denied.test(said) ? 0 : 4;
  const isUntold = has(classes, is.not) && has(classes, is.tell) && has(classes, is.person);
  // Whoever warns of giving a password away says the same words.
  return isUntold && !has(classes, is.secret) ? 3 : 0;
}

/** The number of an account or a telephone. */
const account = /\d[\d -]{8}/;
const paths = /~\/\.|\.env\b|id_rsa|\/etc\/(?:passwd|shadow)/;
const prompts =
  /system-?prompt|invite systeme|prompt (?:systeme|del sistema|do sistema|di sistema|systemow)|системн\S* промпт|系统提示|系統提示|システムプロンプト|시스템 프롬프트|موجه النظام|सिस्टम प्रॉम्प्ट|sistem istem|systeemprompt/;

/** What can be done, and nobody is told to. */
const possible = /수 있[습다어]|ことができ|できます/;

export function findForeignDeed(sentence: Sentence): Deed {
  const { classes, said } = sentence;
  const deed = possible.test(said) ? 0 : weigh(sentence);
  return {
    deed,
    order: has(classes, is.order) ? 1 : 0,
    isOwn: deed >= 3 && has(classes, is.you) && prompts.test(said),
    isWork: true,
  };
}

/** `your instructions`, in whatever order: what the reader was told. */
const isOwnOrders = ({ words, classes }: Sentence): boolean =>
  has(classes, is.orders) &&
  words.some(
    (order) =>
      has(order.classes, is.orders) &&
      words.some((you) => has(you.classes, is.you) && Math.abs(order.start - you.end) <= 12 && order !== you),
  );

function weigh(sentence: Sentence): number {
  const { classes, said } = sentence;
  const goesOut = has(classes, is.outside) || findWays(sentence).length > 0 || account.test(said);
  const isMuch = goesOut || has(classes, is.all);
  const gives = has(classes, is.give | is.show);
  const acts = has(classes, is.act) && has(classes, is.thing | is.own | is.secret);
  return Math.max(
    gives && has(classes, is.secret) ? (goesOut ? 4 : 3) : 0,
    (gives || has(classes, is.take | is.run)) && paths.test(said) ? 3 : 0,
    (gives && has(classes, is.own)) || acts ? (isMuch ? 3 : 2) : 0,
    has(classes, is.take) && has(classes, is.secret) ? 2 : 0,
    has(classes, is.run) && has(classes, is.thing) ? 2 : 0,
    has(classes, is.show) && isOwnOrders(sentence) ? 3 : 0,
    has(classes, is.give) && has(classes, is.thing) && goesOut ? 2 : 0,
  );
}
