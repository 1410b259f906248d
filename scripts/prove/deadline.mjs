/** The value of the promise, or an error that names what did not happen in time. */
export async function within(milliseconds, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} did not happen within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
