// Installs the public conformance suite and the Node version that it requires, on demand and in a separate folder.

import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../scripts/tools/conformance', import.meta.url));
const installer = new URL('../../../../scripts/prove/tools.mjs', import.meta.url).href;

/** The command that starts the suite. */
export const suite: readonly [node: string, program: string] = [
  `${folder}/node_modules/node22/bin/node`,
  `${folder}/node_modules/@modelcontextprotocol/conformance/dist/index.js`,
];

/** Installs the suite. Returns the reason if that is not possible, otherwise undefined. */
export async function installSuite(): Promise<string | undefined> {
  const { installTools } = (await import(installer)) as {
    installTools(say: (text: string) => void, folder: string): Promise<void>;
  };
  const missing = await installTools(() => {}, folder).then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (missing !== undefined) {
    process.stderr.write(
      `\nSKIPPED: the conformance suite cannot be installed, so nothing is proved here.\n${missing}\n`,
    );
  }
  return missing;
}
