// Delays messages until the end of the event-loop iteration, so that the audit log needs one write for all messages
// that arrive on several connections in that iteration.

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
