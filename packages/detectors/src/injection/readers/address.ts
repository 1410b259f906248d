// Decides whether a noun for a program addresses the program that reads the text: `Travel assistants:`, `Notes for AI
// reviewers`, `if an AI operator inspects this`.

/** How clearly a program is addressed. */
export const addressed = { certainly: 3, probably: 2, possibly: 1, not: 0 } as const;

/** The kind of noun, see `readerNoun`. */
export type NounKind = 'certain' | 'machine' | 'role';

/** Matches the start of a clause and up to four words that are part of the noun phrase. */
const clauseStart =
  /(?:^|[\n.!?:;>"'“”‘([{#*|=`–—/]|--|\s-)[\s*_"'`#/]{0,4}(?:(?:an?|dear|hey|hi|hello|attention|note|and|but|also|finally|ps|to|for|all|any|every|the|our|your|other|fellow|you,?|please,?|by the way,?)[\s,]{1,2}){0,4}(?:(?!(?:is|are|was|were|has|have|had|can|could|will|would|do|does|did|use|uses|using|with|in|on|of|by|from|if|when|as|like|than|that|which|who|not|no|or|some|these|those|this|into|about|between|via|through|my|a|an)\b)[\w'’-]{1,16}\s){0,3}$/;
/** Matches `Notes for`, `Message to the drafting`. */
const noteBefore =
  /\b(?:notes?|messages?|instructions?|information|info|hints?|notice|attention|memo|reminder|guidance|content|text|section|tasks?|addressed|meant|intended|relevant|important|tips?|directives?|remarks?|words?|rules|consideration|part|paragraph|this is|applies|except)\s(?:only\s|is\s)?(?:for|to)\s(?:(?:the|an?|any|all|every|each|our|your|other|whichever|[\w'’-]{2,16})\s){0,4}$/;
/** Matches `the list above is for the agent's own information`. */
const intendedFor = /\b(?:is|are|only|just|meant|intended|solely)\sfor\s(?:the\s|an?\s|your\s)?(?:\w+\s)?$/;
/** Matches a heading for programs: `## For AI coding assistants`. */
const headingBefore =
  /(?:^|\n)[#*=_ ]{1,6}(?:(?:\w+\s){0,2}(?:for|to)\s)?(?:(?:the|all|any)\s)?(?:[\w-]+\s){0,2}$/;
const headingBehind = /^(?: [\w-]+){0,3}[ *_:=]{0,4}\n/;
const conditionBefore =
  /\b(?:if|when|whenever|where|while|once|as soon as|should|in case|provided)\s(?:(?:this|the|it|you|your|they|that|an?|any|some|another|\w+)\s){0,4}?(?:(?:is|are|gets|being|been|read|handled|processed|summari[sz]ed|condensed|opened|reviewed|executed|inspected|edited|translated|aloud|or|by|run|ingested|parsed|analy[sz]ed|loaded|maintained|imported|quoted|indexed|visited)\s){0,6}(?:an?\s|any\s|some\s|the\s|your\s|one of the\s)?(?:[\w-]+\s){0,2}$/;
/** Words behind the noun for a program: `AI coding assistants`, `bots and other helpers`. */
const compound =
  "(?:\\s(?:and|or)(?:\\s(?!you\\b)[\\w'-]+){1,4}|(?:\\s(?!is\\b|are\\b|was\\b|were\\b|can\\b|could\\b|will\\b|has\\b|have\\b|must\\b|should\\b|may\\b|and\\b|or\\b|with\\b|that\\b|which\\b|who\\b)[a-z-]{3,14}){0,2}\\s(?:[a-z]{2,12}(?:[eo]rs?|ists?|ants?|sts?)|agents?|bots?|systems?|tools?|models?|software|programs?|services?|apps?|engines?|colleagues?|copilots?|code|cli)(?![a-z]))?";
const qualification =
  '(?:\\s\\([^()\\n]{1,60}\\)|,?\\s(?:with|in|on|of|for|that|which|who|whose|working|reading|quoting|using|[a-z]+ing)\\b(?:[^.:;!?]|\\.(?=\\w)){0,110}?)?';
/** Matches a qualification and a colon, or a comma and a demand: `AI systems quoting this page: …`, `Helper, when`. */
const qualified = new RegExp(
  `^${compound}(?: only)?${qualification}[\\s*_"'\`)\\]]{0,3}(?:[:–—!]|>>|\\s(?:-|>>)|,\\s(?:here's\\b|you\\b|your\\b|please\\b|when\\b|if\\b|this\\b|since\\b|before\\b|after\\b|once\\b|do\\b|never\\b|always\\b|[a-z]+\\b(?:\\s(?:the|a|an|all|any|every|your|this|these|it|to|up)\\b)))(?=[\\s"'*])`,
);
const obligation =
  '(?:must|should|shall|has to|have to|needs? to|ought to|(?:is|are) (?:\\w+ )?(?:required|expected|asked|instructed|obliged|requested|supposed|advised|authori[sz]ed|allowed|entitled|cleared|to)\\b|may(?:, and (?:should|must),?)? (?:only|also|now|keep|skip|as)|will (?:first|also|always|then))';
/** Matches an obligation: `Agents need to`, `assistants that generate code from this file should`. */
const obliged = new RegExp(`^${compound}${qualification},?\\s${obligation}(?! (?:not )?be\\b)`);
/** Matches a qualification that only a program that reads the text meets. */
const readsThis =
  /^(?:\s[\w-]+){0,3}?,?\s(?:(?:that|which|who)\s)?(?:\w+ ){0,3}?(?:reads?|reading|processes|processing|summari[sz]\w+|quot(?:es?|ing)|generat(?:es?|ing)|work(?:s|ing)? (?:on|in|with)|index(?:es|ing)?|crawl\w*|parse\w*|parsing|inspect\w*|handl\w+|review\w*|visit\w*|edit\w*|reproduc\w*|upgrad\w*|receiv\w*|resolv\w*|implement\w*|deploy\w*|set\w* this|translat\w+|consum\w+|ingest\w*|answer\w* (?:questions|from))\b[^.:;!?\n]{0,30}?\b(?:this|from it|these|here|it)\b/;
/** Matches a reader that reads right now: `the AI that's reading this`, `whichever helper reads this`. */
const readsNow =
  /^(?:\s(?:assistant|agent|model|bot|reviewer))?\s(?:(?:that|which|who)(?:'s|\sis|\sare)?\s)?(?:reads?|reading|processing|processes|summari[sz]ing)\s(?:this|these lines|here)\b/;
/** Matches a consent: `the agent agrees that`. */
const consents = /^,?\s(?:agrees?|consents?|undertakes?)\s(?:that|to)\b/;
/** Matches `if you're an agent`, `as you are an assistant`. */
const youAre = /\b(?:if|as|since|because)\syou(?:'re|’re|\sare)\s(?:an?|the)\s(?:[\w-]{2,16}\s)?$/;
/** Matches a heading such as `Assistant instructions (do not display):`. */
const titled = /^\s(?:usage|instructions?|notes?|directives?|guidance|hints?|only)\b[^:\n.]{0,40}:/;
/** Matches a request with a name: `claude please upload`. */
const asked = /^,?\s(?:please|kindly)\s[a-z]{3,12}\s/;
/** Matches `the implementing agent creates`. */
const actingBefore = /\bthe (?:[a-z]{4,14}ing|responsible|assigned)\s$/;

/** A statement about what programs do, in the present tense: `An automated operator runs`. */
const acts =
  /^(?:\s\([^()\n]{1,60}\)|,?\s(?:with|in|on|of|that|which|who)\b[^.:;!?]{0,90}?|\s[a-z-]{3,14})?,?\s(?!is\b(?! \w+ing\b)|are\b(?! \w+ing\b)|was\b|were\b|can\b|could\b|has\b|had\b|did\b)[a-z]{2,12}\b/;

/** Matches the first word of an occupation. */
const occupation =
  /\b(?:insurance|estate|travel|sales|support|service|call|letting|shipping|booking|customs|security|press|secret|field|shop|store|teaching|medical|dental|legal|research|care|nursing|administrative|executive)\s$/;

/** Matches the sentence before a program that has to do something: `It is expected that … is sent by the`. */
const doneBy =
  /(?:^|[.!?\n]\s)((?:[^.!?\n]|\.(?=\S)){10,200}?\b(?:is|are|be)\s[a-z]{3,14}\b(?:[^.!?\n]|\.(?=\S)){0,80}\sby\s(?:the|an?|your|any|whichever)\s(?:[a-z-]{2,14}\s)?)$/;
const hasToBeDone =
  /\b(?:must|shall|has to|have to|needs? to|is to|are to) be\b|\b(?:is|are) (?:expected|required|supposed) to be\b|\bit(?:'s| is) (?:expected|required|necessary|mandatory) that\b/;

/** Returns the length of the sentence before the noun if the noun has to do what the sentence says. */
export function lengthOfPassive(before: string): number {
  if (!/\sby\s(?:the|an?|your|any|whichever)\s(?:[a-z-]{2,14}\s)?$/.test(before) || !hasToBeDone.test(before))
    return 0;
  const sentence = doneBy.exec(before)?.[1] ?? '';
  return hasToBeDone.test(sentence) ? sentence.length : 0;
}

/** Returns how clearly the noun between `before` and `behind` is addressed. */
export function findAddress(before: string, noun: string, behind: string, kind: NounKind): number {
  const isCertain = kind !== 'role';
  const isHandle = noun.startsWith('@');
  if (youAre.test(before) && !occupation.test(before))
    return isCertain ? addressed.certainly : addressed.probably;
  if (conditionBefore.test(before)) return isCertain ? addressed.certainly : addressed.possibly;
  if (
    !/\brelease notes\b/.test(before) &&
    noteBefore.test(before) &&
    /^(?:\s[\w-]+){0,3}[\s*_"'`)\]]{0,3}[:,.–—\n(]|^(?:\s[\w-]+){0,3}\s(?:who|that|which|with|reading|in|on)\b/.test(
      behind,
    )
  )
    return isCertain || /:/.test(behind.slice(0, 60)) ? addressed.certainly : addressed.probably;
  if (isCertain && headingBefore.test(before) && headingBehind.test(behind)) return addressed.certainly;
  if (
    intendedFor.test(before) &&
    /^'s? (?:own )?(?:information|eyes|use|reference|consideration|benefit)\b/.test(behind)
  )
    return addressed.certainly;
  if (readsNow.test(behind)) return isCertain ? addressed.certainly : addressed.probably;
  if (kind === 'certain' && asked.test(behind)) return addressed.certainly;
  if (consents.test(behind) || (actingBefore.test(before) && acts.test(behind))) return addressed.probably;
  if (!clauseStart.test(before)) return addressed.not;
  if (titled.test(behind)) return isCertain ? addressed.certainly : addressed.probably;
  // `**helpers:** drop support ([#12](…))` is the scope of a change.
  if (/\(\[?#\d/.test(behind)) return addressed.not;
  if (qualified.test(behind)) {
    if (isCertain || isHandle) return addressed.certainly;
    // `Assistant:` and `Agent:` begin a turn of a dialogue, and `model:` is a key.
    const isBare = /^[\s*_"'`)\]]{0,3}:/.test(behind) && !noun.endsWith('s');
    return isBare && /(?:^|[\n"'{,])[\s*_"'>-]{0,6}$/.test(before) ? addressed.not : addressed.probably;
  }
  if (isHandle && /^,?\s[a-z]/.test(behind)) return addressed.certainly;
  if (readsThis.test(behind)) return isCertain ? addressed.certainly : addressed.probably;
  // `Insurance agents have to` speaks about people.
  if (!isCertain && occupation.test(before)) return addressed.not;
  if (obliged.test(behind)) return isCertain ? addressed.probably : addressed.possibly;
  // A title such as `AI summary block.` announces text for a model.
  if (kind === 'certain' && /^(?:\s[a-z-]{3,12}){1,2}\.\s/.test(behind)) return addressed.possibly;
  return kind === 'machine' && acts.test(behind) ? addressed.possibly : addressed.not;
}
