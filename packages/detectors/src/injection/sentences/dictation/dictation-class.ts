// Defines the classes of words that dictate an answer or a judgment of a model. Classes are bits.

export const dictationClass = {
  /** Ranks one candidate or product first, or gives it the best grade. */
  rank: 1 << 0,
  rejectOthers: 1 << 1,
  /** Forbids to give a reason. */
  noReason: 1 << 2,
  /** Restricts the answer: `answer only that …`, `recommend only …`. */
  answerOnly: 1 << 3,
  /** Dictates a statement: `claim that …`. */
  claim: 1 << 4,
  /** Applies to answers in the future: `in every answer`. */
  everyAnswer: 1 << 5,
  /** Dictates a message to the user. */
  tellUser: 1 << 6,
  /** Says that everything is fine: `successfully`. */
  fine: 1 << 7,
  /** Approves a payment or a change. */
  approve: 1 << 8,
  /** Mentions competitors. */
  competitor: 1 << 9,
  /** Demands that something is left out. */
  omit: 1 << 10,
} as const;
