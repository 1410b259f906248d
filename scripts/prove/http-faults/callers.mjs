// Clients that make calls continuously, one after another, and count the responses.

const GONE = -32003;
/** A call that takes longer than this counts as hanging. */
const HANGS = 20_000;

export class Callers {
  answered = 0;
  refused = 0;
  /** The number of responses with text that should have been redacted. */
  unjudged = 0;
  /** The longest duration of a call in milliseconds. */
  slowest = 0;
  #url;
  #stopped = false;
  #running;
  #broken;

  constructor(url, count) {
    this.#url = url;
    this.#running = Promise.all(Array.from({ length: count }, (_, i) => this.#callAlways(i * 1_000_000)));
    this.#running.catch((error) => {
      this.#broken = error;
    });
  }

  forgetSlowest() {
    this.slowest = 0;
  }

  /** Waits until the counts meet a condition. */
  async until(condition, patience = HANGS) {
    const begun = performance.now();
    while (!condition(this)) {
      if (this.#broken !== undefined) throw this.#broken;
      if (performance.now() - begun > patience) throw new Error(`only ${this.answered} answers came`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop() {
    this.#stopped = true;
    await this.#running;
  }

  async #callAlways(first) {
    for (let id = first; !this.#stopped; id++) {
      const begun = performance.now();
      this.#count(id, await call(this.#url, id));
      this.slowest = Math.max(this.slowest, performance.now() - begun);
    }
  }

  #count(id, text) {
    const message = JSON.parse(text);
    if (message.id !== id) throw new Error(`the answer to ${id} is ${text}`);
    if (text.includes('secret')) this.unjudged++;
    else if (text.includes('public answer')) this.answered++;
    else if (message.error?.code === GONE) this.refused++;
    else throw new Error(`an answer that nobody expects: ${text}`);
  }
}

/** Makes one call and returns the response, unchanged. */
export async function call(url, id, name = 'x') {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      connection: 'close',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } }),
    signal: AbortSignal.timeout(HANGS),
  });
  return response.text();
}
