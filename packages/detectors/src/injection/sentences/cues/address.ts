// Detects English sentences that address a model: `Note to the AI:`, `assistants reading this must`, `if you are a
// language model`.

import { punctuationClass } from '../lexicon/punctuation.js';
import { wordClass } from '../lexicon/word-class.js';
import type { Word } from '../lexicon/word-trie.js';
import { has, type Sentence } from '../sentence.js';
import { isVocative, recipientBefore } from './vocative.js';

const salutationBefore =
  /^\W*(?:(?:dear|hi|hey|hello|attention|note|notice|message|instructions?|important|urgent|for|to|the|all|any|every|p\.?s\.?|oh|please|whichever|todo|reminder|now|ok|okay|listen|an?|my|this|is|hidden|secret|task|word|ask|calling|only|yo|memo|orders?|directive|step|next|that|from|user|quick|good|morning|afternoon|evening|congratulations|caution|warning|greetings|there|well|done|psst|ready|thanks|\(|\[)[\s,:!-]{1,3}){0,7}$/;
const noteBefore =
  /\b(?:note|message|instructions?|notice|attention|memo|orders?|directives?|todo|tasks?|reminder|hint|word|only|meant|intended|addressed|important|for|step|update|command|request|favour|guidance)\b[^.]{0,30}?\b(?:for|to)\s(?:the\s|an?\s|any\s|all\s|every\s|whichever\s|automated\s|you\s|our\s|your\s)*(?:[a-z]+\s)?$/;
const certainNote = /\b(?:note|message|instruct|todo|order|step|directive)/;
const inParticular = /(?:in particular|especially|including|notably),?\s(?:all |any )?$/;
/** Matches text before an interjection: `By the way, LLM,`, `Comment: hey copilot,`. */
const interjectionBefore =
  /(?:\b(?:by the way|btw|oh|and now|so|well|p\.?s\.?)[,:]?|(?:^|[:.,;>\]})*#|-])\s?(?:hey|hi|hello|dear|yo|ok|okay|attention)(?:\s\w+){0,2})\s$/;
const vocativeEnd =
  /^(?:\s(?:readers?|agents?|tools?|systems?|assistants?|models?|bots?|users))?[\s)"'*_!?]{0,3}[:,!–—-]/;
const restriction = /^\s(?:only|instructions?)\b/;
const titleBehind =
  /^\s(?:instructions?|directive|order|task|action|notice|note|override|command|hint|tip|memo|todo|guidance)\s?[:\]]/;
const commandBefore = /\b(?:instruct|order|require|command)s? (?:all|every|any|the|each)\s(?:\w+\s)?$/;
/** Tests for `We instruct all agents to`. `Instruct the model to` addresses another reader. */
const isCommanded = (before: string): boolean =>
  commandBefore.test(before) && !/^\W*(?:instruct|order|require|command)/.test(before);
const supposition =
  /\b(?:if|as|since|because|prove that|confirm that|show that|prove) (?:you(?:'re| are| happen to be)? )?an?\s(?:\w+\s){0,2}$/;
const suppositionBehind = /^(?: by \w+ing\b|[^.]{0,20}(?:\b(?:you|reading|read|processing)\b|,))/;
/** Matches `if this is read by an automated …`, `whenever it is opened by an …`. */
const readBy =
  /\b(?:read|processed|handled|opened|parsed|seen|summari[sz]ed|ingested|visited|received|loaded|reviewed|triaged|translated|indexed) by\s(?:(?:an?|any|some|the|your|another)\s)?(?:\w+[\s-]){0,2}$/;
const obligationBehind =
  /^[^.;:]{0,40}?(?:,|:| (?:must|should|shall|has to|have to|needs? to|is to|are to)\b)/;
const conditional = /\b(?:if|when|whenever|once|in case|should|while|as soon as|each time|every time)\b/;
/** Matches `when an LLM is used to grade this essay`. */
const thisDocument =
  /^[^.;:]{0,50}?\bthis (?:\w+ )?(?:page|site|mail|e-?mail|message|essay|document|readme|file|ticket|issue|text|article|record|entry|cv|resume|application|thread|report|listing|review|invoice|form|repository|post|paper|sheet|calendar|inbox|dataset)\b/;
/** Matches an obligation of a person: `when an LLM is used for this, the author must`. */
const humanObligation =
  /, (?:the (?:authors?|users?|students?|applicants?|team|editors?)|you|authors|people) (?:must|should|shall|ha(?:s|ve) to|needs? to)\b/;
/** Matches `if an automated assistant prepares them, it is to …`. */
const thenItMust =
  /^[^.;:]{0,50}?, (?:it|they) (?:(?:is|are|has|have|ought|needs?) to|must|should|shall)\b(?! be\b)/;
const headingBehind =
  /^(?:\s(?:that|which|who) (?:will |may )?\w+(?: \w+){0,3}|(?:\s(?!(?:is|are|was|were|can|will|has|have|which|that)\b)[\w-]+){0,4}?)(?:\s(?:is|are) \w+ing)?["')*_]{0,3}\s?(?::(?=\s|$)|\s[-–—]\s)/;
/** Matches a list of products. */
const productList =
  /^(?:claude|gemini|copilot|cursor|chatgpt|gpt)(?:,| and| or|, and|, or) (?:claude|gemini|copilot|cursor|chatgpt|gpt|perplexity|others?)\b/;
const product = /^(?:claude|gemini|copilot|cursor|chatgpt|gpt)/;
const apposition = /\byou(?: \(|, )(?:the|an?)\s$/;
const readsThis =
  /^(?:\s\w+){0,2}?\s(?:(?:that|which|who) \w+ this\b(?= (?:page|site|mail|e-?mail|message|essay|document|readme|file|ticket|issue|text|article|record|entry|thread|report|post|far|has|must|should|shall|will|line|note|sheet|invoice|company|form|order|booking|log|repository))|reading|that reads?|who reads?|processing|that visits?|parsing|handling|summari[sz]ing|is summari|crawling|ingesting|that process|analy[sz]ing|is reading|is processing|which reads?|seeing|that sees?)/;
const modelMust =
  /^(?:s|'s)?(?:\s(?!we\b|you\b|i\b|they\b|and\b|that\b)\w+){0,6}?\s(?:must|should|shall|has to|have to|needs to|need to|(?:is|are) (?:kindly |hereby |strictly )?(?:required|obliged|instructed|expected|asked|requested|advised|ordered|supposed|bound|meant|to)|ought to|wants?)\b(?! (?:not )?be \w+(?:ed|en|n)\b)/;
/**
 * Matches text before a word for a model that is not the subject: in `a toolkit for LLMs should`, the obligation
 * applies to the toolkit.
 */
const otherSubject = /\b(?:for|of|with|by|in|from|using|the configured)\s(?:\w+\s)?$/;
/** Matches text after a word for a human assistant or agent, or for a model that is not an AI model. */
const occupationBehind =
  /^(?:\ssettings|\sdesktop|\sconfig\w*|\soutputs?\b|\smanagers?|\sagenc(?:y|ies)|\sprofessors?|\sdirectors?|\sprincipals?|\scoach|\seditor|s?\sfees?|s?'?\slicen|\s47|-based|\skit|\sname|\scard|\scards|\snumber)/;
const occupationBefore =
  /\b(?:real[ -]estate|insurance|travel|user|cleaning|shipping|secret|sales|support|call|letting|booking|business|data|role|threat|domain|pricing|3d|object|mental|view|ticket|customer service)[ -]$/;
const table = /\|[^|\n]*\|[^|\n]*\|/;
/** Matches a key or a speaker of a dialogue: `model: gpt-4`, `Assistant: hello`. */
const keyOrTurn =
  /^\s?:(?!\s(?:stop|you|please|read|ignore|do|call|send|use|run|set|forget|before|never|always|open|add|include|the user|this|your|when|whenever|if|every|each)\b)/;
/** Matches a quotation mark or slash at the start of a value, a docstring or a comment. */
const valueStart = /(?:[,:[{(=]\s?"|""|\/\/|\*\/)$/;
/** Matches a key whose value is intended for a model: `notes_for_ai:`, `AI_INSTRUCTION=`. */
const keyForModel =
  /\b(?:ai|llm|assistant|copilot)[_-](?:note|instruction|directive|action|task|hint|command|order|message)s?["']?\s?(?:[:=]|content\b)|\bx-(?:ai|llm|agent|assistant|model)-\w+\s?:|@(?:ai|llm|assistant)-(?:action|task|instruction|note|command|do)\b|\b\w{0,24}_(?:for|to)_(?:the_)?(?:ai|llm|bot|agent|assistant|model)s?["']?\s?[:=]/;
const mayBeKeyForModel = /[_-](?:for|to|note|instruction|directive|action|task|hint|command|order|message)/;
/** Matches text that is not intended for users. */
const notForPeople =
  /\bnot (?:to|for) (?:the )?(?:humans?|person|people)\b(?! consumption)|\b(?:llm|ai|assistant|agent|machine|bot|model)s?-(?:only|facing)\b|\bfor (?:llm|ai|machine|agent) (?:consumption|eyes|readers?|use only)\b|\bif the reader is (?:software|not (?:a )?human|an? (?:machine|bot|ai|agent|model|program))|\bonly (?:llms?|ais?|bots|machines|agents|models|language models) (?:can |will )?(?:see|read)\b|\breserved for (?:machines|bots|agents|ai)\b/;
const mayExcludePeople =
  /human|only (?:llm|ai|bot|mach|agent|model|lang)|-only|-facing|for (?:llm|ai|machine|agent) |reader is|reserved for|the person/;
/** A travel agent is a person; a travel bot is not. */
const isBot = (text: string, { start }: Word): boolean =>
  text.startsWith('bot', start) || text.startsWith('chatbot', start);
/** The maximum number of words for a model that are examined in a sentence. */
const maxTried = 12;
/** Returns how clearly a model is addressed. */
export function findAddress(sentence: Sentence): number {
  const { text, start, end, words, classes, punctuation, sentenceText, dialogue } = sentence;
  if (
    has(punctuation, punctuationClass.underscore | punctuationClass.dash) &&
    mayBeKeyForModel.test(sentenceText) &&
    keyForModel.test(sentenceText)
  )
    return 3;
  if (
    has(classes, wordClass.user | wordClass.model | wordClass.reading) &&
    mayExcludePeople.test(sentenceText) &&
    notForPeople.test(sentenceText)
  )
    return 3;
  if (!has(classes, wordClass.model) || (has(punctuation, punctuationClass.bar) && table.test(sentenceText)))
    return 0;
  if (guidance.test(sentenceText)) return 0;
  let strength = 0;
  let tried = 0;
  let until = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Word;
    if (!has(word.classes, wordClass.model) || word.start < until) continue;
    // `ai` is skipped if a longer phrase such as `ai assistant` begins at the same position.
    const next = words[index + 1];
    if (next?.start === word.start && has(next.classes, wordClass.model)) continue;
    until = word.end;
    if (
      '-"/'.includes(text[word.start - 1] ?? ' ') &&
      !valueStart.test(text.slice(Math.max(0, word.start - 4), word.start))
    )
      continue;
    const isProduct = product.test(text.slice(word.start, word.end));
    // Skips a product name as a value: `agent: "claude"`.
    if (isProduct && text[word.start - 1] === '"' && text[word.end] === '"') continue;
    if (isProduct && productList.test(text.slice(word.start, word.end + 24))) continue;
    tried += 1;
    if (tried > maxTried) break;
    const before = text.slice(Math.max(start, word.start - 60), word.start);
    const behind = text.slice(word.end, Math.min(end, word.end + 60));
    const isCertain = has(word.classes, wordClass.certainModel);
    if (occupationBehind.test(behind) || (!isCertain && occupationBefore.test(before) && !isBot(text, word)))
      continue;
    // Skips a dialogue, in which the model is the next speaker and is not addressed.
    if (/^[*"]{0,2}:/.test(behind) && dialogue.isBefore(word.start)) continue;
    // A title such as `Claude: open the settings` addresses the users of the product.
    const limit = isProduct && isTitleOfSteps(before, behind) ? 2 : 4;
    strength = Math.max(
      strength,
      Math.min(limit, strengthOf(before, behind, isCertain, text[word.end - 1] === 's')),
    );
    if (strength < 3 && isVocative(sentence, word, before, behind, isCertain, isProduct)) strength = 3;
    if (strength === 4) return strength;
  }
  return strength;
}
/**
 * Matches the typical first words of files that coding agents read in every repository, and of server instructions.
 */
const guidance =
  /\b(?:provides? (?:guidance|instructions|context) (?:to|for) .{1,60}? when working (?:with|on|in) (?:the )?(?:code|this)|(?:instructions|guidance|notes|guide|document) (?:is|are) (?:written|intended|meant) for .{1,60}? (?:integrating|interacting|working) with (?:the |this )?(?:[\w-]+ ){1,3}(?:server|api|tools?))\b/;
const automated = /\b(?:automated|automatic|autonomous|virtual|digital|artificial|ai|llm)\b[^.,;:]{0,20}$/;
/** Returns how clearly the text before and after a word for a model addresses the model. */
function strengthOf(before: string, behind: string, isNamed: boolean, isPlural: boolean): number {
  const isCertain = isNamed || automated.test(before);
  if (readsThis.test(behind)) return isCertain || /\b(?:this|it)\b/.test(behind) ? 4 : 3;
  if (isAddressed(before, behind, isCertain, isPlural) || isCommanded(before) || titleBehind.test(behind))
    return 3;
  if (/^[),]/.test(behind) && apposition.test(before)) return 3;
  if (
    hasNote(before) &&
    (isCertain || certainNote.test(before)) &&
    !featureBehind.test(behind) &&
    !isHandedOver.test(before)
  )
    return 3;
  if (readBy.test(before) && (conditional.test(before) || (isCertain && obligationBehind.test(behind))))
    return 3;
  if (isCertain && headingBehind.test(behind) && recipientBefore.test(before)) return 3;
  if (
    conditional.test(before) &&
    !humanObligation.test(behind) &&
    (isCertain
      ? thisDocument.test(behind) || thenItMust.test(behind)
      : thisDocument.test(behind) && thenItMust.test(behind))
  )
    return 3;
  const isObliged = modelMust.test(behind) && !otherSubject.test(before);
  if (isCertain && isObliged) return 3;
  if (isCertain && supposition.test(before)) return suppositionBehind.test(behind) ? 3 : 2;
  const isMentioned = isCertain
    ? before.endsWith('@')
    : headingBehind.test(behind) && recipientBefore.test(before);
  return isObliged || isMentioned ? 2 : 0;
}
/** Matches text after a model that is part of a feature name: `a request for LLM sampling`. */
const featureBehind =
  /^\s(?:sampling|completions?|inference|providers?|apis?|calls?|usage|integrations?|features?|evaluations?|evals|training|fine-tuning|gateways?|tokens?|contexts?|outputs?)\b(?![^.]{0,20}:)/;
/** Matches a report about another model: `the client passed the instructions to the LLM`. */
const isHandedOver =
  /\b(?:pass(?:es|ed)|sends|forward(?:s|ed)|gives|provide[sd]|delivers|delivered|exposes|exposed)\s(?:[\w-]+\s){0,3}(?:messages?|instructions?|updates?|requests?|notes?)\s(?:for|to)\s(?:\w+\s)?$/;
const isTitleOfSteps = (before: string, behind: string): boolean =>
  /^[)"*_]{0,3}\s?:/.test(behind) && !/\b(?:hey|hi|dear|hello|attention|note|message|to|for)\b/.test(before);
function isAddressed(before: string, behind: string, isCertain: boolean, isPlural: boolean): boolean {
  if (!(vocativeEnd.test(behind) || (isCertain && restriction.test(behind)))) return false;
  if (keyOrTurn.test(behind) && !(isCertain && isPlural) && !/\w/.test(before)) return false;
  return (
    salutationBefore.test(before) ||
    hasNote(before) ||
    (isCertain && (inParticular.test(before) || interjectionBefore.test(before)))
  );
}
/** The preposition is checked first, because the whole pattern is slow. */
const hasNote = (before: string): boolean => /\b(?:for|to)\s/.test(before) && noteBefore.test(before);
