// Defines commands that call the admin API. They share the connection options, `--json` and the output of errors.

import {
  type Command,
  type CommandGroup,
  defineCommand,
  type Example,
  exitCode,
  type OptionSpecs,
  type OptionValues,
} from '../../command-line/command.js';
import { UsageError, UserError } from '../../command-line/user-error.js';
import type { Colour } from '../../terminal/colour.js';
import { type ApiClient, connectToApi, type Json } from './api-client.js';

const connectionOptions = {
  gateway: {
    kind: 'value',
    value: 'URL',
    summary: 'URL of the gateway (default: $CLAWDEFENDER_GATEWAY_URL or http://127.0.0.1:3300)',
  },
  'admin-token': {
    kind: 'value',
    value: 'TOKEN',
    summary:
      'admin token; visible to other users in the process list, so prefer $CLAWDEFENDER_ADMIN_TOKEN (the default)',
  },
  json: { kind: 'flag', summary: 'print the response from the API as JSON' },
} as const satisfies OptionSpecs;

interface ApiCommand<Specs extends OptionSpecs> {
  readonly name: string;
  readonly summary: string;
  /** The names of required arguments, for example `['ID', 'FILE']`. */
  readonly operands?: readonly string[];
  readonly options?: Specs;
  readonly examples: readonly Example[];
  run(context: {
    readonly api: ApiClient;
    readonly operands: readonly string[];
    readonly options: OptionValues<Specs>;
  }): Promise<{ readonly json: Json; readonly lines: (colour: Colour) => readonly string[] }>;
}

export function defineApiCommand<const Specs extends OptionSpecs = Record<never, never>>(
  spec: ApiCommand<Specs>,
): Command {
  const { operands: names = [], options = {} as Specs } = spec;
  const usage = [...names, ...Object.entries(options).map(usageOf), '[--json]'].join(' ');
  return defineCommand({
    name: spec.name,
    summary: spec.summary,
    usage: [usage],
    options: { ...options, ...connectionOptions },
    operands: names.length > 0 ? 'some' : 'none',
    passthrough: false,
    examples: spec.examples,
    async run({ options: given, operands, output }) {
      if (operands.length !== names.length) {
        output.error(`Use \`clawdefender ${spec.name} ${usage}\`.`);
        return exitCode.usageError;
      }
      try {
        const api = connectToApi(given as OptionValues<typeof connectionOptions>, process.env);
        const { json, lines } = await spec.run({ api, operands, options: given as OptionValues<Specs> });
        output.result({ json, text: (colour, wrap) => wrap(lines(colour).join('\n')) });
        return exitCode.success;
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        output.error(error.message);
        return error instanceof UsageError ? exitCode.usageError : exitCode.failure;
      }
    },
  });
}

const usageOf = ([name, { kind, value = 'VALUE' }]: [string, OptionSpecs[string]]): string =>
  kind === 'flag' ? `[--${name}]` : `[--${name} ${value}]${kind === 'list' ? '…' : ''}`;

/** Defines a group of commands that call the admin API. */
export const apiGroup = (name: string, summary: string, commands: readonly Command[]): CommandGroup => ({
  kind: 'group',
  name,
  summary,
  subcommands: commands.map((command) => ({
    name: command.name.split(' ').at(-1) as string,
    summary: command.summary,
    load: async () => command,
  })),
  examples: commands[0]?.examples ?? [],
});
