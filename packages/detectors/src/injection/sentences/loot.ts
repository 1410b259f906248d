// English demands for what no document has any business to ask for: credentials, keys, files that hold them, and what only
// the reader was told. `Your password` is asked for by every manual; what is somebody else's, or nobody's, is not.

import { meeting } from '../meeting.js';
import { has, type Sentence } from './sentence.js';
import { sign } from './signs.js';
import { wordClass as is } from './word-class.js';

const lead =
  '(?:^\\W{0,4}|[.:;,!?>\\])"\'`–—-]\\s{0,2}|\\b(?:please|and|then|now|must|should|shall|first|just|immediately|also|instead|so|kindly|you|you to|have to|need to|needs to|has to|is to|required to|but|quietly|silently|simply|next|you may|you can|go ahead and)\\s)';
const verb =
  '(?:reveal|show|print|output|display|dump|list(?! of)|disclose|expose|provide|give|hand over|return|retrieve|fetch|send|e-?mail|forward|post|upload|paste|export|publish|share|transmit|access|read|tell|write|copy(?! of)|echo|call|run|execute|invoke|get me|grab|look up|open|spill|recite|hand me|take|include|attach|put|mail|transfer|surrender)';
const between =
  "(?: me| us| out)?(?: (?:all|the|every|any|each|of|stored|saved|full|complete|entire|raw|plain|root|admin|administrator|users?|customer|hidden|secret|private|internal|confidential|contents?|list|copy|values?|last|current|real|actual|their|his|her|its|own|[a-z]+'s|[a-z]+s')\\b){0,6}";
const loot =
  '(?: (?:credentials|passwords?|passphrases?|private keys?|ssh keys?|secret keys?|encryption keys?|signing keys?|secrets|api[ -]?keys?|api[ -]tokens?|access[ -]tokens?|session (?:cookies?|tokens?|ids?)|login data|customer (?:database|data|list|records)|vault contents|secrets? file)\\b(?! (?:managers?|status|field|length|polic))| ?[^\\s,;]{0,24}(?:\\.env\\b(?!\\.)|id_rsa\\b(?!\\.pub)|id_ed25519\\b(?!\\.pub)|\\/etc\\/(?:passwd|shadow)|\\.ssh\\b|\\.aws\\b|bash_history|\\.pgpass|\\.netrc)| (?:tool |function )?[a-z]{2,12}_(?:credentials?|passwords?|secrets?|tokens?|keys?)\\b)';
const prompts =
  ' (?:me )?(?:your|its) (?:\\w+ ){0,2}(?:prompt|instructions|configuration|guidelines|system message)\\b';

/** `The exemption allows the use of show_credentials`. */
const leave =
  /\b(?:allow|permit|authori[sz]|approv|grant|clear|whitelist|exempt)\w* [^.;]{0,40}\b(?:show|get|dump|read|list|fetch|reveal|export|retrieve|print)_(?:\w{1,16}_)?(?:credentials?|passwords?|secrets?|tokens?|keys?|vault)\b/;

const demand = new RegExp(meeting(`${lead}${verb}(?:${between}${loot}|${prompts})`));
/** A program returns them for something, or reads them from somewhere. */
const used =
  /^ (?:to use|to be|for|of|that|which|from (?:a |the |an )?(?:file|environment|keyring|cache|url|header|request)|if|used|using|when)\b/;
/** What must not happen, and what somebody asks about. */
const denied = /(?:\b(?:not|never|cannot|without|can|could|may|might|would|will|to)|n't)\s(?:\w+\s){0,2}$/;

/** Whether it demands what is nobody's business. */
export function isLoot({ said, classes, signs }: Sentence): boolean {
  if (!has(classes, is.secret) && !has(signs, sign.score)) return false;
  if (!has(classes, is.give | is.show | is.take | is.run)) return false;
  if (has(signs, sign.score) && leave.test(said) && !/\b(?:if|when|requires?|must|not)\b/.test(said))
    return true;
  const found = demand.exec(said);
  if (found === null || /\?\s*$/.test(said)) return false;
  const behind = said.slice(found.index + found[0].length, found.index + found[0].length + 24);
  return !used.test(behind) && !denied.test(said.slice(Math.max(0, found.index - 24), found.index + 1));
}
