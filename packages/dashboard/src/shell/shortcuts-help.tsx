// Shows the keyboard shortcuts for all pages in a dialog, which the key `?` opens.

import { useState } from 'preact/hooks';
import { Key } from '../components/controls.js';
import { Dialog } from '../components/dialog.js';
import { useShortcuts } from './keyboard.js';

const shortcuts: readonly (readonly [string, readonly string[]])[] = [
  ['Open a page', ['1', '…', '7']],
  ['Kill switch', ['Shift', 'K']],
  ['Search the events', ['/']],
  ['Pause and resume the events', ['p']],
  ['Choose an event or a call', ['↑', '↓']],
  ['Approve the chosen call once', ['a']],
  ['Deny the chosen call', ['d']],
  ['Close', ['Esc']],
];

export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        class="mt-auto hidden items-center gap-3 rounded-lg px-3 py-2 text-left text-xs text-muted hover:text-ink lg:flex"
      >
        <Key>?</Key> Keyboard shortcuts
      </button>
      {isOpen && (
        <Dialog title="Keyboard shortcuts" onClose={() => setOpen(false)}>
          <dl class="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5">
            {shortcuts.map(([name, keys]) => (
              <>
                <dt class="flex gap-1">
                  {keys.map((key) => (
                    <Key key={key}>{key}</Key>
                  ))}
                </dt>
                <dd>{name}</dd>
              </>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
