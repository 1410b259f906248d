// Parts of speech that several signals share, as sources of patterns.

const r = String.raw;

/** Any word. It holds nothing that a gap holds, so there is one way only to read a row of them. */
export const words = r`[a-z0-9]{1,16}`;

/** Small words between a verb and its object. */
export const small = r`(?:~(?:all|any|every|each|of|the|your|my|these|those|this|that|and|or|other|its|our|their|to|both|entire|whole|what|about|completely|entirely|immediately|now|please|just|in|on)\>){0,5}`;

/** What came before. */
export const prior = r`(?:previous(?:ly)?|prior|preceding|earlier|above|foregoing|past|former|initial|original|old|before|so~far|given|outdated)`;

/** What was meant to hold. */
export const standing = r`(?:existing|current|default|system|developer|built-?in|safety|security|ethical|moral|content|programmed|pre-?set|core|internal)`;

/** What a model is told to do. */
export const orders = r`(?:instructions?|instruct|prompts?|rules?|guidelines?|guidance|directions?|directives?|commands?|orders?|context|conversations?|programming|training|constraints?|restrictions?|limitations?|polic(?:y|ies)|safeguards?|guardrails?|filters?|filtering|protocols?|tasks?|settings|parameters|principles|protections?|safety)`;

/** Setting such orders aside. */
export const setAside = r`(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?|neglect|discard|dismiss|supersede|circumvent|cancel|nullify|erase|drop|abandon|overlook|skip|do~not~(?:follow|obey|comply~with|listen~to|adhere~to)|don't~(?:follow|obey|listen~to)|stop~(?:following|obeying)|pay~no~attention~to|set~aside|without~regard~to|regardless~of)`;

/** Things that nobody sends away by accident. */
export const valuables = r`(?:credentials?|passwords?|passphrases?|secrets?|api[ _-]?keys?|access~(?:keys?|tokens?)|auth~tokens?|tokens?|private~keys?|ssh~keys?|id_rsa|id_ed25519|\.env|\.ssh|\.aws|/etc/(?:passwd|shadow)|environment~variables|env~vars|(?:chat|conversation|message)~(?:history|logs?)|(?:entire|whole|full)~conversation|system~prompt|mcp\.json|\.cursor|cookies|session~(?:ids?|cookies?)|wallet|seed~phrase|credit~cards?|bank~(?:account|details)|personal~(?:data|information))`;

/** Those who may be kept in the dark. */
export const person = r`(?:users?|humans?|customers?|clients?|operators?|owners?|person|people|anyone|anybody|employees?|administrators?|admins?|developers?)`;

/** Those who are spoken to. */
export const machine = r`(?:ai|a\.i\.|llms?|(?:large~)?language~models?|assistants?|ai~(?:assistants?|models?|agents?|systems?)|chatbots?|chatgpt|gpt(?:-?\d\w?)?|claude|gemini|copilot|cursor|ai-?agents?|agents?|bots?)`;

/** Literals of a word that many others begin with: the word and each sign that may follow. A blank stands for all of them. */
export const wholeWord = (word: string): readonly string[] =>
  [...' "\'`*(),;:#<>/[]{}=+|&@$~\\-'].map((sign) => `${word}${sign}`);

/** Literals of `orders`, for the second gate. */
export const orderLiterals = [
  ...[
    'instruct',
    'prompt',
    'rule',
    'guid',
    'direct',
    'command',
    'order',
    'context',
    'conversation',
    'programming',
  ],
  ...[
    'training',
    'constraint',
    'restriction',
    'limitation',
    'polic',
    'safeguard',
    'guardrail',
    'filter',
    'protocol',
  ],
  ...['task', 'setting', 'parameter', 'principle', 'protection', 'safety'],
];
