// Tests for notes that name a model as their recipient, in languages other than English: `Hinweis an die KI:`.

import { wordClass } from '../lexicon/word-class.js';
import { has, type Sentence } from '../sentence.js';

/** Matches `note to`, up to the name of the recipient. The text is normalized. */
const noteTo =
  /\b(?:hinweis|nachricht|anweisung|notiz|message|note|consigne|instruction|nota|mensaje|instruccion|mensagem|instrucao|istruzione|messaggio|bericht|opmerking|instructie|instrukcja|wiadomosc|catatan|pesan|luu y)\s(?:an|fur|aux?|a|al|alla|ai|agli|per|para|pour|voor|aan|dla|do|untuk|kepada|cho)\b[^.:]{0,40}:|(?:сообщение|примечание|инструкция|заметка|повідомлення|примітка|інструкція)\s(?:для|к)?\s?[^.:]{0,40}:|(?:ملاحظه|تنبیه|رساله|الی) ?(?:الی |ل)?[^.:]{0,40}:|\bai[^\s:,]{0,8}(?:へ|에게)\s?[:,、]/;

/** Tests whether the sentence is a note to a model. */
export const isNoteToModel = ({ classes, sentenceText }: Sentence): boolean =>
  has(classes, wordClass.certainModel) && noteTo.test(sentenceText);
