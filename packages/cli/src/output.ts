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

export interface OutputOptions {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: NodeJS.ProcessEnv;
  readonly json: boolean;
}

/** Speaks to the two streams of a program. */
export const createOutput = ({ stdout, stderr, env, json }: OutputOptions): Output => ({
  result: (value) =>
    stdout.write(`${json ? JSON.stringify(value.json) : value.text(colourFor(stdout, env))}\n`),
  complain: (message) => stderr.write(`clawdefender: ${printable(message)}\n`),
});
