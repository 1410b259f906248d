// Runs a script against a server and returns all received messages in a form that can be compared.
import { pathToFileURL } from 'node:url';
import type { Command } from './command.js';
import { mask } from './masks.js';
import type { Answers, ClientKind, Session, Wire } from './session.js';

export type Step =
  | { readonly ask: string; readonly params?: object; readonly cancelOn?: Seen; readonly progress?: true }
  | { readonly notify: string; readonly params?: object }
  /** These are sent without waiting for each other. */
  | { readonly together: readonly Step[] }
  /** Waits for a message that the server sends on its own. */
  | { readonly until: Seen }
  | { readonly subscribe: string; readonly during: readonly Step[] };
type Seen = (message: Wire) => boolean;

export interface Transcript {
  readonly greeting: unknown;
  readonly outcomes: readonly unknown[];
  /**
   * Every message of the server, including ids. The messages are sorted, because notifications may overtake each other.
   */
  readonly heard: readonly string[];
  readonly exit: number;
}

const patience = 20_000;

export async function converse(
  client: ClientKind,
  server: Command,
  script: (modern: boolean) => readonly Step[],
  folder: string,
): Promise<Transcript> {
  const ear = createEar();
  const session = await client.connect(server, answers(folder), ear.hear);
  const outcomes: unknown[] = [];
  let exit = -1;
  try {
    for (const step of script(session.modern)) outcomes.push(await play(session, step, ear));
  } finally {
    exit = await session.close();
  }
  const heard = ear.messages.map((message) => mask(JSON.stringify(message))).sort();
  return { greeting: session.greeting, outcomes: JSON.parse(mask(JSON.stringify(outcomes))), heard, exit };
}

async function play(session: Session, step: Step, ear: Ear): Promise<unknown> {
  if ('ask' in step) return ask(session, step, ear);
  if ('notify' in step) return session.notify(step.notify, step.params);
  if ('together' in step) return Promise.all(step.together.map((each) => play(session, each, ear)));
  if ('until' in step) return ear.wait(step.until).then(() => 'seen');
  const unsubscribe = await session.subscribe(step.subscribe);
  const outcomes: unknown[] = [];
  for (const each of step.during) outcomes.push(await play(session, each, ear));
  return [...outcomes, (await unsubscribe()) ?? 'unsubscribed'];
}

async function ask(session: Session, step: Extract<Step, { ask: string }>, ear: Ear): Promise<unknown> {
  const abort = new AbortController();
  const { cancelOn } = step;
  if (cancelOn)
    void ear.wait(cancelOn).then((seen) => {
      ear.closeTo(seen);
      abort.abort('changed my mind');
    });
  const options = {
    signal: abort.signal,
    // A progress token is sent only if there is a listener. The listener is empty because progress is read from the
    // transport: both SDKs remove the listener when the response arrives, and lose the reports in the same chunk.
    ...(step.progress ? { onprogress: () => {} } : {}),
  };
  const outcome = await session.request(step.ask, step.params, options).then(
    (result) => ({ result }),
    (error) => ({
      error: { code: error?.code, message: error?.message ?? String(error), data: error?.data },
    }),
  );
  return { asked: step.ask, ...outcome };
}

type Ear = ReturnType<typeof createEar>;

const tokenOf = (message: Wire): unknown =>
  (message as { params?: { progressToken?: unknown } }).params?.progressToken;

/** Collects arriving messages. A message that arrived since the last wait counts as well. */
function createEar() {
  const messages: Wire[] = [];
  const closedTo = new Set<unknown>();
  const waiters = new Set<() => void>();
  let consumed = 0;
  return {
    messages,
    hear(message: Wire): void {
      if (closedTo.has(tokenOf(message) ?? closedTo)) return;
      messages.push(message);
      for (const check of waiters) check();
    },
    /** Ignores further progress of a call: whether a cancelled call still reports progress depends on timing. */
    closeTo(report: Wire): void {
      const token = tokenOf(report);
      if (token === undefined) return;
      closedTo.add(token);
      const isLate = (message: Wire, at: number) =>
        at > messages.indexOf(report) && tokenOf(message) === token;
      const kept = messages.filter((message, at) => !isLate(message, at));
      messages.splice(0, messages.length, ...kept);
    },
    wait(seen: Seen): Promise<Wire> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(reject, patience, new Error(`no message matched ${seen}`));
        const check = () => {
          const index = messages.findIndex((message, at) => at >= consumed && seen(message));
          if (index < 0) return;
          consumed = index + 1;
          clearTimeout(timer);
          waiters.delete(check);
          resolve(messages[index] as Wire);
        };
        waiters.add(check);
        check();
      });
    },
  };
}

const answers = (folder: string): Answers => ({
  'sampling/createMessage': () => ({
    role: 'assistant',
    model: 'nobody',
    stopReason: 'endTurn',
    content: { type: 'text', text: 'a sampled thought' },
  }),
  'elicitation/create': () => ({ action: 'accept', content: { colour: 'green', name: 'Ada', check: true } }),
  'roots/list': () => ({ roots: [{ uri: pathToFileURL(folder).href, name: 'the root' }] }),
});
