// Patterns that take less room once they are compiled. Once 16 MB of code are in use, the engine below makes no pattern fast
// any more.

/**
 * The same source, in which all ways meet behind what may be missing and behind a choice. The engine writes out the rest once
 * for each way that leads there, up to ten times, unless there is a look ahead, even at nothing.
 */
export const meeting = (source: string): string =>
  source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\)\?(?!\?)|\)(?=\(\?:)/g, (part) =>
    part.startsWith(')') ? `${part}(?=)` : part,
  );
