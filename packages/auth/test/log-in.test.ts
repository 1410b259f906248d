// A login against a real provider, from the first question to the token.

import { request } from 'undici';
import { expect, test } from 'vitest';
import { comeBack, signIn } from './browser.js';
import { setUp } from './setup.js';

test('a login finds the provider, registers, and brings a token for this server only', async () => {
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
  test(`a configured client ${secret ? 'with' : 'without'} a secret needs no registration`, async () => {
    const client = { id: 'by-hand', ...(secret !== undefined && { secret }) };
    const { provider, logIn } = await setUp({ registration: false, client });
    const login = await logIn({ client });
    expect(login.client).toMatchObject({ id: 'by-hand', method: secret ? 'client_secret_basic' : 'none' });
    expect(provider.requests.some((asked) => asked.includes('/reg'))).toBe(false);
  });
}

test('without registration and without a client it says what to do', async () => {
  const { logIn } = await setUp({ registration: false });
  await expect(logIn()).rejects.toMatchObject({
    code: 'CLIENT_NEEDED',
    message: expect.stringMatching(/register one there by hand.*http:\/\/127\.0\.0\.1:\d+\/callback.*its id/),
  });
});

test('a registration that is refused says so, and what to do', async () => {
  const { provider, logIn } = await setUp();
  provider.intercept = ({ url }, response) => {
    if (url !== '/reg') return false;
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"access_denied"}');
    return true;
  };
  await expect(logIn()).rejects.toMatchObject({
    code: 'CLIENT_NEEDED',
    message: expect.stringContaining('(403, access_denied)'),
  });
});

test('a provider whose name has a path is found at the places of both standards', async () => {
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

test('a server that describes nothing is taken for its own provider', async () => {
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
    await comeBack(back.href);
  };
  const login = await logIn({ onLink: (link) => void onLink(link), scope: 'tools:read' });
  expect(login).toMatchObject({ issuer: resource.origin, resource: resource.url });
});

test('a server that asks for no login is told from one that does', async () => {
  const { resource, logIn } = await setUp();
  resource.intercept = ({ url }, response) => {
    response.writeHead(url === '/team/mcp' ? 400 : 404).end();
    return true;
  };
  await expect(logIn()).rejects.toMatchObject({
    code: 'NOT_OFFERED',
    message: expect.stringMatching(/asks for no login \(it answered 400/),
  });
});

test('more rights are asked for where somebody wants them', async () => {
  const { provider, logIn } = await setUp();
  const wanted = await logIn({ wantedScope: 'tools:write' });
  const found = await provider.provider.AccessToken.find(wanted.tokens.accessToken);
  expect(found?.scope?.split(' ').sort()).toEqual(['tools:read', 'tools:write']);
  const exact = await logIn({ scope: 'tools:write' });
  expect((await provider.provider.AccessToken.find(exact.tokens.accessToken))?.scope).toBe('tools:write');
  expect(exact.tokens.refreshToken).toBeUndefined();
});

test('a person who says no is understood', async () => {
  const { logIn } = await setUp();
  const refused = logIn({ onLink: (link) => void signIn(link, false).then(comeBack) });
  await expect(refused).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('access_denied'),
  });
});

test('nobody has to answer for ever', async () => {
  const { logIn } = await setUp();
  await expect(logIn({ onLink: () => {}, patience: 20 })).rejects.toMatchObject({ code: 'TIMED_OUT' });
});

test('an answer with another state is refused, and does not end the login', async () => {
  const { logIn } = await setUp();
  const seen: number[] = [];
  const onLink = async (link: string) => {
    const back = await signIn(link);
    for (const state of ['', 'x', 'y'.repeat(43), 'é'.repeat(43)]) {
      const forged = new URL(back);
      forged.searchParams.set('state', state);
      seen.push((await comeBack(forged.href)).status);
    }
    const { status, text } = await comeBack(back);
    seen.push(status);
    expect(text).not.toMatch(/code=|state=/);
  };
  const login = await logIn({ onLink: (link) => void onLink(link) });
  expect(login.tokens.accessToken).toBeTruthy();
  expect(seen).toEqual([400, 400, 400, 400, 200]);
});

test('an answer of another provider is refused, and its code is not used', async () => {
  const { provider, logIn } = await setUp();
  const onLink = async (link: string) => {
    const forged = new URL(await signIn(link));
    forged.searchParams.set('iss', 'https://other.example');
    await comeBack(forged.href);
  };
  await expect(logIn({ onLink: (link) => void onLink(link) })).rejects.toMatchObject({ code: 'REFUSED' });
  expect(provider.grants).toBe(0);
});

test('an answer without the name of its provider is refused where the provider promises it', async () => {
  const { provider, logIn } = await setUp();
  const onLink = async (link: string) => {
    const forged = new URL(await signIn(link));
    forged.searchParams.delete('iss');
    await comeBack(forged.href);
  };
  await expect(logIn({ onLink: (link) => void onLink(link) })).rejects.toMatchObject({ code: 'REFUSED' });
  expect(provider.grants).toBe(0);
});

test('the listener takes nothing but the redirect, under no other name', async () => {
  const { logIn } = await setUp();
  const seen: number[] = [];
  const onLink = async (link: string) => {
    const back = new URL(await signIn(link));
    const strange = [
      { path: `/other${back.search}`, method: 'GET' as const, host: back.host },
      { path: back.pathname + back.search, method: 'POST' as const, host: back.host },
      { path: back.pathname + back.search, method: 'GET' as const, host: 'evil.example' },
      { path: `http://evil.example${back.pathname}${back.search}`, method: 'GET' as const, host: back.host },
    ];
    for (const { path, method, host } of strange) {
      const answer = await request({ origin: back.origin, path } as never, { method, headers: { host } });
      seen.push(answer.statusCode);
      await answer.body.dump();
    }
    await comeBack(back.href);
  };
  await logIn({ onLink: (link) => void onLink(link) });
  expect(seen).toEqual([404, 404, 404, 404]);
});

test('a person may tell where the browser ended, when that is on another machine', async () => {
  const { logIn } = await setUp();
  let tell: (address: string) => void = () => {};
  const told = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const login = await logIn({ told, onLink: (link) => void signIn(link).then((back) => tell(` ${back}\n`)) });
  expect(login.tokens.accessToken).toBeTruthy();
  const forged = Promise.resolve('http://127.0.0.1/callback?code=x&state=y');
  await expect(logIn({ told: forged, onLink: () => {} })).rejects.toMatchObject({ code: 'REFUSED' });
});

test('the port to come back to can be chosen, and is let go afterwards', async () => {
  const { logIn } = await setUp();
  const ports: number[] = [];
  const onLink = (link: string) => {
    const back = new URL(new URL(link).searchParams.get('redirect_uri') ?? '');
    ports.push(Number(back.port));
    void signIn(link).then(comeBack);
  };
  await logIn({ onLink });
  await logIn({ onLink, port: ports[0] });
  expect(ports[1]).toBe(ports[0]);
});
