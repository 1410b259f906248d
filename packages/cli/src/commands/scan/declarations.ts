// Reports problems in the declarations of servers: instructions to the model, tools that shadow tools of another
// server, and changes since acceptance. The detectors find suspicious text; this file converts the results into scan
// findings.

import { createHash } from 'node:crypto';
import {
  type ChangeWeight,
  createEngine,
  createToolPin,
  type Engine,
  findShadowing,
  inspectServer,
  inspectTool,
  type LocatedFinding,
  type Shadowing,
  toPrintable,
} from '@claw/detectors';
import type { Store, ToolPins } from '@claw/store';
import { addressOf, type Server } from '../../clients/servers.js';
import { pinName } from '../../state/program-pins.js';
import { shellQuote } from '../../terminal/shell-quote.js';
import { serverProgram } from '../../wrap/program/server-program.js';
import { changesBetween } from '../tools/items.js';
import { ownWords } from './capabilities.js';
import type { Declaration } from './list-tools.js';
import { type Risk, risks, type ScanFinding } from './risk.js';

type Declarations = ReadonlyMap<Server, Declaration>;

/** Returns the findings for each server whose declarations are known. */
export async function inspectDeclarations(
  declarations: Declarations,
  { pins, table }: Pick<Store, 'pins' | 'table'>,
): Promise<ReadonlyMap<Server, readonly ScanFinding[]>> {
  const engine = createEngine({ kinds: ['injection'] });
  const shadows = findShadows(declarations);
  const found = new Map<Server, readonly ScanFinding[]>();
  for (const [server, declaration] of declarations)
    found.set(server, [
      ...findPoison(declaration, engine),
      ...(shadows.get(server) ?? []),
      ...(await findChanges(
        await pinName(table, server.entry.name, programOf(server)),
        declaration,
        pins,
        engine,
      )),
    ]);
  return found;
}

const readFirst = 'review the text, or remove the server';

function findPoison({ tools, about }: Declaration, engine: Engine): ScanFinding[] {
  const toFindings = (whose: string, places: readonly LocatedFinding[]): ScanFinding[] => {
    const [worst] = [...places].sort((left, right) => bySeverity(right) - bySeverity(left));
    if (worst === undefined) return [];
    const what = worst.kind === 'injection' ? 'contains instructions to the model' : 'has an unsafe icon';
    return [
      {
        rule: 'poisoned',
        severity: worst.severity,
        message: `${whose} ${what}: “${worst.excerpt}” in ${worst.where}`,
        fix: readFirst,
      },
    ];
  };
  return [
    ...tools.flatMap((tool) => toFindings(`the tool \`${nameOf(tool)}\``, inspectTool(tool, engine))),
    ...toFindings('the self-description of the server', inspectServer(about, engine)),
  ];
}

const bySeverity = ({ severity }: LocatedFinding): number => risks.indexOf(severity);

const nameOf = (tool: unknown): string =>
  toPrintable(String((tool as { name?: unknown } | null)?.name ?? ''), 60);

/**
 * Finds tools that shadow each other. Only servers of the same client are compared, because only they share a model.
 */
function findShadows(declarations: Declarations): ReadonlyMap<Server, readonly ScanFinding[]> {
  const found = new Map<Server, ScanFinding[]>();
  const servers = [...declarations.keys()];
  for (const client of new Set(servers.map(({ client }) => client))) {
    // If a client has servers with the same name in two scopes, it uses only one of them.
    const own = new Map(
      servers.filter((server) => server.client === client).map((server) => [server.entry.name, server]),
    );
    const tools = new Map([...own].map(([name, server]) => [name, declarations.get(server)?.tools ?? []]));
    const shadows = findShadowing(tools);
    for (const [name, server] of own) found.set(server, shadowFindings(name, shadows));
  }
  return found;
}

/**
 * Returns the findings for one server. A name conflict is reported for both servers; a description that mentions the
 * tools of another server is reported only for its own server.
 */
function shadowFindings(name: string, all: readonly Shadowing[]): ScanFinding[] {
  const own = all.filter(
    ({ server, other, kind }) => server === name || (other.server === name && kind !== 'mention'),
  );
  const groups = new Map<string, Shadowing[]>();
  for (const shadow of own) {
    const key = JSON.stringify([shadow.kind, shadow.server, shadow.other.server]);
    groups.set(key, [...(groups.get(key) ?? []), shadow]);
  }
  return [...groups.values()].map(([first, ...more]) => ({
    rule: 'shadowing',
    severity: first?.kind === 'same-name' ? ('medium' as const) : ('high' as const),
    message: `${first?.text}${more.length === 0 ? '' : `, and ${more.length} more`}: the model may call the wrong tool`,
    fix: 'rename or remove one of the two servers',
  }));
}

const severities: Readonly<Record<ChangeWeight, Risk>> = {
  dangerous: 'high',
  notable: 'medium',
  cosmetic: 'low',
};

function programOf(server: Server): string {
  const address = addressOf(server);
  return serverProgram(
    address !== undefined && URL.canParse(address) ? { url: new URL(address) } : { words: ownWords(server) },
  );
}

async function findChanges(
  server: string,
  { tools }: Declaration,
  pins: ToolPins,
  engine: Engine,
): Promise<ScanFinding[]> {
  const found: ScanFinding[] = [];
  for (const definition of tools) {
    const seen = createToolPin(definition, (text) => createHash('sha256').update(text).digest('hex'));
    const accepted = seen && (await pins.get(server, seen.name));
    if (seen === undefined || accepted === undefined || accepted.digest === seen.digest) continue;
    const pin = { server, tool: seen.name, digest: seen.digest, definition: seen.canonical };
    // If the policy does not compare definitions, the store would lack the current definition, which `tools diff`
    // shows.
    await pins.report(pin);
    const [worst] = changesBetween(accepted, pin, engine);
    found.push({
      rule: 'changed',
      severity: severities[worst?.weight ?? 'notable'],
      message: `the tool \`${nameOf(definition)}\` has changed since it was accepted:  ${worst?.text}`,
      fix: `clawdefender tools diff ${shellQuote(server)}`,
    });
  }
  return found;
}
