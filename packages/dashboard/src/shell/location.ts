// Parses the current page and its parameters from the address: `#/events?server=notes`.

import { createStore } from '../api/store.js';

export interface Place {
  readonly page: string;
  readonly parameters: URLSearchParams;
}

function readPlace(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { page: path === '' ? 'overview' : path, parameters: new URLSearchParams(query) };
}

export const place = createStore<Place>(readPlace());

export function followLocation(): void {
  addEventListener('hashchange', () => place.set(readPlace()));
  place.set(readPlace());
}

/** Returns the link to a page; parameters without a value are omitted. */
export function hrefTo(page: string, parameters: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => (entry[1] ?? '') !== '',
  );
  const query = new URLSearchParams(given).toString();
  return `#/${page}${query === '' ? '' : `?${query}`}`;
}

export function goTo(page: string, parameters?: Readonly<Record<string, string | undefined>>): void {
  location.hash = hrefTo(page, parameters);
}

/** Changes parameters of the current page without a new history entry. */
export function changeParameters(change: Readonly<Record<string, string | undefined>>): void {
  const { page, parameters } = place.get();
  history.replaceState(null, '', hrefTo(page, { ...Object.fromEntries(parameters), ...change }));
  place.set(readPlace());
}
