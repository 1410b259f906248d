// Tests logins at a real authorization server, from discovery to the token.

import { request } from 'undici';
import { expect, test } from 'vitest';
import { followRedirect, signIn } from './browser.js';
import { setUp } from './setup.js';

test('discovers the authorization server, registers a client and gets a token for this server only', async () => {
  const { provider, resource, logIn } = await setUp();
  const { server, issuer, tokens, client } = await logIn();
  expect({ server, issuer }).toEqual({ server: resource.url, issuer: provider.issuer });
  expect(client).toMatchObject({ method: 'none' });
  const found = await provider.provider.AccessToken.find(tokens.accessToken);
  expect(found).toMatchObject({ aud: resource.url, scope: 'tools:read', clientId: client.id });
  expect(tokens.refreshToken).toBeTruthy();
  expect(tokens.expiresAt).toBeGreaterThan(Date.now() + 3_000_000);
});

for (const secret of [undefined, 'a secret: 100% +/- of the configured client']) {
  test(`uses a configured client ${secret ? 'with' : 'without'} a secret without registration`, async () => {
    const client = { id: 'by-hand', ...(secret !== undefined && { secret }) };
    const { provider, logIn } = await setUp({ registration: false, client });
    const login = await logIn({ client });
    expect(login.client).toMatchObject({ id: 'by-hand', method: secret ? 'client_secret_basic' : 'none' });
    expect(provider.requests.some((sent) => sent.includes('/reg'))).toBe(false);
  });
}

test('requires a client id if dynamic registration is not supported', async () => {
  const { logIn } = await setUp({ registration: false });
  await expect(logIn()).rejects.toMatchObject({
    code: 'CLIENT_REQUIRED',
    message: expect.stringMatching(
      /register a client there .*http:\/\/127\.0\.0\.1:\d+\/callback.*its client id/,
    ),
  });
});

test('requires a client id if the registration is rejected', async () => {
  const { provider, logIn } = await setUp();
  provider.intercept = ({ url }, response) => {
    if (url !== '/reg') return false;
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"access_denied"}');
    return true;
  };
  await expect(logIn()).rejects.toMatchObject({
    code: 'CLIENT_REQUIRED',
    message: expect.stringContaining('(403, access_denied)'),
  });
});

test('finds an issuer with a path at the well-known URLs of both standards', async () => {
  const { provider, logIn } = await setUp({ path: '/tenant/one' });
  expect((await logIn()).issuer).toBe(provider.issuer);
  expect(provider.requests[0]).toBe('GET /.well-known/oauth-authorization-server/tenant/one');
  provider.intercept = ({ url = '' }, response) => {
    if (!url.startsWith('/.well-known/')) return false;
    response.writeHead(404).end();
    return true;
  };
  expect((await logIn()).issuer).toBe(provider.issuer);
  expect(provider.requests).toContain('GET /tenant/one/.well-known/openid-configuration');
});

test('assumes that a server without metadata is its own authorization server', async () => {
  const { provider, resource, logIn } = await setUp();
  const described = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json();
  const own = {
    ...(described as object),
    issuer: resource.origin,
    authorization_response_iss_parameter_supported: false,
  };
  resource.intercept = ({ url, headers }, response) => {
    if (headers.authorization !== undefined) return false;
    const isOwn = url === '/.well-known/oauth-authorization-server';
    response.writeHead(isOwn ? 200 : url === '/team/mcp' ? 401 : 404, { 'content-type': 'application/json' });
    response.end(isOwn ? JSON.stringify(own) : '{}');
    return true;
  };
  const onLink = async (link: string) => {
    const back = new URL(await signIn(link));
    back.searchParams.delete('iss');
    await followRedirect(back.href);
  };
  const login = await logIn({ onLink: (link) => void onLink(link), scope: 'tools:read' });
  expect(login).toMatchObject({ issuer: resource.origin, resource: resource.url });
});

test('reports a server that does not require a login', async () => {
  const { resource, logIn } = await setUp();
  resource.intercept = ({ url }, response) => {
    response.writeHead(url === '/team/mcp' ? 400 : 404).end();
    return true;
  };
  await expect(logIn()).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
    message: expect.stringMatching(/does not require a login \(HTTP status 400/),
  });
});

test('requests additional scopes', async () => {
  const { provider, logIn } = await setUp();
  const extended = await logIn({ additionalScope: 'tools:write' });
  const found = await provider.provider.AccessToken.find(extended.tokens.accessToken);
  expect(found?.scope?.split(' ').sort()).toEqual(['tools:read', 'tools:write']);
  const exact = await logIn({ scope: 'tools:write' });
  expect((await provider.provider.AccessToken.find(exact.tokens.accessToken))?.scope).toBe('tools:write');
  expect(exact.tokens.refreshToken).toBeUndefined();
});

test('reports that the user denied the request', async () => {
  const { logIn } = await setUp();
  const refused = logIn({ onLink: (link) => void signIn(link, false).then(followRedirect) });
  await expect(refused).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('access_denied'),
  });
});

test('times out', async () => {
  const { logIn } = await setUp();
  await expect(logIn({ onLink: () => {}, timeout: 20 })).rejects.toMatchObject({ code: 'TIMED_OUT' });
});

test('rejects a redirect with another state and keeps waiting', async () => {
  const { logIn } = await setUp();
  const seen: number[] = [];
  const onLink = async (link: string) => {
    const back = await signIn(link);
    for (const state of ['', 'x', 'y'.repeat(43), 'é'.repeat(43)]) {
      const forged = new URL(back);
      forged.searchParams.set('state', state);
      seen.push((await followRedirect(forged.href)).status);
    }
    const { status, text } = await followRedirect(back);
    seen.push(status);
    expect(text).not.toMatch(/code=|state=/);
  };
  const login = await logIn({ onLink: (link) => void onLink(link) });
  expect(login.tokens.accessToken).toBeTruthy();
  expect(seen).toEqual([400, 400, 400, 400, 200]);
});

test('rejects a response from another issuer and does not use its code', async () => {
  const { provider, logIn } = await setUp();
  const onLink = async (link: string) => {
    const forged = new URL(await signIn(link));
    forged.searchParams.set('iss', 'https://other.example');
    await followRedirect(forged.href);
  };
  await expect(logIn({ onLink: (link) => void onLink(link) })).rejects.toMatchObject({ code: 'REFUSED' });
  expect(provider.grants).toBe(0);
});

test('rejects a response without `iss` if the server announces that it sends `iss`', async () => {
  const { provider, logIn } = await setUp();
  const onLink = async (link: string) => {
    const forged = new URL(await signIn(link));
    forged.searchParams.delete('iss');
    await followRedirect(forged.href);
  };
  await expect(logIn({ onLink: (link) => void onLink(link) })).rejects.toMatchObject({ code: 'REFUSED' });
  expect(provider.grants).toBe(0);
});

test('the listener accepts only the redirect, with its own host name', async () => {
  const { logIn } = await setUp();
  const seen: number[] = [];
  const onLink = async (link: string) => {
    const back = new URL(await signIn(link));
    const requests = [
      { path: `/other${back.search}`, method: 'GET' as const, host: back.host },
      { path: back.pathname + back.search, method: 'POST' as const, host: back.host },
      { path: back.pathname + back.search, method: 'GET' as const, host: 'evil.example' },
      { path: `http://evil.example${back.pathname}${back.search}`, method: 'GET' as const, host: back.host },
    ];
    for (const { path, method, host } of requests) {
      const answer = await request({ origin: back.origin, path } as never, { method, headers: { host } });
      seen.push(answer.statusCode);
      await answer.body.dump();
    }
    await followRedirect(back.href);
  };
  await logIn({ onLink: (link) => void onLink(link) });
  expect(seen).toEqual([404, 404, 404, 404]);
});

test('accepts the redirect URL pasted by the user', async () => {
  const { logIn } = await setUp();
  let paste: (address: string) => void = () => {};
  const pastedRedirect = new Promise<string>((resolve) => {
    paste = resolve;
  });
  const login = await logIn({
    pastedRedirect,
    onLink: (link) => void signIn(link).then((back) => paste(` ${back}\n`)),
  });
  expect(login.tokens.accessToken).toBeTruthy();
  const forged = Promise.resolve('http://127.0.0.1/callback?code=x&state=y');
  await expect(logIn({ pastedRedirect: forged, onLink: () => {} })).rejects.toMatchObject({
    code: 'REFUSED',
  });
});

test('listens on a chosen port and releases it afterwards', async () => {
  const { logIn } = await setUp();
  const ports: number[] = [];
  const onLink = (link: string) => {
    const back = new URL(new URL(link).searchParams.get('redirect_uri') ?? '');
    ports.push(Number(back.port));
    void signIn(link).then(followRedirect);
  };
  await logIn({ onLink });
  await logIn({ onLink, port: ports[0] });
  expect(ports[1]).toBe(ports[0]);
});
