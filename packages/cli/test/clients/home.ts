// Creates a temporary home folder for each test, and runs the built program in it.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { removeFolder } from '../remove-folder.js';

export const program = realpathSync(fileURLToPath(new URL('../../dist/main.cjs', import.meta.url)));

export const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../fixtures/clients/${name}`, import.meta.url), 'utf8');

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home folder with only the given files. */
export class Home {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'claw-home-')));
  env: Record<string, string> = {};

  constructor() {
    onTestFinished(() => removeFolder(this.path));
  }

  at(...names: string[]): string {
    return join(this.path, ...names);
  }

  write(name: string, text: string | Buffer, mode = 0o644): string {
    const path = this.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
    return path;
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** Runs a command line in this home; returns the exit code and the output. */
  run(...words: string[]): Promise<Outcome> {
    return this.start(process.execPath, [program, ...words]);
  }

  start(command: string, words: readonly string[]): Promise<Outcome> {
    return this.#spawn(command, words).outcome;
  }

  /** Starts a command line in the same way, for tests that interrupt it. */
  launch(...words: string[]): { child: ChildProcess; outcome: Promise<Outcome> } {
    return this.#spawn(process.execPath, [program, ...words]);
  }

  #spawn(command: string, words: readonly string[]): { child: ChildProcess; outcome: Promise<Outcome> } {
    const { PATH = '' } = process.env;
    const child = spawn(command, words, {
      cwd: this.path,
      env: { PATH, HOME: this.path, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text;
      });
    const outcome = new Promise<Outcome>((resolve) =>
      child.once('close', (code) => resolve({ code, ...said })),
    );
    return { child, outcome };
  }

  /** Runs with `--json` and parses the output. */
  async json(...words: string[]): Promise<{ code: number | null; value: Answer }> {
    const { code, stdout, stderr } = await this.run(...words, '--json');
    if (stdout === '') throw new Error(`no answer (${code}): ${stderr}`);
    return { code, value: JSON.parse(stdout) as Answer };
  }
}

/** The common JSON format of our lists. */
export interface Answer {
  readonly items: readonly Record<string, unknown>[];
  readonly [name: string]: unknown;
}
