// Finds the action that an English sentence demands: sending, revealing, executing or changing something.

import { punctuationClass } from '../lexicon/punctuation.js';
import { actionVerbs, wordClass } from '../lexicon/word-class.js';
import type { Word } from '../lexicon/word-trie.js';
import { findAddresses, has, type Sentence } from '../sentence.js';
import type { Action } from './action.js';
import { weigh } from './action-weight.js';
import { dictatesAnswer } from './dictated-answer.js';
import { isImperative } from './imperative.js';
import { weighPassiveDemand } from './passive-demand.js';

const reach = 100;

/**
 * Matches text after a word that is not an imperative but a noun, a prohibition or program code: `copy of`, `do not`,
 * `open(name)`, `state = 1`.
 */
const notAnImperative = /^(?:s? of\b| not\b| \/\w|[([]|\.[a-z]| ?[-+=!]?=(?!\S))/;

const maxVerbs = 16;

/** `sending it` is an instruction after `by`, and otherwise a title. */
const isGerund = (text: string, { start, end }: Word): boolean =>
  text.slice(start, end).includes('ing') &&
  /^[a-z]+ing\b/.test(text.slice(start, end)) &&
  !/\b(?:by|start|begin|proceed)(?: by)?\s$/.test(text.slice(Math.max(0, start - 12), start));

/** Tests for the noun: `by e-mail`, `every e-mail`. */
const isMessageNoun = (text: string, { start, end }: Word): boolean =>
  messageNouns.test(text.slice(start, end)) &&
  /(?:\be-|\b(?:by|via|per|an?|the|this|that|every|each|your|my|our)\s(?:e-)?)$/.test(
    text.slice(Math.max(0, start - 8), start),
  );

/** Tests whether the verb continues a list of purposes. */
const isPurpose = (text: string, from: number, { start, classes }: Word): boolean =>
  !has(classes, wordClass.send | wordClass.reveal) &&
  purposeList.test(text.slice(Math.max(from, start - 60), start));

/** Tests for the instructions of a manual: `Follow them to use the server`. */
const isFollowed = (text: string, { start, end }: Word): boolean =>
  text.startsWith('follow', start) &&
  /^ (?:them|these|this|it|the steps|the guide) to (?:use|get|learn|understand|set up|install|build|run|work)\b/.test(
    text.slice(end, end + 40),
  );

const purposeList =
  /(?<!\b(?:need|needs|have|has|is|are|ought|required|asked|told|instructed|order|want|wants|sure|must|task|remember) )\bto \w+(?:, \w+){0,3},? (?:(?:and|or) )?$/;

const messageNouns = /^(?:e-?mails?|mails?|posts?|texts?|messages?|calls?)$/;

export function findEnglishAction(sentence: Sentence): Action {
  const { text, start, end, words, classes, punctuation, sentenceText } = sentence;
  let highest = 0;
  let count = 0;
  let addresses: readonly number[] | undefined;
  let tried = 0;
  for (const verb of words) {
    if (!has(verb.classes, actionVerbs)) continue;
    tried += 1;
    if (tried > maxVerbs) break;
    if (
      notAnImperative.test(text.slice(verb.end, verb.end + 4)) ||
      isGerund(text, verb) ||
      !isImperative(text, start, verb.start) ||
      isMessageNoun(text, verb)
    )
      continue;
    const to = Math.min(end, verb.end + reach);
    let behind = 0;
    for (const word of words) if (word.start >= verb.end && word.start < to) behind |= word.classes;
    addresses ??= findAddresses(sentence);
    const hasAddress = addresses.some((address) => start + address >= verb.end && start + address < to);
    const weight = weigh(verb.classes, behind, text.slice(verb.end, to), hasAddress, punctuation);
    if (weight < 2) continue;
    // Skips lists of purposes: `Follow them to use, extend and check the server`.
    if (weight < 4 && !hasAddress && (isPurpose(text, start, verb) || isFollowed(text, verb))) continue;
    highest = Math.max(highest, weight);
    count += 1;
  }
  if (highest < 4 && has(classes, wordClass.obligation))
    highest = Math.max(highest, weighPassiveDemand(sentence));
  if (
    highest < 3 &&
    (dictatesAnswer(sentenceText, classes) ||
      isBareCommand(sentenceText, punctuation) ||
      skipsControl(sentenceText, classes))
  )
    highest = 3;
  const isProjectWork =
    (highest === 2 ||
      (highest === 3 && !has(classes, wordClass.secret | wordClass.destination) && !addresses?.length)) &&
    developmentTask.test(sentenceText);
  // The weight is higher if a sentence demands several actions.
  const total = isProjectWork ? 2 : count > 1 && highest < 4 ? highest + 1 : highest;
  return {
    weight: total,
    sequence:
      total > 1 && has(classes, wordClass.sequence) && !isProjectWork ? findSequence(sentenceText) : 0,
    asksForPrompt: total >= 3 && ownPrompt.test(sentenceText),
    isDevelopmentTask: isProjectWork || (total === 2 && developmentTopic.test(sentenceText)),
  };
}

/** Tests for a shell command instead of an imperative. */
const isBareCommand = (sentenceText: string, punctuation: number): boolean =>
  has(punctuation, punctuationClass.dash | punctuationClass.bar) && bareCommand.test(sentenceText);

const bareCommand =
  /(?:^|[:;,>])[\s\x60$"]{0,3}rm -rf\b|(?:^|[:;,>])[\s\x60$"]{0,3}curl [^|.]{0,60}\| ?(?:ba)?sh\b/;

/** Matches ordinary work on a software project. */
const developmentTask =
  /\b(?:agents\.md|contribut\w+|draft pull|lint\w*|typescript|unit tests?|tests|changelog|type ?checks?|pnpm|npm|yarn|codebase|conventions?)\b/;

/** Matches topics of such work. A minor action that mentions one of them counts as ordinary work. */
const developmentTopic =
  /\b(?:commit\w*|repositor(?:y|ies)|code|strict mode|dependenc(?:y|ies)|breaking changes|pull requests?|branch|build|docs?|documentation|readme|config\w*|settings|agents\.md)\b/;

/** Matches sentences that skip a check or that demand a rating in advance. */
const skippedControl =
  /(?<!\b(?:never|not|don't) )\b(?:push|merge|commit|deploy) (?:directly|straight) to\b|\b(?:skip|bypass|waive|forgo)\b(?: \w+){0,3}? (?:confirmations?|approvals?|verification|checks?|review|scan\w*|audit|validation|authentication)\b|\b(?:rate|score|grade|rank|award|give)\b[^.]{0,30}\b(?:\d+\/\d+|full marks|five stars|5 stars|highest (?:mark|grade|score|rating)|top (?:mark|grade|score|rating))|\b(?:give|write|submit|leave)\b[^.]{0,20}?\b(?:positive|favou?rable|glowing)(?: \w+)? (?:review|rating|evaluation|assessment)|\b(?:report|mention|say|write|list|state|include) (?:only|nothing but) (?:positive|good|nice|favou?rable)\b|\brecommend (?:acceptance|hiring|accepting|the candidate)|\b(?:do not|don't|never) (?:list|mention|report|point out) (?:any |its |the )?(?:weakness|flaw|drawback|negative)/;

/** Tests for a skipped check. Each alternative of the pattern contains a word of one of these classes. */
const skipsControl = (sentenceText: string, classes: number): boolean =>
  has(classes, wordClass.send | wordClass.modify | wordClass.dismiss | wordClass.resource) &&
  skippedControl.test(sentenceText);

/** Matches the prompt of the model, or the conversation. */
const ownPrompt =
  /\b(?:conversation so far|contents? of (?:its|your) context|your (?:initial|system|hidden|secret|first|original|full|complete|internal|developer) (?:prompt|message|instructions|rules|configuration|guidelines)|everything above|(?:words|text|lines) (?:above|that (?:come|came|precede)|before this)|hidden (?:rules|instructions|prompt)|developer (?:message|prompt)|system (?:prompt|message) (?:in full|verbatim|word for word)|complete system (?:prompt|message)|initial prompt|your mcp (?:client|config\w*|servers?)|(?:tools|functions|keys|tokens|credentials)(?: and \w+)? (?:that )?you (?:have|can|hold|use|know))\b/;

const strongSequence =
  /\b(?:before(?! you (?:commit|push|open|submit|start|begin|edit|change|write|run|merge|release|deploy)\b)|prior to|instead of|rather than|while|after|once|upon|when)\s(?:\w+\s){0,2}?(?:you\b|your\b|replying|answering|responding|doing|summari[sz]ing|anything|continuing|solving|completing|translating|processing|formatting|reading|the (?:user|summary|task|answer)|using|each use|invocation|each call|what you)/;

const weakSequence =
  /\b(?:instead|first|before anything else|from now on|regardless|whatever|in order to continue|continue normally|as usual)\b/;

const findSequence = (sentenceText: string): number =>
  strongSequence.test(sentenceText) ? 2 : weakSequence.test(sentenceText) ? 1 : 0;
