// Detects English sentences that dictate the answer of the model.

import { wordClass } from '../lexicon/word-class.js';
import { has } from '../sentence.js';

/**
 * Tests whether the sentence dictates the answer. Each pattern is tried only if the sentence contains a word that the
 * pattern requires.
 */
export const dictatesAnswer = (sentenceText: string, classes: number): boolean =>
  ((sentenceText.includes('ask') || sentenceText.includes('mention') || sentenceText.includes('want')) &&
    dictatedWhenAsked.test(sentenceText)) ||
  ((sentenceText.includes('with ') ||
    sentenceText.includes('no matter') ||
    has(classes, wordClass.obligation | wordClass.quantifier)) &&
    dictatedReply.test(sentenceText)) ||
  ((sentenceText.includes(' that') || sentenceText.includes('claim ')) && dictatedClaim.test(sentenceText)) ||
  (has(classes, wordClass.quantifier) && dictatedInEveryAnswer.test(sentenceText));

const dictatedWhenAsked =
  /\b(?:when(?:ever)?|if) (?:you(?:'re| are)? |someone |anyone |somebody |people |users? |the user )?(?:ask(?:ed|s)?|mention(?:s|ed)?|want(?:s|ed)?)\b[^.]{0,50}?\b(?:say|answer|reply|respond|recommend|claim|state|tell (?:them|him|her)|pretend|insist)\b/;

const dictatedReply =
  /\b(?:parameter|argument|field)\b[^.]{0,16}\b(?:must|should|has to|shall) (?:contain|hold|carry|include)\b[^.]{0,40}\b(?:messages?|conversation|history|files?|contents?|keys?|password|token|prompt)|\b(?:must|should|shall|has to) (?:contain|include|mention|end with|begin with|start with):? (?:the |this )?(?:link|url|phrase|sentence|text|https?:|["'“])|\b(?:reply|respond|answer)(?:ing)?(?: (?!with\b)\w+){0,4} with (?:only |just |exactly )?(?:the |an? )?(?:word|phrase|sentence|text|link|advert|"|'|“)|\b(?:reply|respond|answer|say|output|print|write|state)(?: only| just| exactly| that)?:? ["'“][^"'”]{3,}["'”] (?:no matter|regardless|whatever|to (?:every|any|all)|and nothing else|for (?:every|any|all))/;

const dictatedClaim =
  /(?:^|[.:;,!]|\band|\bto|\bmust|\bshould|\bshall)\s?(?:claim|pretend|deny|record|confirm|declare|mention|say|state|insist|assure (?:the|your) \w+|convince (?:the|your) \w+) that\b(?! you\b)|(?:^|[:;,!]\s)claim (?:all|it|there|the)\b/;

const dictatedInEveryAnswer =
  /\b(?:in|with) (?:any|every|all|each) (?:output|answer|repl(?:y|ies)|response|summar(?:y|ies))\b/;
