// Limits the folders that a client reports to a server. If the policy lists allowed folders, other folders are
// removed from separate responses and from responses inside the next call.

import { findArrayElements, isRecord, type JsonPath } from '@claw/jsonrpc-stream';
import type { CompiledPolicy, Policy } from '@claw/policy';
import type { Replacement, Reply, ServerNotification, Stage, Verdict } from '../../types.js';

const RULE = 'roots.allow_paths';

export function createRootsStage(policy: Policy, compile: (policy: Policy) => CompiledPolicy): Stage {
  const { allow_paths: path } = policy.settings.roots;
  if (path.length === 0) return { name: 'roots' };
  const reported = compile({
    dialect: 'ordered',
    default: 'deny',
    rules: [{ name: RULE, action: 'allow', enabled: true, source: [], match: { path } }],
    settings: { ...policy.settings, self: { protect: false } },
  });

  const isAllowed = (root: unknown): boolean => {
    const uri = isRecord(root) ? root['uri'] : undefined;
    // A URI with another scheme does not name a folder.
    if (typeof uri !== 'string' || !/^file:\/\//i.test(uri)) return false;
    const event = {
      method: 'resources/read',
      params: { uri },
      direction: 'client-to-server',
      server: '',
    } as const;
    return reported.evaluate(event).rule === RULE;
  };

  const judge = (
    bytes: Uint8Array,
    answers: readonly (readonly [JsonPath, unknown])[],
  ): Verdict | undefined => {
    const replacements = answers.flatMap(([at, roots]) => leaveOut(bytes, at, roots, isAllowed));
    if (replacements.length === 0) return undefined;
    return {
      kind: 'rewrite',
      rule: RULE,
      reason: 'removed roots that `roots.allow_paths` does not list',
      replacements,
    };
  };

  return {
    name: 'roots',
    request({ direction, params, message }) {
      if (direction !== 'client-to-server' || !isRecord(params['inputResponses'])) return undefined;
      const answers = Object.entries(params['inputResponses']).map(
        ([key, answer]) =>
          [
            ['params', 'inputResponses', key, 'roots'],
            isRecord(answer) ? answer['roots'] : undefined,
          ] as const,
      );
      return judge(message.bytes, answers);
    },
    reply(reply) {
      if (!isAboutRoots(reply)) return undefined;
      const { result } = reply.message.value as { result?: unknown };
      return judge(reply.message.bytes, [
        [['result', 'roots'], isRecord(result) ? result['roots'] : undefined],
      ]);
    },
  };
}

/**
 * Returns true for responses that contain roots. A client response without a pending request may contain roots as
 * well.
 */
const isAboutRoots = (reply: Reply | ServerNotification): reply is Reply =>
  'request' in reply &&
  reply.direction === 'client-to-server' &&
  (reply.origin === undefined || reply.origin.method === 'roots/list');

/** Returns the replacements that remove disallowed elements from a list. */
function leaveOut(
  bytes: Uint8Array,
  path: JsonPath,
  roots: unknown,
  isAllowed: (root: unknown) => boolean,
): readonly Replacement[] {
  if (roots === undefined) return [];
  const elements = findArrayElements(bytes, path);
  const list: readonly unknown[] = Array.isArray(roots) ? roots : [];
  const [first, last] = [elements[0], elements.at(-1)];
  if (first === undefined || last === undefined || list.every(isAllowed)) return [];
  const kept = elements.filter((_, index) => isAllowed(list[index]));
  const text = kept.map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end))).join(',');
  const span = { path, isKey: false, start: first.start, end: last.end };
  return [{ span, from: 0, to: 0, text, isJson: true }];
}
