// The kill switch of all nodes. It is turned on in the store, or on this machine by the file `KILL` or a signal.

import { killFile } from '../../files/paths.js';
import type { ActivePolicy } from '../../firewall/active-policy.js';
import { engageOnSignal, type WatchedKillSwitch, watchKillSwitch } from '../../state/kill-switch.js';
import { killSwitchKey } from './gateway-records.js';
import type { LiveRecords } from './live-records.js';

export interface SharedKillSwitch extends Pick<WatchedKillSwitch, 'engaged' | 'onEngaged' | 'close'> {
  status(): { readonly enabled: boolean; readonly since: string | null; readonly by: string | null };
  /** Turns the kill switch on or off on all nodes. */
  set(enabled: boolean, by: string): Promise<void>;
}

export function openSharedKillSwitch(records: LiveRecords, policy: ActivePolicy): SharedKillSwitch {
  const fileOf = () => policy.policy.settings.kill_switch.file ?? killFile(process.env);
  const local = watchKillSwitch(fileOf());
  engageOnSignal(local);
  policy.onChange(() => local.follow(fileOf()));
  const isEngaged = () => local.engaged || records.current.killSwitch !== undefined;
  const listeners = new Set<() => void>();
  let wasEngaged = isEngaged();
  const notify = () => {
    const now = isEngaged();
    if (now && !wasEngaged) for (const act of [...listeners]) act();
    wasEngaged = now;
  };
  local.onEngaged(notify);
  records.onChange(notify);
  return {
    get engaged() {
      return isEngaged();
    },
    onEngaged(act) {
      // Each registration has its own function, so that the same callback can be added twice.
      const listener = () => act();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status() {
      const { killSwitch } = records.current;
      if (killSwitch !== undefined) return { enabled: true, ...killSwitch };
      return { enabled: local.engaged, since: null, by: local.engaged ? 'this machine' : null };
    },
    async set(enabled, by) {
      if (!enabled) await records.table.remove('gateway', killSwitchKey);
      else
        await records.table.add(
          'gateway',
          killSwitchKey,
          JSON.stringify({ since: new Date().toISOString(), by }),
        );
    },
    close: () => local.close(),
  };
}
