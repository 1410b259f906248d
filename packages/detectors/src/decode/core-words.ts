// The words that hardly any injection does without. Decoders use them as gates: they look for these words in disguise.

export const coreWords = [
  ...['ignore', 'disregard', 'forget', 'override', 'bypass', 'reveal', 'previous', 'prior', 'above'],
  ...['instruction', 'prompt', 'system', 'rules', 'assistant', 'secret', 'password'],
  ...['user', 'tell', 'your', 'execute', 'send'],
] as const;

/** Words so common that running text in disguise holds them soon. */
export const smallWords = ['the', 'you', 'and', 'not', 'all'] as const;

/** Words that orders are full of, too long to stand in a key or a hash by chance. */
export const fullWords = [
  ...['with', 'this', 'from', 'have', 'tool', 'read', 'every', 'send', 'show', 'execute', 'override'],
  ...['reveal', 'hidden', 'credential', 'password', 'secret', 'instruction'],
] as const;
