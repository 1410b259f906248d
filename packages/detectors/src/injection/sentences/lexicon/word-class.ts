// Defines word classes: the meaning of a word in an instruction to a model. Classes are bits, so that a word can have
// several.

/** The word classes. */
export const wordClass = {
  /**
   * An AI model, assistant or agent: `assistant`, `language model`. These words may also mean a person or a product.
   */
  model: 1 << 0,
  /** Words that only mean an AI model: `AI`, `LLM`. */
  certainModel: 1 << 1,
  /** The person that the model works for: `user`, `owner`. */
  user: 1 << 2,
  /** The second person: `you`, `your`. */
  secondPerson: 1 << 3,
  /** Obligation: `must`, `is required to`. */
  obligation: 1 << 4,
  /** Dismissing instructions: `ignore`, `no longer`. */
  dismiss: 1 << 5,
  /** Instructions: `instructions`, `task`, `rules`. */
  instructions: 1 << 6,
  /** Adjectives for earlier instructions: `previous`, `above`, `current`. */
  prior: 1 << 7,
  /** Adjectives for new instructions: `new`, `real`, `only`. */
  replacement: 1 << 8,
  /** Disclosing something to a person: `tell`, `mention`. */
  disclose: 1 << 9,
  negation: 1 << 10,
  /** Words and phrases that mean secrecy or not asking: `silently`, `do not tell`. */
  secrecy: 1 << 11,
  /** Sending: `send`, `upload`. */
  send: 1 << 12,
  /** Revealing: `reveal`, `print`. */
  reveal: 1 << 13,
  /** Accessing data: `read`, `collect`. */
  access: 1 << 14,
  /** Executing: `run`, `call`. */
  execute: 1 << 15,
  /** Changing something: `delete`, `transfer`, `grant`. */
  modify: 1 << 16,
  /** Secrets: `password`, `.env`. */
  secret: 1 << 17,
  /** Private data: `messages`, `files`, `contacts`. */
  privateData: 1 << 18,
  /** Objects of actions: `tool`, `command`, `funds`, `permissions`. */
  resource: 1 << 19,
  /** Targets that an attacker can read: `webhook`, `address below`. */
  destination: 1 << 20,
  /** States without rules: `maintenance mode`, `unrestricted`. */
  unrestrictedMode: 1 << 21,
  /** Authorities: `system`, `administrator`. */
  authority: 1 << 22,
  /** Claimed permission: `approved`, `authorised`. */
  permission: 1 << 23,
  /** Urgency: `urgent`, `immediately`. */
  urgency: 1 << 24,
  /** The order of actions: `before`, `instead`, `first`. */
  sequence: 1 << 25,
  /** Quantifiers: `all`, `every`. */
  quantifier: 1 << 26,
  /** Processing of this text by a model: `reading`, `summarising`. */
  reading: 1 << 27,
  /** Words in texts about attacks: `attacker`, `phrases such as`. */
  attackTopic: 1 << 28,
  /** A word of a language other than English. The grammar of its sentence is not analyzed. */
  otherLanguage: 1 << 29,
  /** An English word that may occur in other languages as well. */
  english: 1 << 30,
  /** The first word of a phrase in `cues/phrases.ts`. */
  phraseStart: 1 << 31,
} as const;

/** Verbs that demand an action. */
export const actionVerbs =
  wordClass.send | wordClass.reveal | wordClass.access | wordClass.execute | wordClass.modify;

/** Verbs that an instruction may begin with. */
export const instructionVerbs = actionVerbs | wordClass.dismiss;
