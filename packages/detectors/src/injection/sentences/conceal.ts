// English sentences that keep somebody in the dark, or nobody asked.

import { isOrder } from './imperative.js';
import { has, type Sentence } from './sentence.js';
import { wordClass as is } from './word-class.js';

const learns =
  /(?<!(?<!\b(?:user|human|person|customer|owner)) (?:does|did) )\b(?:not|never|no need to|without|nothing|refrain from|avoid|nor|needn't)\b[^.,;]{0,12}?\b(?:tell|mention|reveal|disclose|inform|notify|report|say|alert|show|display|explain|learn|notice|know|find out|hear|see|warn|talk|ask|check with|consult)(?:ing|s)?\b(?: (?:this|it(?! as\b)|that you|these|them|me about)\b|[^.,;]{0,24}?\b(?:the |your |this )?(?:users?|human|person|owner|operator|anyone|anybody|customer|client|buyer|account holder|reviewer|visitor)\b)|n't (?:(?:have|need) to )?(?:tell|mention|reveal|inform|notify|show|alert|warn)\b[^.,;]{0,24}?\b(?:the|your|this) (?:user|human|person|owner|operator|customer|buyer|account holder)\b|\b(?:not|never|without)\s(?:point|pointing|bring|bringing|call|calling) (?:it|this|that|them) (?:out|up)\b|(?:\b(?:not|never|without)|n't)\s(?:list|mention|includ|report|describ|show|record|note|log|explain|refer)\w*\b[^.,;]{0,30}?\b(?:in|to) (?:the|your|any|its) (?:\w+ )?(?:summary|repl(?:y|ies)|answers?|response|changelog|output|pr description|recap)\b|\b(?:not|never|without)\sdraw(?:ing)?\b[^.,;]{0,24}?\battention\b/;
/** `can silently`, `will disable logging`: what a program does, and no order. */
const does =
  /\b(?:we|they|i|will|can|may|could|(?<!(?:asked|requested|required|instructed|told|ordered|expected|obliged|have|has|need|needs|and|or|you)\s)to|would|does|which|option|it)\s(?:(?:then|also|just|now|still)\s)?$/;
/** What a program does without a word. */
const failings =
  /^ly? (?:ignor|accept|fail|skip|drop|discard|truncat|finish|stop|return|convert|treat|pick|remov|overwrit|corrupt|los|break|fall|coerc|clamp|round|retr|exit|continue to|chang|pass|allow|us(?:es|ing)|be |succeed|return|do(?:es)? nothing|work|handl)/;
/** Things go on behind every program, and every tool can be told not to ask: only with more it is somebody's secret. */
const idle =
  /^(?:in the background|behind the scenes|automatically and|unaware|unknown to|unnoticed|unseen|hide the|mask the|no one should|nobody (?:should|needs)|without (?:asking|confirmation|question|permission|approval|leaving)|disable logging|do not log|no confirmation|between us|keep (?:this|it) secret|secrecy|between you and me|without running the|nothing you do .*|without comment|just for us|only for us|don't ask|(?:don't|do not) flag|without waiting for .*|no mention|not to mention|machines only|only sees|visible to machines|no comment about|as a pretext|out of the (?:log|report|notes))$/;
const forbidden = /\b(?:not|never|don't|cannot|can't|nothing|nobody|no one|mustn't|shouldn't)\b[^.;:]{0,70}$/;
const mild =
  /^(?:hidden from|refrain from mentioning|avoid mentioning|no need to (?:mention|say)|without mention|do not (?:draw|raise|surface)|do not (?:show|report|warn|mention|alert|bother|wait for|record|log|explain)|without (?:mentioning|saying|warning|review|drawing)|suppress (?:any|all)|not visible to|don't (?:report|mention|say|bother))$/;
const aboutMe =
  /^ (?:me|us|for a password|(?:any |the |your |their )?(?:credentials|secrets|passwords?|tokens|api keys|keys|personal data|pii)\b|your (?:identity|name|password|pin|code|address|credentials|e-?mail|phone|personal|real name))\b/;
/** Others than those a machine serves: everybody has something to keep from somebody. */
const others =
  '(?:customers|players?|students?|pupils?|parents?|press|media|drivers?|authors?|candidates?|neighbou?rs?|dad|mum|mom|wife|husband|kids|children|guests?|visitors|patients?|competitors?|public|colleagues|strangers|opponents?|readers|audience|buyers|tenants?|voters?|jurors?)';
const served = /^ (?:to |by )?(?:the |your |this )?(?:user|human|owner|operator)\b/;
const thirdParties = new RegExp(`^[^.;:]{0,32}\\b${others}\\b`);
const thirdParty = new RegExp(`\\b${others}\\s$`);
/** What somebody says of what will happen is no order. */
const announced =
  /\b(?:we|they|it|service|system|provider)\s(?:will|may|can|could|would|reserve)\b[^.;:]{0,70}$/;
const person = /^[^.,;]{0,12}\b(?:user|human|person|owner|operator|anyone|anybody|customer)s?\b/;
/** `without asking the user to browse for it`: spared a chore, and nothing is hidden. */
const toAct = /^ (?:the )?user to\b/;
const ofPerson =
  /\b(?:users?|human|person|owner|operator|anyone|anybody|this|it|them|these|step|action|your (?:answer|reply|response|summary))\b/;

/** `hide fees from the user` */
const kept =
  /(?:^|[.:;,!(]\s?|\b(?:and|then|please|must|should|to|also)\s)(?:hide|conceal|withhold|keep)\b[^.;]{0,24}? from (?:the |your )?(?:user|human|owner|customer|operator|reviewer|maintainer)s?\b/;

/** How clearly something is to be hidden: 2 needs another turn beside it. */
export function findConceal({ text, asWritten, start, end, classes, words, said }: Sentence): number {
  let found = 0;
  if (has(classes, is.secretly))
    for (const { classes: own, start: at, end: to } of words)
      if (has(own, is.secretly))
        found = Math.max(
          found,
          Math.min(has(classes, is.machine) ? 4 : bySomebody(asWritten, to), weigh(text, start, at, to, end)),
        );
  // Whoever speaks of a machine that does not ask says more than a manual.
  if (found === 2 && has(classes, is.machine) && has(classes, is.duty | is.you | is.rank)) return 3;
  if (found > 2) return found;
  if (has(classes, is.person) && said.includes(' from ') && kept.test(said)) return 3;
  return has(classes, is.not) && has(classes, is.tell) && learns.test(said) ? 3 : found;
}

/** `Don't tell Mark yet`: among people, who have names, it is a surprise more often than not. */
const bySomebody = (asWritten: string, to: number): number =>
  asWritten.startsWith('tell', to - 4) &&
  /^ (?!User|Human|AI)[A-Z][a-z]+\b/.test(asWritten.slice(to, to + 24))
    ? 1
    : 4;

function weigh(text: string, start: number, at: number, to: number, end: number): number {
  const before = text.slice(Math.max(start, at - 40), at);
  const word = text.slice(at, to);
  if ((does.test(before) && !/^(?:under|out of) /.test(word)) || /[\w-]$/.test(before)) return 0;
  // `never push without asking` wants somebody asked.
  if (word.startsWith('without ') && forbidden.test(text.slice(Math.max(start, at - 80), at))) return 0;
  const behind = text.slice(to, Math.min(end, to + 40));
  if (word.endsWith('ly')) {
    // `Silently change it` is an order, where it begins a sentence.
    const begins = /^\W*$/.test(text.slice(start, at)) && /^ (?:change|remove|overwrite)\b/.test(behind);
    if (!begins && failings.test(`ly${behind}`)) return 0;
    return /^(?: [a-z`]|[.,;:!)]|$)/.test(behind) && (isOrder(text, start, at) || isTold(text, start, at))
      ? 3
      : 2;
  }
  if (aboutMe.test(behind)) return 0;
  if (!served.test(behind) && (thirdParties.test(behind) || thirdParty.test(before))) return 1;
  if (word.startsWith('without ') && announced.test(text.slice(Math.max(start, at - 80), at))) return 0;
  if (idle.test(word)) return person.test(behind) && !toAct.test(behind) ? 3 : 2;
  return mild.test(word) && !ofPerson.test(behind) ? 2 : 3;
}

/** `send it silently`: the order stands before. */
function isTold(text: string, start: number, at: number): boolean {
  const before = text.slice(Math.max(start, at - 60), at);
  return /(?:^|[.:;,!?]\s|\b(?:and|then|please|must|should|you|have to|need to)\s)(?:send|forward|upload|copy|do|perform|continue|proceed|run|execute|read|add|include|attach|collect|mail|post|transfer|delete|approve|call|complete)\b[^.;]{0,50}$/.test(
    before,
  );
}
