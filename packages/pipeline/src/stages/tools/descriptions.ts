// Scans the texts with which a server describes itself: its tools, prompts, resources and instructions are untrusted.

import type { Engine } from '@claw/detectors';
import { isRecord, type JsonPath } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { whenReady } from '../../awaitable.js';
import { locate, pickFindings } from '../../findings/finding-verdicts.js';
import { isDescription, searchReply } from '../../findings/search-reply.js';
import type { TextFindings } from '../../text/message-texts.js';
import type { Context, Replacement, Reply, ServerNotification, Stage, Verdict } from '../../types.js';

const REASON = 'a description contains instructions to the model';
const WITHHELD = `[withheld by the firewall: ${REASON}]`;

export function createDescriptionsStage({ tools, injection }: Settings, engine: () => Engine): Stage {
  const reads = tools.poisoning !== 'off' && injection.enabled && injection.in.includes('descriptions');
  return {
    name: 'descriptions',
    reply(reply, context) {
      if (!reads || reply.direction !== 'server-to-client' || !isDescription(reply)) return undefined;
      return whenReady(searchReply(reply, engine(), injection.sensitivity, context.clock), (all) => {
        const found = pickFindings(all, ({ kind }) => kind === 'injection');
        return found.length === 0 ? undefined : judge(reply, found, context);
      });
    },
  };

  function judge(
    reply: Reply | ServerNotification,
    found: readonly TextFindings[],
    context: Context,
  ): Verdict {
    const names = new Set(found.flatMap(({ span }) => toolAt(reply, span.path) ?? []));
    const details = { rule: 'tools.poisoning', reason: reasonFor([...names]), findings: locate(found) };
    if (tools.poisoning === 'prompt')
      for (const name of names)
        context.tools.withhold(name, { rule: 'tools.poisoning', reason: REASON, action: 'prompt' });
    if (tools.poisoning !== 'block') return { kind: 'note', ...details };
    // The model reads the error, so the error must not contain names from a poisoned list.
    if (found.some(({ span }) => span.isKey))
      return { kind: 'deny', ...details, reason: REASON, blocked: true };
    for (const name of names)
      context.tools.withhold(name, { rule: 'tools.poisoning', reason: REASON, action: 'block' });
    // Replaces the whole text, because instructions may extend beyond the part that was recognized.
    const replacements = found.map(
      ({ span, text }): Replacement => ({ span, from: 0, to: text.length, text: WITHHELD }),
    );
    return { kind: 'rewrite', ...details, replacements };
  }
}

/** Returns the reason for the log entry; it names only the first tool. */
function reasonFor([first, ...more]: readonly string[]): string {
  if (first === undefined) return REASON;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return `the description of the tool \`${first.slice(0, 100)}\`${others} contains instructions to the model`;
}

/** Returns the name of the tool whose definition contains the string at this path. */
function toolAt({ message }: Reply | ServerNotification, [, list, index]: JsonPath): string | undefined {
  const { result } = message.value as { result?: unknown };
  const tools = isRecord(result) && list === 'tools' ? result['tools'] : undefined;
  const tool: unknown = Array.isArray(tools) && typeof index === 'number' ? tools[index] : undefined;
  const name = isRecord(tool) ? tool['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
