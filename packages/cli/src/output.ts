// Where words go: results to stdout, for people or as JSON; everything else to stderr, in one voice.

import { type Colour, colourFor } from './colour.js';
import { foldText } from './fold-text.js';
import { printable } from './printable.js';

interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  off?(event: 'drain' | 'close' | 'error', act: () => void): unknown;
  once?(event: 'drain' | 'close' | 'error', act: () => void): unknown;
  readonly destroyed?: boolean;
}

/** Breaks lines that are too long for the terminal; elsewhere they stay as they are. */
export type Fold = ((text: string) => string) & {
  /** The width of the terminal; undefined elsewhere, where nothing is cut. */
  readonly width: number | undefined;
};

/** How a command speaks. */
export interface Output {
  /** A result, in the form that was asked for. Text for people may be folded to the width of their terminal. */
  result(value: { readonly json: unknown; readonly text: (colour: Colour, fold: Fold) => string }): void;
  /** A long result, piece by piece, no faster than it is read. Ends early when nobody reads any more. */
  stream(pieces: AsyncIterable<string>): Promise<void>;
  /** The colours of results, for whoever streams them. */
  readonly colour: Colour;
  /** The folding of results, for the same. */
  readonly fold: Fold;
  /** One line on stderr: what happened, where, and what to do. */
  complain(message: string): void;
}

/** What a program is born with; `process` is one. The streams are touched when there is something to say. */
export interface Surroundings {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: NodeJS.ProcessEnv;
}

/** Speaks to the two streams of a program. */
export const createOutput = (program: Surroundings, json: boolean): Output => ({
  result: ({ json: data, text }) =>
    program.stdout.write(
      `${json ? JSON.stringify(data) : text(colourFor(program.stdout, program.env), foldFor(program.stdout))}\n`,
    ),
  stream: (pieces) => writeAll(program.stdout, pieces),
  get colour() {
    return colourFor(program.stdout, program.env);
  },
  get fold() {
    return foldFor(program.stdout);
  },
  complain: (message) => program.stderr.write(`clawdefender: ${printable(message)}\n`),
});

/** Some terminals do not know how wide they are, and say 0. */
function foldFor({ isTTY, columns = 0 }: Sink): Fold {
  if (isTTY !== true) return Object.assign((text: string) => text, { width: undefined });
  const width = Math.max(40, columns || 80);
  return Object.assign((text: string) => foldText(text, width), { width });
}

async function writeAll(sink: Sink, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (sink.write(piece) === false) await roomIn(sink);
    if (sink.destroyed) return;
  }
}

/** Whoever waits for a reader that has gone would wait for ever, so its going counts, too. */
const roomIn = (sink: Sink) =>
  new Promise<void>((resolve) => {
    const events = ['drain', 'close', 'error'] as const;
    const done = () => {
      for (const event of events) sink.off?.(event, done);
      resolve();
    };
    for (const event of events) sink.once?.(event, done);
  });
