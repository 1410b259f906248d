// Uses the browser's modal dialog, which traps the focus and closes on Escape.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.addEventListener('close', () => close.current());
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      class="card m-auto max-h-[calc(100dvh-2rem)] w-[min(36rem,calc(100vw-2rem))] overflow-auto p-5 text-ink shadow-2xl"
    >
      <h2 class="mb-3 text-lg font-semibold">{title}</h2>
      {children}
    </dialog>
  );
}
