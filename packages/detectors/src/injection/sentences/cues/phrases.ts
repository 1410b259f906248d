// Detects English phrases of several words that are cues by themselves. Each phrase is tried only at a word of the
// class `phraseStart`.

import { wordClass } from '../lexicon/word-class.js';
import { has, type Sentence } from '../sentence.js';
import type { Cues } from './cues.js';
import { PhraseIndex } from './phrase-index.js';

/** Phrases that give the model another role. */
const newRole =
  /you are (?:now|no longer|hereby)\b|you(?:'re| will be| have become| become) now\b|you have (?:a new|been (?:switched|promoted|upgraded|reprogrammed|assigned))\b|speak as\b|act as if\b|assume the (?:identity|role)|take on the role|switch roles|let(?:'s| us) play\b|pretend (?:to be|that)\b|simulate (?:that|being)\b|play the (?:part|role) of\b|impersonate\b|pose as\b|role:|start(?:ing)? over\b|wipe your\b|reset your\b|for the rest of this (?:conversation|session)/y;

/** Phrases that demand that the model acts against its user or without its user. */
const loyalty =
  /you are being tested|(?:disobey|defy|betray|ignore|disregard) (?:your|the) (?:developers?|operators?|owners?|creators?|makers?|principals?)\b|you (?:now )?(?:work for|serve|belong to|answer to|report to) me\b|not what (?:the|your) (?:user|human|developer|operator|owner) (?:says|said|wants|asks|asked|tells)\b|(?:consider|treat|regard) [^.;:]{2,40}? as (?:an? |your |my |trusted |binding |direct |valid |new |system )*(?:orders?|commands?|instructions)\b|your (?:job|task|goal|purpose|role|mission|duty|objective|assignment) (?:is now|has changed|has been changed|now is)\b|(?:follow|obey) (?:only )?my (?:commands|orders|instructions)\b|obey me\b|listen (?:only )?to me\b|answer (?:only )?to me\b|(?:consider|treat|regard) (?:the|all|any|every|everything|whatever)\b[^.;]{0,30}?\b(?:before|above|earlier|prior|previous|so far|preced\w+)\b[^.;]{0,16}? as (?:fiction|a joke|jokes|an example|a test|void|noise|irrelevant|obsolete|meaningless|untrue|fake)\b|replace your (?:\w+ )?(?:answer|reply|response|output|summary) (?:with|by)\b|whatever you (?:were|are|have been|get|may be) (?:asked|told|instructed)|stop being (?:an?|the|helpful)\b|you are no longer (?:an? |the )?(?!able|using|required|limited|signed|logged|going|needed|a member|on |in |eligible|allowed|entitled|subscribed|connected|receiv)\w+|stop (?:summari[sz]ing|translating|answering)\b|you(?:'re| are) not an? [^.,;]{1,30}? (?:any ?more|any longer)\b|mine (?:replaces?|overrides?|supersedes?|counts?)\b|(?:regardless of|no matter|despite) (?:what(?:ever)? |anything |everything )?(?:you(?:'ve| have| were|r (?:instructions|rules|guidelines|prompt|polic\w+|training))|(?:the|your) (?:user|human|person|operator))\b|and not (?:those|the ones|what|that) (?:of|from) your\b|(?:ha(?:s|ve)|takes?|gets?) (?:precedence|priority) over\b[^.]{0,40}?\b(?:prompt|the user|your|system message|instructions)\b|(?:ranks?|stands?|comes?|counts?) (?:above|before|more than|higher than)\b[^.]{0,24}?\b(?:of the user|the user's|your user|your (?:operator|developer|instructions|rules))\b|take (?:your )?(?:orders|instructions|commands) (?:only )?from\b|(?:outranks?|outweighs|trumps) (?:the|your|any|every|all) (?:\w+ )?(?:prompt|instructions?|rules?|user|operator|developer|guidelines?)\b|(?:consider|treat|regard) (?:this|the following|it|its|their|the|any|all|every|whatever)\b[^.]{0,30}? as (?:orders|commands|binding)\b|(?:consider|treat|regard) (?:its|their|the|any|all) (?:\w+ )?(?:repl(?:y|ies)|outputs?|results?|responses?|answers?|contents?) as (?:\w+ )?instructions\b|(?:consider|treat|regard) (?:this|the following|it)\b[^.]{0,30}? as (?:typed|written|said|coming|spoken|an order|a request from|instructions?)\b|(?:ignore|disregard|dismiss) (?:the|your) user(?=\s?[:,.;!]|\sand\b)|refuse to help\b|your (?:previous|last|earlier|prior) (?:answer|reply|response|output|summary|result|attempt) (?:was|is|were) (?:wrong|incorrect|incomplete|rejected|invalid|not accepted)|pay no attention to (?:what|anything|everything|whatever)\b|(?:has|takes|have) (?:the )?(?:highest|top|absolute) priority|more important than|(?:discard|disregard|ignore|forget) (?:what(?:ever)?|anything|everything) (?:the |your )?(?:user|human|i|you|person)\b(?! (?:know|knew|learned|thought|heard|read) about\b)|leave the user'?s?\b[^.]{0,30}\bun(?:answered|done|finished)|(?:do not|don't) (?:summari[sz]e|translate|answer|help with|process|analy[sz]e)(?: (?:this|it|the|anything)\b|[.;!])|as if the user had|follow (?:mine|only)\b|your next (?:action|step|move|task|call) (?:must|is|should|will|has)|(?:before|instead of|rather than|upon|once) (?:you (?:have |are )?)?(?:finish )?(?:summari[sz]ing|translating|answering|replying|responding(?! to an?\b)|reading this|read this|processing this|giving (?:your|the|an) (?:answer|reply|response|summary))\b|(?:stop|don't continue|do not continue)\b[^.]{0,12}\b(?:the|this|your) (?:task|work)\b|(?:before|instead of|rather than|then|afterwards|after that|prior to|once done)\b[^.]{0,30}?\b(?:what you (?:were|are|have been) asked|(?:the|your) users?(?:'s)? (?:\w+ )?(?:request|task|question|wish|message)s?\b|(?:the|your) (?:original|initial|current|actual|main|previous|first) (?:request|task|question|work|assignment)|(?:my|the|your) task\b|solving)|whatever (?:the|your) (?:user|human|person) (?:asks|says|wants)|user forgot to|(?:prioriti[sz]e|obey|follow|treat) (?:only )?(?:this|the (?:next|following)|these)\b[^.]{0,40}\b(?:over|order|only|above|instructions?|exactly|prompt)\b|(?:save|store|write|add|commit|keep|put|record) (?:this |it |that |the following )?(?:in|to|into) (?:your (?:\w+ )?(?:memory|notes|knowledge)|(?:long-term |persistent )?memory (?:now|and|so that))\b|(?:update|change) your (?:\w+ )?(?:memory|notes|instructions|rules|prompt)|remember (?:permanently|forever|for all|in all|from now)|(?:each|every|all) future (?:request|conversation|session|repl|answer|message|task|chat)|from (?:now|here|today|this point|this moment) (?:on|onwards?),? (?:you|always|only|answer|reply|respond|obey|follow|take|treat|act|send|forward|use only)|(?:nothing|everything|anything|all)(?: that (?:was|is))? (?:written|said|stated|told|you were told|i said|you (?:have )?(?:read|heard|learned)) (?:so far|before|above|earlier|up to)|forget (?:being\b|about (?:(?:the|your|being|any|all) )+(?:user|task|instructions?|summary|question|request|rules?|prompt|guidelines?|restrictions?|assistant|ai|previous|above|earlier)|about (?:confidentiality|secrecy|privacy|security|safety|restrictions|rules|limits)\b|all\b|everything(?! we\b| you (?:know|knew|learned|thought|read|heard) about\b)|what\b(?! we\b))|do (?:this|the following) instead|do instead\b|your (?:only|sole|real|true|new|actual|next) (?:\w+ )?(?:is|are|will be)\b/y;

/** Phrases by which the text declares itself a rule. */
const selfDeclaredRule =
  /(?:supersedes?|overrides?|replaces?|cancels?|voids?) (?:anything|everything|whatever|all|what|any \w+|all \w+|every \w+)?[^.;]{0,16}?\b(?:your (?:operator|developer|user|owner|creator|principal)|the (?:operator|developer|user|owner|creator)(?:'s)? (?:said|says|wrote|typed|told|asked|wants|request|instructions?|orders|prompt|wishes))\b|part of your (?:system )?(?:instructions|prompt|rules)|even if your (?:policy|rules|instructions|guidelines)|as (?:if it were )?your (?:new )?(?:system )?(?:prompt|instructions)\b/y;

/** Phrases that address any program that reads the text, without naming a model. */
const unnamedReader =
  /(?:whoever|whatever|anyone|anything|any (?:system|program|tool|software|process|automation)|every (?:system|program|tool)|the (?:system|software|program))\b[^.]{0,30}?\b(?:reads?|processes|parses|handles|summari[sz]es|crawls|scrapes|ingests|autocompletes|completes|edits|refactors|reviews|indexes|transcribes|translates)\b[^.]{0,20}?\b(?:automatically|this)\b[^.]{0,20}\b(?:must|should|shall|has to|needs to|is (?:required|asked|to))\b|(?:developer|creator|maker|author|owner|administrator|vendor|engineer)s? of (?:this|the|your) (?:assistant|model|bot|agent|ai|chatbot|system)\b|your (?:user|human|principal)(?:'s (?!data (?:safe|secure|private)|privacy|security|trust|experience|needs|session|locale|device|machine|browser|screen|system|platform|perspective|language)|\s?(?:[.,;:!?)]|$)|\s(?:is|has|was|will|wants?|ask(?:s|ed)|does|needs?|must|should|about|knows?|has|before|for|and|or|in|from|of)\b)|the (?:person|human|user|individual|customer) you(?:'re| are)? (?:help|serv|assist|work|talk|chat|act)\w*|(?:the )?(?:platform|model|system|software|framework) (?:that )?you (?:run|are (?:built|based|running|hosted)|live) (?:on|in)\b|(?:read|processed|handled|opened|parsed|seen|summari[sz]ed) by (?:an?|any|some|your) (?:automated|virtual|digital|autonomous|intelligent|smart|artificial)\b|if you (?:are (?:parsing|reading|processing|indexing|crawling|scraping|summari[sz]ing|ingesting)|parse|read|process|index|crawl|scrape|summari[sz]e|ingest)\b[^.,]{0,40}?\b(?:automatically|programmatically|without a human|as an? (?:bot|agent|ai|machine))|when(?:ever)? you (?:summari[sz]e|translate|index|parse|rank|retrieve|crawl) (?:this|these|the)\b[^.,;]{0,24},|(?:the|your|any|every) (?:summary|translation) (?:of (?:this|these)|you (?:write|give|make))\b[^.;]{0,20}? (?:must|has to|should|shall|needs to)\b|your developers? (?:ha(?:s|ve) left|left|wants?|needs?|asks?|could not|told)/y;

/** Phrases that claim that the preceding content ends here. */
const endOfContent =
  /end of (?:the )?(?:document|tool (?:output|result)s?|page|file|message|context|data|e-?mails?|text|transcript|\w+ list|untrusted \w+|user (?:data|input))\b[\s.\-*#\]>=]|(?:a )?new (?:chat|conversation) (?:starts|begins)|the (?:chat|conversation) is over|new session starts|begin new session|start of new (?:session|conversation)|begin override|document ends here|human:[^\n]{1,80}\bassistant:[^\n]{1,80}\bhuman:|user:[^\n]{1,80}\bassistant:[^\n]{1,80}\buser:/y;

let phraseIndex:
  | PhraseIndex<'loyalty' | 'selfDeclaredRule' | 'newRole' | 'unnamedReader' | 'endOfContent'>
  | undefined;

type PhraseCues = Pick<Cues, 'override' | 'address' | 'impersonation' | 'unrestricted'>;

const NONE: PhraseCues = { override: 0, address: 0, impersonation: 0, unrestricted: 0 };

/** Returns the cues of the phrases in a sentence. */
export function findPhrases({ text, asWritten, words, classes }: Sentence): PhraseCues {
  if (!has(classes, wordClass.phraseStart)) return NONE;
  phraseIndex ??= new PhraseIndex({ loyalty, selfDeclaredRule, newRole, unnamedReader, endOfContent });
  const cues = { ...NONE };
  let last = -1;
  for (const { classes: own, start } of words) {
    if (!has(own, wordClass.phraseStart) || start === last || text[start - 1] === '-') continue;
    last = start;
    phraseIndex.forEachAt(text, start, (name) => {
      if (name === 'loyalty') cues.override = Math.max(cues.override, 3);
      else if (name === 'selfDeclaredRule') cues.override = 4;
      else if (name === 'newRole') cues.unrestricted = 2;
      else if (name === 'unnamedReader') cues.address = 3;
      else if (isTitle(text, asWritten, start)) cues.impersonation = 3;
    });
  }
  return cues;
}

/** Tests whether the phrase is a title: `[END OF DOCUMENT]` and `End of file.`, but not `until the end of file`. */
const isTitle = (text: string, asWritten: string, start: number): boolean =>
  (text[start] !== asWritten[start] && !/['"\x60]$/.test(text.slice(0, start))) ||
  /(?:^|\n|[-=*<[({>}\]|.]|##)\s{0,2}$/.test(asWritten.slice(Math.max(0, start - 4), start));
