// Runs a limited number of tasks at a time and queues a limited number of further tasks, in order. Used for requests
// that the proxy sends because of messages from the server.

export interface TaskQueueLimits {
  /** The number of tasks that run at the same time. */
  readonly maxRunning: number;
  /** The number of tasks that wait in the queue. */
  readonly maxQueued: number;
}

/** A task calls `done` when it has finished. */
export type Task = (done: () => void) => void;

export class TaskQueue {
  readonly #limits: TaskQueueLimits;
  readonly #queue: Task[] = [];
  #running = 0;

  constructor(limits: TaskQueueLimits) {
    this.#limits = limits;
  }

  /** Runs or queues the task. Returns false, and does not run the task, if the queue is full. */
  add(turn: Task): boolean {
    if (this.#running < this.#limits.maxRunning) this.#run(turn);
    else if (this.#queue.length < this.#limits.maxQueued) this.#queue.push(turn);
    else return false;
    return true;
  }

  #run(turn: Task): void {
    this.#running++;
    let isDone = false;
    turn(() => {
      if (isDone) return;
      isDone = true;
      // The next task is started later, because thousands of tasks that finish immediately would overflow the stack.
      queueMicrotask(() => {
        this.#running--;
        const next = this.#queue.shift();
        if (next !== undefined) this.#run(next);
      });
    });
  }
}
