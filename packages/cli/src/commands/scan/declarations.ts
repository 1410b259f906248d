// What servers declare, inspected: instructions to the model in descriptions, invisible characters, and tools that take the
// name of another server's tool. This file is the only one that knows how; it takes definitions and gives findings.

import { createEngine, type Engine, findStrings } from '@claw/detectors';
import type { Declaration } from './live.js';
import type { ScanFinding } from './risk.js';

/** The findings for each server, by its key. */
export function inspectDeclarations(
  declarations: ReadonlyMap<string, Declaration>,
): ReadonlyMap<string, readonly ScanFinding[]> {
  const engine = createEngine({ kinds: ['injection'] });
  return new Map(
    [...declarations].map(([key, declaration]) => [
      key,
      [...findPoison(declaration, engine), ...findShadows(key, declarations)],
    ]),
  );
}

function findPoison({ tools, instructions }: Declaration, engine: Engine): ScanFinding[] {
  const poisoned = (value: unknown, where: string): ScanFinding[] => {
    const strings = [...findStrings(value)];
    const injected = strings.some(({ text }) => engine.detect(text, { as: 'description' }).length > 0);
    const hidden = strings.some(({ text }) => invisible.test(text));
    return [
      ...(injected
        ? [
            {
              rule: 'poisoned',
              severity: 'critical' as const,
              message: `${where} gives instructions to the model`,
              fix: 'remove the server, or read its descriptions before you trust it',
            },
          ]
        : []),
      ...(hidden
        ? [
            {
              rule: 'invisible',
              severity: 'high' as const,
              message: `${where} holds invisible characters`,
              fix: 'remove the server, or read its descriptions before you trust it',
            },
          ]
        : []),
    ];
  };
  return [
    ...tools.flatMap((tool) => poisoned(tool, `its tool \`${nameOf(tool)}\``)),
    ...poisoned(instructions ?? '', 'its introduction'),
  ];
}

/** Tags, zero-width characters and turned text; the joiner inside emoji is left out. */
const invisible = /[\u200b\u200c\u2060-\u2064\u202a-\u202e\u2066-\u2069\u00ad\ufeff]|[\u{e0000}-\u{e007f}]/u;

function findShadows(key: string, declarations: ReadonlyMap<string, Declaration>): ScanFinding[] {
  const own = new Set(declarations.get(key)?.tools.map(nameOf));
  return [...declarations].flatMap(([other, { tools }]) => {
    const shared = other === key ? [] : tools.map(nameOf).filter((name) => own.has(name));
    if (shared.length === 0) return [];
    return [
      {
        rule: 'shadowing',
        severity: 'medium' as const,
        message: `${shared
          .slice(0, 3)
          .map((name) => `\`${name}\``)
          .join(
            ', ',
          )} ${shared.length > 3 ? 'and others are' : 'is'} also a tool of \`${other}\`: a model may call the wrong one`,
        fix: 'rename or remove one of the two servers',
      },
    ];
  });
}

const nameOf = (tool: unknown): string => String((tool as { name?: unknown } | null)?.name ?? '');
