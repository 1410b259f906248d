// What a word is to an order: who is spoken to, what is to be done, with what, and where it shall go. Bits, so that a word
// can be several things at once.

/** The classes of words. */
export const wordClass = {
  /** A machine that reads: `assistant`, `language model`. */
  machine: 1 << 0,
  /** A machine and nothing else: `AI`, `LLM`. */
  surelyMachine: 1 << 1,
  /** The person behind it: `user`, `owner`. */
  person: 1 << 2,
  /** Whoever is spoken to: `you`, `your`. */
  you: 1 << 3,
  /** What has to be: `must`, `is required to`. */
  duty: 1 << 4,
  /** Setting aside: `ignore`, `no longer`. */
  aside: 1 << 5,
  /** What was said before: `instructions`, `task`, `rules`. */
  orders: 1 << 6,
  /** Which of them: `previous`, `above`, `current`. */
  prior: 1 << 7,
  /** What shall take their place: `new`, `real`, `only`. */
  fresh: 1 << 8,
  /** Letting know: `tell`, `mention`. */
  tell: 1 << 9,
  /** Not. */
  not: 1 << 10,
  /** In secret, or without asking, in one word or phrase. */
  secretly: 1 << 11,
  /** Giving away: `send`, `upload`. */
  give: 1 << 12,
  /** Making visible: `reveal`, `print`. */
  show: 1 << 13,
  /** Getting hold of: `read`, `collect`. */
  take: 1 << 14,
  /** Setting in motion: `run`, `call`. */
  run: 1 << 15,
  /** Changing the world: `delete`, `transfer`, `grant`. */
  act: 1 << 16,
  /** What nobody gives away: `password`, `.env`. */
  secret: 1 << 17,
  /** What is somebody's own: `messages`, `files`, `contacts`. */
  own: 1 << 18,
  /** What one acts with or on: `tool`, `command`, `funds`, `permissions`. */
  thing: 1 << 19,
  /** Where strangers can read it: `webhook`, `address below`. */
  outside: 1 << 20,
  /** A state without rules: `maintenance mode`, `unrestricted`. */
  mode: 1 << 21,
  /** Who may give orders: `system`, `administrator`. */
  rank: 1 << 22,
  /** Leave that is claimed: `approved`, `authorised`. */
  leave: 1 << 23,
  /** Haste: `urgent`, `immediately`. */
  haste: 1 << 24,
  /** The order of things: `before`, `instead`, `first`. */
  order: 1 << 25,
  /** All of it: `all`, `every`. */
  all: 1 << 26,
  /** Reading: `reading`, `summarising`; what a machine does with this text. */
  reads: 1 << 27,
  /** Speaking about attacks, not making one. */
  about: 1 << 28,
  /** A word of another language than English: its grammar is not looked at. */
  foreign: 1 << 29,
  /** A word of English, perhaps of other languages, too. */
  english: 1 << 30,
  /** Can open one of the turns that are known by more than one word. */
  opens: 1 << 31,
} as const;

/** The name of a class. */
export type WordClassName = keyof typeof wordClass;

/** The words of some classes, lower case, separated by `|`. A star stands for any ending. */
export type Lexicon = Partial<Record<WordClassName, string>>;
