/** Waits for a promise with a time limit. Returns true if it resolved in time. */
export async function atMost(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const came = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([came, late]);
  } finally {
    clearTimeout(timer);
  }
}
