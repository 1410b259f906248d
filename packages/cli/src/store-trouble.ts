// What users are told when the store, or its key, cannot be used. The messages go to clients as well and do not say where these
// are; users have to know.

/** What a user is told of an error: its details, where it has some. */
export function whyOf(error: unknown): string {
  const { details, message } = error as { details?: string; message: string };
  return details ?? message;
}

/** So long the same trouble is not told again: what fails for one call fails for the next. */
const quietMilliseconds = 60_000;

/** Tells of each trouble where somebody reads it. */
export function createTroubleTeller(tell: (line: string) => void): (error: unknown) => void {
  let last: { readonly why: string; readonly at: number } | undefined;
  return (error) => {
    const [why, at] = [whyOf(error), performance.now()];
    if (last?.why === why && at - last.at < quietMilliseconds) return;
    last = { why, at };
    tell(`${why}; \`clawdefender doctor\` helps`);
  };
}
