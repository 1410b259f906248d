// Creates or changes a stored resource.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { GatewayProxy, GatewayResource } from '../../api/gateway-types.js';
import {
  Checkbox,
  FieldGroup,
  FormDialog,
  problemOf,
  TextArea,
  TextField,
  useAction,
} from '../../components/form.js';
import { resourcePath } from './paths.js';

interface ResourceFormProps {
  resource: GatewayResource | undefined;
  proxies: readonly GatewayProxy[];
  onSaved: () => void;
  onClose: () => void;
}

export function ResourceForm({ resource, proxies, onSaved, onClose }: ResourceFormProps) {
  const [uri, setUri] = useState(resource?.uri ?? '');
  const [name, setName] = useState(resource?.name ?? '');
  const [mimeType, setMimeType] = useState(resource?.mimeType ?? 'text/markdown');
  const [content, setContent] = useState(resource?.content ?? '');
  const [attached, setAttached] = useState(resource?.attachedMcpIds ?? []);
  const { isBusy, failure, run } = useAction();
  const save = () =>
    run(async () => {
      const body = { uri, name, content, attachedMcpIds: attached, ...(mimeType !== '' && { mimeType }) };
      await (resource === undefined
        ? request('POST', '/api/resources', body)
        : request('PATCH', resourcePath(resource), body));
      onSaved();
      onClose();
    });
  return (
    <FormDialog
      title={resource === undefined ? 'New resource' : `Change ${resource.name}`}
      submit={resource === undefined ? 'Create' : 'Save'}
      isBusy={isBusy}
      failure={failure}
      onSubmit={save}
      onClose={onClose}
    >
      <div class="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Name of the resource"
          placeholder="System prompt"
          value={name}
          problem={problemOf(failure, 'name')}
          onValue={setName}
        />
        <TextField
          label="MIME type"
          value={mimeType}
          problem={problemOf(failure, 'mimeType')}
          onValue={setMimeType}
        />
      </div>
      <TextField
        label="URI"
        placeholder="file:///prompts/system.md"
        value={uri}
        problem={problemOf(failure, 'uri')}
        onValue={setUri}
      />
      <TextArea
        label="Content"
        rows={8}
        value={content}
        problem={problemOf(failure, 'content')}
        onValue={setContent}
      />
      <FieldGroup title="Attached to">
        {proxies.length === 0 && <p class="text-xs text-muted">No proxies yet.</p>}
        <div class="flex flex-wrap gap-4">
          {proxies.map(({ id, name: proxy }) => (
            <Checkbox
              key={id}
              checked={attached.includes(id)}
              onChecked={(checked) =>
                setAttached(checked ? [...attached, id] : attached.filter((other) => other !== id))
              }
            >
              <span class="untrusted">{proxy}</span>
            </Checkbox>
          ))}
        </div>
      </FieldGroup>
    </FormDialog>
  );
}
