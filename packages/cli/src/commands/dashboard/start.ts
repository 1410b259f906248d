// Starts the dashboard on the state folder; for the command, and inside a proxy.

import { type Admin, startAdmin } from '@claw/admin';
import { openSqliteStore } from '@claw/store';
import { userMessage } from '../../diagnostics/store-warnings.js';
import { stateFile } from '../../files/paths.js';
import type { Output } from '../../terminal/output.js';
import { dashboardPorts } from './ports.js';

/** The dashboard, or undefined when it cannot listen; why is on stderr then. */
export async function startDashboard(port: number, output: Output): Promise<Admin | undefined> {
  const store = openSqliteStore({ file: stateFile(process.env) });
  const onError = (error: Error) => output.error(`dashboard: ${userMessage(error)}`);
  try {
    const admin = await startAdmin({ ...dashboardPorts(store, output), port, onError });
    return {
      port: admin.port,
      link: () => admin.link(),
      async close() {
        await admin.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    const { code, message } = error as NodeJS.ErrnoException;
    output.error(
      code === 'EADDRINUSE'
        ? `port ${port} is in use, perhaps by a dashboard that shows the same; choose another port`
        : `the dashboard cannot listen on port ${port}: ${message}`,
    );
    return undefined;
  }
}
