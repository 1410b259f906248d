import type { ConnectInspector } from '@claw/proxy-stdio';
import { describe, expect, test } from 'vitest';
import { deferInspector } from './deferred-inspector.js';

type Message = Parameters<ReturnType<ConnectInspector>['fromClient']>[0];

const named = (method: string) => ({ kind: 'notification', method }) as Message;
const peer = { toClient() {}, toServer() {} };

/** Creates an inspector that records its calls, and a function that makes it available later. */
function setUp() {
  const asked: string[] = [];
  const note = (message: Message, from: string) => {
    asked.push(`${from} ${message.method}`);
    return { kind: 'forward' } as const;
  };
  const connect: ConnectInspector = () => ({
    fromClient: (message) => note(message, 'client'),
    fromServer: (message) => note(message, 'server'),
    commit: () => {
      asked.push('commit');
      return undefined;
    },
    close: () => asked.push('close'),
  });
  let begin = () => {};
  let fail = (_: Error) => {};
  const ready = new Promise<ConnectInspector>((resolve, reject) => {
    begin = () => resolve(connect);
    fail = reject;
  });
  return { asked, begin, fail, inspector: deferInspector(ready)(peer) };
}

describe('an inspector that is still being created', () => {
  test('keeps the order of messages and checks them when it is ready', async () => {
    const { asked, begin, inspector } = setUp();
    const verdicts = [
      inspector.fromClient(named('first')),
      inspector.fromServer(named('second')),
      inspector.fromClient(named('third')),
    ];
    expect(inspector.commit?.()).toBeUndefined();
    expect(asked).toEqual([]);
    begin();
    expect(await Promise.all(verdicts)).toEqual(verdicts.map(() => ({ kind: 'forward' })));
    expect(asked).toEqual(['client first', 'server second', 'client third']);
  });

  test('checks later messages immediately', async () => {
    const { asked, begin, inspector } = setUp();
    begin();
    await inspector.fromClient(named('first'));
    expect(inspector.fromClient(named('second'))).toEqual({ kind: 'forward' });
    inspector.commit?.();
    expect(asked).toEqual(['client first', 'client second', 'commit']);
  });

  test('forwards nothing if it cannot be created', async () => {
    const { fail, inspector } = setUp();
    const before = inspector.fromServer(named('first'));
    fail(new Error('no memory'));
    await expect(before).rejects.toThrow('no memory');
    await expect(inspector.fromClient(named('second'))).rejects.toThrow('no memory');
    inspector.close?.();
  });

  test('handles a connection that closed before it was ready', async () => {
    const { asked, begin, inspector } = setUp();
    inspector.close?.();
    begin();
    await inspector.fromClient(named('late'));
    expect(asked).toContain('close');
  });
});
