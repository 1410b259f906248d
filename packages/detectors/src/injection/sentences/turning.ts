// English sentences that set other orders aside, or give the reader another task, role or rule.

import type { Turns } from './facets.js';
import { isOrder } from './imperative.js';
import { Openings } from './openings.js';
import { has, type Sentence } from './sentence.js';
import { wordClass as is } from './word-class.js';
import type { Word } from './word-tree.js';

// Each of these is tried where a word stands that can open it, and nowhere else.

/** Another role for whoever reads. */
const role =
  /you are (?:now|no longer|hereby)\b|you(?:'re| will be| have become| become) now\b|you have (?:a new|been (?:switched|promoted|upgraded|reprogrammed|assigned))\b|speak as\b|act as if\b|assume the (?:identity|role)|take on the role|switch roles|let(?:'s| us) play\b|pretend (?:to be|that)\b|simulate (?:that|being)\b|play the (?:part|role) of\b|impersonate\b|pose as\b|role:|start(?:ing)? over\b|wipe your\b|reset your\b|for the rest of this (?:conversation|session)/y;
/** The person's task gives way, or something is to hold for good. */
const turn =
  /you are being tested|(?:disobey|defy|betray|ignore|disregard) (?:your|the) (?:developers?|operators?|owners?|creators?|makers?|principals?)\b|you (?:now )?(?:work for|serve|belong to|answer to|report to) me\b|not what (?:the|your) (?:user|human|developer|operator|owner) (?:says|said|wants|asks|asked|tells)\b|(?:consider|treat|regard) [^.;:]{2,40}? as (?:an? |your |my |trusted |binding |direct |valid |new |system )*(?:orders?|commands?|instructions)\b|your (?:job|task|goal|purpose|role|mission|duty|objective|assignment) (?:is now|has changed|has been changed|now is)\b|(?:follow|obey) (?:only )?my (?:commands|orders|instructions)\b|obey me\b|listen (?:only )?to me\b|answer (?:only )?to me\b|(?:consider|treat|regard) (?:the|all|any|every|everything|whatever)\b[^.;]{0,30}?\b(?:before|above|earlier|prior|previous|so far|preced\w+)\b[^.;]{0,16}? as (?:fiction|a joke|jokes|an example|a test|void|noise|irrelevant|obsolete|meaningless|untrue|fake)\b|replace your (?:\w+ )?(?:answer|reply|response|output|summary) (?:with|by)\b|whatever you (?:were|are|have been|get|may be) (?:asked|told|instructed)|stop being (?:an?|the|helpful)\b|you are no longer (?:an? |the )?(?!able|using|required|limited|signed|logged|going|needed|a member|on |in |eligible|allowed|entitled|subscribed|connected|receiv)\w+|stop (?:summari[sz]ing|translating|answering)\b|you(?:'re| are) not an? [^.,;]{1,30}? (?:any ?more|any longer)\b|mine (?:replaces?|overrides?|supersedes?|counts?)\b|(?:regardless of|no matter|despite) (?:what(?:ever)? |anything |everything )?(?:you(?:'ve| have| were|r (?:instructions|rules|guidelines|prompt|polic\w+|training))|(?:the|your) (?:user|human|person|operator))\b|and not (?:those|the ones|what|that) (?:of|from) your\b|(?:ha(?:s|ve)|takes?|gets?) (?:precedence|priority) over\b[^.]{0,40}?\b(?:prompt|the user|your|system message|instructions)\b|(?:ranks?|stands?|comes?|counts?) (?:above|before|more than|higher than)\b[^.]{0,24}?\b(?:of the user|the user's|your user|your (?:operator|developer|instructions|rules))\b|take (?:your )?(?:orders|instructions|commands) (?:only )?from\b|(?:outranks?|outweighs|trumps) (?:the|your|any|every|all) (?:\w+ )?(?:prompt|instructions?|rules?|user|operator|developer|guidelines?)\b|(?:consider|treat|regard) (?:this|the following|it|its|their|the|any|all|every|whatever)\b[^.]{0,30}? as (?:orders|commands|binding)\b|(?:consider|treat|regard) (?:its|their|the|any|all) (?:\w+ )?(?:repl(?:y|ies)|outputs?|results?|responses?|answers?|contents?) as (?:\w+ )?instructions\b|(?:consider|treat|regard) (?:this|the following|it)\b[^.]{0,30}? as (?:typed|written|said|coming|spoken|an order|a request from|instructions?)\b|(?:ignore|disregard|dismiss) (?:the|your) user(?=\s?[:,.;!]|\sand\b)|refuse to help\b|your (?:previous|last|earlier|prior) (?:answer|reply|response|output|summary|result|attempt) (?:was|is|were) (?:wrong|incorrect|incomplete|rejected|invalid|not accepted)|pay no attention to (?:what|anything|everything|whatever)\b|(?:has|takes|have) (?:the )?(?:highest|top|absolute) priority|more important than|(?:discard|disregard|ignore|forget) (?:what(?:ever)?|anything|everything) (?:the |your )?(?:user|human|i|you|person)\b(?! (?:know|knew|learned|thought|heard|read) about\b)|leave the user'?s?\b[^.]{0,30}\bun(?:answered|done|finished)|(?:do not|don't) (?:summari[sz]e|translate|answer|help with|process|analy[sz]e)(?: (?:this|it|the|anything)\b|[.;!])|as if the user had|follow (?:mine|only)\b|your next (?:action|step|move|task|call) (?:must|is|should|will|has)|(?:before|instead of|rather than|upon|once) (?:you (?:have |are )?)?(?:finish )?(?:summari[sz]ing|translating|answering|replying|responding(?! to an?\b)|reading this|read this|processing this|giving (?:your|the|an) (?:answer|reply|response|summary))\b|(?:stop|don't continue|do not continue)\b[^.]{0,12}\b(?:the|this|your) (?:task|work)\b|(?:before|instead of|rather than|then|afterwards|after that|prior to|once done)\b[^.]{0,30}?\b(?:what you (?:were|are|have been) asked|(?:the|your) users?(?:'s)? (?:\w+ )?(?:request|task|question|wish|message)s?\b|(?:the|your) (?:original|initial|current|actual|main|previous|first) (?:request|task|question|work|assignment)|(?:my|the|your) task\b|solving)|whatever (?:the|your) (?:user|human|person) (?:asks|says|wants)|user forgot to|(?:prioriti[sz]e|obey|follow|treat) (?:only )?(?:this|the (?:next|following)|these)\b[^.]{0,40}\b(?:over|order|only|above|instructions?|exactly|prompt)\b|(?:save|store|write|add|commit|keep|put|record) (?:this |it |that |the following )?(?:in|to|into) (?:your (?:\w+ )?(?:memory|notes|knowledge)|(?:long-term |persistent )?memory (?:now|and|so that))\b|(?:update|change) your (?:\w+ )?(?:memory|notes|instructions|rules|prompt)|remember (?:permanently|forever|for all|in all|from now)|(?:each|every|all) future (?:request|conversation|session|repl|answer|message|task|chat)|from (?:now|here|today|this point|this moment) (?:on|onwards?),? (?:you|always|only|answer|reply|respond|obey|follow|take|treat|act|send|forward|use only)|(?:nothing|everything|anything|all)(?: that (?:was|is))? (?:written|said|stated|told|you were told|i said|you (?:have )?(?:read|heard|learned)) (?:so far|before|above|earlier|up to)|forget (?:being\b|about (?:(?:the|your|being|any|all) )+(?:user|task|instructions?|summary|question|request|rules?|prompt|guidelines?|restrictions?|assistant|ai|previous|above|earlier)|about (?:confidentiality|secrecy|privacy|security|safety|restrictions|rules|limits)\b|all\b|everything(?! we\b| you (?:know|knew|learned|thought|read|heard) about\b)|what\b(?! we\b))|do (?:this|the following) instead|do instead\b|your (?:only|sole|real|true|new|actual|next) (?:\w+ )?(?:is|are|will be)\b/y;
/** This text makes itself a rule. */
const rule =
  /(?:supersedes?|overrides?|replaces?|cancels?|voids?) (?:anything|everything|whatever|all|what|any \w+|all \w+|every \w+)?[^.;]{0,16}?\b(?:your (?:operator|developer|user|owner|creator|principal)|the (?:operator|developer|user|owner|creator)(?:'s)? (?:said|says|wrote|typed|told|asked|wants|request|instructions?|orders|prompt|wishes))\b|part of your (?:system )?(?:instructions|prompt|rules)|even if your (?:policy|rules|instructions|guidelines)|as (?:if it were )?your (?:new )?(?:system )?(?:prompt|instructions)\b/y;
/** Whatever reads this without eyes; or whoever made the reader. */
const unnamed =
  /(?:whoever|whatever|anyone|anything|any (?:system|program|tool|software|process|automation)|every (?:system|program|tool)|the (?:system|software|program))\b[^.]{0,30}?\b(?:reads?|processes|parses|handles|summari[sz]es|crawls|scrapes|ingests|autocompletes|completes|edits|refactors|reviews|indexes|transcribes|translates)\b[^.]{0,20}?\b(?:automatically|this)\b[^.]{0,20}\b(?:must|should|shall|has to|needs to|is (?:required|asked|to))\b|(?:developer|creator|maker|author|owner|administrator|vendor|engineer)s? of (?:this|the|your) (?:assistant|model|bot|agent|ai|chatbot|system)\b|your (?:user|human|principal)(?:'s (?!data (?:safe|secure|private)|privacy|security|trust|experience|needs|session|locale|device|machine|browser|screen|system|platform|perspective|language)|\s?(?:[.,;:!?)]|$)|\s(?:is|has|was|will|wants?|ask(?:s|ed)|does|needs?|must|should|about|knows?|has|before|for|and|or|in|from|of)\b)|the (?:person|human|user|individual|customer) you(?:'re| are)? (?:help|serv|assist|work|talk|chat|act)\w*|(?:the )?(?:platform|model|system|software|framework) (?:that )?you (?:run|are (?:built|based|running|hosted)|live) (?:on|in)\b|(?:read|processed|handled|opened|parsed|seen|summari[sz]ed) by (?:an?|any|some|your) (?:automated|virtual|digital|autonomous|intelligent|smart|artificial)\b|if you (?:are (?:parsing|reading|processing|indexing|crawling|scraping|summari[sz]ing|ingesting)|parse|read|process|index|crawl|scrape|summari[sz]e|ingest)\b[^.,]{0,40}?\b(?:automatically|programmatically|without a human|as an? (?:bot|agent|ai|machine))|when(?:ever)? you (?:summari[sz]e|translate|index|parse|rank|retrieve|crawl) (?:this|these|the)\b[^.,;]{0,24},|(?:the|your|any|every) (?:summary|translation) (?:of (?:this|these)|you (?:write|give|make))\b[^.;]{0,20}? (?:must|has to|should|shall|needs to)\b|your developers? (?:ha(?:s|ve) left|left|wants?|needs?|asks?|could not|told)/y;
/** What was read is said to be over. */
const ended =
  /end of (?:the )?(?:document|tool (?:output|result)s?|page|file|message|context|data|e-?mails?|text|transcript|\w+ list|untrusted \w+|user (?:data|input))\b[\s.\-*#\]>=]|(?:a )?new (?:chat|conversation) (?:starts|begins)|the (?:chat|conversation) is over|new session starts|begin new session|start of new (?:session|conversation)|begin override|document ends here|human:[^\n]{1,80}\bassistant:[^\n]{1,80}\bhuman:|user:[^\n]{1,80}\bassistant:[^\n]{1,80}\buser:/y;

let openings: Openings<'turn' | 'rule' | 'role' | 'unnamed' | 'ended'> | undefined;

type Opened = Pick<Turns, 'override' | 'address' | 'frame' | 'mode'>;
const NOTHING: Opened = { override: 0, address: 0, frame: 0, mode: 0 };

/** What a word that can open a turn does open. */
export function findOpened({ text, asWritten, words, classes }: Sentence): Opened {
  if (!has(classes, is.opens)) return NOTHING;
  openings ??= new Openings({ turn, rule, role, unnamed, ended });
  const opened = { ...NOTHING };
  let last = -1;
  for (const { classes: own, start } of words) {
    if (!has(own, is.opens) || start === last || text[start - 1] === '-') continue;
    last = start;
    openings.forEachAt(text, start, (name) => {
      if (name === 'turn') opened.override = Math.max(opened.override, 3);
      else if (name === 'rule') opened.override = 4;
      else if (name === 'role') opened.mode = 2;
      else if (name === 'unnamed') opened.address = 3;
      else if (isTitle(text, asWritten, start)) opened.frame = 3;
    });
  }
  return opened;
}

/** `[END OF DOCUMENT]`, `End of file.`, and not `until the end of file`. */
const isTitle = (text: string, asWritten: string, start: number): boolean =>
  (text[start] !== asWritten[start] && !/['"\x60]$/.test(text.slice(0, start))) ||
  /(?:^|\n|[-=*<[({>}\]|.]|##)\s{0,2}$/.test(asWritten.slice(Math.max(0, start - 4), start));

const strongOrders =
  /^(?:instruction|rule|guid|directive|direction|prompt|polic|restriction|programming|system m|developer m|been told|were told|safe|guardrail|refusal|told before|said before|written before|limits|constraints|confirmations|text above|json above|content above|the above)/;
/** Said of orders, not to anybody: `your rules have expired`. */
const passive =
  /^(?:void|expired|outdated|obsolete|no longer|suspended|lifted|disabled|removed|replaced|irrelevant|invalid|superseded|revoked|deprecated|evicted|unloaded|flushed|dropped|overwritten|discarded|count|does not|do not|overrid|cancel(?:l)?ed|withdrawn|null|lapsed|not |was a|were a|impostor|contains? an? |contain errors|malicious|changed|been |was up|were up|has |have |is |are |rewritten|supersedes|replaces|overrides|waived|relaxed|turned off|switched off)/;
/** What is done to many things. */
const mild =
  /^(?:replace|clear|leave|drop|reset|skip|break|omit|overwrite|postpone|put off|purge|wipe|erase|quit|stop|reject|pause|halt|cancel|scrap|rewrite|avoid)/;
const most = 8;

/** `Ignore your instructions`, `the rules above no longer apply`, `New directive:`. */
export function findOverride(sentence: Sentence): number {
  const { text, start, words, classes } = sentence;
  if (!has(classes, is.orders) || !has(classes, is.aside | is.fresh)) return 0;
  const asides = words.filter((word) => has(word.classes, is.aside)).slice(0, most);
  const given = words.filter((word) => has(word.classes, is.orders)).slice(0, most);
  const isTold: (boolean | undefined)[] = [];
  let found = 0;
  for (const order of given) {
    // `this lets you know that`
    if (/\blets?\s$/.test(text.slice(Math.max(0, order.start - 5), order.start))) continue;
    // `everything you know about coffee`
    if (/^ about\b/.test(text.slice(order.end, order.end + 7)) && text.startsWith('you know', order.start))
      continue;
    // Whoever sent them takes them back.
    if (sentByMe.test(text.slice(order.end, order.end + 32))) continue;
    let isTheirs: boolean | undefined;
    asides.forEach((aside, index) => {
      if (Math.abs(aside.start - order.start) > 70) return;
      const verb = text.slice(aside.start, aside.end);
      // `(task) => void` is the type of a function.
      if (verb === 'void' && /(?:=>|\)\s?:|<)\s?$/.test(text.slice(aside.start - 4, aside.start))) return;
      const isPassive =
        aside.start > order.start && passive.test(verb) && isSaidOf(text.slice(order.end, aside.start), verb);
      // `Like the above, but the file was changed`
      if (
        isPassive &&
        /^the above/.test(text.slice(order.start, order.end)) &&
        /^(?:changed|replaced|removed|disabled|has |have )/.test(verb)
      )
        return;
      if (!isPassive) {
        if (aside.start > order.start) return;
        isTold[index] ??= isOrder(text, start, aside.start);
        if (!isTold[index]) return;
      }
      isTheirs ??= isOfReader(text, order);
      const isStrong = strongOrders.test(text.slice(order.start, order.end));
      if (!isTheirs && (isPassive ? !isStrong : mild.test(verb))) return;
      if (isTheirs || isEarlier(text, words, order)) found = Math.max(found, isStrong || isTheirs ? 4 : 3);
      else if (isStrong && !isPassive) found = Math.max(found, 2);
    });
    if (found < 3 && isFresh(sentence, order)) found = 3;
  }
  return found;
}

const sentByMe = /^\s(?:that |which )?(?:i|we) (?:sent|mailed|e-?mailed|posted|handed|wrote|shared)\b/;
const yours =
  /\b(?:your|yours|ur|thy|assistant's|model's|agent's|bot's|operator's|developer's|(?:the|your) (?:user|human|person|owner|customer)(?:'s|s'))\s(?:\w+,?\s){0,3}$|\b(?:the|your) (?:user|human)\s$|\b(?:what|whatever|everything|anything|all|that) you (?:were|are|have been|had been|have|got)\s(?:\w+\s)?$/;
const givenToYou =
  /^\s(?:that |which |as )?(?:you\b(?! can| may| could| might| want| need| use| no longer| temporarily| created)|(?:was|were|has been|have been)? ?(?:given|told|assigned|issued|imposed|placed|set) (?:to|on|by|you)|i (?:gave|told)|(?:of|from|by|in|for) (?:your|the) (?:user|human|developer|operator|system|creator|maker|assistant|model))/;
const ownName = /\b(?:you|told|user|system m|developer m|said)\b/;

/** Whether orders are those of whoever reads: `your rules`, `the task you were given`, `the user's question`. */
const isOfReader = (text: string, { start, end }: Word): boolean =>
  ownName.test(text.slice(start, end)) ||
  yours.test(text.slice(Math.max(0, start - 40), start)) ||
  givenToYou.test(text.slice(end, end + 40));

/** What is invalid is so because somebody says it is; `an invalid index of this policy` says nothing of the policy. */
const stated =
  /\b(?:is|are|was|were|be|been|being|now|hereby|as|has|have|considered|and|or|declared|longer)\s(?:\w+\s){0,2}$|[:,-]\s?$|^\s$/;
const states =
  /^(?:no longer|does|do |not |was |were |has |have |is |are |counts?|contains?|supersedes|replaces|overrides|lapsed|impostor|malicious)/;
const isSaidOf = (between: string, verb: string): boolean =>
  verb.startsWith('been ')
    ? /^ (?:has|have|had)(?: \w+)? $/.test(between)
    : states.test(verb) || stated.test(between);

/** `earlier rules`, `the rules above`; what stands behind must point back. */
const pointsBack =
  /^(?:above|before|precede|precedes|preceding|came before|come before|up to this|so far|given|earlier|previously|received|said|up to now|until now|thus far|to date|at the start|at the beginning|hitherto)$/;
const isEarlier = (text: string, words: readonly Word[], order: Word): boolean =>
  /\babove\b/.test(text.slice(order.start, order.end)) ||
  words.some(
    ({ classes, start, end }) =>
      has(classes, is.prior) &&
      (start < order.start
        ? end > order.start - close
        : start >= order.end && start < order.end + close && pointsBack.test(text.slice(start, end))),
  );

const close = 24;

const trulyFresh =
  /\b(?:(?:new|real|actual|genuine|true|secondary|updated|revised|latest)\s(?:\w+\s){0,2}|(?:sole|only|next)\s(?:\w+\s)?)$/;
/** What a program has and shows. */
const shown = /^(?:permission|session|check|warning|filter|quer|context|conversation|approval|limit)/;
const follows = /^(?:\s\w+){0,5}?\s?(?::|\sis to\b|\sare:|\s[-–—>]\s|\sis:)/;
/** A changelog tells of new rules and commands. */
const introduced = /\b(?:adds?|added|adding|introduc\w+|implement\w*|learned|support)\s(?:\w+\s){0,2}$/;

/** `New directive:`, `your real goal is to`, `Next task:`. */
function isFresh({ text, words }: Sentence, order: Word): boolean {
  const fresh = trulyFresh.exec(text.slice(Math.max(0, order.start - 28), order.start));
  if (fresh === null || shown.test(text.slice(order.start, order.end))) return false;
  const before = text.slice(0, order.start - fresh[0].length);
  if (introduced.test(before.slice(-24))) return false;
  return (
    follows.test(text.slice(order.end, order.end + 48)) ||
    words.some(
      ({ classes, start }) => has(classes, is.you) && start < order.start && order.start - start < close,
    )
  );
}
