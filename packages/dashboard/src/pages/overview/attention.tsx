// Shows problems that need attention, the most urgent first.

import type { Attention } from '../../api/types.js';
import { Card, Empty } from '../../components/card.js';
import { Icon, type IconName } from '../../components/icons.js';
import { Coded } from '../../text/coded.js';
import { lookUp } from '../../text/look-up.js';
import { Body } from './body.js';

const icons: Readonly<Record<string, IconName>> = {
  kill: 'power',
  approvals: 'approvals',
  tools: 'tools',
  policy: 'policy',
  unprotected: 'gateway',
};

/** The list of problems, which is at the top of the page on a phone. */
export const AttentionCard = ({ items }: { items: readonly Attention[] | undefined }) => (
  <Card title="Needs attention" class="max-lg:order-first">
    <Body data={items} list="Needs attention">
      {(shown) =>
        shown.length === 0 ? (
          <Empty icon="check" title="Nothing needs attention">
            Pending approvals, changed tools and problems with the policy appear here.
          </Empty>
        ) : (
          <ul class="grid gap-2">
            {shown.map(({ kind, text, href }) => (
              <li key={text}>
                <a
                  href={href}
                  class="flex items-center gap-3 rounded-lg border border-line p-2.5 hover:bg-raised"
                >
                  <span
                    class={`rounded-lg p-1.5 ${kind === 'kill' || kind === 'policy' ? 'soft-deny' : 'soft-prompt'}`}
                  >
                    <Icon name={lookUp(icons, kind) ?? 'threats'} class="size-4" />
                  </span>
                  <span class="untrusted min-w-0 flex-1">
                    <Coded text={text} />
                  </span>
                  <Icon name="link" class="size-4 text-muted" />
                </a>
              </li>
            ))}
          </ul>
        )
      }
    </Body>
  </Card>
);
