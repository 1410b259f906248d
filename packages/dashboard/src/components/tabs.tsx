// Shows the tabs of a page. The address contains the selected tab.

import { changeParameters } from '../shell/location.js';

interface TabsProps {
  label: string;
  current: string;
  tabs: readonly { readonly id: string; readonly name: string; readonly count?: number | undefined }[];
}

export const Tabs = ({ label, current, tabs }: TabsProps) => (
  <div role="tablist" aria-label={label} class="card flex max-w-full gap-1 overflow-x-auto p-1">
    {tabs.map(({ id, name, count }) => (
      <button
        key={id}
        type="button"
        role="tab"
        aria-selected={id === current}
        class={`rounded-lg px-2.5 py-1.5 sm:px-3.5 font-medium whitespace-nowrap ${id === current ? 'bg-accent text-on-accent' : 'text-muted hover:text-ink'}`}
        onClick={() => changeParameters({ tab: id })}
      >
        {name}
        {count !== undefined && <span class="ml-1.5 tabular-nums opacity-80">{count}</span>}
      </button>
    ))}
  </div>
);
