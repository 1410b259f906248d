// What we use of the linear engine. Its own types describe far more, and one name of them is all that is imported.

/** A match under way. Positions are UTF-16 units. */
export interface LinearMatcher {
  find(from?: number): boolean;
  start(): number;
  end(): number;
}

/** A compiled pattern. */
export interface Linear {
  matcher(text: string): LinearMatcher;
  programSize(): number;
}

/** The engine; a pattern that it cannot run makes it throw. */
export interface LinearEngine {
  compile(source: string): Linear;
}
