// Describes a call for users: short, and with all special characters escaped.

import { toPrintable } from '../text/printable.js';
import type { RecordedStep, Step } from './step.js';

const MAX_LENGTH = 120;

/** A name or path from a call, safe to display. */
export function quoted(text: string): string {
  return `\`${toPrintable(text, MAX_LENGTH)}\``;
}

/** A call in the form in which it is stored. */
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
