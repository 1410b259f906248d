// Creates a test server with a given policy, clock and stores.

import { createHash } from 'node:crypto';
import {
  type AuditEntry,
  type Clock,
  createPipeline,
  type KillSwitch,
  type Limit,
  type Pipeline,
} from '@claw/pipeline';
import { compilePolicy, loadPolicy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import {
  type Caller,
  createIntentServer,
  type IntentServer,
  type Permission,
  type PermissionRequest,
  type ServerOptions,
} from '../src/index.js';

const shell = await loadShell();
const environment = { platform: 'linux', home: '/home/user', cwd: '/project' } as const;

/** Builds a pipeline as the command does, for a fixed environment. */
export async function pipelineOf(text: string): Promise<Pipeline> {
  return createPipeline(await loadPolicy(text), {
    compile: (policy) => compilePolicy(policy, { environment, shell }),
    digest: (value) => createHash('sha256').update(value).digest('hex'),
  });
}

/** Counts in fixed windows, as the stores do. */
class HandCounters {
  readonly #windows = new Map<string, { count: number; end: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async hit({ key, max, windowMs }: Limit): Promise<number | undefined> {
    const now = this.#now();
    const known = this.#windows.get(key);
    const goesOn = known !== undefined && known.end > now && known.end <= now + windowMs;
    const window = goesOn ? known : { count: 0, end: now + windowMs };
    this.#windows.set(key, window);
    if (window.count >= max) return Math.max(1, Math.ceil((window.end - now) / 1000));
    window.count += 1;
    return undefined;
  }
}

type Answer = Awaited<ReturnType<IntentServer['call']>>;

export class Bench {
  now = 1_780_000_000_000;
  readonly entries: AuditEntry[] = [];
  readonly reports: Readonly<Record<string, unknown>>[] = [];
  readonly asked: PermissionRequest[] = [];
  readonly killSwitch = new HandSwitch();
  person: (request: PermissionRequest, withdrawn: AbortSignal) => Promise<Permission> = async () => ({
    granted: false,
    reason: 'nobody is there',
  });
  diskIsFull = false;
  readonly server: IntentServer;
  pipeline: Pipeline;

  private constructor(pipeline: Pipeline, options: Partial<ServerOptions>) {
    this.pipeline = pipeline;
    const clock: Clock = {
      now: () => this.now,
      ticks: () => 0,
      after: () => () => {},
      pause: async () => {},
    };
    let id = 0;
    this.server = createIntentServer({
      version: '1.2.3',
      pipeline: () => this.pipeline,
      surroundings: { clock, killSwitch: this.killSwitch },
      counters: new HandCounters(clock.now),
      ask: (request, withdrawn) => {
        this.asked.push(request);
        return this.person(request, withdrawn);
      },
      log: {
        record: (entry) => this.#keep(this.entries, entry),
        note: (_kind, members) => this.#keep(this.reports, members),
      },
      createId: () => `event-${++id}`,
      ...options,
    });
  }

  static async open(policy: string, options: Partial<ServerOptions> = {}): Promise<Bench> {
    return new Bench(await pipelineOf(policy), options);
  }

  call(
    name: string,
    input: unknown,
    caller: Caller = { key: 'test' },
    signal = new AbortController().signal,
  ): Promise<Answer> {
    return this.server.call(name, input, caller, signal);
  }

  /** Returns the result of a call that must succeed. */
  async answer(name: string, input: unknown, caller?: Caller): Promise<Record<string, unknown>> {
    const answer = await this.call(name, input, caller);
    if ('error' in answer) throw new Error(`refused: ${answer.error.message}`);
    const { content, structuredContent } = answer.result;
    if (content[0].text !== JSON.stringify(structuredContent)) throw new Error('text and structure differ');
    return structuredContent as Record<string, unknown>;
  }

  check(action: string, target: string): Promise<Record<string, unknown>> {
    return this.answer('checkIntent', { description: 'a test', action_type: action, target });
  }

  #keep<T>(list: T[], item: T): number {
    if (this.diskIsFull) throw new Error('no space left');
    return list.push(item);
  }
}

class HandSwitch implements KillSwitch {
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
