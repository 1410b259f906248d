// Shows the API keys of callers. The key itself is shown only once, when it is created.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { GatewayKey, GatewayProxy, Page } from '../../api/gateway-types.js';
import { Empty } from '../../components/card.js';
import { Badge, Button } from '../../components/controls.js';
import { Confirm } from '../../components/form.js';
import { Time } from '../../text/time.js';
import { KeyForm } from './key-form.js';
import { Declared, ListHead, More } from './list.js';

interface KeysProps {
  keys: Page<GatewayKey>;
  proxies: readonly GatewayProxy[];
  onChanged: () => void;
}

export function Keys({ keys, proxies, onChanged }: KeysProps) {
  const [isCreating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<GatewayKey>();
  return (
    <>
      <ListHead create="New key" onCreate={() => setCreating(true)}>
        A key gives access only to the tools and resources that its tags name; others are not visible.
      </ListHead>
      <section class="card min-w-0 px-4" aria-label="Keys">
        {keys.items.length === 0 ? (
          <Empty icon="approvals" title="No keys yet">
            Callers without a key are rejected, unless their proxy accepts JWTs. The gateway stores only the
            hash of a key.
          </Empty>
        ) : (
          <ul id="keys" class="divide-y divide-line">
            {keys.items.map((key) => (
              <li key={key.id} class="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-3">
                <div class="min-w-0 flex-1 basis-60">
                  <p class="flex flex-wrap items-center gap-2">
                    <b class="untrusted">{key.name}</b>
                    <Declared source={key.source} />
                    <span class="text-xs text-muted">
                      created <Time iso={key.createdAt} />
                    </span>
                  </p>
                  <p class="mt-1 flex flex-wrap gap-1.5">
                    {key.tags.length === 0 && <Badge tone="prompt">has no access</Badge>}
                    {key.tags.map((tag) => (
                      <Badge key={tag}>{nameTag(tag, proxies)}</Badge>
                    ))}
                  </p>
                </div>
                <Button small kind="remove" disabled={key.source === 'file'} onClick={() => setDeleting(key)}>
                  Delete
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <More list={keys} />
      {isCreating && <KeyForm proxies={proxies} onCreated={onChanged} onClose={() => setCreating(false)} />}
      {deleting !== undefined && (
        <Confirm
          title={`Delete the key ${deleting.name}?`}
          action="Delete"
          act={() => request('DELETE', `/api/keys/${encodeURIComponent(deleting.id)}`).then(onChanged)}
          onClose={() => setDeleting(undefined)}
        >
          Requests that use this key will be rejected.
        </Confirm>
      )}
    </>
  );
}

/** Formats `mcp:ID:tool:read_*` as `files: tool read_*`. */
function nameTag(tag: string, proxies: readonly GatewayProxy[]): string {
  const [, id, kind, rest] = /^mcp:([^:]+):(tool|resource):(.+)$/su.exec(tag) ?? [];
  const proxy = proxies.find((one) => one.id === id)?.name ?? id;
  return kind === undefined ? tag : `${proxy}: ${rest === '*' ? `all ${kind}s` : `${kind} ${rest}`}`;
}
