// Puts the firewall together for one proxy: the policy that holds, compiled for this machine, with everything that the
// decision needs from outside.

import { createHash } from 'node:crypto';
import { createFirewall, createPipeline } from '@claw/pipeline';
import { compilePolicy, foldersOfPolicy, type Policy, type Settings } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import type { StdioProxyOptions } from '@claw/proxy-stdio';
import { readPolicy, thisMachine } from '../commands/policy/policy-file.js';
import { createLinkResolver } from '../links.js';
import type { Output } from '../output.js';
import { systemClock } from './clock.js';
import { describeDecision } from './decision-log.js';

export interface FirewallRequest {
  readonly server: string;
  /** A policy file that was named on the command line. */
  readonly policyFile: string | undefined;
  readonly mode: 'enforce' | 'observe';
  readonly output: Output;
}

/** What a proxy needs to enforce a policy. */
export type Firewall = Required<Pick<StdioProxyOptions, 'connect' | 'wire'>>;

/** The firewall, or undefined when its policy cannot be used; why is on stderr then. */
export async function composeFirewall(request: FirewallRequest): Promise<Firewall | undefined> {
  const { server, policyFile, mode, output } = request;
  const read = await readPolicy(policyFile, output, (source) => announce(source, request));
  if (read === undefined) return undefined;
  const policy = policyFile === undefined ? read : withSelfProtection(read);
  const { settings } = policy;
  const [guard] = settings.guard;
  if (guard !== undefined) {
    output.complain(
      `\`[[guard]]\` with rule_type \`${guard.rule_type}\` is not enforced by \`proxy\`; remove it`,
    );
    return undefined;
  }
  const environment = thisMachine();
  const shell = await loadShell();
  const followLinks = createLinkResolver();
  const links = await followLinks(foldersOfPolicy(policy, environment));
  const pipeline = createPipeline(policy, {
    compile: (one) => compilePolicy(one, { environment, shell, links }),
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  });
  return {
    connect: createFirewall({
      pipeline: () => pipeline,
      server,
      clock: systemClock,
      mode,
      links: { resolve: followLinks },
      onDecision(entry) {
        const line = describeDecision(entry);
        if (line !== undefined) output.complain(`${server}: ${line}`);
      },
    }),
    wire: toWire(settings),
  };
}

/** What holds and who chose it: a command line may come from a repository that was only cloned. */
function announce(source: string | undefined, { server, policyFile, mode, output }: FirewallRequest): void {
  if (source === undefined)
    output.complain(`${server}: no policy of your own yet; the built-in preset \`balanced\` holds`);
  else if (policyFile !== undefined)
    output.complain(`${server}: the policy \`${source}\` was named on the command line`);
  if (mode === 'observe')
    output.complain(`${server}: only observing, as the command line says: nothing is refused`);
}

/** Only the file in our own folder can switch it off: whoever writes a command line must not. */
const withSelfProtection = (policy: Policy): Policy => ({
  ...policy,
  settings: { ...policy.settings, self: { ...policy.settings.self, protect: true } },
});

const toWire = ({ limits, wire }: Settings): Firewall['wire'] => ({
  limits: { maxMessage: limits.max_message, maxDepth: limits.max_depth, maxBuffer: limits.max_buffer },
  strict: wire.strict,
  unmatched: wire.unmatched,
  nonJson: wire.non_json,
});
