// A call in a few words, for a person: bounded, and with nothing in it that a terminal or a reader could take amiss.

import { showText } from '../visible.js';
import type { ChainStep, Step } from './step.js';

const LONGEST = 120;

/** A name or path from a call, fit to be shown. */
export function quoted(text: string): string {
  return `\`${showText(text, LONGEST)}\``;
}

/** A call as it is remembered. */
export function toChainStep(step: Step, time: number, what: string): ChainStep {
  const { key, tool, server } = step;
  return { key, tool: tool.slice(0, LONGEST), server: server.slice(0, LONGEST), time, what };
}

/** `read_file` of `files` */
export function callName({ tool, server }: { readonly tool: string; readonly server: string }): string {
  return server === '' ? quoted(tool) : `${quoted(tool)} of ${quoted(server)}`;
}

/** "12 s ago" */
export function ago(time: number, now: number): string {
  return now - time >= 1000 ? `${Math.round((now - time) / 1000)} s ago` : 'a moment ago';
}
