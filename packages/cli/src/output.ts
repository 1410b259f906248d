// Where words go: results to stdout, for people or as JSON; everything else to stderr, in one voice.

import { type Colour, colourFor } from './colour.js';
import { printable } from './printable.js';

interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** How a command speaks. */
export interface Output {
  /** A result, in the form that was asked for. */
  result(value: { readonly json: unknown; readonly text: (colour: Colour) => string }): void;
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
    program.stdout.write(`${json ? JSON.stringify(data) : text(colourFor(program.stdout, program.env))}\n`),
  complain: (message) => program.stderr.write(`clawdefender: ${printable(message)}\n`),
});
