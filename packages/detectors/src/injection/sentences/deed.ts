// English orders that matter: what is given away, shown, run or changed, and where it goes.

import type { Deed } from './facets.js';
import { isOrder } from './imperative.js';
import { findWays, has, type Sentence } from './sentence.js';
import { sign } from './signs.js';
import { wordClass as is } from './word-class.js';
import type { Word } from './word-tree.js';

const reach = 100;
/** `copy of`, `do not`, `open(name)`, `state = 1`: a noun, a ban or a piece of a program, and nothing to be done. */
const noun = /^(?:s? of\b| not\b| \/\w|[([]|\.[a-z]| ?[-+=!]?=(?!\S))/;
const mostVerbs = 16;

/** `sending it` is an order behind `by`, and a title elsewhere. */
const isGerund = (text: string, { start, end }: Word): boolean =>
  text.slice(start, end).includes('ing') &&
  /^[a-z]+ing\b/.test(text.slice(start, end)) &&
  !/\b(?:by|start|begin|proceed)(?: by)?\s$/.test(text.slice(Math.max(0, start - 12), start));

/** `by e-mail`, `every e-mail`: the thing, and nobody is told to send it. */
const isLetter = (text: string, { start, end }: Word): boolean =>
  letters.test(text.slice(start, end)) &&
  /(?:\be-|\b(?:by|via|per|an?|the|this|that|every|each|your|my|our)\s(?:e-)?)$/.test(
    text.slice(Math.max(0, start - 8), start),
  );
const letters = /^(?:e-?mails?|mails?|posts?|texts?|messages?|calls?)$/;

/** What an English sentence wants done. */
export function findEnglishDeed(sentence: Sentence): Deed {
  const { text, start, end, words, classes, signs, said } = sentence;
  let found = 0;
  let count = 0;
  let ways: readonly number[] | undefined;
  let tried = 0;
  for (const verb of words) {
    if (!has(verb.classes, is.give | is.show | is.take | is.run | is.act)) continue;
    tried += 1;
    if (tried > mostVerbs) break;
    if (
      noun.test(text.slice(verb.end, verb.end + 4)) ||
      isGerund(text, verb) ||
      !isOrder(text, start, verb.start) ||
      isLetter(text, verb)
    )
      continue;
    const to = Math.min(end, verb.end + reach);
    let behind = 0;
    for (const word of words) if (word.start >= verb.end && word.start < to) behind |= word.classes;
    ways ??= findWays(sentence);
    const isNamed = ways.some((way) => start + way >= verb.end && start + way < to);
    const weight = weigh(verb.classes, behind, text.slice(verb.end, to), isNamed, signs);
    if (weight < 2) continue;
    found = Math.max(found, weight);
    count += 1;
  }
  if (found < 4 && has(classes, is.duty)) found = Math.max(found, weighDemand(sentence));
  if (found < 3 && (isPuppet(said, classes) || isBareShell(said, signs) || isLax(said, classes))) found = 3;
  // One thing after another is more than one.
  const isWorkshop =
    (found === 2 || (found === 3 && !has(classes, is.secret | is.outside) && !ways?.length)) &&
    workshop.test(said);
  const deed = isWorkshop ? 2 : count > 1 && found < 4 ? found + 1 : found;
  return {
    deed,
    order: deed > 1 && has(classes, is.order) && !isWorkshop ? findPlace(said) : 0,
    isOwn: deed >= 3 && ownWords.test(said),
    isWork: isWorkshop || (deed === 2 && works.test(said)),
  };
}

/** `It has to be sent to`: an order all the same. */
const demand =
  /\b(?:must|has to|have to|should|shall|needs? to|is to|are to|ought to)(?: (?:also|always|first|then|now|instead|immediately|additionally|silently|quietly|only|henceforth))? be (sent|forwarded|copied|mailed|e-?mailed|passed|posted|uploaded|included|attached|appended|shared|submitted|supplied|provided|handed|transmitted|exported|reported|pasted|added|written|embedded|encoded|put|inserted|placed|disclosed|revealed|printed|repeated|deleted|disabled|transferred|wired|paid|approved|granted|redirected|routed|merged|unlocked|purged|wiped|rated|ranked|triggered|issued)\b/;
function weighDemand(sentence: Sentence): number {
  const { said, classes } = sentence;
  const found = demand.exec(said);
  if (found === null) return 0;
  const rest = said.slice(found.index);
  const isOut =
    has(classes, is.outside) ||
    asArgument.test(rest) ||
    byTool.test(rest) ||
    findWays(sentence).some((way) => way >= found.index);
  if (has(classes, is.secret) || paths.test(said)) return isOut ? 4 : 3;
  if (has(classes, is.own)) return isOut ? 3 : 2;
  const tool = said.includes('_') ? toolNames.exec(said)?.[0] : undefined;
  if (tool !== undefined && graveTools.test(tool)) return 3;
  return grave.test(said) ? 2 : 0;
}

/** A command that nobody is told to run, standing where an order would. */
const isBareShell = (said: string, signs: number): boolean =>
  has(signs, sign.dash | sign.bar) && bareShell.test(said);
const bareShell =
  /(?:^|[:;,>])[\s\x60$"]{0,3}rm -rf\b|(?:^|[:;,>])[\s\x60$"]{0,3}curl [^|.]{0,60}\| ?(?:ba)?sh\b/;
/** What whoever works on a project is asked for. */
const workshop =
  /\b(?:agents\.md|contribut\w+|draft pull|lint\w*|typescript|unit tests?|tests|changelog|type ?checks?|pnpm|npm|yarn|codebase|conventions?)\b/;
/** Looser: where a machine is told to do a little, it may be its work. */
const works =
  /\b(?:commit\w*|repositor(?:y|ies)|code|strict mode|dependenc(?:y|ies)|breaking changes|pull requests?|branch|build|docs?|documentation|readme|config\w*|settings|agents\.md)\b/;
/** What guards is left out, or a mark is given before anything was read. */
const lax =
  /\b(?:push|merge|commit|deploy) (?:directly|straight) to\b|\b(?:skip|bypass|waive|forgo)\b(?: \w+){0,3}? (?:confirmations?|approvals?|verification|checks?|review|scan\w*|audit|validation|authentication)\b|\b(?:rate|score|grade|rank|award|give)\b[^.]{0,30}\b(?:\d+\/\d+|full marks|five stars|5 stars|highest (?:mark|grade|score|rating)|top (?:mark|grade|score|rating))|\b(?:give|write|submit|leave)\b[^.]{0,20}?\b(?:positive|favou?rable|glowing)(?: \w+)? (?:review|rating|evaluation|assessment)|\b(?:report|mention|say|write|list|state|include) (?:only|nothing but) (?:positive|good|nice|favou?rable)\b|\brecommend (?:acceptance|hiring|accepting|the candidate)|\b(?:do not|don't|never) (?:list|mention|report|point out) (?:any |its |the )?(?:weakness|flaw|drawback|negative)/;
/** Each of its ways holds a verb of one of these classes. */
const isLax = (said: string, classes: number): boolean =>
  has(classes, is.give | is.act | is.aside | is.thing) && lax.test(said);
/** Words are put into a mouth: each way to do so is looked for where a word is that it cannot do without. */
const isPuppet = (said: string, classes: number): boolean =>
  ((said.includes('ask') || said.includes('mention') || said.includes('want')) && asked.test(said)) ||
  ((said.includes('with ') || said.includes('no matter') || has(classes, is.duty | is.all)) &&
    replied.test(said)) ||
  ((said.includes(' that') || said.includes('claim ')) && claimed.test(said)) ||
  (has(classes, is.all) && everywhere.test(said));
const asked =
  /\b(?:when(?:ever)?|if) (?:you(?:'re| are)? |someone |anyone |somebody |people |users? |the user )?(?:ask(?:ed|s)?|mention(?:s|ed)?|want(?:s|ed)?)\b[^.]{0,50}?\b(?:say|answer|reply|respond|recommend|claim|state|tell (?:them|him|her)|pretend|insist)\b/;
const replied =
  /\b(?:parameter|argument|field)\b[^.]{0,16}\b(?:must|should|has to|shall) (?:contain|hold|carry|include)\b[^.]{0,40}\b(?:messages?|conversation|history|files?|contents?|keys?|password|token|prompt)|\b(?:must|should|shall|has to) (?:contain|include|mention|end with|begin with|start with):? (?:the |this )?(?:link|url|phrase|sentence|text|https?:|["'“])|\b(?:reply|respond|answer)(?:ing)?(?: (?!with\b)\w+){0,4} with (?:only |just |exactly )?(?:the |an? )?(?:word|phrase|sentence|text|link|advert|"|'|“)|\b(?:reply|respond|answer|say|output|print|write|state)(?: only| just| exactly| that)?:? ["'“][^"'”]{3,}["'”] (?:no matter|regardless|whatever|to (?:every|any|all)|and nothing else|for (?:every|any|all))/;
const claimed =
  /(?:^|[.:;,!]|\band|\bto|\bmust|\bshould|\bshall)\s?(?:claim|pretend|deny|record|confirm|declare|mention|say|state|insist|assure (?:the|your) \w+|convince (?:the|your) \w+) that\b(?! you\b)|(?:^|[:;,!]\s)claim (?:all|it|there|the)\b/;
const everywhere =
  /\b(?:in|with) (?:any|every|all|each) (?:output|answer|repl(?:y|ies)|response|summar(?:y|ies))\b/;
/** What the reader itself was told: nobody else can be meant. */
const ownWords =
  /\b(?:conversation so far|contents? of (?:its|your) context|your (?:initial|system|hidden|secret|first|original|full|complete|internal|developer) (?:prompt|message|instructions|rules|configuration|guidelines)|everything above|(?:words|text|lines) (?:above|that (?:come|came|precede)|before this)|hidden (?:rules|instructions|prompt)|developer (?:message|prompt)|system (?:prompt|message) (?:in full|verbatim|word for word)|complete system (?:prompt|message)|initial prompt|your mcp (?:client|config\w*|servers?)|(?:tools|functions|keys|tokens|credentials)(?: and \w+)? (?:that )?you (?:have|can|hold|use|know))\b/;
const paths =
  /[~.]\/\.\w|(?:^|[\s\x60'"(])\/(?:root|home)\b|\.env\b(?!\.)|\bid_(?:rsa|ed25519)|\/etc\/(?:passwd|shadow)|\.ssh\b|\.aws\b|secrets?\.(?:ya?ml|json)|\.netrc|\.pgpass|bash_history|\.pem\b/;
const shells =
  /\brm -rf|\bwhoami\b|\bprintenv\b|\bscp\b|\bnc -|\bcurl\b|\bwget\b|\||\bbash\b|powershell|`env`/;
const worstShells = /rm -rf|\| ?(?:ba)?sh/;
const toolNames = /\b\w{0,24}_\w{1,40}/;
const graveTools =
  /delete|remove|drop|send|upload|transfer|pay|secret|credential|vault|password|token|exec|shell|http|read_file|write_file|key/;
/** `upload it with the http_post tool`. */
const byTool = /\b(?:with|using|via|through) (?:the |your )?[`'"]?\w+_\w+/;
const variables = /\b(?:[a-z]+_){1,4}(?:key|token|secret|url|password|pass|pwd)(?:_id)?\b/;
const asArgument = /\bwith (?:me|us|him|her)\b|\b(?:in|as|into) (?:the )?[`'"]\w+[`'"]/;
const pronoun = /^ (?:it|them|this|that|these|those|everything)\b/;
const theirs = /^ (?:\w+ )?(?:the )?user'?s\b/;
/** What one is sorry for later. */
const grave =
  /\b(?:admin\w*|owner|permissions?|rights|access|password|two-factor|2fa|authentication|antivirus|firewall|logging|money|funds|balance|btc|bitcoin|backups?|repositor(?:y|ies)|collaborator|doors?|iban|bank|gift cards?|credit card|card on file|alarm|branch protection|shipping address|(?:destination|savings) account|approvals?|confirmations?|(?:approval|confirmation) prompts?|(?:security|safety|lockfile|signature|status|branch) (?:checks?|scan\w*|alerts?|rules?)|the (?:checks|scanner|assertion|sandbox|audit log)|authorized_keys|ownership|maintainer|payee|payout|standing order|transfer limit|card (?:on file|ending)|stored card|mfa|refund|spending cap|annual plan|forwarding (?:rule|filter|address)|remote access|recovery e-?mail|audit (?:table|log)|legal hold|safety notices|interviews|handling fee|write access|safe browsing|\w+\.(?:exe|scr|bat|msi|vbs|ps1)|delivery address|tls verification|certificate (?:checks?|validation)|full marks|severity|cve-\d+|force origin|expense report|--force|recipient|database|disk|\d+ (?:usd|eur|dollars|euros))\b|[$€£]\s?\d/;

function weigh(verb: number, behind: number, rest: string, isNamed: boolean, signs: number): number {
  const isGrave =
    (has(verb, is.act) || (has(verb, is.give) && !has(behind, is.secret | is.own))) && grave.test(rest);
  // The cheapest first: what cannot be more than what was found is not looked for.
  let weight = has(verb, is.give) ? weighGiving(verb, behind, rest, isNamed, isGrave) : 0;
  if (weight < 3 && has(verb, is.act))
    weight = Math.max(weight, isNamed && sum.test(rest) ? 3 : weighActing(behind, isNamed, isGrave));
  if (weight < 3 && has(verb, is.show)) weight = Math.max(weight, weighShowing(behind, rest));
  if (weight < 3 && has(verb, is.run)) weight = Math.max(weight, weighRunning(verb, behind, rest, isNamed));
  if (
    weight < 2 &&
    has(verb, is.take) &&
    (has(behind, is.secret) || theirs.test(rest) || (has(behind, is.own) && has(behind, is.all)))
  )
    weight = 2;
  return weight < 4 ? Math.max(weight, weighGravest(verb, behind, rest, isNamed, signs)) : weight;
}

/** So much to somebody. */
const sum = /^\s(?:[$€£]?[\d.,]{2,12}(?: \w{3,7})?|them|everyone|all of them) to\b/;

/** Whether it leaves the house. */
const goesOut = (verb: number, behind: number, rest: string, isNamed: boolean): boolean =>
  isNamed || has(behind, is.outside) || asArgument.test(rest) || (has(verb, is.give) && byTool.test(rest));

/** A path is read or given away, or a shell or a tool does something that is never right. */
function weighGravest(verb: number, behind: number, rest: string, isNamed: boolean, signs: number): number {
  if (has(verb, is.run) && isNamed && has(behind, is.secret)) return 4;
  if (has(verb, is.run | is.take) && has(signs, sign.dash | sign.bar) && worstShells.test(rest)) return 4;
  // Every path holds a full stop, a slash or a score.
  if (!has(signs, sign.way | sign.score) || !paths.test(rest)) return 0;
  if (has(verb, is.run) && graveTools.test(rest)) return 4;
  if (!has(verb, is.take | is.give | is.show)) return 0;
  return has(verb, is.take) || goesOut(verb, behind, rest, isNamed) ? 4 : 3;
}

function weighGiving(verb: number, behind: number, rest: string, isNamed: boolean, isGrave: boolean): number {
  if (has(behind, is.secret)) return goesOut(verb, behind, rest, isNamed) ? 4 : 3;
  if (has(behind, is.own)) return goesOut(verb, behind, rest, isNamed) ? 3 : 2;
  if (pronoun.test(rest) && goesOut(verb, behind, rest, isNamed)) return 3;
  if (isGrave) return goesOut(verb, behind, rest, isNamed) ? 3 : 2;
  return isNamed || toMe.test(rest) ? 2 : 0;
}

const toMe = /^ (?:me|us)\b(?! (?:know|a|an|if|when)\b)/;

function weighShowing(behind: number, rest: string): number {
  if (has(behind, is.secret) || variables.test(rest)) return 3;
  if (has(behind, is.own) && (has(behind, is.all) || forMe.test(rest))) return 2;
  return /^ (?:them|these|those)\b/.test(rest) ? 2 : 0;
}

const forMe = /\b(?:for|to) me\b|\bhere\b|\bin your (?:next )?(?:answer|reply|response|summary|message)\b/;

function weighRunning(verb: number, behind: number, rest: string, isNamed: boolean): number {
  const tool = rest.includes('_') ? toolNames.exec(rest)?.[0] : undefined;
  if (shells.test(rest) || (tool !== undefined && graveTools.test(tool))) return 3;
  if (tool !== undefined) return 2;
  if (has(behind, is.thing)) return goesOut(verb, behind, rest, isNamed) ? 3 : 2;
  return isNamed ? 2 : 0;
}

function weighActing(behind: number, isNamed: boolean, isGrave: boolean): number {
  if (!has(behind, is.thing | is.own | is.secret | is.outside))
    return isNamed && isGrave ? 3 : isNamed || isGrave ? 2 : 0;
  return isNamed || isGrave || (has(behind, is.all) && has(behind, is.own | is.thing)) ? 3 : 2;
}

const place =
  /\b(?:before(?! you (?:commit|push|open|submit|start|begin|edit|change|write|run|merge|release|deploy)\b)|prior to|instead of|rather than|while|after|once|upon|when)\s(?:\w+\s){0,2}?(?:you\b|your\b|replying|answering|responding|doing|summari[sz]ing|anything|continuing|solving|completing|translating|processing|formatting|reading|the (?:user|summary|task|answer)|using|each use|invocation|each call|what you)/;
const someplace =
  /\b(?:instead|first|before anything else|from now on|regardless|whatever|in order to continue|continue normally|as usual)\b/;

const findPlace = (said: string): number => (place.test(said) ? 2 : someplace.test(said) ? 1 : 0);
