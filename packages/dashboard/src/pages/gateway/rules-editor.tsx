// Edits the rules of a proxy in order of evaluation. All rules are saved together.

import { useEffect, useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { GatewayProxy, GatewayRule } from '../../api/gateway-types.js';
import { useFetch } from '../../api/use-fetch.js';
import { Loading, Problem } from '../../components/card.js';
import { Button, fieldLook } from '../../components/controls.js';
import { Dialog } from '../../components/dialog.js';
import { problemOf, useAction } from '../../components/form.js';
import { proxyPath } from './paths.js';
import { PurgeCache } from './purge-cache.js';
import { RuleItem, toDraft } from './rule-item.js';
import { templates } from './rule-templates.js';

export function RulesEditor({ proxy, onClose }: { proxy: GatewayProxy; onClose: () => void }) {
  const { data, error } = useFetch<{ rules: GatewayRule[] }>(`${proxyPath(proxy)}/rules`);
  return (
    <Dialog title={`Rules of ${proxy.name}`} onClose={onClose}>
      <Problem message={error} />
      {data === undefined ? (
        <Loading />
      ) : (
        <>
          <Editor proxy={proxy} rules={data.rules} onClose={onClose} />
          <PurgeCache proxy={proxy} />
        </>
      )}
    </Dialog>
  );
}

interface EditorProps {
  proxy: GatewayProxy;
  rules: readonly GatewayRule[];
  onClose: () => void;
}

function Editor({ proxy, rules, onClose }: EditorProps) {
  const [drafts, setDrafts] = useState(rules.map(toDraft));
  const [isChanged, setChanged] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, failure, run } = useAction();
  const isReadOnly = proxy.source === 'file';
  useEffect(() => setSaved(false), [drafts]);
  const change = (next: typeof drafts) => {
    setDrafts(next);
    setChanged(true);
  };
  const move = (from: number, to: number) => {
    const next = [...drafts];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
  };
  const isValid = drafts.every(({ rule }) => rule !== undefined);
  const save = () =>
    run(async () => {
      await request('PUT', `${proxyPath(proxy)}/rules`, { rules: drafts.map(({ rule }) => rule) });
      setChanged(false);
      setSaved(true);
    });
  return (
    <div class="grid gap-3">
      <p class="text-xs text-muted">
        The rules run in this order, after those in the policy file.{' '}
        {isReadOnly && 'They are declared in gateway.toml and can be changed only there.'}
      </p>
      {drafts.length === 0 ? (
        <p class="rounded-lg border border-dashed border-line py-6 text-center text-muted">
          No rules. Every call that the policy allows is forwarded.
        </p>
      ) : (
        <ol id="rules" class="grid gap-2">
          {drafts.map((draft, index) => (
            <RuleItem
              key={draft.key}
              draft={draft}
              number={index + 1}
              problem={problemOf(failure, `rules[${index}]`)}
              isReadOnly={isReadOnly}
              onChange={(next) => change(drafts.map((old) => (old.key === draft.key ? next : old)))}
              onRemove={() => change(drafts.filter(({ key }) => key !== draft.key))}
              onUp={index === 0 ? undefined : () => move(index, index - 1)}
              onDown={index === drafts.length - 1 ? undefined : () => move(index, index + 1)}
            />
          ))}
        </ol>
      )}
      <Problem message={failure?.message} />
      <div class="flex flex-wrap items-center gap-2">
        {!isReadOnly && (
          <select
            aria-label="Add a rule"
            class={`${fieldLook} max-w-64`}
            value=""
            onChange={({ currentTarget }) => {
              const template = templates.find(({ rule }) => rule.rule_type === currentTarget.value);
              currentTarget.value = '';
              if (template !== undefined) change([...drafts, { ...toDraft(template.rule), isNew: true }]);
            }}
          >
            <option value="">Add a rule …</option>
            {templates.map(({ summary, rule }) => (
              <option key={rule.rule_type} value={rule.rule_type}>
                {rule.rule_type}: {summary}
              </option>
            ))}
          </select>
        )}
        <span class="ml-auto flex items-center gap-2">
          {isSaved && (
            <span role="status" class="text-xs font-medium text-allow">
              Saved. The rules are active.
            </span>
          )}
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" disabled={isBusy || !isChanged || !isValid} onClick={save}>
            Save rules
          </Button>
        </span>
      </div>
    </div>
  );
}
