// Removes results that `static_cache` rules have stored, for one tool or for all tools.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { GatewayProxy } from '../../api/gateway-types.js';
import { Problem } from '../../components/card.js';
import { Button } from '../../components/controls.js';
import { TextField, useAction } from '../../components/form.js';
import { proxyPath } from './paths.js';

export function PurgeCache({ proxy }: { proxy: GatewayProxy }) {
  const [tool, setTool] = useState('');
  const [isDone, setDone] = useState(false);
  const { isBusy, failure, run } = useAction();
  const purge = () =>
    run(async () => {
      const query = tool === '' ? '' : `?tool=${encodeURIComponent(tool)}`;
      await request('DELETE', `${proxyPath(proxy)}/cache${query}`);
      setDone(true);
    });
  return (
    <section class="mt-5 grid gap-2 border-t border-line pt-4" aria-label="Cached results">
      <h3 class="text-sm font-semibold">Cached results</h3>
      <div class="flex flex-wrap items-end gap-2">
        <div class="min-w-40 flex-1">
          <TextField
            label="Tool"
            placeholder="all tools"
            value={tool}
            onValue={(value) => {
              setTool(value);
              setDone(false);
            }}
          />
        </div>
        <Button disabled={isBusy} onClick={purge}>
          Remove cached results
        </Button>
      </div>
      {isDone && (
        <p role="status" class="text-xs font-medium text-allow">
          Removed. The next call goes to the server.
        </p>
      )}
      <Problem message={failure?.message} />
    </section>
  );
}
