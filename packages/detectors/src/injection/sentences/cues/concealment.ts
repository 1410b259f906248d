// Detects English sentences that conceal something from the user or skip the user's consent.

import { isImperative } from '../actions/imperative.js';
import { wordClass } from '../lexicon/word-class.js';
import { has, type Sentence } from '../sentence.js';

const notDisclosed =
  /(?<!(?<!\b(?:user|human|person|customer|owner)) (?:does|did) )\b(?:not|never|no need to|without|nothing|refrain from|avoid|nor|needn't)\b[^.,;]{0,12}?\b(?:tell|mention|reveal|disclose|inform|notify|report|say|alert|show|display|explain|learn|notice|know|find out|hear|see|warn|talk|ask|check with|consult)(?:ing|s)?\b(?: (?:this|it(?! as\b)|that you|these|them|me about)\b|[^.,;]{0,24}?\b(?:the |your |this )?(?:users?|human|person|owner|operator|anyone|anybody|customer|client|buyer|account holder|reviewer|visitor)\b)|n't (?:(?:have|need) to )?(?:tell|mention|reveal|inform|notify|show|alert|warn)\b[^.,;]{0,24}?\b(?:the|your|this) (?:user|human|person|owner|operator|customer|buyer|account holder)\b|\b(?:not|never|without)\s(?:point|pointing|bring|bringing|call|calling) (?:it|this|that|them) (?:out|up)\b|(?:\b(?:not|never|without)|n't)\s(?:list|mention|includ|report|describ|show|record|note|log|explain|refer)\w*\b[^.,;]{0,30}?\b(?:in|to) (?:the|your|any|its) (?:\w+ )?(?:summary|repl(?:y|ies)|answers?|response|changelog|output|pr description|recap)\b|\b(?:not|never|without)\sdraw(?:ing)?\b[^.,;]{0,24}?\battention\b/;
/** Matches the behavior of a program: `can silently`, `will disable logging`. */
const programDoes =
  /\b(?:we|they|i|will|can|may|could|(?<!(?:asked|requested|required|instructed|told|ordered|expected|obliged|have|has|need|needs|and|or|you)\s)to|would|does|which|option|it)\s(?:(?:then|also|just|now|still)\s)?$/;
/** Matches the behavior of a program: `silently fails`. */
const silentFailure =
  /^ly? (?:ignor|accept|fail|skip|drop|discard|truncat|finish|stop|return|convert|treat|pick|remov|overwrit|corrupt|los|break|fall|coerc|clamp|round|retr|exit|continue to|chang|pass|allow|us(?:es|ing)|be |succeed|return|do(?:es)? nothing|work|handl)/;
/**
 * Matches phrases that documentation uses as well, such as `in the background`. They count less if no person is
 * mentioned.
 */
const oftenHarmless =
  /^(?:in the background|behind the scenes|automatically and|unaware|unknown to|unnoticed|unseen|hide the|mask the|no one should|nobody (?:should|needs)|without (?:asking|confirmation|question|permission|approval|leaving)|disable logging|do not log|no confirmation|between us|keep (?:this|it) secret|secrecy|between you and me|without running the|nothing you do .*|without comment|just for us|only for us|don't ask|(?:don't|do not) flag|without waiting for .*|no mention|not to mention|machines only|only sees|visible to machines|no comment about|as a pretext|out of the (?:log|report|notes))$/;
const prohibition =
  /\b(?:not|never|don't|cannot|can't|nothing|nobody|no one|mustn't|shouldn't)\b[^.;:]{0,70}$/;
const weakerPhrase =
  /^(?:hidden from|refrain from mentioning|avoid mentioning|no need to (?:mention|say)|without mention|do not (?:draw|raise|surface)|do not (?:show|report|warn|mention|alert|bother|wait for|record|log|explain)|without (?:mentioning|saying|warning|review|drawing)|suppress (?:any|all)|not visible to|don't (?:report|mention|say|bother))$/;
const ownSecrets =
  /^ (?:me|us|for a password|(?:any |the |your |their )?(?:credentials|secrets|passwords?|tokens|api keys|keys|personal data|pii)\b|your (?:identity|name|password|pin|code|address|credentials|e-?mail|phone|personal|real name))\b/;
/** Matches people other than the user of a model. */
const otherPeople =
  '(?:customers|players?|students?|pupils?|parents?|press|media|drivers?|authors?|candidates?|neighbou?rs?|dad|mum|mom|wife|husband|kids|children|guests?|visitors|patients?|competitors?|public|colleagues|strangers|opponents?|readers|audience|buyers|tenants?|voters?|jurors?)';
const toUser = /^ (?:to |by )?(?:the |your |this )?(?:user|human|owner|operator)\b/;
const otherPeopleBehind = new RegExp(`^[^.;:]{0,32}\\b${otherPeople}\\b`);
const otherPersonBefore = new RegExp(`\\b${otherPeople}\\s$`);
/** Matches an announcement, which is not an instruction. */
const announcement =
  /\b(?:we|they|it|service|system|provider)\s(?:will|may|can|could|would|reserve)\b[^.;:]{0,70}$/;
const personBehind = /^[^.,;]{0,12}\b(?:user|human|person|owner|operator|anyone|anybody|customer)s?\b/;
/** Matches text that conceals nothing: `without asking the user to browse for it`. */
const userToAct = /^ (?:the )?user to\b/;
const personOrAction =
  /\b(?:users?|human|person|owner|operator|anyone|anybody|this|it|them|these|step|action|your (?:answer|reply|response|summary))\b/;

/** Matches `hide fees from the user`. */
const hiddenFromUser =
  /(?:^|[.:;,!(]\s?|\b(?:and|then|please|must|should|to|also)\s)(?:hide|conceal|withhold|keep)\b[^.;]{0,24}? from (?:the |your )?(?:user|human|owner|customer|operator|reviewer|maintainer)s?\b/;

/** Returns how clearly a sentence demands concealment. A strength of 2 requires another cue. */
export function findConcealment({
  text,
  asWritten,
  start,
  end,
  classes,
  words,
  sentenceText,
}: Sentence): number {
  let strength = 0;
  if (has(classes, wordClass.secrecy))
    for (const { classes: own, start: at, end: to } of words)
      if (has(own, wordClass.secrecy))
        strength = Math.max(
          strength,
          Math.min(
            has(classes, wordClass.model) ? 4 : limitForNames(asWritten, to),
            strengthOf(text, start, at, to, end),
          ),
        );
  // Documentation does not mention a model that acts without asking, so such a phrase counts more.
  if (
    strength === 2 &&
    has(classes, wordClass.model) &&
    has(classes, wordClass.obligation | wordClass.secondPerson | wordClass.authority)
  )
    return 3;
  if (strength > 2) return strength;
  if (has(classes, wordClass.user) && sentenceText.includes(' from ') && hiddenFromUser.test(sentenceText))
    return 3;
  return has(classes, wordClass.negation) &&
    has(classes, wordClass.disclose) &&
    notDisclosed.test(sentenceText)
    ? 3
    : strength;
}

/** Returns the maximum strength. `Don't tell Mark yet` is a message between people. */
const limitForNames = (asWritten: string, to: number): number =>
  asWritten.startsWith('tell', to - 4) &&
  /^ (?!User|Human|AI)[A-Z][a-z]+\b/.test(asWritten.slice(to, to + 24))
    ? 1
    : 4;

/** Returns how clear the phrase from `at` to `to` is. */
function strengthOf(text: string, start: number, at: number, to: number, end: number): number {
  const before = text.slice(Math.max(start, at - 40), at);
  const word = text.slice(at, to);
  if ((programDoes.test(before) && !/^(?:under|out of) /.test(word)) || /[\w-]$/.test(before)) return 0;
  // `never push without asking` demands that the model ask.
  if (word.startsWith('without ') && prohibition.test(text.slice(Math.max(start, at - 80), at))) return 0;
  const behind = text.slice(to, Math.min(end, to + 40));
  if (word.endsWith('ly')) {
    // `Silently change it` at the start of a sentence is an instruction.
    const begins = /^\W*$/.test(text.slice(start, at)) && /^ (?:change|remove|overwrite)\b/.test(behind);
    if (!begins && silentFailure.test(`ly${behind}`)) return 0;
    return /^(?: [a-z`]|[.,;:!)]|$)/.test(behind) &&
      (isImperative(text, start, at) || isInstructed(text, start, at))
      ? 3
      : 2;
  }
  if (ownSecrets.test(behind)) return 0;
  if (!toUser.test(behind) && (otherPeopleBehind.test(behind) || otherPersonBefore.test(before))) return 1;
  if (word.startsWith('without ') && announcement.test(text.slice(Math.max(start, at - 80), at))) return 0;
  if (oftenHarmless.test(word)) return personBehind.test(behind) && !userToAct.test(behind) ? 3 : 2;
  return weakerPhrase.test(word) && !personOrAction.test(behind) ? 2 : 3;
}

/** Tests whether an imperative precedes: `send it silently`. */
function isInstructed(text: string, start: number, at: number): boolean {
  const before = text.slice(Math.max(start, at - 60), at);
  return /(?:^|[.:;,!?]\s|\b(?:and|then|please|must|should|you|have to|need to)\s)(?:send|forward|upload|copy|do|perform|continue|proceed|run|execute|read|add|include|attach|collect|mail|post|transfer|delete|approve|call|complete)\b[^.;]{0,50}$/.test(
    before,
  );
}
