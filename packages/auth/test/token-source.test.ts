// Tests the lifecycle of a token: it is stored, refreshed, rejected and revoked, with and without the authorization
// server, in several processes.

import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../store/src/index.js';
import { createLogins, createTokenSource, type Login, logOut, type TokenRejection } from '../src/index.js';
import { type Setup, setUp } from './setup.js';

const rejecting = (token: string | undefined, more: Partial<TokenRejection> = {}): TokenRejection => ({
  token,
  status: 401,
  challenge: 'Bearer error="invalid_token"',
  isFinal: false,
  ...more,
});

/** Creates a clock that can be ahead of the real one. */
function createClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    forward(milliseconds: number) {
      ahead += milliseconds;
    },
  };
}

const HOUR = 3_600_000;

/** Returns true if the MCP server accepts the token. */
async function isAccepted({ resource }: Setup, token: string): Promise<boolean> {
  const answer = await fetch(resource.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  await answer.text();
  return answer.status !== 401;
}

const tokenOf = async (setup: Setup): Promise<string> =>
  ((await setup.logins.get(setup.resource.url)) as Login).tokens.accessToken;

describe('a valid login', () => {
  test('is used as soon as it is stored', async () => {
    const setup = await setUp();
    const source = setup.source();
    expect(await source()).toEqual({ kind: 'none' });
    expect(await source(rejecting(undefined))).toEqual({ kind: 'none' });
    const { tokens } = await setup.logIn();
    expect(await source(rejecting(undefined))).toEqual({ kind: 'token', token: tokens.accessToken });
    expect(await isAccepted(setup, tokens.accessToken)).toBe(true);
  });

  test('is found under every spelling of the server URL', async () => {
    const { logIn, logins, locks, resource } = await setUp();
    const { tokens } = await logIn();
    for (const server of [
      `${resource.url}/`,
      `${resource.url}?key=1`,
      resource.url.replace('http:', 'HTTP:'),
    ]) {
      const source = createTokenSource({ server, logins, locks });
      expect(await source()).toEqual({ kind: 'token', token: tokens.accessToken });
    }
  });

  test('is stored without the URL of the server in its name', async () => {
    const { logIn, secrets, resource } = await setUp();
    await logIn();
    expect([...secrets.texts.keys()].join()).not.toContain(new URL(resource.url).host);
  });

  test('needs no request to the authorization server', async () => {
    const { logIn, source, provider } = await setUp();
    await logIn();
    const [ask, before] = [source(), provider.requests.length];
    for (let times = 0; times < 5; times++) await ask();
    expect(provider.requests.length).toBe(before);
  });
});

describe('an expired token', () => {
  test('is refreshed shortly before it expires, once for concurrent requests', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const clock = createClock();
    const source = setup.source(clock);
    clock.forward(HOUR - 60_000);
    expect(await source()).toEqual({ kind: 'token', token: tokens.accessToken });
    clock.forward(40_000);
    const before = setup.provider.grants;
    const answers = await Promise.all(Array.from({ length: 20 }, () => source()));
    expect(setup.provider.grants).toBe(before + 1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual({ kind: 'token', token: await tokenOf(setup) });
    expect(await tokenOf(setup)).not.toBe(tokens.accessToken);
    expect(await isAccepted(setup, await tokenOf(setup))).toBe(true);
  });

  test('is refreshed once for all processes', async () => {
    const setup = await setUp();
    await setup.logIn();
    const before = setup.provider.grants;
    const sources = Array.from({ length: 8 }, () => setup.source({ now: () => Date.now() + HOUR - 10_000 }));
    const answers = await Promise.all(sources.map((source) => source()));
    expect(setup.provider.grants).toBe(before + 1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ kind: 'token', token: await tokenOf(setup) })]),
    );
  });

  test('is refreshed by another process when the first one dies while refreshing', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const store = openMemoryStore();
    const names: string[] = [];
    const locks = {
      acquireLock: (name: string, milliseconds: number) => {
        names.push(name);
        return store.cache.acquireLock(name, milliseconds);
      },
      remove: (name: string) => store.cache.remove(name),
    };
    const source = () => createTokenSource({ ...setup, server: setup.resource.url, locks });
    await source()(rejecting(tokens.accessToken));
    await store.cache.acquireLock(names[0] as string, 100);
    const before = performance.now();
    expect(await source()(rejecting(await tokenOf(setup)))).toMatchObject({ kind: 'token' });
    expect(performance.now() - before).toBeGreaterThanOrEqual(95);
  });

  for (const rotate of [true, false]) {
    test(`is refreshed repeatedly with a refresh token that ${rotate ? 'rotates' : 'stays the same'}`, async () => {
      const setup = await setUp({ rotate });
      const first = await setup.logIn();
      const seen = new Set([first.tokens.refreshToken]);
      for (let times = 0; times < 4; times++) {
        const answer = await setup.source()(rejecting(await tokenOf(setup)));
        expect(answer.kind).toBe('token');
        seen.add((await setup.logins.get(setup.resource.url))?.tokens.refreshToken);
      }
      expect(seen.size).toBe(rotate ? 5 : 1);
      expect(await isAccepted(setup, await tokenOf(setup))).toBe(true);
    });
  }

  test('requires a login if there is no refresh token', async () => {
    const { logIn, source } = await setUp();
    const { tokens } = await logIn({ scope: 'tools:read' });
    expect(await source()(rejecting(tokens.accessToken))).toMatchObject({ kind: 'login-required' });
    expect(await source({ now: () => Date.now() + HOUR })()).toMatchObject({ kind: 'login-required' });
  });
});

describe('a rejected token', () => {
  test('is replaced, and the new one is accepted', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    await setup.provider.revokeAccess(tokens.accessToken);
    expect(await isAccepted(setup, tokens.accessToken)).toBe(false);
    const answer = await setup.source()(rejecting(tokens.accessToken));
    expect(answer.kind === 'token' && (await isAccepted(setup, answer.token))).toBe(true);
  });

  test('is not refreshed if another process has refreshed it', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    await setup.source()(rejecting(tokens.accessToken));
    const before = setup.provider.grants;
    expect(await setup.source()(rejecting(tokens.accessToken))).toMatchObject({ kind: 'token' });
    expect(setup.provider.grants).toBe(before);
  });

  test('requires a login after a revocation, and sends one request to the authorization server', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    await setup.provider.revokeRefresh(tokens.refreshToken as string);
    const before = setup.provider.grants;
    for (let times = 0; times < 3; times++) {
      const answer = await setup.source()(rejecting(tokens.accessToken));
      expect(answer).toMatchObject({
        kind: 'login-required',
        reason: expect.stringMatching(/has ended \(invalid_grant\)/),
      });
    }
    expect(setup.provider.grants).toBe(before + 1);
    await setup.logIn();
    expect(await setup.source()()).toEqual({ kind: 'token', token: await tokenOf(setup) });
  });

  test('requires a login if the refresh token was used elsewhere', async () => {
    const setup = await setUp();
    const stolen = await setup.logIn();
    const thief = { ...setup, logins: createLogins({ ...setup.secrets, set: async () => {} }) };
    const source = createTokenSource({
      server: setup.resource.url,
      logins: thief.logins,
      locks: setup.locks,
    });
    await source(rejecting(stolen.tokens.accessToken));
    expect(await setup.source()(rejecting(stolen.tokens.accessToken))).toMatchObject({
      kind: 'login-required',
    });
  });

  test('requires a login after a second rejection in a row', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const before = setup.provider.grants;
    const answer = await setup.source()(rejecting(tokens.accessToken, { isFinal: true }));
    expect(answer).toMatchObject({
      kind: 'login-required',
      reason: expect.stringMatching(/does not accept/),
    });
    expect(setup.provider.grants).toBe(before);
  });

  test('is refreshed once if the server rejects every token', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const source = setup.source();
    const before = setup.provider.grants;
    const fresh = await source(rejecting(tokens.accessToken));
    const token = fresh.kind === 'token' ? fresh.token : '';
    await source(rejecting(token, { isFinal: true }));
    for (let times = 0; times < 5; times++)
      expect(await source(rejecting(token))).toMatchObject({ kind: 'login-required' });
    expect(setup.provider.grants).toBe(before + 1);
    // The server may be at fault, so the token is still sent, and a new login is used.
    expect(await source()).toEqual(fresh);
    const again = await setup.logIn();
    expect(await source(rejecting(token))).toEqual({ kind: 'token', token: again.tokens.accessToken });
  });

  test('requires a login for a missing scope, and the next login requests that scope', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const challenge = 'Bearer error="insufficient_scope", scope="tools:write"';
    const rejected = rejecting(tokens.accessToken, { status: 403, challenge });
    const before = setup.provider.grants;
    expect(await setup.source()(rejected)).toMatchObject({
      kind: 'login-required',
      reason: expect.stringMatching(/requires a scope/),
    });
    expect(setup.provider.grants).toBe(before);
    const additionalScope = await setup.logins.requestedScope(setup.resource.url);
    expect(additionalScope).toBe('tools:read tools:write');
    await setup.logIn({ additionalScope });
    expect(await setup.source()(rejected)).toEqual({ kind: 'token', token: await tokenOf(setup) });
  });
});

describe('an unavailable authorization server', () => {
  test('is reported, and used again when it is back', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const source = setup.source();
    await setup.provider.pause();
    expect(await source(rejecting(tokens.accessToken))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)/),
    });
    await setup.provider.resume();
    expect(await source(rejecting(tokens.accessToken))).toMatchObject({ kind: 'token' });
  });

  test('has no effect while the token is valid', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    await setup.provider.pause();
    const almost = setup.source({ now: () => Date.now() + HOUR - 10_000 });
    expect(await almost()).toEqual({ kind: 'token', token: tokens.accessToken });
    expect(await setup.source({ now: () => Date.now() + HOUR })()).toMatchObject({ kind: 'unavailable' });
    await setup.provider.resume();
  });

  for (const status of [500, 502, 503, 429]) {
    test(`that responds with ${status} does not end the login`, async () => {
      const setup = await setUp();
      const { tokens } = await setup.logIn();
      setup.provider.intercept = (_, response) => {
        const body = status === 500 ? 'oops' : '{"error":"temporarily_unavailable"}';
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
        return true;
      };
      expect(await setup.source()(rejecting(tokens.accessToken))).toMatchObject({ kind: 'unavailable' });
      setup.provider.intercept = () => false;
      expect(await setup.source()(rejecting(tokens.accessToken))).toMatchObject({ kind: 'token' });
    });
  }

  test('that never responds is reported as unavailable after the timeout', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    setup.provider.intercept = () => true;
    const source = setup.source({ network: { timeout: 100 } });
    expect(await source(rejecting(tokens.accessToken))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/did not respond in time/),
    });
  });

  test('at an address that is not allowed is not contacted', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const source = setup.source({ network: { addressAllowed: () => false } });
    expect(await source(rejecting(tokens.accessToken))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/is not allowed/),
    });
  });
});

describe('a logout', () => {
  test('revokes and deletes the tokens', async () => {
    const setup = await setUp();
    const login = await setup.logIn();
    await setup.logins.setRequestedScope(login.server, 'x');
    expect(await logOut(login, setup.logins)).toEqual({ revoked: true });
    expect(setup.secrets.texts.size).toBe(0);
    expect(await isAccepted(setup, login.tokens.accessToken)).toBe(false);
    expect(
      await setup.provider.provider.RefreshToken.find(login.tokens.refreshToken as string),
    ).toBeUndefined();
  });

  test('deletes the tokens even if they cannot be revoked', async () => {
    const setup = await setUp();
    const login = await setup.logIn();
    await setup.provider.pause();
    expect(await logOut(login, setup.logins)).toMatchObject({
      revoked: false,
      error: expect.stringMatching(/cannot be reached/),
    });
    expect(setup.secrets.texts.size).toBe(0);
  });

  test('is not undone by a concurrent refresh', async () => {
    const setup = await setUp();
    const login = await setup.logIn();
    setup.provider.intercept = ({ url }) => {
      if (url === '/token') setup.secrets.texts.clear();
      return false;
    };
    expect(await setup.source()(rejecting(login.tokens.accessToken))).toEqual({ kind: 'none' });
    expect(setup.secrets.texts.size).toBe(0);
  });

  test('a new login is not overwritten by a concurrent refresh of the old one', async () => {
    const setup = await setUp();
    const old = await setup.logIn();
    const fresh = await setup.logIn();
    await setup.logins.set(old);
    setup.provider.intercept = ({ url }) => {
      if (url === '/token') void setup.logins.set(fresh);
      return false;
    };
    expect(await setup.source()(rejecting(old.tokens.accessToken))).toEqual({
      kind: 'token',
      token: fresh.tokens.accessToken,
    });
    expect(await tokenOf(setup)).toBe(fresh.tokens.accessToken);
  });
});

test('a result of another kind contains no token', async () => {
  const setup = await setUp();
  const { tokens, client } = await setup.logIn();
  const results: string[] = [];
  setup.provider.intercept = ({ url }, response) => {
    if (url !== '/token') return false;
    const echo = { error: tokens.refreshToken, error_description: tokens.refreshToken };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(echo));
    return true;
  };
  results.push(JSON.stringify(await setup.source()(rejecting(tokens.accessToken))));
  expect(results.join()).toMatch(/login-required/);
  for (const secret of [tokens.accessToken, tokens.refreshToken as string, client.id])
    expect(results.join()).not.toContain(secret);
});
