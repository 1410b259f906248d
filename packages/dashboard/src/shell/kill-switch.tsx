// Shows the kill switch, which is always visible, with the state of every proxy. Changing it takes two clicks.

import { useState } from 'preact/hooks';
import { request } from '../api/client.js';
import { killVersion } from '../api/live.js';
import { useStore } from '../api/store.js';
import type { KillState } from '../api/types.js';
import { useFetch, useInterval } from '../api/use-fetch.js';
import { Problem } from '../components/card.js';
import { Badge, Button } from '../components/controls.js';
import { Dialog } from '../components/dialog.js';
import { Icon } from '../components/icons.js';
import { formatTime, pluralize } from '../text/format.js';
import { useShortcuts } from './keyboard.js';

export function KillSwitch() {
  const { data, reload } = useFetch<KillState>('/api/kill', useStore(killVersion));
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    // The live events contain the state of the switch, but not the state of each proxy.
    reload();
    setOpen(true);
  };
  useShortcuts({ K: open });
  const isOn = data?.enabled === true;
  return (
    <>
      <button
        type="button"
        onClick={open}
        title="Press Shift+K"
        class={`inline-flex min-h-9 items-center gap-1.5 rounded-lg border-2 px-2 text-xs font-semibold whitespace-nowrap sm:gap-2 sm:px-3 sm:text-sm ${isOn ? 'border-deny-solid bg-deny-solid text-white' : 'border-deny text-deny hover:soft-deny'}`}
      >
        <Icon name="power" class="size-4" />
        Kill switch
        <span id="kill-state" class="min-w-5 text-left">
          {data === undefined ? '…' : isOn ? 'on' : 'off'}
        </span>
      </button>
      {isOpen && data !== undefined && (
        <KillDialog state={data} reload={reload} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface KillDialogProps {
  state: KillState;
  reload: () => void;
  onClose: () => void;
}

function KillDialog({ state: { enabled, since, by, proxies }, reload, onClose }: KillDialogProps) {
  useInterval(reload, 5000);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    try {
      await request('POST', '/api/kill', { enabled: !enabled });
      reload();
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title={enabled ? 'Turn off the kill switch?' : 'Turn on the kill switch?'} onClose={onClose}>
      <Problem message={problem} />
      <p class="text-muted">
        {enabled
          ? `${since === null ? 'It is on' : `It has been on since ${formatTime(since)}`}${by === null ? '' : `, by ${by}`}. Every call that is subject to the policy is denied until it is turned off.`
          : 'Every running proxy denies every call that is subject to the policy, until the switch is turned off.'}
      </p>
      <h3 class="mt-4 mb-2 font-semibold">{pluralize(proxies.length, 'running proxy', 'running proxies')}</h3>
      <ul class="max-h-60 divide-y divide-line overflow-auto rounded-lg border border-line">
        {proxies.length === 0 && (
          <li class="p-3 text-muted">
            No proxy is running. The switch also applies to proxies that start later.
          </li>
        )}
        {proxies.map(({ server, client, pid, mode, lastDenied }) => (
          <li key={pid} class="flex items-center gap-2 p-2.5">
            <span class="untrusted min-w-0 flex-1">
              <b>{server}</b>{' '}
              <span class="text-muted">
                {client ?? 'client unknown'} · process {pid}
              </span>
            </span>
            <Badge tone={enabled ? 'deny' : mode === 'observe' ? 'prompt' : 'allow'}>
              {enabled
                ? lastDenied === null
                  ? 'denies calls'
                  : `denied ${formatTime(lastDenied)}`
                : mode === 'observe'
                  ? 'observes only'
                  : 'follows the policy'}
            </Badge>
          </li>
        ))}
      </ul>
      <div class="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind={enabled ? 'primary' : 'danger'} disabled={isBusy} onClick={change}>
          {enabled ? 'Turn off' : 'Deny all calls'}
        </Button>
      </div>
    </Dialog>
  );
}
