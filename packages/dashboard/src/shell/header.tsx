// The header of every page: the state of the connection, the kill switch, the theme and a button to sign out.

import { useState } from 'preact/hooks';
import { signOut } from '../api/client.js';
import { connection } from '../api/live.js';
import { useStore } from '../api/store.js';
import { Icon, type IconName } from '../components/icons.js';
import shield from '../shield.svg';
import { KillSwitch } from './kill-switch.js';
import { askForNotifications, canAskForNotifications } from './notify.js';
import { theme, toggleTheme } from './theme.js';

const words = { connecting: 'connecting', live: 'live', lost: 'connection lost' } as const;
const colours = { connecting: 'text-prompt', live: 'text-allow', lost: 'text-deny' } as const;

const IconButton = ({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    class="rounded-lg p-2 text-muted hover:bg-raised hover:text-ink"
  >
    <Icon name={icon} />
  </button>
);

export function Header() {
  const state = useStore(connection);
  const current = useStore(theme);
  const [mayAsk, setMayAsk] = useState(canAskForNotifications());
  return (
    <header class="sticky top-0 z-25 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 sm:gap-3 lg:px-5">
      <img src={shield} alt="" class="size-7" />
      <h1 class="hidden text-base font-bold tracking-tight sm:block">ClawDefender</h1>
      <span
        role="status"
        class={`ml-1 inline-flex items-center gap-2 text-xs font-semibold ${colours[state]}`}
      >
        <i class={`size-2 rounded-full bg-current ${state === 'live' ? 'pulse' : ''}`} />
        <span class={state === 'live' ? 'max-sm:sr-only' : ''}>{words[state]}</span>
      </span>
      <div class="ml-auto flex items-center gap-0.5 sm:gap-1">
        <KillSwitch />
        {mayAsk && (
          <IconButton
            icon="bell"
            label="Allow notifications"
            onClick={() => void askForNotifications().then(() => setMayAsk(canAskForNotifications()))}
          />
        )}
        <IconButton
          icon={current === 'dark' ? 'sun' : 'moon'}
          label={current === 'dark' ? 'Use light colours' : 'Use dark colours'}
          onClick={toggleTheme}
        />
        <IconButton icon="leave" label="Sign out" onClick={() => void signOut()} />
      </div>
    </header>
  );
}
