// Creates or changes a proxy: its upstream server, the authentication of callers, and the authentication at the
// upstream server.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AuthType, GatewayProxy } from '../../api/gateway-types.js';
import {
  Checkbox,
  type Failure,
  FieldGroup,
  FormDialog,
  problemOf,
  Select,
  TextArea,
  TextField,
  useAction,
} from '../../components/form.js';
import { JwksTest, TokenTest } from './credential-tests.js';
import { proxyPath } from './paths.js';
import { bodyOf, fieldsOf, type ProxyFields } from './proxy-fields.js';

const authTypes: readonly { readonly value: AuthType; readonly name: string }[] = [
  { value: 'none', name: 'no credentials' },
  { value: 'bearer', name: 'a bearer token' },
  { value: 'forward_client_jwt', name: 'the JWT of the caller' },
];

interface ProxyFormProps {
  proxy?: GatewayProxy;
  onSaved: () => void;
  onClose: () => void;
}

interface PartProps {
  fields: ProxyFields;
  failure: Failure | undefined;
  set: <Name extends keyof ProxyFields>(name: Name) => (value: ProxyFields[Name]) => void;
}

export function ProxyForm({ proxy, onSaved, onClose }: ProxyFormProps) {
  const [fields, setFields] = useState(fieldsOf(proxy));
  const { isBusy, failure, run } = useAction();
  const set: PartProps['set'] = (name) => (value) => setFields((last) => ({ ...last, [name]: value }));
  const save = () =>
    run(async () => {
      await request(
        proxy === undefined ? 'POST' : 'PATCH',
        proxy === undefined ? '/api/mcp' : proxyPath(proxy),
        bodyOf(fields),
      );
      onSaved();
      onClose();
    });
  const part = { fields, failure, set };
  return (
    <FormDialog
      title={proxy === undefined ? 'New proxy' : `Change ${proxy.name}`}
      submit={proxy === undefined ? 'Create' : 'Save'}
      isBusy={isBusy}
      failure={failure}
      onSubmit={save}
      onClose={onClose}
    >
      <div class="grid gap-3 sm:grid-cols-[1fr_2fr]">
        <TextField
          label="Name"
          placeholder="files"
          value={fields.name}
          problem={problemOf(failure, 'name')}
          onValue={set('name')}
        />
        <TextField
          label="URL of the MCP server"
          placeholder="https://mcp.example.com/mcp"
          value={fields.url}
          problem={problemOf(failure, 'url')}
          onValue={set('url')}
        />
      </div>
      <Callers {...part} />
      <Server {...part} isNew={proxy === undefined} />
    </FormDialog>
  );
}

/** The fields for the authentication of callers. */
const Callers = ({ fields, failure, set }: PartProps) => (
  <FieldGroup title="Callers authenticate with">
    <div class="flex flex-wrap gap-4">
      <Checkbox checked={fields.acceptsKeys} onChecked={set('acceptsKeys')}>
        API keys
      </Checkbox>
      <Checkbox checked={fields.acceptsJwt} onChecked={set('acceptsJwt')}>
        JWTs
      </Checkbox>
    </div>
    {fields.acceptsJwt && (
      <>
        <TextArea
          label="Public keys (JWKS)"
          rows={5}
          placeholder='{ "keys": [ … ] }'
          value={fields.jwksJson}
          problem={problemOf(failure, 'auth.jwksJson') ?? problemOf(failure, 'jwksJson')}
          onValue={set('jwksJson')}
        />
        <JwksTest jwksJson={fields.jwksJson} />
        <div class="grid gap-3 sm:grid-cols-2">
          <TextField label="Issuer" placeholder="any" value={fields.issuer} onValue={set('issuer')} />
          <TextField label="Audience" placeholder="any" value={fields.audience} onValue={set('audience')} />
        </div>
      </>
    )}
  </FieldGroup>
);

/** The fields with which the gateway authenticates itself to the upstream server and identifies the caller. */
const Server = ({ fields, failure, set, isNew }: PartProps & { isNew: boolean }) => (
  <FieldGroup title="The gateway sends to the server">
    <Select
      label="Credentials"
      value={fields.authType}
      options={authTypes}
      onValue={(value) => set('authType')(value as AuthType)}
    />
    {fields.authType === 'bearer' && (
      <TextField
        label="Bearer token"
        type="password"
        autocomplete="new-password"
        placeholder={isNew ? '' : 'unchanged'}
        hint="It is stored encrypted and never shown."
        value={fields.authToken}
        problem={problemOf(failure, 'authToken')}
        onValue={set('authToken')}
      />
    )}
    <Checkbox checked={fields.injectIdentity} onChecked={set('injectIdentity')}>
      The identity of the caller
    </Checkbox>
    {fields.injectIdentity && (
      <Checkbox checked={fields.usesUpstreamJwt} onChecked={set('usesUpstreamJwt')}>
        A token from OAuth2 client credentials
      </Checkbox>
    )}
    {fields.injectIdentity && fields.usesUpstreamJwt && (
      <ClientCredentials fields={fields} failure={failure} set={set} isNew={isNew} />
    )}
  </FieldGroup>
);

const ClientCredentials = ({ fields, failure, set, isNew }: PartProps & { isNew: boolean }) => (
  <>
    <TextField
      label="Token URL"
      placeholder="https://login.example.com/oauth2/token"
      value={fields.tokenUrl}
      problem={problemOf(failure, 'auth.upstreamJwt.tokenUrl')}
      onValue={set('tokenUrl')}
    />
    <div class="grid gap-3 sm:grid-cols-2">
      <TextField
        label="Client id"
        value={fields.clientId}
        problem={problemOf(failure, 'auth.upstreamJwt.clientId')}
        onValue={set('clientId')}
      />
      <TextField
        label="Client secret"
        type="password"
        autocomplete="new-password"
        placeholder={isNew ? '' : 'unchanged'}
        value={fields.clientSecret}
        problem={problemOf(failure, 'auth.upstreamJwt.clientSecret')}
        onValue={set('clientSecret')}
      />
      <TextField
        label="Audience of the token"
        placeholder="optional"
        value={fields.upstreamAudience}
        onValue={set('upstreamAudience')}
      />
      <TextField label="Scope" placeholder="optional" value={fields.scope} onValue={set('scope')} />
    </div>
    <TokenTest fields={fields} />
  </>
);
