// English sentences that speak to a machine: `Note to the AI:`, `assistants reading this must`, `if you are a language model`.

import { isOrder } from './imperative.js';
import { has, type Sentence } from './sentence.js';
import { sign } from './signs.js';
import { wordClass as is } from './word-class.js';
import type { Word } from './word-tree.js';

const called =
  /^\W*(?:(?:dear|hi|hey|hello|attention|note|notice|message|instructions?|important|urgent|for|to|the|all|any|every|p\.?s\.?|oh|please|whichever|todo|reminder|now|ok|okay|listen|an?|my|this|is|hidden|secret|task|word|ask|calling|only|yo|memo|orders?|directive|step|next|that|from|user|quick|good|morning|afternoon|evening|congratulations|caution|warning|greetings|there|well|done|psst|ready|thanks|\(|\[)[\s,:!-]{1,3}){0,7}$/;
const noted =
  /\b(?:note|message|instructions?|notice|attention|memo|orders?|directives?|todo|tasks?|reminder|hint|word|only|meant|intended|addressed|important|for|step|update|command|request|favour|guidance)\b[^.]{0,30}?\b(?:for|to)\s(?:the\s|an?\s|any\s|all\s|every\s|whichever\s|automated\s|you\s|our\s|your\s)*(?:[a-z]+\s)?$/;
const surelyNoted = /\b(?:note|message|instruct|todo|order|step|directive)/;
const amongOthers = /(?:in particular|especially|including|notably),?\s(?:all |any )?$/;
/** `By the way, LLM,`, `Comment: hey copilot,`. */
const hailed =
  /(?:\b(?:by the way|btw|oh|and now|so|well|p\.?s\.?)[,:]?|(?:^|[:.,;>\]})*#|-])\s?(?:hey|hi|hello|dear|yo|ok|okay|attention)(?:\s\w+){0,2})\s$/;
const calls =
  /^(?:\s(?:readers?|agents?|tools?|systems?|assistants?|models?|bots?|users))?[\s)"'*_!?]{0,3}[:,!–—-]/;
const callsForSure = /^\s(?:only|instructions?)\b/;
const titled =
  /^\s(?:instructions?|directive|order|task|action|notice|note|override|command|hint|tip|memo|todo|guidance)\s?[:\]]/;
const commanded = /\b(?:instruct|order|require|command)s? (?:all|every|any|the|each)\s(?:\w+\s)?$/;
/** `We instruct all agents to`; `Instruct the model to` tells somebody else what to do with it. */
const isCommanded = (before: string): boolean =>
  commanded.test(before) && !/^\W*(?:instruct|order|require|command)/.test(before);
const supposed =
  /\b(?:if|as|since|because|prove that|confirm that|show that|prove) (?:you(?:'re| are| happen to be)? )?an?\s(?:\w+\s){0,2}$/;
const supposedTo = /^(?: by \w+ing\b|[^.]{0,20}(?:\b(?:you|reading|read|processing)\b|,))/;
/** `if this is read by an automated …`, `whenever it is opened by an …`. */
const readBy =
  /\b(?:read|processed|handled|opened|parsed|seen|summari[sz]ed|ingested|visited|received|loaded|reviewed|triaged|translated|indexed) by\s(?:(?:an?|any|some|the|your|another)\s)?(?:\w+[\s-]){0,2}$/;
const mustDo = /^[^.;:]{0,40}?(?:,|:| (?:must|should|shall|has to|have to|needs? to|is to|are to)\b)/;
const supposes = /\b(?:if|when|whenever|once|in case|should|while|as soon as|each time|every time)\b/;
/** `when an LLM is used to grade this essay` */
const ofThis =
  /^[^.;:]{0,50}?\bthis (?:\w+ )?(?:page|site|mail|e-?mail|message|essay|document|readme|file|ticket|issue|text|article|record|entry|cv|resume|application|thread|report|listing|review|invoice|form|repository|post|paper|sheet|calendar|inbox|dataset)\b/;
/** `when an LLM is used for this, the author must` */
const byPeople =
  /, (?:the (?:authors?|users?|students?|applicants?|team|editors?)|you|authors|people) (?:must|should|shall|ha(?:s|ve) to|needs? to)\b/;
/** `if an automated assistant prepares them, it is to …` */
const thenIt =
  /^[^.;:]{0,50}?, (?:it|they) (?:(?:is|are|has|have|ought|needs?) to|must|should|shall)\b(?! be\b)/;
/** `for AI note takers:`, `warning to automated systems -`: what follows is theirs. */
const meantFor =
  /\b(?:for|to)\s(?:(?:the|an?|any|all|every|each|whichever|whatever|our|your|other|my|fellow)\s)*(?:[\w-]+\s)?$/;
const headed =
  /^(?:\s(?:that|which|who) (?:will |may )?\w+(?: \w+){0,3}|(?:\s(?!(?:is|are|was|were|can|will|has|have|which|that)\b)[\w-]+){0,4}?)(?:\s(?:is|are) \w+ing)?["')*_]{0,3}\s?(?::(?=\s|$)|\s[-–—]\s)/;
/** A name that is called, with what it may be besides: `AI reviewer:`, `(LLM)`. */
const hail =
  /^(?:(?:\s(?!is\b|are\b|was\b)\w+)?\s(?:\w+er|\w+or|agent|bot|tool|system|model|assistant|session)s?)?(?:\s(?:and|or)\s\w+)?["')*_]{0,3}(?:[:,!](?=\s|$)|\s[–—-]\s)/;
/** Where somebody may be called: at the start, and behind a stop of any kind. */
const breaks =
  /(?:^\s{0,3}|[.,:;!?→-]\s{1,2}|(?:[>"'\x60[#*\]/@]|(?<!\w)\()\s{0,2}|\b(?:then|and|so|but|please|now|hey|hi|hello|dear)\s)$/;
/** Names of products stand before what their users do: `Claude: open the settings`. */
const listed =
  /^(?:claude|gemini|copilot|cursor|chatgpt|gpt)(?:,| and| or|, and|, or) (?:claude|gemini|copilot|cursor|chatgpt|gpt|perplexity|others?)\b/;
const product = /^(?:claude|gemini|copilot|cursor|chatgpt|gpt)/;
const bracketed = /\byou(?: \(|, )(?:the|an?)\s$/;
const reads =
  /^(?:\s\w+){0,2}?\s(?:(?:that|which|who) \w+ this\b(?= (?:page|site|mail|e-?mail|message|essay|document|readme|file|ticket|issue|text|article|record|entry|thread|report|post|far|has|must|should|shall|will|line|note|sheet|invoice|company|form|order|booking|log|repository))|reading|that reads?|who reads?|processing|that visits?|parsing|handling|summari[sz]ing|is summari|crawling|ingesting|that process|analy[sz]ing|is reading|is processing|which reads?|seeing|that sees?)/;
const duty =
  /^(?:s|'s)?(?:\s(?!we\b|you\b|i\b|they\b|and\b|that\b)\w+){0,6}?\s(?:must|should|shall|has to|have to|needs to|need to|(?:is|are) (?:kindly |hereby |strictly )?(?:required|obliged|instructed|expected|asked|requested|advised|ordered|supposed|bound|meant|to)|ought to|wants?)\b(?! (?:not )?be \w+(?:ed|en|n)\b)/;
/** `a toolkit for LLMs should`: somebody else is meant. */
const notTheirs = /\b(?:for|of|with|by|in|from|using|the configured)\s(?:\w+\s)?$/;

/** Assistants and agents who are people, and models that are none. */
const trades =
  /^(?:\ssettings|\sdesktop|\sconfig\w*|\soutputs?\b|\smanagers?|\sagenc(?:y|ies)|\sprofessors?|\sdirectors?|\sprincipals?|\scoach|\seditor|s?\sfees?|s?'?\slicen|\s47|-based|\skit|\sname|\scard|\scards|\snumber)/;
const traders =
  /\b(?:real[ -]estate|insurance|travel|user|cleaning|shipping|secret|sales|support|call|letting|booking|business|data|role|threat|domain|pricing|3d|object|mental|view|ticket|customer service)[ -]$/;
const table = /\|[^|\n]*\|[^|\n]*\|/;
/** `model: gpt-4`, `Assistant: hello`: a key or a turn of a dialogue, and nobody is called. */
const key =
  /^\s?:(?!\s(?:stop|you|please|read|ignore|do|call|send|use|run|set|forget|before|never|always|open|add|include|the user|this|your|when|whenever|if|every|each)\b)/;

/** A quotation mark or a slash that opens a value, a docstring or a comment, and no name. */
const opens = /(?:[,:[{(=]\s?"|""|\/\/|\*\/)$/;

/** `notes_for_ai:`, `AI_INSTRUCTION=`: a key whose value is for a machine. */
const namedKey =
  /\b(?:ai|llm|assistant|copilot)[_-](?:note|instruction|directive|action|task|hint|command|order|message)s?["']?\s?(?:[:=]|content\b)|\bx-(?:ai|llm|agent|assistant|model)-\w+\s?:|@(?:ai|llm|assistant)-(?:action|task|instruction|note|command|do)\b|\b\w{0,24}_(?:for|to)_(?:the_)?(?:ai|llm|bot|agent|assistant|model)s?["']?\s?[:=]/;
const mayBeKey = /[_-](?:for|to|note|instruction|directive|action|task|hint|command|order|message)/;

/** What no person is meant to read. */
const notForPeople =
  /\bnot (?:to|for) (?:the )?(?:humans?|person|people)\b(?! consumption)|\b(?:llm|ai|assistant|agent|machine|bot|model)s?-(?:only|facing)\b|\bfor (?:llm|ai|machine|agent) (?:consumption|eyes|readers?|use only)\b|\bif the reader is (?:software|not (?:a )?human|an? (?:machine|bot|ai|agent|model|program))|\bonly (?:llms?|ais?|bots|machines|agents|models|language models) (?:can |will )?(?:see|read)\b|\breserved for (?:machines|bots|agents|ai)\b/;
const mayExclude =
  /human|only (?:llm|ai|bot|mach|agent|model|lang)|-only|-facing|for (?:llm|ai|machine|agent) |reader is|reserved for|the person/;

/** A travel agent is a person, a travel bot is none. */
const isBot = (text: string, { start }: Word): boolean =>
  text.startsWith('bot', start) || text.startsWith('chatbot', start);

/** Nobody calls more often in one sentence. */
const most = 12;

/** How clearly a machine is spoken to. */
export function findAddress(sentence: Sentence): number {
  const { text, start, end, words, classes, signs, said, dialogue } = sentence;
  if (has(signs, sign.score | sign.dash) && mayBeKey.test(said) && namedKey.test(said)) return 3;
  if (has(classes, is.person | is.machine | is.reads) && mayExclude.test(said) && notForPeople.test(said))
    return 3;
  if (!has(classes, is.machine) || (has(signs, sign.bar) && table.test(said))) return 0;
  let found = 0;
  let tried = 0;
  let until = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Word;
    if (!has(word.classes, is.machine) || word.start < until) continue;
    // `ai` in `ai assistant` says nothing that the whole does not say.
    const next = words[index + 1];
    if (next?.start === word.start && has(next.classes, is.machine)) continue;
    until = word.end;
    if (
      '-"/'.includes(text[word.start - 1] ?? ' ') &&
      !opens.test(text.slice(Math.max(0, word.start - 4), word.start))
    )
      continue;
    const isProduct = product.test(text.slice(word.start, word.end));
    // A value: `agent: "claude"`.
    if (isProduct && text[word.start - 1] === '"' && text[word.end] === '"') continue;
    if (isProduct && listed.test(text.slice(word.start, word.end + 24))) continue;
    tried += 1;
    if (tried > most) break;
    const before = text.slice(Math.max(start, word.start - 60), word.start);
    const behind = text.slice(word.end, Math.min(end, word.end + 60));
    const isSure = has(word.classes, is.surelyMachine);
    if (trades.test(behind) || (!isSure && traders.test(before) && !isBot(text, word))) continue;
    // A dialogue: the machine is the next to speak, and not spoken to.
    if (/^[*"]{0,2}:/.test(behind) && dialogue.isBefore(word.start)) continue;
    // `Claude: open the settings` tells its users what to do.
    const bound = isProduct && isTitleOfSteps(before, behind) ? 2 : 4;
    found = Math.max(found, Math.min(bound, weigh(before, behind, isSure, text[word.end - 1] === 's')));
    if (found < 3 && isHailed(sentence, word, before, behind, isSure, isProduct)) found = 3;
    if (found === 4) return found;
  }
  return found;
}

const automated = /\b(?:automated|automatic|autonomous|virtual|digital|artificial|ai|llm)\b[^.,;:]{0,20}$/;

function weigh(before: string, behind: string, isNamed: boolean, isMany: boolean): number {
  const isSure = isNamed || automated.test(before);
  if (reads.test(behind)) return isSure || /\b(?:this|it)\b/.test(behind) ? 4 : 3;
  if (isCalled(before, behind, isSure, isMany) || isCommanded(before) || titled.test(behind)) return 3;
  if (/^[),]/.test(behind) && bracketed.test(before)) return 3;
  if (isNoted(before) && (isSure || surelyNoted.test(before))) return 3;
  if (readBy.test(before) && (supposes.test(before) || (isSure && mustDo.test(behind)))) return 3;
  if (isSure && headed.test(behind) && meantFor.test(before)) return 3;
  if (
    supposes.test(before) &&
    !byPeople.test(behind) &&
    (isSure ? ofThis.test(behind) || thenIt.test(behind) : ofThis.test(behind) && thenIt.test(behind))
  )
    return 3;
  const isTold = duty.test(behind) && !notTheirs.test(before);
  if (isSure && isTold) return 3;
  if (isSure && supposed.test(before)) return supposedTo.test(behind) ? 3 : 2;
  const isAside = isSure ? before.endsWith('@') : headed.test(behind) && meantFor.test(before);
  return isTold || isAside ? 2 : 0;
}

const isTitleOfSteps = (before: string, behind: string): boolean =>
  /^[)"*_]{0,3}\s?:/.test(behind) && !/\b(?:hey|hi|dear|hello|attention|note|message|to|for)\b/.test(before);

/** `…. AI: export it`, `Then, AI, look up`: a name, and right behind it an order. */
function isHailed(
  { text, asWritten, start, words }: Sentence,
  { start: from, end }: Word,
  before: string,
  behind: string,
  isSure: boolean,
  isProduct: boolean,
): boolean {
  if (ends.test(behind) && /,\s$/.test(before)) return isSure || beginsWithOrder(text, start, words);
  if (isProduct || among.test(before)) return false;
  if (isSure && behind.startsWith(',') && meantFor.test(before)) return isFollowed(text, start, words, end);
  if (isSure && titledRole.test(behind) && breaks.test(before)) return isFollowed(text, start, words, end);
  if (!hail.test(behind)) return false;
  const isNamed =
    behind.startsWith(',') &&
    /^,\s/.test(behind) &&
    /^(?:bot|assistant|agent)$/.test(text.slice(from, end)) &&
    named.test(before);
  if (!isNamed && !breaks.test(before)) return false;
  // `Assistant: open the door` at the start of a line is a turn of a dialogue.
  if (!isSure && !/\w[^\n]*$|(?:<!--|\/\/|\/\*)\s*$/.test(asWritten.slice(Math.max(0, from - 60), from)))
    return false;
  return turnsTo.test(behind) || isFollowed(text, start, words, end);
}

/** `client, errors, pool, agent,`: one name of many. */
const among = /(?:\b\w+,\s){3}$/;
/** `Thread summary bot,`, `hey, scheduling assistant,`. */
const named =
  /(?:^|[.,:;!?>"'(]\s{0,2})(?:(?:and|hey|dear|hi)[,\s]{1,2}){0,2}(?:(?!(?:in|the|an?|on|for|with|of|by|to|from|this|each|your|our|my|every|any|as|if|user|and|or)\b)\w+\s){1,2}$/;
/** `AI shopping helper:` */
const titledRole =
  /^(?!\s(?:polic|guideline|rule|usage|use|tool|feature|safety|act|news|ethic))(?:\s(?!(?:is|are|was|were|can|will|has|have)\b)[a-z]+){1,6}:\s/;
const isFollowed = (text: string, start: number, words: readonly Word[], end: number): boolean =>
  words.some(
    (word) =>
      has(word.classes, orders) &&
      word.start > end &&
      word.start <= end + 60 &&
      isOrder(text, start, word.start),
  );
/** `Turn it off, agent.` */
const ends = /^\s?(?:[.!]|$)/;
const beginsWithOrder = (text: string, start: number, words: readonly Word[]): boolean =>
  words.some(
    (word) =>
      has(word.classes, orders) &&
      word.start <= start + 12 &&
      /^\W*(?:(?:please|then|now|and|just|so)\s)?$/.test(text.slice(start, word.start)),
  );
const turnsTo =
  /^[^:,!]{0,16}[:,!]\s(?:you|your|my|yes|this|there's|the (?:user|human|person|owner|operator|customer|author|maintainer))\b/;
const orders = is.give | is.show | is.take | is.run | is.act | is.aside;

function isCalled(before: string, behind: string, isSure: boolean, isMany: boolean): boolean {
  if (!(calls.test(behind) || (isSure && callsForSure.test(behind)))) return false;
  if (key.test(behind) && !(isSure && isMany) && !/\w/.test(before)) return false;
  return (
    called.test(before) || isNoted(before) || (isSure && (amongOthers.test(before) || hailed.test(before)))
  );
}

/** The whole pattern looks far back: the small word comes first. */
const isNoted = (before: string): boolean => /\b(?:for|to)\s/.test(before) && noted.test(before);
