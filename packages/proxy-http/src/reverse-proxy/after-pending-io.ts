// Messages that arrive on several connections in one event-loop iteration are inspected together and leave at its end,
// so that the audit log needs one write for all of them.

let end: Promise<void> | undefined;

/** Resolves after the pending I/O events of this event-loop iteration. */
export function afterPendingIo(): Promise<void> {
  end ??= new Promise((resolve) => {
    setImmediate(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}
