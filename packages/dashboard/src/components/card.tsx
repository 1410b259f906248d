// A section of a page with a title, and a placeholder for an empty section.

import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons.js';

interface CardProps {
  title?: string;
  hint?: string;
  /** True to show the hint on a separate line, so that nothing moves when the hint arrives later or changes. */
  hintBelow?: boolean;
  actions?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

export const Card = ({ title, hint, hintBelow = false, actions, class: extra = '', children }: CardProps) => (
  <section class={`card flex min-w-0 flex-col p-4 ${extra}`} aria-label={title}>
    {title !== undefined && (
      <header class="mb-3 flex min-h-6 flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 class="text-sm font-semibold">{title}</h2>
        {hint !== undefined && (
          <p class={`text-xs text-muted ${hintBelow ? 'min-h-4 basis-full truncate' : ''}`} title={hint}>
            {hint}
          </p>
        )}
        {actions !== undefined && <div class="ml-auto">{actions}</div>}
      </header>
    )}
    {children}
  </section>
);

/** Explains why there is no data, and how to get some. */
export const Empty = ({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
}) => (
  <div class="flex flex-col items-center gap-2 px-4 py-8 text-center text-muted">
    <span class="rounded-full bg-raised p-3">
      <Icon name={icon} class="size-6" />
    </span>
    <p class="font-semibold text-ink">{title}</p>
    <div class="max-w-prose text-sm">{children}</div>
  </div>
);

export const Command = ({ children }: { children: string }) => (
  <code class="inline-block rounded-md bg-raised px-1.5 py-0.5 font-mono text-xs text-ink">{children}</code>
);

export const Problem = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p role="alert" class="soft-deny mb-3 rounded-lg px-3 py-2 font-medium">
      {message}
    </p>
  );

/** Reserves the space of a section while its data is loading. */
export const Loading = ({ height = 'h-40' }: { height?: string }) => (
  <div class={`${height} animate-pulse rounded-lg bg-raised/60`} role="status" aria-label="Loading" />
);
