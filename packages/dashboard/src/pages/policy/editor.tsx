// Edits the policy file: shows problems while the user types, previews which logged calls would be decided differently,
// and saves the file with a backup.

import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { Diagnostic, Policy, Preview } from '../../api/types.js';
import { Command, Problem } from '../../components/card.js';
import { Button } from '../../components/controls.js';
import { pluralize } from '../../text/format.js';
import { Diagnostics } from './diagnostics.js';
import { Flips } from './flips.js';

const checkMilliseconds = 350;

export function Editor({ policy, onSaved }: { policy: Policy; onSaved: () => void }) {
  const [text, setText] = useState(policy.text);
  const [version, setVersion] = useState(policy.version);
  const [found, setFound] = useState<readonly Diagnostic[]>(policy.diagnostics);
  const [preview, setPreview] = useState<Preview | 'running'>();
  const [problem, setProblem] = useState<string>();
  const [saved, setSaved] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = useRef<HTMLPreElement>(null);
  const hasErrors = found.some(({ severity }) => severity === 'error');
  const isChanged = text !== policy.text;

  useEffect(() => {
    const over = new AbortController();
    const timer = setTimeout(() => {
      request<{ items: Diagnostic[] }>('POST', '/api/policy/check', { text }, over.signal).then(
        ({ items }) => setFound(items),
        (error: Error) => !over.signal.aborted && setProblem(error.message),
      );
    }, checkMilliseconds);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [text]);

  const attempt = (act: () => Promise<void>) => () => {
    setProblem(undefined);
    void act().catch((error: Error) => {
      setProblem(error.message);
      setPreview(undefined);
    });
  };
  const showPreview = attempt(async () => {
    setPreview('running');
    setPreview(await request<Preview>('POST', '/api/policy/preview', { text }));
  });
  const save = attempt(async () => {
    const { backup, version: next } = await request<{ backup: string | null; version: string }>(
      'PUT',
      '/api/policy',
      { text, version },
    );
    setVersion(next);
    setSaved(
      backup === null
        ? 'Saved. Running proxies use it immediately.'
        : `Saved. Running proxies use it immediately. The previous text is in ${backup}.`,
    );
    onSaved();
  });
  const selectLine = (line: number) => {
    const start =
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (text.split('\n')[line - 1]?.length ?? 0));
  };
  const marks = new Map(found.map(({ line }) => [line, 'bg-prompt text-canvas']));
  for (const { line, severity } of found)
    if (severity === 'error') marks.set(line, 'bg-deny-solid text-white');
  return (
    <div class="grid gap-3 xl:grid-cols-[3fr_2fr]">
      <section class="card min-w-0 overflow-hidden" aria-label="Editor">
        <div class="flex h-[min(36rem,65vh)] font-mono text-xs leading-5">
          <pre
            ref={lines}
            aria-hidden="true"
            class="w-12 shrink-0 overflow-hidden bg-raised py-3 pr-2 text-right text-muted select-none"
          >
            {text.split('\n').map((_, index) => (
              <div key={index} class={marks.get(index + 1) ?? ''}>
                {index + 1}
              </div>
            ))}
          </pre>
          <textarea
            ref={area}
            aria-label="Text of the policy"
            class="min-w-0 flex-1 resize-none overflow-auto bg-surface p-3 whitespace-pre outline-none"
            spellcheck={false}
            wrap="off"
            readOnly={!policy.editable}
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setPreview(undefined);
              setSaved(undefined);
            }}
            onScroll={({ currentTarget }) => {
              if (lines.current !== null) lines.current.scrollTop = currentTarget.scrollTop;
            }}
          />
        </div>
        <footer class="flex flex-wrap items-center gap-2 border-t border-line p-3">
          <p role="status" class={`text-xs ${hasErrors ? 'font-semibold text-deny' : 'text-muted'}`}>
            {found.length === 0 ? 'No problems found.' : pluralize(found.length, 'problem')}
          </p>
          <span class="ml-auto flex gap-2">
            <Button disabled={hasErrors || preview === 'running'} onClick={showPreview}>
              Preview
            </Button>
            <Button kind="primary" disabled={hasErrors || !isChanged || !policy.editable} onClick={save}>
              Save
            </Button>
          </span>
        </footer>
      </section>
      <div class="grid content-start gap-3">
        <Problem message={problem} />
        {saved !== undefined && (
          <p role="status" class="untrusted soft-allow rounded-lg px-3 py-2">
            {saved}
          </p>
        )}
        {!policy.editable && (
          <p class="text-muted">
            This policy is built in. Run <Command>clawdefender init</Command> to create a file that can be
            edited.
          </p>
        )}
        {found.length > 0 && <Diagnostics items={found} onSelect={selectLine} />}
        <Flips preview={preview} />
      </div>
    </div>
  );
}
