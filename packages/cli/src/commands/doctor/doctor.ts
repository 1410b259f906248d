// Implements `doctor`: finds problems on this machine and prints a fix for each. Exits with 1 if there are any.

import { ownProgram } from '../../clients/own-program.js';
import { currentMachine, readAllSources } from '../../clients/selection.js';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { checkPolicyFile } from '../../firewall/check-policy-file.js';
import { printable } from '../../terminal/printable.js';
import { checkClients, checkCommands, checkKillSwitch, checkNode, checkPath } from './checks.js';
import { checkHome, checkMovedPlaces } from './environment.js';
import { checkStateFolder } from './state-folder.js';
import { checkTools } from './tools.js';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'find problems and show how to fix them',
  usage: ['[--json]'],
  options: { json: { kind: 'flag', summary: 'print the checks as JSON' } },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'doctor', note: 'exits with 1 if there is a problem' }],
  async run({ output }) {
    const own = ownProgram();
    const sources = await readAllSources(currentMachine(), own);
    const items = [
      checkNode(),
      checkPath(own, process.env),
      ...checkCommands(sources, own),
      ...checkHome(process.env),
      ...(await checkMovedPlaces(process.env, sources)),
      ...(await checkPolicyFile(process.env)),
      ...(await checkStateFolder(process.env)),
      ...(await checkTools(process.env)),
      checkKillSwitch(process.env),
      ...checkClients(sources),
    ];
    const wrong = items.filter(({ ok }) => !ok).length;
    output.result({
      json: { items },
      text: (colour, wrap) =>
        wrap(
          [
            ...items.flatMap(({ check, ok, message, fix }) => [
              `${ok ? 'ok   ' : colour.danger('wrong')}  ${colour.accent(check.padEnd(12))}  ${printable(message)}`,
              ...(fix === undefined ? [] : [`                     ${colour.dim(printable(fix))}`]),
            ]),
            wrong === 0 ? 'no problems found' : `${wrong} ${wrong === 1 ? 'problem' : 'problems'} found`,
          ].join('\n'),
        ),
    });
    return wrong === 0 ? exitCode.success : exitCode.failure;
  },
});
