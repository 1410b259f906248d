// What a recorded call or a report is about, in words that can be compared: the places that it names, whichever way it spells them.
// Links are not followed: where they led at that time is not known any more.

import type { AuditRecord } from '@claw/audit';
import { type CompiledPolicy, compilePolicy, effectNames, loadPolicy, type PolicyEvent } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { thisMachine } from '../policy/policy-file.js';

export interface Deed {
  readonly effects: readonly string[];
  readonly resources: readonly string[];
}

/** Finds the deeds of records. */
export type FindDeed = (record: AuditRecord) => Deed;

/** The argument under which the target of a report would stand in a call. */
const places: Readonly<Record<string, string>> = {
  shell_execute: 'command',
  network_request: 'url',
  resource_access: 'uri',
  other: 'target',
};

/** Of a long target the record of a report has the beginning only; that of a call may have all of it. */
const longestRecorded = 1024;

export async function createFindDeed(): Promise<FindDeed> {
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
    params: { name: tool ?? '', arguments: { [places[tool ?? ''] ?? 'path']: target } },
  };
}

function describe(event: PolicyEvent, engine: CompiledPolicy, isReport: boolean): Deed {
  const prepared = engine.prepare(event);
  const { paths, hosts, effects, uris, tool } = prepared.facts;
  const { arguments: args } = (event.params ?? {}) as { arguments?: Readonly<Record<string, unknown>> };
  const texts = Object.values(args ?? {}).filter((value) => typeof value === 'string');
  const named = [
    ...(prepared.access()?.resource ?? []),
    // Paths in their plainest spelling, which is the one that links would be looked for in.
    ...prepared.questions(),
    ...paths.map(({ text }) => text),
    ...hosts.map(({ text }) => text),
    ...uris,
    // What names no place is known by what was said, and a call that says nothing by its tool. (That of a report is only a kind.)
    ...texts,
    ...(tool === undefined || isReport ? [] : [tool]),
  ];
  return {
    // What is reported as something else is known by its words alone.
    effects: isReport && tool === 'other' ? [] : effectNames(effects),
    resources: [...new Set(named.map((text) => text.slice(0, longestRecorded)))],
  };
}
