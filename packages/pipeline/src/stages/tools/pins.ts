// Tools are held to the definitions that were accepted: the first that is seen is trusted, a change is told, and where
// the policy says so the tool is not used until somebody has accepted it. Tools that look like another server's, too.
// A tool that a known server adds is a first definition as well: it is told, and used.

import {
  compareTools,
  createToolPin,
  type DigestFunction,
  type Engine,
  findShadowing,
  type ToolPin,
} from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { isRecord } from '../../is-record.js';
import type { Pin, Pins } from '../../ports.js';
import { readTools, type ToolDefinition } from '../../tool-registry.js';
import type { Context, Reply, SentRequest, ServerNotification, Stage, Verdict } from '../../types.js';

export function createPinsStage({ tools }: Settings, engine: () => Engine, digest: DigestFunction): Stage {
  return {
    name: 'tools',
    reply(reply, context) {
      const definitions = listedTools(reply);
      if (definitions === undefined) return undefined;
      const asked = (reply as Reply).request as SentRequest;
      context.tools.addPage(definitions, asked.params['cursor'] === undefined, asked.ticks);
      const { pins } = context;
      return pins === undefined
        ? undefined
        : checkAll(definitions, isLastPage(reply as Reply), pins, context);
    },
    onDelivered(reply, _verdicts, { tools: book }) {
      // Not before: while a list is being judged, what was withheld is not to be used.
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
      // After its tools: whoever finds the server known finds them pinned.
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
    if (seen === undefined) return [changed(definition.name, 'its definition cannot be read', book)];
    const odd = book.addDigest(seen.name, seen.digest);
    const pin = { server: peers.server, tool: seen.name, digest: seen.digest, definition: seen.canonical };
    const pinned = await pins.get(peers.server, seen.name);
    if (odd !== undefined) {
      // A person shall see what is offered under an accepted name.
      if (pinned !== undefined && pinned.digest !== seen.digest) await pins.report(pin);
      return [changed(seen.name, oddities[odd], book)];
    }
    if (pinned === undefined) {
      const isNew = await isKnown();
      await pins.add(isNew ? { ...pin, standing: 'new' } : pin);
      return isNew ? [added(seen.name)] : [];
    }
    await pins.report(pin);
    if (pinned.digest === seen.digest) {
      book.release(seen.name, 'tools.pin');
      return [];
    }
    const changes = compareTools(toPin(pinned), seen, engine()).map(({ text }) => text);
    return [changed(seen.name, changes.join('; ') || 'its definition differs', book)];
  }

  function changed(tool: string, what: string, book: Context['tools']): Verdict {
    const reason = `the definition of tool \`${tool.slice(0, 100)}\` changed after it was accepted: ${what.slice(0, 500)}`;
    if (tools.pin !== 'warn') book.withhold(tool, { rule: 'tools.pin', reason });
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
        if (tools.shadowing === 'block') book.withhold(tool, { rule: 'tools.shadowing', reason: text });
        return { kind: 'note', rule: 'tools.shadowing', reason: text };
      });
  }
}

const oddities = {
  twice: 'it is declared twice with different definitions',
  beyond: 'the server declares too many tools to check for duplicates',
} as const;

const added = (tool: string): Verdict => ({
  kind: 'note',
  rule: 'tools.pin',
  reason: `the tool \`${tool.slice(0, 100)}\` is new: the server did not list it before`,
});

const toPin = ({ tool, digest, definition }: Pin): ToolPin => ({ name: tool, digest, canonical: definition });

function isLastPage({ message }: Reply): boolean {
  const { result } = message.value as { result?: unknown };
  // Clients go on as long as there is a cursor, and an empty one is none to most of them.
  return isRecord(result) && !result['nextCursor'];
}

/** The tools in the answer to a list; undefined when it is none. */
function listedTools(reply: Reply | ServerNotification): readonly ToolDefinition[] | undefined {
  if (!('request' in reply) || reply.request?.method !== 'tools/list' || reply.message.failed)
    return undefined;
  const { result } = reply.message.value as { result?: unknown };
  return isRecord(result) && Array.isArray(result['tools']) ? readTools(result) : undefined;
}
