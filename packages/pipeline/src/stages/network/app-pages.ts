// Checks the URLs in app pages (`ui://`) of a server. The client runs these pages on the user's machine and network,
// so their URLs are checked like those of a call. Their text is scanned like any other text.

import { findNetworkAddresses, type NetworkAddress } from '@claw/detectors';
import { isRecord } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { matchesName } from '../../name-lists.js';
import { decodeText } from '../../text/decode-base64.js';
import type { Reply, ServerNotification, Stage, Verdict } from '../../types.js';

export function createAppPagesStage({ egress }: Settings): Stage {
  const isAllowed = matchesName(egress.allow_hosts);
  const wordFor = ({ reason, host, form }: NetworkAddress): 'allow' | 'prompt' | 'deny' => {
    if (reason === undefined || reason === 'scheme' || form !== 'url' || isAllowed(host)) return 'allow';
    if (reason === 'metadata') return egress.metadata;
    return reason === 'loopback' || reason === 'unspecified' ? egress.loopback : egress.private;
  };
  return {
    name: 'apps',
    reply(reply) {
      if (!egress.enabled || reply.direction !== 'server-to-client' || reply.texts.keyCounts.uri === 0)
        return undefined;
      for (const page of pagesIn(reply))
        for (const place of findNetworkAddresses(page)) {
          const word = wordFor(place);
          if (word !== 'allow') return toVerdict(place, word);
        }
      return undefined;
    },
  };
}

function toVerdict({ host }: NetworkAddress, word: 'deny' | 'prompt'): Verdict {
  const details = {
    rule: 'egress',
    reason: `an app page of the server connects to \`${host.slice(0, 100)}\``,
  };
  return word === 'prompt' ? { kind: 'ask', ...details } : { kind: 'deny', ...details, blocked: true };
}

/** Returns the pages in a response: a resource that was read, or the content of a result. */
function pagesIn({ message }: Reply | ServerNotification): readonly string[] {
  const { result } = message.value as { result?: unknown };
  const { contents, content } = isRecord(result) ? result : {};
  const items = [contents, content].flatMap((list) => (Array.isArray(list) ? list : []));
  return items.filter(isRecord).flatMap((item) => {
    const page = isRecord(item['resource']) ? item['resource'] : item;
    const { uri, text, blob } = page;
    if (typeof uri !== 'string' || !/^ui:/i.test(uri)) return [];
    const read = typeof blob === 'string' ? decodeText(blob) : undefined;
    return [text, read].filter((one) => typeof one === 'string');
  });
}
