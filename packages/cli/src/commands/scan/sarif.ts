// The result of a scan as SARIF 2.1.0, for code scanning and dashboards.

import { pathToFileURL } from 'node:url';
import type { History } from './history.js';
import type { ScanItem } from './rate.js';
import type { Risk } from './risk.js';

const levels: Readonly<Record<Risk, string>> = {
  low: 'note',
  medium: 'warning',
  high: 'error',
  critical: 'error',
};

/** What has passed and would not pass today; the files that it is about are long gone, so it has no place. */
const historyRule = 'passed-before';

export function toSarif(items: readonly ScanItem[], history: History | undefined, version: string): object {
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
            rules: rules.map((id) => ({ id, name: id, shortDescription: { text: id } })),
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
                  physicalLocation: { artifactLocation: { uri: pathToFileURL(item.file).href } },
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
              text: `${server}: ${tool ?? method} passed ${count === 1 ? 'once' : `${count} times`}, and \`${rule}\` would ${now === 'deny' ? 'refuse it' : 'ask'} today: ${reason}`,
            },
            locations: [{ logicalLocations: [{ name: server, kind: 'object' }] }],
            properties: { rule, count, last, ...(doubt === null ? {} : { doubt }) },
          })),
        ],
      },
    ],
  };
}
