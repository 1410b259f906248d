// Performs one login in a terminal: shows the link, opens the browser, waits, and prints the result.

import { createInterface } from 'node:readline';
import { AuthError, type ConfiguredClient, type Login, logIn } from '@claw/auth';
import { exitCode } from '../../command-line/command.js';
import { userMessage } from '../../diagnostics/store-warnings.js';
import { networkFor } from '../../remote-login/allowed-addresses.js';
import { openLogins } from '../../remote-login/login-store.js';
import { openBrowser } from '../../remote-login/open-browser.js';
import type { Output } from '../../terminal/output.js';
import { portInUse } from '../../terminal/port-in-use.js';
import { shellQuote } from '../../terminal/shell-quote.js';
import { itemOf } from './item.js';

export interface LoginRequest {
  readonly server: URL;
  readonly client: ConfiguredClient | undefined;
  readonly scope: string | undefined;
  readonly port: number | undefined;
  readonly opensBrowser: boolean;
  readonly output: Output;
}

export async function logInAt({ opensBrowser, output, ...request }: LoginRequest): Promise<number> {
  const { server } = request;
  const kept = await openLogins(process.env, true).catch((error: Error) => error);
  if (kept instanceof Error) {
    output.error(userMessage(kept));
    return exitCode.usageError;
  }
  const paste = readPasted();
  try {
    const login = await logIn({
      ...request,
      additionalScope: await kept.logins.requestedScope(server),
      network: await networkFor(server),
      pastedRedirect: paste?.line,
      onLink(link, { issuer, scope }) {
        const opened = opensBrowser && openBrowser(link);
        const rights = scope === undefined ? '' : `, requesting \`${scope}\``;
        output.error(
          `${opened ? 'Opening your browser' : 'Open this link in a browser'} to log in to ${new URL(issuer).host}${rights}:`,
        );
        output.error(link);
        const pasting = paste === undefined ? '' : ', or paste the final URL of the browser here';
        output.error(`Waiting up to 5 minutes${pasting}. Press Ctrl-C to cancel.`);
      },
    });
    await kept.logins.set(login);
    await kept.logins.setRequestedScope(server, undefined);
    report(login, output);
    return exitCode.success;
  } catch (error) {
    return explain(error as Error, server, output);
  } finally {
    paste?.close();
    await kept.close();
  }
}

/** Reads a redirect URL from stdin: if the browser runs on another machine, the user can paste the URL here. */
function readPasted(): { readonly line: Promise<string>; close(): void } | undefined {
  if (process.stdin.isTTY !== true) return undefined;
  const lines = createInterface({ input: process.stdin });
  const line = new Promise<string>((resolve) => {
    lines.on('line', (text) => text.trim() !== '' && resolve(text));
  });
  return { line, close: () => lines.close() };
}

function report(login: Login, output: Output): void {
  const item = itemOf(login, Date.now());
  const until = item.expires_at === null ? '' : ` until ${item.expires_at}`;
  const renewed = item.renewable ? ', renewed automatically' : '';
  output.result({
    json: item,
    text: () => `Logged in to ${item.server} (${item.issuer})${until}${renewed}`,
  });
}

function explain(error: Error, server: URL, output: Output): number {
  const needsClient = error instanceof AuthError && error.code === 'CLIENT_REQUIRED';
  const place = shellQuote(server.origin + server.pathname);
  output.error(
    needsClient ? `${error.message}: \`clawdefender login ${place} --client-id ID\`` : describeFailure(error),
  );
  return needsClient ? exitCode.usageError : exitCode.failure;
}

/** The message of an error, with what to do about it. */
function describeFailure(error: Error): string {
  const message = userMessage(error);
  const [, port] = /^port (\d+) is in use/.exec(message) ?? [];
  if (port !== undefined) return portInUse(Number(port), '--port');
  const isSilent = error instanceof AuthError && error.code === 'UNREACHABLE';
  return isSilent && !message.includes('check the URL')
    ? `${message}. Check the URL, and whether the server is running.`
    : message;
}
