// Chooses the policy that `init` starts with: a preset, or an existing policy.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRESETS, type PresetName, presetText } from '@claw/policy';
import { suggest } from '../../command-line/suggest.js';
import { describeFileError } from '../../files/describe-file-error.js';
import { homeFolder } from '../../files/home-folder.js';
import { confirm, isInteractive } from '../../terminal/confirm.js';
import type { Output } from '../../terminal/output.js';

export interface InitialPolicy {
  readonly text: string;
  readonly preset?: PresetName;
  /** The file that contains the text, for error messages. */
  readonly file?: string;
}

/** Returns the preset or file on the command line. If there is a clawai policy, offers to use it. */
export async function chooseInitialPolicy(
  { preset, from }: { readonly preset: string | undefined; readonly from: string | undefined },
  output: Output,
): Promise<InitialPolicy | undefined> {
  if (preset !== undefined && from !== undefined)
    return refuse(output, 'Use either `--preset NAME` or `--from FILE`, not both.');
  const legacy = join(homeFolder(), '.config', 'clawai', 'policy.toml');
  const offered = preset === undefined && from === undefined && existsSync(legacy);
  if (offered && !isInteractive())
    output.error(
      `Found a clawai policy at ${legacy}. Run \`clawdefender init --from ${legacy}\` to start with it.`,
    );
  const file =
    from ?? (offered && (await confirm(`Start with your clawai policy at ${legacy}?`)) ? legacy : undefined);
  if (file !== undefined) {
    const text = await readFile(file, 'utf8').catch((error: Error) => error);
    return text instanceof Error
      ? refuse(output, `Cannot read the policy: ${describeFileError(file, text)}.`)
      : { text, file };
  }
  const name = preset ?? 'balanced';
  const known = PRESETS.find((one) => one === name);
  if (known) return { text: presetText(known), preset: known };
  const nearest = suggest(name, PRESETS);
  return refuse(
    output,
    `Unknown preset \`${name}\`. ${nearest ? `Did you mean \`${nearest}\`?` : `Use ${PRESETS.join(', ')}.`}`,
  );
}

function refuse(output: Output, message: string): undefined {
  output.error(message);
  return undefined;
}
