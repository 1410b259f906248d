// Handles results of an unknown type. They are searched like all other results. A strict policy blocks them, because
// the behavior of clients is unknown.

import { isRecord } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import type { Stage } from '../types.js';

/** The result types of the protocol and of its task extension. */
const KNOWN: readonly unknown[] = [undefined, 'complete', 'input_required', 'task'];

export const createResultTypesStage = ({ wire }: Settings): Stage => ({
  name: 'result_types',
  reply({ direction, message }) {
    if (!wire.strict || direction !== 'server-to-client') return undefined;
    const { result } = message.value as { result?: unknown };
    if (!isRecord(result) || KNOWN.includes(result['resultType'])) return undefined;
    const reason = 'unknown `resultType`';
    return { kind: 'deny', rule: 'wire.strict', reason, blocked: true };
  },
});
