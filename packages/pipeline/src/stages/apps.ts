// Pages of a server that a client runs (`ui://`). They are programs: an address in them is where they go, from within
// the user's machine and network. Their words are read with everybody else's.

import { type Destination, findDestinations } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { textOfBlob } from '../blobs.js';
import { isRecord } from '../call.js';
import { namesIn } from '../names.js';
import type { Notice, Reply, Stage, Verdict } from '../types.js';

export function createAppsStage({ egress }: Settings): Stage {
  const isAllowed = namesIn(egress.allow_hosts);
  const wordFor = ({ reason, host, form }: Destination): 'allow' | 'prompt' | 'deny' => {
    if (reason === undefined || reason === 'scheme' || form !== 'url' || isAllowed(host)) return 'allow';
    if (reason === 'metadata') return egress.metadata;
    return reason === 'loopback' || reason === 'unspecified' ? egress.loopback : egress.private;
  };
  return {
    name: 'apps',
    holdsForAlikeReplies: ({ texts }) => texts.keys.uri === 0,
    reply(reply) {
      if (!egress.enabled || reply.direction !== 'server-to-client' || reply.texts.keys.uri === 0)
        return undefined;
      for (const page of pagesIn(reply))
        for (const place of findDestinations(page)) {
          const word = wordFor(place);
          if (word !== 'allow') return toVerdict(place, word);
        }
      return undefined;
    },
  };
}

function toVerdict({ host }: Destination, word: 'deny' | 'prompt'): Verdict {
  const said = { rule: 'egress', reason: `a page of the server connects to \`${host.slice(0, 100)}\`` };
  return word === 'prompt' ? { kind: 'ask', ...said } : { kind: 'deny', ...said, blocked: true };
}

/** The pages in an answer, as a resource that was read or inside a result. */
function pagesIn({ message }: Reply | Notice): readonly string[] {
  const { result } = message.value as { result?: unknown };
  const { contents, content } = isRecord(result) ? result : {};
  const items = [contents, content].flatMap((list) => (Array.isArray(list) ? list : []));
  return items.filter(isRecord).flatMap((item) => {
    const page = isRecord(item['resource']) ? item['resource'] : item;
    const { uri, text, blob } = page;
    if (typeof uri !== 'string' || !/^ui:/i.test(uri)) return [];
    const read = typeof blob === 'string' ? textOfBlob(blob) : undefined;
    return [text, read].filter((one) => typeof one === 'string');
  });
}
