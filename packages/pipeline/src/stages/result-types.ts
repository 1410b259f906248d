// Results of a type that the protocol does not know: they are searched like all others, and a strict policy keeps them
// back, since nobody can say what a client makes of them.

import type { Settings } from '@claw/policy';
import { isRecord } from '../is-record.js';
import type { Stage } from '../types.js';

/** Of the protocol, and of its extension for tasks. */
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
