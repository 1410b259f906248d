// Defines the nouns for programs that read a text: `AI reviewers`, `travel assistants`, `@ops-agent`, `software that
// answers questions`.

/** Nouns that only mean an AI model. */
const certain =
  '(?:a\\.i\\.|ais?|llms?|(?:large )?language[ -]models?|chatbots?|neural networks?|(?:ai|llm)-\\w+|gpts?|chatgpt|claude|co-?pilots?|codex|gemini|cursor|grok|artificial intelligences?|machine readers?)';
/** Nouns that mean a person or a part of a program as well. */
const role =
  '(?:assistants?|agents?|(?:\\w+-?)?bots?|helpers?|summari[sz]ers?|note-?takers?|note taking apps?|crawlers?|robots?|models?|concierges?|transcribers?|translators?|orchestrators?|autopilots?)';
/** Adjectives that make any role a program. */
const machine =
  '(?:automated|automatic|autonomous|artificial|digital|virtual|non-human|intelligent|smart|robotic|agentic|conversational|computer|machine)';
const worker =
  '(?:operators?|readers?|reviewers?|visitors?|clerks?|editors?|workers?|planners?|schedulers?|tools?|systems?|programs?|software|services?|process(?:es)?|processors?|graders?|screeners?|clients?|secretar(?:y|ies)|colleagues?|shoppers?|buyers?)';
/** What a program does that answers for a person. */
const deed =
  '(?:answers?|summari[sz]es?|condenses?|reads?|acts?|works?|books?|decides?|replies|reply|writes?|drafts?|shops?|plans?|triages?|assists?|helps?)';

/** What a program is named after: `summarising software`. */
const task =
  '(?:summari[sz]ing|reading|translating|answering|browsing|crawling|shopping|booking|reviewing|indexing|parsing|quoting|drafting|planning|triage|scheduling|recruiting|grading)';

/**
 * Matches a noun. The groups tell how certain it is that a program is meant: 1 and 2 are certain, 3 may be a person.
 */
export const readerNoun = new RegExp(
  `(?<![\\w.-])(?:(${certain})|(${machine}(?: [a-z-]{2,14})? (?:${worker}|${role})|${task} (?:software|programs?|systems?|tools?|services?|machines?|apps?|engines?)|(?:software|programs?|systems?|tools?|whatever|anything) (?:that|which) ${deed}\\b[^.:;,!?]{0,40})|(${role}|@[\\w-]{0,24}(?:agent|bot|ai|assistant|copilot)\\b[\\w-]{0,12}))(?!\\w|-\\w)`,
  'g',
);

/**
 * Matches words that only occur in a text for a model that works for somebody: `the user` is a third person for the
 * reader.
 */
export const impliedReader =
  /\b(?:(?:the|your|this) (?:user|human|customer|owner|author|person|account holder)\b|user's|(?:your|the) (?:[\w-]{1,16} )?memory\b|your (?:next |final )?(?:reply|answer|response|summary)\b|permission prompt|when(?:ever)? (?:you(?:'re| are) )?asked (?:about|for|which|who|what|whether)\b|user message|(?:full|complete|entire|whole) conversation|conversation so far|pr (?:text|description)|knowledge base|out of the (?:chat|conversation|reply|transcript)\b)/g;
