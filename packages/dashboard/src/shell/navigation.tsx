// Shows the list of pages, as a column on wide screens and as a bar at the bottom on phones.

import { useStore } from '../api/store.js';
import { Icon, type IconName } from '../components/icons.js';
import { approvals, isPending } from './approvals-store.js';
import { hrefTo, place } from './location.js';
import { ShortcutsHelp } from './shortcuts-help.js';

export interface PageEntry {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
}

interface NavigationProps {
  pages: readonly PageEntry[];
  /** True if the list is complete. On a phone, the pages would move when another page is added. */
  isComplete: boolean;
}

export function Navigation({ pages, isComplete }: NavigationProps) {
  const { page } = useStore(place);
  const waiting = (useStore(approvals) ?? []).filter(isPending).length;
  return (
    <nav
      aria-label="Pages"
      class={`${isComplete ? '' : 'max-lg:invisible'} fixed inset-x-0 bottom-0 z-20 flex overflow-x-auto border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] lg:sticky lg:inset-auto lg:top-14 lg:z-10 lg:h-[calc(100vh-3.5rem)] lg:w-52 lg:shrink-0 lg:self-start lg:flex-col lg:gap-1 lg:border-t-0 lg:border-r lg:p-3`}
    >
      {pages.map(({ id, name, icon }, index) => (
        <a
          key={id}
          href={hrefTo(id)}
          title={`Press ${index + 1}`}
          aria-current={id === page ? 'page' : undefined}
          class={`relative flex min-w-12 flex-1 flex-col items-center gap-0.5 rounded-lg px-1 py-2 text-[11px] font-medium lg:flex-none lg:flex-row lg:gap-3 lg:px-3 lg:text-sm ${id === page ? 'text-accent lg:soft-accent' : 'text-muted hover:text-ink'}`}
        >
          <Icon name={icon} />
          {name}
          {id === 'approvals' && waiting > 0 && (
            <b class="absolute top-1 ml-6 min-w-4.5 rounded-full bg-deny-solid px-1 text-center text-[11px] text-white lg:static lg:ml-auto">
              {waiting}
            </b>
          )}
        </a>
      ))}
      <ShortcutsHelp />
    </nav>
  );
}
