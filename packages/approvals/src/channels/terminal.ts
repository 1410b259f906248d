// The person in front of our own terminal. Stdin and stdout belong to the protocol, so the terminal itself is opened.
// One question at a time; the answer is a word, because Enter is pressed too easily.

import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { describeApproval } from '../describe.js';
import type { Approval, Reply, Scope } from '../model.js';
import type { Channel } from './channel.js';

/** Where a question is written and an answer is read. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  close(): void;
}

const help = 'Type yes (this once), yes session, yes always, or no: ';

/** Asks on a terminal that is opened for each question. */
export function createTerminalChannel(open: () => Terminal = openTerminal): Channel {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    name: 'terminal',
    ask(approval, over) {
      const answer = turn.then(() => (over.aborted ? undefined : askOnce(open, approval, over)));
      turn = answer.catch(() => {});
      // A terminal that is gone is nobody.
      return { answer: answer.catch(() => undefined) };
    },
  };
}

function openTerminal(): Terminal {
  const input = createReadStream('/dev/tty');
  const output = createWriteStream('/dev/tty');
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

async function askOnce(
  open: () => Terminal,
  approval: Approval,
  over: AbortSignal,
): Promise<Reply | undefined> {
  const terminal = open();
  const lines = createInterface({ input: terminal.input, terminal: false });
  const end = () => lines.close();
  over.addEventListener('abort', end, { once: true });
  try {
    const text = describeApproval(approval).map((line) => `  ${line}`);
    terminal.output.write(`\nclawdefender asks (${approval.id}):\n${text.join('\n')}\n${help}`);
    for await (const line of lines) {
      const reply = readAnswer(line);
      if (reply !== undefined) return reply;
      terminal.output.write(help);
    }
    if (over.aborted) terminal.output.write('\n(answered elsewhere, or no longer needed)\n');
    return undefined;
  } finally {
    over.removeEventListener('abort', end);
    lines.close();
    terminal.close();
  }
}

const scopes: Readonly<Record<string, Scope>> = {
  yes: 'once',
  'yes session': 'session',
  'yes always': 'always',
};

/** What a line says; undefined when it says nothing. */
function readAnswer(line: string): Reply | undefined {
  const word = line.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (word === 'no') return { decision: 'deny', by: 'terminal' };
  const scope = Object.hasOwn(scopes, word) ? scopes[word] : undefined;
  return scope === undefined ? undefined : { decision: 'approve', scope, by: 'terminal' };
}
