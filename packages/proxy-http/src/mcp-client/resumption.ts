// Resumes broken event streams with `Last-Event-ID` if the server sends event ids.

import type { AbortableRequest, UpstreamResponseHandler } from '../upstream/upstream.js';
import type { InFlightRequest, InFlightRequests } from './in-flight.js';
import type { ResumePoint } from './resume-point.js';
import type { ResponseCallbacks } from './server-stream.js';

export interface ResumptionOptions {
  readonly inFlightRequests: InFlightRequests;
  readonly isClosed: () => boolean;
  /** Requests the events that follow this one. */
  readonly openStream: (
    lastEventId: string | undefined,
    handler: UpstreamResponseHandler,
  ) => AbortableRequest;
  readonly read: (inFlight: InFlightRequest, on: ResponseCallbacks) => UpstreamResponseHandler;
  /** Called when the missing responses will not arrive. */
  readonly onFailure: (inFlight: InFlightRequest, reason: string) => void;
}

const DEFAULT_RETRY = 1000;
/** The maximum number of consecutive attempts without a new event. */
const MAX_ATTEMPTS = 5;

export const NO_RESPONSE = 'the upstream ended its response without answering the request';

export class Resumption {
  readonly #options: ResumptionOptions;

  constructor(options: ResumptionOptions) {
    this.#options = options;
  }

  /** Called when the stream has ended or failed; resumes it while responses are missing. */
  onStreamEnd(inFlight: InFlightRequest, reason: string, resumePoint: ResumePoint, attempts = 0): void {
    const { inFlightRequests, isClosed, onFailure } = this.#options;
    const { lastEventId, retry } = resumePoint;
    if (inFlight.unanswered.size === 0) inFlightRequests.remove(inFlight);
    else if (isClosed() || lastEventId === undefined || attempts >= MAX_ATTEMPTS) onFailure(inFlight, reason);
    else setTimeout(() => this.#resume(inFlight, resumePoint, attempts), retry ?? DEFAULT_RETRY);
  }

  #resume(inFlight: InFlightRequest, resumePoint: ResumePoint, attempts: number): void {
    const { isClosed, openStream, read } = this.#options;
    if (isClosed()) return;
    const again = (reason: string, lastEventId: string | undefined, retry: number | undefined) => {
      const next = { lastEventId: lastEventId ?? resumePoint.lastEventId, retry: retry ?? resumePoint.retry };
      this.onStreamEnd(inFlight, reason, next, lastEventId === undefined ? attempts + 1 : 0);
    };
    const handler = read(inFlight, {
      onHead: () => {},
      onEnd: ({ status, lastEventId, retry }) =>
        again(
          status === 200 ? NO_RESPONSE : `the upstream responded with status ${status}`,
          lastEventId,
          retry,
        ),
      onFailure: again,
    });
    inFlight.sent = openStream(resumePoint.lastEventId, handler);
  }
}
