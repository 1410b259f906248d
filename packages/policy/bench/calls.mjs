// Creates the policies and calls of the benchmark.

const KINDS = [
  (n) => `action = "deny"\npath = ["~/.secret${n}/**", "**/.credentials-${n}"]`,
  (n) => `action = "deny"\ntool = "danger_${n}_*"`,
  (n) => `action = "prompt"\ncommand = ["program${n}", "other${n}"]`,
  (n) => `action = "deny"\nhost = "*.bad${n}.example"`,
  (n) => `action = "prompt"\ntool = "write_*"\nargs.path = "/etc/app${n}/**"`,
  (n) => `action = "deny"\npath = "**/*.secret${n}"`,
  (n) => `action = "prompt"\neffect = "delete"\nserver = "server${n}"`,
  (n) =>
    `action = "allow"\nserver = "server${n}"\ntool = ["read_file", "list_directory"]\npath = "/srv/data${n}/**"`,
];
/** Returns a policy with this number of typical rules. */
export const realistic = (count) => {
  const rules = Array.from(
    { length: count - 1 },
    (_, n) => `[[rule]]\nname = "r${n}"\n${KINDS[n % KINDS.length](n)}\n`,
  );
  return `${rules.join('\n')}\n[[rule]]\nname = "work"\naction = "allow"\ntool = ["read_*", "write_*", "edit_*", "bash", "query"]\n`;
};

export const call = (name, args) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
/** Returns a call of this size in bytes, most of which are in one text. */
export const sized = (bytes) => {
  const message = call('write_file', {
    path: '/home/user/project/src/components/editor/toolbar.ts',
    encoding: 'utf8',
    overwrite: true,
    reason: 'rename the helper',
    content: '',
  });
  const words = 'export function toolbar(items: Item[]) { return items.map(render).join(", "); }\n';
  while (JSON.stringify(message).length < bytes)
    message.params.arguments.content += words.slice(0, Math.max(1, bytes - JSON.stringify(message).length));
  return message;
};
/** Returns a call with many values. */
export const realWork = () => {
  const edits = Array.from({ length: 6 }, (_, n) => ({
    oldText: `const value${n} = compute(input, { strict: true });`,
    newText: `const value${n} = await compute(input, options);`,
  }));
  return call('edit_file', {
    path: '/home/user/project/src/components/editor/toolbar.ts',
    dryRun: false,
    edits,
    note: 'keep the order of the edits',
  });
};

/** Returns a call of one KiB with a command of 200 bytes. */
export const shellCall = call('bash', {
  ...realWork().params.arguments,
  edits: realWork().params.arguments.edits.slice(0, 5),
  command:
    'cd packages/policy && npm run build -- --silent && git status --short | grep -v dist | sort > /tmp/changed.txt && git diff --stat HEAD~1 -- src/index.ts && echo "done with the whole build" && ls -la',
});
