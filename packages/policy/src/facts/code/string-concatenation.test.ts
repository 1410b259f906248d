import { expect, test } from 'vitest';
import { concatenatedStrings } from './string-concatenation.js';

const cases = [
  { name: 'plus operator', code: `open('/et' + 'c/sha' + "dow")`, text: '/etc/shadow' },
  { name: 'adjacent literals', code: `open('/etc/' 'sha' 'dow')`, text: '/etc/shadow' },
  { name: 'dot operator of PHP', code: `readfile("/etc/"."shadow");`, text: '/etc/shadow' },
  { name: 'dot operator of Lua', code: `io.open("/etc/".."shadow")`, text: '/etc/shadow' },
  { name: 'in parentheses', code: `open(('/etc/') + ('shadow'))`, text: '/etc/shadow' },
  { name: 'concat method', code: `read('/etc/'.concat('shadow'))`, text: '/etc/shadow' },
  { name: 'join function', code: `os.path.join(home, '.ssh', 'config')`, text: '.ssh/config' },
  {
    name: 'join function, followed by a file mode',
    code: `open(os.path.join('/etc', 'shadow'), 'r')`,
    text: '/etc/shadow',
  },
  {
    name: 'join function with a separator constant',
    code: `os.path.join(os.sep, 'etc', 'shadow')`,
    text: '//etc/shadow',
  },
  { name: 'join method of a slash', code: `'/'.join(['', 'etc', 'shadow'])`, text: '/etc/shadow' },
  { name: 'join method of an empty string', code: `''.join(['/etc', '/', 'shadow'])`, text: '/etc/shadow' },
  { name: 'join method of an array', code: `['/etc', 'shadow'].join('/')`, text: '/etc/shadow' },
  { name: 'joined characters', code: `['/', 'e', 't', 'c', '/', 'x'].join('')`, text: '/etc/x' },
  {
    name: 'division operator after the home folder',
    code: `(Path.home() / '.bashrc').open('a')`,
    text: '~/.bashrc',
  },
  { name: 'division operator after a path', code: `Path('/etc') / 'shadow'`, text: '/etc/shadow' },
  { name: 'home folder by a function call', code: `path.join(os.homedir(), '.bashrc')`, text: '~/.bashrc' },
  { name: 'home folder by expanduser', code: `join(expanduser('~'), '.bashrc')`, text: '~/.bashrc' },
  {
    name: 'home folder by an environment variable',
    code: `open(os.environ['HOME'] + '/.bashrc', 'a')`,
    text: '~/.bashrc',
  },
  { name: 'template with one value', code: `open('/etc/%s' % 'shadow')`, text: '/etc/shadow' },
  { name: 'template with several values', code: `open('/%s/%s' % ('etc', 'shadow'))`, text: '/etc/shadow' },
  { name: 'format method', code: `open('/{}/{}'.format('etc', 'shadow'))`, text: '/etc/shadow' },
  { name: 'variable', code: `a = '/etc/'\nopen(a + 'shadow')`, text: '/etc/shadow' },
  {
    name: 'variable with a type annotation',
    code: `a: str = '/etc/'\nopen(a + 'shadow')`,
    text: '/etc/shadow',
  },
  {
    name: 'variable in an f-string',
    code: `p = '.s' + 'sh'\nopen(f'/home/{p}/config')`,
    text: '/home/.ssh/config',
  },
  {
    name: 'variable in a template literal',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder belongs to the sample code
    code: 'const d = "etc"; read(`/${d}/shadow`)',
    text: '/etc/shadow',
  },
  { name: 'variable in a PHP string', code: `$d = "/etc"; readfile("$d/shadow");`, text: '/etc/shadow' },
  {
    name: 'text appended to a variable',
    code: `p = '/etc'\np += '/shadow'\nopen(f'{p}')`,
    text: '/etc/shadow',
  },
  { name: 'escape sequences', code: String.raw`open('\x2fetc\u002fsh\141dow')`, text: '/etc/shadow' },
  { name: 'literals with prefixes', code: `open(r'/etc/' + f'shadow')`, text: '/etc/shadow' },
];
for (const { name, code, text } of cases)
  test(`concatenates: ${name}`, () => expect([...concatenatedStrings(code, 500).texts]).toContain(text));

const apart = [
  { name: 'literals in two statements', code: `a = '/etc'; b = 'shadow'` },
  { name: 'literals in two calls', code: `f('/etc') and g('shadow')` },
  { name: 'object members', code: `x = { '/etc': 1, 'shadow': 2 }` },
  { name: 'a single literal', code: `print('/etc')` },
  { name: 'a list without a join', code: `print(['a', 'b', 'c'])` },
];
for (const { name, code } of apart)
  test(`does not concatenate: ${name}`, () => expect([...concatenatedStrings(code, 500).texts]).toEqual([]));

test('a result beyond the limit is marked as incomplete', () => {
  const { texts, cut } = concatenatedStrings(`join(${"'a', ".repeat(3000)})`, 100);
  expect(cut).toBe(true);
  expect(texts.size).toBeLessThan(110);
});
