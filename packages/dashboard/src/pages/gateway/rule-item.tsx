// Shows one rule of a proxy: its position, an on/off switch, and its fields as JSON.

import type { GatewayRule } from '../../api/gateway-types.js';
import { Badge, Button } from '../../components/controls.js';
import { Checkbox, TextArea } from '../../components/form.js';
import { Icon } from '../../components/icons.js';

export interface Draft {
  /** The key for rendering, which does not change when the rule is moved. */
  readonly key: number;
  readonly text: string;
  /** The parsed rule; undefined if the text is not a JSON object. */
  readonly rule: GatewayRule | undefined;
  readonly isNew?: boolean;
}

let nextKey = 0;

export const toDraft = (rule: GatewayRule): Draft => ({
  key: nextKey++,
  text: JSON.stringify(rule, undefined, 2),
  rule,
});

function readRule(text: string): GatewayRule | undefined {
  try {
    const rule: unknown = JSON.parse(text);
    return typeof rule === 'object' && rule !== null && !Array.isArray(rule)
      ? (rule as GatewayRule)
      : undefined;
  } catch {
    return undefined;
  }
}

interface RuleItemProps {
  draft: Draft;
  number: number;
  problem: string | undefined;
  isReadOnly: boolean;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

export function RuleItem({
  draft,
  number,
  problem,
  isReadOnly,
  onChange,
  onRemove,
  onUp,
  onDown,
}: RuleItemProps) {
  const { rule, text, isNew = false } = draft;
  const isOn = rule?.['enabled'] !== false;
  const switchOn = (enabled: boolean) => {
    if (rule === undefined) return;
    const { enabled: _, ...rest } = rule as Record<string, unknown>;
    const next = (enabled ? rest : { ...rest, enabled: false }) as GatewayRule;
    onChange({ ...draft, rule: next, text: JSON.stringify(next, undefined, 2) });
  };
  return (
    <li class={`rounded-lg border ${problem === undefined ? 'border-line' : 'border-deny'}`}>
      <details class="group" open={isNew || problem !== undefined}>
        <summary class="flex min-h-11 flex-wrap items-center gap-2 p-2.5">
          <Icon name="link" class="size-3.5 text-muted transition group-open:rotate-90" />
          <span class="w-4 text-right text-xs text-muted tabular-nums">{number}</span>
          <code class="untrusted font-mono text-xs font-semibold">
            {String(rule?.rule_type ?? 'not valid')}
          </code>
          {typeof rule?.['name'] === 'string' && <Badge>{rule['name']}</Badge>}
          {!isOn && <Badge tone="prompt">off</Badge>}
          <span class="untrusted min-w-0 flex-1 truncate font-mono text-xs text-muted">
            {Array.isArray(rule?.tools) ? rule.tools.join(' ') : ''}
          </span>
        </summary>
        <div class="grid gap-2 border-t border-line p-2.5">
          <TextArea
            label={`Rule ${number}, as JSON`}
            rows={Math.max(4, Math.min(16, text.split('\n').length))}
            readOnly={isReadOnly}
            value={text}
            problem={rule === undefined ? 'This is not a JSON object.' : problem}
            onValue={(value) => onChange({ ...draft, text: value, rule: readRule(value) })}
          />
          {!isReadOnly && (
            <div class="flex flex-wrap items-center gap-2">
              <Checkbox checked={isOn} onChecked={switchOn}>
                on
              </Checkbox>
              <span class="ml-auto flex gap-2">
                <Button small disabled={onUp === undefined} onClick={() => onUp?.()}>
                  Move up
                </Button>
                <Button small disabled={onDown === undefined} onClick={() => onDown?.()}>
                  Move down
                </Button>
                <Button small kind="remove" onClick={onRemove}>
                  Remove
                </Button>
              </span>
            </div>
          )}
        </div>
      </details>
    </li>
  );
}
