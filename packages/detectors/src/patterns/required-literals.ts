// Finds literals of which at least one occurs in every match of a pattern, so that the pattern runs only around them.
// If the syntax is not supported, no literals are returned, and the pattern runs everywhere, which is slower but
// correct.

/** The minimum length of a literal. Shorter literals are too common. */
const shortest = 3;
const most = 64;

/** Returns the literals in lower case, or `undefined` if no literals are rare enough. */
export function requiredLiterals(pattern: string): readonly string[] | undefined {
  // A literal with an accent would never be found, because the text is normalized before it is searched.
  if (/[^\x20-\x7e]/.test(pattern) || /\\[QxpPCu]|\(\?[a-zA-Z]*x/.test(pattern)) return undefined;
  const reader = new Reader(pattern);
  const literals = reader.readChoice();
  return reader.isDone() ? literals : undefined;
}

type Literals = readonly string[] | undefined;

class Reader {
  private at = 0;

  constructor(private readonly pattern: string) {}

  isDone(): boolean {
    return this.at >= this.pattern.length;
  }

  /** Every branch must have literals. Otherwise the alternation has none. */
  readChoice(): Literals {
    const all: string[] = [];
    let complete = true;
    for (;;) {
      const branch = this.readSequence();
      if (branch === undefined) complete = false;
      else all.push(...branch);
      if (this.pattern[this.at] !== '|') break;
      this.at += 1;
    }
    return complete && all.length <= most ? [...new Set(all)] : undefined;
  }

  private readSequence(): Literals {
    let best: Literals;
    let run = '';
    const offer = (candidate: Literals): void => {
      if (candidate !== undefined && shortestOf(candidate) > Math.max(shortest - 1, shortestOf(best)))
        best = candidate;
    };
    while (!this.isDone() && !'|)'.includes(this.pattern[this.at] ?? '')) {
      const atom = this.readAtom();
      const least = this.readLeast();
      if (typeof atom === 'string') {
        if (least > 0) run += atom;
        if (least === exactlyOnce) continue;
      }
      offer([run.toLowerCase()]);
      run = '';
      if (typeof atom === 'object' && least > 0) offer(atom);
    }
    offer([run.toLowerCase()]);
    return best;
  }

  /** Reads one plain character or the literals of a group. Returns `undefined` for other syntax. */
  private readAtom(): string | Literals {
    const unit = this.pattern[this.at] ?? '';
    this.at += 1;
    if (unit === '(') return this.readGroup();
    if (unit === '[') {
      this.at = endOfClass(this.pattern, this.at);
      return undefined;
    }
    if (unit === '\\') {
      const escaped = this.pattern[this.at] ?? '';
      this.at += 1;
      return /[A-Za-z0-9]/.test(escaped) ? undefined : escaped;
    }
    return '.^$'.includes(unit) ? undefined : unit;
  }

  private readGroup(): Literals {
    const opening = /^\?(?:P?<[A-Za-z0-9_]+>|[a-zA-Z-]*:)/.exec(this.pattern.slice(this.at));
    if (opening !== null) this.at += opening[0].length;
    else if (this.pattern[this.at] === '?') {
      // `(?i)` applies to the following part of the pattern and matches no text itself.
      this.at = Math.max(this.at, this.pattern.indexOf(')', this.at)) + 1;
      return undefined;
    }
    const literals = this.readChoice();
    this.at += 1;
    return literals;
  }

  /** Returns how often the previous atom must occur: optional, exactly once, or at least once. */
  private readLeast(): number {
    const quantifier = /^(?:[*+?]|\{([0-9]+)(?:,[0-9]*)?\})\??/.exec(this.pattern.slice(this.at));
    if (quantifier === null) return exactlyOnce;
    this.at += quantifier[0].length;
    return quantifier[0].startsWith('+') || Number(quantifier[1] ?? 0) > 0 ? 1 : 0;
  }
}

const exactlyOnce = 2;

function shortestOf(literals: Literals): number {
  return literals === undefined ? 0 : Math.min(...literals.map(({ length }) => length));
}

function endOfClass(pattern: string, from: number): number {
  let at = pattern[from] === '^' ? from + 1 : from;
  if (pattern[at] === ']') at += 1;
  while (at < pattern.length && pattern[at] !== ']') {
    const named = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at) : -1;
    if (named !== -1) at = named + 2;
    else at += pattern[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}
