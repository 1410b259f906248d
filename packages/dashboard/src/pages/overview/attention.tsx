// Shows problems that need attention, the most urgent first.

import type { ComponentChildren } from 'preact';
import type { Attention } from '../../api/types.js';
import { Card, Empty } from '../../components/card.js';
import { Icon, type IconName } from '../../components/icons.js';
import { hrefTo } from '../../shell/location.js';
import { Coded } from '../../text/coded.js';
import { lookUp } from '../../text/look-up.js';
import { Body } from './body.js';

const icons: Readonly<Record<string, IconName>> = {
  kill: 'power',
  audit: 'events',
  approvals: 'approvals',
  tools: 'tools',
  policy: 'policy',
  unprotected: 'gateway',
};

const urgent: ReadonlySet<string> = new Set(['kill', 'audit', 'policy']);

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
                <Row href={href}>
                  <span class={`rounded-lg p-1.5 ${urgent.has(kind) ? 'soft-deny' : 'soft-prompt'}`}>
                    <Icon name={lookUp(icons, kind) ?? 'threats'} class="size-4" />
                  </span>
                  <span class="untrusted min-w-0 flex-1">
                    <Coded text={text} />
                  </span>
                </Row>
              </li>
            ))}
          </ul>
        )
      }
    </Body>
  </Card>
);

const look = 'flex items-center gap-3 rounded-lg border border-line p-2.5';

/** What is solved in a terminal or with the kill switch above links to this page, and is shown without a link. */
const Row = ({ href, children }: { href: string; children: ComponentChildren }) =>
  href === hrefTo('overview') ? (
    <div class={look}>{children}</div>
  ) : (
    <a href={href} class={`${look} hover:bg-raised`}>
      {children}
      <Icon name="link" class="size-4 text-muted" />
    </a>
  );
