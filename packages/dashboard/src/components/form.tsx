// Defines forms: fields with errors from the server, and buttons that show whether a request is running.

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError, type FieldProblem } from '../api/client.js';
import { Problem } from './card.js';
import { Button, fieldLook } from './controls.js';
import { Dialog } from './dialog.js';

export interface Failure {
  readonly message: string;
  readonly fields: readonly FieldProblem[];
}

const toFailure = (error: unknown): Failure => ({
  message: (error as Error).message,
  fields: error instanceof ApiError ? error.fields : [],
});

/** Returns the error of a field or of a part of it. */
export const problemOf = (failure: Failure | undefined, name: string): string | undefined =>
  failure?.fields.find(
    ({ field }) => field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`),
  )?.message;

/** Sends a request, and provides whether it is running and the error if it failed. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = (act: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(undefined);
    void act()
      .catch((error) => setFailure(toFailure(error)))
      .finally(() => setBusy(false));
  };
  return { isBusy, failure, run };
}

type InputProps = Omit<JSX.IntrinsicElements['input'], 'value' | 'onInput' | 'class' | 'label'>;

interface TextFieldProps extends InputProps {
  label: string;
  hint?: ComponentChildren;
  problem?: string | undefined;
  value: string;
  onValue: (value: string) => void;
}

export const TextField = ({ label, hint, problem, value, onValue, ...rest }: TextFieldProps) => (
  <Labelled label={label} hint={hint} problem={problem}>
    <input
      type="text"
      autocomplete="off"
      spellcheck={false}
      {...rest}
      aria-invalid={problem !== undefined}
      class={`${fieldLook} ${problem === undefined ? '' : 'border-deny'}`}
      value={value}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  </Labelled>
);

interface TextAreaProps {
  label: string;
  hint?: ComponentChildren;
  problem?: string | undefined;
  rows?: number;
  placeholder?: string;
  readOnly?: boolean;
  value: string;
  onValue: (value: string) => void;
}

export const TextArea = ({ label, hint, problem, rows = 6, value, onValue, ...rest }: TextAreaProps) => (
  <Labelled label={label} hint={hint} problem={problem}>
    <textarea
      {...rest}
      rows={rows}
      spellcheck={false}
      aria-invalid={problem !== undefined}
      class={`${fieldLook} resize-y py-2 font-mono text-xs ${problem === undefined ? '' : 'border-deny'}`}
      value={value}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  </Labelled>
);

const Labelled = ({
  label,
  hint,
  problem,
  children,
}: {
  label: string;
  hint: ComponentChildren;
  problem: string | undefined;
  children: ComponentChildren;
}) => (
  <label class="grid min-w-0 content-start gap-1 text-xs font-medium text-muted">
    {label}
    {children}
    {problem !== undefined ? (
      <span role="alert" class="untrusted font-medium text-deny">
        {problem}
      </span>
    ) : (
      hint !== undefined && <span class="font-normal">{hint}</span>
    )}
  </label>
);

interface SelectProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  options: readonly { readonly value: string; readonly name: string }[];
}

export const Select = ({ label, value, onValue, options }: SelectProps) => (
  <Labelled label={label} hint={undefined} problem={undefined}>
    <select class={fieldLook} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  </Labelled>
);

export const Checkbox = ({
  checked,
  onChecked,
  children,
}: {
  checked: boolean;
  onChecked: (checked: boolean) => void;
  children: ComponentChildren;
}) => (
  <label class="inline-flex items-center gap-2 text-sm">
    <input
      type="checkbox"
      class="size-4 accent-accent"
      checked={checked}
      onChange={({ currentTarget }) => onChecked(currentTarget.checked)}
    />
    {children}
  </label>
);

export const FieldGroup = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <fieldset class="grid gap-3 rounded-lg border border-line p-3">
    <legend class="px-1 text-xs font-semibold">{title}</legend>
    {children}
  </fieldset>
);

interface FormDialogProps {
  title: string;
  submit: string;
  isBusy: boolean;
  failure: Failure | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog with a form. Its last button saves the form. */
export const FormDialog = ({
  title,
  submit,
  isBusy,
  failure,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <form
      class="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Problem message={failure?.message} />
      <div class="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button submits kind="primary" disabled={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  </Dialog>
);

interface ConfirmProps {
  title: string;
  action: string;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ComponentChildren;
}

/** Asks the user to confirm an action that cannot be undone. */
export function Confirm({ title, action, act, onClose, children }: ConfirmProps) {
  const { isBusy, failure, run } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="untrusted text-muted">{children}</div>
      <Problem message={failure?.message} />
      <div class="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" disabled={isBusy} onClick={() => run(() => act().then(onClose))}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
