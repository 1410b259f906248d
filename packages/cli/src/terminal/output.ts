// Prints the output of commands: results go to stdout as text or JSON, and everything else goes to stderr.

import { type Colour, colourFor } from './colour.js';
import { printable } from './printable.js';
import { wrapText } from './wrap-text.js';

interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  off?(event: 'drain' | 'close' | 'error', act: () => void): unknown;
  once?(event: 'drain' | 'close' | 'error', act: () => void): unknown;
  readonly destroyed?: boolean;
}

/** Wraps lines that are too long for the terminal; returns the text unchanged if stdout is not a terminal. */
export type WrapText = ((text: string) => string) & {
  /** The width of the terminal; undefined if stdout is not a terminal. */
  readonly width: number | undefined;
};

/** Prints the results and errors of a command. */
export interface Output {
  /** Prints a result as text or, with `--json`, as JSON. */
  result(value: { readonly json: unknown; readonly text: (colour: Colour, wrap: WrapText) => string }): void;
  /** Prints a long result in pieces with backpressure. Stops early if the reader closes stdout. */
  stream(pieces: AsyncIterable<string>): Promise<void>;
  /** The colours of stdout, for streamed results. */
  readonly colour: Colour;
  /** The line wrapping of stdout, for streamed results. */
  readonly wrap: WrapText;
  /** Prints one line to stderr: what happened, why, and what to do. */
  error(message: string): void;
}

/** The streams and environment of a program. The streams are opened on first use. */
export interface ProgramStreams {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: NodeJS.ProcessEnv;
}

/** Creates the output for the streams of a program. */
export const createOutput = (program: ProgramStreams, json: boolean): Output => ({
  result: ({ json: data, text }) =>
    program.stdout.write(
      `${json ? JSON.stringify(data) : text(colourFor(program.stdout, program.env), wrapFor(program.stdout))}\n`,
    ),
  stream: (pieces) => writeAll(program.stdout, pieces),
  get colour() {
    return colourFor(program.stdout, program.env);
  },
  get wrap() {
    return wrapFor(program.stdout);
  },
  error: (message) => program.stderr.write(`clawdefender: ${printable(message)}\n`),
});

/** Creates the line wrapping for a stream. Some terminals report a width of 0, which disables it. */
function wrapFor({ isTTY, columns = 0 }: Sink): WrapText {
  if (isTTY !== true) return Object.assign((text: string) => text, { width: undefined });
  const width = Math.max(40, columns || 80);
  return Object.assign((text: string) => wrapText(text, width), { width });
}

async function writeAll(sink: Sink, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (sink.write(piece) === false) await waitForDrain(sink);
    if (sink.destroyed) return;
  }
}

/** Resolves when the stream accepts more data, or when it is closed. */
const waitForDrain = (sink: Sink) =>
  new Promise<void>((resolve) => {
    const events = ['drain', 'close', 'error'] as const;
    const done = () => {
      for (const event of events) sink.off?.(event, done);
      resolve();
    };
    for (const event of events) sink.once?.(event, done);
  });
