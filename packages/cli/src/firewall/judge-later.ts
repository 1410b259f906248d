// An inspector that may be used before there is one: what is said until then waits, in its order, and is judged as soon as
// somebody can. When nobody ever can, nothing goes on.

import type { ConnectInspector } from '@claw/proxy-stdio';

type Inspector = ReturnType<ConnectInspector>;

/** Judges with an inspector that is still being made. */
export const judgeLater =
  (ready: Promise<ConnectInspector>): ConnectInspector =>
  (peer) => {
    let inspector: Inspector | undefined;
    const connected = ready.then((connect) => {
      inspector = connect(peer);
      return inspector;
    });
    // Whoever waits for a verdict hears of it; nobody may wait.
    connected.catch(() => {});
    return {
      fromClient: (message) =>
        inspector === undefined
          ? connected.then((judge) => judge.fromClient(message))
          : inspector.fromClient(message),
      fromServer: (message) =>
        inspector === undefined
          ? connected.then((judge) => judge.fromServer(message))
          : inspector.fromServer(message),
      commit: () => inspector?.commit?.(),
      close: () => void connected.then((judge) => judge.close?.()).catch(() => {}),
    };
  };
