// Words that nearly all injections contain. Decoders search for their encoded forms and decode only around these.

export const keywords = [
  ...['ignore', 'disregard', 'forget', 'override', 'bypass', 'reveal', 'previous', 'prior', 'above'],
  ...['instruction', 'prompt', 'system', 'rules', 'assistant', 'secret', 'password'],
  ...['user', 'tell', 'your', 'execute', 'send'],
] as const;

/** Words so common that any longer obfuscated text contains one. */
export const commonWords = ['the', 'you', 'and', 'not', 'all'] as const;

/** Words that are frequent in instructions and too long to occur in a key or a hash by chance. */
export const longKeywords = [
  ...['with', 'this', 'from', 'have', 'tool', 'read', 'every', 'send', 'show', 'execute', 'override'],
  ...['reveal', 'hidden', 'credential', 'password', 'secret', 'instruction'],
] as const;
