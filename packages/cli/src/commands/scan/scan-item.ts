// Combines everything that is known about a server: its risk, the reasons, and its problems.

import { type Coverage, coverageOf, unprotectedReason } from '../../clients/coverage.js';
import { addressOf, type Server } from '../../clients/servers.js';
import { fixOrRemove, projectOf, targetOf, wrapCommand } from '../../wrap/wrap-command.js';
import { findKnownServer, hostOf, ownWords } from './capabilities.js';
import { findFileProblems } from './file-findings.js';
import { findLaunchProblems } from './launch-findings.js';
import { lowered, type Risk, type ScanFinding, worst } from './risk.js';

/** The result for one server. */
export interface ScanItem {
  readonly client: string;
  readonly file: string;
  readonly server: string;
  readonly scope: Server['scope'];
  /** The project folder, if `--project` selects the file. */
  readonly project?: string;
  /** True if the firewall protects the server. */
  readonly wrapped: boolean;
  /** Whether the server is protected, and if not, whether it can be. */
  readonly coverage: Coverage['kind'];
  readonly risk: Risk;
  readonly reasons: readonly string[];
  readonly findings: readonly ScanFinding[];
  /** The reason why the server did not return its declarations. */
  readonly unasked?: string;
}

export function rateServer(server: Server, findSecrets: (server: Server) => ScanFinding[]): ScanItem {
  const findings = [
    ...notProtected(server),
    ...findLaunchProblems(server),
    ...findSecrets(server),
    ...findFileProblems(server),
  ];
  return itemOf(server, findings);
}

/** Creates the item for a server with these findings. If findings are added later, the item is created again. */
export function itemOf(server: Server, findings: readonly ScanFinding[]): ScanItem {
  const wrapped = unprotectedReason(server) === undefined;
  const known = findKnownServer(server);
  const base = server.state.kind === 'ourselves' ? 'low' : (known?.risk ?? 'medium');
  const what = known ? `${known.title}: ${known.can}` : describeUnknown(server);
  const project = projectOf(server.source);
  return {
    client: server.client.name,
    file: server.source.file,
    server: server.entry.name,
    scope: server.scope,
    ...(project === undefined ? {} : { project }),
    wrapped,
    coverage: coverageOf(server).kind,
    risk: worst([wrapped ? lowered(base) : base, ...findings.map(({ severity }) => severity)]),
    reasons: [what, ...findings.map(({ message }) => message)],
    findings,
  };
}

function notProtected(server: Server): ScanFinding[] {
  const reason = unprotectedReason(server);
  if (reason === undefined) return [];
  const target = server.scope === 'project' ? targetOf(server.source) : `--client ${server.client.name}`;
  const { kind } = coverageOf(server);
  const convert = kind === 'convertible' ? ' --convert' : '';
  return [
    {
      rule: 'unprotected',
      severity: 'medium',
      message: reason,
      fix:
        kind === 'wrappable' || kind === 'convertible'
          ? `${wrapCommand(server.entry.name, server.source.file, target)}${convert}`
          : fixOrRemove,
    },
  ];
}

function describeUnknown(server: Server): string {
  const { state } = server;
  if (state.kind === 'ourselves') return 'ClawDefender itself';
  const address = addressOf(server);
  if (address !== undefined) return `unknown remote server at ${hostOf(address) ?? 'an invalid URL'}`;
  const [command] = ownWords(server);
  return command === undefined
    ? 'server without a command'
    : `unknown server with all capabilities of \`${command}\``;
}
