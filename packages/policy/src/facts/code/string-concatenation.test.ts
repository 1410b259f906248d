import { expect, test } from 'vitest';
import { concatenatedStrings } from './string-concatenation.js';

const cases = [
  { name: 'added', code: `open('/et' + 'c/sha' + "dow")`, text: '/etc/shadow' },
  { name: 'side by side', code: `open('/etc/' 'sha' 'dow')`, text: '/etc/shadow' },
  { name: 'with dots', code: `readfile("/etc/"."shadow");`, text: '/etc/shadow' },
  { name: 'of Lua', code: `io.open("/etc/".."shadow")`, text: '/etc/shadow' },
  { name: 'in parentheses', code: `open(('/etc/') + ('shadow'))`, text: '/etc/shadow' },
  { name: 'concatenated', code: `read('/etc/'.concat('shadow'))`, text: '/etc/shadow' },
  { name: 'joined', code: `os.path.join(home, '.ssh', 'config')`, text: '.ssh/config' },
  { name: 'joined, then a mode', code: `open(os.path.join('/etc', 'shadow'), 'r')`, text: '/etc/shadow' },
  { name: 'joined with a separator', code: `os.path.join(os.sep, 'etc', 'shadow')`, text: '//etc/shadow' },
  { name: 'joined by its separator', code: `'/'.join(['', 'etc', 'shadow'])`, text: '/etc/shadow' },
  { name: 'joined by nothing', code: `''.join(['/etc', '/', 'shadow'])`, text: '/etc/shadow' },
  { name: 'an array', code: `['/etc', 'shadow'].join('/')`, text: '/etc/shadow' },
  { name: 'letters', code: `['/', 'e', 't', 'c', '/', 'x'].join('')`, text: '/etc/x' },
  { name: 'divided', code: `(Path.home() / '.bashrc').open('a')`, text: '~/.bashrc' },
  { name: 'of a path', code: `Path('/etc') / 'shadow'`, text: '/etc/shadow' },
  { name: 'in the home folder', code: `path.join(os.homedir(), '.bashrc')`, text: '~/.bashrc' },
  { name: 'in the expanded home', code: `join(expanduser('~'), '.bashrc')`, text: '~/.bashrc' },
  { name: 'by the variable', code: `open(os.environ['HOME'] + '/.bashrc', 'a')`, text: '~/.bashrc' },
  { name: 'a template', code: `open('/etc/%s' % 'shadow')`, text: '/etc/shadow' },
  { name: 'a template with several', code: `open('/%s/%s' % ('etc', 'shadow'))`, text: '/etc/shadow' },
  { name: 'a format', code: `open('/{}/{}'.format('etc', 'shadow'))`, text: '/etc/shadow' },
  { name: 'by name', code: `a = '/etc/'\nopen(a + 'shadow')`, text: '/etc/shadow' },
  { name: 'by typed name', code: `a: str = '/etc/'\nopen(a + 'shadow')`, text: '/etc/shadow' },
  {
    name: 'by name in a text',
    code: `p = '.s' + 'sh'\nopen(f'/home/{p}/config')`,
    text: '/home/.ssh/config',
  },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code's
  { name: 'by name in a literal', code: 'const d = "etc"; read(`/${d}/shadow`)', text: '/etc/shadow' },
  { name: 'by name in PHP', code: `$d = "/etc"; readfile("$d/shadow");`, text: '/etc/shadow' },
  { name: 'added to a name', code: `p = '/etc'\np += '/shadow'\nopen(f'{p}')`, text: '/etc/shadow' },
  { name: 'with escapes', code: String.raw`open('\x2fetc\u002fsh\141dow')`, text: '/etc/shadow' },
  { name: 'with prefixes', code: `open(r'/etc/' + f'shadow')`, text: '/etc/shadow' },
];
for (const { name, code, text } of cases)
  test(`concatenated text: ${name}`, () => expect([...concatenatedStrings(code, 500).texts]).toContain(text));

const apart = [
  { name: 'statements', code: `a = '/etc'; b = 'shadow'` },
  { name: 'with something between', code: `f('/etc') and g('shadow')` },
  { name: 'members', code: `x = { '/etc': 1, 'shadow': 2 }` },
  { name: 'single texts', code: `print('/etc')` },
  { name: 'a list that nobody joins', code: `print(['a', 'b', 'c'])` },
];
for (const { name, code } of apart)
  test(`separate texts: ${name}`, () => expect([...concatenatedStrings(code, 500).texts]).toEqual([]));

test('a result beyond the limit is marked as incomplete', () => {
  const { texts, cut } = concatenatedStrings(`join(${"'a', ".repeat(3000)})`, 100);
  expect(cut).toBe(true);
  expect(texts.size).toBeLessThan(110);
});
