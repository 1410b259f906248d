// Tests unauthenticated clients: every user of this machine can connect, and some send requests that no browser would
// send.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Admin, startAdmin } from '../src/index.js';
import { page } from './page.js';
import { emptyPorts } from './ports.js';

let folder = '';
let admin: Admin;
let enabled = false;
let sockets: Socket[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'claw-strangers-'));
  [enabled, sockets] = [false, []];
  admin = await startAdmin({
    port: 0,
    page,
    auditFolder: folder,
    ...emptyPorts,
    killSwitch: {
      status: () => ({ enabled }),
      set(to) {
        enabled = to;
      },
    },
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await admin.close();
  rmSync(folder, { recursive: true });
});

function open(): Socket {
  const socket = connect({ port: admin.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

/** Resolves when the connection has ended in one of these ways. */
const overOf = (socket: Socket, ...ways: string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const way of ways) socket.once(way, () => resolve());
    socket.resume();
  });

/** Returns the first bytes of the response, or an empty text if the connection is not accepted. */
async function say(text: string): Promise<string> {
  const socket = open();
  socket.write(text);
  let first = '';
  socket.once('data', (chunk) => {
    first = String(chunk);
  });
  await overOf(socket, 'data', 'end', 'close');
  socket.destroy();
  return first;
}

const head = (line: string, ...more: string[]) =>
  [line, `Host: 127.0.0.1:${admin.port}`, ...more, '', ''].join('\r\n');
const upgrade = () => head('GET /ws HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket');

/** Creates a session for a program and returns the headers for it. */
async function signIn(): Promise<string> {
  const origin = `http://127.0.0.1:${admin.port}`;
  const token = new URL(admin.link()).hash.slice('#token='.length);
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, as: 'bearer' }),
  });
  return `Bearer ${((await answer.json()) as { bearer: string }).bearer}`;
}

describe('other spellings of an address are not served without a session', () => {
  const addresses = [
    'http://evil.example/api/kill',
    '/api/../api/kill',
    '/./api/kill',
    '/%61pi/kill',
    '/api%2fkill',
    '/api/kill/',
    '/api//kill',
    '/api/kill%00',
    '/api/kill?x=/script.js',
    '/script.js/../api/kill',
    '/\\\\api/kill',
    '//127.0.0.1/api/kill',
    '/api/approvals/__proto__',
    '*',
  ];
  for (const address of addresses)
    test(address, async () => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
        const answer = await say(head(`${method} ${address} HTTP/1.1`, 'Content-Length: 0'));
        expect(answer).toMatch(/^HTTP\/1\.1 (400|401|404|421) /);
        expect(answer).not.toContain('"enabled"');
      }
    });
});

test('the body of an unauthenticated request is not read', async () => {
  const type = 'Content-Type: application/json';
  const answer = await say(head('POST /api/kill HTTP/1.1', type, 'Content-Length: 1000000000'));
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

test('a rejected WebSocket request closes the connection', async () => {
  const socket = open();
  socket.write(upgrade());
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 401 /);
  // The client does not close the connection. After the server has closed it completely, writing fails.
  const gone = overOf(socket, 'close');
  const writing = setInterval(() => socket.write('still here'), 5);
  await gone;
  clearInterval(writing);
});

test('silent connections are closed for new ones, and connections of the user are not closed', async () => {
  const authorization = await signIn();
  const user = new WebSocket(`ws://127.0.0.1:${admin.port}/ws`, { headers: { authorization } });
  await once(user, 'open');
  const silent = Array.from({ length: 300 }, open);
  const closed = silent.slice(0, 45).map((socket) => overOf(socket, 'end', 'close'));
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  // Connections with an incomplete request are closed as well.
  for (const socket of silent) socket.write('GET / HTTP/1.1\r\nHost: ');
  expect(await say(head('GET / HTTP/1.1'))).toMatch(/^HTTP\/1\.1 200 /);
  await Promise.all(closed);
  // Statistics arrive every two seconds.
  await once(user, 'message');
  user.terminate();
});

test('more than 32 listeners are rejected', async () => {
  const authorization = await signIn();
  const listen = () => new WebSocket(`ws://127.0.0.1:${admin.port}/ws`, { headers: { authorization } });
  const listeners = Array.from({ length: 32 }, listen);
  await Promise.all(listeners.map((socket) => once(socket, 'open')));
  const [error] = await once(listen(), 'error');
  expect((error as Error).message).toContain('503');
  for (const socket of listeners) socket.terminate();
});
