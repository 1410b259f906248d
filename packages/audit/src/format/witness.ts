// The witness beside a session's files: which record was acknowledged last, and which files there are. Its first line
// has a fixed length and is written over after every record; a line for each file follows.

import { numberOf } from './file-names.js';
import { noHash } from './seal.js';

/** The first line: the last acknowledged record. */
export interface WitnessHead {
  readonly seq: number;
  readonly hash: string;
  /** Proves, with a key, that the head was written by whoever writes the log. */
  readonly tag: string;
}

export interface Witness extends WitnessHead {
  /** The names of all files that the session ever had, in order. */
  readonly files: readonly string[];
}

const digits = 16;

/** The head as a line that is always equally long. */
export const headLine = ({ seq, hash, tag }: WitnessHead): string =>
  `{"seq":"${String(seq).padStart(digits, '0')}","hash":"${hash}","tag":"${tag}"}\n`;

/** A line for one more file. */
export const fileLine = (file: string): string => `{"file":${JSON.stringify(file)}}\n`;

export const emptyHead = (tag: string): string => headLine({ seq: 0, hash: noHash, tag });

const headShape = /^\{"seq":"(\d{16})","hash":"([0-9a-f]{64})","tag":"([0-9a-f]{64})"\}$/;

/** Reads a witness; undefined when it is none. */
export function parseWitness(text: string): Witness | undefined {
  const [first = '', ...rest] = text.split('\n');
  const head = headShape.exec(first);
  if (!head) return undefined;
  const files: string[] = [];
  for (const line of rest.filter((part) => part !== '')) {
    const file = fileOf(line);
    // Files are begun one after the other; another order, or one twice, was not written by us.
    if (file === undefined || numberOf(file) !== files.length + 1) return undefined;
    files.push(file);
  }
  return { seq: Number(head[1]), hash: head[2] as string, tag: head[3] as string, files };
}

function fileOf(line: string): string | undefined {
  try {
    const { file } = JSON.parse(line) as { file?: unknown };
    // A name that leads elsewhere was not written by us.
    return typeof file === 'string' && /^[\w.-]+$/.test(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
