// The checkpoint file of a session (`SESSION.checkpoint`) names the last acknowledged record and all log files of the
// session. The first line has a fixed length and is overwritten after each record; one line for each log file follows.

import { numberOf } from './file-names.js';
import { noHash } from './line-hasher.js';

/** The first line: the last acknowledged record. */
export interface CheckpointHead {
  readonly seq: number;
  readonly hash: string;
  /** If a key is used, the tag proves that the log writer wrote this line. */
  readonly tag: string;
}

export interface CheckpointFile extends CheckpointHead {
  /** The names of all log files of the session, in order. */
  readonly files: readonly string[];
}

const digits = 16;

/** Formats the first line, which always has the same length. */
export const headLine = ({ seq, hash, tag }: CheckpointHead): string =>
  `{"seq":"${String(seq).padStart(digits, '0')}","hash":"${hash}","tag":"${tag}"}\n`;

/** Formats the line for one log file. */
export const fileLine = (file: string): string => `{"file":${JSON.stringify(file)}}\n`;

export const emptyHead = (tag: string): string => headLine({ seq: 0, hash: noHash, tag });

const headShape = /^\{"seq":"(\d{16})","hash":"([0-9a-f]{64})","tag":"([0-9a-f]{64})"\}$/;

/** Parses a checkpoint file; returns undefined if it is invalid. */
export function parseCheckpointFile(text: string): CheckpointFile | undefined {
  const [first = '', ...rest] = text.split('\n');
  const head = headShape.exec(first);
  if (!head) return undefined;
  const files: string[] = [];
  for (const line of rest.filter((part) => part !== '')) {
    const file = fileOf(line);
    // Files are created in order; another order or a duplicate means that the file was changed.
    if (file === undefined || numberOf(file) !== files.length + 1) return undefined;
    files.push(file);
  }
  return { seq: Number(head[1]), hash: head[2] as string, tag: head[3] as string, files };
}

function fileOf(line: string): string | undefined {
  try {
    const { file } = JSON.parse(line) as { file?: unknown };
    // A name with a folder means that the checkpoint file was changed.
    return typeof file === 'string' && /^[\w.-]+$/.test(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
