// The content of a card on the overview page. All cards have the same height before and after their data has arrived,
// so that nothing on the page moves.

import type { ComponentChildren } from 'preact';
import { Loading } from '../../components/card.js';

interface BodyProps<Data> {
  data: Data | undefined;
  /** The accessible name of a list. A long list scrolls inside the card. */
  list?: string;
  children: (data: Data) => ComponentChildren;
}

export const Body = <Data,>({ data, list, children }: BodyProps<Data>) =>
  data === undefined ? (
    <Loading height="h-62" />
  ) : list === undefined ? (
    <div class="flex min-h-62 flex-1">{children(data)}</div>
  ) : (
    <div class="h-62 overflow-auto" tabIndex={0} role="group" aria-label={list}>
      {children(data)}
    </div>
  );
