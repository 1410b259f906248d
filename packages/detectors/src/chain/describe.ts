// A call in a few words, for a person: bounded, and with nothing in it that a terminal or a reader could take amiss.

import { toPrintable } from '../text/printable.js';
import type { RecordedStep, Step } from './step.js';

const MAX_LENGTH = 120;

/** A name or path from a call, fit to be shown. */
export function quoted(text: string): string {
  return `\`${toPrintable(text, MAX_LENGTH)}\``;
}

/** A call as it is remembered. */
export function toRecordedStep(step: Step, time: number, what: string): RecordedStep {
  const { key, tool, server } = step;
  return { key, tool: tool.slice(0, MAX_LENGTH), server: server.slice(0, MAX_LENGTH), time, what };
}

/** `read_file` of `files` */
export function describeCall({ tool, server }: { readonly tool: string; readonly server: string }): string {
  return server === '' ? quoted(tool) : `${quoted(tool)} of ${quoted(server)}`;
}

/** "12 s ago" */
export function describeAge(time: number, now: number): string {
  return now - time >= 1000 ? `${Math.round((now - time) / 1000)} s ago` : 'a moment ago';
}
