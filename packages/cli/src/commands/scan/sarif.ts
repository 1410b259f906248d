// The result of a scan as SARIF 2.1.0, for code scanning and dashboards.

import { pathToFileURL } from 'node:url';
import type { ScanItem } from './rate.js';
import type { Risk } from './risk.js';

const levels: Readonly<Record<Risk, string>> = {
  low: 'note',
  medium: 'warning',
  high: 'error',
  critical: 'error',
};

export function toSarif(items: readonly ScanItem[], version: string): object {
  const rules = [...new Set(items.flatMap(({ findings }) => findings.map(({ rule }) => rule)))];
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
        results: items.flatMap((item) =>
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
      },
    ],
  };
}
