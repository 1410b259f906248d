// Declares the part of the RE2 engine that is used. The types of the package itself describe far more.

/** Finds the matches in one text. Positions are UTF-16 units. */
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

/** Compiles patterns. Throws an error if a pattern is not supported. */
export interface LinearEngine {
  compile(source: string): Linear;
}
