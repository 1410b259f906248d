// The public conformance suite and the Node that it needs: installed on demand, in a folder of their own.

import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../scripts/tools/conformance', import.meta.url));
const installer = new URL('../../../../scripts/prove/tools.mjs', import.meta.url).href;

/** The words that start it. */
export const suite: readonly [node: string, program: string] = [
  `${folder}/node_modules/node22/bin/node`,
  `${folder}/node_modules/@modelcontextprotocol/conformance/dist/index.js`,
];

/** Why the suite cannot be had; undefined when it is there. */
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
