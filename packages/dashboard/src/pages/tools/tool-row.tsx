// Shows one tool: its state, its changes since acceptance, and a button to accept it.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { Tool } from '../../api/types.js';
import { Problem } from '../../components/card.js';
import { Badge, Button } from '../../components/controls.js';
import { Dialog } from '../../components/dialog.js';
import { Icon } from '../../components/icons.js';
import { Diff } from '../../components/json.js';
import { Coded } from '../../text/coded.js';

const tones: Readonly<Record<Tool['state'], string>> = {
  accepted: 'allow',
  new: 'prompt',
  changed: 'deny',
  removed: 'log',
};

const isDangerous = ({ state, changes, findings }: Tool): boolean =>
  changes.some(({ weight }) => weight === 'dangerous') || (state === 'new' && findings.length > 0);

export function ToolRow({ tool, onDecided }: { tool: Tool; onDecided: () => void }) {
  const { tool: name, state, description, changes, diff, findings } = tool;
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const accept = async () => {
    setAsking(false);
    try {
      await request('POST', '/api/tools/accept', { server: tool.server, tool: name, digest: tool.digest });
      setProblem(undefined);
    } catch (error) {
      setProblem((error as Error).message);
    }
    // The list is loaded again after an error as well, because then the definition has changed since it was displayed.
    onDecided();
  };
  return (
    <li class="flex flex-col gap-2 py-2.5 sm:flex-row sm:items-start sm:gap-3">
      <details class="group min-w-0 flex-1" open={state !== 'accepted'}>
        <summary class="flex min-h-8 flex-wrap items-center gap-2">
          <Icon name="link" class="size-3.5 text-muted transition group-open:rotate-90" />
          <code class="untrusted font-mono font-semibold">{name}</code>
          <Badge tone={tones[state]}>{state}</Badge>
          {findings.length > 0 && <Badge tone="deny">suspicious</Badge>}
          <span class="untrusted min-w-0 flex-1 truncate text-xs text-muted group-open:invisible">
            {description}
          </span>
        </summary>
        <div class="mt-2 grid gap-2 sm:pl-6">
          <Problem message={problem} />
          {description !== null && <p class="untrusted whitespace-pre-wrap text-muted">{description}</p>}
          {findings.map(({ detector, severity, where, excerpt }, index) => (
            <p key={index} class="flex flex-wrap items-center gap-2">
              <Badge tone="deny">{severity}</Badge>
              <code class="untrusted font-mono text-xs">{detector}</code>
              <span class="untrusted text-xs text-muted">
                in {where}: “{excerpt}”
              </span>
            </p>
          ))}
          {changes.map(({ weight, where, text }, index) => (
            <p key={index} class="flex flex-wrap items-center gap-2">
              <Badge tone={weight === 'dangerous' ? 'deny' : weight === 'notable' ? 'prompt' : undefined}>
                {weight}
              </Badge>
              <code class="untrusted font-mono text-xs">{where}</code>
              <span class="untrusted text-xs text-muted">
                <Coded text={text} />
              </span>
            </p>
          ))}
          {diff.length > 0 && <Diff lines={diff} />}
        </div>
      </details>
      {state !== 'accepted' && tool.digest !== null && (
        <Button
          small
          kind={isDangerous(tool) ? 'plain' : 'primary'}
          onClick={() => (isDangerous(tool) ? setAsking(true) : void accept())}
        >
          {isDangerous(tool) ? 'Accept …' : 'Accept'}
        </Button>
      )}
      {isAsking && (
        <Dialog title="Accept a dangerous change?" onClose={() => setAsking(false)}>
          <p class="untrusted text-muted">
            The definition of <b class="text-ink">{name}</b> contains instructions to the model or allows more
            than before. Accept it only if you know why the server has changed it.
          </p>
          <div class="mt-5 flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button kind="danger" onClick={() => void accept()}>
              Accept anyway
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}
