// Compares the tools that a server lists with their accepted definitions. The first definition of a tool is trusted,
// unless it contains instructions to the model. The policy decides whether a change causes a note, an approval
// request, or a denial until the user accepts the change. Tools that imitate tools of other servers are detected as
// well.

import { createToolPin, type DigestFunction, type Engine, findShadowing } from '@claw/detectors';
import { isRecord } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import type { Pins } from '../../ports.js';
import { readTools, type ToolDefinition } from '../../tool-registry.js';
import type { Context, Reply, SentRequest, ServerNotification, Stage, Verdict } from '../../types.js';
import { actionOnChange, containsInstructions, describeChange } from './definition-change.js';

export function createPinsStage({ tools }: Settings, engine: () => Engine, digest: DigestFunction): Stage {
  return {
    name: 'tools',
    reply(reply, context) {
      const definitions = listedTools(reply);
      if (definitions === undefined) return undefined;
      const request = (reply as Reply).request as SentRequest;
      context.tools.addPage(definitions, request.params['cursor'] === undefined, request.ticks);
      const { pins } = context;
      return pins === undefined
        ? undefined
        : checkAll(definitions, isLastPage(reply as Reply), pins, context);
    },
    onDelivered(reply, _verdicts, { tools: book }) {
      // This runs last, because withheld tools must not be used while a list is being checked.
      if ('request' in reply && reply.request?.method === 'tools/list' && isLastPage(reply)) book.endList();
    },
  };

  async function checkAll(
    definitions: readonly ToolDefinition[],
    isLast: boolean,
    pins: Pins,
    context: Context,
  ): Promise<readonly Verdict[]> {
    const verdicts: Verdict[] = [];
    if (tools.pin !== 'off') {
      let known: boolean | undefined;
      const isKnown = async () => {
        known ??= await pins.knows(context.peers.server);
        return known;
      };
      for (const definition of definitions)
        verdicts.push(...(await checkOne(definition, pins, isKnown, context)));
      const names = isLast ? context.tools.wholeList() : undefined;
      // The server is stored after its tools, so that all tools of a known server are pinned.
      if (names !== undefined) await pins.listed(context.peers.server, names);
    }
    if (tools.shadowing !== 'off') verdicts.push(...(await checkShadows(definitions, pins, context)));
    return verdicts;
  }

  async function checkOne(
    definition: ToolDefinition,
    pins: Pins,
    isKnown: () => Promise<boolean>,
    { peers, tools: book }: Context,
  ): Promise<Verdict[]> {
    const seen = createToolPin(definition, digest);
    if (seen === undefined) return [changed(definition.name, 'its definition cannot be read', true, book)];
    const odd = book.addDigest(seen.name, seen.digest);
    const pin = { server: peers.server, tool: seen.name, digest: seen.digest, definition: seen.canonical };
    const pinned = await pins.get(peers.server, seen.name);
    if (odd !== undefined) {
      // The current definition is stored so that the user can compare it with the accepted one.
      if (pinned !== undefined && pinned.digest !== seen.digest) await pins.report(pin);
      return [changed(seen.name, irregularities[odd], true, book)];
    }
    if (pinned === undefined) {
      const isNew = await isKnown();
      const isTrusted = !isNew && !isPoisoned(definition);
      await pins.add(isTrusted ? pin : { ...pin, standing: 'new' });
      return isNew ? [added(seen.name)] : [];
    }
    await pins.report(pin);
    if (pinned.digest === seen.digest) {
      book.release(seen.name, 'tools.pin');
      return [];
    }
    const { isDangerous, text } = describeChange(pinned, pin, engine());
    return [changed(seen.name, text, isDangerous, book)];
  }

  /** Returns true for a first definition with instructions to the model; it stays `new` until the user accepts it. */
  function isPoisoned(definition: ToolDefinition): boolean {
    const matters = tools.poisoning === 'prompt' || tools.poisoning === 'block';
    return matters && containsInstructions(definition, engine());
  }

  function changed(tool: string, what: string, isDangerous: boolean, book: Context['tools']): Verdict {
    const reason = `the definition of tool \`${tool.slice(0, 100)}\` changed after it was accepted: ${what.slice(0, 500)}`;
    const action = actionOnChange(tools, isDangerous);
    if (action !== undefined) book.withhold(tool, { rule: 'tools.pin', reason, action });
    return { kind: 'note', rule: 'tools.pin', reason };
  }

  async function checkShadows(
    definitions: readonly ToolDefinition[],
    pins: Pins,
    { peers, tools: book }: Context,
  ): Promise<Verdict[]> {
    const servers = new Map<string, unknown[]>();
    for (const { server, definition } of await pins.others(peers.server)) {
      const known = servers.get(server);
      if (known === undefined) servers.set(server, [JSON.parse(definition)]);
      else known.push(JSON.parse(definition));
    }
    servers.set(peers.server, [...definitions]);
    return findShadowing(servers)
      .filter(({ server }) => server === peers.server)
      .map(({ tool, text }) => {
        if (tools.shadowing === 'block')
          book.withhold(tool, { rule: 'tools.shadowing', reason: text, action: 'block' });
        return { kind: 'note', rule: 'tools.shadowing', reason: text };
      });
  }
}

const irregularities = {
  twice: 'it is declared twice with different definitions',
  beyond: 'the server declares too many tools to check for duplicates',
} as const;

const added = (tool: string): Verdict => ({
  kind: 'note',
  rule: 'tools.pin',
  reason: `the tool \`${tool.slice(0, 100)}\` is new: the server did not list it before`,
});

function isLastPage({ message }: Reply): boolean {
  const { result } = message.value as { result?: unknown };
  // Clients request pages as long as there is a cursor. Most clients treat an empty cursor as a missing one.
  return isRecord(result) && !result['nextCursor'];
}

/** Returns the tools in the response to a list request, or undefined for other responses. */
function listedTools(reply: Reply | ServerNotification): readonly ToolDefinition[] | undefined {
  if (!('request' in reply) || reply.request?.method !== 'tools/list' || reply.message.failed)
    return undefined;
  const { result } = reply.message.value as { result?: unknown };
  return isRecord(result) && Array.isArray(result['tools']) ? readTools(result) : undefined;
}
