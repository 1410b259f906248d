// Maintains an index next to each log file, with one row of fixed size for each record, so that a query over a million
// records reads only a few megabytes. Filters after the rows show which rows may contain a text. The index is a cache:
// it may be deleted at any time and is extended when the log has grown. It is not used to verify a log (`verify.ts`
// reads the log itself).

import { rmSync } from 'node:fs';
import { mkdtemp, open, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findingNames } from '../format/finding-names.js';
import { neededApproval } from '../format/needed-approval.js';
import { otherRuleNames } from '../format/other-rule-names.js';
import { readLines } from '../format/read-lines.js';
import type { AuditRecord } from '../format/record.js';
import { createFolder } from '../write/create-folder.js';
import { stretchSize, TextFilterWriter } from './text-filter.js';

/** The header of the index of one log file. */
export interface IndexHeader {
  readonly v: 6;
  /**
   * The number of bytes of the log that the index covers, and the last of these bytes. If the log has other bytes
   * there, the file was replaced.
   */
  readonly covered: number;
  readonly tail: string;
  readonly rows: number;
  /** The number of row ranges that have a text filter; see `text-filter.ts`. */
  readonly stretches: number;
  readonly earliest: number;
  readonly latest: number;
  /**
   * All servers, tools, decisions, rules, kinds and findings. Rows refer to them by position. The first string is
   * empty.
   */
  readonly strings: readonly string[];
}

/** An index that covers the whole log file. */
export interface LogIndex {
  readonly log: string;
  readonly path: string;
  readonly header: IndexHeader;
  /** The offset at which the rows begin in the index file. */
  readonly start: number;
}

/**
 * A row begins with the time and the offset as doubles. Eleven 32-bit numbers follow: length, server, tool, rule,
 * decision, kind, needed approval, findings, the duration of the decision in microseconds, the number of the call to
 * which a reply belongs, and the other rules.
 */
export const rowSize = 60;

const version = 6;
const tailLength = 64;

/** Returns an index that covers the whole log file; creates or extends it if necessary. */
export async function ensureIndex(
  folder: string,
  file: string,
  onProgress: (bytes: number) => void,
): Promise<LogIndex> {
  const log = join(folder, file);
  const { size } = await stat(log);
  const place = (where: string) => join(where, `${file}.index`);
  const path = place(await indexFolder(folder));
  const known = await loadIndex(log, path);
  if (known !== undefined && known.header.covered === size) return known;
  return extendIndex(log, path, known, onProgress).catch(async (error: NodeJS.ErrnoException) => {
    if (!cannotBeWritten.has(error.code ?? '')) throw error;
    return extendIndex(log, place(await indexElsewhere(folder)), known, onProgress);
  });
}

/** The errors of a full or read-only disk, which must not prevent reading the log. */
const cannotBeWritten = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);

const folders = new Map<string, Promise<string>>();

/**
 * Returns the folder for the index. If the log folder is not writable, for example on a read-only medium, the index
 * is stored elsewhere.
 */
function indexFolder(folder: string): Promise<string> {
  const known = folders.get(folder);
  if (known !== undefined) return known;
  const beside = join(folder, '.index');
  const found = makeIndexFolder(beside).catch(() => indexElsewhere(folder));
  folders.set(folder, found);
  return found;
}

async function makeIndexFolder(beside: string): Promise<string> {
  createFolder(beside);
  return beside;
}

/** The folder is kept until this process ends. */
async function indexElsewhere(folder: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'clawdefender-index-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  folders.set(folder, Promise.resolve(made));
  return made;
}

async function loadIndex(log: string, path: string): Promise<LogIndex | undefined> {
  try {
    const bytes = await readStart(path);
    const length = bytes.readUInt32LE(0);
    const header = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as IndexHeader;
    const { size } = await stat(path);
    const expected = 4 + length + header.rows * rowSize + header.stretches * stretchSize;
    if (header.v !== version || size !== expected) return undefined;
    if ((await tailOf(log, header.covered)) !== header.tail) return undefined;
    return { log, path, header, start: 4 + length };
  } catch {
    return undefined;
  }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const first = Buffer.alloc(4);
    await file.read(first, 0, 4, 0);
    const whole = Buffer.alloc(4 + first.readUInt32LE(0));
    await file.read(whole, 0, whole.length, 0);
    return whole;
  } finally {
    await file.close();
  }
}

/** Reads the last covered bytes, which contain the end of a hash. */
async function tailOf(log: string, covered: number): Promise<string> {
  const file = await open(log, 'r');
  try {
    const length = Math.min(tailLength, covered);
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, covered - length);
    return bytes.toString('base64');
  } finally {
    await file.close();
  }
}

async function extendIndex(
  log: string,
  path: string,
  known: LogIndex | undefined,
  onProgress: (bytes: number) => void,
): Promise<LogIndex> {
  const strings = new Map((known?.header.strings ?? ['']).map((text, index) => [text, index]));
  const before = known === undefined ? nothing : (await readFile(known.path)).subarray(known.start);
  const knownRows = known?.header.rows ?? 0;
  const rows = new RowBuffer(strings);
  const filters = new TextFilterWriter(before.subarray(knownRows * rowSize));
  let covered = known?.header.covered ?? 0;
  for await (const { bytes, offset, next, whole } of readLines(log, covered)) {
    if (!whole) break;
    if (rows.add(bytes, offset)) filters.add(knownRows + rows.count - 1, bytes);
    onProgress(next - covered);
    covered = next;
  }
  const stretches = filters.bytes();
  const header: IndexHeader = {
    v: version,
    covered,
    tail: await tailOf(log, covered),
    rows: knownRows + rows.count,
    stretches: stretches.length / stretchSize,
    earliest: Math.min(known?.header.earliest ?? Number.MAX_SAFE_INTEGER, rows.earliest),
    latest: Math.max(known?.header.latest ?? 0, rows.latest),
    strings: [...strings.keys()],
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  // Two concurrent queries may both write the index; each renames a complete file.
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const parts = [length, text, before.subarray(0, knownRows * rowSize), rows.bytes(), stretches];
  await writeFile(temporary, Buffer.concat(parts), { mode: 0o600 });
  await rename(temporary, path).catch(async (error) => {
    await unlink(temporary);
    throw error;
  });
  return { log, path, header, start: 4 + text.length };
}

const nothing = Buffer.alloc(0);

/**
 * The rows of records that the index did not cover before. Their number is limited by the maximum size of a log file.
 */
class RowBuffer {
  readonly #strings: Map<string, number>;
  #bytes = Buffer.alloc(rowSize * 1024);
  count = 0;
  earliest = Number.MAX_SAFE_INTEGER;
  latest = 0;

  constructor(strings: Map<string, number>) {
    this.#strings = strings;
  }

  /** Returns false for a line that is not a record. */
  add(line: Buffer, offset: number): boolean {
    const record = readRecord(line.toString());
    if (record === undefined) return false;
    const at = this.count * rowSize;
    if (at + rowSize > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, this.#bytes]);
    const time = Date.parse(record.time);
    this.#bytes.writeDoubleLE(time, at);
    this.#bytes.writeDoubleLE(offset, at + 8);
    this.#bytes.writeUInt32LE(line.length, at + 16);
    const { server, tool = '', rule = '', decision = '', kind } = record;
    const question = neededApproval(record) ? 'prompt' : '';
    [server, tool, rule, decision, kind, question, findingNames(record)].forEach((text, index) => {
      this.#bytes.writeUInt32LE(this.#place(text), at + 20 + index * 4);
    });
    this.#bytes.writeUInt32LE(countOf(record.decide_us), at + 48);
    this.#bytes.writeUInt32LE(countOf(record.call_seq), at + 52);
    this.#bytes.writeUInt32LE(this.#place(otherRuleNames(record)), at + 56);
    this.count++;
    this.earliest = Math.min(this.earliest, time);
    this.latest = Math.max(this.latest, time);
    return true;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.count * rowSize);
  }

  #place(text: string): number {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    this.#strings.set(text, this.#strings.size);
    return this.#strings.size - 1;
  }
}

/** Returns a 32-bit number, or 0 for any other value. */
const countOf = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? Math.min(Math.round(value), 0xffff_ffff) : 0;

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);

/**
 * Parses a line as a record; returns undefined if it is invalid. The line is untrusted, and a record with an invalid
 * time could not be sorted.
 */
export function readRecord(line: string): AuditRecord | undefined {
  try {
    const record = JSON.parse(line) as AuditRecord;
    const { kind, time, session, server, seq, tool, rule, decision } = record;
    const isRecord =
      [kind, time, session, server].every(isText) &&
      [tool, rule, decision].every(isTextOrAbsent) &&
      Number.isSafeInteger(seq) &&
      !Number.isNaN(Date.parse(time));
    return isRecord ? record : undefined;
  } catch {
    return undefined;
  }
}
