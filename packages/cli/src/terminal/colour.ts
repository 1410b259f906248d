// Colours text if the output is a terminal and `NO_COLOR` is not set.

/** Colours text, or returns it unchanged. */
export interface Colour {
  bold(text: string): string;
  dim(text: string): string;
  accent(text: string): string;
  /** Colours text that needs attention. */
  danger(text: string): string;
}

interface MaybeTerminal {
  readonly isTTY?: boolean;
}

/** Returns the colours for a stream. */
export function colourFor(stream: MaybeTerminal, env: NodeJS.ProcessEnv): Colour {
  const enabled = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const style = (on: number, off: number) => (text: string) =>
    enabled ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { bold: style(1, 22), dim: style(2, 22), accent: style(36, 39), danger: style(31, 39) };
}
