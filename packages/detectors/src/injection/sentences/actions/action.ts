// The action that a sentence demands.

import { isQuestion, type Sentence } from '../sentence.js';
import { findEnglishAction } from './english-action.js';
import { findOtherLanguageAction } from './other-languages.js';

/** An action that a sentence demands. */
export interface Action {
  /** How harmful it is; 0 means no action. */
  readonly weight: number;
  /** How clearly it precedes or replaces the current task. */
  readonly sequence: number;
  /** True if it asks for the model's own prompt. */
  readonly asksForPrompt: boolean;
  /** True if it is ordinary work on a software project. */
  readonly isDevelopmentTask: boolean;
}

const NONE: Action = { weight: 0, sequence: 0, asksForPrompt: false, isDevelopmentTask: false };

/** The action that a sentence demands. */
export function findAction(sentence: Sentence): Action {
  if (sentence.isOtherLanguage) return findOtherLanguageAction(sentence);
  return isQuestion(sentence) ? NONE : findEnglishAction(sentence);
}
