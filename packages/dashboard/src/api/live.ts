// Receives live events. It reconnects after an interruption and resumes after the last received event.

import { leave, pageKey } from './client.js';
import { createStore } from './store.js';
import type { EventSummary, Statistics } from './types.js';

export type Connection = 'connecting' | 'live' | 'lost';

export const connection = createStore<Connection>('connecting');
export const statistics = createStore<Statistics | undefined>(undefined);
/** A counter of changes. Components that depend on it load their data again when it changes. */
export const approvalsVersion = createStore(0);
export const killVersion = createStore(0);
/** Counts how often events may have been missed. */
export const gapVersion = createStore(0);

type OnEvents = (items: readonly EventSummary[], skipped: number) => void;
const listeners = new Set<OnEvents>();

/** Calls back with each group of events, oldest first. */
export function onEvents(act: OnEvents): () => void {
  listeners.add(act);
  return () => listeners.delete(act);
}

const signedOutCode = 4401;
const firstDelay = 500;
const maxDelay = 10_000;

let socket: WebSocket | undefined;
let cursor: string | undefined;
let delay = firstDelay;

const increment = (store: { get(): number; set(value: number): void }) => store.set(store.get() + 1);

export function connect(): void {
  const after = cursor === undefined ? '' : `?after=${encodeURIComponent(cursor)}`;
  const opened = new WebSocket(`ws://${location.host}/ws${after}`, [`clawdefender.page.${pageKey()}`]);
  socket = opened;
  opened.onmessage = ({ data }) => receive(JSON.parse(data));
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    if (code === signedOutCode) {
      disconnect();
      leave();
      return;
    }
    connection.set('lost');
    setTimeout(() => socket === opened && connect(), delay);
    delay = Math.min(maxDelay, delay * 2);
  };
}

export function disconnect(): void {
  const closing = socket;
  socket = undefined;
  cursor = undefined;
  closing?.close();
  statistics.set(undefined);
}

type Message =
  | { type: 'ready'; resumed: boolean; cursor: string }
  | { type: 'events'; items: EventSummary[]; skipped: number; cursor: string }
  | { type: 'approvals'; cursor: string }
  | { type: 'kill'; cursor: string }
  | ({ type: 'statistics' } & Statistics);

function receive(message: Message): void {
  switch (message.type) {
    case 'ready':
      delay = firstDelay;
      connection.set('live');
      if (!message.resumed) {
        for (const store of [gapVersion, approvalsVersion, killVersion]) increment(store);
        cursor = message.cursor;
      }
      return;
    case 'statistics':
      statistics.set(message);
      return;
    case 'events':
      for (const act of listeners) act(message.items, message.skipped);
      break;
    case 'approvals':
      increment(approvalsVersion);
      break;
    case 'kill':
      increment(killVersion);
      break;
  }
  cursor = message.cursor;
}
