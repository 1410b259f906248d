// Shows stored resources, which proxies serve without their upstream servers.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { GatewayProxy, GatewayResource, Page } from '../../api/gateway-types.js';
import { Empty } from '../../components/card.js';
import { Badge, Button } from '../../components/controls.js';
import { Confirm } from '../../components/form.js';
import { formatCount } from '../../text/format.js';
import { Declared, ListHead, More } from './list.js';
import { resourcePath } from './paths.js';
import { ResourceForm } from './resource-form.js';

interface ResourcesProps {
  resources: Page<GatewayResource>;
  proxies: readonly GatewayProxy[];
  onChanged: () => void;
}

export function Resources({ resources, proxies, onChanged }: ResourcesProps) {
  const [editing, setEditing] = useState<GatewayResource | 'new'>();
  const [deleting, setDeleting] = useState<GatewayResource>();
  return (
    <>
      <ListHead create="New resource" onCreate={() => setEditing('new')}>
        A resource is listed and served by the proxies to which it is attached.
      </ListHead>
      <section class="card min-w-0 px-4" aria-label="Resources">
        {resources.items.length === 0 ? (
          <Empty icon="policy" title="No resources yet">
            Prompts, guidelines and other texts can be served by the gateway, without the servers behind it.
          </Empty>
        ) : (
          <ul id="resources" class="divide-y divide-line">
            {resources.items.map((resource) => (
              <li key={resource.id} class="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-3">
                <div class="min-w-0 flex-1 basis-60">
                  <p class="flex flex-wrap items-center gap-2">
                    <b class="untrusted">{resource.name}</b>
                    <Declared source={resource.source} />
                    <span class="untrusted text-xs text-muted">
                      {resource.mimeType} {formatCount(resource.content.length)} characters
                    </span>
                  </p>
                  <code class="untrusted block font-mono text-xs text-muted">{resource.uri}</code>
                  <p class="mt-1 flex flex-wrap gap-1.5">
                    {resource.attachedMcpIds.length === 0 && (
                      <Badge tone="prompt">not attached to a proxy</Badge>
                    )}
                    {resource.attachedMcpIds.map((id) => (
                      <Badge key={id} tone="accent">
                        {proxies.find((proxy) => proxy.id === id)?.name ?? id}
                      </Badge>
                    ))}
                  </p>
                </div>
                <div class="flex gap-2">
                  <Button small disabled={resource.source === 'file'} onClick={() => setEditing(resource)}>
                    Edit
                  </Button>
                  <Button
                    small
                    kind="remove"
                    disabled={resource.source === 'file'}
                    onClick={() => setDeleting(resource)}
                  >
                    Delete
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      <More list={resources} />
      {editing !== undefined && (
        <ResourceForm
          resource={editing === 'new' ? undefined : editing}
          proxies={proxies}
          onSaved={onChanged}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting !== undefined && (
        <Confirm
          title={`Delete the resource ${deleting.name}?`}
          action="Delete"
          act={() => request('DELETE', resourcePath(deleting)).then(onChanged)}
          onClose={() => setDeleting(undefined)}
        >
          The proxies to which it is attached will no longer serve it.
        </Confirm>
      )}
    </>
  );
}
