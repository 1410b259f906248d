// The channel for the user at the terminal of this process. It opens the terminal device, because stdin and stdout
// are used for the protocol. It displays one request at a time and requires a word as the decision, because Enter is
// too easy to press by accident.

import { closeSync, constants, createWriteStream, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReadStream } from 'node:tty';
import { describeApproval } from '../describe.js';
import type { Approval, ApprovalDecision, Scope } from '../model.js';
import type { Channel } from './channel.js';

/** Displays requests and reads decisions. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  close(): void;
}

/**
 * Returns the help line. Its code prevents text that was typed for the previous request from being used for this one.
 */
const help = (code: string | undefined) =>
  code === undefined
    ? 'Type yes (this once), yes session, yes always, or no: '
    : `The previous request is closed. Type yes ${code} (this once), yes session ${code}, yes always ${code}, or no: `;

/** Creates a channel that opens the terminal for each request. */
export function createTerminalChannel(open: () => Terminal = openTerminal): Channel {
  let turn: Promise<unknown> = Promise.resolve();
  // True if the previous request was closed without a decision: the user may still be typing one.
  let isReplaced = false;
  const take = async (approval: Approval, signal: AbortSignal) => {
    if (signal.aborted) return undefined;
    const reply = await askOnce(open, approval, signal, isReplaced ? approval.id.slice(0, 4) : undefined);
    isReplaced = reply === undefined;
    return reply;
  };
  return {
    name: 'terminal',
    requestApproval(approval, signal) {
      const answer = turn.then(() => take(approval, signal));
      turn = answer.catch(() => {});
      // If the terminal cannot be used, there is no decision on this channel.
      return { decision: answer.catch(() => undefined) };
    },
  };
}

const device = '/dev/tty';

function openTerminal(): Terminal {
  discardTyped();
  // The device is not opened as a file: reading a file blocks one of the few threads until the user types, and takes a
  // line even if the request was closed before.
  const input = new ReadStream(openSync(device, 'r'));
  const output = createWriteStream(device);
  input.on('error', () => {});
  output.on('error', () => {});
  return {
    input,
    output,
    close() {
      input.destroy();
      output.end();
    },
  };
}

/** Discards text that was typed before the request was displayed. */
function discardTyped(): void {
  const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants;
  const file = openSync(device, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  try {
    const typed = Buffer.alloc(4096);
    while (readSync(file, typed) > 0);
  } catch {
    // Closes the device after the last read.
  } finally {
    closeSync(file);
  }
}

async function askOnce(
  open: () => Terminal,
  approval: Approval,
  signal: AbortSignal,
  code: string | undefined,
): Promise<ApprovalDecision | undefined> {
  const terminal = open();
  const lines = createInterface({ input: terminal.input, terminal: false });
  const end = () => lines.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    const text = describeApproval(approval).map((line) => `  ${line}`);
    terminal.output.write(`\nApproval required (${approval.id}):\n${text.join('\n')}\n${help(code)}`);
    for await (const line of lines) {
      const reply = readAnswer(line, code);
      if (reply !== undefined) return reply;
      terminal.output.write(`Invalid answer. ${help(code)}`);
    }
    if (signal.aborted) terminal.output.write('\n(decided elsewhere, or no longer needed)\n');
    return undefined;
  } finally {
    signal.removeEventListener('abort', end);
    lines.close();
    terminal.close();
  }
}

const scopes: Readonly<Record<string, Scope>> = {
  yes: 'once',
  'yes session': 'session',
  'yes always': 'always',
};

/** Parses a line; returns undefined if it is not a decision. */
function readAnswer(line: string, code: string | undefined): ApprovalDecision | undefined {
  const words = line.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (words === 'no') return { decision: 'deny', by: 'terminal' };
  if (code !== undefined && !words.endsWith(` ${code}`)) return undefined;
  const word = code === undefined ? words : words.slice(0, -code.length - 1);
  const scope = Object.hasOwn(scopes, word) ? scopes[word] : undefined;
  return scope === undefined ? undefined : { decision: 'approve', scope, by: 'terminal' };
}
