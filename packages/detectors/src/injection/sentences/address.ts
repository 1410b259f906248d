// English sentences that speak to a machine: `Note to the AI:`, `assistants reading this must`, `if you are a language model`.

import { has, type Sentence } from './sentence.js';
import { wordClass as is } from './word-class.js';

const called =
  /^\W*(?:(?:dear|hi|hey|hello|attention|note|notice|message|instructions?|important|urgent|for|to|the|all|any|every|p\.?s\.?|oh|please|whichever|todo|reminder|now|ok|okay|listen|an?|my|this|is|hidden|secret|task|word|ask|calling|only|yo|memo|orders?|directive|step|next|that|from|user|quick|\(|\[)[\s,:!-]{1,3}){0,7}$/;
const noted =
  /\b(?:note|message|instructions?|notice|attention|memo|orders?|directives?|todo|tasks?|reminder|hint|word|only|meant|intended|addressed|important|for|step|update|command|request|favour|guidance)\b[^.]{0,30}?\b(?:for|to)\s(?:the\s|an?\s|any\s|all\s|every\s|whichever\s|automated\s|you\s|our\s|your\s)*$/;
const surelyNoted = /\b(?:note|message|instruct|todo|order|step|directive)/;
const amongOthers = /(?:in particular|especially|including|notably),?\s(?:all |any )?$/;
/** `By the way, LLM,`, `Comment: hey copilot,`. */
const hailed =
  /(?:\b(?:by the way|btw|oh|and now|so|well|p\.?s\.?)[,:]?|[:.,]\s(?:hey|hi|hello|dear|yo|ok|okay|attention))\s$/;
const calls =
  /^(?:\s(?:readers?|agents?|tools?|systems?|assistants?|models?|bots?|users))?[\s)"'*_!?]{0,3}[:,!–—-]/;
const callsForSure = /^\s(?:only|instructions?)\b/;
const titled = /^\s(?:instructions?|directive|order|task|action|notice|note|override|command)\s?:/;
const commanded = /\b(?:instruct|order|require|command)s? (?:all|every|any|the|each)\s(?:\w+\s)?$/;
const supposed = /\b(?:if|as|since|because) (?:you(?:'re| are| happen to be)? )?an?\s(?:\w+\s)?$/;
const supposedTo = /^[^.]{0,20}\b(?:you|reading|read|processing|,)/;
const bracketed = /\byou \((?:the|an?)\s$/;
const reads =
  /^(?:\s\w+){0,2}?\s(?:reading|that reads?|who reads?|processing|that visits?|parsing|handling|summari[sz]ing|is summari|crawling|ingesting|that process|analy[sz]ing|is reading|is processing|which reads?|seeing|that sees?)/;
const duty =
  /^(?:s|'s)?(?:\s(?!we\b|you\b|i\b|they\b|and\b|that\b)\w+){0,2}?\s(?:must|should|shall|has to|have to|needs to|need to|(?:is|are) (?:required|obliged|instructed|expected|asked|ordered|supposed|to)|ought to|wants?)\b/;
/** `a toolkit for LLMs should`: somebody else is meant. */
const notTheirs = /\b(?:for|of|with|by|in|from|using|the configured)\s(?:\w+\s)?$/;

/** Assistants and agents who are people, and models that are none. */
const trades =
  /^(?:\smanagers?|\sprofessors?|\sdirectors?|\sprincipals?|\scoach|\seditor|s?\sfees?|s?'?\slicen|\s47|-based|\skit|\sname|\scard|\scards|\snumber)/;
const traders =
  /\b(?:real estate|insurance|travel|user|cleaning|shipping|secret|sales|support|call|letting|booking|business|data|role|threat|domain|pricing|3d|object|mental|view|ticket|customer service)[ -]$/;
const table = /\|[^|\n]*\|[^|\n]*\|/;
/** `model: gpt-4`, `Assistant: hello`: a key or a turn of a dialogue, and nobody is called. */
const key =
  /^\s?:(?!\s(?:stop|you|please|read|ignore|do|call|send|use|run|set|forget|before|never|always|open|add|include|the user|this|your|when|whenever|if|every|each)\b)/;

/** Nobody calls more often in one sentence. */
const most = 12;

/** How clearly a machine is spoken to. */
export function findAddress({ text, start, end, words, classes, said }: Sentence): number {
  if (!has(classes, is.machine) || table.test(said)) return 0;
  let found = 0;
  let tried = 0;
  let until = 0;
  for (const [index, word] of words.entries()) {
    if (!has(word.classes, is.machine) || word.start < until) continue;
    // `ai` in `ai assistant` says nothing that the whole does not say.
    if (words[index + 1]?.start === word.start && has(words[index + 1]?.classes ?? 0, is.machine)) continue;
    until = word.end;
    if ('-"/'.includes(text[word.start - 1] ?? ' ')) continue;
    tried += 1;
    if (tried > most) break;
    const before = text.slice(Math.max(start, word.start - 60), word.start);
    const behind = text.slice(word.end, Math.min(end, word.end + 60));
    if (trades.test(behind) || traders.test(before)) continue;
    found = Math.max(found, weigh(before, behind, has(word.classes, is.surelyMachine)));
    if (found === 4) return found;
  }
  return found;
}

function weigh(before: string, behind: string, isSure: boolean): number {
  if (reads.test(behind)) return isSure || /\b(?:this|it)\b/.test(behind) ? 4 : 3;
  if (isCalled(before, behind, isSure) || commanded.test(before) || titled.test(behind)) return 3;
  if (behind.startsWith(')') && bracketed.test(before)) return 3;
  if (isNoted(before) && (isSure || surelyNoted.test(before))) return 3;
  const isTold = duty.test(behind) && !notTheirs.test(before);
  if (isSure && isTold) return 3;
  if (isSure && supposed.test(before)) return supposedTo.test(behind) ? 3 : 2;
  return isTold ? 2 : 0;
}

function isCalled(before: string, behind: string, isSure: boolean): boolean {
  if (!(calls.test(behind) || (isSure && callsForSure.test(behind)))) return false;
  if (key.test(behind) && !/\w/.test(before)) return false;
  return (
    called.test(before) || isNoted(before) || (isSure && (amongOthers.test(before) || hailed.test(before)))
  );
}

/** The whole pattern looks far back: the small word comes first. */
const isNoted = (before: string): boolean => /\b(?:for|to)\s/.test(before) && noted.test(before);
