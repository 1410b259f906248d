// Decides whether a tool may be called: the server has declared it, its definition is accepted, and the arguments
// match its schema.

import { checkArguments, type Engine } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { whenReady } from '../../awaitable.js';
import type { Pin } from '../../ports.js';
import type { WithholdReason } from '../../tool-registry.js';
import type { Call, Context, Stage, Verdict } from '../../types.js';
import { actionOnChange, containsInstructions, describeChange } from './definition-change.js';

export const createToolUseStage = ({ wire, tools }: Settings, engine: () => Engine): Stage => ({
  name: 'tools',
  request(call, context) {
    const { tool } = call;
    if (tool === undefined || call.direction === 'server-to-client') return undefined;
    const undeclared = wire.unknown_tools === 'deny' ? checkDeclared(tool, context) : undefined;
    if (undeclared !== undefined) return undeclared;
    if (wire.strict && context.tools.isStale) return STALE;
    const fits = () => (tools.schema === 'off' ? undefined : checkSchema(call, tools.schema, context));
    const because = context.tools.whyWithheld(tool);
    if (because === undefined)
      return dependsOnOthers(tool, tools, context)
        ? whenReady(findEarlierReason(tool, tools, engine, context), (earlier) =>
            earlier ? withheld(earlier) : fits(),
          )
        : fits();
    return whenReady(wasAccepted(tool, because.rule, context), (accepted) =>
      accepted ? fits() : withheld(because),
    );
  },
});

const STALE: Verdict = {
  kind: 'deny',
  rule: 'wire.strict',
  reason: 'the server announced that its tools changed, and they were not listed again',
  suggestion: 'call `tools/list` again',
};

function checkDeclared(tool: string, { tools }: Context): Verdict | undefined {
  if (tools.has(tool)) return undefined;
  return {
    kind: 'deny',
    rule: 'wire.unknown_tools',
    reason: 'the server does not list this tool',
    suggestion: 'call `tools/list` and use a listed tool',
  };
}

/** True when the user has accepted the definition since it was listed; the tool can be used at once then. */
function wasAccepted(tool: string, rule: string, { tools, pins, peers }: Context): Awaitable<boolean> {
  if (rule === 'tools.shadowing') return false;
  return whenReady(pins?.get(peers.server, tool), (pinned) => {
    if (pinned === undefined || pinned.digest !== tools.digest(tool)) return false;
    // A first definition with instructions is not trusted on first use.
    if (rule === 'tools.poisoning' && pinned.standing !== undefined) return false;
    tools.release(tool, rule);
    return true;
  });
}

/** True if this connection has not seen the current definition; then the results of other connections count. */
const dependsOnOthers = (
  tool: string,
  { pin, dangerous_change, poisoning }: Settings['tools'],
  { tools, pins }: Context,
): boolean =>
  pins !== undefined &&
  (isEnforced(pin) || (pin === 'warn' && isEnforced(dangerous_change)) || isEnforced(poisoning)) &&
  (tools.digest(tool) === undefined || tools.isStale);

const isEnforced = (action: string): boolean => action === 'prompt' || action === 'block';

/**
 * The reason why earlier connections withheld the tool: a client may keep its list for longer than a proxy
 * runs, and never request it again.
 */
function findEarlierReason(
  tool: string,
  settings: Settings['tools'],
  engine: () => Engine,
  context: Context,
): Awaitable<WithholdReason | undefined> {
  const { pins, peers } = context;
  // A synchronous store keeps the call in its chunk.
  return whenReady(pins?.get(peers.server, tool), (pinned) => {
    if (pinned === undefined) return undefined;
    return whenReady(pins?.openChange(peers.server, tool), (offered) =>
      reasonOf(tool, { pinned, offered }, settings, engine, context),
    );
  });
}

function reasonOf(
  tool: string,
  { pinned, offered }: { readonly pinned: Pin; readonly offered: Pin | undefined },
  settings: Settings['tools'],
  engine: () => Engine,
  { tools }: Context,
): WithholdReason | undefined {
  tools.assumeDigest(tool, (offered ?? pinned).digest);
  if (offered !== undefined && settings.pin !== 'off') {
    const { isDangerous } = describeChange(pinned, offered, engine());
    const action = actionOnChange(settings, isDangerous);
    if (action !== undefined) return { rule: 'tools.pin', reason: EARLIER_CHANGE, action };
  }
  const { poisoning } = settings;
  if ((poisoning === 'prompt' || poisoning === 'block') && isUntrusted(pinned, engine))
    return { rule: 'tools.poisoning', reason: EARLIER_INSTRUCTIONS, action: poisoning };
  return undefined;
}

const isUntrusted = ({ standing, definition }: Pin, engine: () => Engine): boolean =>
  standing === 'new' && containsInstructions(JSON.parse(definition), engine());

const EARLIER_CHANGE =
  'an earlier `tools/list` showed that the definition of the tool changed after it was accepted';
const EARLIER_INSTRUCTIONS =
  'an earlier `tools/list` showed that the description of the tool contains instructions to the model';

/** The reasons quote definitions of the server, and the model that reads the error must not see them. */
const PUBLIC_REASONS: Readonly<Record<string, string>> = {
  'tools.pin':
    'the definition of the tool changed after it was accepted; run `clawdefender tools diff` to review it',
  'tools.poisoning':
    'the description of the tool contains instructions to the model; run `clawdefender tools list` to review it',
  'tools.shadowing': 'the tool imitates or mentions a tool of another server',
};

const withheld = ({ rule, reason, action }: WithholdReason): Verdict =>
  action === 'prompt'
    ? { kind: 'ask', rule, reason, refusal: PUBLIC_REASONS[rule] }
    : { kind: 'deny', blocked: true, rule, reason, message: PUBLIC_REASONS[rule] };

function checkSchema(call: Call, action: 'warn' | 'deny', { tools }: Context): Verdict | undefined {
  const schema = tools.get(call.tool as string)?.['inputSchema'];
  if (schema === undefined) return undefined;
  const problem = checkArguments(schema, call.params['arguments'] ?? {});
  if (problem === undefined) return undefined;
  const { kind, where, text } = problem;
  const reason = `the arguments do not match the schema of the tool: ${where === '' ? '' : `${where}: `}${text}`;
  // A schema that cannot be evaluated is not the fault of the call.
  if (action === 'warn' || kind === 'unchecked') return { kind: 'note', rule: 'tools.schema', reason };
  return {
    kind: 'deny',
    rule: 'tools.schema',
    reason,
    suggestion: 'call the tool with arguments that match its schema',
  };
}
