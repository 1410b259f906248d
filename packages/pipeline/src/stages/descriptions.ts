// What a server says about itself: its tools, prompts, resources and instructions are read like an attacker's words,
// and its tools are held to the definitions that were accepted.

import type { Engine } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { locate, pickFindings } from '../findings.js';
import type { TextFindings } from '../texts.js';
import { readTools, type ToolDefinition } from '../tool-book.js';
import type { Context, Cut, Notice, Reply, Stage, Verdict } from '../types.js';
import { whenReady } from '../wait.js';
import { searchReply } from './responses.js';

const METHODS = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/** True for answers in which a server describes itself. */
export const isDescription = (reply: Reply | Notice): boolean =>
  'asked' in reply && reply.asked !== undefined && METHODS.has(reply.asked.method);

export function createDescriptionsStage({ tools, injection }: Settings, engine: () => Engine): Stage {
  const reads = tools.poisoning !== 'off' && injection.enabled && injection.in.includes('descriptions');
  return {
    name: 'tools',
    reply(reply, context) {
      if (reply.direction !== 'server-to-client' || !('asked' in reply)) return undefined;
      const definitions = listedTools(reply);
      if (definitions.length > 0) {
        const cursor = reply.asked?.params['cursor'];
        context.tools.addPage(definitions, cursor === undefined);
      }
      const poisoned = reads && isDescription(reply) ? findPoison(reply, context) : [];
      return poisoned;
    },
  };

  function findPoison(reply: Reply, context: Context) {
    return whenReady(searchReply(reply, engine(), injection.sensitivity, context.clock), (all) =>
      judgePoison(
        reply,
        pickFindings(all, ({ kind }) => kind === 'injection'),
        context,
      ),
    );
  }

  function judgePoison(reply: Reply, found: readonly TextFindings[], context: Context): Verdict[] {
    if (found.length === 0) return [];
    const reason = 'a description tries to give instructions';
    const said = { rule: 'tools.poisoning', reason, findings: locate(found) };
    if (tools.poisoning === 'warn') return [{ kind: 'note', ...said }];
    if (found.some(({ span }) => span.isKey)) return [{ kind: 'deny', ...said, blocked: true }];
    const definitions = listedTools(reply);
    for (const { span } of found) {
      const index = span.path[2];
      const definition = typeof index === 'number' ? definitions[index] : undefined;
      if (span.path[1] === 'tools' && definition !== undefined)
        context.tools.withhold(definition.name, { rule: 'tools.poisoning', reason });
    }
    // The whole text goes, not only what was recognised in it.
    const cuts: Cut[] = found.map(({ span, text }) => ({
      span,
      from: 0,
      to: text.length,
      text: '[withheld by the firewall: this description tries to give instructions]',
    }));
    return [{ kind: 'rewrite', ...said, cuts }];
  }
}

/** The tools in an answer; also in one that answers nothing we know, because a client may believe it. */
function listedTools({ asked, message }: Reply): readonly ToolDefinition[] {
  if (message.failed || (asked !== undefined && asked.method !== 'tools/list')) return [];
  if (asked === undefined) return [];
  return readTools((message.value as { result?: unknown }).result);
}
