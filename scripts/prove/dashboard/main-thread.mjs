// Measures the cost of a page in its browser: the tasks of its main thread, from a trace, and its memory after garbage
// collection. A busy machine can interrupt a task, so tasks are measured by CPU time as well.

/** Records the tasks while `work` runs, with durations in milliseconds. */
export async function traceTasks(browser, page, work) {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const renderers = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const isMain = new Set(renderers.map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && isMain.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
}

/** Returns the megabytes of objects in use, and the number of DOM nodes. */
export async function memoryOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const read = (name) => metrics.find((metric) => metric.name === name).value;
  return { megabytes: read('JSHeapUsedSize') / 1024 ** 2, nodes: read('Nodes') };
}
