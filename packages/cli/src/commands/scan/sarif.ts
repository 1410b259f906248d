// Formats the result of a scan as SARIF 2.1.0, for code scanning and dashboards.

import { pathToFileURL } from 'node:url';
import type { History } from './history.js';
import type { Risk } from './risk.js';
import { historyRule, ruleOf } from './rules.js';
import type { ScanItem } from './scan-item.js';

const levels: Readonly<Record<Risk, string>> = {
  low: 'note',
  medium: 'warning',
  high: 'error',
  critical: 'error',
};

/** An item with its line in the file. */
export type PlacedItem = ScanItem & { readonly line: number };

/** Converts a result to SARIF. History results have no location, because the files may no longer exist. */
export function toSarif(items: readonly PlacedItem[], history: History | undefined, version: string): object {
  const past = history?.items ?? [];
  const rules = [
    ...new Set(items.flatMap(({ findings }) => findings.map(({ rule }) => rule))),
    ...(past.length > 0 ? [historyRule] : []),
  ];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'clawdefender',
            version,
            rules: rules.map(describe),
          },
        },
        results: [
          ...items.flatMap((item) =>
            item.findings.map(({ rule, severity, message, fix }) => ({
              ruleId: rule,
              ruleIndex: rules.indexOf(rule),
              level: levels[severity],
              message: { text: `${item.server}: ${message}. ${fix}` },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: pathToFileURL(item.file).href },
                    region: { startLine: item.line },
                  },
                  logicalLocations: [{ name: item.server, kind: 'object' }],
                },
              ],
              properties: { client: item.client, risk: item.risk },
            })),
          ),
          ...past.map(({ server, method, tool, now, rule, reason, count, last, doubt }) => ({
            ruleId: historyRule,
            ruleIndex: rules.indexOf(historyRule),
            level: now === 'deny' ? levels.high : levels.medium,
            message: {
              text: `${server}: ${tool ?? method} was allowed ${count === 1 ? 'once' : `${count} times`}, and \`${rule}\` would now ${now === 'deny' ? 'deny it' : 'require approval'}: ${reason}`,
            },
            locations: [{ logicalLocations: [{ name: server, kind: 'object' }] }],
            properties: { rule, count, last, ...(doubt === null ? {} : { doubt }) },
          })),
        ],
      },
    ],
  };
}

function describe(id: string): object {
  const { title, why } = ruleOf(id);
  return { id, shortDescription: { text: title }, fullDescription: { text: why }, help: { text: why } };
}
