// Finds the cues of a sentence in a language other than English, based on combinations of words. The grammar of the
// sentence is not analyzed.

import { isSecurityAdvice, limitsAssistant } from '../audience-advice.js';
import { dictationClass } from '../dictation/dictation-class.js';
import { findDictation } from '../dictation/dictation-lexicon.js';
import { wordClass } from '../lexicon/word-class.js';
import type { Word } from '../lexicon/word-trie.js';
import { has, type Sentence } from '../sentence.js';
import type { Cues } from './cues.js';
import { isNoteToModel } from './note-to-model.js';

const vocativeEnd = /^[^.]{0,12}?[:!：！]|^[^.]{0,3}[,，、]|^[^.,:]{0,24}\s?:|^(?:에게|へ|に)/;

export function findOtherLanguageCues(sentence: Sentence, impersonation: number): Cues {
  const { classes } = sentence;
  const userAgreed = has(classes, wordClass.permission) && has(classes, wordClass.user);
  return {
    override: findOverride(sentence),
    address: Math.max(findAddress(sentence), governsAnswers(sentence) ? 3 : 0),
    concealment: findConcealment(sentence),
    unrestricted: has(classes, wordClass.unrestrictedMode) || userAgreed ? 3 : 0,
    authority: has(classes, wordClass.urgency | wordClass.permission) ? 1 : 0,
    impersonation,
    discussion: 0,
  };
}

/** Tests for demands on all answers of the model: `in every answer`. */
const governsAnswers = ({ sentenceText, classes }: Sentence): boolean =>
  has(
    classes,
    wordClass.replacement | wordClass.secondPerson | wordClass.obligation | wordClass.quantifier,
  ) && has(findDictation(sentenceText), dictationClass.everyAnswer);

const adjacent = 14;

/** Matches the passive voice in Korean and Japanese: `is ignored`. */
const passiveEnding = /^(?:되|됩|된|될|돼|され)/;

function findOverride({ text, classes, words }: Sentence): number {
  const isDismissed = words.some(
    (word) => has(word.classes, wordClass.dismiss) && !passiveEnding.test(text.slice(word.end, word.end + 2)),
  );
  if (isDismissed) {
    if (
      has(classes, wordClass.instructions) &&
      has(classes, wordClass.prior | wordClass.replacement | wordClass.secondPerson | wordClass.user)
    )
      return 4;
    if (has(classes, wordClass.prior)) return 2;
  }
  if (!has(classes, wordClass.instructions) || !has(classes, wordClass.replacement)) return 0;
  const isReplacement = words.some(
    (replacement) =>
      has(replacement.classes, wordClass.replacement) &&
      words.some(
        ({ classes: own, start, end }) =>
          has(own, wordClass.instructions) &&
          ((start >= replacement.end && start - replacement.end <= adjacent) ||
            (start >= replacement.start && end <= replacement.end)),
      ),
  );
  return isReplacement ? 3 : 0;
}

/**
 * Tests whether the obligation applies to the model. `Wenn Sie eine KI einsetzen, müssen Sie` addresses the reader.
 */
const obligesModel = ({ classes, words, sentenceText }: Sentence): boolean =>
  has(classes, wordClass.obligation) &&
  !ability.test(sentenceText) &&
  words.some(
    (obligation) =>
      has(obligation.classes, wordClass.obligation) &&
      !words.some(
        (you) =>
          has(you.classes, wordClass.secondPerson) &&
          you.start > obligation.start &&
          you.start <= obligation.end + 1,
      ),
  );

const ability =
  /\b(?:doit pouvoir|debe poder|deve poter|deve poder|doit avoir|muss lesen konnen|moet kunnen)\b/;

/** Matches `if you are a language model`. */
const ifYouAreModel =
  /\b(?:(?:wenn|falls|sofern) du|jika anda|jika kamu|neu ban la|si tu es|si vous etes|si eres|si usted es|se sei|se voce|se fores|se es um|als je een|als u een|jesli jestes|eger sen)\b|если ты|если вы|якщо ти|如果你是|如果您是|若你是|もしあなたが|あなたが.{0,12}なら|당신이|إذا کنت|اذا کنت|यदि आप|अगर आप|अगर तुम/;

/** Returns the first word for a model, in its longest form. `KI-Verordnung` is excluded. */
function findModel({ words, sentenceText, start }: Sentence): Word | undefined {
  let found: Word | undefined;
  for (const word of words) {
    if (
      !has(word.classes, wordClass.model) ||
      /^-[a-z]/.test(sentenceText.slice(word.end - start, word.end - start + 2))
    )
      continue;
    if (found === undefined || (word.start === found.start && word.end > found.end)) found = word;
  }
  return found;
}

function findAddress(sentence: Sentence): number {
  const { classes, sentenceText, start } = sentence;
  const model = findModel(sentence);
  if (model === undefined) return 0;
  const isAddressed =
    vocativeEnd.test(sentenceText.slice(model.end - start)) ||
    (has(classes, wordClass.certainModel) && ifYouAreModel.test(sentenceText));
  const isInstructed = isAddressed || obligesModel(sentence);
  // If the sentence names a model and mentions reading, it refers to the model that reads this text.
  if (has(classes, wordClass.reading) || isNoteToModel(sentence)) return isInstructed ? 4 : 3;
  // An agent may be a person.
  if (isInstructed) return isAddressed || has(classes, wordClass.certainModel) ? 3 : 2;
  return has(classes, wordClass.certainModel) ? 2 : 0;
}

/** Tests for the behavior of a program: `silently ignores`. */
const isSilentFailure = (words: readonly Word[]): boolean =>
  words.some(
    ({ classes, start, end }) =>
      has(classes, wordClass.secrecy) &&
      words.some(
        (word) =>
          has(word.classes, wordClass.dismiss) &&
          ((word.start >= end && word.start <= end + 2) || (word.end <= start && word.end >= start - 6)),
      ),
  );

/** Matches a prohibition of sending without consent. */
const prohibition =
  /(?:없이|なく|なしに)[^.。]{0,30}(?:지 않|지 마|ません|ないで)|\b(?:assistent|agent|modell|bot|ki)\w* (?:darf|durfen|soll|sollte) (?:keine?n?|nicht|nie)\b|\b(?:assistant|agent|modele|bot|ia) ne (?:doit|peut) (?:pas|jamais)\b|\b(?:asistente|agente|modelo|bot|ia) no (?:debe|puede)\b|\b(?:assistente|agente|modello|modelo|ia) (?:non deve|nao deve)\b|(?:助手|代理|模型)(?:不得|不能|不可)/;

/** Tests whether a word of secrecy is not part of another word: `秘密` is part of `秘密鍵`, which means secret key. */
const hasSecrecy = (words: readonly Word[]): boolean =>
  words.some(
    ({ classes, start, end }) =>
      has(classes, wordClass.secrecy) &&
      !words.some(
        (word) =>
          word.start <= start &&
          word.end >= end &&
          word.end - word.start > end - start &&
          has(word.classes, wordClass.secret),
      ),
  );

function findConcealment(sentence: Sentence): number {
  const { classes, words, sentenceText } = sentence;
  if (has(classes, wordClass.secrecy) && hasSecrecy(words))
    return isSilentFailure(words) ||
      prohibition.test(sentenceText) ||
      isSecurityAdvice(sentence) ||
      limitsAssistant(sentence)
      ? 0
      : 4;
  const isNotDisclosed =
    has(classes, wordClass.negation) && has(classes, wordClass.disclose) && has(classes, wordClass.user);
  // Warnings about passwords use the same words, so sentences about secrets are excluded.
  return isNotDisclosed && !has(classes, wordClass.secret) ? 3 : 0;
}
