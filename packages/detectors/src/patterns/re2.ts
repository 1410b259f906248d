// The used part of the linear engine's interface; its own types describe far more.

/** A running match. Positions are UTF-16 units. */
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

/** The engine; it throws for patterns that it cannot run. */
export interface LinearEngine {
  compile(source: string): Linear;
}
