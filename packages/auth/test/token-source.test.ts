// Tokens over their life: kept, refreshed, rejected, revoked, with the provider there or not, by one process or several.

import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../store/src/index.js';
import { createLogins, createTokenSource, type Login, logOut, type Rejected } from '../src/index.js';
import { type Setup, setUp } from './setup.js';

const rejecting = (token: string | undefined, more: Partial<Rejected> = {}): Rejected => ({
  token,
  status: 401,
  challenge: 'Bearer error="invalid_token"',
  isFinal: false,
  ...more,
});

/** A clock that is moved by hand, ahead of the real one. */
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

/** Whether the server really takes it. */
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

describe('a login that stands', () => {
  test('nobody has logged in; then somebody has', async () => {
    const setup = await setUp();
    const source = setup.source();
    expect(await source()).toEqual({ kind: 'none' });
    expect(await source(rejecting(undefined))).toEqual({ kind: 'none' });
    const { tokens } = await setup.logIn();
    expect(await source(rejecting(undefined))).toEqual({ kind: 'token', token: tokens.accessToken });
    expect(await isAccepted(setup, tokens.accessToken)).toBe(true);
  });

  test('one URL in several spellings is one login', async () => {
    const { logIn, logins, claims, resource } = await setUp();
    const { tokens } = await logIn();
    for (const server of [
      `${resource.url}/`,
      `${resource.url}?key=1`,
      resource.url.replace('http:', 'HTTP:'),
    ]) {
      const source = createTokenSource({ server, logins, claims });
      expect(await source()).toEqual({ kind: 'token', token: tokens.accessToken });
    }
  });

  test('what is kept cannot be found by the address of the server', async () => {
    const { logIn, vault, resource } = await setUp();
    await logIn();
    expect([...vault.texts.keys()].join()).not.toContain(new URL(resource.url).host);
  });

  test('a fresh token costs no question', async () => {
    const { logIn, source, provider } = await setUp();
    await logIn();
    const [ask, before] = [source(), provider.requests.length];
    for (let times = 0; times < 5; times++) await ask();
    expect(provider.requests.length).toBe(before);
  });
});

describe('a token that is over', () => {
  test('is refreshed shortly before its end, once for all who ask', async () => {
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

  test('is refreshed by the next process when one died over it', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const store = openMemoryStore();
    const names: string[] = [];
    const claims = {
      claim: (name: string, milliseconds: number) => {
        names.push(name);
        return store.values.claim(name, milliseconds);
      },
      remove: (name: string) => store.values.remove(name),
    };
    const source = () => createTokenSource({ ...setup, server: setup.resource.url, claims });
    await source()(rejecting(tokens.accessToken));
    await store.values.claim(names[0] as string, 100);
    const before = performance.now();
    expect(await source()(rejecting(await tokenOf(setup)))).toMatchObject({ kind: 'token' });
    expect(performance.now() - before).toBeGreaterThanOrEqual(95);
  });

  for (const rotate of [true, false]) {
    test(`a refresh token that ${rotate ? 'changes' : 'stays'} goes on being good`, async () => {
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

  test('without a refresh token only a person can help', async () => {
    const { logIn, source } = await setUp();
    const { tokens } = await logIn({ scope: 'tools:read' });
    expect(await source()(rejecting(tokens.accessToken))).toMatchObject({ kind: 'log-in' });
    expect(await source({ now: () => Date.now() + HOUR })()).toMatchObject({ kind: 'log-in' });
  });
});

describe('a token that the server rejects', () => {
  test('is replaced, and the new one is accepted', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    await setup.provider.revokeAccess(tokens.accessToken);
    expect(await isAccepted(setup, tokens.accessToken)).toBe(false);
    const answer = await setup.source()(rejecting(tokens.accessToken));
    expect(answer.kind === 'token' && (await isAccepted(setup, answer.token))).toBe(true);
  });

  test('is not refreshed when another process already has', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    await setup.source()(rejecting(tokens.accessToken));
    const before = setup.provider.grants;
    expect(await setup.source()(rejecting(tokens.accessToken))).toMatchObject({ kind: 'token' });
    expect(setup.provider.grants).toBe(before);
  });

  test('a login that was revoked needs a person; the provider is asked once', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    await setup.provider.revokeRefresh(tokens.refreshToken as string);
    const before = setup.provider.grants;
    for (let times = 0; times < 3; times++) {
      const answer = await setup.source()(rejecting(tokens.accessToken));
      expect(answer).toMatchObject({
        kind: 'log-in',
        why: expect.stringMatching(/is over \(invalid_grant\)/),
      });
    }
    expect(setup.provider.grants).toBe(before + 1);
    await setup.logIn();
    expect(await setup.source()()).toEqual({ kind: 'token', token: await tokenOf(setup) });
  });

  test('a stolen refresh token that was used elsewhere ends the login instead of being tried for ever', async () => {
    const setup = await setUp();
    const stolen = await setup.logIn();
    const thief = { ...setup, logins: createLogins({ ...setup.vault, set: async () => {} }) };
    const source = createTokenSource({
      server: setup.resource.url,
      logins: thief.logins,
      claims: setup.claims,
    });
    await source(rejecting(stolen.tokens.accessToken));
    expect(await setup.source()(rejecting(stolen.tokens.accessToken))).toMatchObject({ kind: 'log-in' });
  });

  test('a second rejection in a row is for a person', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const before = setup.provider.grants;
    const answer = await setup.source()(rejecting(tokens.accessToken, { isFinal: true }));
    expect(answer).toMatchObject({ kind: 'log-in', why: expect.stringMatching(/does not accept/) });
    expect(setup.provider.grants).toBe(before);
  });

  test('a server that takes no token at all does not keep its provider busy', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const source = setup.source();
    const before = setup.provider.grants;
    const fresh = await source(rejecting(tokens.accessToken));
    const token = fresh.kind === 'token' ? fresh.token : '';
    await source(rejecting(token, { isFinal: true }));
    for (let times = 0; times < 5; times++)
      expect(await source(rejecting(token))).toMatchObject({ kind: 'log-in' });
    expect(setup.provider.grants).toBe(before + 1);
    // The server may have been the one in trouble: the token goes on being tried, and a new login counts.
    expect(await source()).toEqual(fresh);
    const again = await setup.logIn();
    expect(await source(rejecting(token))).toEqual({ kind: 'token', token: again.tokens.accessToken });
  });

  test('too few rights: a person is needed, the next login asks for them, and then it goes on', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const challenge = 'Bearer error="insufficient_scope", scope="tools:write"';
    const rejected = rejecting(tokens.accessToken, { status: 403, challenge });
    const before = setup.provider.grants;
    expect(await setup.source()(rejected)).toMatchObject({
      kind: 'log-in',
      why: expect.stringMatching(/more rights/),
    });
    expect(setup.provider.grants).toBe(before);
    const wantedScope = await setup.logins.wanted(setup.resource.url);
    expect(wantedScope).toBe('tools:read tools:write');
    await setup.logIn({ wantedScope });
    expect(await setup.source()(rejected)).toEqual({ kind: 'token', token: await tokenOf(setup) });
  });
});

describe('a provider that is away', () => {
  test('is said to be, and everything goes on by itself when it is back', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const source = setup.source();
    await setup.provider.goAway();
    expect(await source(rejecting(tokens.accessToken))).toMatchObject({
      kind: 'later',
      why: expect.stringMatching(/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)/),
    });
    await setup.provider.comeBack();
    expect(await source(rejecting(tokens.accessToken))).toMatchObject({ kind: 'token' });
  });

  test('does not matter while the token is still good', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    await setup.provider.goAway();
    const almost = setup.source({ now: () => Date.now() + HOUR - 10_000 });
    expect(await almost()).toEqual({ kind: 'token', token: tokens.accessToken });
    expect(await setup.source({ now: () => Date.now() + HOUR })()).toMatchObject({ kind: 'later' });
    await setup.provider.comeBack();
  });

  for (const status of [500, 502, 503, 429]) {
    test(`answering ${status} ends no login`, async () => {
      const setup = await setUp();
      const { tokens } = await setup.logIn();
      setup.provider.intercept = (_, response) => {
        const body = status === 500 ? 'oops' : '{"error":"temporarily_unavailable"}';
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
        return true;
      };
      expect(await setup.source()(rejecting(tokens.accessToken))).toMatchObject({ kind: 'later' });
      setup.provider.intercept = () => false;
      expect(await setup.source()(rejecting(tokens.accessToken))).toMatchObject({ kind: 'token' });
    });
  }

  test('a provider that hangs holds nobody longer than its time', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    setup.provider.intercept = () => true;
    const source = setup.source({ network: { timeout: 100 } });
    expect(await source(rejecting(tokens.accessToken))).toMatchObject({
      kind: 'later',
      why: expect.stringMatching(/did not answer in time/),
    });
  });

  test('a provider that moved inside our network is not asked', async () => {
    const setup = await setUp();
    const { tokens } = await setup.logIn();
    const source = setup.source({ network: { addressAllowed: () => false } });
    expect(await source(rejecting(tokens.accessToken))).toMatchObject({
      kind: 'later',
      why: expect.stringMatching(/may not be connected to/),
    });
  });
});

describe('a login that ends', () => {
  test('is taken back at the provider and forgotten here', async () => {
    const setup = await setUp();
    const login = await setup.logIn();
    await setup.logins.want(login.server, 'x');
    expect(await logOut(login, setup.logins)).toEqual({ revoked: true });
    expect(setup.vault.texts.size).toBe(0);
    expect(await isAccepted(setup, login.tokens.accessToken)).toBe(false);
    expect(
      await setup.provider.provider.RefreshToken.find(login.tokens.refreshToken as string),
    ).toBeUndefined();
  });

  test('is forgotten here even when the provider is away', async () => {
    const setup = await setUp();
    const login = await setup.logIn();
    await setup.provider.goAway();
    expect(await logOut(login, setup.logins)).toMatchObject({
      revoked: false,
      problem: expect.stringMatching(/cannot be reached/),
    });
    expect(setup.vault.texts.size).toBe(0);
  });

  test('does not come back to life through a refresh that was under way', async () => {
    const setup = await setUp();
    const login = await setup.logIn();
    setup.provider.intercept = ({ url }) => {
      if (url === '/token') setup.vault.texts.clear();
      return false;
    };
    expect(await setup.source()(rejecting(login.tokens.accessToken))).toEqual({ kind: 'none' });
    expect(setup.vault.texts.size).toBe(0);
  });

  test('a new login counts more than a refresh of the old one that was under way', async () => {
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

test('no answer but a token holds a token', async () => {
  const setup = await setUp();
  const { tokens, client } = await setup.logIn();
  const said: string[] = [];
  setup.provider.intercept = ({ url }, response) => {
    if (url !== '/token') return false;
    const echo = { error: tokens.refreshToken, error_description: tokens.refreshToken };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(echo));
    return true;
  };
  said.push(JSON.stringify(await setup.source()(rejecting(tokens.accessToken))));
  expect(said.join()).toMatch(/log-in/);
  for (const secret of [tokens.accessToken, tokens.refreshToken as string, client.id])
    expect(said.join()).not.toContain(secret);
});
