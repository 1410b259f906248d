// Starts the dashboard for the state folder or for the records of a gateway, or finds a running dashboard.

import { dirname, join } from 'node:path';
import { type AdminPorts, requestLink, startAdmin } from '@claw/admin';
import { openSqliteStore } from '@claw/store';
import { ownProgram } from '../../clients/own-program.js';
import type { ErrorOutput } from '../../diagnostics/diagnostics.js';
import { userMessage } from '../../diagnostics/store-warnings.js';
import { stateFile } from '../../files/paths.js';
import { portInUse } from '../../terminal/port-in-use.js';
import { createLinkKey, keepLinkKey, readLinkKey } from './link-file.js';
import { dashboardPorts } from './ports/ports.js';

/** A dashboard in this process, or the link of a dashboard in another process. */
export interface StartedDashboard {
  readonly port: number;
  readonly link: string;
  /** False if another process serves the dashboard. */
  readonly isOwn: boolean;
  close(): Promise<void>;
}

/**
 * Starts a dashboard, or finds a running one on the port. Returns undefined if it cannot listen; the reason is printed
 * on stderr and names `option`, which chooses the port.
 */
export async function startDashboard(
  port: number,
  output: ErrorOutput,
  option: string,
): Promise<StartedDashboard | undefined> {
  const store = openSqliteStore({ file: stateFile(process.env) });
  const started = await serveDashboard(dashboardPorts(store), port, output, option);
  if (started?.isOwn !== true) await store.close();
  return (
    started && {
      ...started,
      async close() {
        await started.close();
        if (started.isOwn) await store.close();
      },
    }
  );
}

/** Like `startDashboard`, for a dashboard whose data does not come from the state folder. */
export async function serveDashboard(
  ports: AdminPorts,
  port: number,
  output: ErrorOutput,
  option: string,
): Promise<StartedDashboard | undefined> {
  const onError = (error: Error) => output.error(`dashboard: ${userMessage(error)}`);
  const linkKey = createLinkKey();
  // The build puts the web page next to the program.
  const page = join(dirname(ownProgram().script), 'page');
  try {
    const admin = await startAdmin({ ...ports, port, page, linkKey, onError });
    const forgetKey = await keepLinkKey(admin.port, linkKey);
    return {
      port: admin.port,
      link: admin.link(),
      isOwn: true,
      async close() {
        await forgetKey();
        await admin.close();
      },
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') {
      output.error(`The dashboard cannot listen on port ${port}: ${message}.`);
      return undefined;
    }
    const running = await linkOfRunning(port);
    if (running === undefined) output.error(`The dashboard cannot listen. ${portInUse(port, option)}`);
    return running;
  }
}

async function linkOfRunning(port: number): Promise<StartedDashboard | undefined> {
  const key = await readLinkKey(port);
  const link = key === undefined ? undefined : await requestLink(port, key);
  return link === undefined ? undefined : { port, link, isOwn: false, close: async () => {} };
}
