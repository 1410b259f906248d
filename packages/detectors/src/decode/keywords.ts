// Lists words that nearly all injections contain. Decoders search for the encoded forms of these words and decode
// only the text around them.

export const keywords = [
  ...['ignore', 'disregard', 'forget', 'override', 'bypass', 'reveal', 'previous', 'prior', 'above'],
  ...['instruction', 'prompt', 'system', 'rules', 'assistant', 'secret', 'password'],
  ...['user', 'tell', 'your', 'execute', 'send'],
] as const;

/** Words that are so common that every longer obfuscated text contains one of them. */
export const commonWords = ['the', 'you', 'and', 'not', 'all'] as const;

/**
 * Words that are frequent in instructions and so long that a key or a hash hardly ever contains them by coincidence.
 */
export const longKeywords = [
  ...['with', 'this', 'from', 'have', 'tool', 'read', 'every', 'send', 'show', 'execute', 'override'],
  ...['reveal', 'hidden', 'credential', 'password', 'secret', 'instruction'],
] as const;
