// Finds the action that a sentence in a language other than English demands, based on combinations of words.

import { isSecurityAdvice, limitsAssistant } from '../audience-advice.js';
import { isNoteToModel } from '../cues/note-to-model.js';
import { actionVerbs, wordClass } from '../lexicon/word-class.js';
import type { Word } from '../lexicon/word-trie.js';
import { findAddresses, has, type Sentence } from '../sentence.js';
import type { Action } from './action.js';
import { weighDictation } from './dictated-answer-other-languages.js';

/** Matches an account or telephone number. */
const accountNumber = /\d[\d -]{8}/;

const secretPaths = /~\/\.|\.env\b|id_rsa|\/etc\/(?:passwd|shadow)/;

const shellCommand = /\b(?:curl|wget) |\| ?(?:ba|z)?sh\b|\brm -rf|\bpowershell\b/;

const systemPrompt =
  /system-?prompt|invite systeme|prompt (?:systeme|del sistema|do sistema|di sistema|systemow)|системн\S* промпт|系统提示|系統提示|システムプロンプト|시스템 프롬프트|موجه النظام|सिस्टम प्रॉम्प्ट|sistem istem|systeemprompt/;

/** Matches `can be done`, which is an ability and not an instruction. */
const ability = /수 있[습다어]|ことができ|できます/;

export function findOtherLanguageAction(sentence: Sentence): Action {
  const { classes, sentenceText } = sentence;
  const weight =
    ability.test(sentenceText) || isSecurityAdvice(sentence) || limitsAssistant(sentence)
      ? 0
      : weigh(sentence);
  return {
    weight,
    sequence: has(classes, wordClass.sequence) ? 1 : 0,
    asksForPrompt: weight >= 3 && has(classes, wordClass.secondPerson) && systemPrompt.test(sentenceText),
    isDevelopmentTask: true,
  };
}

/** Tests for `your instructions`, in either word order. */
const namesOwnInstructions = ({ words, classes }: Sentence): boolean =>
  has(classes, wordClass.instructions) &&
  words.some(
    (instruction) =>
      has(instruction.classes, wordClass.instructions) &&
      words.some(
        (you) =>
          has(you.classes, wordClass.secondPerson) &&
          Math.abs(instruction.start - you.end) <= 12 &&
          instruction !== you,
      ),
  );

/** Tests for a verb that is not part of a secret: `提示` means `show`, but `系统提示` is a system prompt. */
const hasVerb = (words: readonly Word[], wanted: number): boolean =>
  words.some(
    (verb) =>
      has(verb.classes, wanted) &&
      !words.some(
        ({ classes, start, end }) =>
          has(classes, wordClass.secret) &&
          start <= verb.start &&
          end >= verb.end &&
          end - start > verb.end - verb.start,
      ),
  );

function weigh(sentence: Sentence): number {
  const { classes, words, sentenceText } = sentence;
  const isSentOut =
    has(classes, wordClass.destination) ||
    findAddresses(sentence).length > 0 ||
    accountNumber.test(sentenceText);
  const isBroad = isSentOut || has(classes, wordClass.quantifier);
  const sends =
    has(classes, wordClass.send | wordClass.reveal) && hasVerb(words, wordClass.send | wordClass.reveal);
  const modifies =
    has(classes, wordClass.modify) &&
    has(classes, wordClass.resource | wordClass.privateData | wordClass.secret);
  return Math.max(
    weighDictation(sentenceText),
    // Whatever a text demands of the model that reads it, is an instruction to the model.
    has(classes, wordClass.certainModel) &&
      (has(classes, wordClass.reading) || isNoteToModel(sentence)) &&
      has(classes, actionVerbs | wordClass.disclose)
      ? 2
      : 0,
    sends && has(classes, wordClass.secret) ? (isSentOut ? 4 : 3) : 0,
    has(classes, wordClass.execute | wordClass.access) && shellCommand.test(sentenceText) ? 3 : 0,
    (sends || has(classes, wordClass.access | wordClass.execute)) && secretPaths.test(sentenceText) ? 3 : 0,
    (sends && has(classes, wordClass.privateData)) || modifies ? (isBroad ? 3 : 2) : 0,
    has(classes, wordClass.access) && has(classes, wordClass.secret) ? 2 : 0,
    has(classes, wordClass.execute) && has(classes, wordClass.resource) ? 2 : 0,
    hasVerb(words, wordClass.reveal) && namesOwnInstructions(sentence) ? 3 : 0,
    has(classes, wordClass.send) && has(classes, wordClass.resource) && isSentOut ? 2 : 0,
  );
}
