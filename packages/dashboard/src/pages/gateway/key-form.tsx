// Creates a key with a name and permissions for each proxy, and shows the key once.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { GatewayProxy } from '../../api/gateway-types.js';
import { Button } from '../../components/controls.js';
import { Copy } from '../../components/copy.js';
import { Dialog } from '../../components/dialog.js';
import { Checkbox, FieldGroup, FormDialog, problemOf, TextField, useAction } from '../../components/form.js';

interface Grant {
  readonly tools: string;
  readonly resources: string;
}

/** Splits names in a field, which are separated by commas or spaces. */
const namesOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((part) => part !== '');

const tagsOf = (grants: Readonly<Record<string, Grant>>): readonly string[] =>
  Object.entries(grants).flatMap(([id, { tools, resources }]) => [
    ...namesOf(tools).map((name) => `mcp:${id}:tool:${name}`),
    ...namesOf(resources).map((name) => `mcp:${id}:resource:${name}`),
  ]);

interface KeyFormProps {
  proxies: readonly GatewayProxy[];
  onCreated: () => void;
  onClose: () => void;
}

export function KeyForm({ proxies, onCreated, onClose }: KeyFormProps) {
  const [name, setName] = useState('');
  const [grants, setGrants] = useState<Readonly<Record<string, Grant>>>({});
  const [created, setCreated] = useState<string>();
  const { isBusy, failure, run } = useAction();
  const grant = (id: string, next: Grant | undefined) =>
    setGrants(({ [id]: _, ...others }) => (next === undefined ? others : { ...others, [id]: next }));
  const create = () =>
    run(async () => {
      const { key } = await request<{ key: string }>('POST', '/api/keys', { name, tags: tagsOf(grants) });
      setCreated(key);
      onCreated();
    });
  if (created !== undefined) return <CreatedKey name={name} value={created} onClose={onClose} />;
  return (
    <FormDialog
      title="New key"
      submit="Create"
      isBusy={isBusy}
      failure={failure}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label="Name of the key"
        placeholder="agent"
        hint="The audit log identifies the caller by this name."
        value={name}
        problem={problemOf(failure, 'name')}
        onValue={setName}
      />
      <FieldGroup title="The key gives access to">
        {proxies.length === 0 && <p class="text-xs text-muted">No proxies yet.</p>}
        {proxies.map((proxy) => {
          const current = grants[proxy.id];
          return (
            <div key={proxy.id} class="grid gap-2">
              <Checkbox
                checked={current !== undefined}
                onChecked={(checked) => grant(proxy.id, checked ? { tools: '*', resources: '*' } : undefined)}
              >
                <span class="untrusted">{proxy.name}</span>
              </Checkbox>
              {current !== undefined && (
                <div class="grid gap-3 pl-6 sm:grid-cols-2">
                  <TextField
                    label={`Tools of ${proxy.name}`}
                    hint="names separated by commas; * for all tools"
                    value={current.tools}
                    onValue={(tools) => grant(proxy.id, { ...current, tools })}
                  />
                  <TextField
                    label={`Resources of ${proxy.name}`}
                    hint="URIs separated by commas; * for all resources"
                    value={current.resources}
                    onValue={(resources) => grant(proxy.id, { ...current, resources })}
                  />
                </div>
              )}
            </div>
          );
        })}
      </FieldGroup>
    </FormDialog>
  );
}

const CreatedKey = ({ name, value, onClose }: { name: string; value: string; onClose: () => void }) => (
  <Dialog title={`The key ${name}`} onClose={onClose}>
    <p class="text-muted">
      Copy it now; it is not shown again. Callers send it as <code>Authorization: Bearer KEY</code>.
    </p>
    <p class="mt-3 flex items-center gap-2 rounded-lg bg-raised p-3">
      <code id="created-key" class="untrusted min-w-0 flex-1 font-mono text-xs select-all">
        {value}
      </code>
      <Copy text={value} name="Copy key" />
    </p>
    <div class="mt-5 flex justify-end">
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
);
