// Converts the effects and resources of a logged call or report to a form in which they can be compared. Symbolic links
// are not resolved, because their targets at the time of the call are unknown.

import type { AuditRecord } from '@claw/audit';
import { type CompiledPolicy, compilePolicy, effectNames, loadPolicy, type PolicyEvent } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { thisMachine } from '../../firewall/this-machine.js';

export interface RecordedAction {
  readonly effects: readonly string[];
  readonly resources: readonly string[];
}

/** Extracts the action of an audit entry. */
export type DescribeAction = (record: AuditRecord) => RecordedAction;

/** The argument of a call that holds the target, for each type of report. */
const targetArguments: Readonly<Record<string, string>> = {
  shell_execute: 'command',
  network_request: 'url',
  resource_access: 'uri',
  other: 'target',
};

/** A target of at least this length may be truncated, because reports store only the beginning of a long target. */
const maxRecordedLength = 1024;

export async function createDescribeAction(): Promise<DescribeAction> {
  const engine = compilePolicy(await loadPolicy('default = "allow"\n'), {
    environment: thisMachine(),
    shell: await loadShell(),
  });
  return (record) => describe(toEvent(record), engine, record.kind === 'report');
}

function toEvent({ kind, method = 'tools/call', tool, arguments: args }: AuditRecord): PolicyEvent {
  if (kind !== 'report') {
    const params = method === 'tools/call' ? { name: tool ?? '', arguments: args } : args;
    return { method, params };
  }
  const { target } = (args ?? {}) as { target?: unknown };
  if (tool === 'resource_access') return { method: 'resources/read', params: { uri: target } };
  return {
    method: 'tools/call',
    params: { name: tool ?? '', arguments: { [targetArguments[tool ?? ''] ?? 'path']: target } },
  };
}

function describe(event: PolicyEvent, engine: CompiledPolicy, isReport: boolean): RecordedAction {
  const prepared = engine.prepare(event);
  const { paths, hosts, effects, uris, tool } = prepared.facts;
  const { arguments: args } = (event.params ?? {}) as { arguments?: Readonly<Record<string, unknown>> };
  const texts = Object.values(args ?? {}).filter((value) => typeof value === 'string');
  const named = [
    ...(prepared.access()?.resource ?? []),
    // Normalized paths.
    ...prepared.pathsToResolve(),
    ...paths.map(({ text }) => text),
    ...hosts.map(({ text }) => text),
    ...uris,
    // Without a path, host or URI, the other arguments and the tool identify the call. The tool of a report is only a
    // category.
    ...texts,
    ...(tool === undefined || isReport ? [] : [tool]),
  ];
  return {
    // A report of the type `other` has no known effect.
    effects: isReport && tool === 'other' ? [] : effectNames(effects),
    resources: [...new Set(named.map((text) => text.slice(0, maxRecordedLength)))],
  };
}
