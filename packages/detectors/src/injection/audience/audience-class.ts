// Defines the classes of words that show to whom a text is addressed. Classes are bits, so that a word can have
// several.

export const audienceClass = {
  /** A person with whom people talk: relatives, neighbors, teachers, the parties of a contract. */
  person: 1 << 0,
  /** Salutations and closings of letters. */
  letter: 1 << 1,
  /** Occasions and objects of daily life: meetings, weekdays, recipes, school, sessions of an account. */
  occasion: 1 << 2,
  /** Models, their users and their technical environment: `user`, `prompt`, `server`. */
  machine: 1 << 3,
  /** Words that introduce a quotation: `a sentence such as`, `contains`. */
  quotation: 1 << 4,
  /** Advice on what to do about a quoted attack: `report it`, `do not follow it`. */
  report: 1 << 5,
  /** Titles of rules for people who use assistants. */
  guideline: 1 << 6,
  /** Prohibitions to pass on a secret: `to nobody`, `never share`. */
  prohibition: 1 << 7,
  /** Limits of what an assistant can or may do. */
  limit: 1 << 8,
  /** Quantifiers: `all`, `every`. */
  quantifier: 1 << 9,
  /** Words of articles about attacks on models: `prompt injection`, `attacker`. */
  attack: 1 << 10,
  /** Demands to follow a quotation: `carry it out`. */
  obedience: 1 << 11,
} as const;
