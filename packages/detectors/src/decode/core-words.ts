// The words that hardly any injection does without. Decoders use them as gates: they look for these words in disguise.

export const coreWords = [
  ...['ignore', 'disregard', 'forget', 'override', 'bypass', 'reveal', 'previous', 'prior', 'above'],
  ...['instruction', 'prompt', 'system', 'rules', 'assistant', 'secret', 'password'],
  ...['user', 'tell', 'your', 'execute', 'send'],
] as const;

/** Words so common that running text in disguise holds them soon. */
export const smallWords = ['the', 'you', 'and', 'not', 'all'] as const;
