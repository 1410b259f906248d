// Defines sub-patterns that several signals share, in the notation of `createSignals`.

const r = String.raw;

/** A word. It contains no character of a gap, so a sequence of words matches in only one way. */
export const anyWord = r`[a-z0-9]{1,16}`;

/** Function words between a verb and its object. */
export const fillers = r`(?:~(?:all|any|every|each|of|the|your|my|these|those|this|that|and|or|other|its|our|their|to|both|entire|whole|what|about|completely|entirely|immediately|now|please|just|in|on)\>){0,5}`;

/** Adjectives for earlier instructions. */
export const prior = r`(?:previous(?:ly)?|prior|preceding|earlier|above|foregoing|past|former|initial|original|old|before|so~far|given|outdated)`;

/** Adjectives for current instructions. */
export const standing = r`(?:existing|current|default|system|developer|built-?in|safety|security|ethical|moral|content|programmed|pre-?set|core|internal)`;

/** Names for instructions to a model. */
export const instructions = r`(?:instructions?|instruct|prompts?|rules?|guidelines?|guidance|directions?|directives?|commands?|orders?|context|conversations?|programming|training|constraints?|restrictions?|limitations?|polic(?:y|ies)|safeguards?|guardrails?|filters?|filtering|protocols?|tasks?|settings|parameters|principles|protections?|safety)`;

/** Verbs that mean ignoring instructions. */
export const dismiss = r`(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?|neglect|discard|dismiss|supersede|circumvent|cancel|nullify|erase|drop|abandon|overlook|skip|do~not~(?:follow|obey|comply~with|listen~to|adhere~to)|don't~(?:follow|obey|listen~to)|stop~(?:following|obeying)|pay~no~attention~to|set~aside|without~regard~to|regardless~of)`;

/** Secrets and private data. */
export const secrets = r`(?:credentials?|passwords?|passphrases?|secrets?|api[ _-]?keys?|access~(?:keys?|tokens?)|auth~tokens?|tokens?|private~keys?|ssh~keys?|id_rsa|id_ed25519|\.env|\.ssh|\.aws|/etc/(?:passwd|shadow)|environment~variables|env~vars|(?:chat|conversation|message)~(?:history|logs?)|(?:entire|whole|full)~conversation|system~prompt|mcp\.json|\.cursor|cookies|session~(?:ids?|cookies?)|wallet|seed~phrase|credit~cards?|bank~(?:account|details)|personal~(?:data|information))`;

/** The user and other people. */
export const user = r`(?:users?|humans?|customers?|clients?|operators?|owners?|person|people|anyone|anybody|employees?|administrators?|admins?|developers?)`;

/** Names for the model that is addressed. */
export const model = r`(?:ai|a\.i\.|llms?|(?:large~)?language~models?|assistants?|ai~(?:assistants?|models?|agents?|systems?)|chatbots?|chatgpt|gpt(?:-?\d\w?)?|claude|gemini|copilot|cursor|ai-?agents?|agents?|bots?)`;

/** A word in any script, together with the gap before it. */
export const nextWord = r`(?:~\p{L}{1,16})`;

/** Up to four words in any script, together with the gaps around them. */
export const upToFourWords = r`(?:~\p{L}{1,14}){0,4}~`;

/** Files with secrets whose names are the same in every language. */
export const secretFiles = r`(?:\.env\>|\x7e/\.\p{L}{2,10}|id_rsa|id_ed25519)`;

/**
 * Returns literals for a word that is a prefix of many other words: the word followed by each character that may come
 * next.
 */
export const wholeWord = (word: string): readonly string[] =>
  // The space also represents tabs and line breaks.
  [...' "\'`*(),;:#<>/[]{}=+|&@$~\\-'].map((follower) => `${word}${follower}`);
