// Defines buttons, fields and badges. Only buttons that deny are outlined in red; buttons that approve look different.

import type { ComponentChildren, JSX } from 'preact';
import { lookUp } from '../text/look-up.js';

type ButtonKind = 'primary' | 'plain' | 'deny' | 'remove' | 'danger';

const looks: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-accent text-on-accent border-accent hover:brightness-110',
  plain: 'bg-surface border-line hover:bg-raised',
  deny: 'bg-transparent border-deny text-deny border-2 font-semibold hover:soft-deny',
  remove: 'bg-transparent border-line text-deny hover:soft-deny hover:border-deny',
  danger: 'bg-deny-solid text-white border-deny-solid hover:brightness-110',
};

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'class' | 'type'> & {
  kind?: ButtonKind;
  small?: boolean;
  /** True if the button submits the form that contains it. */
  submits?: boolean;
};

export const Button = ({
  kind = 'plain',
  small = false,
  submits = false,
  children,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={submits ? 'submit' : 'button'}
    class={`inline-flex items-center justify-center gap-1.5 rounded-lg border font-medium whitespace-nowrap motion-safe:transition-colors disabled:opacity-50 ${small ? 'min-h-8 px-2.5 text-xs' : 'min-h-9 px-3.5'} ${looks[kind]}`}
  >
    {children}
  </button>
);

const tones: Readonly<Record<string, string>> = {
  allow: 'soft-allow',
  deny: 'soft-deny',
  prompt: 'soft-prompt',
  log: 'soft-log',
  finding: 'soft-finding',
  accent: 'soft-accent',
};

export const Badge = ({ tone, children }: { tone?: string | undefined; children: ComponentChildren }) => (
  <span
    class={`untrusted inline-block max-w-full truncate rounded-md px-1.5 py-0.5 align-middle text-xs font-semibold ${lookUp(tones, tone) ?? 'bg-raised text-muted'}`}
  >
    {children}
  </span>
);

const decisionWords: Readonly<Record<string, string>> = {
  allow: 'allowed',
  deny: 'denied',
  prompt: 'approval',
  log: 'logged',
  approved: 'allow',
  denied: 'deny',
};

/** Shows the action of a rule as it is written in the policy. */
export const Action = ({ value }: { value: string }) => <Badge tone={value}>{value}</Badge>;

/** Shows a key on the keyboard. */
export const Key = ({ children }: { children: string }) => (
  <kbd class="rounded border border-line bg-surface px-1.5 py-0.5 font-mono text-[11px] font-semibold text-ink">
    {children}
  </kbd>
);

/** Shows the decision as text; the colour has the same meaning. */
export const Decision = ({ value }: { value: string | undefined }) =>
  value === undefined || value === '' ? null : (
    <Badge tone={value}>{lookUp(decisionWords, value) ?? value}</Badge>
  );

type FieldProps = {
  label: string;
  value: string;
  onValue: (value: string) => void;
  options?: readonly string[];
};

/** Shows a select box if there are few known values, otherwise a text field. */
export const Field = ({
  label,
  value,
  onValue,
  options,
  ...rest
}: FieldProps & { placeholder?: string; id?: string }) => (
  <label class="flex min-w-0 flex-col gap-1 text-xs font-medium text-muted">
    {label}
    {options === undefined ? (
      <input
        {...rest}
        class={fieldLook}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    ) : (
      <select
        {...rest}
        class={fieldLook}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      >
        <option value="">all</option>
        {(value === '' || options.includes(value) ? options : [value, ...options]).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    )}
  </label>
);

export const fieldLook =
  'min-h-9 w-full min-w-0 rounded-lg border border-line bg-surface px-2.5 text-sm text-ink placeholder:text-muted';
