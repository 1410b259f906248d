// Tools are held to the definitions that were accepted: the first that is seen is trusted, a change is told, and where
// the policy says so the tool is not used until somebody has accepted it. Tools that look like another server's, too.
// A tool that a known server adds is a first definition as well: it is told, and used.

import {
  compareTools,
  type Digest,
  describeTool,
  type Engine,
  findShadowing,
  type ToolPin,
} from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { isRecord } from '../call.js';
import type { Pin, Pins } from '../ports.js';
import { readTools, type ToolDefinition } from '../tool-book.js';
import type { Asked, Context, Notice, Reply, Stage, Verdict } from '../types.js';

export function createPinsStage({ tools }: Settings, engine: () => Engine, digest: Digest): Stage {
  return {
    name: 'tools',
    holdsForAlikeReplies: ({ asked }) => asked?.method !== 'tools/list',
    reply(reply, context) {
      const definitions = listedTools(reply);
      if (definitions === undefined) return undefined;
      const asked = (reply as Reply).asked as Asked;
      context.tools.addPage(definitions, asked.params['cursor'] === undefined, asked.ticks);
      const { pins } = context;
      return pins === undefined
        ? undefined
        : checkAll(definitions, isLastPage(reply as Reply), pins, context);
    },
    answered(reply, _verdicts, { tools: book }) {
      // Not before: while a list is being judged, what was withheld is not to be used.
      if ('asked' in reply && reply.asked?.method === 'tools/list' && isLastPage(reply)) book.settle();
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
        known ??= await pins.knows(context.parties.server);
        return known;
      };
      for (const definition of definitions)
        verdicts.push(...(await checkOne(definition, pins, isKnown, context)));
      const names = isLast ? context.tools.wholeList() : undefined;
      // After its tools: whoever finds the server known finds them pinned.
      if (names !== undefined) await pins.listed(context.parties.server, names);
    }
    if (tools.shadowing !== 'off') verdicts.push(...(await checkShadows(definitions, pins, context)));
    return verdicts;
  }

  async function checkOne(
    definition: ToolDefinition,
    pins: Pins,
    isKnown: () => Promise<boolean>,
    { parties, tools: book }: Context,
  ): Promise<Verdict[]> {
    const seen = describeTool(definition, digest);
    if (seen === undefined) return [changed(definition.name, 'its definition cannot be read', book)];
    const odd = book.addDigest(seen.name, seen.digest);
    const pin = { server: parties.server, tool: seen.name, digest: seen.digest, definition: seen.canonical };
    const pinned = await pins.get(parties.server, seen.name);
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
    const reason = `the tool \`${tool.slice(0, 100)}\` has changed since it was accepted: ${what.slice(0, 500)}`;
    if (tools.pin !== 'warn') book.withhold(tool, { rule: 'tools.pin', reason });
    return { kind: 'note', rule: 'tools.pin', reason };
  }

  async function checkShadows(
    definitions: readonly ToolDefinition[],
    pins: Pins,
    { parties, tools: book }: Context,
  ): Promise<Verdict[]> {
    const servers = new Map<string, unknown[]>();
    for (const { server, definition } of await pins.others(parties.server)) {
      const known = servers.get(server);
      if (known === undefined) servers.set(server, [JSON.parse(definition)]);
      else known.push(JSON.parse(definition));
    }
    servers.set(parties.server, [...definitions]);
    return findShadowing(servers)
      .filter(({ server }) => server === parties.server)
      .map(({ tool, text }) => {
        if (tools.shadowing === 'block') book.withhold(tool, { rule: 'tools.shadowing', reason: text });
        return { kind: 'note', rule: 'tools.shadowing', reason: text };
      });
  }
}

const oddities = {
  twice: 'it is declared twice, in two ways',
  beyond: 'its server declares so many tools that nobody can tell whether it is declared twice',
} as const;

const added = (tool: string): Verdict => ({
  kind: 'note',
  rule: 'tools.pin',
  reason: `the tool \`${tool.slice(0, 100)}\` is new: its server did not have it when it listed its tools before`,
});

const toPin = ({ tool, digest, definition }: Pin): ToolPin => ({ name: tool, digest, canonical: definition });

function isLastPage({ message }: Reply): boolean {
  const { result } = message.value as { result?: unknown };
  // Clients go on as long as there is a cursor, and an empty one is none to most of them.
  return isRecord(result) && !result['nextCursor'];
}

/** The tools in the answer to a list; undefined when it is none. */
function listedTools(reply: Reply | Notice): readonly ToolDefinition[] | undefined {
  if (!('asked' in reply) || reply.asked?.method !== 'tools/list' || reply.message.failed) return undefined;
  const { result } = reply.message.value as { result?: unknown };
  return isRecord(result) && Array.isArray(result['tools']) ? readTools(result) : undefined;
}
