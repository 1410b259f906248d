// Provides one connection through the real relay and the real firewall, with a policy given as text. The test
// controls the ports: time, the kill switch, the user, and the accepted tools.

import { createHash } from 'node:crypto';
import { loadPatterns } from '@claw/detectors/patterns';
import { Relay, type RelayOptions } from '@claw/jsonrpc-stream';
import { compilePolicy, loadPolicy, type Policy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import {
  type ApprovalRequest,
  type ApprovalResult,
  type AuditEntry,
  type Clock,
  createFirewall,
  createPipeline,
  type FirewallOptions,
  type KillSwitch,
  type Limit,
  type Pin,
  type Pins,
  type Pipeline,
  type PipelineOptions,
  type Sandbox,
  type States,
  type StoredResources,
} from '../src/index.js';

const shell = await loadShell();
const compilePatterns = await loadPatterns();
const environment = { platform: 'linux', home: '/home/ada', cwd: '/srv/project' } as const;

/** A clock that the test advances. */
export class HandClock implements Clock {
  #now = 1_780_000_000_000;
  #timers: { at: number; act: () => void }[] = [];

  now = (): number => this.#now;
  ticks = (): number => this.#now * 1000;

  after(milliseconds: number, act: () => void): () => void {
    const timer = { at: this.#now + milliseconds, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  pause = (): Promise<void> => Promise.resolve();

  get waiting(): number {
    return this.#timers.length;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { act } of due) act();
  }
}

/** A kill switch in memory. */
export class HandSwitch implements KillSwitch {
  engaged = false;
  readonly #listeners = new Set<() => void>();

  onEngaged(act: () => void): () => void {
    this.#listeners.add(act);
    return () => this.#listeners.delete(act);
  }

  engage(): void {
    this.engaged = true;
    for (const act of this.#listeners) act();
  }
}

/** The accepted definitions in memory. */
export class MemoryPins implements Pins {
  readonly #byName = new Map<string, Pin>();
  readonly reported: Pin[] = [];
  readonly lists = new Map<string, readonly string[]>();

  get(server: string, tool: string): Pin | undefined {
    return this.#byName.get(JSON.stringify([server, tool]));
  }

  get accepted(): readonly Pin[] {
    return [...this.#byName.values()];
  }

  add(pin: Pin): void {
    if (this.get(pin.server, pin.tool) === undefined) this.put(pin);
  }

  put(pin: Pin): void {
    this.#byName.set(JSON.stringify([pin.server, pin.tool]), pin);
  }

  report(pin: Pin): void {
    this.reported.push(pin);
  }

  openChange(server: string, tool: string): Pin | undefined {
    const last = this.reported.filter((pin) => pin.server === server && pin.tool === tool).at(-1);
    return last?.digest === this.get(server, tool)?.digest ? undefined : last;
  }

  others(server: string): readonly Pin[] {
    return this.accepted.filter((pin) => pin.server !== server);
  }

  knows(server: string): boolean {
    return this.lists.has(server);
  }

  listed(server: string, tools: readonly string[]): void {
    this.lists.set(server, tools);
  }
}

/** A user with pending approval requests, each of which the test decides. */
export class Person {
  readonly asked: {
    question: ApprovalRequest;
    withdrawn: AbortSignal;
    answer: (answer: ApprovalResult) => void;
  }[] = [];

  requestApproval(question: ApprovalRequest, withdrawn: AbortSignal): Promise<ApprovalResult> {
    return new Promise((answer) => this.asked.push({ question, withdrawn, answer }));
  }

  say(index: number, answer: ApprovalResult): void {
    this.asked[index]?.answer(answer);
  }
}

export const YES: ApprovalResult = { kind: 'approved', by: 'ada', scope: 'once' };
export const NO: ApprovalResult = { kind: 'denied', by: 'ada' };

/** Counts hits by key, regardless of time. */
export function countOnly(): { hit(limit: Limit): number | undefined } {
  const counts = new Map<string, number>();
  return {
    hit({ key, max, windowMs }) {
      const count = counts.get(key) ?? 0;
      if (count >= max) return windowMs / 1000;
      counts.set(key, count + 1);
      return undefined;
    },
  };
}

/** Runs user functions without a sandbox, because they are part of the test. */
const inlineSandbox: Sandbox = {
  async load(code) {
    const handle = new Function(`${code}; return handle;`)() as (event: unknown) => unknown;
    const toJson = (value: unknown) => (value === undefined ? value : JSON.parse(JSON.stringify(value)));
    return { call: async (event) => toJson(handle(toJson(event))) };
  },
};

/** Stores states in memory. */
export function memoryStates(): States & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (key) => kept.get(key),
    replace(key, expected, value) {
      if (kept.get(key) !== expected) return false;
      kept.set(key, value);
      return true;
    },
  };
}

/** The stored resources that each pipeline can use. */
const resources: StoredResources = {
  get: (id) =>
    id === 'guide'
      ? { uri: 'docs://guide', name: 'Guide', mimeType: 'text/markdown', content: '# Guide' }
      : undefined,
};

const pipelines = new Map<string, Promise<Pipeline>>();

/**
 * Returns the pipeline of a policy that is given as the text of a file. A pipeline never changes, so all tests share
 * it.
 */
export function pipelineOf(text: string): Promise<Pipeline> {
  const known = pipelines.get(text) ?? loadPolicy(text).then((policy) => pipelineOfPolicy(policy));
  pipelines.set(text, known);
  return known;
}

export const pipelineOfPolicy = (policy: Policy, options: Partial<PipelineOptions> = {}): Pipeline =>
  createPipeline(policy, {
    sandbox: inlineSandbox,
    resources,
    compile: (one) => compilePolicy(one, { environment, shell }),
    patterns(patterns) {
      const compiled = compilePatterns(patterns);
      if (!compiled.ok) throw new Error(compiled.problems[0]?.reason);
      return compiled.detectors;
    },
    digest: (one) => createHash('sha256').update(one).digest('hex'),
    ...options,
  });

type Ports = Partial<Omit<FirewallOptions, 'pipeline' | 'approver' | 'clock'>>;

export interface BenchOptions extends Ports, Pick<RelayOptions, 'wire'> {
  readonly person?: Person;
}

export class Bench {
  /** The lines that arrived, without line feeds. */
  readonly atClient: string[] = [];
  readonly atServer: string[] = [];
  readonly entries: AuditEntry[] = [];
  readonly clock = new HandClock();
  pipeline: Pipeline;
  readonly #relay: Relay;

  private constructor(pipeline: Pipeline, { person, wire, ...ports }: BenchOptions) {
    this.pipeline = pipeline;
    this.#relay = new Relay({
      toClient: (pieces) => take(pieces, this.atClient),
      toServer: (pieces) => take(pieces, this.atServer),
      wire,
      connect: createFirewall({
        pipeline: () => this.pipeline,
        server: 'notes',
        clock: this.clock,
        onDecision: (entry) => this.entries.push(entry),
        ...(person !== undefined && { approver: () => person }),
        ...ports,
      }),
    });
  }

  static async open(policy: string, options: BenchOptions = {}): Promise<Bench> {
    return new Bench(await pipelineOf(policy), options);
  }

  /** Sends messages of the client in one chunk. */
  client(...lines: readonly unknown[]): void {
    this.#relay.fromClient(Buffer.concat(lines.map(toBytes)));
  }

  server(line: unknown): void {
    this.#relay.fromServer(toBytes(line));
  }

  idle(): Promise<void> {
    return this.#relay.idle();
  }

  close(): void {
    this.#relay.close();
  }
}

const encoder = new TextEncoder();
const toBytes = (line: unknown): Uint8Array =>
  encoder.encode(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);

function take(pieces: readonly Uint8Array[], into: string[]): void {
  const text = Buffer.concat(pieces).toString();
  for (const line of text.split('\n')) if (line.trim() !== '') into.push(line);
}

/** Short forms of messages in a conversation. */
export const request = (id: string | number, method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
});
export const use = (id: string | number, name: string, input: unknown = {}) =>
  request(id, 'tools/call', { name, arguments: input });
export const notification = (method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  method,
  ...(params !== undefined && { params }),
});
export const result = (id: string | number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
export const text = (...texts: readonly string[]) => ({
  content: texts.map((one) => ({ type: 'text', text: one })),
});

/** Returns the rule and the code of an error. */
export function errorOf(line: string | undefined): { code?: number; rule?: string; message?: string } {
  const { error } = JSON.parse(line ?? '{}');
  return { code: error?.code, rule: error?.data?.rule, message: error?.message };
}
