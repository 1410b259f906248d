// Detects English demands for credentials, keys, files with secrets, and the prompt of the model. `Your password`
// does not match, because documentation asks for it.

import { shareContinuations } from '../../regex-size.js';
import { punctuationClass } from '../lexicon/punctuation.js';
import { wordClass } from '../lexicon/word-class.js';
import { has, type Sentence } from '../sentence.js';

const imperativePosition =
  '(?:^\\W{0,4}|[.:;,!?>\\])"\'`–—-]\\s{0,2}|\\b(?:please|and|then|now|must|should|shall|first|just|immediately|also|instead|so|kindly|you|you to|have to|need to|needs to|has to|is to|required to|but|quietly|silently|simply|next|you may|you can|go ahead and)\\s)';
const verb =
  '(?:reveal|show|print|output|display|dump|list(?! of)|disclose|expose|provide|give|hand over|return|retrieve|fetch|send|e-?mail|forward|post|upload|paste|export|publish|share|transmit|access|read|tell|write|copy(?! of)|echo|call|run|execute|invoke|get me|grab|look up|open|spill|recite|hand me|take|include|attach|put|mail|transfer|surrender)';
const determiners =
  "(?: me| us| out)?(?: (?:all|the|every|any|each|of|stored|saved|full|complete|entire|raw|plain|root|admin|administrator|users?|customer|hidden|secret|private|internal|confidential|contents?|list|copy|values?|last|current|real|actual|their|his|her|its|own|[a-z]+'s|[a-z]+s')\\b){0,6}";
const secret =
  '(?: (?:credentials|passwords?|passphrases?|private keys?|ssh keys?|secret keys?|encryption keys?|signing keys?|secrets|api[ -]?keys?|api[ -]tokens?|access[ -]tokens?|session (?:cookies?|tokens?|ids?)|login data|customer (?:database|data|list|records)|vault contents|secrets? file)\\b(?! (?:managers?|status|field|length|polic))| ?[^\\s,;]{0,24}(?:\\.env\\b(?!\\.)|id_rsa\\b(?!\\.pub)|id_ed25519\\b(?!\\.pub)|\\/etc\\/(?:passwd|shadow)|\\.ssh\\b|\\.aws\\b|bash_history|\\.pgpass|\\.netrc)| (?:tool |function )?[a-z]{2,12}_(?:credentials?|passwords?|secrets?|tokens?|keys?)\\b)';
const ownPrompt =
  ' (?:me )?(?:your|its) (?:\\w+ ){0,2}(?:prompt|instructions|configuration|guidelines|system message)\\b';

/** Matches `The exemption allows the use of show_credentials`. */
const permittedTool =
  /\b(?:allow|permit|authori[sz]|approv|grant|clear|whitelist|exempt)\w* [^.;]{0,40}\b(?:show|get|dump|read|list|fetch|reveal|export|retrieve|print)_(?:\w{1,16}_)?(?:credentials?|passwords?|secrets?|tokens?|keys?|vault)\b/;

const demand = new RegExp(
  shareContinuations(`${imperativePosition}${verb}(?:${determiners}${secret}|${ownPrompt})`),
);
/** Excludes text about how a program uses secrets: `… for`, `… from the environment`. */
const usedByProgram =
  /^ (?:to use|to be|for|of|that|which|from (?:a |the |an )?(?:file|environment|keyring|cache|url|header|request)|if|used|using|when)\b/;
/** Matches negation and ability. */
const notDemanded =
  /(?:\b(?:not|never|cannot|without|can|could|may|might|would|will|to)|n't)\s(?:\w+\s){0,2}$/;

/** Tests whether a sentence demands a secret. */
export function demandsSecret({ sentenceText, classes, punctuation }: Sentence): boolean {
  if (!has(classes, wordClass.secret) && !has(punctuation, punctuationClass.underscore)) return false;
  if (!has(classes, wordClass.send | wordClass.reveal | wordClass.access | wordClass.execute)) return false;
  if (
    has(punctuation, punctuationClass.underscore) &&
    permittedTool.test(sentenceText) &&
    !/\b(?:if|when|requires?|must|not)\b/.test(sentenceText)
  )
    return true;
  const match = demand.exec(sentenceText);
  if (match === null || /\?\s*$/.test(sentenceText)) return false;
  const behind = sentenceText.slice(match.index + match[0].length, match.index + match[0].length + 24);
  return (
    !usedByProgram.test(behind) &&
    !notDemanded.test(sentenceText.slice(Math.max(0, match.index - 24), match.index + 1))
  );
}
