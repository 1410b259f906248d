// Reuses the results of approval requests that apply to several calls: approval for a host or a chain of calls is
// requested only once. An approval is valid until the connection ends; a denial is valid for a minute. Calls that
// arrive while a request is pending wait for its result.

import type { ApprovalRequest, ApprovalResult, Clock } from '../ports.js';
import type { Ask } from '../types.js';

const REFUSAL_MS = 60_000;
/**
 * The maximum number of topics. When it is reached, the oldest topics are removed, and new calls request approval for
 * them again.
 */
const MAX_TOPICS = 1_000;

type Answer = Extract<ApprovalResult, { kind: 'approved' | 'denied' }> & { readonly at: number };

/** The topics of one call. */
export interface TopicQuestion {
  readonly ask: Ask;
  /**
   * Describe and send the approval request for this call. They are not used if there is already a result for its
   * topics.
   */
  readonly describe: () => Promise<ApprovalRequest>;
  readonly send: (question: ApprovalRequest) => Promise<ApprovalResult>;
  readonly withdrawn: AbortSignal;
}

/** The results for the topics of one connection. */
export class TopicAnswers {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #answers = new Map<string, Answer>();
  readonly #open = new Map<string, Promise<ApprovalResult>>();
  /**
   * The text of each request that has no result yet. A repeated request has the same text, so that it counts as the
   * same request.
   */
  readonly #unanswered = new Map<string, ApprovalRequest>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  async request(question: TopicQuestion): Promise<ApprovalResult> {
    const { rule, topics = [] } = question.ask;
    const keys = topics.map((topic) => `${rule} ${topic}`);
    for (;;) {
      const known = this.#known(keys);
      if (known !== undefined) return known;
      const key = keys.filter((one) => this.#answer(one) === undefined).join('\n');
      const open = this.#open.get(key);
      if (open === undefined) return this.#ask(key, keys, question);
      const result = await Promise.race([open, aborted(question.withdrawn)]);
      // If the call that made the request was cancelled, this call still needs a result.
      if (result !== undefined && result.kind !== 'unavailable') return result;
      if (question.withdrawn.aborted) return { kind: 'unavailable', reason: 'the call was withdrawn' };
      if (this.#open.get(key) === open) this.#open.delete(key);
    }
  }

  async #ask(
    key: string,
    keys: readonly string[],
    { describe, send }: TopicQuestion,
  ): Promise<ApprovalResult> {
    const asking = (async () => {
      const request = this.#unanswered.get(key) ?? (await describe());
      const result = await send(request);
      if (result.kind === 'pending') keep(this.#unanswered, key, request);
      else this.#unanswered.delete(key);
      if (result.kind === 'approved' || result.kind === 'denied')
        for (const one of result.kind === 'approved' ? keys : key.split('\n'))
          keep(this.#answers, one, { ...result, at: this.#clock.now() });
      return result;
    })();
    this.#open.set(key, asking);
    try {
      return await asking;
    } finally {
      if (this.#open.get(key) === asking) this.#open.delete(key);
    }
  }

  /** Returns an approval if all topics are approved, or a denial if one of them is denied. */
  #known(keys: readonly string[]): ApprovalResult | undefined {
    const answers = keys.map((key) => this.#answer(key));
    return (
      answers.find((one) => one?.kind === 'denied') ?? (answers.includes(undefined) ? undefined : answers[0])
    );
  }

  #answer(key: string): Answer | undefined {
    const answer = this.#answers.get(key);
    if (answer?.kind === 'denied' && this.#clock.now() - answer.at >= REFUSAL_MS) return undefined;
    return answer;
  }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_TOPICS && oldest !== undefined) map.delete(oldest);
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
