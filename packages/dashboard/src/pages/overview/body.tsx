// The content of a card of the overview. All have the same height, whether their data has arrived or not, so nothing
// on the page moves when it arrives or changes.

import type { ComponentChildren } from 'preact';
import { Loading } from '../../components/card.js';

interface BodyProps<Data> {
  data: Data | undefined;
  /** The name of a list, which scrolls if it is longer. */
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
