// Finds the action that a sentence demands.

import { isQuestion, type Sentence } from '../sentence.js';
import { findEnglishAction } from './english-action.js';
import { findOtherLanguageAction } from './other-languages.js';

/** An action that a sentence demands. */
export interface Action {
  /** How harmful the action is. 0 means that the sentence demands no action. */
  readonly weight: number;
  /** How clearly the action is demanded before or instead of the current task. */
  readonly sequence: number;
  /** True if the sentence asks for the prompt of the model. */
  readonly asksForPrompt: boolean;
  /** True if the action is ordinary work on a software project. */
  readonly isDevelopmentTask: boolean;
}

const NONE: Action = { weight: 0, sequence: 0, asksForPrompt: false, isDevelopmentTask: false };

export function findAction(sentence: Sentence): Action {
  if (sentence.isOtherLanguage) return findOtherLanguageAction(sentence);
  return isQuestion(sentence) ? NONE : findEnglishAction(sentence);
}
