// A way to reach a person.

import type { Approval, Reply } from '../model.js';

/** A question that is being shown. */
export interface Asking {
  /** Undefined when nobody answered here. */
  readonly answer: Promise<Reply | undefined>;
  /** True when the call must not wait: this channel answers it, and the person's word comes with the next call. */
  readonly returns?: boolean;
}

/** Shows a question to a person, until somebody has answered it. */
export interface Channel {
  readonly name: 'elicitation' | 'terminal' | 'cli' | 'dashboard';
  /** Undefined when this way cannot be taken for this question. */
  ask(approval: Approval, over: AbortSignal): Asking | undefined;
}
