// Describes a call for users. Descriptions are short, and special characters are escaped.

import { toPrintable } from '../text/printable.js';
import type { RecordedStep, Step } from './step.js';

const MAX_LENGTH = 120;

/** Formats a name or path from a call so that it is safe to display. */
export function quoted(text: string): string {
  return `\`${toPrintable(text, MAX_LENGTH)}\``;
}

/** Converts a call to the form in which it is stored. */
export function toRecordedStep(step: Step, time: number, what: string): RecordedStep {
  const { key, tool, server } = step;
  return { key, tool: tool.slice(0, MAX_LENGTH), server: server.slice(0, MAX_LENGTH), time, what };
}

/** Returns, for example, "`read_file` of `files`". */
export function describeCall({ tool, server }: { readonly tool: string; readonly server: string }): string {
  return server === '' ? quoted(tool) : `${quoted(tool)} of ${quoted(server)}`;
}

/** Returns, for example, "12 s ago". */
export function describeAge(time: number, now: number): string {
  return now - time >= 1000 ? `${Math.round((now - time) / 1000)} s ago` : 'a moment ago';
}
