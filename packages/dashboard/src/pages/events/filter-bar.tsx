// Shows the filters of the list of events.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Facets } from '../../api/types.js';
import { useFetch } from '../../api/use-fetch.js';
import { Button, Field, fieldLook } from '../../components/controls.js';
import { useShortcuts } from '../../shell/keyboard.js';
import { changeParameters, goTo } from '../../shell/location.js';
import type { Filter } from './filter.js';

const decisions = ['allow', 'log', 'prompt', 'deny'];

export function FilterBar({ filter }: { filter: Filter }) {
  const { data: facets, reload } = useFetch<Facets>('/api/facets');
  const search = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(filter).filter((name) => name !== 'q').length;
  useShortcuts({ '/': () => search.current?.focus() });
  const set = (name: keyof Filter) => (value: string) => changeParameters({ [name]: value, event: '' });
  return (
    <div
      // New servers, tools and rules may have been logged since the list was loaded.
      onFocusCapture={reload}
      class={`grid grid-cols-2 items-end gap-2 sm:grid-cols-3 xl:grid-cols-[2fr_repeat(5,1fr)_auto] ${isOpen ? '' : 'max-sm:[&>:nth-child(n+3)]:hidden'}`}
    >
      <Search text={filter.q ?? ''} onText={set('q')} field={search} />
      <span class="col-span-2 grid sm:hidden">
        <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide filters' : `Filters${count > 0 ? ` (${count} active)` : ''}`}
        </Button>
      </span>
      <Field label="Decision" value={filter.decision ?? ''} options={decisions} onValue={set('decision')} />
      <Field
        label="Server"
        value={filter.server ?? ''}
        options={facets?.servers ?? []}
        onValue={set('server')}
      />
      <Field label="Tool" value={filter.tool ?? ''} options={facets?.tools ?? []} onValue={set('tool')} />
      <Field label="Rule" value={filter.rule ?? ''} options={facets?.rules ?? []} onValue={set('rule')} />
      <Field
        label="Finding"
        value={filter.finding ?? ''}
        options={facets?.findings ?? []}
        onValue={set('finding')}
      />
      <Button disabled={Object.keys(filter).length === 0} onClick={() => goTo('events')}>
        Clear
      </Button>
    </div>
  );
}

interface SearchProps {
  text: string;
  onText: (text: string) => void;
  field: { current: HTMLInputElement | null };
}

/** A search field that starts the search after a short pause in typing. */
function Search({ text, onText, field }: SearchProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => onText(typed), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label class="col-span-2 flex min-w-0 flex-col gap-1 text-xs font-medium text-muted sm:col-span-3 xl:col-span-1">
      Search all records
      <input
        ref={field}
        type="search"
        placeholder="a path, a host, any text; press /"
        class={fieldLook}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </label>
  );
}
