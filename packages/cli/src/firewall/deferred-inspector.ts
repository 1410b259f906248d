// An inspector that can be used before the firewall is ready: until then, messages wait in order. If start-up fails, no
// message is forwarded.

import type { ConnectInspector } from '@claw/proxy-stdio';

type Inspector = ReturnType<ConnectInspector>;

/** Creates an inspector that delegates to an inspector that is still being created. */
export const deferInspector =
  (ready: Promise<ConnectInspector>): ConnectInspector =>
  (peer) => {
    let inspector: Inspector | undefined;
    const connected = ready.then((connect) => {
      inspector = connect(peer);
      return inspector;
    });
    // If a message is pending, it receives the rejection. If no message is pending, the rejection must not crash the
    // process.
    connected.catch(() => {});
    return {
      fromClient: (message) =>
        inspector === undefined
          ? connected.then((created) => created.fromClient(message))
          : inspector.fromClient(message),
      fromServer: (message) =>
        inspector === undefined
          ? connected.then((created) => created.fromServer(message))
          : inspector.fromServer(message),
      commit: () => inspector?.commit?.(),
      close: () => void connected.then((created) => created.close?.()).catch(() => {}),
    };
  };
